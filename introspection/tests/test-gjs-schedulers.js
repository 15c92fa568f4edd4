// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// A scheduler that is written in JavaScript: its workers keep to the contract, and what they throw is told.

imports.searchPath.unshift(imports.gi.GLib.path_get_dirname(imports.system.programPath));
const {END, collect, collectGarbage, equal, finish, same, test, until} = imports['gjs-harness'];
const {GObject, Rx} = imports.gi;

const O = Rx.Observable;

// Its time goes on when it is told to, and it forgets nothing of what it was asked.
const VirtualWorker = GObject.registerClass(class VirtualWorker extends Rx.Worker {
    vfunc_schedule(delay, task) {
        const {home} = this;
        home.tasks.push({due: home.time + delay, place: home.placed++, task});
        if (home.failAfter-- === 0)
            throw home.mishap;
    }

    vfunc_unsubscribe() {
        this.home.closed++;
    }
});

const VirtualScheduler = GObject.registerClass(class VirtualScheduler extends Rx.Scheduler {
    constructor() {
        super();
        Object.assign(this, {time: 1000, tasks: [], placed: 0, made: 0, closed: 0, failAfter: -1, mishap: null});
    }

    vfunc_now() {
        return this.time;
    }

    vfunc_create_worker() {
        this.made++;
        const worker = new VirtualWorker();
        worker.home = this;
        return worker;
    }

    advance(span) {
        const end = this.time + span;
        for (;;) {
            const [next] = this.tasks.filter(entry => entry.due <= end)
                .sort((a, b) => a.due - b.due || a.place - b.place);
            if (!next)
                break;
            this.tasks.splice(this.tasks.indexOf(next), 1);
            this.time = Math.max(this.time, next.due);
            next.task.run();
        }
        this.time = end;
    }
});

test('tasks', () => {
    const scheduler = new VirtualScheduler();
    const worker = scheduler.create_worker();
    const runs = [];
    const note = what => () => runs.push(`${what}${scheduler.now()}`);

    same(worker.get_scheduler(), scheduler);
    worker.schedule_delayed(30, note('c'));
    worker.schedule(note('a'));
    worker.schedule_delayed(-5, note('b'));
    const never = worker.schedule_delayed(10, note('never'));
    never.cancel();
    same(never.is_cancelled(), true);
    worker.schedule_delayed(30, note('d'));
    equal(runs, []);
    scheduler.advance(30);
    equal(runs, ['a1000', 'b1000', 'c1030', 'd1030']);

    runs.length = 0;
    const periodic = worker.schedule_periodic(5, 10, task => {
        note('')();
        if (runs.length === 2)
            scheduler.time += 25;       // misses two
        if (runs.length === 5)
            task.cancel();
    });
    scheduler.advance(100);
    equal(runs, ['1035', '1045', '1070', '1075', '1085']);
    same(periodic.is_cancelled(), true);
});

test('unsubscribe', () => {
    const scheduler = new VirtualScheduler();
    const worker = scheduler.create_worker();
    let runs = 0;
    const tasks = [worker.schedule(() => runs++), worker.schedule_delayed(10, () => runs++),
        worker.schedule_periodic(0, 10, () => runs++)];
    worker.unsubscribe();
    worker.unsubscribe();
    same(tasks.every(task => task.is_cancelled()), true);
    same(worker.schedule(() => runs++).is_cancelled(), true);
    scheduler.advance(100);
    equal([runs, scheduler.closed], [0, 1]);
});

test('streams', () => {
    const scheduler = new VirtualScheduler();
    const items = collect(O.range(0, 3).observe_on(scheduler));
    equal(items, []);
    scheduler.advance(0);
    equal(items, [0, 1, 2, END]);
    equal([scheduler.made, scheduler.closed], [1, 1]);

    const times = [];
    const handle = O.interval(10, scheduler).subscribe(n => times.push([n, scheduler.now()]));
    scheduler.advance(35);
    equal(times, [[0, 1010], [1, 1020], [2, 1030]]);
    handle.unsubscribe();
    scheduler.advance(100);
    equal([times.length, scheduler.closed], [3, 2]);

    // from a thread of the library's
    const many = collect(O.range(0, 2000).observe_on(Rx.Scheduler.computation()).observe_on(scheduler));
    until(() => {
        scheduler.advance(1);
        return many[many.length - 1] === END;
    });
    equal(many, [...Array(2000).keys(), END]);
});

test('what schedule() throws ends the stream', () => {
    const scheduler = new VirtualScheduler();
    const mishap = scheduler.mishap = new RangeError('in schedule');
    const lost = [];
    Rx.set_undeliverable_func(e => lost.push(e));
    for (const chain of [O.timer(1, scheduler), O.interval(1, scheduler), O.of(1).subscribe_on(scheduler)]) {
        scheduler.failAfter = 0;
        const events = collect(chain);
        same(events.length, 1);
        same(events[0].error, mishap);
        scheduler.advance(10);
        same(events.length, 1);
    }
    scheduler.failAfter = 3;
    const events = collect(O.interval(10, scheduler));
    scheduler.advance(100);
    equal(events.slice(0, 3), [0, 1, 2]);
    same(events[3].error, mishap);
    same(events.length, 4);
    equal(lost, []);

    scheduler.failAfter = 0;
    same(scheduler.create_worker().schedule(() => {}).is_cancelled(), true);
    same(lost, [mishap]);

    // asked on another thread, it fails here
    scheduler.failAfter = 0;
    const late = collect(O.timer(1, scheduler).subscribe_on(Rx.Scheduler.computation()).observe_on());
    until(() => late.length > 0);
    same(late[0].error, mishap);
    Rx.set_undeliverable_func(null);
    collectGarbage();
});

finish();
