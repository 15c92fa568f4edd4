// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// Ten thousand rounds of what goes wrong in programs: functions that throw, subscribers that leave at any moment,
// objects that are forgotten, a heap that is swept all the time, busy workers. It ends with streams running.

imports.searchPath.unshift(imports.gi.GLib.path_get_dirname(imports.system.programPath));
const {END, MS, collectGarbage, iterate, memory, until} = imports['gjs-harness'];
const {GLib, GObject, Rx} = imports.gi;
const System = imports.system;
const {values} = imports.overrides.rx;

const ROUNDS = 10000;
const O = Rx.Observable;
const pool = Rx.Scheduler.computation();

// The same on every run.
let seed = 42;
function random(n) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor(seed / 65536) % n;
}

class Failure {}

function expect(condition, what) {
    if (!condition) {
        printerr(`${what}\n${new Error().stack}`);
        System.exit(1);
    }
}

let open = 0;

// Ends with what was thrown, with the end, or with nothing after it was unsubscribed; and once only.
function watch(stream, thrown) {
    open++;
    let ended = false;
    const end = () => {
        expect(!ended, 'a second end');
        ended = true;
        open--;
    };
    const subscription = stream.subscribe(() => expect(!ended, 'an item after the end'), error => {
        expect(error === thrown || error instanceof GLib.Error, `another error: ${String(error)}`);
        end();
    }, end);
    return () => {
        subscription.unsubscribe();
        if (!ended)
            end();
    };
}

// One of all places where a function of the program is called.
function failing(source, thrown) {
    const fail = x => {
        if (random(3) === 0)
            throw thrown;
        return x;
    };
    const makers = [
        () => source.map(fail),
        () => source.filter(x => fail(x) !== null),
        () => source.scan((a, x) => [fail(x)]),
        () => source.scan((a, x) => ({x: fail(x)}), {}),
        () => source.reduce((a, x) => fail(x)),
        () => source.do_on_next(fail),
        () => source.flat_map(x => [fail(x), x]),
        () => source.flat_map(x => O.just(x).map(fail)),
        () => O.zip(source, source, (a, b) => [fail(a), b]),
        () => O.merge(source.map(fail), source),
        () => O.create(emitter => {
            emitter.next(fail({}));
            emitter.error(thrown);
        }),
        () => O.create(emitter => {
            const source_id = GLib.idle_add(GLib.PRIORITY_DEFAULT, () => {
                emitter.next([1]);
                emitter.completed();
                return GLib.SOURCE_REMOVE;
            });
            return () => GLib.MainContext.default().find_source_by_id(source_id)?.destroy();
        }),
        () => source.map(fail).retry(2),
        () => source.take_until(O.timer(random(2) * MS, pool)).map(fail),
        () => O.error(thrown),
    ];
    return makers[random(makers.length)]();
}

function sourceOf(i) {
    switch (random(6)) {
    case 0:
        return O.range(0, 20);
    case 1:
        return O.from_array([[i], {i}, Symbol('x'), undefined, `${i}`, () => i, null]);
    case 2:
        return O.range(0, 50).observe_on(pool).observe_on();
    case 3:
        return O.from_array([{i}, [i], new GObject.Object()]).observe_on(pool).take(2).observe_on();
    case 4:
        return O.interval(MS, pool).take(3).observe_on();
    default:
        // a function on the wrong thread
        return O.range(0, 3).observe_on(pool).map(() => System.exit(1)).observe_on();
    }
}

const subject = Rx.PublishSubject.new();
const thrownValues = [new Failure(), 'text', undefined, [1], new Error('e'), Symbol('thrown')];
const leaving = [];

function round(i) {
    const thrown = thrownValues[random(thrownValues.length)];
    const leave = watch(failing(sourceOf(i), thrown), thrown);
    switch (random(5)) {
    case 0:
        leave();
        break;
    case 1:
        leaving.push(leave);
        break;
    case 2:
        // from inside
        leaving.push(watch(subject.map(x => [x]).do_on_next(() => leave()).take(1)));
        subject.on_next(i);
        break;
    case 3: {
        const owner = new GObject.Object();
        subject.observe_on().subscribe(() => {}).attach_to(owner);
        if (random(2))
            owner.run_dispose();
        break;
    }
    default:
        // forgotten
        O.create(() => {}).subscribe();
        subject.map(x => x).subscribe().unsubscribe();
        Rx.PublishSubject.new().subscribe(() => {});
        pool.create_worker().schedule_delayed(1000 * MS, () => {});
    }
    while (leaving.length > 20)
        leaving.shift()();
    if (i % 10 === 0)
        iterate();
    if (i % 100 === 0)
        System.gc();
}

// What nobody can be told any more is expected here; it has to be one of ours.
Rx.set_undeliverable_func(error => {
    expect(thrownValues.includes(error) || error instanceof GLib.Error, `lost: ${String(error)}`);
});
GLib.timeout_add_seconds(GLib.PRIORITY_HIGH, 100, () => {
    printerr('too slow');
    System.exit(1);
});

function settle() {
    leaving.splice(0).forEach(leave => leave());
    until(() => open === 0, 'streams do not end');
    collectGarbage();
    iterate(20);
    collectGarbage();
}

let middle = 0, kept = 0;
for (let i = 0; i < ROUNDS; i++) {
    round(i);
    if (i === ROUNDS / 2) {
        settle();
        middle = memory();
        kept = values.countKept();
    }
}
settle();
const growth = memory() - middle;
expect(values.countKept() <= kept + 20, `${values.countKept()} values are kept instead of ${kept}`);
expect(growth < 8 << 20, `memory grew by ${growth} bytes in ${ROUNDS / 2} rounds`);
print(`${ROUNDS} rounds, ${growth} bytes more at the end than in the middle, ${values.countKept()} values kept`);

// The end finds everything at work.
O.interval(100, pool).map(x => x).observe_on().subscribe(() => {}, () => {});
O.interval(100, pool).observe_on().map(x => [x]).observe_on(pool).observe_on().subscribe(() => {}, () => {}, () => END);
O.range(0, 1e9).observe_on(pool).observe_on().subscribe(() => {});
O.create(emitter => () => emitter.completed()).subscribe();
iterate(20);
System.exit(0);
