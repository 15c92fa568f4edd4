# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""Writes the pictures of operators.toml as C, for tests/docs/test-marble-pictures.c."""

import argparse
import pathlib

import marbles


def c_string(text):
    escaped = ''.join(c if c.isascii() and c.isprintable() and c not in '"\\' else
                      ''.join(f'\\{byte:03o}' for byte in c.encode()) for c in text)
    return f'"{escaped}"'


def c_strings(texts):
    return '(const char *const[]) { ' + ', '.join([*map(c_string, texts), 'NULL']) + ' }'


def variant(value):
    """A value in the text format of GVariant; NULL for the NULL item."""
    if isinstance(value, dict):
        if value != {'null': True}:
            raise ValueError(f'{value} is no value')
        return None
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return f'int64 {value}'
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, list):
        return '@av [' + ', '.join(f'<{variant(element)}>' for element in value) + ']'
    return "'" + value.replace('\\', '\\\\').replace("'", "\\'") + "'"


def entry(picture):
    rows = [*picture.ins, *picture.outs, *([picture.inner] if picture.inner else [])]
    symbols = {event.symbol for row in rows for event in row.events if event.kind == 'item'}
    values = ', '.join(f"{{ '{symbol}', {c_string(text) if text else 'NULL'} }}"
                       for symbol in sorted(symbols)
                       for text in [variant(picture.value(symbol))])
    subs = ', '.join(c_strings(row.text for row in texts) for texts in picture.subs)
    return f'''  {{
    .function = {c_string(picture.operator.name)},
    .id = {c_string(picture.id)},
    .in = {c_strings(row.text for row in picture.ins)},
    .subs = {f"(const char *const *const[]) {{ {subs} }}" if subs else "NULL"},
    .is_hot = {str(picture.hot).upper()},
    .inner = {c_string(picture.inner.text) if picture.inner else "NULL"},
    .out = {c_strings(row.text for row in picture.outs)},
    .at = {c_strings("-" * time + "^" for time in picture.at)},
    .values = (const MarbleValue[]) {{ {values + ", " if values else ""}{{ 0, NULL }} }},
    .ends = {str(all(row.terminal for row in picture.outs)).upper()},
    .end = {max(row.end for row in [*picture.ins, *picture.outs])},
  }},
'''


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('catalogue', type=pathlib.Path)
    parser.add_argument('header', type=pathlib.Path)
    args = parser.parse_args()
    entries = ''.join(map(entry, marbles.Catalogue(args.catalogue).pictures()))
    args.header.write_text('/* Made from operators.toml. */\n\n'
                           f'static const MarblePicture marble_pictures[] = {{\n{entries}}};\n', encoding='utf-8')


if __name__ == '__main__':
    main()
