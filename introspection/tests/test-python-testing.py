# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""The test kit through the override: spans, any value in a diagram, exceptions as they were."""

import unittest
from datetime import timedelta

import gi

gi.require_version('Rx', '1.0')
gi.require_version('RxTesting', '1.0')
from gi.repository import GLib, Rx, RxTesting  # noqa: E402


class Mishap(Exception):
    pass


class Kit(unittest.TestCase):
    def setUp(self):
        self.scheduler = RxTesting.TestScheduler()

    def test_spans(self):
        items = []
        Rx.Observable.interval(timedelta(seconds=1), self.scheduler).subscribe(items.append)
        self.scheduler.advance_by(timedelta(seconds=2, milliseconds=500))
        self.assertEqual(items, [0, 1])
        with self.assertRaisesRegex(TypeError, 'timedelta'):
            self.scheduler.advance_by(0.5)
        with self.assertRaisesRegex(TypeError, 'whole number'):
            self.scheduler.advance_to(5e6)
        with self.assertRaisesRegex(TypeError, 'frame is a span'):
            RxTesting.MarbleTable().set_frame(0.1)
        self.assertEqual(self.scheduler.now(), 2500000)

    def test_items(self):
        table = RxTesting.MarbleTable()
        thing = object()
        for symbol, item in {'a': (1, 2), 'b': 2**70, 'c': thing, 'd': None}.items():
            table.set_item(symbol, item)
        observer = self.scheduler.subscribe(self.scheduler.create_cold_marbles('ab-cd|', table).map(lambda x: x))
        self.scheduler.run()
        self.assertEqual(observer.get_items(), [(1, 2), 2**70, thing, None])
        observer.compare_marbles('ab-cd|', table)       # raises if it differs
        events = RxTesting.marbles_parse('a-c|', table)
        self.assertEqual(events[0].get_notification().get_item(), (1, 2))
        self.assertEqual(RxTesting.marbles_print(events, table), 'a-c|')

    def test_exceptions(self):
        mishap = Mishap('in a function')

        def unlucky(x):
            raise mishap

        observer = self.scheduler.subscribe(Rx.Observable.interval(10, self.scheduler).map(unlucky))
        self.scheduler.run()
        self.assertIs(observer.get_error(), mishap)
        self.assertIs(observer.get_events()[-1].get_notification().get_error(), mishap)
        table = RxTesting.MarbleTable()
        table.set_error('#', mishap)
        errors = []
        self.scheduler.create_cold_marbles('-#', table).subscribe(None, errors.append)
        self.scheduler.run()
        self.assertEqual(errors, [mishap])

    def test_failures_of_the_kit(self):
        with self.assertRaisesRegex(GLib.Error, 'this group is not closed'):
            RxTesting.marbles_parse('a(b')


if __name__ == '__main__':
    unittest.main()
