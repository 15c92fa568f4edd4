/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* exported setup, wrapNamespace, addAliases */

/* Lays the conversions of values.js round every function of the namespace, by what signatures.js says of it. */

const {box, describe, fromError, toError, unbox} = imports.overrides.rx.values;

let guards;             // name of a type of functions → what makes a guarded function of a function
let toObservable, toObserver;

function setup(signatures, converters) {
    ({toObservable, toObserver} = converters);
    guards = Object.fromEntries(Object.entries(signatures.callbacks).map(([name, kind]) => [name, makeGuard(kind)]));
}

/* --- functions of the user --- */

const same = x => x;
const unboxAll = items => items.map(unbox);
const incoming = {value: unbox, values: unboxAll, list: unbox, error: fromError};
const outgoing = {value: box, observable: x => toObservable(x)};

function rethrow(e) {
    throw toError(e);
}

function complain(e) {
    logError(e instanceof Error ? e : new Error(describe(e)), 'A function that cannot fail has failed');
}

function makeGuard({args, result, throws}) {
    const [a, b, c] = args.map(kind => incoming[kind] ?? same);
    const out = outgoing[result] ?? same;
    const failed = throws ? rethrow : complain;

    // the items to combine come as so many arguments
    if (args.length === 1 && args[0] === 'values') {
        return func => items => {
            try {
                return out(func(...items.map(unbox)));
            } catch (e) {
                return failed(e);
            }
        };
    }
    switch (args.length) {
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
        throw new Error(`a function with ${args.length} arguments`);
    }
}

/* --- arguments --- */

const MAX = {
    int32: 2n ** 31n - 1n, uint32: 2n ** 32n - 1n, int64: 2n ** 63n - 1n, uint64: 2n ** 64n - 1n, span: 2n ** 63n - 1n,
};

function badNumber(place, kind, value) {
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
        const whole = typeof value === 'bigint' ? value : Number.isInteger(value) ? BigInt(value) : null;
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
    if (kind in guards) {
        const make = guards[kind];
        if (nullable)
            return x => (typeof x === 'function' ? make(x) : x ?? null);
        return x => (typeof x === 'function' ? make(x) : x);
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

function wrapFunction(name, raw, {args, names, result}) {
    const convert = args.map((spec, i) => converterFor(spec, `${name}(): ${names[i]}`));
    const out = results[result] ?? same;
    const n = args.length;
    const takesFunction = n > 1 && args[n - 1].replace('?', '') in guards;

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
            if (takesFunction)
                given = functionLast(given, n);
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

function wrapAll(target, functions) {
    for (const [name, signature] of Object.entries(functions)) {
        const raw = target[name];
        if (typeof raw === 'function' && name !== 'ref' && name !== 'unref')
            define(target, name, wrapFunction(name, raw, signature));
    }
}

function wrapNamespace(Rx, {classes, functions}) {
    for (const [name, {methods, statics, implements: interfaces}] of Object.entries(classes)) {
        if (name.startsWith('Foreign'))
            continue;
        // what an interface has, GJS copies to the classes that implement it
        for (const known of interfaces)
            wrapAll(Rx[name].prototype, classes[known].methods);
        wrapAll(Rx[name].prototype, methods);
        wrapAll(Rx[name], statics);
    }
    wrapAll(Rx, functions);
}
