# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""The C code that README.md shows is that of docs/examples/taste.c, which is built and run."""

import pathlib
import re
import sys
import textwrap

root = pathlib.Path(sys.argv[1])
source = (root / 'docs/examples/taste.c').read_text(encoding='utf-8')
readme = (root / 'README.md').read_text(encoding='utf-8')

parts = re.findall(r'^ */\* taste \*/\n(.*?)^ */\* /taste \*/$', source, re.S | re.M)
wanted = '\n'.join(textwrap.dedent(part) for part in parts)
shown = re.search(r'^<!-- taste -->\n```c\n(.*?)^```\n<!-- /taste -->$', readme, re.S | re.M)

if not parts:
    sys.exit('docs/examples/taste.c has no part between /* taste */ and /* /taste */')
if not shown:
    sys.exit('README.md has no C block between <!-- taste --> and <!-- /taste -->')
if shown.group(1) != wanted:
    sys.exit(f'README.md shows\n\n{shown.group(1)}\nbut docs/examples/taste.c says\n\n{wanted}')
