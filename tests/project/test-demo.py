# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""The demo counts right, whatever lies in the folder, and leaves when it is told to.

    test-demo.py DEMO               the demo in C
    test-demo.py DEMO COMMAND…      the same in another language, which has to say what the one in C says
"""

import collections
import os
import pathlib
import pty
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

DEMO = os.path.abspath(sys.argv[1])
OTHER = sys.argv[2:]
del sys.argv[1:]
PATIENCE = 60           # seconds, also with a sanitizer


def demo(*args, env=None, cwd=None, program=(DEMO,)):
    return subprocess.run([*program, *map(str, args)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8',
                          env=env, cwd=cwd, timeout=PATIENCE, check=False, stdin=subprocess.DEVNULL)


def start(*args):
    return subprocess.Popen([DEMO, *map(str, args)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')


def finish(running):
    stdout, stderr = running.communicate(timeout=PATIENCE)
    return subprocess.CompletedProcess(running.args, running.returncode, stdout, stderr)


def wait_for_handler(pid):
    """Waits until Ctrl-C is caught, as far as the system tells."""
    status = pathlib.Path(f'/proc/{pid}/status')
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            caught = re.search('^SigCgt:(.*)$', status.read_text(encoding='ascii'), re.M)
        except OSError:
            break
        if caught is None or int(caught[1], 16) & 1 << signal.SIGINT - 1:
            return
        time.sleep(0.01)
    time.sleep(1)


def split(text):
    """The words of a text, counted without the library."""
    return collections.Counter(''.join(c.lower() if c.isalnum() else ' ' for c in text).split())


class Result:
    """What the demo has printed, taken apart."""

    def __init__(self, done):
        lines = done.stdout.splitlines()
        self.code = done.returncode
        self.errors = done.stderr
        self.time = lines.pop()
        self.skipped = {}
        if lines[-1].startswith('skipped: '):
            for part in lines.pop()[len('skipped: '):].split(', '):
                n, reason = part.split(' ', 1)
                self.skipped[reason] = int(n)
        totals = lines.pop().replace(',', '').split()
        assert totals[1::2] == ['files', 'words', 'distinct', 'bytes'], totals
        self.files, self.words, self.distinct, self.bytes = map(int, totals[0::2])
        self.top = [(word, int(n)) for _, n, word in (line.split() for line in lines)]
        assert [int(line.split()[0]) for line in lines] == list(range(1, len(lines) + 1)), lines


class FolderTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def put(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path


@unittest.skipIf(OTHER, 'in another language')
class DemoTest(FolderTest):
    def count(self, *args):
        done = demo(*args)
        self.assertEqual(done.returncode, 0, done.stderr)
        return Result(done)

    def check(self, counter, result):
        top = sorted(counter.items(), key=lambda pair: (-pair[1], pair[0].encode()))
        self.assertEqual(result.top, top[:len(result.top)])
        self.assertEqual(result.words, sum(counter.values()))
        self.assertEqual(result.distinct, len(counter))

    def test_tree(self):
        rng = random.Random(7)
        letters = 'abcdefgäöüßéøñ中文жш٣۴0123456789'
        vocabulary = [''.join(rng.choices(letters, k=rng.randint(1, 9))) for _ in range(400)]
        counter, size = collections.Counter(), 0
        for i in range(120):
            text = ''.join(rng.choice(vocabulary) + rng.choice([' ', '\n', ', ', '—', "'"])
                           for _ in range(rng.choice([0, 1, 5, 300, 20000 if i % 30 == 0 else 2])))
            if rng.random() < 0.3:
                text = text.upper().replace('SS', 'ss')
            counter += split(text)
            size += self.put(f'{"abc"[i % 3]}/{i % 7}/{i}.txt', text).stat().st_size
        for args in ([], ['--top', '1000'], ['-n', '0'], ['--chunk-size', '100']):
            result = self.count(self.folder, *args)
            self.check(counter, result)
            self.assertEqual((result.files, result.bytes, result.skipped), (120, size, {}))
            self.assertEqual(result.errors, '')
        self.assertEqual(len(self.count(self.folder).top), 20)
        self.assertEqual(demo(self.folder, '--top', '5').stdout.splitlines()[:-1],
                         demo(self.folder, '--top', '5').stdout.splitlines()[:-1])

    def test_ties_are_sorted(self):
        self.put('a', 'pear fig apple')
        self.put('b', 'fig Pear APPLE zoo')
        self.assertEqual(self.count(self.folder).top, [('apple', 2), ('fig', 2), ('pear', 2), ('zoo', 1)])

    def test_chunk_borders(self):
        text = 'Grüße aus Köln – 中文 naïve 𝒳𝒴 größer\nword'
        path = self.put('text', text)
        for size in (1, 2, 3, 4, 5, 7, 11, 64, 65536):
            self.check(split(text), self.count(path, '--chunk-size', size))

    def test_single_file_and_several_paths(self):
        one, two = self.put('one', 'a b'), self.put('deep/two', 'b c')
        self.assertEqual(self.count(one).top, [('a', 1), ('b', 1)])
        self.assertEqual(self.count(one, two.parent).top, [('b', 2), ('a', 1), ('c', 1)])
        done = demo('one', cwd=self.folder)
        self.assertEqual(Result(done).files, 1)

    def test_symbolic_links_are_not_followed(self):
        self.put('folder/text', 'word')
        (self.folder / 'folder/loop').symlink_to('..')
        (self.folder / 'folder/self').symlink_to('self')
        (self.folder / 'alias').symlink_to('folder/text')
        (self.folder / 'nowhere').symlink_to('missing')
        result = self.count(self.folder)
        self.assertEqual((result.top, result.files, result.skipped), ([('word', 1)], 1, {'symbolic links': 4}))
        self.assertEqual(result.errors, '')
        self.assertEqual(self.count(self.folder / 'alias').files, 1)

    def test_special_files_do_not_block(self):
        self.put('text', 'word')
        os.mkfifo(self.folder / 'fifo')
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.folder / 'socket'))
            result = self.count(self.folder)
            self.assertEqual((result.files, result.skipped), (1, {'special': 2}))
        done = demo(self.folder / 'fifo')
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('neither a file nor a folder', done.stderr)

    def test_binary_and_invalid(self):
        self.put('good', 'word')
        self.put('nul', b'before \0 after')
        self.put('late', b'x ' * 2000 + b'\0')
        self.put('latin', 'Köln'.encode('latin-1'))
        self.put('cut', 'Grü'.encode()[:-1])
        self.put('cut-by-nul', b'\xe4\xb8\0')
        self.put('overlong', b'\xc0\xaf')
        self.put('surrogate', b'\xed\xa0\x80')
        for args in ([], ['--chunk-size', 1000], ['--chunk-size', 1]):
            result = self.count(self.folder, *args)
            self.assertEqual((result.top, result.files, result.bytes), ([('word', 1)], 1, 4))
            self.assertEqual(result.skipped, {'binary': 2, 'not UTF-8': 5})
            # the first few by name, then how many more
            lines = result.errors.splitlines()
            self.assertEqual(len(lines), 4, lines)
            self.assertEqual(lines[-1], 'rx-demo: skipped 4 more')

    def test_binary_file_is_not_read_to_its_end(self):
        path = self.put('big', b'\0')
        os.truncate(path, 1 << 34)
        result = self.count(self.folder)
        self.assertEqual(result.skipped, {'binary': 1})

    @unittest.skipIf(os.geteuid() == 0, 'root can read everything')
    def test_no_permission(self):
        self.put('good', 'word')
        self.put('file', 'secret').chmod(0)
        self.put('folder/file', 'secret').parent.chmod(0)
        self.addCleanup((self.folder / 'folder').chmod, 0o700)
        result = self.count(self.folder)
        self.assertEqual((result.files, result.skipped), (1, {'unreadable': 2}))
        self.assertIn('Permission denied', result.errors)

    def test_unreadable(self):
        # a file that opens but does not read: memory that is not mapped
        path = pathlib.Path('/proc/self/mem')
        if not path.exists():
            self.skipTest('no /proc')
        good = self.put('good', 'word')
        result = self.count(path, good)
        self.assertEqual((result.files, result.skipped), (1, {'unreadable': 1}))
        self.assertIn('/proc/self/mem', result.errors)

    def test_vanishing_files(self):
        for i in range(3000):
            self.put(f'{i % 10}/{i}', 'word ' * 50)
        with start(self.folder) as running:
            for i in range(2999, -1, -1):
                (self.folder / f'{i % 10}/{i}').unlink()
            result = Result(finish(running))
        self.assertEqual(result.code, 0)
        self.assertEqual(result.words, 50 * result.files)
        self.assertLessEqual(result.files + result.skipped.get('unreadable', 0), 3000)

    def test_empty(self):
        (self.folder / 'nothing/in/here').mkdir(parents=True)
        result = self.count(self.folder)
        self.assertEqual((result.top, result.files, result.words), ([], 0, 0))
        self.assertIn('there is no text file', result.errors)
        self.put('empty', '')
        result = self.count(self.folder)
        self.assertEqual((result.files, result.words, result.errors), (1, 0, ''))

    def test_missing(self):
        done = demo(self.folder / 'missing')
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('missing', done.stderr)
        self.assertIn('No such file', done.stderr)

    def test_bad_arguments(self):
        for args in (['--top', '-1'], ['--top', 'x'], ['--chunk-size', '0'], ['--nonsense']):
            done = demo(*args, self.folder)
            self.assertEqual((done.returncode, done.stdout), (1, ''), args)
            self.assertTrue(done.stderr.startswith('rx-demo: '), done.stderr)
        self.assertIn('--top', demo('--help').stdout)
        self.assertNotIn('chunk', demo('--help').stdout)

    def test_default_paths(self):
        done = demo('--top', '3')
        self.assertEqual(done.returncode, 0)
        result = Result(done)
        self.assertTrue(result.files > 0 or 'name a folder' in result.errors, result.errors)

    def test_odd_names(self):
        self.put('new\nline \x1b[31m', 'word')
        self.put('ключ', 'word')
        self.put('bad\n\x1b', b'\0')
        (pathlib.Path(os.fsdecode(os.fsencode(self.folder) + b'/\xff\xfe'))).write_text('word', encoding='ascii')
        result = self.count(self.folder)
        self.assertEqual((result.files, result.top), (3, [('word', 3)]))
        self.assertNotIn('\x1b', result.errors)

    def test_without_a_locale(self):
        path = self.put('text', 'größer')
        done = demo(path, env={**os.environ, 'LC_ALL': 'C'})
        self.assertEqual(Result(done).top, [('größer', 1)])

    def test_deep_tree(self):
        path = self.folder
        for _ in range(200):
            path = path / 'x'
        path.mkdir(parents=True)
        (path / 'text').write_text('word', encoding='ascii')
        self.assertEqual(self.count(self.folder).files, 1)

    def test_huge_line_and_word(self):
        self.put('line', 'ab, ' * 2_000_000)
        self.put('word', 'é' * 2_000_000)
        result = self.count(self.folder)
        self.assertEqual((result.words, result.distinct, result.files), (2_000_001, 2, 2))
        # of a long word only the beginning is kept
        self.assertEqual(result.top, [('ab', 2_000_000), ('é' * 128, 1)])

    @unittest.skipIf('RX_SANITIZED' in os.environ, 'sanitizers keep what is freed')
    def test_memory_is_bounded(self):
        block = b'some words of a text that is rather long\n' * 25000
        for i in range(4):
            with open(self.folder / str(i), 'wb') as file:
                for _ in range(24):
                    file.write(block)
        code = ('import resource, subprocess, sys;'
                'subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL);'
                'print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)')
        done = subprocess.run([sys.executable, '-c', code, DEMO, self.folder], stdout=subprocess.PIPE, check=True)
        self.assertLess(int(done.stdout), 60_000)       # KiB, of 98 MB of text

    def interrupt(self, delay):
        with start(self.folder, '--chunk-size', 100) as running:
            wait_for_handler(running.pid)
            time.sleep(delay)
            running.send_signal(signal.SIGINT)
            told = time.monotonic()
            done = finish(running)
        return done, time.monotonic() - told

    def test_ctrl_c(self):
        for i in range(50):
            self.put(f'{i % 5}/small{i}', 'word ' * 10)
        for i in range(8):
            self.put(f'big{i}', 'some words ' * 1_000_000)
        for delay in (0, 0.2, 0.7):
            done, seconds = self.interrupt(delay)
            self.assertEqual(done.returncode, 130, done.stderr)
            self.assertLess(seconds, 20)         # all of it takes longer than that by far
            self.assertEqual(done.stderr, '')
            result = Result(done)
            self.assertIn('interrupted', result.time)
            self.assertLess(result.files, 58)

    def test_terminal(self):
        for i in range(6):
            self.put(f'big{i}', 'some words ' * 300_000)
        self.put('binary', b'\0')
        master, slave = pty.openpty()
        with subprocess.Popen([DEMO, self.folder, '--chunk-size', '1000'], stdout=slave, stderr=slave) as running:
            os.close(slave)
            shown = b''
            while True:
                try:
                    part = os.read(master, 65536)
                except OSError:
                    break
                if not part:
                    break
                shown += part
            self.assertEqual(running.wait(timeout=PATIENCE), 0)
        os.close(master)
        self.assertIn(b'MB/s\x1b[K', shown)
        self.assertIn(b' 1800000  some', shown)
        # the progress is gone when the result comes
        self.assertIn(b'\r\x1b[K', shown[shown.rindex(b'MB/s\x1b[K'):])
        self.assertNotIn('MB/s\x1b', demo(self.folder).stdout)


@unittest.skipUnless(OTHER, 'in C')
class LanguageTest(FolderTest):
    """The demo in another language says what the one in C says, except for how long it took."""

    def compare(self, *args, env=None):
        wanted, got = demo(*args, env=env), demo(*args, env=env, program=OTHER)
        for done in (wanted, got):
            done.lines = done.stdout.splitlines()
            self.assertRegex(done.lines.pop() if done.lines else 'in 0.00 s, 0.0 MB/s', r'^in \d+\.\d\d s, \d+\.\d MB/s$')
        self.assertEqual((got.returncode, got.lines, sorted(got.stderr.splitlines())),
                         (wanted.returncode, wanted.lines, sorted(wanted.stderr.splitlines())))
        return Result(got) if got.lines else got

    def put_texts(self):
        rng = random.Random(11)
        letters = 'abcdefgäöüßéøñΣσςİıДж中文٣۴0123456789'
        vocabulary = [''.join(rng.choices(letters, k=rng.randint(1, 9))) for _ in range(300)]
        vocabulary += ['e\u0301tude', 'नमस्ते', 'ΟΔΥΣΣΕΥΣ', '𝒳𝒴', '½', 'ǅ', "don't", 'snake_case']
        for i in range(60):
            text = ''.join(rng.choice(vocabulary) + rng.choice([' ', '\n', ', ', '—', '\ufeff'])
                           for _ in range(rng.choice([0, 1, 5, 300, 20000 if i % 30 == 0 else 2])))
            self.put(f'{"abc"[i % 3]}/{i % 7}/{i}.txt', text)

    def test_texts(self):
        self.put_texts()
        for args in ([], ['--top', '1000'], ['-n', '0'], ['--chunk-size', '100'], ['--chunk-size', '1', '--top=7']):
            # single bytes of one folder only: each of them is a call
            path = self.folder / 'b/2' if '1' in args else self.folder
            self.assertGreater(self.compare(path, *args).words, 1)

    def test_what_is_no_text(self):
        for name, content in {'good': 'word', 'empty': '', 'nul': b'before \0 after', 'late': b'x ' * 2000 + b'\0',
                              'latin': 'Köln'.encode('latin-1'), 'cut': 'Grü'.encode()[:-1], 'overlong': b'\xc0\xaf',
                              'cut-by-nul': b'\xe4\xb8\0', 'surrogate': b'\xed\xa0\x80', 'nul-first': b'\0\xff',
                              'above': b'\xf4\x90\x80\x80', 'alone': b'\x80'}.items():
            self.put(name, content)
        os.symlink('good', self.folder / 'link')
        os.mkfifo(self.folder / 'fifo')
        for args in ([], ['--chunk-size', 1000], ['--chunk-size', 1]):
            wanted, got = demo(self.folder, *args), demo(self.folder, *args, program=OTHER)
            self.assertEqual(got.stdout.splitlines()[:-1], wanted.stdout.splitlines()[:-1])
            self.assertEqual(len(got.stderr.splitlines()), 4, got.stderr)
        self.assertEqual(Result(got).skipped, {'binary': 3, 'not UTF-8': 7, 'symbolic links': 1, 'special': 1})

    def test_long_word_and_line(self):
        self.put('line', 'ab, ' * 200_000)
        self.put('word', 'é' * 200_000)
        self.assertEqual(self.compare(self.folder).top, [('ab', 200_000), ('é' * 128, 1)])

    def test_errors(self):
        self.assertEqual(self.compare(self.folder / 'missing').returncode, 1)
        os.mkfifo(self.folder / 'fifo')
        self.assertEqual(self.compare(self.folder / 'fifo').returncode, 1)
        for args in (['--top', '-1'], ['--top', 'x'], ['--chunk-size', '0'], ['--nonsense']):
            done = demo(*args, self.folder, program=OTHER)
            self.assertEqual((done.returncode, done.stdout), (1, ''), args)
            self.assertTrue(done.stderr.startswith('rx-demo: '), done.stderr)
        self.assertIn('--top', demo('--help', program=OTHER).stdout)

    def test_nothing(self):
        self.assertEqual(self.compare(self.folder).files, 0)

    def test_names_and_locale(self):
        self.put('new\nline \x1b[31m', b'\0')
        self.put('größer', 'größer')
        self.compare(self.folder)
        self.assertEqual(self.compare(self.folder / 'größer', env={**os.environ, 'LC_ALL': 'C.UTF-8'}).top, [('größer', 1)])

    def test_deep_tree(self):
        path = self.folder.joinpath(*['x'] * 100)
        path.mkdir(parents=True)
        (path / 'text').write_text('word', encoding='ascii')
        self.assertEqual(self.compare(self.folder).files, 1)

    def watch(self, *args, interrupt=False):
        """Runs it in a terminal, and gives what it has shown and the exit status; interrupts when there is progress."""
        master, slave = pty.openpty()
        with subprocess.Popen([*OTHER, *map(str, args)], stdout=slave, stderr=slave) as running:
            os.close(slave)
            shown = b''
            while True:
                try:
                    part = os.read(master, 65536)
                except OSError:
                    break
                if not part:
                    break
                shown += part
                if interrupt and b'MB/s\x1b[K' in shown:
                    running.send_signal(signal.SIGINT)
                    interrupt = False
            running.wait(timeout=PATIENCE)
        os.close(master)
        return shown, running.returncode

    def test_terminal(self):
        for i in range(3):
            self.put(f'big{i}', 'some words ' * 200_000)
        shown, status = self.watch(self.folder, '--chunk-size', '4000')
        self.assertEqual(status, 0)
        self.assertIn(b'MB/s\x1b[K', shown)
        self.assertIn(b' 600000  some', shown)
        self.assertIn(b'\r\x1b[K', shown[shown.rindex(b'MB/s\x1b[K'):])

    def test_ctrl_c(self):
        for i in range(8):
            self.put(f'big{i}', 'some words ' * 1_000_000)
        shown, status = self.watch(self.folder, '--chunk-size', '100', interrupt=True)
        self.assertEqual(status, 130, shown)
        self.assertIn(b'interrupted after', shown)
        self.assertNotIn(b'Traceback', shown)


if __name__ == '__main__':
    unittest.main()
