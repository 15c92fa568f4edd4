# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""Writes what the override for GJS has to know about every function: which arguments and results are items, functions,
numbers and errors. It is read from the GIR, so that a new function needs nothing by hand.

Usage: gjs-signatures.py GIR OUTPUT
"""

import json
import sys
import xml.etree.ElementTree

CORE = '{http://www.gtk.org/introspection/core/1.0}'
C = '{http://www.gtk.org/introspection/c/1.0}'
GLIB = '{http://www.gtk.org/introspection/glib/1.0}'

INTEGERS = {
    'gint': 'int32', 'guint': 'uint32', 'gint32': 'int32', 'guint32': 'uint32', 'gint64': 'int64', 'guint64': 'uint64',
    'glong': 'int64', 'gulong': 'uint64', 'gsize': 'uint64', 'gssize': 'int64', 'GLib.TimeSpan': 'span',
}


class Namespace:
    def __init__(self, root):
        self.node = root.find(f'{CORE}namespace')
        self.callbacks = {node.get('name') for node in self.node.findall(f'{CORE}callback')}
        self.classes = {node.get('name') for kind in ('class', 'interface', 'record')
                        for node in self.node.findall(f'{CORE}{kind}')}
        self.enums = {node.get('name') for kind in ('enumeration', 'bitfield')
                      for node in self.node.findall(f'{CORE}{kind}')}

    def kind(self, node):
        """The kind of an argument or result; '' for what GJS may see to by itself."""
        array = node.find(f'{CORE}array')
        if array is not None:
            inner = array.find(f'{CORE}type').get('name')
            return {'GObject.Value': 'values', 'Observable': 'observables'}.get(inner, '')
        name = node.find(f'{CORE}type').get('name').removeprefix('Rx.')
        if name in self.callbacks:
            return name
        if name in self.enums:
            return 'enum'
        if name in INTEGERS:
            return INTEGERS[name]
        return {'GObject.Value': 'value', 'GLib.Error': 'error', 'List': 'list', 'Observable': 'observable',
                'Observer': 'observer', 'gboolean': 'boolean', 'gunichar': 'character', 'MarbleTable': 'table',
                'none': 'none'}.get(name, '')

    def arguments(self, node):
        """Those that JavaScript sees, and whether one of them is a result by reference."""
        parameters = node.findall(f'{CORE}parameters/{CORE}parameter')
        hidden = set()
        for parameter in [*parameters, node.find(f'{CORE}return-value')]:
            array = parameter.find(f'{CORE}array')
            if array is not None and array.get('length') is not None:
                hidden.add(int(array.get('length')))
            if parameter.get('destroy') is not None:
                hidden.add(int(parameter.get('destroy')))
            if parameter.get('closure') is not None:
                hidden.add(int(parameter.get('closure')))
        shown = [parameter for i, parameter in enumerate(parameters) if i not in hidden]
        into = [parameter for parameter in shown if parameter.get('direction') != 'out']
        out = [parameter for parameter in shown if parameter.get('direction') == 'out']
        return into, out

    def result(self, node, out):
        if out:
            return self.kind(out[0])
        return self.kind(node.find(f'{CORE}return-value'))

    def callback(self, node):
        # a callback does not say which argument is its user data; it is called so everywhere
        into, out = self.arguments(node)
        into = [parameter for parameter in into if parameter.get('name') != 'user_data']
        return {'args': [self.kind(parameter) for parameter in into], 'result': self.result(node, out),
                'throws': node.get('throws') == '1' or any(self.is_error(parameter) for parameter in out)}

    @staticmethod
    def is_error(parameter):
        return parameter.find(f'{CORE}type').get('name') == 'GLib.Error'

    def function(self, node):
        into, out = self.arguments(node)
        optional = [parameter.get('nullable') == '1' or parameter.get('allow-none') == '1' for parameter in into]
        result = '' if node.tag == f'{CORE}constructor' else self.result(node, out)
        returned = node.find(f'{CORE}return-value')
        kind = returned.find(f'{CORE}type')
        # what never returns null unless it has refused an argument
        must = kind is not None and kind.get('name').removeprefix('Rx.') in self.classes and returned.get('nullable') != '1'
        return {'args': [self.kind(parameter) + ('?' if null else '') for parameter, null in zip(into, optional)],
                'names': [parameter.get('name') for parameter in into],
                'result': result, 'must': must}

    def members(self, node):
        found = {'methods': {}, 'statics': {}}
        for kind, place in (('method', 'methods'), ('function', 'statics'), ('constructor', 'statics')):
            for function in node.findall(f'{CORE}{kind}'):
                if function.get('introspectable') == '0' or function.get('shadowed-by'):
                    continue
                found[place][function.get('shadows') or function.get('name')] = self.function(function)
        found['implements'] = [i.get('name') for i in node.findall(f'{CORE}implements') if '.' not in i.get('name')]
        return found

    def table(self):
        classes = {}
        for kind in ('interface', 'class', 'record'):
            for node in self.node.findall(f'{CORE}{kind}'):
                if node.get(f'{GLIB}is-gtype-struct-for') is None and node.get('introspectable') != '0':
                    classes[node.get('name')] = self.members(node)
        return {'callbacks': {node.get('name'): self.callback(node)
                              for node in self.node.findall(f'{CORE}callback')},
                'classes': classes,
                'functions': self.members(self.node)['statics']}


def main():
    table = Namespace(xml.etree.ElementTree.parse(sys.argv[1]).getroot()).table()
    with open(sys.argv[2], 'w', encoding='utf-8') as file:
        file.write('/* Made by gjs-signatures.py. */\n\n/* exported signatures */\n\n')
        file.write(f'var signatures = {json.dumps(table, indent=1)};\n')


main()
