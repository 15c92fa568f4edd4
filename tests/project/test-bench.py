# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""The harness of the benchmarks measures, computes and prints what it says, and a consumer that loses items fails it."""

import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

HARNESS, RX_PROGRAM, GLIB_PROGRAM = sys.argv[1:4]
del sys.argv[1:4]

if importlib.util.find_spec('scipy') is None:
    print('scipy is not installed')
    sys.exit(77)

sys.path.insert(0, str(pathlib.Path(HARNESS).parent))
import results  # noqa: E402
import workloads  # noqa: E402

TINY = ('--quick', '--warm-up=0', '--iterations=3', '--time=0.005', '--cpus=1')


def run(*args, rx_program=RX_PROGRAM):
    return subprocess.run([sys.executable, HARNESS, '--rx-program', rx_program, '--glib-program', GLIB_PROGRAM, *args],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8', check=False)


class Harness(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.json = str(pathlib.Path(folder.name, 'results.json'))

    def measured(self, *args):
        done = run(*TINY, '--json', self.json, *args)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.json, encoding='utf-8') as file:
            return done, json.load(file)

    def test_one_cell(self):
        done, found = self.measured('--filter=^observe-on/computation/range 100 ')
        self.assertEqual([set(result) for result in found],
                         [{'workload', 'size', 'impl', 'cpus', 'median', 'min', 'max', 'error', 'unit'}])
        result, = found
        self.assertEqual([result[key] for key in ('workload', 'size', 'impl', 'cpus', 'unit')],
                         ['observe-on/computation/range', 100, 'rx-glib', 1, 'ops/s'])
        self.assertTrue(0 < result['min'] <= result['median'] <= result['max'])
        self.assertGreaterEqual(result['error'], 0)
        head, line = done.stdout.splitlines()
        self.assertIn('median', head)
        self.assertRegex(line, r'^observe-on/computation/range +100 +1 +rx-glib +[\d.]+ ')
        self.assertIn('[1/1] observe-on/computation/range 100 rx-glib 1 CPU: ', done.stderr)

    def test_peer_by_hand(self):
        done, found = self.measured('--peers=glib', '--filter=tasks/1-producer')
        self.assertEqual([result['impl'] for result in found], ['rx-glib', 'glib-thread-pool'])
        self.assertRegex(done.stdout.splitlines()[1], r'tasks/s +\d+\.\d\d × glib-thread-pool$')

        made = run('--markdown', self.json)
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertIn('**tasks/1-producer**, in tasks/s\n', made.stdout)
        self.assertRegex(made.stdout, r'\| 100,000 \| 1 \| [\d.]+ M? .*\| \d+\.\d\d × \|\n?$')

    def test_tables_in_a_page(self):
        page = pathlib.Path(self.json).with_name('page.md')
        self.measured('--filter=tasks/1-producer')
        page.write_text('before\n<!-- tables -->\nold\n<!-- /tables -->\nafter\n', encoding='utf-8')
        self.assertEqual(run('--markdown', self.json, '--page', str(page)).returncode, 0)
        self.assertRegex(page.read_text(encoding='utf-8'), r'(?s)^before\n<!-- tables -->\n\n'
                         r'\*\*tasks/1-producer\*\*, in tasks/s\n\n\| size .*\|\n\n<!-- /tables -->\nafter\n$')
        page.write_text('nothing', encoding='utf-8')
        self.assertEqual(run('--markdown', self.json, '--page', str(page)).returncode, 1)

    def test_lost_item(self):
        done = run(*TINY, '--self-test', '--json', self.json)
        self.assertEqual(done.returncode, 1)
        self.assertIn('FAILED: faulty/one-short: the consumer counted 9 instead of 10', done.stderr)
        with open(self.json, encoding='utf-8') as file:
            self.assertEqual(json.load(file), [])

    def test_program_without_scores(self):
        done = run(*TINY, '--filter=tasks/1-producer', rx_program='true')
        self.assertEqual(done.returncode, 1)
        self.assertIn('FAILED: 0 scores instead of 3', done.stderr)

    def test_nonsense(self):
        self.assertIn('there is no peer rxjava9', run('--peers=rxjava9').stderr)
        self.assertEqual(run('--cpus=0').returncode, 2)
        self.assertEqual(run('--filter=no such workload').returncode, 1)

    def test_every_cell_is_known_to_its_program(self):
        for workload in workloads.WORKLOADS:
            for impl, name in workload.impls.items():
                if impl.startswith('rxjava3') or workload.hidden:
                    continue
                program = GLIB_PROGRAM if impl.startswith('glib') and impl != 'glib-sequence' else RX_PROGRAM
                done = subprocess.run([program, name, str(workload.sizes[0]), '--warm-up=0', '--iterations=1', '--time=0'],
                                      stdout=subprocess.PIPE, encoding='utf-8', check=False)
                self.assertEqual(done.returncode, 0, name)
                self.assertGreater(float(done.stdout), 0)


class Results(unittest.TestCase):
    RATE = workloads.Workload('rate', 'ops/s', (1,), (1,))
    COST = workloads.Workload('cost', 'ns/task', (1,), (1,), operation=1000)

    def test_statistics(self):
        made = results.make(self.RATE, 1, 'rx-glib', 2, [5, 1, 2, 4, 3])
        self.assertEqual((made['median'], made['min'], made['max']), (3, 1, 5))
        # t of 4 degrees of freedom is 8.610 in every table; the deviation is √2.5
        self.assertAlmostEqual(made['error'], 8.610 * 2.5 ** 0.5 / 5 ** 0.5, delta=0.001)
        self.assertIsNone(results.error_of_mean([1]))

    def test_units(self):
        self.assertEqual(self.RATE.value(7, 1), 7)
        self.assertEqual(self.COST.value(10, 1), 100000)

    def test_ratios(self):
        def ratio(workload, ours, *theirs):
            made = [results.make(workload, 1, impl, 1, [value, value])
                    for impl, value in zip(('rx-glib', 'a', 'b'), (ours, *theirs))]
            (*_, unit, cells), = results.rows(made)
            return results.ratio(cells, unit)

        self.assertEqual(ratio(self.RATE, 8, 2, 4), 2)
        self.assertEqual(ratio(self.COST, 8, 2, 4), 0.25)
        self.assertIsNone(ratio(self.RATE, 8))

    def test_numbers(self):
        for value, text in ((0.1234, '0.123'), (9.5, '9.50'), (999, '999'), (999.9, '1.00 k'), (12345, '12.3 k'),
                            (2.5e6, '2.50 M'), (None, '')):
            self.assertEqual(results.number(value), text)


if __name__ == '__main__':
    unittest.main()
