// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// Every value of JavaScript goes through a stream and comes out the same.

imports.searchPath.unshift(imports.gi.GLib.path_get_dirname(imports.system.programPath));
const {END, check, collect, collectGarbage, equal, eventsOf, finish, same, test, throws, until} =
    imports['gjs-harness'];
const {GLib, GObject, Gio, Rx} = imports.gi;
const {values} = imports.overrides.rx;

const O = Rx.Observable;

class Thing {
    constructor() {
        this.x = 1;
    }
}

const Special = GObject.registerClass(class Special extends GObject.Object {});

// By identity where there is one.
const ANY = {
    'undefined': undefined,
    'null': null,
    'int': 42,
    'negative': -2147483648,
    'beyond 32 bits': 2 ** 40,
    'double': 1.5,
    'minus zero': -0,
    'NaN': NaN,
    'infinity': -Infinity,
    'BigInt': 2n ** 60n + 1n,
    'true': true,
    'false': false,
    'string': 'text',
    'empty string': '',
    'beyond ASCII': 'ä😀',
    'NUL within': 'a\0b',
    'half a pair': 'x\ud800',
    'other half': '\udc00x',
    'Symbol': Symbol('s'),
    'array': [1, [2]],
    'plain object': {a: {b: 1}},
    'object without prototype': Object.create(null),
    'instance': new Thing(),
    'frozen': Object.freeze({}),
    'Map': new Map([[1, 2]]),
    'Set': new Set(),
    'Date': new Date(),
    'RegExp': /x/,
    'Error': new RangeError('x'),
    'Promise': Promise.resolve(),
    'typed array': new Uint8Array([1, 2]),
    'ArrayBuffer': new ArrayBuffer(8),
    'Proxy': new Proxy({}, {}),
    'GObject': new GObject.Object(),
    'own class': new Special(),
    'file': Gio.File.new_for_path('/'),
    'stream': O.empty(),
    'GType': GObject.TYPE_INT,
    'namespace': GLib,
    'global': globalThis,
};
const FUNCTIONS = [() => {}, function () {}, async () => {}, class {}, GObject.Object, Thing, Math.max];

test('any value as a result and as an argument', () => {
    for (const [name, value] of [...Object.entries(ANY), ...FUNCTIONS.map(f => [`${f.name} function`, f])]) {
        const all = source => same(collect(source), [value, END], name);
        all(O.just(value));
        all(O.from_array([value]));
        all(O.of(value));
        all(O.just(0).map(() => value));
        all(O.just(value).map(x => {
            same(x, value, name);
            return x;
        }));
        all(O.just(value).filter(x => Object.is(x, value)));
        all(O.just(value).do_on_next(x => same(x, value, name)));
        all(O.create(Rx.Backpressure.BUFFER, emitter => {
            emitter.next(value);
            emitter.completed();
        }));
        all(O.empty().reduce(value, () => null));
        all(O.just(0).reduce((_a, _x) => value, 0));
        all(O.just(value).reduce((_a, x) => x, null));
        same(collect(O.just(1).scan(value, a => a)), [value, value, END], name);
        same(collect(O.zip(O.just(value), O.just(value))), [[value, value], END], name);
        same(eventsOf(O.just(value).observe_on(null)), [value, END], name);

        const subject = Rx.PublishSubject.new();
        const events = collect(subject);
        subject.on_next(value);
        subject.next(value);
        subject.on_completed();
        same(events, [value, value, END], name);

        same(Rx.List.new([value]).get_items(), [value], name);
        same(Rx.Notification.new_next(value).get_item(), value, name);
        same(Rx.Timestamped.new(value, 1).get_item(), value, name);
    }
});

test('any value from thread to thread', () => {
    const all = [...Object.values(ANY), ...FUNCTIONS];
    for (let i = 0; i < 20; i++) {
        check(O.from_array(all).observe_on(Rx.Scheduler.computation()).observe_on(null), ...all);
        collectGarbage();
    }
});

test('values that GLib knows', () => {
    const bytes = eventsOf(O.just(new GLib.Bytes([1, 2])))[0];
    same([...bytes.get_data()], [1, 2]);
    same(eventsOf(O.just(new GLib.Variant('as', ['a'])))[0].deep_unpack(), ['a']);
    same(eventsOf(O.just(GLib.DateTime.new_from_unix_utc(5)))[0].to_unix(), 5);
    const error = eventsOf(O.just(new Gio.IOErrorEnum({code: Gio.IOErrorEnum.NOT_FOUND, message: 'm'})))[0];
    same([error.matches(Gio.IOErrorEnum, Gio.IOErrorEnum.NOT_FOUND), error.message], [true, 'm']);
    const value = new GObject.Value();
    value.init(GObject.TYPE_INT64);
    value.set_int64(5);
    check(O.just(value), 5);
});

test('equality', () => {
    const array = [1];
    same(Rx.value_equal(array, array), true);
    same(Rx.value_equal(array, [1]), false);
    same(Rx.value_equal(undefined, undefined), true);
    same(Rx.value_equal(undefined, null), false);
    same(Rx.value_equal(2n ** 60n, 2n ** 60n), true);
    same(Rx.value_equal('a\0b', 'a\0b'), true);
    same(Rx.value_equal(1, 1.0), true);
    same(Rx.value_hash(array), Rx.value_hash(array));
    same(Rx.value_equal(Rx.List.new([array, 'a']), Rx.List.new([array, 'a'])), true);
});

test('a list is an array', () => {
    const list = Rx.List.new([1, 'two', Rx.List.new([[3], undefined])]);
    const wanted = [1, 'two', [[3], undefined]];
    const nested = got => {
        equal([Array.isArray(got), Array.isArray(got[2]), got.length], [true, true, 3]);
        equal(got, wanted);
        same(got[2][1], undefined);
        return got;
    };
    nested(collect(O.just(list))[0]);
    nested(collect(O.just(list).map(nested))[0]);
    nested(collect(O.from_array([list]).filter(nested))[0]);
    nested(collect(O.just(1).scan(list, nested))[0]);
    nested(collect(O.zip(O.just(list), O.just(0), x => x))[0]);
    nested(Rx.List.new([list]).get_item(0));
    nested(Rx.Notification.new_next(list).get_item());
    nested(Rx.Timestamped.new(list, 0).get_item());
    nested([...list]);
    const got = [];
    O.just(list).subscribe({next: x => got.push(x)});
    O.just(list).subscribe_events((kind, item) => {
        if (kind === Rx.EventKind.NEXT)
            got.push(item);
    });
    O.just(list).subscribe_observer({next: x => got.push(x)});
    got.forEach(nested);
    same(got.length, 3);
});

test('descriptions', () => {
    same(`${Rx.Notification.new_next('a')}`, 'next(a)');
    same(`${Rx.Notification.new_error(new RangeError('b'))}`, 'error(RangeError: b)');
    same(`${Rx.Notification.new_completed()}`, 'completed()');
    same(`${Rx.Timestamped.new([1, 2], 5)}`, '1,2 at 5');
    same(`${Rx.List.new([1, [2, 3]])}`, '1,2,3');
    same(`${O.range(0, 2).map(x => x)}`, 'range → map');
});

test('whole numbers only', () => {
    for (const bad of [0.3, NaN, '5', true, null, undefined, {}, -Infinity, 2 ** 80, 2n ** 80n]) {
        throws(() => O.interval(bad), TypeError, 'interval(): period is a whole number of microseconds');
        throws(() => O.timer(bad, null), TypeError, 'timer(): delay is');
        throws(() => O.range(bad, 1), TypeError, 'range(): start is a whole number');
        throws(() => O.range(1, 3).take(bad), TypeError, 'take(): n is a whole number from 0 on');
        throws(() => Rx.Scheduler.main().create_worker().schedule_delayed(bad, () => {}), TypeError, 'delay');
    }
    for (const bad of [-1, -1n])
        throws(() => O.never().take(bad), TypeError, 'from 0 on');
    for (const bad of [0.5, -1, 2 ** 32, NaN, '1'])
        throws(() => O.never().flat_map(x => x, bad), TypeError, 'max_concurrency is a whole number');
    throws(() => O.interval(0.3), TypeError, 'Math.round(0.3 * GLib.TIME_SPAN_SECOND)');
    check(O.range(0, 3).take(2n), 0, 1);
    check(O.range(0, 3).take(Infinity), 0, 1, 2);
    check(O.range(2n ** 53n, 2).take(1), 2 ** 53);
    check(O.range(0, 2).flat_map(x => [x], Infinity), 0, 1);
});

test('what goes leaves nothing behind', () => {
    collectGarbage();
    values.drain();
    const before = values.countKept();
    for (let i = 0; i < 3000; i++)
        collect(O.from_array([[i], {i}, Symbol('x'), undefined]).map(x => [x]).filter(() => true));
    same(values.countKept() > before, true);
    collectGarbage();
    same(values.countKept(), before);

    // without a further value, the main loop does it
    let live = collect(O.just([1]));
    same(values.countKept(), before + 1);
    live = null;
    collectGarbage();
    same([values.countKept(), live], [before, null]);
});

test('values in a stream live as long as it', () => {
    const held = [O.just({a: 1}), O.from_array([[1], [2]]), O.just(1).map(() => 0).scan(Symbol.for('seed'), a => a)];
    for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 600; j++)
            collect(O.just([j]));
        collectGarbage();
        equal(collect(held[0]), [{a: 1}, END]);
        equal(collect(held[1]), [[1], [2], END]);
        same(collect(held[2]), [Symbol.for('seed'), Symbol.for('seed'), END]);
    }
});

// More handles than the engine finalises at a time: it must not come to that, for GJS then blocks functions.
test('a long burst', () => {
    let n = 0;
    O.range(0, 200000).map(x => [x]).filter(([x]) => x >= 0).subscribe(([x]) => (n += x === n ? 1 : NaN));
    same(n, 200000);
});

// The same with wrappers of the engine's own, round after round.
test('a long burst of boxed items', () => {
    for (let round = 0; round < 2; round++) {
        let n = 0;
        let end = 'none';
        O.range(0, 150000).map(i => new GLib.Variant('i', i)).filter(() => true)
            .subscribe(() => n++, e => (end = e), () => (end = END));
        same(n, 150000);
        same(end, END);
    }
});

// B121: items of every kind are kept by the program while more come, the heap is swept and the source is gone.
test('B121', () => {
    const strv = new GObject.Value();
    strv.init(GObject.type_from_name('GStrv'));
    Gio.ThemedIcon.new_from_names(['a', 'b']).get_property('names', strv);
    const kept = [];
    let ended = false;
    (() => {
        const date = new GLib.Date();
        date.set_dmy(1, 2, 2003);
        O.from_array([
            new GLib.Bytes([7, 8]), GLib.DateTime.new_from_unix_utc(1e9), date, new GLib.Variant('(si)', ['v', 1]),
            strv,
            'string', Gio.FileType.DIRECTORY, Gio.FileCreateFlags.PRIVATE, 2n ** 53n + 1n, 2n ** 64n - 1n, 2 ** 40,
            null,
            [1, 2], {k: 'v'}, undefined, new Thing(), Rx.List.new(['l', [1]]), Rx.Notification.new_next('n'),
            Rx.Timestamped.new('t', 9), new GLib.Error(Gio.io_error_quark(), 1, 'gone'), Gio.File.new_for_path('/b121'),
            new Special(),
        ]).map(x => x).observe_on(Rx.Scheduler.computation()).observe_on(null).subscribe(x => kept.push(x), null,
            () => (ended = true));
        until(() => ended);
    })();
    for (let i = 0; i < 1000; i++)
        eventsOf(O.from_array([new GLib.Bytes([i % 256]), `more ${i}`, [i], new GLib.Variant('s', `${i}`)]));
    collectGarbage();

    const read = kept.map(x => {
        if (x instanceof GLib.Bytes)
            return [...x.get_data()];
        if (x instanceof GLib.DateTime)
            return x.to_unix();
        if (x instanceof GLib.Date)
            return [x.get_day(), x.get_month(), x.get_year()];
        if (x instanceof GLib.Variant)
            return x.recursiveUnpack();
        if (x instanceof GLib.Error)
            return x.message;
        if (x instanceof Gio.File)
            return x.get_path();
        if (x instanceof Special)
            return 'special';
        if (x instanceof Thing)
            return `thing ${x.x}`;
        if (x instanceof Rx.Notification || x instanceof Rx.Timestamped || typeof x === 'bigint' || x === undefined)
            return String(x);
        return x;
    });
    equal(read, [
        [7, 8], 1e9, [1, 2, 2003], ['v', 1], ['a', 'b'], 'string', 2, 1, '9007199254740993', '18446744073709551615',
        2 ** 40,
        null, [1, 2], {k: 'v'}, 'undefined', 'thing 1', ['l', [1]], 'next(n)', 't at 9', 'gone', '/b121', 'special',
    ]);
});

finish();
