# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""The GIR is made without a warning, and what it says suits the languages."""

import ast
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

SOURCE, BUILD, GIR = (pathlib.Path(arg).absolute() for arg in sys.argv[1:4])
del sys.argv[1:4]

CORE = '{http://www.gtk.org/introspection/core/1.0}'
C = '{http://www.gtk.org/introspection/c/1.0}'

# What every GObject has: a method of that name would hide it.
OBJECT_METHODS = set('''bind_property connect connect_after disconnect emit force_floating freeze_notify get_data
    get_property handler_block handler_unblock notify ref ref_sink replace_data run_dispose set_data set_property
    stop_emission thaw_notify unref watch_closure weak_ref'''.split())


class Gir(unittest.TestCase):
    def setUp(self):
        self.root = xml.etree.ElementTree.parse(GIR).getroot()
        self.namespace = self.root.find(f'{CORE}namespace')

    def functions(self):
        for kind in ('method', 'function', 'constructor'):
            yield from self.namespace.iter(f'{CORE}{kind}')

    def test_scanner(self):
        ninja = next((program for program in ('ninja', 'ninja-build', 'samu') if shutil.which(program)), None)
        done = subprocess.run([ninja, '-C', BUILD, '-t', 'commands', GIR.relative_to(BUILD)],
                              stdout=subprocess.PIPE, encoding='utf-8', check=False)
        commands = [line for line in done.stdout.splitlines() if 'g-ir-scanner' in line]
        if done.returncode != 0 or not commands:
            self.skipTest('ninja does not tell how the GIR is made')
        command = shlex.split(commands[-1])
        with tempfile.TemporaryDirectory() as folder:
            command[command.index('--output') + 1] = os.path.join(folder, GIR.name)
            done = subprocess.run([*command, '--warn-error'], cwd=BUILD, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, encoding='utf-8', check=False)
        self.assertEqual((done.returncode, done.stdout), (0, ''))

    def test_skipped_on_purpose(self):
        text = ''.join(path.read_text(encoding='utf-8') for path in (SOURCE / 'rx-glib').rglob('*.[ch]'))
        skipped = set(re.findall(r'^ \* (rx_\w+): .*\(skip\)', text, re.M))
        left_out = {function.get(f'{C}identifier') for function in self.functions()
                    if function.get('introspectable') == '0'}
        self.assertEqual(left_out - skipped, set())

    def test_names(self):
        for method in self.namespace.iter(f'{CORE}method'):
            if method.get('introspectable') != '0' and f'{CORE}class' == self.parent(method).tag:
                self.assertNotIn(method.get('name'), OBJECT_METHODS, method.get(f'{C}identifier'))

    def parent(self, element):
        return next(parent for parent in self.namespace if element in parent)

    def test_one_callback_and_last(self):
        """Two or three in one function crash or leak in one language or another, and PyGObject wants it last."""
        callbacks = {callback.get('name') for callback in self.namespace.iter(f'{CORE}callback')}
        for function in self.functions():
            if function.get('introspectable') == '0':
                continue
            name = function.get(f'{C}identifier')
            parameters = function.findall(f'{CORE}parameters/{CORE}parameter')
            types = [parameter.find(f'{CORE}type') for parameter in parameters]
            places = [i for i, kind in enumerate(types) if kind is not None and kind.get('name') in callbacks]
            if not places:
                continue
            self.assertEqual(len(places), 1, name)
            callback = parameters[places[0]]
            self.assertEqual(places[0], len(parameters) - 3, name)
            self.assertEqual((callback.get('scope'), callback.get('closure'), callback.get('destroy')),
                             ('notified', str(places[0] + 1), str(places[0] + 2)), name)

    def test_functions_of_the_user(self):
        for callback in self.namespace.findall(f'{CORE}callback'):
            names = [p.get('name') for p in callback.findall(f'{CORE}parameters/{CORE}parameter')]
            self.assertIn('user_data', names, callback.get('name'))
            results = [p for p in callback.findall(f'{CORE}parameters/{CORE}parameter') if p.get('name') == 'result']
            for result in results:
                self.assertEqual((result.get('direction'), result.get('caller-allocates')), ('out', '1'),
                                 callback.get('name'))
                self.assertEqual(callback.get('throws'), '1', callback.get('name'))

    def test_virtual_functions(self):
        """A task that is kept has to be given away, and functions cannot be passed at all."""
        callbacks = {callback.get('name') for callback in self.namespace.iter(f'{CORE}callback')}
        for method in self.namespace.iter(f'{CORE}virtual-method'):
            for parameter in method.findall(f'{CORE}parameters/{CORE}parameter'):
                kind = parameter.find(f'{CORE}type').get('name')
                self.assertNotIn(kind, callbacks, method.get('name'))
                if kind == 'Task':
                    self.assertEqual(parameter.get('transfer-ownership'), 'full', method.get('name'))

    def test_spans(self):
        """The typelib has a number where the GIR has a GTimeSpan: the override for Python tells them by their names."""
        text = (SOURCE / 'introspection/gi/overrides/Rx.py').read_text(encoding='utf-8')
        known = set(ast.literal_eval(re.search(r'^_SPANS = frozenset\((.*)\)$', text, re.M).group(1)))
        spans, numbers = set(), set()
        for function in self.functions():
            for parameter in function.findall(f'{CORE}parameters/{CORE}parameter'):
                kind = parameter.find(f'{CORE}type')
                if kind is not None and kind.get('name') == 'GLib.TimeSpan':
                    spans.add(parameter.get('name'))
                elif kind is not None and re.fullmatch(r'gu?int\d*', kind.get('name', '')):
                    numbers.add(parameter.get('name'))
        if GIR.name == 'Rx-1.0.gir':    # the test kit has no override
            self.assertEqual(spans - known, set())
        self.assertEqual(numbers & known, set())

    def test_head(self):
        name, header, package = {
            'Rx-1.0.gir': ('Rx', 'rx-glib/rx.h', 'rx-glib-1.0'),
            'RxTesting-1.0.gir': ('RxTesting', 'rx-glib/rx-testing.h', 'rx-glib-testing-1.0'),
        }[GIR.name]
        self.assertEqual(self.root.find(f'{C}include').get('name'), header)
        self.assertEqual(self.root.find(f'{CORE}package').get('name'), package)
        self.assertEqual((self.namespace.get('name'), self.namespace.get('version')), (name, '1.0'))


if __name__ == '__main__':
    unittest.main()
