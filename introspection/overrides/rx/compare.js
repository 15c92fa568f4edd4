/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* exported setup */

/* Compares what came with what was expected as JavaScript sees it: arrays and plain objects by their contents, all other
 * objects by identity. C compares handles and prints their addresses. So if C finds a difference, both sides are
 * compared once more with stand-ins: strings with a number, the same for equal values, that the message is then freed
 * of. */

const {GLib} = imports.gi;
const {describe} = imports.overrides.rx.values;

const STAND_IN = /"\ue000(\d+)\ue001"/gu;

function isPlain(x) {
    return typeof x === 'object' && x !== null &&
        [Object.prototype, null].includes(Object.getPrototypeOf(x));
}

function alike(a, b, open = []) {
    if (Object.is(a, b))
        return true;
    if (!(Array.isArray(a) && Array.isArray(b)) && !(isPlain(a) && isPlain(b)))
        return false;
    // in a ring, what is being compared already is taken to be equal
    if (open.some(([x, y]) => x === a && y === b))
        return true;
    const [mine, others] = [Object.keys(a), Object.keys(b)];
    return a.length === b.length && mine.length === others.length &&
        mine.every(key => Object.hasOwn(b, key) && alike(a[key], b[key], [...open, [a, b]]));
}

function show(x) {
    if (typeof x === 'bigint')
        return `${x}n`;
    try {
        if (Array.isArray(x) || isPlain(x) || typeof x === 'string')
            return JSON.stringify(x, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value));
    } catch {
        // a ring
    }
    return describe(x);
}

function setup(Rx, RxTesting) {
    const tables = new WeakMap();       // table → Map of its symbols: [setter, value]
    const starts = new WeakMap();       // observer → when its clock began; null without a clock

    function note(table, setter, symbol, value) {
        if (!tables.has(table))
            tables.set(table, new Map());
        tables.get(table).set(symbol, [setter, value]);
    }

    function observed(observer, scheduler) {
        starts.set(observer, scheduler instanceof RxTesting.TestScheduler ? scheduler.get_start() :
            scheduler === null ? null : undefined);
        return observer;
    }

    // null: nothing here is foreign to C
    function rewrite(observer, table, expected) {
        const known = [];
        const standIn = value => {
            if (value === null || ['number', 'boolean', 'string'].includes(typeof value))
                return value;
            let i = known.findIndex(other => alike(other, value));
            if (i < 0)
                i = known.push(value) - 1;
            return `\ue000${i}\ue001`;
        };
        const rewriteEvents = (events, from) => events.map(event => {
            const happening = event.get_notification();
            const time = event.get_time() - from;
            return happening.get_kind() === Rx.EventKind.NEXT ?
                RxTesting.TestEvent.new_next(time, standIn(happening.get_item())) :
                RxTesting.TestEvent.new(time, happening);
        });
        const shadow = new RxTesting.MarbleTable();
        if (table !== null)
            shadow.set_frame(table.get_frame());
        const wanted = rewriteEvents(expected, 0);
        const came = rewriteEvents(observer.get_events(), starts.get(observer) ?? 0);
        for (const [symbol, [setter, value]] of tables.get(table) ?? [])
            shadow[setter](symbol, setter === 'set_item' ? standIn(value) : value);
        return known.length === 0 ? null : {known, wanted, came, shadow};
    }

    function compareAgain(observer, {wanted, came, shadow}) {
        if (starts.get(observer) !== null)
            return RxTesting.marbles_compare(wanted, came, shadow);
        const replayed = RxTesting.TestObserver.new(null);
        for (const event of came)
            event.get_notification().accept(replayed);
        return replayed.compare_events(wanted, shadow);
    }

    function compare(observer, table, compareInC, parse) {
        try {
            return compareInC();
        } catch (e) {
            // one that was made in another way than by this namespace's functions has a clock that is not known
            const again = starts.get(observer) === undefined ? null : rewrite(observer, table, parse());
            if (again === null)
                throw e;
            try {
                return compareAgain(observer, again);
            } catch (readable) {
                const message = readable.message.replace(STAND_IN, (_text, i) => show(again.known[i]));
                throw new GLib.Error(readable.domain, readable.code, message);
            }
        }
    }

    return {note, observed, compare};
}
