/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* exported END, MS, check, collect, collectGarbage, equal, eventsOf, finish, iterate, memory, same, test, throws,
 *   until */

/* What the programs that test the override share. A critical message ends them. */

imports.gi.versions.Rx = '1.0';
const {GLib, Rx} = imports.gi;
const System = imports.system;

GLib.log_set_always_fatal(GLib.LogLevelFlags.LEVEL_CRITICAL | GLib.LogLevelFlags.LEVEL_ERROR);

var MS = 1000;          // in microseconds
var END = '|';

let failures = 0;

function show(x) {
    if (Array.isArray(x))
        return `[${x.map(show).join(', ')}]`;
    try {
        return typeof x === 'string' ? JSON.stringify(x) : String(x);
    } catch {
        return typeof x;
    }
}

/** The very same value, or arrays of them. */
function same(got, wanted, what = '') {
    const equals = (a, b) => Object.is(a, b) ||
        (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((x, i) => equals(x, b[i])));
    if (!equals(got, wanted))
        throw new Error(`${what} got ${show(got)}, wanted ${show(wanted)}`);
}

/** Values that look the same. */
function equal(got, wanted, what = '') {
    const [a, b] = [got, wanted].map(x => JSON.stringify(x));
    if (a !== b)
        throw new Error(`${what} got ${a}, wanted ${b}`);
}

function throws(func, kind, text) {
    try {
        func();
    } catch (e) {
        if (!(e instanceof kind) || !e.message.includes(text))
            throw new Error(`threw ${e}`);
        return;
    }
    throw new Error(`did not throw "${text}"`);
}

function test(name, func) {
    try {
        func();
        print(`ok - ${name}`);
    } catch (e) {
        failures++;
        print(`not ok - ${name}: ${e.message}\n${e.stack}`);
    }
}

function finish() {
    System.exit(failures ? 1 : 0);
}

function iterate(milliseconds = 0) {
    const context = GLib.MainContext.default();
    const deadline = GLib.get_monotonic_time() + milliseconds * MS;
    while (context.iteration(false) || GLib.get_monotonic_time() < deadline)
        ;
}

/** Runs the main loop until the condition holds. */
function until(condition, what = 'waited in vain') {
    const deadline = GLib.get_monotonic_time() + 30000 * MS;
    while (!condition()) {
        if (GLib.get_monotonic_time() > deadline)
            throw new Error(what);
        if (!GLib.MainContext.default().iteration(false))
            GLib.usleep(50);
    }
}

/** Subscribes and gives the events as they come; an error is {error}. */
function collect(observable) {
    const events = [];
    observable.subscribe(item => events.push(item), error => events.push({error}), () => events.push(END));
    return events;
}

/** All events, after the main loop has run to the end of the stream. */
function eventsOf(observable) {
    const events = [];
    let ended = false;
    observable.subscribe(item => events.push(item), error => {
        events.push({error});
        ended = true;
    }, () => {
        events.push(END);
        ended = true;
    });
    until(() => ended, `${observable} does not end`);
    return events;
}

function check(observable, ...items) {
    same(eventsOf(observable), [...items, END], `${observable}`);
}

function collectGarbage() {
    for (let i = 0; i < 3; i++) {
        System.gc();
        iterate();
    }
}

/** What the process has in memory, in bytes. */
function memory() {
    const [, bytes] = GLib.file_get_contents('/proc/self/statm');
    return Number(imports.byteArray.toString(bytes).split(' ')[1]) * 4096;
}
