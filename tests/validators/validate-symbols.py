# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""What the library exports, what its headers declare, what the GIR promises and what the list of symbols says is one set.

The list is there so that a symbol comes or goes on purpose. With --update it is written anew.
"""

import pathlib
import re
import subprocess
import sys
import unittest
import xml.etree.ElementTree

UPDATE = '--update' in sys.argv
if UPDATE:
    sys.argv.remove('--update')
SYMBOLS, NM, LIBRARY, GIR = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4]
HEADERS = [pathlib.Path(header) for header in sys.argv[5:]]
del sys.argv[1:]

C = '{http://www.gtk.org/introspection/c/1.0}'
GLIB = '{http://www.gtk.org/introspection/glib/1.0}'

# Exported for the test kit, which is built with the library and of the same version.
INNER = '_rx_'


def exported():
    done = subprocess.run([NM, '-D', '--defined-only', LIBRARY], stdout=subprocess.PIPE, encoding='utf-8', check=True)
    return {line.split()[-1] for line in done.stdout.splitlines()}


def declared():
    symbols = set()
    for header in HEADERS:
        text = re.sub(r'/\*.*?\*/', '', header.read_text(encoding='utf-8'), flags=re.S)
        symbols |= set(re.findall(r'RX_AVAILABLE_IN_\w+\s[\w\s*]*?\b(rx_\w+)\s*\(', text))
        for found in re.finditer(r'RX_AVAILABLE_IN_\w+\s+G_DECLARE_(?:\w+_TYPE|INTERFACE) \(\w+, (\w+),', text):
            symbols.add(f'{found[1]}_get_type')
    return symbols


class Symbols(unittest.TestCase):
    maxDiff = None

    def test_exported_is_declared(self):
        self.assertEqual({symbol for symbol in exported() if not symbol.startswith(INNER)}, declared())

    def test_list(self):
        path = pathlib.Path(SYMBOLS)
        public = sorted(symbol for symbol in exported() if not symbol.startswith(INNER))
        if UPDATE:
            path.write_text('\n'.join(public) + '\n', encoding='utf-8')
        known = path.read_text(encoding='utf-8').split()
        self.assertEqual(known, sorted(known), 'the list is sorted')
        self.assertEqual(sorted(set(public) - set(known)), [], 'not in the list yet')
        self.assertEqual(sorted(set(known) - set(public)), [], 'in the list, but gone')

    def test_gir_resolves(self):
        symbols = exported()
        root = xml.etree.ElementTree.parse(GIR).getroot()
        promised = {element.get(name) for element in root.iter() for name in (f'{C}identifier', f'{GLIB}get-type')
                    if not element.tag.endswith('}function-macro')}
        promised = {name for name in promised if name and name.startswith('rx_')}
        self.assertGreater(len(promised), 50)
        self.assertEqual(sorted(promised - symbols), [])


if __name__ == '__main__':
    unittest.main(verbosity=0)
