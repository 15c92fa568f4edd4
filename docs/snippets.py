# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""Compares the code that pages show with the examples, which are built and run, or puts it there (--fix).

A block of code follows a line that says what it is:

    <!-- examples/first.c -->           the whole file, without the licence
    <!-- examples/source.c: source -->  its parts between /* source */ and /* /source */ (or with # or //)

Every block in a language that the examples are written in, and every 'text' block, which shows what a program prints, has
to have one. Others (sh, meson) are free.
"""

import argparse
import pathlib
import re
import sys
import textwrap

LANGUAGES = {'.c': 'c', '.py': 'python', '.js': 'js', '.vala': 'vala', '.out': 'text'}

BLOCK = re.compile(r'^(?:<!-- examples/(?P<file>[\w.-]+)(?:: (?P<part>[\w-]+))? -->\n)?```(?P<language>\w*)\n'
                   r'(?P<code>.*?)^```$', re.M | re.S)
LICENCE = re.compile(r'\A(?:(?:/\*|#|//) SPDX-[^\n]*\n)+\n?')


def mark(name):
    return r'^[ \t]*(?:/\*|#|//) ' + re.escape(name) + r'(?: \*/)?\n'


def excerpt(path, part):
    text = path.read_text(encoding='utf-8')
    if part is None:
        return LICENCE.sub('', text)
    found = re.findall(mark(part) + '(.*?)' + mark('/' + part), text, re.M | re.S)
    if not found:
        raise ValueError(f'{path.name} has no part {part}')
    return '\n'.join(textwrap.dedent(piece).strip('\n') + '\n' for piece in found)


def check(page, examples, fix):
    faults = []

    def replaced(match):
        language, file = match['language'], match['file']
        line = page_text.count('\n', 0, match.start()) + 1
        if file is None:
            if language in LANGUAGES.values():
                faults.append(f'{page}:{line}: this block does not say which example it is of')
            return match[0]
        path = examples / file
        try:
            wanted = excerpt(path, match['part'])
        except (OSError, ValueError) as error:
            faults.append(f'{page}:{line}: {error}')
            return match[0]
        if language != LANGUAGES[path.suffix]:
            faults.append(f'{page}:{line}: {path.name} is not {language}')
        if match['code'] != wanted and not fix:
            faults.append(f'{page}:{line}: {path.name} says\n{wanted}')
        start = match.start('code') - match.start()
        end = match.end('code') - match.start()
        return match[0][:start] + wanted + match[0][end:]

    page_text = page.read_text(encoding='utf-8')
    result = BLOCK.sub(replaced, page_text)
    if fix and result != page_text:
        page.write_text(result, encoding='utf-8')
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--fix', action='store_true', help='change the pages')
    parser.add_argument('examples', type=pathlib.Path, help='their folder')
    parser.add_argument('pages', type=pathlib.Path, nargs='+')
    args = parser.parse_args()
    faults = [fault for page in args.pages for fault in check(page, args.examples, args.fix)]
    if faults:
        sys.exit('\n'.join(faults) + '\n(docs/snippets.py --fix puts it right)')


if __name__ == '__main__':
    main()
