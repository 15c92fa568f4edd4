# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""The test kit, wrapped as the override of the library itself does it.

What a comparison finds is an AssertionError, as unittest and pytest expect it; a diagram that cannot be read stays a
GLib.Error. Items of Python's are compared by ==, exceptions by their type and args; repr() shows them. Wherever a
marble table is taken, a dict does as well: {'a': 1, 'x': ValueError('no')}.
"""

import functools
import re

from gi.repository import GLib, GObject, Rx

from ..module import get_introspection_module
from .Rx import _conversions, _wrap_namespace

RxTesting = get_introspection_module('RxTesting')

__all__ = []


# --- tables ---

def _is_error(value):
    return isinstance(value, (BaseException, GLib.Error)) or isinstance(value, type) and issubclass(value, BaseException)


def _table(value, name='table'):
    """The table that a dict means: exceptions are errors, all other values items."""
    if value is None or isinstance(value, RxTesting.MarbleTable):
        return value
    if not isinstance(value, dict):
        raise TypeError(f'{name} has to be a dict or an RxTesting.MarbleTable, not {type(value).__name__}')
    table = RxTesting.MarbleTable()
    for symbol, meaning in value.items():
        if not isinstance(symbol, str) or len(symbol) != 1 or symbol in '-|()^!' or symbol.isspace():
            raise ValueError(f'{name}: {symbol!r} is not a character that can stand for something')
        if _is_error(meaning):
            table.set_error(symbol, meaning)
        elif symbol == '#':
            raise ValueError(f'{name}: # stands for an error, not for {type(meaning).__name__}')
        else:
            table.set_item(symbol, meaning)
    return table


_conversions['RxTesting', 'MarbleTable'] = _table

_functions = {}
_wrap_namespace(RxTesting, _functions)
globals().update(_functions)
__all__ += _functions


# --- what the kit does not tell Python ---

def _recorded(set_meaning):
    @functools.wraps(set_meaning)
    def record(self, symbol, meaning):
        set_meaning(self, symbol, meaning)
        self.__dict__.setdefault('_rx_meanings', {})[symbol] = (set_meaning, meaning)
    return record


def _with_scheduler(subscribe):
    @functools.wraps(subscribe)
    def keep(self, *args, **kwargs):
        observer = subscribe(self, *args, **kwargs)
        observer._rx_scheduler = self
        return observer
    return keep


for _name in ('set_item', 'set_error'):
    setattr(RxTesting.MarbleTable, _name, _recorded(getattr(RxTesting.MarbleTable, _name)))
for _name in ('subscribe', 'subscribe_marbles'):
    setattr(RxTesting.TestScheduler, _name, _with_scheduler(getattr(RxTesting.TestScheduler, _name)))


# --- comparisons ---

class _Equals:
    """Puts one and the same object in the place of all that are equal, so that C, too, finds them equal."""

    def __init__(self):
        self.items = []
        self.errors = []

    def item(self, value):
        if value is None or isinstance(value, (bool, int, float, str, GObject.Object, GObject.GBoxed)):
            return value
        for known in self.items:
            try:
                if value is known or type(value) is type(known) and bool(value == known):
                    return known
            except Exception:                   # some cannot be compared, or have no truth
                continue
        self.items.append(value)
        return value

    def error(self, value):
        if isinstance(value, GLib.Error):
            return value
        if isinstance(value, type):
            value = value()
        for known in self.errors:
            if value is known or type(value) is type(known) and value.args == known.args:
                return known
        self.errors.append(value)
        return value

    def notification(self, value):
        kind = value.get_kind()
        if kind == Rx.EventKind.NEXT:
            return Rx.Notification.new_next(self.item(value.get_item()))
        if kind == Rx.EventKind.ERROR:
            return Rx.Notification.new_error(self.error(value.get_error()))
        return value

    def events(self, events, shift, step):
        """The same events, earlier by shift; or one step apart, where times mean nothing."""
        return [RxTesting.TestEvent.new(event.get_time() - shift if step is None else i * step,
                                        self.notification(event.get_notification())) for i, event in enumerate(events)]

    def table(self, table):
        if table is None:
            return None
        copy = RxTesting.MarbleTable()
        copy.set_frame(table.get_frame())
        for symbol, (set_meaning, meaning) in getattr(table, '_rx_meanings', {}).items():
            set_meaning(copy, symbol, self.error(meaning) if _is_error(meaning) else self.item(meaning))
        return copy

    def show(self, text):
        known = {id(item): item for item in self.items}

        def name(match):
            item = known.get(int(match[1], 16), _equals_nothing)
            try:
                return match[0] if item is _equals_nothing else repr(item)
            except Exception:
                return f'<{type(item).__name__} that cannot be shown>'
        return re.sub(r'\(\(PyObject\*\) (?:0x)?([0-9a-fA-F]+)\)', name, text)


_equals_nothing = object()


def _difference(compare, *args):
    try:
        compare(*args)
    except GLib.Error as e:
        return e.message
    return None


def _assert(difference):
    if difference is not None:
        raise AssertionError(difference)
    return True


def _compare(self, expected, table, origin, difference):
    """The comparison of C, with the values of Python's compared by Python. difference is what C has found."""
    equals = _Equals()
    scheduler = getattr(self, '_rx_scheduler', None)
    step = None
    if scheduler is None:
        origin, step = 0, 1000 if table is None else table.get_frame()
    came = equals.events(self.get_events(), origin(scheduler) if origin else 0, step)
    expected = equals.events(expected, 0, step)
    found = _difference(_functions['marbles_compare'], expected, came, equals.table(table))
    if found is None:
        return None
    # Without a scheduler the times are made up: what C says of the order is plainer, if it can be read.
    return difference if step is not None and 'PyObject' not in difference else equals.show(found)


def _compare_marbles(compare):
    @functools.wraps(compare)
    def compare_marbles(self, marbles, table=None):
        table = _table(table)
        expected = _functions['marbles_parse'](marbles, table)      # a GLib.Error if it cannot be read
        difference = _difference(compare, self, marbles, table)
        if difference is not None and _knows_times(self, difference):
            difference = _compare(self, expected, table, RxTesting.TestScheduler.get_start, difference)
        return _assert(difference)
    return compare_marbles


def _compare_events(compare):
    @functools.wraps(compare)
    def compare_events(self, events, table=None):
        table = _table(table)
        events = list(events)
        difference = _difference(compare, self, events, table)
        if difference is not None and _knows_times(self, difference):
            difference = _compare(self, events, table, None, difference)
        return _assert(difference)
    return compare_events


def _knows_times(self, difference):
    """Whether it is known which scheduler the times are of, or that there is none."""
    return hasattr(self, '_rx_scheduler') or 'one character is' not in difference


def _compare_subscriptions(compare):
    @functools.wraps(compare)
    def compare_subscriptions(self, marbles, table=None):
        table = _table(table)
        marbles = [marbles] if isinstance(marbles, str) else list(marbles)
        for diagram in marbles:
            _functions['marbles_parse_subscription'](diagram, table)
        return _assert(_difference(compare, self, marbles, table))
    return compare_subscriptions


RxTesting.TestObserver.compare_marbles = _compare_marbles(RxTesting.TestObserver.compare_marbles)
RxTesting.TestObserver.compare_events = _compare_events(RxTesting.TestObserver.compare_events)
RxTesting.TestSource.compare_subscriptions = _compare_subscriptions(RxTesting.TestSource.compare_subscriptions)
