# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""docs/operators.toml is whole: each function that makes a stream stands in it, with pictures that can be drawn."""

import importlib
import pathlib
import re
import sys
import unittest
import xml.etree.ElementTree

SOURCE = pathlib.Path(sys.argv.pop(1))
HEADERS = [pathlib.Path(sys.argv.pop()) for _ in range(len(sys.argv) - 1)]
sys.path.insert(0, str(SOURCE / 'docs'))

draw_marbles = importlib.import_module('draw-marbles')
marbles = importlib.import_module('marbles')

SVG = '{http://www.w3.org/2000/svg}'

# Functions that give a stream which was there before.
GETTERS = re.compile(r'_get_')


def functions(kinds='Observable|Subject'):
    """The functions of the headers that make an observable or a subject."""
    for path in HEADERS:
        text = re.sub(r'/\*.*?\*/', '', path.read_text(encoding='utf-8'), flags=re.S)
        for match in re.finditer(rf'^RX_AVAILABLE_IN_\w+\nRx\w*(?:{kinds}) +\*(rx_\w+) *\(', text, re.M):
            if not GETTERS.search(match[1]):
                yield match[1]


class CatalogueTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.catalogue = marbles.Catalogue(SOURCE / 'docs/operators.toml')

    def test_every_function(self):
        names = [operator.name for operator in self.catalogue.operators]
        built = list(functions())
        self.assertGreater(len(built), 25)
        self.assertEqual(sorted(names), sorted(built), 'operators.toml and the headers differ')

    def test_every_function_is_drawn_and_found(self):
        for operator in self.catalogue.operators:
            self.assertTrue(operator.pictures, f'{operator.name} has no picture')
            self.assertTrue(operator.tree, f'no question leads to {operator.name}')
            self.assertRegex(operator.summary, r'^[A-Z][^\n]*\.$', operator.name)

    def test_every_scheduler_is_on_its_page(self):
        page = (SOURCE / 'docs/threads.md').read_text(encoding='utf-8')
        names = [name.removeprefix('rx_scheduler_') for name in functions('Scheduler')]
        self.assertGreater(len(names), 4)
        for name in names:
            self.assertRegex(page, rf'\[(?:func|ctor)@Rx\.Scheduler\.{name}\]')

    def test_strings(self):
        for picture in self.catalogue.pictures():
            symbols = {event.symbol for row in [*picture.ins, *picture.outs] for event in row.events
                       if event.kind == 'item'}
            self.assertEqual(set(picture.values) - symbols, set(), f'{picture.id}: values of nothing')
            self.assertEqual(set(picture.origin) - symbols, set(), f'{picture.id}: origin of nothing')
            for row in [*picture.ins, *picture.outs]:
                kinds = [event.kind for event in row.events]
                ends = [i for i, kind in enumerate(kinds) if kind != 'item']
                self.assertIn(ends, ([], [len(kinds) - 1]), f'{picture.id}: {row.text} goes on behind its end')

    def test_parse(self):
        def times(text):
            return [(event.time, event.symbol) for event in marbles.parse(text).events]
        self.assertEqual(times('-a-(bc|)'), [(1, 'a'), (3, 'b'), (3, 'c'), (3, '|')])
        self.assertEqual(times('(ab)c#'), [(0, 'a'), (0, 'b'), (4, 'c'), (5, '#')])
        self.assertEqual(times('10ms a 9ms b 1s |'), [(10, 'a'), (20, 'b'), (1021, '|')])
        self.assertEqual(times(' -- a '), [(2, 'a')])
        self.assertEqual(marbles.parse('--^-!').at('unsubscribed'), 4)
        for wrong in ('(a', 'a)', '((a))', 'a?b'):
            with self.assertRaises(ValueError, msg=wrong):
                marbles.parse(wrong)

    def test_drawing(self):
        for picture in self.catalogue.pictures():
            for theme in ('auto', 'light', 'dark'):
                drawing = draw_marbles.Drawing(picture)
                root = xml.etree.ElementTree.fromstring(drawing.draw(theme))
                _, _, width, height = map(float, root.get('viewBox').split())
                self.assertEqual((root.find(f'{SVG}title').text, bool(root.find(f'{SVG}desc').text)),
                                 (picture.code, True), picture.id)
                self.assertLessEqual(float(root.get('width')), draw_marbles.WIDTH, picture.id)
                # nothing sticks out
                boxes = [(shape, *(float(shape.get(key)) for key in ('x', 'y', 'width', 'height')))
                         for shape in root.iter(f'{SVG}rect')]
                for _, x, y, w, h in boxes:
                    self.assertTrue(x >= 0 and y >= 0 and x + w <= width and y + h <= height, f'{picture.id}: {x} {y}')
                # and no item lies on another
                items = [box for box in boxes if box[0].get('class') is None]
                for i, (_, x, y, w, h) in enumerate(items):
                    for _, x2, y2, w2, h2 in items[:i]:
                        self.assertTrue(x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y, picture.id)

    def test_what_makes_no_picture(self):
        operator = {'name': 'rx_observable_x', 'family': 'utility', 'summary': 'X.'}
        for wrong in ({'box': 'x', 'out': '(a'}, {'box': 'x', 'out': 'a', 'wrong': 1},
                      {'box': 'x', 'out': 'a', 'in': ['a', 'b'], 'subs': [['^']]}, {'box': 'x', 'out': 'a', 'at': []}):
            with self.assertRaises(ValueError, msg=wrong):
                marbles.Operator({**operator, 'picture': [wrong]})


if __name__ == '__main__':
    unittest.main()
