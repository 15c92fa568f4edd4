// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// Counts the words of all text files below a folder: demo.c in JavaScript, for gjs -m.
//
// A function of JavaScript runs on one thread, so the splitting happens on the main loop too; GIO reads on threads of its
// own. Nothing is read before it is wanted: a few files are open at a time.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Rx from 'gi://Rx?version=1.0';
import System from 'system';

const CHUNK_SIZE = 64 * 1024;
const BATCH = 64;               // entries of a folder that are read at a time
const REPORTED = 3;             // how many skipped files are named
const LONGEST_WORD = 256;       // bytes
const GARBAGE = 4e6;            // bytes
const PROGRESS_PERIOD = 100 * GLib.TIME_SPAN_MILLISECOND;
const EXIT_INTERRUPTED = 130;   // as a shell has it
const SIGINT = 2;

const DEFAULT_PATHS = ['/usr/share/common-licenses', '/usr/share/licenses', '/usr/share/doc'];

const COUNTED = 'counted';
const BINARY = 'binary';
const NOT_UTF8 = 'not UTF-8';
const UNREADABLE = 'unreadable';
const LINK = 'symbolic links';
const SPECIAL = 'special';
const SKIPPED = [BINARY, NOT_UTF8, UNREADABLE, LINK, SPECIAL];

const encoder = new TextEncoder();
const stdout = new Gio.UnixOutputStream({fd: 1, close_fd: false});
const stderr = new Gio.UnixOutputStream({fd: 2, close_fd: false});

// Whatever the locale is.
function write(stream, text) {
    stream.write_all(encoder.encode(text), null);
}

// --- words; there is nothing about streams in here ---

const ASCII_WORD = /[0-9a-z]+/g;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

// Of a long word only the beginning is kept.
function cut(word) {
    if (word.length * 3 <= LONGEST_WORD)
        return word;
    let length = 0;
    let kept = '';
    for (const c of word) {
        if (length >= LONGEST_WORD)
            break;
        length += encoder.encode(c).length;
        kept += c;
    }
    return kept;
}

// How many bytes at the end belong to a character that is not complete.
function countIncomplete(bytes) {
    for (let n = 1; n <= Math.min(3, bytes.length); n++) {
        const byte = bytes[bytes.length - n];
        if ((byte & 0xc0) !== 0x80)
            return n < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1) ? n : 0;
    }
    return 0;
}

function isUtf8(bytes) {
    try {
        new TextDecoder('utf-8', {fatal: true}).decode(bytes);
        return true;
    } catch {
        return false;
    }
}

// Splits a text that comes in pieces; words and characters may lie across their borders.
class Splitter {
    words = new Map();
    nWords = 0;
    fate = COUNTED;
    bytes = new Uint8Array();   // a character that is not complete
    rest = '';                  // a word that may go on

    add(word, count = 1) {
        this.words.set(word, (this.words.get(word) ?? 0) + count);
        this.nWords += count;
    }

    feed(piece) {
        let bytes = piece;
        if (this.bytes.length > 0) {
            bytes = new Uint8Array(this.bytes.length + piece.length);
            bytes.set(this.bytes);
            bytes.set(piece, this.bytes.length);
        }
        const nul = bytes.indexOf(0);
        if (nul >= 0) {
            this.fate = isUtf8(bytes.subarray(0, nul)) ? BINARY : NOT_UTF8;
            return;
        }
        const whole = bytes.length - countIncomplete(bytes);
        this.bytes = bytes.slice(whole);
        let text;
        try {
            text = new TextDecoder('utf-8', {fatal: true}).decode(bytes.subarray(0, whole));
        } catch {
            this.fate = NOT_UTF8;
            return;
        }
        // one character at a time: the two whose case depends on others or becomes two characters
        text = this.rest + text.replaceAll('Σ', 'σ').replaceAll('İ', 'i').toLowerCase();
        // eslint-disable-next-line no-control-regex
        const words = text.match(/^[\0-\x7f]*$/.test(text) ? ASCII_WORD : WORD) ?? [];
        this.rest = words.length > 0 && text.endsWith(words[words.length - 1]) ? cut(words.pop()) : '';
        for (const word of words)
            this.add(cut(word));
    }

    end() {
        if (this.bytes.length > 0)
            this.fate = NOT_UTF8;
        if (this.rest)
            this.add(this.rest);
    }
}

// --- files and folders as streams ---

// What is found below a folder, and what becomes of it.
class File {
    error = null;
    handle = null;                          // the enumerator or the stream, once it is open
    enough = Rx.PublishSubject.new();       // completes when nothing more is to be read
    splitter = new Splitter();
    nBytes = 0;

    constructor(file, type, chunkSize) {
        this.file = file;
        this.type = type;
        this.chunkSize = chunkSize;
        this.fate = type === Gio.FileType.SYMBOLIC_LINK ? LINK
            : type === Gio.FileType.REGULAR || type === Gio.FileType.DIRECTORY ? COUNTED : SPECIAL;
    }
}

let callsRunning = 0;

// Calls of GIO, one after the other, each when somebody wants its items.
function callAgainAndAgain(file, begin, finish) {
    const callOnce = () => Rx.Observable.create(emitter => {
        callsRunning++;
        begin(file, emitter.get_cancellable(), (_source, result) => {
            callsRunning--;
            if (!finish(file, result, emitter))
                file.enough.completed();
            emitter.completed();
        });
    });
    return Rx.Observable.range(0, Number.MAX_SAFE_INTEGER).take_until(file.enough).flat_map(callOnce, 1);
}

function beginFolder(folder, cancellable, finished) {
    if (folder.handle === null) {
        folder.file.enumerate_children_async('standard::name,standard::type', Gio.FileQueryInfoFlags.NOFOLLOW_SYMLINKS,
            GLib.PRIORITY_DEFAULT, cancellable, finished);
    } else {
        folder.handle.next_files_async(BATCH, GLib.PRIORITY_DEFAULT, cancellable, finished);
    }
}

function finishFolder(folder, result, emitter) {
    try {
        if (folder.handle === null) {
            folder.handle = folder.file.enumerate_children_finish(result);
            return true;
        }
        const infos = folder.handle.next_files_finish(result);
        for (const info of infos)
            emitter.next(new File(folder.handle.get_child(info), info.get_file_type(), folder.chunkSize));
        return infos.length > 0;
    } catch (e) {
        folder.fate = UNREADABLE;
        folder.error = e;
        emitter.next(folder);
        return false;
    }
}

function beginFile(file, cancellable, finished) {
    if (file.handle === null)
        file.file.read_async(GLib.PRIORITY_DEFAULT, cancellable, finished);
    else
        file.handle.read_bytes_async(file.chunkSize, GLib.PRIORITY_DEFAULT, cancellable, finished);
}

function finishFile(file, result, emitter) {
    try {
        if (file.handle === null) {
            file.handle = file.file.read_finish(result);
            return true;
        }
        const chunk = file.handle.read_bytes_finish(result).toArray();
        if (chunk.length > 0)
            emitter.next({chunk});
        return chunk.length > 0;
    } catch (error) {
        emitter.next({error});  // as an item, for an error would end the stream of all files
        return false;
    }
}

// Everything below a folder, or the file itself. One folder after the other: few are open at a time.
function walk(file) {
    if (file.type !== Gio.FileType.DIRECTORY || file.fate !== COUNTED)
        return Rx.Observable.just(file);
    return callAgainAndAgain(file, beginFolder, finishFolder).flat_map(walk, 1);
}

function countWords(file, {chunk, error}) {
    if (error) {
        file.fate = UNREADABLE;
        file.error = error;
    } else if (file.fate === COUNTED) {
        file.nBytes += chunk.length;
        file.splitter.feed(chunk);
        file.fate = file.splitter.fate;
        if (file.fate !== COUNTED)
            file.enough.completed();
    }
    return file;
}

// --- adding it up ---

class Demo {
    loop = new GLib.MainLoop(null, false);
    finished = Rx.PublishSubject.new();
    nFiles = Object.fromEntries([COUNTED, ...SKIPPED].map(fate => [fate, 0]));
    nBytes = 0;                 // of the files that are done
    nRead = 0;                  // of all
    nReported = 0;
    words = new Splitter();
    interrupted = false;
    failed = false;

    constructor() {
        const test = Gio.Subprocess.new(['/bin/sh', '-c', 'test -t 1 && test -t 2'], Gio.SubprocessFlags.NONE);
        test.wait(null);
        this.showsProgress = test.get_successful();
    }

    // The stream of one file: a single item at its end, the file with its words.
    countFile(file) {
        if (file.fate !== COUNTED)
            return Rx.Observable.just(file);
        return callAgainAndAgain(file, beginFile, finishFile)
            .do_on_next(({chunk}) => this.noteChunk(chunk?.length ?? 0))
            .reduce(countWords, file);
    }

    // While garbage is collected in steps, GJS 1.74 takes every call into JavaScript for one out of a finalizer and does not
    // make it, so that a callback is lost. Collecting early, and in one go, leaves nothing to be done in steps.
    noteChunk(length) {
        if (Math.floor((this.nRead + length) / GARBAGE) > Math.floor(this.nRead / GARBAGE))
            System.gc();
        this.nRead += length;
    }

    get seconds() {
        return (GLib.get_monotonic_time() - this.start) / 1e6;
    }

    get speed() {
        return (this.nRead / 1e6 / this.seconds).toFixed(1);
    }

    clearProgress() {
        if (this.showsProgress)
            write(stderr, '\r\x1b[K');
    }

    showProgress() {
        write(stderr, `\r${this.nFiles[COUNTED]} files, ${(this.nRead / 1e6).toFixed(1)} MB, ${this.speed} MB/s\x1b[K`);
    }

    report(file) {
        if (++this.nReported > REPORTED)
            return;
        // eslint-disable-next-line no-control-regex
        const name = file.file.get_parse_name().replace(/[\0-\x1f\x7f]/g, '?');
        this.clearProgress();
        write(stderr, `rx-demo: skipped ${name}: ${file.error?.message ?? file.fate}\n`);
    }

    addFile(file) {
        if (file.fate === COUNTED) {
            file.splitter.end();
            file.fate = file.splitter.fate;
        }
        this.nFiles[file.fate]++;
        if (file.fate === COUNTED) {
            this.nBytes += file.nBytes;
            file.splitter.words.forEach((count, word) => this.words.add(word, count));
        } else if (file.fate !== LINK && file.fate !== SPECIAL) {
            this.report(file);
        }
    }

    finish() {
        this.finished.completed();
        this.loop.quit();
    }

    interrupt() {
        this.interrupted = true;
        this.subscription.unsubscribe();
        this.finish();
        return GLib.SOURCE_REMOVE;      // a second one ends the program the hard way
    }

    countAll(roots) {
        // Everything below the paths is read and counted, some files at a time.
        const files = Rx.Observable.merge(roots.map(walk))
            .flat_map(file => this.countFile(file), 2 * GLib.get_num_processors())
            .observe_on(Rx.Scheduler.main())
            .named('files');

        this.start = GLib.get_monotonic_time();
        GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, SIGINT, () => this.interrupt());
        this.subscription = files.subscribe({
            next: file => this.addFile(file),
            error: e => {
                this.clearProgress();
                write(stderr, `rx-demo: ${e.message}\n`);
                this.failed = true;
                this.finish();
            },
            complete: () => this.finish(),
        });
        if (this.showsProgress) {
            Rx.Observable.interval(PROGRESS_PERIOD, Rx.Scheduler.main())
                .take_until(this.finished)
                .subscribe(() => this.showProgress());
        }
        this.loop.run();
        this.clearProgress();
    }

    printResult(nTop) {
        const key = word => encoder.encode(word);
        const compare = (a, b) => {
            const [x, y] = [key(a), key(b)];
            const i = x.findIndex((byte, place) => byte !== y[place]);
            return i < 0 ? x.length - y.length : x[i] - (y[i] ?? -1);
        };
        const ranking = [...this.words.words].sort((a, b) => b[1] - a[1] || compare(a[0], b[0]));
        let text = '';
        ranking.slice(0, nTop).forEach(([word, count], i) => {
            text += `${String(i + 1).padStart(5)} ${String(count).padStart(12)}  ${word}\n`;
        });
        text += `${this.nFiles[COUNTED]} files, ${this.words.nWords} words, ${ranking.length} distinct, ${this.nBytes} bytes\n`;
        const skipped = SKIPPED.filter(fate => this.nFiles[fate] > 0).map(fate => `${this.nFiles[fate]} ${fate}`);
        if (skipped.length > 0)
            text += `skipped: ${skipped.join(', ')}\n`;
        text += `${this.interrupted ? 'interrupted after' : 'in'} ${this.seconds.toFixed(2)} s, ${this.speed} MB/s\n`;
        write(stdout, text);
    }
}

// --- around it ---

function fail(message) {
    write(stderr, `rx-demo: ${message}\n`);
    System.exit(1);
}

// What a path stands for; a link on the command line is meant to be followed.
function findRoot(path, chunkSize) {
    const file = Gio.File.new_for_commandline_arg(path);
    const type = file.query_info('standard::type', Gio.FileQueryInfoFlags.NONE, null).get_file_type();
    if (type !== Gio.FileType.REGULAR && type !== Gio.FileType.DIRECTORY)
        throw new Error(`${path} is neither a file nor a folder`);
    return new File(file, type, chunkSize);
}

function parse(args) {
    const options = {top: 20, 'chunk-size': CHUNK_SIZE};
    const least = {top: 0, 'chunk-size': 1};
    const paths = [];
    while (args.length > 0) {
        const arg = args.shift();
        const [, name, value] = /^--?([^=]+)(?:=(.*))?$/.exec(arg) ?? [];
        if (name === undefined) {
            paths.push(arg);
        } else if (name === 'help' || name === 'h') {
            write(stdout, 'demo.js [--top N] [PATH…]\n\nCounts the words of all text files below PATH.\n');
            System.exit(0);
        } else {
            const option = name === 'n' ? 'top' : name;
            if (!(option in options))
                fail(`unknown option ${arg}`);
            const number = Number(value ?? args.shift());
            if (!Number.isInteger(number) || number < least[option])
                fail(`${arg} takes a whole number from ${least[option]} on`);
            options[option] = number;
        }
    }
    return {paths, ...options};
}

const {paths, top, 'chunk-size': chunkSize} = parse([...System.programArgs]);
const roots = [];
for (const path of paths.length > 0 ? paths : DEFAULT_PATHS) {
    try {
        roots.push(findRoot(path, chunkSize));
    } catch (e) {
        if (paths.length > 0)
            fail(e.message);
    }
}

const demo = new Demo();
demo.countAll(roots);
if (demo.nReported > REPORTED)
    write(stderr, `rx-demo: skipped ${demo.nReported - REPORTED} more\n`);
if (demo.nFiles[COUNTED] === 0 && !demo.interrupted) {
    write(stderr, paths.length > 0 ? 'rx-demo: there is no text file to count\n'
        : 'rx-demo: this system has no licence and documentation texts; name a folder: rx-demo PATH\n');
}
demo.printResult(top);

// Calls that were cancelled still have to come back.
while (callsRunning > 0)
    GLib.MainContext.default().iteration(true);
System.exit(demo.interrupted ? EXIT_INTERRUPTED : demo.failed ? 1 : 0);
