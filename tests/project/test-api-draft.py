#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""docs/api-draft.md compiles against the headers and holds nothing that is in them.

Usage: test-api-draft.py SOURCE_DIR COMPILER... -- HEADER...
"""

import pathlib
import re
import subprocess
import sys
import tempfile

source_dir = pathlib.Path(sys.argv[1])
rest = sys.argv[2:]
compiler, headers = rest[:rest.index('--')], rest[rest.index('--') + 1:]
compiler += subprocess.run(['pkg-config', '--cflags', 'gio-2.0'], check=True, capture_output=True, text=True).stdout.split()

page = source_dir / 'docs' / 'api-draft.md'
if not page.exists():
    print('nothing is left to build')
    sys.exit(0)

text = page.read_text()
blocks = re.findall(r'```c\n(.*?)```', text[:text.index('## Three programs')], re.S)
prototypes = '\n'.join(blocks)
names = re.compile(r'\b(rx_[a-z0-9_]+)\s*\(')
built = set().union(*(names.findall(pathlib.Path(header).read_text()) for header in headers))
declared = {name for line in prototypes.splitlines()
            if not line.lstrip().startswith(('/*', '*', '#', 'G_')) for name in names.findall(line)}
status = 0
for name in sorted(declared & built):
    print(f'{page}: {name}() is built: take its prototype out')
    status = 1

with tempfile.TemporaryDirectory() as folder:
    header = pathlib.Path(folder) / 'draft.c'
    header.write_text(prototypes)
    if subprocess.run([*compiler, '-fsyntax-only', '-Wno-unused-function', str(header)]).returncode != 0:
        status = 1
sys.exit(status)
