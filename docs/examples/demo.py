# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""Counts the words of all text files below a folder: demo.c in Python.

    main loop            the folders are walked and the files read, by asynchronous calls of GIO
    computation pool     the chunks are split into words, several files at a time, as far as the interpreter lets them
    main loop            the words of each file are added up, and a line shows the progress

Nothing is read before it is wanted: a few files are open at a time, and of each a few chunks wait.
"""

import argparse
import codecs
import collections
import datetime
import os
import re
import signal
import sys
import time
import unicodedata

import gi
gi.require_version('Rx', '1.0')
from gi.repository import Gio, GLib, Rx

CHUNK_SIZE = 64 * 1024
CHUNKS_AHEAD = 4
BATCH = 64              # entries of a folder that are read at a time
REPORTED = 3            # how many skipped files are named
LONGEST_WORD = 256      # bytes
PROGRESS_PERIOD = datetime.timedelta(milliseconds=100)
EXIT_INTERRUPTED = 130  # as a shell has it

DEFAULT_PATHS = ['/usr/share/common-licenses', '/usr/share/licenses', '/usr/share/doc']

COUNTED = 'counted'
BINARY = 'binary'
NOT_UTF8 = 'not UTF-8'
UNREADABLE = 'unreadable'
LINK = 'symbolic links'
SPECIAL = 'special'
SKIPPED = [BINARY, NOT_UTF8, UNREADABLE, LINK, SPECIAL]

MARKS = re.escape(''.join(c for c in map(chr, [*range(0x300, 0x1f000), *range(0xe0100, 0xe01f0)])
                          if unicodedata.category(c)[0] == 'M'))
ASCII_WORD = re.compile('[0-9a-z]+', re.ASCII)
WORD = re.compile(rf'[^\W_](?:[^\W_]+|[{MARKS}]+)*')


# --- words; there is nothing about streams in here ---

def cut(word):
    """Of a long word only the beginning is kept."""
    if len(word) * 4 <= LONGEST_WORD:
        return word
    length = 0
    for i, c in enumerate(word):
        if length >= LONGEST_WORD:
            return word[:i]
        length += len(c.encode())
    return word


class Splitter:
    """Splits a text that comes in pieces; words and characters may lie across their borders."""

    def __init__(self):
        self.words = collections.Counter()
        self.fate = COUNTED
        self.decoder = codecs.getincrementaldecoder('utf-8')()
        self.rest = ''                  # a word that may go on

    def feed(self, piece):
        try:
            text = self.decoder.decode(piece)
        except UnicodeDecodeError as error:
            self.fate = BINARY if b'\0' in error.object[:error.start] else NOT_UTF8
            return
        if '\0' in text:
            self.fate = BINARY
            return
        # one character at a time: the two whose case depends on others or becomes two characters
        text = self.rest + text.replace('Σ', 'σ').replace('İ', 'i').lower()
        words = (ASCII_WORD if text.isascii() else WORD).findall(text)
        self.rest = cut(words.pop()) if words and text.endswith(words[-1]) else ''
        self.words.update(word if len(word) * 4 <= LONGEST_WORD else cut(word) for word in words)

    def end(self):
        if self.decoder.getstate()[0]:
            self.fate = NOT_UTF8
        if self.rest:
            self.words[self.rest] += 1


# --- files and folders as streams ---

class File:
    """What is found below a folder, and what becomes of it."""

    def __init__(self, file, kind, chunk_size):
        self.file = file
        self.kind = kind
        self.chunk_size = chunk_size
        self.fate = {Gio.FileType.SYMBOLIC_LINK: LINK, Gio.FileType.REGULAR: COUNTED,
                     Gio.FileType.DIRECTORY: COUNTED}.get(kind, SPECIAL)
        self.error = None
        self.handle = None                      # the enumerator or the stream, once it is open
        self.enough = Rx.PublishSubject.new()   # completes when nothing more is to be read
        self.splitter = Splitter()
        self.n_bytes = 0


class Calls:
    """Calls of GIO, one after the other, each when somebody wants its items."""

    running = 0

    @classmethod
    def again_and_again(cls, file, begin, finish):
        def start(emitter):
            def finished(_source, result):
                cls.running -= 1
                if not finish(file, result, emitter):
                    file.enough.on_completed()
                emitter.completed()

            cls.running += 1
            begin(file, emitter.get_cancellable(), finished)

        def call_once(_number):
            return Rx.Observable.create(start)

        return (Rx.Observable.range(0, GLib.MAXINT64)
                .take_until(file.enough)
                .flat_map_full(call_once, max_concurrency=1))


def begin_folder(folder, cancellable, finished):
    if folder.handle is None:
        folder.file.enumerate_children_async('standard::name,standard::type', Gio.FileQueryInfoFlags.NOFOLLOW_SYMLINKS,
                                             GLib.PRIORITY_DEFAULT, cancellable, finished)
    else:
        folder.handle.next_files_async(BATCH, GLib.PRIORITY_DEFAULT, cancellable, finished)


def finish_folder(folder, result, emitter):
    try:
        if folder.handle is None:
            folder.handle = folder.file.enumerate_children_finish(result)
            return True
        infos = folder.handle.next_files_finish(result)
    except GLib.Error as error:
        folder.fate, folder.error = UNREADABLE, error
        emitter.next(folder)
        return False
    for info in infos:
        emitter.next(File(folder.handle.get_child(info), info.get_file_type(), folder.chunk_size))
    return len(infos) > 0


def begin_file(file, cancellable, finished):
    if file.handle is None:
        file.file.read_async(GLib.PRIORITY_DEFAULT, cancellable, finished)
    else:
        file.handle.read_bytes_async(file.chunk_size, GLib.PRIORITY_DEFAULT, cancellable, finished)


def finish_file(file, result, emitter):
    try:
        if file.handle is None:
            file.handle = file.file.read_finish(result)
            return True
        chunk = file.handle.read_bytes_finish(result).get_data()
    except GLib.Error as error:
        emitter.next(error)     # as an item, for an error would end the stream of all files
        return False
    if chunk:
        emitter.next(chunk)
    return bool(chunk)


def walk(file):
    """Everything below a folder, or the file itself. One folder after the other: few are open at a time."""
    if file.kind != Gio.FileType.DIRECTORY or file.fate != COUNTED:
        return Rx.Observable.just(file)
    return Calls.again_and_again(file, begin_folder, finish_folder).flat_map_full(walk, max_concurrency=1)


# --- on the computation pool ---

def count_words(file, chunk):
    if isinstance(chunk, GLib.Error):
        file.fate, file.error = UNREADABLE, chunk
    elif file.fate == COUNTED:
        file.n_bytes += len(chunk)
        file.splitter.feed(chunk)
        file.fate = file.splitter.fate
        if file.fate != COUNTED:
            file.enough.on_completed()
    return file


# --- on the main loop ---

class Demo:
    def __init__(self):
        self.loop = GLib.MainLoop()
        self.finished = Rx.PublishSubject.new()
        self.n_files = collections.Counter()
        self.n_bytes = 0        # of the files that are done
        self.n_read = 0         # of all
        self.n_reported = 0
        self.words = collections.Counter()
        self.shows_progress = sys.stdout.isatty() and sys.stderr.isatty()
        self.interrupted = self.failed = False

    def count_file(self, file):
        """The stream of one file: a single item at its end, the file with its words."""
        if file.fate != COUNTED:
            return Rx.Observable.just(file)
        return (Calls.again_and_again(file, begin_file, finish_file)
                .do_on_next(self.note_chunk)
                .subscribe_on(Rx.Scheduler.main())
                .observe_on_full(CHUNKS_AHEAD, True, Rx.Scheduler.computation())
                .reduce(count_words, file))

    def note_chunk(self, chunk):
        if not isinstance(chunk, GLib.Error):
            self.n_read += len(chunk)

    def clear_progress(self):
        if self.shows_progress:
            print('\r\033[K', end='', file=sys.stderr, flush=True)

    def show_progress(self, _tick):
        seconds, megabytes = time.monotonic() - self.start, self.n_read / 1e6
        print(f'\r{self.n_files[COUNTED]} files, {megabytes:.1f} MB, {megabytes / seconds:.1f} MB/s\033[K', end='',
              file=sys.stderr, flush=True)

    def report(self, file):
        self.n_reported += 1
        if self.n_reported <= REPORTED:
            name = re.sub(r'[\x00-\x1f\x7f]', '?', file.file.get_parse_name())
            self.clear_progress()
            print(f'rx-demo: skipped {name}: {file.error.message if file.error else file.fate}', file=sys.stderr)

    def add_file(self, file):
        if file.fate == COUNTED:
            file.splitter.end()
            file.fate = file.splitter.fate
        self.n_files[file.fate] += 1
        if file.fate == COUNTED:
            self.n_bytes += file.n_bytes
            self.words.update(file.splitter.words)
        elif file.fate not in (LINK, SPECIAL):
            self.report(file)

    def finish(self):
        self.finished.on_completed()
        self.loop.quit()

    def fail(self, error):
        self.clear_progress()
        print(f'rx-demo: {error}', file=sys.stderr)
        self.failed = True
        self.finish()

    def interrupt(self, *_):
        signal.signal(signal.SIGINT, signal.SIG_DFL)    # a second one ends the program the hard way
        self.interrupted = True
        self.subscription.unsubscribe()
        self.finish()

    def count_all(self, roots):
        # Everything below the paths is read and counted, some files at a time, and comes home.
        files = (Rx.Observable.merge([walk(root) for root in roots])
                 .subscribe_on(Rx.Scheduler.main())
                 .flat_map_full(self.count_file, max_concurrency=2 * GLib.get_num_processors())
                 .observe_on(Rx.Scheduler.main())
                 .named('files'))

        self.start = time.monotonic()
        signal.signal(signal.SIGINT, self.interrupt)
        self.subscription = files.subscribe(self.add_file, self.fail, self.finish)
        if self.shows_progress:
            (Rx.Observable.interval(PROGRESS_PERIOD, Rx.Scheduler.main())
             .take_until(self.finished)
             .subscribe(self.show_progress))
        self.loop.run()
        self.clear_progress()

    def print_result(self, n_top):
        seconds = time.monotonic() - self.start
        ranking = sorted(self.words.items(), key=lambda pair: (-pair[1], pair[0].encode()))
        for i, (word, count) in enumerate(ranking[:n_top], 1):
            print(f'{i:5} {count:12}  {word}')
        print(f'{self.n_files[COUNTED]} files, {sum(self.words.values())} words, {len(self.words)} distinct, '
              f'{self.n_bytes} bytes')
        skipped = [f'{self.n_files[fate]} {fate}' for fate in SKIPPED if self.n_files[fate]]
        if skipped:
            print(f'skipped: {", ".join(skipped)}')
        print(f'{"interrupted after" if self.interrupted else "in"} {seconds:.2f} s, {self.n_read / 1e6 / seconds:.1f} MB/s')


# --- around it ---

def find_root(path, chunk_size):
    """What a path stands for; a link on the command line is meant to be followed."""
    file = Gio.File.new_for_commandline_arg(path)
    kind = file.query_info('standard::type', Gio.FileQueryInfoFlags.NONE, None).get_file_type()
    if kind not in (Gio.FileType.REGULAR, Gio.FileType.DIRECTORY):
        raise ValueError(f'{path} is neither a file nor a folder')
    return File(file, kind, chunk_size)


class Parser(argparse.ArgumentParser):
    def error(self, message):
        sys.exit(f'rx-demo: {message}')


def number(least):
    def convert(text):
        if int(text) < least:
            raise argparse.ArgumentTypeError(f'{text} is too small')
        return int(text)
    return convert


def main():
    parser = Parser(description='Counts the words of all text files below PATH, or of the system\'s licence and '
                                'documentation texts.')
    parser.add_argument('-n', '--top', type=number(0), default=20, metavar='N',
                        help='print the N most frequent words (20)')
    parser.add_argument('--chunk-size', type=number(1), default=CHUNK_SIZE, help=argparse.SUPPRESS)
    parser.add_argument('paths', nargs='*', metavar='PATH')
    args = parser.parse_args()
    sys.stdout.reconfigure(encoding='utf-8')
    sys.stderr.reconfigure(encoding='utf-8')

    roots = []
    for path in args.paths or filter(os.path.exists, DEFAULT_PATHS):
        try:
            roots.append(find_root(path, args.chunk_size))
        except (GLib.Error, ValueError) as error:
            sys.exit(f'rx-demo: {getattr(error, "message", error)}')

    demo = Demo()
    demo.count_all(roots)
    if demo.n_reported > REPORTED:
        print(f'rx-demo: skipped {demo.n_reported - REPORTED} more', file=sys.stderr)
    if demo.n_files[COUNTED] == 0 and not demo.interrupted:
        print('rx-demo: there is no text file to count' if args.paths else
              'rx-demo: this system has no licence and documentation texts; name a folder: rx-demo PATH', file=sys.stderr)
    demo.print_result(args.top)

    # Calls that were cancelled still have to come back.
    while Calls.running > 0:
        GLib.MainContext.default().iteration(True)
    return EXIT_INTERRUPTED if demo.interrupted else int(demo.failed)


if __name__ == '__main__':
    sys.exit(main())
