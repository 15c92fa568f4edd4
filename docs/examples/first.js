// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

import GLib from 'gi://GLib';
import Rx from 'gi://Rx?version=1.0';

const loop = new GLib.MainLoop(null, false);

const times = Rx.Observable.interval(100 * GLib.TIME_SPAN_MILLISECOND).take(3).map(n => `${((n + 1) * 0.1).toFixed(1)} s`);
times.subscribe({
    next: x => print(x),
    complete: () => {
        print('done');
        loop.quit();
    },
});
loop.run();
