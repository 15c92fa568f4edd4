/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* exported makeConverters, addSugar */

/* What JavaScript writes in another way than C. */

const {GObject} = imports.gi;
const {addAliases} = imports.overrides.rx.wrap;
const {describe, fromError, toError, unbox} = imports.overrides.rx.values;

/* --- observers and sources of all kinds --- */

// A promise cannot be stopped: what becomes of it after the subscriber has left is of no interest.
function failLate(emitter, e) {
    if (!emitter.is_unsubscribed())
        emitter.error(e);
}

function checkFunction(func, name) {
    if (func !== undefined && func !== null && typeof func !== 'function')
        throw new TypeError(`${name} of subscribe() is a function, not ${typeof func}`);
    return func ?? null;
}

const OBSERVER_NAMES = {
    next: ['next', 'on_next', 'onNext'],
    error: ['error', 'on_error', 'onError'],
    complete: ['complete', 'completed', 'on_completed', 'onCompleted'],
};

// The functions of a plain object, by any of the names that are in use
function functionsOf(observer) {
    const found = {};
    let known = false;
    for (const [kind, names] of Object.entries(OBSERVER_NAMES)) {
        const name = names.find(candidate => candidate in observer);
        known ||= name !== undefined;
        found[kind] = name && checkFunction(observer[name], name)?.bind(observer);
    }
    if (!known) {
        throw new TypeError('an observer has next, error or complete (or on_next, on_error, on_completed), this has ' +
            (Object.keys(observer).join(', ') || 'nothing'));
    }
    return found;
}

function makeConverters(Rx) {
    // Stands before an observer that is implemented in JavaScript: its methods get and throw whatever they like.
    const Guard = GObject.registerClass({
        GTypeName: 'RxGjsObserver',
        Implements: [Rx.Observer],
    }, class RxGjsObserver extends GObject.Object {
        vfunc_next(item) {
            try {
                this.target.next?.(unbox(item));
            } catch (e) {
                throw toError(e);
            }
        }

        vfunc_error(error) {
            try {
                this.target.error?.(fromError(error));
            } catch (e) {
                Rx.callback_fail(toError(e));
            }
        }

        vfunc_completed() {
            try {
                this.target.complete?.();
            } catch (e) {
                Rx.callback_fail(toError(e));
            }
        }
    });

    function guardObserver(target) {
        const guard = new Guard();
        guard.target = target;
        return guard;
    }

    function toObserver(x) {
        if (typeof x !== 'object' || x === null || x instanceof Guard || x instanceof Rx.Subject)
            return x;
        if (!(x instanceof GObject.Object))
            return guardObserver(functionsOf(x));
        if (typeof x.vfunc_next === 'function' || typeof x.vfunc_error === 'function' ||
            typeof x.vfunc_completed === 'function')
            return guardObserver({next: x.vfunc_next?.bind(x), error: x.vfunc_error?.bind(x),
                complete: x.vfunc_completed?.bind(x)});
        return x;
    }

    function fromPromise(promise) {
        return Rx.Observable.create(Rx.Backpressure.BUFFER, emitter => {
            promise.then(value => {
                emitter.next(value);
                emitter.completed();
            }, e => failLate(emitter, e));
        });
    }

    // null is for C to judge
    function toObservable(x) {
        if (x instanceof Rx.Observable || x === null || x === undefined)
            return x ?? null;
        if (typeof x?.then === 'function')
            return fromPromise(x);
        if (typeof x === 'object' && typeof x[Symbol.iterator] === 'function')
            return Rx.Observable.from_array(x);
        throw new TypeError(`an observable, a promise or something to iterate is wanted, not ${describe(x)}`);
    }

    return {toObservable, toObserver};
}

/* --- the class Observable --- */

// One item is asked for at a time, so that a source that can wait does.
async function* iterate(source, Rx) {
    const handle = Rx.Subscription.new();
    const events = [];
    let wake = null;
    const push = event => {
        events.push(event);
        wake?.();
    };

    source.subscribe_observer({
        next: value => push({value}),
        error: error => push({error}),
        complete: () => push({done: true}),
    }, 0, handle);
    try {
        for (;;) {
            if (events.length === 0) {
                const woken = new Promise(resolve => (wake = resolve));
                handle.request(1);
                await woken;
                wake = null;
            }
            const event = events.shift();
            if ('error' in event)
                throw event.error;
            if (event.done)
                return;
            yield event.value;
        }
    } finally {
        handle.unsubscribe();
    }
}

function addSugar(Rx, {toObservable, toObserver}) {
    const {Observable, Subject} = Rx;
    const proto = Observable.prototype;
    const {subscribe, subscribe_observer: subscribeObserver, scan, reduce, retry} = proto;
    const {create, zip} = Observable;

    const fail = e => Rx.callback_fail(toError(e));
    const nextClosure = func => item => {
        try {
            func(unbox(item));
        } catch (e) {
            fail(e);
        }
    };
    const errorClosure = func => error => {
        try {
            func(fromError(error));
        } catch (e) {
            fail(e);
        }
    };
    const completedClosure = func => () => {
        try {
            func();
        } catch (e) {
            fail(e);
        }
    };

    // Without a seed the first item is the accumulator. Introspection knows no way to leave an item out.
    const NONE = Symbol('none');
    const withoutSeed = func => (accumulator, item) => (accumulator === NONE ? item : func(accumulator, item));
    const accumulate = (operator, finish) => function (first, second) {
        if (arguments.length > 1)
            return operator.call(this, first, second);
        if (typeof first !== 'function')
            throw new TypeError('a function is wanted, and perhaps a seed');
        return finish(operator.call(this, NONE, withoutSeed(first)));
    };
    const orEmpty = item => {
        if (item === NONE)
            throw new Rx.Error({code: Rx.Error.EMPTY, message: 'The stream ended without an item'});
        return item;
    };

    const needOthers = (name, others) => {
        if (others.length === 0)
            throw new TypeError(`${name}(): another stream is wanted`);
    };

    // A function would be taken for no properties, and the stream would be one that never says anything.
    const {_init: init} = proto;
    proto._init = function (...given) {
        if (typeof given[0] === 'function' || this.constructor === Observable && given.length > 0)
            throw new TypeError('new Rx.Observable() takes no arguments; write Rx.Observable.create(emitter => …)');
        return init.apply(this, given);
    };

    Object.assign(proto, {
        subscribe(next, error, completed) {
            if (typeof next === 'object' && next !== null) {
                const handle = Rx.Subscription.new();
                if (next instanceof GObject.Object) {
                    this.subscribe_observer(next, Infinity, handle);
                    return handle;
                }
                ({next, error, complete: completed} = functionsOf(next));
            }
            next = checkFunction(next, 'on_next');
            error = checkFunction(error, 'on_error');
            completed = checkFunction(completed, 'on_completed');
            return subscribe.call(this, next && nextClosure(next), error && errorClosure(error),
                completed && completedClosure(completed));
        },

        subscribe_observer(observer, initialRequest = Infinity, handle = null) {
            subscribeObserver.call(this, observer, initialRequest, handle);
        },

        pipe(...functions) {
            return functions.reduce((source, func) => func(source), this);
        },

        scan: accumulate(scan, source => source.filter(item => item !== NONE)),
        reduce: accumulate(reduce, source => source.map(orEmpty)),

        flat_map(func, maxConcurrency = 0, delayError = false) {
            return this.flat_map_full(maxConcurrency, delayError, func);
        },

        retry(n = -1) {
            if (n < -1) {
                throw new TypeError(
                    `retry(): n says how often to try again, -1 or Infinity without end; it cannot be ${n}`);
            }
            return retry.call(this, n === Infinity ? -1 : n);
        },

        merge_with(...others) {
            needOthers('merge_with', others);
            return Observable.merge(this, ...others);
        },

        zip_with(...others) {
            needOthers('zip_with', others.filter(other => typeof other !== 'function'));
            return Observable.zip(this, ...others);
        },

        async *[Symbol.asyncIterator]() {
            yield* iterate(this, Rx);
        },
    });

    // Sources come in an array or one by one; what combines them comes last, and makes an array if it is left out.
    const gather = given => (given.length === 1 && Array.isArray(given[0]) ? given[0] : given);
    const combine = operator => (...given) => {
        const func = typeof given[given.length - 1] === 'function' ? given.pop() : (...items) => items;
        return operator.call(Observable, gather(given), func);
    };
    const {merge} = Observable;

    Object.assign(Observable, {
        // only here: a function that returns a string where a stream is wanted has made a mistake
        from: x => (typeof x === 'string' ? Observable.from_array(x) : toObservable(x)),
        of: (...items) => Observable.from_array(items),
        merge: (...sources) => merge.call(Observable, gather(sources)),
        zip: combine(zip),

        // The function may return what is to be done in the end: a function or a subscription.
        create(...given) {
            const func = given.pop();
            if (typeof func !== 'function')
                throw new TypeError('create(): a function is wanted');
            return create.call(Observable, given[0], emitter => {
                const teardown = func(emitter);
                if (typeof teardown === 'function')
                    emitter.add_teardown(teardown);
                else if (teardown instanceof Rx.Subscription)
                    emitter.add_subscription(teardown);
                else if (teardown instanceof Promise)
                    teardown.catch(e => failLate(emitter, e));
            });
        },
    });

    // Called on an observer that is implemented in JavaScript
    for (const name of ['on_next', 'on_error', 'on_completed']) {
        const raw = Rx.Observer.prototype[name];
        Rx.Observer.prototype[name] = function (...given) {
            raw.apply(toObserver(this), given);
        };
    }

    // A scheduler that is written in JavaScript is called on this thread, whoever schedules. What its worker throws ends
    // the stream that the task was for.
    const guardSchedule = proto => {
        const schedule = proto.vfunc_schedule;
        proto.vfunc_schedule = function (delay, task) {
            try {
                schedule.call(this, delay, task);
            } catch (e) {
                fail(e);
            }
        };
    };
    for (const base of [Rx.Scheduler, Rx.Worker]) {
        base._classInit = function (klass) {
            if (Object.hasOwn(klass.prototype, 'vfunc_schedule'))
                guardSchedule(klass.prototype);
            const made = GObject.Object._classInit(klass);
            Rx.bind_type_to_thread(made.$gtype);
            return made;
        };
    }

    Rx.Emitter.prototype.complete = Rx.Emitter.prototype.completed;
    for (const name of ['next', 'error', 'completed'])
        Subject.prototype[name] = Subject.prototype[`on_${name}`];
    Subject.prototype.complete = Subject.prototype.completed;

    for (const target of [proto, Observable, Rx.Observer.prototype])
        addAliases(target);
    proto.toString = proto.to_string;
    Rx.Notification.prototype.toString = function () {
        switch (this.get_kind()) {
        case Rx.EventKind.NEXT:
            return `next(${describe(this.get_item())})`;
        case Rx.EventKind.ERROR:
            return `error(${describe(this.get_error())})`;
        default:
            return 'completed()';
        }
    };
    Rx.Timestamped.prototype.toString = function () {
        return `${describe(this.get_item())} at ${this.get_time()}`;
    };
    Rx.List.prototype[Symbol.iterator] = function () {
        return this.get_items()[Symbol.iterator]();
    };
    Rx.List.prototype.toString = function () {
        return describe(this.get_items());
    };
}
