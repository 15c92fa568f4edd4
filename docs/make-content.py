# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""Makes what the manual takes from operators.toml: the pictures, the pages, and its configuration, which names them all."""

import argparse
import importlib
import pathlib
import xml.etree.ElementTree

import marbles

draw_marbles = importlib.import_module('draw-marbles')

CORE = '{http://www.gtk.org/introspection/core/1.0}'
C = '{http://www.gtk.org/introspection/c/1.0}'

KINDS = {'method': 'method', 'function': 'func', 'constructor': 'ctor'}
TYPES = {'class': 'class', 'interface': 'iface', 'record': 'struct'}


class Links:
    """From C names to what the manual's links are made of."""

    def __init__(self, gir):
        namespace = xml.etree.ElementTree.parse(gir).getroot().find(f'{CORE}namespace')
        self.targets = {}
        for element in namespace:
            tag = element.tag.removeprefix(CORE)
            if tag in TYPES:
                self.targets[element.get(f'{C}type')] = f'{TYPES[tag]}@Rx.{element.get("name")}'
            self.add(element, tag, 'Rx')
            for member in element:
                self.add(member, member.tag.removeprefix(CORE), f'Rx.{element.get("name")}')

    def add(self, element, tag, owner):
        if tag in KINDS and not element.get('moved-to'):
            self.targets[element.get(f'{C}identifier')] = f'{KINDS[tag]}@{owner}.{element.get("name")}'

    def to(self, operator, text=None):
        target = self.targets[operator.doc]
        return f'[{text}][{target}]' if text else f'[{target}]'


def page(title, slug, paragraphs):
    return f'Title: {title}\nSlug: {slug}\n\n# {title}\n\n' + '\n\n'.join(paragraphs) + '\n'


def gallery(catalogue, links):
    yield ('Every stream, drawn. Time goes from left to right, a line is a stream, a marble an item, a bar the completion and a '
           'cross an error. Above a box is what comes in, below it what comes out. Items in one frame come at the same time, '
           'from top to bottom. A hook at the end of a line says that the stream is released there, a tick at its '
           'beginning that it is subscribed to, where this is not the same for all.')
    yield ('The pictures are tests: the library is given what stands above each box and has to bring what stands below. '
           'All names are in [an alphabetical list](operator-names.html); if you know what you want, '
           '[“Which operator?”](which-operator.html) knows its name.')
    for family in catalogue.families:
        operators = catalogue.of(family['name'])
        if operators:
            yield f'## {family["title"]}'
        for operator in operators:
            yield f'### {links.to(operator, operator.title)}'
            yield operator.summary
            for picture in operator.pictures:
                yield f'![{picture.code}]({picture.id}.svg)'


def names(catalogue, links):
    yield ('Where a library has the same thing under several names, each is listed; a dash means that it has none or makes it '
           'of other ones. Names of methods are given as they are written there.')
    rows = [f'| rx-glib | {" | ".join(marbles.LIBRARIES)} |', '| --- ' * (1 + len(marbles.LIBRARIES)) + '|']
    for operator in sorted(catalogue.operators, key=lambda operator: operator.title.lower()):
        cells = [', '.join(f'`{name}`' for name in operator.elsewhere.get(library, [])) or '–'
                 for library in marbles.LIBRARIES]
        rows.append(f'| {links.to(operator, operator.title)} | {" | ".join(cells)} |')
    yield '## From here to elsewhere'
    yield '\n'.join(rows)

    yield '## From elsewhere to here'
    back = {}
    for operator in catalogue.operators:
        for library, elsewhere in operator.elsewhere.items():
            for name in elsewhere:
                back.setdefault(name, {}).setdefault(operator.name, (operator, []))[1].append(library)
    rows = ['| name | in | here it is |', '| --- | --- | --- |']
    for name in sorted(back, key=lambda name: (name.lower(), name)):
        for operator, libraries in back[name].values():
            libraries = [library for library in marbles.LIBRARIES if library in libraries]
            rows.append(f'| `{name}` | {", ".join(libraries)} | {links.to(operator, operator.title)} |')
    yield '\n'.join(rows)


def questions(catalogue, links):
    yield ('Start with the line that says what you have, and go down. Each name leads to its page; the '
           '[gallery](marble-gallery.html) shows them all.')
    tree = {question: {} for question in catalogue.questions}
    for operator in catalogue.operators:
        for path in operator.tree:
            branch = tree
            for step in path:
                branch = branch.setdefault(step, {})
            branch.setdefault(None, []).append(operator)

    def leaves(branch):
        return ', '.join(links.to(operator, operator.title) for operator in branch.get(None, []))

    def walk(branch, depth):
        for step, below in branch.items():
            if step is None:
                continue
            found = leaves(below)
            yield '    ' * depth + f'* {step}' + (f': {found}' if found else '')
            yield from walk(below, depth + 1)

    for question, branch in tree.items():
        found = leaves(branch)
        yield f'## {question} …'
        yield '\n'.join([f'* {found}'] * bool(found) + list(walk(branch, 0)))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('template', type=pathlib.Path, help='the configuration, with @PICTURES@ where they belong')
    parser.add_argument('catalogue', type=pathlib.Path)
    parser.add_argument('gir', type=pathlib.Path)
    parser.add_argument('configuration', type=pathlib.Path, help='what to write; all else goes beside it')
    args = parser.parse_args()

    catalogue, links = marbles.Catalogue(args.catalogue), Links(args.gir)
    folder = args.configuration.parent
    for slug, title, make in (
            ('marble-gallery', 'Marble gallery', gallery),
            ('operator-names', 'Names, here and elsewhere', names),
            ('which-operator', 'Which operator?', questions)):
        (folder / f'{slug}.md').write_text(page(title, slug, make(catalogue, links)), encoding='utf-8')
    for picture in catalogue.pictures():
        (folder / f'{picture.id}.svg').write_text(draw_marbles.Drawing(picture).draw('auto'), encoding='utf-8')

    pictures = ''.join(f'"{picture.id}.svg", ' for picture in catalogue.pictures())
    text = args.template.read_text(encoding='utf-8').replace('@PICTURES@', pictures)
    args.configuration.write_text(text, encoding='utf-8')


if __name__ == '__main__':
    main()
