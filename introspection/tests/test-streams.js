// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// The library as GJS sees it through the plain typelib. Functions of JavaScript run on the main thread only, so
// whatever comes from another one goes through observe_on() first; that the library refuses otherwise is tested too.

imports.gi.versions.Rx = '1.0';
const {GLib, GObject, Gio, Rx} = imports.gi;
const System = imports.system;

const MS = 1000;                // in microseconds
const END = '|';
const ALL = Number.MAX_SAFE_INTEGER;

Rx.set_thread_affine(true);

// --- a small harness ---

let failures = 0;

function equal(got, wanted, what = '') {
    const [a, b] = [got, wanted].map(x => JSON.stringify(x));
    if (a !== b)
        throw new Error(`${what} got ${a}, wanted ${b}`);
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

function iterate(milliseconds = 0) {
    const context = GLib.MainContext.default();
    const deadline = GLib.get_monotonic_time() + milliseconds * MS;
    while (context.iteration(false) || GLib.get_monotonic_time() < deadline)
        ;
}

// Subscribes, runs the main loop to the end of the stream and gives all events.
function eventsOf(observable) {
    const events = [];
    let ended = false;
    observable.subscribe(
        item => events.push(item),
        error => {
            events.push(error);
            ended = true;
        },
        () => {
            events.push(END);
            ended = true;
        });
    const deadline = GLib.get_monotonic_time() + 20000 * MS;
    while (!ended && GLib.get_monotonic_time() < deadline)
        GLib.MainContext.default().iteration(false);
    return events;
}

function check(observable, ...events) {
    equal(eventsOf(observable), [...events, END], observable.to_string());
}

function error(code = 7) {
    return new GLib.Error(GLib.quark_from_string('test-domain'), code, 'out of luck');
}

function fail() {
    throw error();
}

function checkError(observable) {
    const got = eventsOf(observable).pop();
    equal([got.message, got.domain, got.code], ['out of luck', GLib.quark_from_string('test-domain'), 7],
        observable.to_string());
}

const Recorder = GObject.registerClass({
    Implements: [Rx.Observer],
}, class Recorder extends GObject.Object {
    _init() {
        super._init();
        this.events = [];
    }

    vfunc_next(item) {
        this.events.push(item);
        if (item === 'fail')
            fail();
    }

    vfunc_error(e) {
        this.events.push(e.code);
    }

    vfunc_completed() {
        this.events.push(END);
    }
});

// --- the chain ---

test('chain over threads', () => {
    const chain = Rx.Observable.range(1, 1000)
        .observe_on(Rx.Scheduler.computation())
        .observe_on(Rx.Scheduler.main())
        .map(x => 2 * x)
        .filter(x => x % 3 === 0);
    const wanted = [];
    for (let x = 1; x <= 1000; x++) {
        if (2 * x % 3 === 0)
            wanted.push(2 * x);
    }
    check(chain, ...wanted);
    check(chain, ...wanted);
    equal(chain.to_string(), 'range → observe_on → observe_on → map → filter');
});

test('chain while the heap is swept', () => {
    let n = 0;
    check(Rx.Observable.range(0, 20000).observe_on(Rx.Scheduler.computation()).observe_on(null)
        .map(x => {
            if (++n % 4000 === 0)
                System.gc();
            return {x};
        })
        .reduce(0, (a, item) => a + item.x), 19999 * 10000);
});

test('functions live as long as their stream', () => {
    const subject = Rx.PublishSubject.new();
    const got = [];
    // GJS ties a function to the object that it was given to; nobody keeps those in between
    (() => {
        subject.as_observable().map(x => x + 1).filter(x => x % 2 === 0).scan(0, (a, x) => a + x).do_on_next(() => {})
            .flat_map(x => Rx.Observable.range(0, 1).map(() => x)).zip_with(Rx.Observable.range(0, 100), ([x]) => x)
            .take_until(Rx.Observable.never().map(x => x)).subscribe_events((kind, item) => got.push(item));
        subject.map(x => -x).subscribe(x => got.push(x), null, () => got.push(END));
    })();
    for (let i = 0; i < 4; i++) {
        System.gc();
        iterate();
        subject.on_next(i);
    }
    System.gc();
    subject.on_completed();
    equal(got, [0, 0, 2, -1, -2, 6, -3, null, END]);

    const [sums, ticks] = [[], []];
    (() => {
        let n = 0;
        Rx.Observable.create(Rx.Backpressure.BUFFER, emitter => GLib.timeout_add(GLib.PRIORITY_DEFAULT, 5, () => {
            emitter.next(++n);
            if (n === 3)
                emitter.completed();
            return n < 3;
        })).reduce(0, (a, x) => a + x).map(x => `${x}`).subscribe(x => sums.push(x), null, null);
        Rx.Observable.interval(5 * MS, null).map(x => x).take(3).subscribe(x => ticks.push(x), null, null);
    })();
    for (let i = 0; i < 10; i++) {
        System.gc();
        iterate(5);
    }
    equal([sums, ticks], [['6'], [0, 1, 2]]);
});

test('functions are not called on other threads', () => {
    const [got] = eventsOf(Rx.Observable.range(0, 3).observe_on(Rx.Scheduler.computation()).map(x => x)
        .observe_on(null));
    equal([got.domain, got.code], [Rx.error_quark(), Rx.Error.WRONG_THREAD]);
});

test('tasks do not run on other threads', () => {
    const worker = Rx.Scheduler.computation().create_worker();
    let calls = 0;
    for (let i = 0; i < 20; i++)
        worker.schedule_delayed(0, () => calls++);
    worker.schedule_periodic(0, MS, () => calls++);
    worker.schedule_task(0, Rx.Task.new(() => calls++));
    iterate(20);
    worker.unsubscribe();
    equal(calls, 0);
});

// --- sources ---

test('items', () => {
    for (const item of [1, -1, 1.5, 2 ** 40, true, 'text', '', null, {a: 1}, {nested: {b: [1]}}])
        equal(eventsOf(Rx.Observable.just(item)), [item, END]);
    const thing = {};
    equal(eventsOf(Rx.Observable.just(thing))[0] === thing, true);
    const object = new GObject.Object();
    equal(eventsOf(Rx.Observable.just(object).observe_on(null))[0] === object, true);
});

test('finite sources', () => {
    check(Rx.Observable.empty());
    check(Rx.Observable.from_array([1, 'two', 3.5]), 1, 'two', 3.5);
    check(Rx.Observable.from_array([]));
    check(Rx.Observable.range(-1, 3), -1, 0, 1);
    check(Rx.Observable.range_full(0, 3, -2), 0, -2, -4);
    checkError(Rx.Observable.error(error()));
    Rx.Observable.never().subscribe(fail, fail, fail).unsubscribe();
});

test('timed sources', () => {
    check(Rx.Observable.interval(2 * MS, null).take(3), 0, 1, 2);
    check(Rx.Observable.interval_full(0, MS, Rx.Scheduler.main()).take(2), 0, 1);
    for (const scheduler of [Rx.Scheduler.computation(), Rx.Scheduler.io(), Rx.Scheduler.new_thread(),
        Rx.Scheduler.single(), Rx.Scheduler.new_thread_pool(2)])
        check(Rx.Observable.timer(MS, scheduler).observe_on(null), 0);
});

test('create', () => {
    check(Rx.Observable.create(Rx.Backpressure.BUFFER, emitter => {
        for (const item of [1, 'two', null])
            emitter.next(item);
        emitter.completed();
        emitter.next('late');
    }), 1, 'two', null);
    checkError(Rx.Observable.create(Rx.Backpressure.ERROR, fail));

    const told = [];
    check(Rx.Observable.create(Rx.Backpressure.BUFFER, emitter => {
        emitter.add_teardown(() => told.push('teardown'));
        GLib.idle_add(GLib.PRIORITY_DEFAULT, () => {
            emitter.next('later');
            emitter.completed();
            return GLib.SOURCE_REMOVE;
        });
    }), 'later');
    equal(told, ['teardown']);
});

test('emitter state', () => {
    let emitter = null;
    const handle = Rx.Subscription.new();
    Rx.Observable.create(Rx.Backpressure.LATEST, e => (emitter = e)).subscribe_observer(new Recorder(), 2, handle);
    equal(emitter.get_requested() >= 2, true);
    const cancellable = emitter.get_cancellable();
    const inner = Rx.Subscription.new();
    emitter.add_subscription(inner);
    equal(emitter.is_unsubscribed(), false);
    handle.unsubscribe();
    equal([emitter.is_unsubscribed(), inner.is_unsubscribed(), cancellable.is_cancelled(), emitter.wait_for_demand()],
        [true, true, true, false]);
});

// --- operators ---

test('operators', () => {
    const source = Rx.Observable.range(1, 4);
    const seen = [];
    check(source.map(x => `${x}!`), '1!', '2!', '3!', '4!');
    check(source.map(x => (x > 2 ? null : x)), 1, 2, null, null);
    check(source.filter(x => x % 2 === 0), 2, 4);
    // null is an item here, as everywhere: through the plain typelib there is no way to give no seed
    check(source.scan(null, (a, x) => a + x), null, 1, 3, 6, 10);
    check(source.scan('', (a, x) => `${a}${x}`), '', '1', '12', '123', '1234');
    check(source.reduce(1, (a, x) => a * x), 24);
    check(source.reduce(100, (a, x) => a + x), 110);
    check(source.take(2), 1, 2);
    check(source.do_on_next(x => seen.push(x)), 1, 2, 3, 4);
    equal(seen, [1, 2, 3, 4]);
    check(source.flat_map(x => Rx.Observable.range(0, x)), 0, 0, 1, 0, 1, 2, 0, 1, 2, 3);
    check(source.flat_map_full(1, false, x => Rx.Observable.just(x)), 1, 2, 3, 4);
    check(source.merge_with(Rx.Observable.just(9)), 1, 2, 3, 4, 9);
    check(Rx.Observable.merge([source, source.take(1)]), 1, 2, 3, 4, 1);
    check(Rx.Observable.merge([]));
    check(source.zip_with(Rx.Observable.from_array(['a', 'b']), ([a, b]) => `${a}${b}`), '1a', '2b');
    check(Rx.Observable.zip([source, source, source], items => items.reduce((a, b) => a + b)), 3, 6, 9, 12);
    check(source.take_until(Rx.Observable.never()), 1, 2, 3, 4);
    check(source.take_until(Rx.Observable.just(0)));
    check(source.observe_on(null), 1, 2, 3, 4);
    check(source.observe_on_full(2, true, Rx.Scheduler.computation()).observe_on(null), 1, 2, 3, 4);
    check(source.subscribe_on(Rx.Scheduler.computation()).observe_on(null), 1, 2, 3, 4);
    check(source.named('x').as_observable(), 1, 2, 3, 4);

    let attempts = 0;
    check(Rx.Observable.create(Rx.Backpressure.BUFFER, emitter => {
        emitter.next(++attempts);
        if (attempts < 3)
            fail();
        emitter.completed();
    }).retry(5), 1, 2, 3);
});

test('errors', () => {
    const source = Rx.Observable.range(1, 4);
    for (const chain of [source.map(fail), source.filter(fail), source.scan(0, fail), source.reduce(0, fail),
        source.do_on_next(fail), source.flat_map(fail), source.flat_map_full(2, true, fail),
        source.zip_with(source, fail), source.map(fail).retry(2)])
        checkError(chain);

    const [plain] = eventsOf(source.map(() => {
        throw new RangeError('plain');
    }));
    equal(plain.message.includes('plain'), true, plain.message);
    const [none] = eventsOf(source.flat_map(() => null));
    equal([none.domain, none.code], [Rx.error_quark(), Rx.Error.CALLBACK]);

    const lost = [];
    Rx.set_undeliverable_func((e, stream) => lost.push([e.message, stream]));
    source.map(fail).named('unlucky').subscribe(null, null, null);
    Rx.set_undeliverable_func(null);
    equal(lost, [['out of luck', 'unlucky']]);

    const events = [];
    source.subscribe(() => Rx.callback_fail(error(1)), e => events.push(e.code), null);
    equal(events, [1]);
});

// --- subscribing ---

test('unsubscribe', () => {
    const subject = Rx.PublishSubject.new();
    const events = [];
    const subscription = subject.subscribe(x => events.push(x), null, () => events.push(END));
    equal(subject.has_observers(), true);
    subject.on_next(1);
    subscription.unsubscribe();
    subject.on_next(2);
    subject.on_completed();
    equal([events, subscription.is_unsubscribed(), subject.has_observers()], [[1], true, false]);

    const ticks = [];
    const timed = Rx.Observable.interval(MS, Rx.Scheduler.computation()).observe_on(null)
        .subscribe(x => ticks.push(x), null, null);
    iterate(50);
    timed.unsubscribe();
    const n = ticks.length;
    equal(n > 3, true);
    iterate(20);
    equal(ticks.length, n);
});

test('one function for all events', () => {
    const events = [];
    Rx.Observable.from_array([1]).subscribe_events((...event) => events.push(event));
    equal(events, [[Rx.EventKind.NEXT, 1, null], [Rx.EventKind.COMPLETED, null, null]]);
    events.length = 0;
    Rx.Observable.range(0, 9).subscribe_events((kind, item, e) => {
        events.push([kind, e ? e.code : null]);
        if (kind === Rx.EventKind.NEXT)
            fail();
    });
    equal(events, [[Rx.EventKind.NEXT, null], [Rx.EventKind.ERROR, 7]]);
});

test('subject', () => {
    const subject = Rx.PublishSubject.new();
    equal([subject instanceof Rx.PublishSubject, subject instanceof Rx.Observable], [true, true]);
    const [one, two] = [[], []];
    subject.map(x => x + 1).subscribe(x => one.push(x), e => one.push(e.code), null);
    subject.on_next(1);
    subject.subscribe(x => two.push(x), e => two.push(e.code), null);
    subject.on_next(2);
    subject.on_error(error(5));
    equal([one, two], [[2, 3, 5], [2, 5]]);
});

test('observer', () => {
    const [observer, handle] = [new Recorder(), Rx.Subscription.new()];
    Rx.Observable.range(0, 6).subscribe_observer(observer, 2, handle);
    equal(observer.events, [0, 1]);
    handle.request(3);
    equal(observer.events, [0, 1, 2, 3, 4]);
    handle.request(ALL);
    equal(observer.events, [0, 1, 2, 3, 4, 5, END]);

    const picky = new Recorder();
    Rx.Observable.from_array([1, 'fail', 2]).subscribe_observer(picky, ALL, null);
    equal(picky.events, [1, 'fail', 7]);
});

test('handles', () => {
    const done = [];
    const both = Rx.CompositeSubscription.new();
    both.add(Rx.Subscription.new_with_func(() => done.push('func')));
    both.unsubscribe();
    equal(done, ['func']);
    const serial = Rx.SerialSubscription.new();
    const first = Rx.Subscription.new();
    serial.set_current(first);
    serial.set_current(Rx.Subscription.new());
    equal(first.is_unsubscribed(), true);
    const owner = new GObject.Object();
    const bound = Rx.PublishSubject.new().subscribe(null, null, null);
    bound.attach_to(owner);
    owner.run_dispose();
    equal(bound.is_unsubscribed(), true);
});

// --- values and schedulers ---

test('values', () => {
    const items = Rx.List.new([1, 'two', 3.5]);
    equal([items.get_length(), items.get_items(), items.get_item(1)], [3, [1, 'two', 3.5], 'two']);
    const observer = new Recorder();
    for (const notification of [Rx.Notification.new_next(1), Rx.Notification.new_error(error()),
        Rx.Notification.new_completed()])
        notification.accept(observer);
    equal(observer.events, [1, 7, END]);
    equal(Rx.Notification.new_next('a').get_item(), 'a');
    equal(Rx.Notification.new_error(error()).get_error().code, 7);
    const stamped = Rx.Timestamped.new('a', 2 ** 40);
    equal([stamped.get_item(), stamped.get_time()], ['a', 2 ** 40]);
    equal([Rx.value_equal(1, 1.0), Rx.value_equal('1', 1)], [true, false]);
    equal(Rx.value_hash(1), Rx.value_hash(1.0));
});

test('schedulers', () => {
    for (const scheduler of [Rx.Scheduler.main(), Rx.Scheduler.immediate(), Rx.Scheduler.trampoline(),
        Rx.Scheduler.main_context(null, GLib.PRIORITY_DEFAULT)]) {
        equal(Math.abs(scheduler.now() - GLib.get_monotonic_time()) < 100 * MS, true);
        check(Rx.Observable.range(0, 3).observe_on(scheduler), 0, 1, 2);
    }

    const runs = [];
    const worker = Rx.Scheduler.main().create_worker();
    worker.schedule_task(0, Rx.Task.new(() => runs.push('task')));
    worker.schedule_delayed(MS, () => runs.push('later'));
    const never = worker.schedule_delayed(MS, () => runs.push('never'));
    never.cancel();
    equal(never.is_cancelled(), true);
    let ticks = 0;
    worker.schedule_periodic(2 * MS, MS, task => {
        if (++ticks === 3)
            task.cancel();
    });
    iterate(40);
    equal([runs, ticks], [['task', 'later'], 3]);
    worker.schedule_delayed(MS, () => runs.push('never'));
    worker.unsubscribe();
    iterate(5);
    equal([runs, worker.is_unsubscribed()], [['task', 'later'], true]);
});

const OwnWorker = GObject.registerClass(class OwnWorker extends Rx.Worker {
    _init() {
        super._init();
        this.sources = new Set();
    }

    vfunc_schedule(delay, task) {
        const source = GLib.timeout_add(GLib.PRIORITY_DEFAULT, delay / 1000, () => {
            this.sources.delete(source);
            task.run();
            return GLib.SOURCE_REMOVE;
        });
        this.sources.add(source);
    }

    vfunc_unsubscribe() {
        for (const source of this.sources)
            GLib.source_remove(source);
        this.sources.clear();
    }
});

const OwnScheduler = GObject.registerClass(class OwnScheduler extends Rx.Scheduler {
    vfunc_now() {
        return GLib.get_monotonic_time();
    }

    vfunc_create_worker() {
        return new OwnWorker();
    }
});

test('a scheduler of one\'s own', () => {
    const scheduler = new OwnScheduler();
    check(Rx.Observable.range(0, 5).observe_on(scheduler), 0, 1, 2, 3, 4);
    check(Rx.Observable.interval(2 * MS, scheduler).take(3), 0, 1, 2);
});

// --- memory ---

function memory() {
    const [, bytes] = GLib.file_get_contents('/proc/self/statm');
    return Number(imports.byteArray.toString(bytes).split(' ')[1]) * 4096;
}

test('memory', () => {
    const round = () => {
        for (let i = 0; i < 1000; i++) {
            Rx.Observable.range(0, 3).map(x => x + 1).filter(x => x > 1).subscribe(() => {}, null, () => {});
            const subject = Rx.PublishSubject.new();
            const subscription = subject.observe_on(null).subscribe(() => {}, null, null);
            subject.on_next(i);
            subscription.unsubscribe();
        }
        System.gc();
        iterate();
        System.gc();
        iterate();
    };
    for (let i = 0; i < 3; i++)
        round();
    const before = memory();
    for (let i = 0; i < 6; i++)
        round();
    const each = (memory() - before) / 6000;
    equal(each < 600 ? 'fine' : `${each} bytes leak a stream`, 'fine');
});

// --- the end of the program finds streams that live ---

const clock = Rx.Observable.interval(100, Rx.Scheduler.computation());
clock.map(x => x).observe_on(null).subscribe(() => {}, () => {}, null);
clock.observe_on(null).map(x => x).subscribe(() => {}, () => {}, null);
Rx.Observable.timer(1e9, null).subscribe(() => {}, null, null);
const alive = Rx.PublishSubject.new();
alive.map(x => x).subscribe(() => {}, null, null);
iterate(20);

System.exit(failures ? 1 : 0);
