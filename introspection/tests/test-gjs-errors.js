// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// Whatever a function throws ends its stream, and arrives the same.

imports.searchPath.unshift(imports.gi.GLib.path_get_dirname(imports.system.programPath));
const {END, MS, check, collect, collectGarbage, equal, eventsOf, finish, same, test, until} = imports['gjs-harness'];
const {GLib, GObject, Gio, Rx} = imports.gi;
const {signatures} = imports.overrides.rx.signatures;
const {values} = imports.overrides.rx;

const O = Rx.Observable;
const source = O.range(1, 4);
const THROWN = [new Error('e'), new RangeError('r'), 'text', '', undefined, null, 0, 42n, Symbol('s'), [1], {}, () => {},
    new GLib.Error(GLib.quark_from_string('test'), 3, 'mine'), new Gio.IOErrorEnum({code: 1, message: 'm'}),
    Object.create(null), new GObject.Object(), new Rx.Error({code: Rx.Error.EMPTY, message: 'empty'})];

function errorOf(stream) {
    const events = eventsOf(stream);
    same(events.length, 1, `${stream}`);
    return events[0].error;
}

test('the thrown value itself, from every operator', () => {
    for (const thrown of THROWN) {
        const fail = () => {
            throw thrown;
        };
        for (const stream of [source.map(fail), source.filter(fail), source.scan(fail, 0).filter(x => x),
            source.scan(fail)
            .filter(x => x !== 1), source.reduce(fail), source.reduce(fail, 0), source.do_on_next(fail),
        source.flat_map(fail), source.flat_map_full(2, true, fail), source.zip_with(source, fail), O.zip(source, fail),
        O.create(fail), O.create(async () => fail()), source.map(fail).retry(2), source.map(fail).observe_on(null),
        O.error(thrown), O.create(emitter => emitter.error(thrown)), source.flat_map(() => O.error(thrown)),
        source.flat_map(() => Promise.reject(thrown)).take_until(O.never()), source.map(fail).map(x => x).named('n')])
            same(errorOf(stream), thrown, `${stream}`);

        const events = [];
        source.subscribe(fail, e => events.push(e), () => events.push(END));
        source.subscribe({next: fail, error: e => events.push(e)});
        source.subscribe_events((kind, _item, e) => {
            if (kind === Rx.EventKind.NEXT)
                fail();
            events.push(e);
        });
        source.subscribe_observer({next: fail, error: e => events.push(e)});
        same(events, [thrown, thrown, thrown, thrown]);

        const subject = Rx.PublishSubject.new();
        const got = collect(subject);
        subject.error(thrown);
        same(got[0].error, thrown);
        same(Rx.Notification.new_error(thrown).get_error(), thrown);
    }
});

// A function of a new kind has to be in the list above, or here.
test('every kind of function is covered', () => {
    equal(Object.keys(signatures.callbacks).sort(), ['ActionFunc', 'CombineFunc', 'CompletedFunc', 'CreateFunc',
        'ErrorFunc', 'EventFunc', 'FlatMapFunc', 'ForeignFunc', 'MapFunc', 'NextFunc', 'PredicateFunc', 'ReduceFunc',
        'TaskFunc', 'UndeliverableFunc']);
});

test('errors of C', () => {
    const none = errorOf(source.flat_map(() => undefined));
    same([none instanceof GLib.Error, none.matches(Rx.Error, Rx.Error.CALLBACK)], [true, true]);
    const wrong = errorOf(source.flat_map(() => ({})));
    same(wrong instanceof Error, true);
    const missing = errorOf(O.create(Rx.Backpressure.ERROR, emitter => {
        for (let i = 0; i < 10; i++)
            emitter.next(i);
    }).observe_on_full(2));
    same(missing.matches(Rx.Error, Rx.Error.MISSING_BACKPRESSURE), true);
});

test('the function that fails is the last one called', () => {
    const calls = [];
    const events = collect(source.do_on_next(x => calls.push(x)).map(x => {
        if (x === 2)
            throw 'two';
        return x;
    }).do_on_next(x => calls.push(-x)));
    equal(events, [1, {error: 'two'}]);
    same(calls, [1, -1, 2]);
});

test('what nobody can be told goes to the hook', () => {
    const lost = [];
    Rx.set_undeliverable_func((e, stream) => lost.push(e, stream));
    const fail = e => () => {
        throw e;
    };
    source.map(fail('a')).named('unlucky').subscribe();
    source.map(fail('b')).subscribe(null, fail('c'), null);
    source.subscribe(null, null, fail('d'));
    source.subscribe_events(kind => {
        if (kind === Rx.EventKind.COMPLETED)
            throw 'e';
    });
    source.subscribe({complete: fail('f')});
    source.subscribe_observer({complete: fail('g')});
    O.create(emitter => {
        emitter.add_teardown(fail('h'));
        emitter.completed();
        emitter.error('i');
    }).subscribe();
    Rx.Subscription.new_with_func(fail('j')).unsubscribe();
    Rx.set_undeliverable_func(fail('the hook itself'));
    source.map(fail('k')).subscribe();
    Rx.set_undeliverable_func(null);
    same(lost.filter(x => x !== null), ['a', 'unlucky', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']);
});

test('a task that fails ends nothing', () => {
    const worker = Rx.Scheduler.main().create_worker();
    const lost = [];
    let n = 0, runs = 0;
    Rx.set_undeliverable_func(e => lost.push(e));
    worker.schedule(() => {
        throw 'once';
    });
    const periodic = worker.schedule_periodic(0, 1, () => {
        runs++;
        throw 'and no more';
    });
    until(() => runs === 1);
    worker.schedule(() => n++);
    until(() => n === 1);
    check(source, 1, 2, 3, 4);
    worker.schedule_delayed(5 * MS, () => n++);
    until(() => n === 2);
    Rx.set_undeliverable_func(null);
    same(lost, ['once', 'and no more']);
    same(runs, 1);
    same(periodic.is_cancelled(), true);
});

test('thrown values do not pile up', () => {
    collectGarbage();
    const before = values.countKept();
    for (let i = 0; i < 2000; i++) {
        same(errorOf(source.map(() => {
            throw source;
        })), source);
        errorOf(source.map(() => {
            throw {i};
        }));
        errorOf(source.map(() => {
            throw new GLib.Error(GLib.quark_from_string('test'), i, 'mine');
        }));
    }
    collectGarbage();
    same(values.countKept() <= before, true);
});

test('a thrown value lives as long as its error', () => {
    const failing = O.error({a: 1});
    for (let i = 0; i < 600; i++)
        errorOf(O.error([i]));
    collectGarbage();
    equal(errorOf(failing), {a: 1});
    const late = O.timer(5 * MS).map(() => {
        throw {b: 2};
    }).observe_on(Rx.Scheduler.computation()).observe_on(null);
    equal(errorOf(late), {b: 2});
});

finish();
