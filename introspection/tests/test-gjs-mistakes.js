// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// What is easily written wrong is told at once.

imports.searchPath.unshift(imports.gi.GLib.path_get_dirname(imports.system.programPath));
const {END, check, equal, finish, same, test, throws} = imports['gjs-harness'];
const {GLib, Rx} = imports.gi;

const O = Rx.Observable;
const source = O.range(1, 2);

test('new Observable', () => {
    throws(() => new Rx.Observable(() => {}), TypeError, 'write Rx.Observable.create(');
    throws(() => new Rx.Observable({}), TypeError, 'takes no arguments');
    same(new Rx.Observable() instanceof Rx.Observable, true);
    same(new Rx.PublishSubject() instanceof Rx.Subject, true);
});

test('names of an observer', () => {
    for (const names of [['next', 'error', 'complete'], ['next', 'error', 'completed'],
        ['on_next', 'on_error', 'on_completed'], ['onNext', 'onError', 'onCompleted']]) {
        const [next, error, complete] = names;
        for (const subscribe of [(o, x) => o.subscribe(x), (o, x) => o.subscribe_observer(x)]) {
            const events = [];
            const observer = {
                [next](item) {
                    events.push(this === observer ? item : 'stray');
                },
                [error]: e => events.push(e),
                [complete]: () => events.push(END),
            };
            subscribe(source, observer);
            subscribe(O.error('e'), observer);
            same(events, [1, 2, END, 'e']);
        }
    }
    class Observer {
        next(item) {
            this.last = item;
        }
    }
    const observer = new Observer();
    source.subscribe(observer);
    same(observer.last, 2);
    throws(() => source.subscribe({nxt: print, err: print}), TypeError, 'this has nxt, err');
    throws(() => source.subscribe_observer({}), TypeError, 'this has nothing');
    throws(() => source.subscribe({next: 'x'}), TypeError, 'next of subscribe() is a function, not string');
    throws(() => source.subscribe({completed: 1}), TypeError, 'completed of subscribe() is a function, not number');
});

test('arguments that are missing or of the wrong kind', () => {
    throws(() => source.merge_with(), TypeError, 'merge_with(): another stream is wanted');
    throws(() => source.zipWith((a, b) => a + b), TypeError, 'zip_with(): another stream is wanted');
    throws(() => source.map(3), TypeError, 'map(): a function is wanted, not number');
    throws(() => source.filter(), TypeError, 'filter(): a function is wanted, not undefined');
    throws(() => source.do_on_next(null), TypeError, 'do_on_next(): a function is wanted, not null');
    throws(() => source.retry(-7), TypeError, 'retry(): n says how often to try again');
    check(source.retry(), 1, 2);
    check(source.retry(Infinity), 1, 2);
    check(O.from('a\u{1f600}'), 'a', '\u{1f600}');
    // what C refuses
    GLib.log_set_always_fatal(GLib.LogLevelFlags.LEVEL_ERROR);
    throws(() => O.range(2n ** 63n - 1n, 5), TypeError, 'range() has refused its arguments');
    GLib.log_set_always_fatal(GLib.LogLevelFlags.LEVEL_CRITICAL | GLib.LogLevelFlags.LEVEL_ERROR);
});

test('numbers that are not exact', () => {
    throws(() => O.range(2 ** 53, 3), TypeError, 'range(): start: 9007199254740992 is beyond 2 ** 53');
    throws(() => O.range(0, 2 ** 60), TypeError, 'write a BigInt');
    throws(() => O.range(2n ** 63n, 1), TypeError, 'start is a whole number');
    check(O.range(Number.MAX_SAFE_INTEGER, 1), Number.MAX_SAFE_INTEGER);
    // C gets the very number; what comes back from it is a Number
    const events = [];
    O.range(2n ** 60n + 1n, 1).subscribe(x => events.push(x));
    equal(events, [2 ** 60]);
    check(O.of(2n ** 60n + 1n), 2n ** 60n + 1n);
});

finish();
