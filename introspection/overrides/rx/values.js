/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* exported setup, box, unbox, toError, fromError, describe, drain, countKept */

/* How values of JavaScript travel as items. Numbers, booleans, strings, null and whatever GLib has a type for go as
 * they are. Everything else stays here, in a table, and a handle with its number travels instead: GJS can put only
 * plain objects into a GValue, and those take the engine down when a worker thread releases the last one. */

const {GLib} = imports.gi;
const System = imports.system;

const DRAIN_EVERY = 256;        // handles made between two drains, where no main loop runs
const ERRORS_KEPT = 64;
/* Every handle is an object with a finaliser. If the engine has more of them to finalise than it can do in a slice of
 * its time, it goes on with the program meanwhile, and GJS blocks every function that is called: items would be lost. */
const SWEEP_EVERY = 8192;

let Foreign, List, owner;

const slots = [null];           // by number: {value, count}, the count being that of the handles
const numbers = new Map();      // value → number
const spare = [];               // numbers to use again
let made = 0;
let seen = 0;            // handles, in either direction

function setup(Rx) {
    ({Foreign, List} = Rx);
    owner = Rx.ForeignOwner.new(drain);
}

function drain() {
    for (const number of owner.drain() ?? []) {
        const slot = slots[number];
        if (--slot.count === 0) {
            numbers.delete(slot.value);
            slots[number] = null;
            spare.push(number);
        }
    }
}

function countKept() {
    return numbers.size;
}

function count() {
    if (++seen % SWEEP_EVERY === 0)
        System.gc();
}

function keep(value) {
    let number = numbers.get(value);
    if (number === undefined) {
        number = spare.pop() ?? slots.length;
        slots[number] = {value, count: 0};
        numbers.set(value, number);
    }
    slots[number].count++;
    count();
    if (++made % DRAIN_EVERY === 0)
        drain();
    return number;
}

// Strings of C end at the first NUL and hold no half of a surrogate pair.
const UNFIT = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const nativeTypes = new WeakMap();      // constructor → whether GLib has a type for what it makes
const JSObject = Object.$gtype;

function isNative(object) {
    const {constructor} = object;
    if (typeof constructor !== 'function')
        return false;
    let native = nativeTypes.get(constructor);
    if (native === undefined) {
        const type = constructor.$gtype;
        native = Boolean(type) && type !== JSObject && type.name !== 'void';
        nativeTypes.set(constructor, native);
    }
    return native;
}

function box(value) {
    switch (typeof value) {
    case 'number':
    case 'boolean':
        return value;
    case 'string':
        if (!UNFIT.test(value))
            return value;
        break;
    case 'object':
        if (value === null)
            return value;
        if (isNative(value)) {
            count();
            return value;
        }
        break;
    }
    return owner.wrap(keep(value));
}

function unbox(item) {
    if (typeof item !== 'object' || item === null)
        return item;
    if (item instanceof Foreign) {
        const number = owner.lookup(item);
        count();
        return number === 0 ? item : slots[number].value;
    }
    // wrappers of every kind pile up
    count();
    if (item instanceof List)
        return item.get_items();
    return item;
}

/* Errors. Whatever is thrown travels in a GError and comes out the same. A GLib.Error keeps its domain and code, by
 * which C may tell it; so it travels bare, and the last ones are remembered to be recognised. */

const recent = new Map();

function keyOf(error) {
    return `${error.domain} ${error.code} ${error.message}`;
}

function describe(value) {
    try {
        return String(value);
    } catch {
        return 'a value that has no text';
    }
}

function toError(thrown) {
    if (!(thrown instanceof GLib.Error))
        return owner.wrap_error(keep(thrown), describe(thrown));
    const key = keyOf(thrown);
    recent.delete(key);
    recent.set(key, thrown);
    if (recent.size > ERRORS_KEPT)
        recent.delete(recent.keys().next().value);
    return thrown;
}

function fromError(error) {
    if (!(error instanceof GLib.Error))
        return error;
    const number = owner.lookup_error(error);
    if (number !== 0)
        return slots[number].value;
    return recent.get(keyOf(error)) ?? error;
}
