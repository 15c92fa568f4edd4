# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""Compares the pictures in doc comments with operators.toml, or puts them there (--fix).

A doc comment shows the picture, and to readers of the source the strings that it is drawn and tested from, which are also
what is read out instead of the picture:

     * ![-1-2-3-|
     *   map (x → 10 * x)
     *   -a-b-c-|
     *   with a = 10, b = 20, c = 30](map.svg)

They stand behind the summary.
"""

import argparse
import pathlib
import re
import sys

import marbles

PICTURE = re.compile(r'^ \* !\[(?P<text>[^\n]*(?:\n \*   [^\n]*)*)\]\((?P<id>[\w-]+)\.svg\)\n', re.M)
OLD = re.compile(r'^ \* ```marbles\n.*?^ \* ```\n', re.M | re.S)




def shown(picture):
    return ' * ![' + '\n *   '.join(picture.lines()) + f']({picture.id}.svg)\n'


def comments(text):
    """The doc comments of a file: name, start and end."""
    for match in re.finditer(r'^/\*\*\n \* (\w+):.*?^ \*/\n', text, re.M | re.S):
        yield match[1], match.start(), match.end()


def fixed(comment, pictures):
    """A doc comment with the pictures behind its summary."""
    comment = re.sub(PICTURE.pattern + r'(?: \*\n)?', '', comment, flags=re.M)
    comment = re.sub(OLD.pattern + r'(?: \*\n)?', '', comment, flags=re.M | re.S)
    # the summary is the first paragraph behind the arguments
    head = re.match(r'/\*\*\n \* \w+:[^\n]*\n(?: \* @[^\n]*\n(?: \*   [^\n]*\n)*)* \*\n(?: \* [^\n]+\n)+ \*\n', comment)
    if head is None:
        raise ValueError('there is no summary')
    block = ''.join(shown(picture) + ' *\n' for picture in pictures)
    return comment[:head.end()] + block + comment[head.end():]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--fix', action='store_true', help='change the doc comments')
    parser.add_argument('catalogue', type=pathlib.Path)
    parser.add_argument('folder', type=pathlib.Path, help='of the sources')
    args = parser.parse_args()

    wanted = {}
    for operator in marbles.Catalogue(args.catalogue).operators:
        wanted[operator.doc] = operator.pictures

    faults, found = [], set()
    for path in sorted(args.folder.rglob('*.[ch]')):
        text = path.read_text(encoding='utf-8')
        result = text
        for name, start, end in reversed(list(comments(text))):
            comment = text[start:end]
            if name not in wanted:
                if PICTURE.search(comment) or OLD.search(comment):
                    faults.append(f'{path}: {name} has a picture, but is not in {args.catalogue.name}')
                continue
            found.add(name)
            try:
                new = fixed(comment, wanted[name])
            except ValueError as error:
                faults.append(f'{path}: {name}: {error}')
                continue
            if new != comment and not args.fix:
                faults.append(f'{path}: the pictures of {name} are not those of {args.catalogue.name}; they are\n'
                              + ''.join(map(shown, wanted[name])))
            result = result[:start] + new + result[end:]
        if args.fix and result != text:
            path.write_text(result, encoding='utf-8')

    for name in sorted(set(wanted) - found):
        faults.append(f'{name} has no doc comment')
    if faults:
        sys.exit('\n'.join(faults) + '\n(docs/comment-marbles.py --fix puts it right)')


if __name__ == '__main__':
    main()
