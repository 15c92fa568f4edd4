// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// Nothing of JavaScript runs on another thread, whatever the stream does and whatever is swept meanwhile.

imports.searchPath.unshift(imports.gi.GLib.path_get_dirname(imports.system.programPath));
const {END, MS, check, collectGarbage, equal, eventsOf, finish, iterate, same, test, until} = imports['gjs-harness'];
const {GLib, GObject, Gio, Rx} = imports.gi;
const System = imports.system;

const O = Rx.Observable;
const pool = Rx.Scheduler.computation();
const {connect} = GObject.Object.prototype;      // a GCancellable has a method of that name, which is no signal's

function isRefused(error) {
    same(error instanceof GLib.Error && error.matches(Rx.Error, Rx.Error.WRONG_THREAD), true, `${error}`);
    same(error.message.includes('observe_on'), true);
}

// Subscribes, sweeps the heap all the time, and gives the error.
function refusal(stream) {
    let error = null, items = 0;
    stream.subscribe(() => items++, e => (error = e), () => (error = 'completed'));
    for (let i = 0; error === null && i < 3000; i++) {
        new Array(1000).fill({});
        System.gc();
        iterate();
    }
    same(items, 0);
    isRefused(error);
}

// B116: a function of JavaScript is about to be called on a thread of the library.
test('B116', () => {
    refusal(O.interval(MS, pool));
    refusal(O.range(0, 2000).observe_on(pool));
    refusal(O.timer(0, pool));

    // and the way that the message says
    let items = 0;
    const subscription = O.interval(MS, pool).observe_on().subscribe(() => items++);
    until(() => items > 20);
    subscription.unsubscribe();
});

test('every kind of function is refused', () => {
    const source = O.range(0, 3).observe_on(pool);
    const here = stream => isRefused(eventsOf(stream.observe_on()).pop().error);
    const bad = () => {
        printerr('called on a worker');
        System.exit(1);
    };
    here(source.map(bad));
    here(source.filter(bad));
    here(source.scan(0, bad));
    here(source.scan(bad));
    here(source.reduce(bad));
    here(source.reduce(0, bad));
    here(source.do_on_next(bad));
    here(source.flat_map(bad));
    here(O.zip(source, source, bad));
    here(O.create(bad).subscribe_on(pool));
    here(O.never().take_until(source.map(bad)));
    isRefused(eventsOf(source)[0].error);

    const errors = [];
    source.subscribe_events((kind, _item, error) => errors.push(error));
    source.subscribe({next: bad, error: e => errors.push(e), complete: bad});
    source.subscribe_observer({next: bad, error: e => errors.push(e), complete: bad});
    O.empty().observe_on(pool).subscribe(null, e => errors.push(e), bad);
    until(() => errors.length === 4);
    errors.forEach(isRefused);
});

test('an error on another thread is told here', () => {
    const thrown = [];
    for (let i = 0; i < 50; i++)
        same(eventsOf(O.error(thrown).observe_on(pool))[0].error, thrown);
});

test('tasks', () => {
    const lost = [];
    Rx.set_undeliverable_func(e => lost.push(e));
    const worker = pool.create_worker();
    for (let i = 0; i < 20; i++)
        worker.schedule_delayed(0, () => printerr('called'));
    until(() => lost.length === 20);     // the hook is called here
    worker.unsubscribe();
    Rx.set_undeliverable_func(null);
    lost.forEach(isRefused);
});

test('what cleans up is called here', () => {
    let done = 0, cancelled = 0;
    const n = 200;
    for (let i = 0; i < n; i++) {
        let ended = false;
        const end = Rx.PublishSubject.new();
        O.create(emitter => {
            emitter.add_teardown(() => done++);
            const cancellable = emitter.get_cancellable();
            connect.call(cancellable, 'cancelled', () => cancelled++);
            cancellable.connect(() => cancelled++);
            return () => done++;
        }).take_until(end.observe_on(pool)).observe_on().subscribe(null, null, () => (ended = true));
        end.on_next(null);
        if (i % 20 === 0)
            System.gc();
        until(() => ended);
    }
    until(() => done === 2 * n && cancelled === 2 * n);
});

const OwnWorker = GObject.registerClass(class OwnWorker extends Rx.Worker {
    constructor() {
        super();
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
        OwnWorker.left++;
        this.sources.forEach(source => GLib.source_remove(source));
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

test('a scheduler in JavaScript serves every thread', () => {
    const scheduler = new OwnScheduler();
    OwnWorker.left = 0;
    check(O.range(0, 5).observe_on(scheduler), 0, 1, 2, 3, 4);
    check(O.range(0, 500).observe_on(pool).observe_on(scheduler).reduce((a, x) => a + x), 124750);
    check(O.range(0, 3).observe_on(scheduler).subscribe_on(pool).map(x => [x]), [0], [1], [2]);
    check(O.interval(2 * MS, scheduler).take(3), 0, 1, 2);
    check(O.interval(2 * MS, scheduler).subscribe_on(pool).take(3), 0, 1, 2);
    until(() => OwnWorker.left >= 5);
    for (let i = 0; i < 100; i++) {
        scheduler.create_worker();
        O.range(0, 3).observe_on(pool).observe_on(scheduler).subscribe().unsubscribe();
        collectGarbage();
    }
});

test('items and functions are released on any thread', () => {
    Rx.set_undeliverable_func(isRefused);
    const finished = [];
    for (let i = 0; i < 300; i++) {
        // the last reference of the item, of the function and of the stream goes on a worker
        O.from_array([{i}, [i], () => i, new GObject.Object(), new Map(), `${i}`]).observe_on(pool)
            .filter(() => true).take(1).observe_on().subscribe(null, () => finished.push(i));
        O.from_array([{i}, [i], new GObject.Object()]).observe_on(pool).take(2).observe_on(pool)
            .take_until(O.timer(0, pool)).observe_on(pool).subscribe_events(() => {}).unsubscribe();
        if (i % 30 === 0)
            collectGarbage();
    }
    until(() => finished.length === 300);
    collectGarbage();
    Rx.set_undeliverable_func(null);
});

test('signals of a thread', () => {
    // a GCancellable that a worker cancels, a file monitor's thread: what GIO emits is brought home by observe_on()
    const subject = Rx.PublishSubject.new();
    const got = [];
    const cancellable = Gio.Cancellable.new();
    subject.observe_on().subscribe(x => got.push(x), null, () => got.push(END));
    connect.call(cancellable, 'cancelled', () => subject.on_next('cancelled'));
    cancellable.cancel();
    subject.on_completed();
    until(() => got.length === 2);
    equal(got, ['cancelled', END]);
});

finish();
