/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* exported setup, extend, wrapNamespace, addAliases */

/* Lays the conversions of values.js round every function of the namespace, by what signatures.js says of it. */

const {box, describe, fromError, toError, unbox} = imports.overrides.rx.values;

let useClosure;         // rx_callback_use_closure()
let functions;          // name of a type of functions → what lays the conversions round one of the user's
let closures;           // the same for closures
let toObservable, toObserver;

function setup(Rx, signatures, converters) {
    ({toObservable, toObserver} = converters);
    const {callback_fail: fail, callback_return: leave} = Rx;
    useClosure = Rx.callback_use_closure;

    const incoming = {value: unbox, values: unboxAll, list: unbox, error: fromError};
    const outgoing = {value: box, observable: toObservable};
    // a closure that returns null returns nothing
    const leaving = {observable: toObservable, boolean: Boolean, value: x => {
        const item = box(x);
        if (item === null)
            leave(null);
        return item;
    }};
    const failed = e => {
        fail(toError(e));
        return null;
    };
    functions = {};
    closures = {};
    for (const [name, {args, result, throws}] of Object.entries(signatures.callbacks)) {
        functions[name] = lay(args.map(kind => incoming[kind] ?? same), outgoing[result] ?? same,
            throws ? rethrow : name === 'TaskFunc' ? failed : complain);
        closures[name] = lay(args.map(kind => incoming[kind] ?? same), leaving[result] ?? same, failed);
    }
    // a function gets items to combine in an array, a closure one by one; the user gets them one by one
    const {CombineFunc: combine} = functions;
    functions.CombineFunc = func => combine(items => func(...items));
    closures.CombineFunc = func => (...items) => {
        try {
            return leaving.value(func(...items.map(unbox)));
        } catch (e) {
            return failed(e);
        }
    };
}

// What another namespace, built upon this one, has besides
function extend(signatures, kinds) {
    for (const [name, {args}] of Object.entries(signatures.callbacks))
        functions[name] = lay(args.map(() => same), same, complain);
    Object.assign(argument, kinds);
}

/* --- functions of the user --- */

const same = x => x;
const unboxAll = items => items.map(unbox);

function rethrow(e) {
    throw toError(e);
}

function complain(e) {
    logError(e instanceof Error ? e : new Error(describe(e)), 'A function that cannot fail has failed');
}

function lay(into, out, failed) {
    const [a, b, c] = into;
    switch (into.length) {
    case 0:
        return func => () => {
            try {
                return out(func());
            } catch (e) {
                return failed(e);
            }
        };
    case 1:
        return func => x => {
            try {
                return out(func(a(x)));
            } catch (e) {
                return failed(e);
            }
        };
    case 2:
        return func => (x, y) => {
            try {
                return out(func(a(x), b(y)));
            } catch (e) {
                return failed(e);
            }
        };
    case 3:
        return func => (x, y, z) => {
            try {
                return out(func(a(x), b(y), c(z)));
            } catch (e) {
                return failed(e);
            }
        };
    default:
        throw new Error('a function with more than three arguments');
    }
}

function unused() {
}

// Closures are called twice as fast as functions; not every type of functions can be one.
function prepare(type, func) {
    if (type in closures && useClosure(closures[type](func), type))
        return unused;
    return functions[type](func);
}

/* --- arguments --- */

const MAX = {
    int32: 2n ** 31n - 1n, uint32: 2n ** 32n - 1n, int64: 2n ** 63n - 1n, uint64: 2n ** 64n - 1n, span: 2n ** 63n - 1n,
};

function badNumber(place, kind, value) {
    if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) <= 2 ** 64 && !kind.endsWith('32')) {
        return new TypeError(`${place}: ${value} is beyond 2 ** 53, where numbers of JavaScript are not exact; ` +
            'write a BigInt, such as 2n ** 60n');
    }
    const shown = typeof value === 'string' ? JSON.stringify(value) : String(value);
    if (kind === 'span') {
        return new TypeError(`${place} is a whole number of microseconds, not ${shown}; ` +
            'write 300 * 1000 for 300 milliseconds, or Math.round(0.3 * GLib.TIME_SPAN_SECOND)');
    }
    return new TypeError(`${place} is a whole number${kind.startsWith('u') ? ' from 0 on' : ''}, not ${shown}`);
}

// An infinite number stands for the greatest one. What C counts by an unsigned int has 0 for its default.
function integer(kind, place) {
    const max = MAX[kind];
    const min = kind.startsWith('u') ? 0n : -max - 1n;
    const isSmall = kind.endsWith('32');
    const [least, most] = isSmall ? [Number(min), Number(max)] :
        [Math.max(Number(min), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER];

    return value => {
        if (Number.isInteger(value) && value >= least && value <= most)
            return value;
        if (isSmall && (value === undefined || value === null))
            return 0;
        if (value === Infinity)
            return isSmall ? most : max;
        const whole = typeof value === 'bigint' ? value : Number.isSafeInteger(value) ? BigInt(value) : null;
        if (whole === null || whole < min || whole > max)
            throw badNumber(place, kind, value);
        return isSmall ? Number(whole) : whole;
    };
}

const argument = {
    'value': () => box,
    'values': () => items => Array.from(items ?? [], box),
    'error': () => toError,
    'observable': () => x => toObservable(x),
    'observables': () => sources => Array.from(sources ?? [], toObservable),
    'observer': () => x => toObserver(x),
    'enum': () => (x = 0) => x,
    'boolean': () => (x = false) => x,
};

function converterFor(spec, place) {
    const nullable = spec.endsWith('?');
    const kind = nullable ? spec.slice(0, -1) : spec;
    if (kind in functions) {
        return x => {
            if (typeof x === 'function')
                return prepare(kind, x);
            if (nullable && (x === undefined || x === null))
                return null;
            const [operator] = place.split(':');
            throw new TypeError(`${operator}: a function is wanted, not ${x === null ? x : typeof x}`);
        };
    }
    if (kind in MAX)
        return integer(kind, place);
    if (kind in argument)
        return argument[kind](place);
    return nullable ? (x = null) => x : same;
}

// A function may come first and the values after it, as is usual in JavaScript, or last, as in C.
function functionLast(given, n) {
    if (typeof given[0] !== 'function' || given.length >= n && typeof given[n - 1] === 'function')
        return given;
    const turned = given.slice(1, n);
    turned[n - 1] = given[0];
    return turned;
}

const results = {value: unbox, values: unboxAll, list: unbox, error: fromError};

function wrapFunction(name, unchecked, {args, names, result, must}) {
    const raw = must ? function (...given) {
        const made = unchecked.apply(this, given);
        if (made === null)
            throw new TypeError(`${name}() has refused its arguments: the critical message says why`);
        return made;
    } : unchecked;
    const convert = args.map((spec, i) => converterFor(spec, `${name}(): ${names[i]}`));
    const out = results[result] ?? same;
    const n = args.length;
    const takesFunction = n > 0 && args[n - 1].replace('?', '') in functions;

    if (takesFunction) {
        return function (...given) {
            if (n > 1)
                given = functionLast(given, n);
            const passed = convert.map((f, i) => f(given[i]));
            try {
                return out(raw.apply(this, passed));
            } finally {
                // an operator that refuses its arguments leaves the closure for the next one
                if (passed[n - 1] === unused)
                    useClosure(null, null);
            }
        };
    }
    switch (n) {
    case 0:
        return out === same ? raw : function () {
            return out(raw.call(this));
        };
    case 1: {
        const [first] = convert;
        return function (x) {
            return out(raw.call(this, first(x)));
        };
    }
    default:
        return function (...given) {
            return out(raw.apply(this, convert.map((f, i) => f(given[i]))));
        };
    }
}

/* --- the namespace --- */

function camelCase(name) {
    return name.replace(/_([a-z0-9])/g, (_match, letter) => letter.toUpperCase());
}

function define(target, name, value) {
    target[name] = value;
    target[camelCase(name)] = value;
}

// What was put in by name gets its other name too.
function addAliases(target) {
    for (const name of Object.getOwnPropertyNames(target)) {
        if (name.includes('_') && !name.startsWith('vfunc_') && typeof target[name] === 'function')
            target[camelCase(name)] = target[name];
    }
}

function wrapAll(target, signatures) {
    for (const [name, signature] of Object.entries(signatures)) {
        const raw = target[name];
        if (typeof raw === 'function' && name !== 'ref' && name !== 'unref')
            define(target, name, wrapFunction(name, raw, signature));
    }
}

function wrapNamespace(Rx, {classes, functions: known}) {
    for (const [name, {methods, statics, implements: interfaces}] of Object.entries(classes)) {
        if (name.startsWith('Foreign'))
            continue;
        // what an interface has, GJS copies to the classes that implement it
        for (const inherited of interfaces)
            wrapAll(Rx[name].prototype, classes[inherited].methods);
        wrapAll(Rx[name].prototype, methods);
        wrapAll(Rx[name], statics);
    }
    wrapAll(Rx, known);
}
