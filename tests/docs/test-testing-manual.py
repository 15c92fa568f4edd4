# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""The manual of the test kit is made without a warning, everything in it is documented, and its own links lead somewhere."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

GI_DOCGEN, CONFIG, GIR, SOURCE = sys.argv[1:5]
del sys.argv[1:5]
COMMON = [f'--config={CONFIG}', f'--add-include-path={pathlib.Path(GIR).parent}']


def gi_docgen(*args):
    return subprocess.run([GI_DOCGEN, *args], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding='utf-8', check=False)


class Manual(unittest.TestCase):
    def test_pages(self):
        with tempfile.TemporaryDirectory() as folder:
            done = gi_docgen('generate', '--quiet', '--fatal-warnings', '--no-namespace-dir', *COMMON, f'--output-dir={folder}',
                             f'--content-dir={SOURCE}/docs', GIR)
            self.assertEqual((done.returncode, done.stdout), (0, ''))
            pages = {path.name: path.read_text(encoding='utf-8') for path in pathlib.Path(folder).glob('*.html')}
        for name in ('testing.html', 'class.TestScheduler.html', 'func.marbles_parse.html', 'func.assert_marbles.html'):
            self.assertIn(name, pages)
        self.assertFalse([name for name in pages if re.search(r'_\.html$', name)])
        for name, text in pages.items():
            bare = re.sub(r'<pre.*?</pre>|<code.*?</code>', '', text, flags=re.S)
            self.assertNotRegex(bare, r'\[[a-z]+@[A-Z]', name)
            for target in re.findall(r'href="([\w.-]+\.html)', text):
                self.assertIn(target, pages, name)

    def test_everything_is_documented(self):
        done = gi_docgen('check', '--quiet', '--fatal-warnings', *COMMON, GIR)
        self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == '__main__':
    unittest.main()
