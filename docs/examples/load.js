// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// How large are these files together? One is read after the other.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Rx from 'gi://Rx?version=1.0';
import System from 'system';

const loop = new GLib.MainLoop(null, false);

// load
const load = path => Rx.Observable.create(emitter => {
    const file = Gio.File.new_for_commandline_arg(path);
    file.load_bytes_async(emitter.get_cancellable(), (_file, result) => {
        try {
            const [content] = file.load_bytes_finish(result);
            emitter.next(content);
            emitter.completed();
        } catch (e) {
            emitter.error(e);
        }
    });
});
// /load

// use
const totalSize = paths => Rx.Observable.from(paths)
    .flat_map(load, 1)
    .reduce((size, content) => size + content.get_size(), 0);
// /use

totalSize(System.programArgs).subscribe({
    next: size => print(`${size} bytes`),
    error: e => {
        printerr(e.message);
        loop.quit();
    },
    complete: () => loop.quit(),
});
loop.run();
