# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""Every rule of schedulers has a test that bears its number, or docs/architecture.md says why it has none. The tests are those
that the programs list."""

import collections
import pathlib
import re
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(sys.argv[1]).absolute()
PROGRAMS = sys.argv[2:]
del sys.argv[1:]

RULES = [f'S{n}' for n in range(1, 31)] + ['B13', 'B14', 'B15', 'B25']
# B and three figures is a case that somebody has reported.
NUMBER = re.compile(r'(?<![A-Za-z0-9])(S\d{1,2}|B\d{2})(?=-)')
CONTRACT = re.compile(r'/schedulers/contract/([^/]+)/(.+)')


class Rules(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.tests = collections.defaultdict(list)
        cls.kinds = collections.defaultdict(set)
        for program in PROGRAMS:
            listed = subprocess.run([program, '-l'], stdout=subprocess.PIPE, encoding='utf-8', check=True).stdout
            for path in listed.splitlines():
                for number in NUMBER.findall(path):
                    cls.tests[number].append(path)
                if found := CONTRACT.fullmatch(path):
                    cls.kinds[found[1]].add(found[2])
        text = (SOURCE / 'docs' / 'architecture.md').read_text(encoding='utf-8')
        cls.rows = dict(re.findall(r'^\| ([SB]\d+) \| (.*) \|$', text, re.M))

    def nothing(self, faults):
        self.assertEqual('\n'.join(faults), '')

    def test_rows(self):
        self.assertEqual(list(self.rows), RULES)

    def test_tested(self):
        faults = []
        for rule in RULES:
            reason = re.search(r'No test: (.+)', self.rows.get(rule, ''))
            print(f'# {rule}: {len(self.tests[rule])} tests' + (f' ({reason[1]})' if reason else ''))
            if not self.tests[rule] and not reason:
                faults.append(f'{rule}: no test, and no reason')
            if self.tests[rule] and reason:
                faults.append(f'{rule}: {self.tests[rule]}, and a reason for having none')
        self.nothing(faults)

    def test_numbers(self):
        self.nothing(f'{number} is no rule: {paths}' for number, paths in self.tests.items() if number not in RULES and paths)

    def test_kinds(self):
        """The whole contract is run by each kind of scheduler."""
        self.assertGreater(len(self.kinds), 10)
        everything = set().union(*self.kinds.values())
        self.nothing(f'{kind}: not {sorted(everything - tests)}' for kind, tests in self.kinds.items() if everything != tests)


if __name__ == '__main__':
    unittest.main(verbosity=0)
