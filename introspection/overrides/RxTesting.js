/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* exported _init */

/* The test kit, wrapped as the library itself is. Wherever a table is taken, an object does: {a: 1, x: new Error()}.
 * Values compare as JavaScript sees them, see rx/compare.js. */

const {Rx} = imports.gi;        // loads the override
const {rx} = imports.overrides;

function character(place) {
    return symbol => {
        if (typeof symbol === 'string' && [...symbol].length === 1)
            return symbol;
        const shown = typeof symbol === 'string' ? JSON.stringify(symbol) : typeof symbol;
        throw new TypeError(`${place} is a string of one character, not ${shown}`);
    };
}

function _init() {
    const {signatures} = rx['testing-signatures'];
    const {MarbleTable, TestObserver, TestScheduler} = this;
    const contents = rx.compare.setup(Rx, this);

    function toTable(table) {
        if (table === undefined || table === null || table instanceof MarbleTable)
            return table ?? null;
        if (typeof table !== 'object')
            throw new TypeError(`a table is a MarbleTable or an object, {a: 1, b: 2}, not ${typeof table}`);
        const made = new MarbleTable();
        for (const [symbol, value] of Object.entries(table)) {
            if (value instanceof Error || value instanceof imports.gi.GLib.Error)
                made.set_error(symbol, value);
            else
                made.set_item(symbol, value);
        }
        return made;
    }

    rx.wrap.extend(signatures, {table: () => toTable, character});
    rx.wrap.wrapNamespace(this, signatures);

    for (const name of ['set_item', 'set_error']) {
        const raw = MarbleTable.prototype[name];
        MarbleTable.prototype[name] = function (symbol, value) {
            raw.call(this, symbol, value);
            contents.note(this, name, symbol, value);
        };
    }

    const {start, compare_marbles: compareMarbles, compare_events: compareEvents} = TestObserver.prototype;
    const {new: create, subscribe} = TestObserver;
    const {subscribe: subscribeAt, subscribe_marbles: subscribeMarbles} = TestScheduler.prototype;

    Object.assign(TestObserver, {
        new: (scheduler = null) => contents.observed(create.call(TestObserver, scheduler), scheduler),
        subscribe: (observable, initialRequest = Infinity) =>
            contents.observed(subscribe.call(TestObserver, observable, initialRequest), null),
    });
    Object.assign(TestScheduler.prototype, {
        subscribe(observable) {
            return contents.observed(subscribeAt.call(this, observable), this);
        },
        subscribe_marbles(...given) {
            return contents.observed(subscribeMarbles.apply(this, given), this);
        },
    });
    Object.assign(TestObserver.prototype, {
        start(observable, initialRequest = Infinity) {
            start.call(this, observable, initialRequest);
        },
        compare_marbles(marbles, given = null) {
            const table = toTable(given);
            return contents.compare(this, table, () => compareMarbles.call(this, marbles, table),
                () => imports.gi.RxTesting.marbles_parse(marbles, table));
        },
        compare_events(events, given = null) {
            const table = toTable(given);
            return contents.compare(this, table, () => compareEvents.call(this, events, table), () => events);
        },
    });
    for (const target of [MarbleTable.prototype, TestObserver.prototype, TestObserver, TestScheduler.prototype])
        rx.wrap.addAliases(target);
    this.TestEvent.prototype.toString = function () {
        return this.to_string();
    };
}
