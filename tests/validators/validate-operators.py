# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""An operator is finished when it has its law, its test, its languages and its documentation; and how much of the catalogue is
built."""

import collections
import pathlib
import re
import sys
import tomllib
import unittest
import xml.etree.ElementTree

SOURCE = pathlib.Path(sys.argv[1]).absolute()
GIR = pathlib.Path(sys.argv[2]).absolute()
del sys.argv[1:3]

CORE = '{http://www.gtk.org/introspection/core/1.0}'
C = '{http://www.gtk.org/introspection/c/1.0}'

# Headers of which each function that returns an observable is an operator.
FAMILIES = sorted((SOURCE / 'rx-glib').glob('rx-observable-*.h'))

# What the documentation of an operator has to speak of, and how that is told.
SECTIONS = {
    'what comes out when the source completes': r'complet|\bends?\b|never ends|endless',
    'errors': r'error|fail',
    'demand or buffering': r'demand|buffer|asked for|request|queue',
    'where it runs': r'thread|context|scheduler|runs? on|worker|inside the (?:call|request)',
}


def read(pattern, folder):
    return {path: path.read_text(encoding='utf-8') for path in sorted((SOURCE / folder).glob(pattern))
            if path.is_file()}


def calls(function):
    """An expression for a call of it from C."""
    short = function.removeprefix('rx_observable_')
    return re.compile(rf'\b{function} ?\(|\brx_then \([^,]+, {short}\b')


class Operators(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        text = ''.join(re.sub(r'/\*.*?\*/', '', header.read_text(encoding='utf-8'), flags=re.S) for header in FAMILIES)
        cls.operators = re.findall(r'\bRxObservable\s*\*\s*(rx_observable_\w+)', text)
        cls.sources = read('**/*.c', 'rx-glib')
        cls.docs = {}
        for path, source in cls.sources.items():
            for found in re.finditer(r'/\*\*\n \* (rx_\w+):.*?\*/', source, re.S):
                cls.docs[found[1]] = (path, re.sub(r'^ \* ?', '', found[0], flags=re.M))
        cls.root = xml.etree.ElementTree.parse(GIR).getroot()
        cls.names = {}
        for element in cls.root.iter():
            function = element.get(f'{C}identifier')
            if function and element.get('introspectable') != '0':
                cls.names[function] = element.get('name')
        for element in cls.root.iter():
            if element.get('shadows'):
                cls.names[element.get(f'{C}identifier')] = element.get('shadows')

    def nothing(self, faults):
        self.assertEqual('\n'.join(faults), '')

    def test_there_are_some(self):
        self.assertGreater(len(self.operators), 25)

    def test_law(self):
        registry = ''.join(read('rx-law-registry*.c', 'tests/laws').values())
        self.nothing(function for function in self.operators if not calls(function).search(registry))

    def test_own_test(self):
        faults = []
        for function in self.operators:
            folder = self.docs[function][0].parent.name
            tests = ''.join(read('test-*.c', f'tests/{folder}').values())
            if not calls(function).search(tests):
                faults.append(f'{function}: no test in tests/{folder}')
        self.nothing(faults)

    def test_languages(self):
        faults = []
        for suffix in ('py', 'js', 'vala'):
            text = ''.join(read(f'test-*.{suffix}', 'introspection/tests').values())
            for function in self.operators:
                name = self.names.get(function)
                if name is not None and not re.search(rf'\.{name}_? ?\(', text):
                    faults.append(f'{suffix}: {name}')
        self.nothing(faults)

    def test_documentation(self):
        faults = []
        for function in self.operators:
            text = self.docs[function][1]
            for section, words in SECTIONS.items():
                # a variant may lean on the function that it is a variant of
                if not re.search(words, text, re.I) and not re.search(r'\[(?:method|func|ctor)@Rx\.Observable\.\w+\]', text):
                    faults.append(f'{function}: nothing of {section}')
        self.nothing(faults)

    def test_documentation_of_all(self):
        faults = []
        for element in self.root.iter():
            function = element.get(f'{C}identifier')
            if element.tag not in (f'{CORE}function', f'{CORE}method', f'{CORE}constructor') or not function:
                continue
            text = self.docs.get(function, (None, ''))[1]
            if not text:
                if not function.endswith(('_get_type', '_')) and element.get('introspectable') != '0':
                    faults.append(f'{function}: no documentation')
                continue
            returns = element.find(f'{CORE}return-value/{CORE}type')
            if returns is not None and returns.get('name') != 'none' and 'Returns:' not in text:
                faults.append(f'{function}: no Returns:')
            if not re.search(r'^Since: \d+\.\d+$', text, re.M):
                faults.append(f'{function}: no Since:')
            summary = re.split(r'\n\s*\n', text.split('\n', 2)[2])
            if len(summary) < 2:
                faults.append(f'{function}: no text')
        self.nothing(faults)

    def test_pictures(self):
        marbles = tomllib.loads((SOURCE / 'docs' / 'operators.toml').read_text(encoding='utf-8'))
        known = set()
        for key, value in marbles.items():
            entries = value if isinstance(value, list) else [value]
            known |= {key} | {str(entry.get(word)) for entry in entries if isinstance(entry, dict)
                              for word in ('name', 'function', 'c_name') if word in entry}
        self.nothing(function for function in self.operators
                     if not {function, function.removeprefix('rx_observable_')} & known
                     and not re.search(r'_(?:full|with|many)$', function))

    def test_catalogue(self):
        lines = (SOURCE / 'tests' / 'validators' / 'catalogue.tsv').read_text(encoding='utf-8').splitlines()
        rows = [line.split('\t') for line in lines if not line.startswith('#')]
        self.assertEqual([row for row in rows if len(row) != 3 or row[2] not in '123'], [])
        wanted = {row[1] for row in rows}
        types = {element.get(f'{C}type') for element in self.root.iter()}
        built = {element.get(f'{C}identifier') for element in self.root.iter()} | types
        missing = collections.defaultdict(list)
        for family, name, tier in rows:
            if name not in built:
                missing[tier].append(f'{name.removeprefix("rx_observable_")} ({family})')
        for tier in '123':
            count = sum(row[2] == tier for row in rows)
            print(f'# tier {tier}: {count - len(missing[tier])} of {count} built; missing: {", ".join(missing[tier])}')
        # a name that is in no row is a variant of one that is
        strange = [function for function in self.operators if function not in wanted
                   and not any(function.startswith(f'{name}_') for name in wanted)]
        self.nothing(strange)


if __name__ == '__main__':
    unittest.main(verbosity=0)
