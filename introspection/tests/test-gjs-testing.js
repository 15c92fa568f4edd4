// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// The test kit through the override: any value in a diagram, objects as tables, messages that can be read.

imports.searchPath.unshift(imports.gi.GLib.path_get_dirname(imports.system.programPath));
const {MS, equal, finish, same, test, throws} = imports['gjs-harness'];
imports.gi.versions.RxTesting = '1.0';
const {GLib, Rx, RxTesting} = imports.gi;

const O = Rx.Observable;

function run(scheduler, source) {
    const observer = scheduler.subscribe(source);
    scheduler.run();
    return observer;
}

test('arguments', () => {
    const scheduler = new RxTesting.TestScheduler();
    throws(() => scheduler.advance_by(0.5), TypeError, 'whole number of microseconds, not 0.5');
    throws(() => scheduler.advanceTo(0.5), TypeError, 'whole number');
    const table = new RxTesting.MarbleTable();
    throws(() => table.set_item('ab', 1), TypeError, 'symbol is a string of one character, not "ab"');
    throws(() => table.set_item('', 1), TypeError, 'one character');
    throws(() => table.setError(1, new Error('e')), TypeError, 'one character');
    throws(() => table.set_frame(0.1), TypeError, 'whole number');
    throws(() => scheduler.create_cold_marbles('a|', 'a'), TypeError, 'a table is a MarbleTable or an object');
    table.set_item('\u{1f600}', 1);
    equal(run(scheduler, scheduler.create_cold_marbles('\u{1f600}|', table)).get_items(), [1]);
});

test('any value, by identity', () => {
    const scheduler = new RxTesting.TestScheduler();
    const values = {a: {x: 1}, b: 2n ** 70n, c: () => 1, d: null, e: Symbol('s'), f: [1, [2]], g: new Map(), h: 'h\0'};
    const observer = run(scheduler, scheduler.create_cold_marbles('abcdefgh|', values).map(x => x));
    same(observer.get_items(), Object.values(values));
    same(observer.compare_marbles('abcdefgh|', values), true);
    const events = RxTesting.marbles_parse('a-c|', values);
    same(events[0].get_notification().get_item(), values.a);
    same(RxTesting.marbles_print(events, null).length > 0, true);
});

test('tables', () => {
    const scheduler = new RxTesting.TestScheduler();
    const no = new Error('no');
    const cold = scheduler.createColdMarbles('-ab-x', {a: 1, b: 'two', x: no});
    const observer = run(scheduler, cold);
    same(observer.get_items(), [1, 'two']);
    same(observer.get_error(), no);
    same(observer.compareMarbles('-ab-x', {a: 1, b: 'two', x: no}), true);
    same(cold.compare_subscriptions(['^---!']), true);
    // without a table
    same(run(scheduler, O.of('a', 'b')).compare_events([RxTesting.TestEvent.new_next(4 * MS, 'a'),
        RxTesting.TestEvent.new_next(4 * MS, 'b'), RxTesting.TestEvent.new_completed(4 * MS)]), true);
    same(RxTesting.marbles_parse('a|').length, 2);
    same(RxTesting.marbles_parse_subscription('^-!'), [true, 0, 2 * MS]);
});

test('equal contents', () => {
    const scheduler = new RxTesting.TestScheduler();
    const source = scheduler.create_cold_marbles('-a-b|', {a: 1, b: 2});
    const pairs = run(scheduler, source.map(x => [x, {twice: 2 * x}]));
    same(pairs.compare_marbles('-a-b|', {a: [1, {twice: 2}], b: [2, {twice: 4}]}), true);
    throws(() => pairs.compare_marbles('-a-b|', {a: [1, {twice: 2}], b: [2, {twice: 5}]}), GLib.Error, 'is not what');
    throws(() => pairs.compare_marbles('-a--b|', {a: [1, {twice: 2}], b: [2, {twice: 4}]}), GLib.Error,
        'at 4 ms: ');
    // what C makes is a list
    const listed = run(scheduler, O.of(Rx.List.new([1, 2])));
    same(listed.compare_events([RxTesting.TestEvent.new_next(scheduler.now(), [1, 2]),
        RxTesting.TestEvent.new_completed(scheduler.now())]), true);
    // without a clock
    const untimed = RxTesting.TestObserver.subscribe(O.of(1, 2).map(x => [x]));
    same(untimed.compare_marbles('ab|', {a: [1], b: [2]}), true);
    throws(() => untimed.compare_marbles('ab|', {a: [1], b: [3]}), GLib.Error, '[3]');
    // another scheduler's beginning
    const late = RxTesting.TestScheduler.new_at(1000 * MS);
    same(run(late, late.create_cold_marbles('-a|', {a: 1}).map(x => [x])).compare_marbles('-a|', {a: [1]}), true);
    // an object of a class is equal only to itself
    const one = run(scheduler, O.of(new Map()));
    throws(() => one.compare_events([RxTesting.TestEvent.new_next(5 * MS, new Map())]), GLib.Error, '[object Map]');
});

test('messages', () => {
    const scheduler = new RxTesting.TestScheduler();
    const observer = run(scheduler, scheduler.create_cold_marbles('-a|', {a: 1}).map(x => ({x})));
    let message = '';
    try {
        observer.compare_marbles('-a|', {a: {x: 2}});
    } catch (e) {
        message = e.message;
        same(e instanceof GLib.Error, true);
    }
    same(/next \{"x":2\} was expected.*next \{"x":1\} came/s.test(message), true, message);
    same(/Foreign|0x|\ue000/.test(message), false, message);
});

test('the watchman', () => {
    const scheduler = new RxTesting.TestScheduler();
    const checker = new RxTesting.ProtocolChecker();
    const told = [];
    checker.set_handler((stage, rule) => told.push([stage, rule]));
    const observer = RxTesting.TestObserver.new(scheduler);
    observer.start(checker.watch(O.interval(MS, scheduler), 'clock'), 1);
    scheduler.advance_by(2 * MS);
    equal(told, [['clock', RxTesting.ProtocolRule.NO_DEMAND]]);
});

finish();
