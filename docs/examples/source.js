// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// A timeout of GLib becomes a stream.

import GLib from 'gi://GLib';
import Rx from 'gi://Rx?version=1.0';

const loop = new GLib.MainLoop(null, false);

// source
const beats = Rx.Observable.create(emitter => {
    const id = GLib.timeout_add(GLib.PRIORITY_DEFAULT, 20, () => {
        emitter.next('beat');
        return GLib.SOURCE_CONTINUE;
    });
    return () => {
        GLib.source_remove(id);
        print('the timeout is removed');
    };
});
// /source

beats.take(3).subscribe({
    next: x => print(x),
    complete: () => {
        print('done');
        loop.quit();
    },
});
loop.run();
