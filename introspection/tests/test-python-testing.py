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
        with self.assertRaisesRegex(TypeError, 'frame has to be a whole number of microseconds, or a datetime.timedelta'):
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
        source = self.scheduler.create_cold_marbles('a|')
        observer = self.scheduler.subscribe(source)
        self.scheduler.run()
        with self.assertRaisesRegex(GLib.Error, 'this group is not closed'):
            observer.compare_marbles('a(b')
        with self.assertRaisesRegex(GLib.Error, 'In the diagram'):
            source.compare_subscriptions(['^a'])

    def test_differences(self):
        source = self.scheduler.create_cold_marbles('a-b|')
        observer = self.scheduler.subscribe(source)
        self.scheduler.run()
        for compare, text in ((lambda: observer.compare_marbles('a-c|'), '"c" was expected'),
                              (lambda: observer.compare_events([]), 'was not expected'),
                              (lambda: source.compare_subscriptions(['^!']), 'The subscriptions are not')):
            with self.assertRaisesRegex(AssertionError, text) as caught:
                compare()
            self.assertIsNone(caught.exception.__cause__)
            self.assertIsNone(caught.exception.__context__)
        self.assertTrue(observer.compare_marbles('a-b|'))
        self.assertTrue(source.compare_subscriptions('^--!'))
        self.assertTrue(source.compare_subscriptions(('^--!',), None))

    def test_equal_values(self):
        self.scheduler.advance_by(timedelta(milliseconds=7))
        source = self.scheduler.create_cold_marbles('a-b-#', {'a': 1, 'b': 2, '#': Mishap('x')})
        observer = self.scheduler.subscribe(source.map(lambda x: (x, [x])))
        self.scheduler.run()
        table = {'a': (1, [1]), 'b': (2, [2]), '#': Mishap('x')}
        observer.compare_marbles('-------a-b-#', table)
        observer.compare_events(observer.get_events(), table)
        with self.assertRaises(AssertionError) as caught:
            observer.compare_marbles('-------a-b-#', dict(table, b=(2, [3])))
        self.assertIn('(2, [3])', str(caught.exception))
        self.assertIn('(2, [2])', str(caught.exception))
        self.assertNotIn('PyObject', str(caught.exception))
        for wrong in (Mishap('y'), ValueError('x')):
            with self.assertRaises(AssertionError):
                observer.compare_marbles('-------a-b-#', dict(table, **{'#': wrong}))
        with self.assertRaises(AssertionError):
            observer.compare_marbles('a-b-#', table)
        observer = RxTesting.TestObserver()             # without a scheduler the order counts
        Rx.Observable.of(1, 2).map(lambda x: (x,)).subscribe(observer)
        observer.compare_marbles('ab|', {'a': (1,), 'b': (2,)})
        with self.assertRaisesRegex(AssertionError, r'\(3,\)'):
            observer.compare_marbles('ab|', {'a': (1,), 'b': (3,)})
        marbles = self.scheduler.create_cold_marbles('ab|', {'a': 1, 'b': 2})
        observer = self.scheduler.subscribe(marbles.reduce(lambda x, y: {'sum': x + y}))
        self.scheduler.run()
        observer.compare_marbles(13 * '-' + '(s|)', {'s': {'sum': 3}})

    def test_dict_for_a_table(self):
        mishap = Mishap('in a dict')
        table = {'a': 1, 'b': None, 'x': mishap}
        source = self.scheduler.create_cold_marbles('a-b-x', table)
        observer = self.scheduler.subscribe_marbles(source, '^', {})
        self.scheduler.run()
        self.assertEqual(observer.get_items(), [1, None])
        self.assertIs(observer.get_error(), mishap)
        observer.compare_marbles('a-b-x', table)
        self.assertEqual(RxTesting.marbles_print(observer.get_events(), table), 'a-b-x')
        with self.assertRaises(AssertionError):
            observer.compare_marbles('a-b-x', dict(table, a=2))
        for wrong in ({'ab': 1}, {'-': 1}, {'#': 1}, {3: 1}):
            with self.assertRaises(ValueError):
                RxTesting.marbles_parse('a', wrong)
        with self.assertRaisesRegex(TypeError, 'table has to be a dict'):
            RxTesting.marbles_parse('a', [1])


if __name__ == '__main__':
    unittest.main()
