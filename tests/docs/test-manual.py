# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""The manual is made without a warning, everything is documented, and every link in it leads somewhere."""

import html.parser
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

GI_DOCGEN, CONFIG, GIR, SOURCE, PAGES = sys.argv[1:6]
del sys.argv[1:6]
CONFIG, GIR, SOURCE = map(pathlib.Path, (CONFIG, GIR, SOURCE))


def gi_docgen(*args):
    return subprocess.run([GI_DOCGEN, *map(str, args)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          encoding='utf-8', check=False)


class Page(html.parser.HTMLParser):
    """What a page refers to, and what can be referred to in it."""

    def __init__(self, path):
        super().__init__()
        self.references, self.anchors, self.pictures, self.texts, self.depth = [], set(), [], [], 0
        self.feed(path.read_text(encoding='utf-8'))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if 'id' in attributes:
            self.anchors.add(attributes['id'])
        if tag == 'a' and 'name' in attributes:
            self.anchors.add(attributes['name'])
        for key in ('href', 'src'):
            if attributes.get(key):
                self.references.append(attributes[key])
        if tag == 'img':
            self.pictures.append(attributes)
        self.depth += tag in ('pre', 'code')

    def handle_endtag(self, tag):
        self.depth -= tag in ('pre', 'code')

    def handle_data(self, data):
        if self.depth == 0:
            self.texts.append(data)


class Manual(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.made = gi_docgen('generate', '--quiet', '--fatal-warnings', '--no-namespace-dir', f'--config={CONFIG}',
                             f'--output-dir={cls.folder}', f'--content-dir={SOURCE / "docs"}',
                             f'--content-dir={CONFIG.parent}', GIR)
        cls.pages = {path.name: Page(path) for path in cls.folder.glob('*.html')}

    def test_is_made_without_a_warning(self):
        self.assertEqual((self.made.returncode, self.made.stdout), (0, ''))
        self.assertGreater(len(self.pages), 100)

    def test_everything_is_documented(self):
        done = gi_docgen('check', '--quiet', '--fatal-warnings', f'--config={CONFIG}', GIR)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_links(self):
        dead = []
        for name, page in self.pages.items():
            for reference in page.references:
                url = urllib.parse.urlsplit(reference)
                if url.scheme or url.netloc or not (url.path or url.fragment):
                    continue
                target = urllib.parse.unquote(url.path) or name
                if target.startswith('../rx-glib-testing-'):
                    # the manual of the test kit lies beside this one
                    if not (SOURCE / 'docs' / pathlib.PurePath(target).with_suffix('.md').name).exists():
                        dead.append(f'{name}: {reference}')
                elif not (self.folder / target).exists():
                    dead.append(f'{name}: {reference}')
                elif url.fragment and target.endswith('.html') and target in self.pages:
                    if url.fragment not in self.pages[target].anchors:
                        dead.append(f'{name}: {reference} has no such place')
        self.assertEqual(dead, [])

    def test_no_link_is_left_as_text(self):
        for name, page in self.pages.items():
            for text in page.texts:
                self.assertNotRegex(text, r'\[[a-z]+@[A-Z]', name)

    def test_pictures_say_what_they_show(self):
        for name, page in self.pages.items():
            for picture in page.pictures:
                if picture.get('class') != 'logo':
                    self.assertTrue(picture.get('alt'), f'{name}: {picture}')

    def test_pages_are_on_the_index(self):
        index = (self.folder / 'index.html').read_text(encoding='utf-8')
        places = [index.find(f'href="{page.removesuffix(".md")}.html"') for page in PAGES.split(',')]
        self.assertNotIn(-1, places)
        self.assertEqual(places, sorted(places))

    def test_inline_functions_are_in_it(self):
        for name in ('value_set_int64', 'value_get_string', 'VALUE_INT64'):
            self.assertIn(f'func.{name}.html', self.pages)
        self.assertFalse([name for name in self.pages if re.search(r'_\.html$', name)])


class Sources(unittest.TestCase):
    """Links of files that are read where they lie."""

    def test_relative_links(self):
        dead = []
        for path in [*SOURCE.glob('*.md'), *(SOURCE / 'docs').glob('*.md')]:
            text = re.sub(r'^```.*?^```', '', path.read_text(encoding='utf-8'), flags=re.M | re.S)
            for target in re.findall(r'\]\(([^)#\s]+)(?:#[\w-]*)?\)', text):
                if re.match(r'[a-z]+:', target):
                    continue
                if path.parent.name == 'docs' and target.endswith(('.html', '.svg')):
                    continue        # these are of the manual, where they are looked up above
                if not (path.parent / target).exists():
                    dead.append(f'{path.relative_to(SOURCE)}: {target}')
        self.assertEqual(dead, [])


if __name__ == '__main__':
    unittest.main()
