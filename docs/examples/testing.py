# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""Tests of streams. What stands between the marks is shown in docs/testing.md."""

# head
import unittest

import gi

gi.require_version('Rx', '1.0')
gi.require_version('RxTesting', '1.0')
from gi.repository import GLib, Rx, RxTesting


def count_seconds(stop, scheduler):
    """Counts the seconds until somebody says stop."""
    return Rx.Observable.interval(GLib.TIME_SPAN_SECOND, scheduler).take_until(stop)
# /head


class CountSeconds(unittest.TestCase):
    # time
    def test_time(self):
        scheduler = RxTesting.TestScheduler()
        numbers = []
        subscription = count_seconds(Rx.Observable.never(), scheduler).subscribe(numbers.append, None, None)
        scheduler.advance_by(3500 * GLib.TIME_SPAN_MILLISECOND)
        self.assertEqual(numbers, [0, 1, 2])
        subscription.unsubscribe()
        self.assertEqual(scheduler.get_n_pending(), 0)
    # /time

    # marbles
    def test_marbles(self):
        scheduler = RxTesting.TestScheduler()
        stop = scheduler.create_hot_marbles('2500ms s', None)
        observer = scheduler.subscribe(count_seconds(stop, scheduler))
        scheduler.run()
        observer.compare_marbles('1s 0 999ms 1 499ms |', {'0': 0, '1': 1})
        stop.compare_subscriptions(['^ 2499ms !'], None)
    # /marbles

    # difference
    def test_difference(self):
        scheduler = RxTesting.TestScheduler()
        observer = scheduler.subscribe(scheduler.create_cold_marbles('-a--b-|', None))
        scheduler.run()
        with self.assertRaises(AssertionError) as caught:
            observer.compare_marbles('-a-b--|', None)
        self.assertEqual(str(caught.exception), '''\
The stream is not what was expected (one character is 1 ms)
  expected: -a-b--|
  came:     -a--b-|
and differs
  at 3 ms: next "b" was expected, and came at 4 ms''')
    # /difference


if __name__ == '__main__':
    unittest.main()
