# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""The test kit, wrapped as the override of the library itself does it.

What a comparison finds is an AssertionError, as unittest and pytest expect it; a diagram that cannot be read stays a
GLib.Error. Wherever a marble table is taken, a dict does as well: {'a': 1, 'x': ValueError('no')}.
"""

import functools

from gi.repository import GLib, Rx  # noqa: F401, loads the override

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


# --- comparisons ---

def _assert(compare, *args):
    """An AssertionError with the difference, which hides the GLib.Error that it comes from."""
    try:
        compare(*args)
    except GLib.Error as e:
        difference = e.message
    else:
        return True
    raise AssertionError(difference)


def _compare_marbles(compare):
    @functools.wraps(compare)
    def compare_marbles(self, marbles, table=None):
        table = _table(table)
        _functions['marbles_parse'](marbles, table)             # a GLib.Error if it cannot be read
        return _assert(compare, self, marbles, table)
    return compare_marbles


def _compare_events(compare):
    @functools.wraps(compare)
    def compare_events(self, events, table=None):
        return _assert(compare, self, events, _table(table))
    return compare_events


def _compare_subscriptions(compare):
    @functools.wraps(compare)
    def compare_subscriptions(self, marbles, table=None):
        table = _table(table)
        marbles = [marbles] if isinstance(marbles, str) else list(marbles)
        for diagram in marbles:
            _functions['marbles_parse_subscription'](diagram, table)
        return _assert(compare, self, marbles, table)
    return compare_subscriptions


RxTesting.TestObserver.compare_marbles = _compare_marbles(RxTesting.TestObserver.compare_marbles)
RxTesting.TestObserver.compare_events = _compare_events(RxTesting.TestObserver.compare_events)
RxTesting.TestSource.compare_subscriptions = _compare_subscriptions(RxTesting.TestSource.compare_subscriptions)
