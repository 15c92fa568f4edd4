// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// With the override, a function that would be called on a thread of its own is an error with advice.

const {GLib, Rx} = imports.gi;
const System = imports.system;

const loop = new GLib.MainLoop(null, false);
let items = 0, message = null;

Rx.Observable.range(0, 2000)
    .observe_on(Rx.Scheduler.computation())
    .subscribe(() => items++, e => {
        message = e.message;
        loop.quit();
    }, () => loop.quit());
GLib.timeout_add_seconds(GLib.PRIORITY_DEFAULT, 30, () => loop.quit());
for (let i = 0; i < 200; i++) {
    new Array(1000).fill({});
    System.gc();
}
loop.run();
if (items !== 0 || message === null || !message.includes('observe_on')) {
    printerr(`items ${items}, message ${message}`);
    System.exit(1);
}

new Rx.PublishSubject().on_completed();
System.exit(0);
