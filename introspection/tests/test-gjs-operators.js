// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// Streams as they are written in JavaScript, and as they are written in C.

imports.searchPath.unshift(imports.gi.GLib.path_get_dirname(imports.system.programPath));
const {END, MS, check, collect, equal, eventsOf, finish, same, test, throws,
    until} = imports['gjs-harness'];
const {GLib, GObject, Rx} = imports.gi;

const O = Rx.Observable;
const source = O.range(1, 4);

test('subscribe', () => {
    const got = [];
    const push = x => got.push(x);
    source.subscribe();
    source.subscribe(null, undefined, null);
    O.just(1).subscribe(push);
    O.just(2).subscribe(push, null, () => push(END));
    O.error('x').subscribe(undefined, push);
    O.just(3).subscribe({next: push});
    O.just(4).subscribe({next: push, error: push, complete: () => push(END)});
    O.just(5).subscribe({next: push, completed: () => push(END)});
    O.error('y').subscribe({error: push});
    same(got, [1, 2, END, 'x', 3, 4, END, 5, END, 'y']);

    class Counter {
        constructor() {
            this.n = 0;
        }

        next(x) {
            this.n += x;
        }
    }
    const counter = new Counter();
    source.subscribe(counter);
    same(counter.n, 10);

    for (const bad of [1, 'x', true])
        throws(() => source.subscribe(bad), TypeError, 'on_next of subscribe() is a function');
    throws(() => source.subscribe(null, 1), TypeError, 'on_error');
    throws(() => source.subscribe({complete: 1}), TypeError, '');

    const subject = Rx.PublishSubject.new();
    const subscription = subject.subscribe(push);
    same([subscription instanceof Rx.Subscription, subscription.isUnsubscribed()], [true, false]);
    subscription.unsubscribe();
    same(subject.hasObservers(), false);
});

test('operators', () => {
    check(source.map(x => `${x}!`), '1!', '2!', '3!', '4!');
    check(source.filter(x => x % 2), 1, 3);
    check(source.filter(() => {}));
    check(source.filter(() => []), 1, 2, 3, 4);
    check(source.scan((a, x) => a + x), 1, 3, 6, 10);
    check(source.scan((a, x) => a + x, 10), 10, 11, 13, 16, 20);
    check(source.scan(10, (a, x) => a + x), 10, 11, 13, 16, 20);
    check(source.scan((a, x) => x, undefined), undefined, 1, 2, 3, 4);
    check(source.reduce((a, x) => a * x), 24);
    check(source.reduce((a, x) => [...a, x], []).map(a => a.length), 4);
    check(source.reduce('', (a, x) => a + x), '1234');
    const [{error: none}] = collect(O.empty().reduce((a, x) => a + x));
    same(none.matches(Rx.Error, Rx.Error.EMPTY), true);
    check(O.empty().reduce((a, x) => a + x, 5), 5);
    check(O.empty().scan((a, x) => a + x));
    check(source.flat_map(x => O.range(0, x)).reduce((a, x) => a + x), 10);
    check(source.flatMap(x => [x, x], 1), 1, 1, 2, 2, 3, 3, 4, 4);
    check(source.flat_map_full(1, false, x => O.just(x)), 1, 2, 3, 4);
    check(source.flat_map_full(x => O.just(x), 1), 1, 2, 3, 4);
    check(source.flatMap(async x => {
        await null;
        return x;
    }).reduce((a, x) => a + x), 10);
    check(source.take(2), 1, 2);
    check(source.do_on_next(() => 'ignored'), 1, 2, 3, 4);
    check(source.takeUntil(O.never()), 1, 2, 3, 4);
    check(source.takeUntil(['now']));
    check(source.observeOn(), 1, 2, 3, 4);
    check(source.observe_on_full(2), 1, 2, 3, 4);
    check(source.subscribeOn(Rx.Scheduler.computation()).observeOn(), 1, 2, 3, 4);
    check(source.named('x').asObservable(), 1, 2, 3, 4);
    same(source.pipe(), source);
    check(source.pipe(o => o.map(x => x + 1), o => o.take(1)), 2);
    check(O.interval(MS).take(2), 0, 1);
    check(O.intervalFull(0, MS).take(2), 0, 1);
    check(O.timer(MS), 0);
});

test('scan and reduce begin anew for each subscriber', () => {
    for (const stream of [source.scan((a, x) => a + x), source.reduce((a, x) => a + x)])
        same(collect(stream), collect(stream));
});

test('several sources', () => {
    const letters = O.of('a', 'b');
    check(O.merge(source, letters), 1, 2, 3, 4, 'a', 'b');
    check(O.merge([source, letters]), 1, 2, 3, 4, 'a', 'b');
    check(O.merge());
    check(O.merge([]));
    check(source.mergeWith(letters, [undefined]), 1, 2, 3, 4, 'a', 'b', undefined);
    check(O.zip(source, letters, (a, b) => a + b), '1a', '2b');
    check(O.zip([source, letters], (a, b) => a + b), '1a', '2b');
    check(O.zip(source, letters), [1, 'a'], [2, 'b']);
    check(O.zip([source, letters]), [1, 'a'], [2, 'b']);
    check(O.zip([source, letters, source], (...all) => all.length), 3, 3);
    check(O.zip([]));
    check(source.zip_with(letters, (a, b) => a + b), '1a', '2b');
    check(source.zipWith(letters), [1, 'a'], [2, 'b']);
    check(source.zipWith(letters, [[1], [2]], (a, b, c) => [a, b, c[0]]), [1, 'a', 1], [2, 'b', 2]);
});

test('sources', () => {
    check(O.of());
    check(O.of(1, [2], undefined), 1, [2], undefined);
    check(O.from([1, 2]), 1, 2);
    check(O.from(new Set(['a'])), 'a');
    check(O.from((function* () {
        yield 1;
    })()), 1);
    check(O.from(Promise.resolve([1])), [1]);
    same(O.from(source), source);
    same(eventsOf(O.from(Promise.reject(source)))[0].error, source);
    check(O.fromArray([1]), 1);

    const done = [];
    check(O.create(emitter => {
        emitter.next(1);
        emitter.complete();
        return () => done.push('done');
    }), 1);
    const inner = Rx.Subscription.new();
    O.create(Rx.Backpressure.BUFFER, () => inner).subscribe().unsubscribe();
    same([done, inner.is_unsubscribed()], [['done'], true]);
    throws(() => O.create(), TypeError, 'a function is wanted');
    const [failed] = eventsOf(O.create(async () => {
        await null;
        throw done;
    }));
    same(failed.error, done);
});

test('a subject is an observer as in RxJS', () => {
    const subject = Rx.PublishSubject.new();
    const events = collect(subject);
    subject.next(1);
    O.of(2, 3).subscribe(subject);
    same(events, [1, 2, 3, END]);
    const other = new Rx.PublishSubject();
    const got = collect(other);
    other.error('e');
    equal(got, [{error: 'e'}]);
    const third = new Rx.PublishSubject();
    const ends = collect(third);
    third.complete();
    same(ends, [END]);
});

const Recorder = GObject.registerClass({Implements: [Rx.Observer]}, class Recorder extends GObject.Object {
    constructor() {
        super();
        this.events = [];
    }

    vfunc_next(item) {
        this.events.push(item);
        if (item === 'fail')
            throw this;
    }

    vfunc_error(error) {
        this.events.push(error);
    }

    vfunc_completed() {
        this.events.push(END);
    }
});

test('observers in JavaScript', () => {
    const item = [1];
    const [one, two, three] = [new Recorder(), new Recorder(), new Recorder()];
    const handle = Rx.Subscription.new();
    O.of(item, undefined, 3).subscribe_observer(one, 2, handle);
    same(one.events, [item, undefined]);
    handle.request(Infinity);
    same(one.events, [item, undefined, 3, END]);
    O.of(1, 'fail', 2).subscribe(two);
    same(two.events, [1, 'fail', two]);
    Rx.Notification.new_next(item).accept(three);
    Rx.Notification.new_completed().accept(three);
    same(three.events, [item, END]);
    const four = new Recorder();
    four.on_next(item);
    four.onNext('fail');
    four.on_error('e');
    four.on_completed();
    same(four.events, [item, 'fail', four, 'e', END]);
});

test('every function has both names', () => {
    for (const [name, target] of Object.entries({Observable: O, proto: O.prototype, Emitter: Rx.Emitter.prototype,
        Worker: Rx.Worker.prototype, Subject: Rx.Subject.prototype, Rx})) {
        for (const known of Object.getOwnPropertyNames(target)) {
            if (/_[a-z]/.test(known) && !known.startsWith('vfunc_') && typeof target[known] === 'function') {
                const camel = known.replace(/_(.)/g, (_all, c) => c.toUpperCase());
                same(target[camel], target[known], `${name}.${known}`);
            }
        }
    }
});

test('schedulers', () => {
    const runs = [];
    const worker = Rx.Scheduler.main().createWorker();
    worker.schedule(() => runs.push('a'));
    worker.schedule_delayed(MS, () => runs.push('b'));
    worker.scheduleDelayed(() => runs.push('c'), 2 * MS);
    worker.schedule_task(0, Rx.Task.new(task => runs.push(task instanceof Rx.Task)));
    let n = 0;
    worker.schedule_periodic(0, MS, task => {
        if (++n === 3)
            task.cancel();
    });
    until(() => runs.length === 4 && n === 3);
    same(runs, ['a', true, 'b', 'c']);
    check(source.observe_on(Rx.Scheduler.mainContext()), 1, 2, 3, 4);
    check(source.observe_on(Rx.Scheduler.main_context(null, GLib.PRIORITY_LOW)), 1, 2, 3, 4);
});

finish();
