# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""What an item costs in Python, in nanoseconds of processor time: the best of seven runs over 300,000 items.

./run shell -- python3 bench/bench-python.py; with PYTHONPATH= in front of python3 it measures the plain typelib.
"""

import time

import gi

gi.require_version('Rx', '1.0')
from gi.repository import GLib, Rx  # noqa: E402

ITEMS, CALLS = 300000, 20000


def measure(name, run, n=ITEMS):
    best = None
    for _ in range(7):
        start = time.process_time_ns()
        run()
        spent = time.process_time_ns() - start
        best = spent if best is None else min(best, spent)
    print(f'{name:32} {best / n:7.0f}')


def identity(item):
    return item


def subscribe(observable):
    return lambda: observable.subscribe(None, None, None)


numbers = Rx.Observable.range(0, ITEMS)
measure('subscribe', lambda: numbers.subscribe(identity, None, None))
measure('map', subscribe(numbers.map(identity)))
measure('filter', subscribe(numbers.filter(identity)))
measure('scan', subscribe(numbers.scan(None, lambda a, x: x)))
measure('do_on_next', subscribe(numbers.do_on_next(identity)))

if hasattr(Rx, 'ops'):
    thing = {}
    one = Rx.Observable.just(1)
    subject = Rx.PublishSubject()
    subject.subscribe(identity)
    boxed = Rx.Observable.from_array([GLib.Bytes.new(b'x')] * CALLS)

    def unlucky(item):
        raise ValueError

    measure('zip', subscribe(numbers.zip_with(numbers, lambda a, b: b)))
    measure('map to a string', subscribe(numbers.map(lambda x: 'abc')))
    measure('map to None', subscribe(numbers.map(lambda x: None)))
    measure('map to 2**40', subscribe(numbers.map(lambda x: 1 << 40)))
    measure('map to a dict', subscribe(numbers.map(lambda x: thing)))
    measure('subscribe, boxed items', lambda: boxed.subscribe(identity), CALLS)
    some = Rx.Observable.range(0, CALLS)
    measure('flat_map', subscribe(some.flat_map(lambda x: one)), CALLS)
    measure('flat_map, made anew', subscribe(some.flat_map(Rx.Observable.just)), CALLS)
    measure('on_next (int)', lambda: [subject.on_next(5) for _ in range(CALLS)], CALLS)
    measure('on_next (string)', lambda: [subject.on_next('abc') for _ in range(CALLS)], CALLS)
    measure('on_next (2**40)', lambda: [subject.on_next(1 << 40) for _ in range(CALLS)], CALLS)
    measure('on_next (dict)', lambda: [subject.on_next(thing) for _ in range(CALLS)], CALLS)
    measure('make a map', lambda: [one.map(identity) for _ in range(CALLS)], CALLS)
    measure('subscribe to one item', lambda: [one.subscribe(identity) for _ in range(CALLS)], CALLS)
    failing = one.map(unlucky)
    measure('an exception, delivered', lambda: [failing.subscribe(None, identity) for _ in range(CALLS)], CALLS)
