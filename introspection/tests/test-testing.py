# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""The test kit as Python sees it."""

import textwrap
import threading
import unittest

import gi

gi.require_version('Rx', '1.0')
gi.require_version('RxTesting', '1.0')
from gi.repository import GLib, GObject, Rx, RxTesting  # noqa: E402

MS = 1000                       # in microseconds
ALL = GLib.MAXINT64


def table_of(items, error=None, frame=None):
    table = RxTesting.MarbleTable()
    for symbol, item in items.items():
        table.set_item(symbol, item)
    if error is not None:
        table.set_error('#', error)
    if frame is not None:
        table.set_frame(frame)
    return table


class Scheduler(unittest.TestCase):
    def test_time(self):
        scheduler = RxTesting.TestScheduler()
        items = []
        Rx.Observable.interval(10 * MS, scheduler).subscribe(items.append, None, None)
        self.assertEqual((scheduler.now(), scheduler.get_n_pending(), scheduler.get_next_due()), (0, 1, 10 * MS))
        self.assertTrue(scheduler.advance_by(35 * MS))
        self.assertEqual(items, [0, 1, 2])
        self.assertTrue(scheduler.advance_to(40 * MS))
        self.assertEqual(items, [0, 1, 2, 3])
        self.assertEqual(scheduler.now(), 40 * MS)

    def test_failures(self):
        scheduler = RxTesting.TestScheduler.new_at(5 * MS)
        self.assertEqual(scheduler.get_start(), 5 * MS)
        with self.assertRaisesRegex(GLib.Error, 'It is 5 ms, and time does not go back to 4 ms'):
            scheduler.advance_to(4 * MS)
        scheduler.set_max_tasks(50)
        Rx.Observable.interval(MS, scheduler).subscribe(None, None, None)
        with self.assertRaisesRegex(GLib.Error, '50 tasks have run, .* is a stream endless') as caught:
            scheduler.run()
        self.assertTrue(caught.exception.matches(Rx.error_quark(), Rx.Error.TOO_MANY))

    def test_functions(self):
        scheduler = RxTesting.TestScheduler()
        times = []
        worker = scheduler.create_worker()
        worker.schedule_delayed(7, lambda task: times.append(scheduler.now()))
        worker.schedule_periodic(2, 3, lambda task: times.append(scheduler.now()))
        scheduler.advance_by(9)
        self.assertEqual(times, [2, 5, 7, 8])
        worker.unsubscribe()
        self.assertEqual(scheduler.get_n_pending(), 0)


class Marbles(unittest.TestCase):
    def test_parse(self):
        table = table_of({'a': 1, 'b': 'two', 'c': None, 'd': 0.5}, frame=10)
        events = RxTesting.marbles_parse('-a(bc) 1ms d|', table)
        self.assertEqual([(e.get_time(), e.get_notification().get_kind(), e.get_notification().get_item()) for e in events],
                         [(10, Rx.EventKind.NEXT, 1), (20, Rx.EventKind.NEXT, 'two'), (20, Rx.EventKind.NEXT, None),
                          (1060, Rx.EventKind.NEXT, 0.5), (1070, Rx.EventKind.COMPLETED, None)])
        self.assertEqual(events[0].to_string(), '10 us: next 1')
        self.assertEqual(RxTesting.marbles_print(events, table), '-a(bc) 1ms d|')
        self.assertTrue(RxTesting.marbles_compare(events, RxTesting.marbles_parse('-a(bc) 1000us d|', table), table))
        self.assertEqual(RxTesting.marbles_parse('', None), [])
        self.assertEqual(tuple(RxTesting.marbles_parse_subscription('--^-!', None))[1:], (2 * MS, 4 * MS))

    def test_malformed(self):
        with self.assertRaisesRegex(GLib.Error, r'In the diagram "a\(b", at character 2: this group is not closed'):
            RxTesting.marbles_parse('a(b', None)

    def test_events(self):
        events = [RxTesting.TestEvent.new_next(0, 'a'), RxTesting.TestEvent.new_next(MS, 2),
                  RxTesting.TestEvent.new_error(2 * MS, GLib.Error('boom', 'test-domain', 3))]
        self.assertEqual(RxTesting.marbles_print(events, None), 'aA#')
        self.assertTrue(events[1].equal(RxTesting.TestEvent.new_next(MS, 2.0)))
        self.assertEqual(events[2].get_notification().get_error().message, 'boom')


class Streams(unittest.TestCase):
    def test_cold(self):
        scheduler = RxTesting.TestScheduler()
        table = table_of({str(i): i for i in range(10)})
        source = scheduler.create_cold_marbles('1-2-3|', table)
        observer = scheduler.subscribe(source.map(lambda x: x * 2))
        scheduler.run()
        self.assertTrue(observer.compare_marbles('2-4-6|', table))
        self.assertEqual(observer.get_items(), [2, 4, 6])
        self.assertEqual([e.get_time() for e in observer.get_events()], [0, 2 * MS, 4 * MS, 5 * MS])
        self.assertTrue(observer.is_completed())
        self.assertTrue(source.compare_subscriptions(['^----!'], None))
        self.assertEqual((source.get_n_subscriptions(), source.get_subscribed_at(0), source.get_unsubscribed_at(0)),
                         (1, 0, 5 * MS))

    def test_hot(self):
        scheduler = RxTesting.TestScheduler()
        hot = scheduler.create_hot_marbles('-a-^-b-c-|', None)
        stop = scheduler.create_hot([RxTesting.TestEvent.new_next(3 * MS, 'stop')])
        observer = scheduler.subscribe(hot.take_until(stop))
        other = scheduler.subscribe_marbles(hot, '---^', None)
        scheduler.run()
        observer.compare_marbles('--b|', None)
        other.compare_marbles('----c-|', None)
        hot.compare_subscriptions(['^--!', '---^--!'], None)

    def test_error(self):
        scheduler = RxTesting.TestScheduler()
        boom = GLib.Error('boom', 'test-domain', 3)
        source = scheduler.create_cold_marbles('a#', table_of({}, error=boom))
        observer = scheduler.subscribe(source)
        scheduler.run()
        self.assertTrue(observer.get_error().matches(GLib.quark_from_string('test-domain'), 3))
        observer.compare_marbles('a#', table_of({}, error=boom))
        with self.assertRaisesRegex(GLib.Error, r'error "error" .* was expected, error "boom" \(test-domain, 3\) came'):
            observer.compare_marbles('a#', None)

    def test_difference(self):
        scheduler = RxTesting.TestScheduler()
        table = table_of({'0': 0, '1': 1, '2': 2})
        observer = scheduler.subscribe(Rx.Observable.interval(2 * MS, scheduler).take(3))
        scheduler.run()
        observer.compare_marbles('--0-1-(2|)', table)
        with self.assertRaises(GLib.Error) as caught:
            observer.compare_marbles('--0-2--|', table)
        self.assertEqual(caught.exception.message, textwrap.dedent('''\
            The stream is not what was expected (one character is 1 ms)
              expected: --0-2--|
              came:     --0-1-(2|)
            and differs
              at 4 ms: next 2 was expected, next 1 came
              at 7 ms: completed was expected, and came at 6 ms
              at 6 ms: next 2 came, and was not expected'''))

    def test_demand(self):
        observer = RxTesting.TestObserver.subscribe(Rx.Observable.range(0, 10), 2)
        self.assertEqual(observer.get_items(), [0, 1])
        observer.request(3)
        self.assertEqual(observer.get_items(), [0, 1, 2, 3, 4])
        observer.unsubscribe()
        self.assertTrue(observer.get_subscription().is_unsubscribed())
        self.assertFalse(observer.has_ended())

    def test_wait(self):
        observer = RxTesting.TestObserver.subscribe(Rx.Observable.timer(MS, Rx.Scheduler.computation()), ALL)
        self.assertTrue(observer.wait(20000 * MS))
        self.assertTrue(observer.compare_events([RxTesting.TestEvent.new_next(0, 0), RxTesting.TestEvent.new_completed(0)],
                                                None))
        subject = Rx.PublishSubject.new()
        waiting = RxTesting.TestObserver.subscribe(subject, ALL)
        thread = threading.Thread(target=subject.on_next, args=('from afar',))
        thread.start()
        self.assertTrue(waiting.wait_for_items(1, 20000 * MS))
        thread.join()
        with self.assertRaisesRegex(GLib.Error, 'The end did not come within 1 ms; there is "A"') as caught:
            waiting.wait(MS)
        self.assertTrue(caught.exception.matches(Rx.error_quark(), Rx.Error.TIMED_OUT))


class Protocol(unittest.TestCase):
    def test_clean(self):
        checker = RxTesting.ProtocolChecker()
        violations = []
        checker.set_handler(lambda *args: violations.append(args))
        chain = checker.watch(checker.watch(Rx.Observable.range(0, 5), 'range').map(lambda x: x + 1), 'map')
        observer = RxTesting.TestObserver.subscribe(chain, 3)
        observer.request(5)
        self.assertEqual(observer.get_items(), [1, 2, 3, 4, 5])
        self.assertEqual((violations, checker.get_violations(), checker.get_n_violations()), ([], [], 0))

    def test_violation(self):
        """A source that does not wait is watched as if it did."""
        scheduler = RxTesting.TestScheduler()
        checker = RxTesting.ProtocolChecker()
        told = []
        checker.set_handler(lambda stage, rule, message: told.append((stage, rule)))
        chain = checker.watch(Rx.Observable.interval(MS, scheduler), 'clock')
        observer = RxTesting.TestObserver.new(scheduler)
        observer.start(chain, 1)
        scheduler.advance_by(3 * MS)
        self.assertEqual(told, [('clock', RxTesting.ProtocolRule.NO_DEMAND)] * 2)
        self.assertEqual(checker.get_violations()[0],
                         'At "clock" the protocol was broken: item 2 came when 1 had been asked for')
        self.assertEqual(len(observer.get_items()), 1)


if __name__ == '__main__':
    unittest.main()
