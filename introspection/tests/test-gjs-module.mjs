// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// An ES module gets the same override.

import GLib from 'gi://GLib';
import Rx from 'gi://Rx?version=1.0';
import System from 'system';

const {Observable} = Rx;

function same(got, wanted) {
    const [a, b] = [got, wanted].map(x => JSON.stringify(x));
    if (a !== b) {
        printerr(new Error(`got ${a}, wanted ${b}`));
        System.exit(1);
    }
}

async function all(stream) {
    const items = [];
    for await (const item of stream)
        items.push(item);
    return items;
}

same(await all(Observable.range(0, 3).map(x => [x])), [[0], [1], [2]]);
same(await all(Observable.interval(1000).take(3)), [0, 1, 2]);
same(await all(Observable.range(0, 100).observeOn(Rx.Scheduler.computation()).observeOn().filter(x => x > 97)), [98, 99]);
same(await all(Observable.of('a', 'b').flatMap(async x => {
    await new Promise(resolve => GLib.idle_add(GLib.PRIORITY_DEFAULT, () => {
        resolve();
        return GLib.SOURCE_REMOVE;
    }));
    return x + x;
})), ['aa', 'bb']);

const thrown = {};
let caught = null;
try {
    await all(Observable.of(1).map(() => {
        throw thrown;
    }));
} catch (e) {
    caught = e;
}
same(caught === thrown, true);

// who leaves the loop unsubscribes, and only what is asked for is made
let made = 0, done = false;
const endless = Observable.range(0, 1000000).doOnNext(() => made++);
for await (const item of endless) {
    if (item === 2)
        break;
}
same(made, 3);
for await (const _item of Observable.create(emitter => {
    emitter.next(1);
    return () => (done = true);
}))
    break;
same(done, true);

// functions keep their stream alive, whatever is swept
const ticks = [];
await new Promise(resolve => {
    Observable.interval(1000).map(x => ({x})).take(20).subscribe(({x}) => {
        ticks.push(x);
        System.gc();
    }, null, resolve);
});
same(ticks.length, 20);
System.exit(0);
