# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""The sources are laid out as CONTRIBUTING.md says."""

import pathlib
import re
import sys
import unittest

SOURCE = pathlib.Path(sys.argv.pop(1)).absolute()

MAX_LINES = 250                 # of code, comments and blank lines aside
MAX_COLUMNS = 120

# Longer ones, how long they may be, and why. A new one is a helper that is missing.
LONGER = {
    'rx-glib/core/rx-drain.c': (390, 'one gate, and every way through it'),
    'rx-glib/sources/rx-emitter-sink.c': (330, 'one gate, and every way through it'),
}

# Folders in which a file is an operator: one idea, its node and its sink.
OPERATOR_FOLDERS = ('sources', 'operators', 'combiners')

SPDX = re.compile(r'SPDX-License-Identifier: (?:LGPL-2\.1-or-later)\b.*\n.*SPDX-FileCopyrightText: 2026 The rx-glib authors')
COMMENT = re.compile(r'/\*.*?\*/', re.S)
ORDER = re.compile(r'relaxed|acquire|release|acq_rel|seq_cst')
DEFINITION = re.compile(r'^(?P<type>[a-zA-Z_][\w *]*)\n(?P<name>\w+) \((?P<args>[^;{]*)\)\n\{', re.M)


def blank_comments(text):
    return COMMENT.sub(lambda found: re.sub(r'[^\n]', ' ', found[0]), text)


def functions(text):
    """Of a C file: name, whether it is static, where it starts."""
    for found in DEFINITION.finditer(text):
        yield found['name'], 'static' in found['type'].split(), found.start()


class Sources(unittest.TestCase):
    maxDiff = None

    def each(self, folders, *suffixes):
        for folder in folders:
            for path in sorted((SOURCE / folder).rglob('*')):
                if path.suffix in suffixes and path.is_file() and '__pycache__' not in path.parts:
                    yield path, path.relative_to(SOURCE).as_posix(), path.read_text(encoding='utf-8')

    def library(self):
        yield from self.each(['rx-glib'], '.c', '.h')

    def operators(self):
        folders = [f'rx-glib/{folder}' for folder in OPERATOR_FOLDERS]
        for path, name, text in self.each(folders, '.c'):
            if 'RxNodeOps' in text:
                yield path, name, text

    def nothing(self, faults):
        self.assertEqual('\n'.join(faults), '')

    def test_licence(self):
        folders = ['rx-glib', 'tests', 'bench', 'introspection', 'docs/examples']
        self.nothing(name for _, name, text in self.each(folders, '.c', '.h', '.py', '.js', '.vala', '.sh')
                     if not SPDX.search(text[:400]))

    def test_length(self):
        faults, lengths = [], {}
        for _, name, text in self.library():
            lengths[name] = sum(1 for line in COMMENT.sub('', text).splitlines() if line.strip())
            if lengths[name] > LONGER.get(name, (MAX_LINES, ''))[0]:
                faults.append(f'{name}: {lengths[name]} lines of code')
        self.nothing(faults)
        self.nothing(f'{name}: no longer so long' for name in LONGER if lengths.get(name, 0) <= MAX_LINES)

    def test_lines(self):
        faults = []
        for _, name, text in self.each(['rx-glib', 'tests', 'bench', 'docs/examples'], '.c', '.h'):
            for i, line in enumerate(text.splitlines(), 1):
                if len(line) > MAX_COLUMNS:
                    faults.append(f'{name}:{i}: {len(line)} columns')
                if '\t' in line or line != line.rstrip():
                    faults.append(f'{name}:{i}: a tab, or blanks at the end')
            if not text.endswith('\n') or text.endswith('\n\n'):
                faults.append(f'{name}: ends in {text[-2:]!r}')
        self.nothing(faults)

    def test_headers(self):
        for _, name, text in self.library():
            if name.endswith('.h'):
                self.assertIn('#pragma once', text, name)

    def test_words(self):
        """goto jumps over what has to be released, volatile says nothing to other threads, fences nothing to tools."""
        faults = []
        for _, name, text in self.library():
            for word in re.finditer(r'\bgoto\b|(?<!_)\bvolatile\b|\batomic_\w*_fence\b|\bG_GNUC_CONST\b', blank_comments(text)):
                faults.append(f'{name}: {word[0]}')
        self.nothing(faults)

    def test_clock(self):
        """B008: nothing goes by a clock that somebody can put."""
        self.nothing(f'{name}: {found[0]}' for _, name, text in self.library() for found in re.finditer(
            r'\bg_get_real_time\b|\bg_date_time_new_now\w*|\bg_get_current_time\b|\bgettimeofday\b|\bCLOCK_REALTIME\b|\btime \(NULL\)',
            blank_comments(text)))

    def test_tables(self):
        """A table of functions is constant, and belongs to its file."""
        faults = []
        for _, name, text in self.library():
            for found in re.finditer(r'^(.*)\bRx\w+Ops (\w+)(?:\[\])? = \{', blank_comments(text), re.M):
                if found[1].strip() not in ('static const', 'const'):
                    faults.append(f'{name}: {found[2]}')
                if found[1].strip() == 'const' and not found[2].startswith('_rx_'):
                    faults.append(f'{name}: {found[2]} is neither static nor named _rx_…')
        self.nothing(faults)

    def test_designated(self):
        faults = []
        for _, name, text in self.library():
            for found in re.finditer(r'\bRx\w+Ops \w+ = \{\n(.*?)\n\};', blank_comments(text), re.M | re.S):
                for line in found[1].splitlines():
                    if not re.match(r'  \.\w+ = |  RX_\w+ \(|   |  \}', line) and line.strip():
                        faults.append(f'{name}: {line.strip()}')
        self.nothing(faults)

    def test_order_of_parts(self):
        """Sink and its table, node and its table, then what is public."""
        faults = []
        for _, name, text in self.operators():
            bare = blank_comments(text)
            sink = bare.find('static const RxSinkOps')
            node = bare.find('static const RxNodeOps')
            found = list(functions(bare))
            public = [start for function, static, start in found if not static and function.startswith('rx_')]
            if sink >= 0 and sink > node:
                faults.append(f'{name}: the table of the node stands before that of the sink')
            if not public:
                continue
            if node > public[0]:
                faults.append(f'{name}: a public function stands before the table of the node')
            static_after = [function for function, static, start in found if static and start > public[-1]]
            if static_after:
                faults.append(f'{name}: {static_after} behind the last public function')
        self.nothing(faults)

    def test_static_names(self):
        """What is static bears no prefix; but types do, and what GObject's macros name."""
        faults = []
        for _, name, text in self.library():
            if name.endswith('.h'):
                continue
            types = {re.sub(r'(?<!^)(?=[A-Z])', '_', found).lower() for found in re.findall(r'\b(Rx\w+)\b', text)}
            for function, static, _ in functions(blank_comments(text)):
                if static and function.startswith(('rx_', '_rx_')) and not any(
                        function.startswith(f'{prefix}_') for prefix in types):
                    faults.append(f'{name}: {function}')
                if not static and not function.startswith(('rx_', '_rx_')):
                    faults.append(f'{name}: {function} is not static')
        self.nothing(faults)

    def test_atomic_orders(self):
        """A weaker order than the strongest says why it does."""
        faults = []
        for _, name, text in self.library():
            lines = text.split('\n')
            for i, line in enumerate(lines):
                if 'memory_order_' not in line or line.startswith('#define'):
                    continue
                start = i
                while start > 0 and lines[start] != '{':
                    start -= 1
                while start > 0 and lines[start].strip():
                    start -= 1
                comments = ' '.join(COMMENT.findall('\n'.join(lines[start:i + 3])))
                if not ORDER.search(comments):
                    faults.append(f'{name}:{i + 1}: {line.strip()}')
        self.nothing(faults)

    def test_checks(self):
        """A public function that is handed anything looks at it before it goes on."""
        faults = []
        for _, name, text in self.library():
            if not name.endswith('.c'):
                continue
            bare = blank_comments(text)
            for found in DEFINITION.finditer(bare):
                if 'static' in found['type'].split() or not found['name'].startswith('rx_'):
                    continue
                doc = text[:found.start()].rpartition('/**')[2]
                pointers = [re.sub(r'\W*$', '', arg).split('*')[-1].strip() for arg in found['args'].split(',') if '*' in arg]
                body = bare[found.end():bare.index('\n}\n', found.end())]
                for pointer in pointers[:1]:
                    if found['name'].endswith(('_get_type', '_')) or re.search(rf'@{pointer}:.*\(nullable\)', doc) or pointer in ('error', ''):
                        continue
                    if not re.search(rf'g_return\w*_if_fail \(.*\b{pointer}\b', body) and not re.search(
                            r'return _?rx_|\brx_\w+ \(', body):
                        faults.append(f'{name}: {found["name"]} ({pointer})')
        self.nothing(faults)

    def test_lists_of_files(self):
        """Every source is built, and every header of the library is listed, as installed or as private."""
        built = ' '.join(path.read_text(encoding='utf-8') for path in SOURCE.rglob('meson.build')
                         if not any(part.startswith('_build') for part in path.relative_to(SOURCE).parts))
        self.nothing(name for path, name, _ in self.each(['rx-glib', 'tests', 'bench', 'docs/examples'], '.c')
                     if path.stem.removeprefix('test-') not in built)
        self.nothing(name for path, name, _ in self.each(['rx-glib'], '.h') if path.name not in built)


if __name__ == '__main__':
    unittest.main(verbosity=0)
