// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// The test kit as GJS sees it.

imports.gi.versions.Rx = '1.0';
imports.gi.versions.RxTesting = '1.0';
const {GLib, Rx, RxTesting} = imports.gi;
const System = imports.system;

const MS = 1000;                // in microseconds

let failures = 0;

function equal(got, wanted, what = '') {
    const [a, b] = [got, wanted].map(x => JSON.stringify(x));
    if (a !== b)
        throw new Error(`${what} got ${a}, wanted ${b}`);
}

function throws(func, pattern) {
    try {
        func();
    } catch (e) {
        if (!pattern.test(e.message))
            throw new Error(`failed with ${e.message}`);
        return e;
    }
    throw new Error('did not fail');
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

function tableOf(items) {
    const table = new RxTesting.MarbleTable();
    for (const [symbol, item] of Object.entries(items))
        table.set_item(symbol, item);
    return table;
}

test('time', () => {
    const scheduler = new RxTesting.TestScheduler();
    const items = [];
    Rx.Observable.interval(10 * MS, scheduler).subscribe(item => items.push(item), null, null);
    equal(scheduler.advance_by(35 * MS), true);
    equal(items, [0, 1, 2]);
    equal([scheduler.now(), scheduler.get_next_due(), scheduler.get_n_pending()], [35 * MS, 40 * MS, 1]);
    throws(() => scheduler.advance_to(MS), /time does not go back to 1 ms/);
    scheduler.set_max_tasks(50);
    const error = throws(() => scheduler.run(), /50 tasks have run, .* is a stream endless/);
    equal(error.matches(Rx.error_quark(), Rx.Error.TOO_MANY), true);
});

test('timer', () => {
    const scheduler = new RxTesting.TestScheduler();
    const observer = scheduler.subscribe(Rx.Observable.timer(5 * MS, scheduler));
    scheduler.run();
    observer.compare_marbles('-----(0|)', tableOf({0: 0}));
});

test('parse', () => {
    const table = tableOf({a: 1, b: 'two', c: null});
    const events = RxTesting.marbles_parse('-a(bc)|', table);
    equal(events.map(e => [e.get_time(), e.get_notification().get_item()]),
        [[MS, 1], [2 * MS, 'two'], [2 * MS, null], [6 * MS, null]]);
    equal(events[3].get_notification().get_kind(), Rx.EventKind.COMPLETED);
    equal(RxTesting.marbles_print(events, table), '-a(bc)|');
    equal(RxTesting.marbles_compare(events, RxTesting.marbles_parse('-a(bc)|', table), table), true);
    equal(RxTesting.marbles_parse('', null), []);
    equal(RxTesting.marbles_parse_subscription('--^-!', null), [true, 2 * MS, 4 * MS]);
    throws(() => RxTesting.marbles_parse('a)', null), /at character 2: no group is open/);
});

test('sources', () => {
    const scheduler = new RxTesting.TestScheduler();
    const table = tableOf({1: 1, 2: 2, 4: 4});
    const cold = scheduler.create_cold_marbles('1-2|', table);
    const hot = scheduler.create_hot([RxTesting.TestEvent.new_next(MS, 'x'), RxTesting.TestEvent.new_completed(2 * MS)]);
    const observer = scheduler.subscribe(cold.map(x => 2 * x));
    const other = scheduler.subscribe(hot);
    const late = scheduler.subscribe_marbles(cold, '-^-!', null);
    scheduler.run();
    equal(observer.compare_marbles('2-4|', table), true);
    equal(observer.get_items(), [2, 4]);
    equal(observer.get_events().map(e => e.to_string()), ['0 ms: next 2', '2 ms: next 4', '3 ms: completed']);
    equal(other.compare_marbles('-x|', null), true);
    equal(late.compare_marbles('-1', table), true);
    equal(cold.compare_subscriptions(['^--!', '-^-!'], null), true);
    throws(() => cold.compare_subscriptions(['^--!'], null), /expected: none\n {2}came: {5}-\^-!/);
});

test('difference', () => {
    const scheduler = new RxTesting.TestScheduler();
    const observer = scheduler.subscribe(scheduler.create_cold_marbles('-a-b|', null));
    scheduler.run();
    const error = throws(() => observer.compare_marbles('-a--b|', null), /The stream is not what was expected/);
    equal(error.message, `The stream is not what was expected (one character is 1 ms)
  expected: -a--b|
  came:     -a-b|
and differs
  at 4 ms: next "b" was expected, completed came
  at 5 ms: completed was expected, and did not come
  at 3 ms: next "b" came, and was not expected`);
});

test('observer', () => {
    const observer = RxTesting.TestObserver.subscribe(Rx.Observable.range(0, 10), 2);
    equal(observer.get_items(), [0, 1]);
    observer.request(1);
    equal(observer.get_n_items(), 3);
    observer.unsubscribe();
    const waiting = RxTesting.TestObserver.subscribe(Rx.Observable.interval(MS, null).take(2), Number.MAX_SAFE_INTEGER);
    equal(waiting.wait(20000 * MS), true);
    equal(waiting.compare_marbles('01|', tableOf({0: 0, 1: 1})), true);
});

test('threads', () => {
    // what the kit does itself is bound to no thread
    Rx.set_thread_affine(true);
    const afar = RxTesting.TestObserver.subscribe(Rx.Observable.timer(MS, Rx.Scheduler.computation()),
        Number.MAX_SAFE_INTEGER);
    equal(afar.wait(20000 * MS), true);
    equal(afar.get_items(), [0]);
    const scheduler = new RxTesting.TestScheduler();
    const source = scheduler.create_cold_marbles('', null);
    const observer = RxTesting.TestObserver.subscribe(source.subscribe_on(Rx.Scheduler.computation()), 1);
    const deadline = GLib.get_monotonic_time() + 20000 * MS;
    while (source.get_n_subscriptions() < 1 && GLib.get_monotonic_time() < deadline)
        GLib.MainContext.default().iteration(false);
    observer.unsubscribe();
    while (source.get_unsubscribed_at(0) < 0 && GLib.get_monotonic_time() < deadline)
        GLib.MainContext.default().iteration(false);
    equal(source.get_unsubscribed_at(0), 0);
    equal(observer.get_events(), []);

    // and what is the user's still is
    const mapped = RxTesting.TestObserver.subscribe(
        Rx.Observable.timer(MS, Rx.Scheduler.computation()).map(x => x), Number.MAX_SAFE_INTEGER);
    equal(mapped.wait(20000 * MS), true);
    equal(mapped.get_error().matches(Rx.error_quark(), Rx.Error.WRONG_THREAD), true);
    Rx.set_thread_affine(false);
});

test('protocol', () => {
    const scheduler = new RxTesting.TestScheduler();
    const checker = new RxTesting.ProtocolChecker();
    const told = [];
    checker.set_handler((stage, rule) => told.push([stage, rule]));
    const observer = RxTesting.TestObserver.new(scheduler);
    observer.start(checker.watch(Rx.Observable.interval(MS, scheduler), 'clock'), 1);
    scheduler.advance_by(2 * MS);
    equal(told, [['clock', RxTesting.ProtocolRule.NO_DEMAND]]);
    equal(checker.get_violations(), ['At "clock" the protocol was broken: item 2 came when 1 had been asked for']);
    observer.unsubscribe();
});

System.exit(failures === 0 ? 0 : 1);
