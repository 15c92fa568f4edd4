# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""Operators in the habit of Python: the override's arguments, spans, and what help() shows."""

import inspect
import pydoc
import unittest
from datetime import timedelta

import gi

gi.require_version('Rx', '1.0')
from gi.repository import GLib, GObject, Rx  # noqa: E402

END = '|'
just, of, range_ = Rx.Observable.just, Rx.Observable.of, Rx.Observable.range


def events_of(observable):
    """All events of a stream, which may need the main loop to come to its end."""
    events = []
    loop = GLib.MainLoop()

    def end(event):
        events.append(event)
        loop.quit()

    observable.subscribe(events.append, end, lambda: end(END))
    if not events or not (events[-1] == END or isinstance(events[-1], Exception)):
        watchdog = GLib.timeout_add_seconds(20, loop.quit)
        loop.run()
        GLib.source_remove(watchdog)
    return events


class Case(unittest.TestCase):
    def check(self, observable, *events):
        self.assertEqual(events_of(observable), [*events, END])


class Subscribe(Case):
    def test_each_may_be_left_out(self):
        source = range_(1, 3)
        items, ends = [], []
        self.assertIsInstance(source.subscribe(), Rx.Subscription)
        source.subscribe(items.append)
        source.subscribe(None, None, lambda: ends.append(END))
        source.subscribe(on_completed=lambda: ends.append(END))
        source.map(lambda x: x / 0).subscribe(on_error=lambda e: ends.append(type(e)))
        source.subscribe(on_next=items.append, on_error=None)
        self.assertEqual(items, [1, 2, 3] * 2)
        self.assertEqual(ends, [END, END, ZeroDivisionError])

    def test_no_function(self):
        for arguments in ((1,), (None, 'x'), (None, None, object())):
            with self.assertRaisesRegex(TypeError, 'on_'):
                range_(0, 3).subscribe(*arguments)
        with self.assertRaises(TypeError):
            range_(0, 3).subscribe(on_text=print)

    def test_with(self):
        subject, items = Rx.PublishSubject(), []
        with subject.subscribe(items.append) as subscription:
            subject.on_next(1)
        subject.on_next(2)
        self.assertTrue(subscription.is_unsubscribed())
        self.assertEqual(items, [1])

    def test_observer(self):
        subject, items = Rx.PublishSubject(), []
        subject.subscribe(items.append)
        subscription = range_(0, 3).subscribe(subject)
        self.assertTrue(subscription.is_unsubscribed())
        self.assertEqual(items, [0, 1, 2])
        with self.assertRaises(TypeError):
            range_(0, 3).subscribe(subject, print)


class Arguments(Case):
    def test_order(self):
        source = range_(1, 4)

        def add(a, x):
            return a + x

        for chain in (source.scan(add, 100), source.scan(100, add), source.scan(add, seed=100),
                      source.scan(func=add, seed=100), source.scan(100, func=add)):
            self.check(chain, 100, 101, 103, 106, 110)
        for chain in (source.scan(add), source.scan(None, add), source.scan(add, None)):
            self.check(chain, 1, 3, 6, 10)
        self.check(source.reduce(add, 100), 110)
        self.check(source.reduce(100, add), 110)
        self.check(source.reduce(add), 10)

        def produce(emitter):
            emitter.next(1)
            emitter.completed()

        for chain in (Rx.Observable.create(produce), Rx.Observable.create(Rx.Backpressure.DROP, produce),
                      Rx.Observable.create(produce, Rx.Backpressure.DROP),
                      Rx.Observable.create(produce, mode=Rx.Backpressure.DROP),
                      Rx.Observable.create(func=produce)):
            self.check(chain, 1)

    def test_data_for_the_function(self):
        self.check(range_(0, 3).map(lambda x, y, z: x + y + z, 10, 20), 30, 31, 32)
        self.check(range_(0, 3).scan(100, lambda a, x, y: a + x + y, 10), 100, 110, 121, 133)

    def test_left_out(self):
        ms = timedelta(milliseconds=1)
        self.check(Rx.Observable.interval(ms).take(2), 0, 1)
        self.check(Rx.Observable.interval(ms, initial=0).take(2), 0, 1)
        self.check(Rx.Observable.interval(ms, Rx.Scheduler.main(), initial=ms).take(1), 0)
        self.check(Rx.Observable.interval_full(0, ms).take(2), 0, 1)
        self.check(Rx.Observable.timer(ms), 0)
        self.check(Rx.Observable.timer(ms, scheduler=Rx.Scheduler.main()), 0)
        self.check(range_(0, 3).observe_on(), 0, 1, 2)
        self.check(range_(0, 3).observe_on(capacity=1), 0, 1, 2)
        self.check(range_(0, 3).observe_on(None, capacity=1, delay_error=True), 0, 1, 2)
        self.check(range_(0, 3, step=-2), 0, -2, -4)
        self.check(range_(1, 3).flat_map(just, max_concurrency=1), 1, 2, 3)
        self.check(range_(1, 3).flat_map_full(just), 1, 2, 3)
        self.check(range_(1, 3).flat_map_full(1, True, just), 1, 2, 3)
        self.check(range_(1, 3).flat_map_full(1, just), 1, 2, 3)
        self.check(range_(1, 3).retry(), 1, 2, 3)
        items = []
        range_(0, 3).subscribe_observer(self.subject_into(items))
        self.assertEqual(items, [0, 1, 2])

    def subject_into(self, items):
        subject = Rx.PublishSubject()
        subject.subscribe(items.append)
        return subject

    def test_create(self):
        ended = []

        def produce(emitter):
            emitter.on_next(1)
            emitter.on_completed()
            return lambda: ended.append(True)

        self.check(Rx.Observable.create(produce), 1)
        self.assertEqual(ended, [True])

        subject = Rx.PublishSubject()
        Rx.Observable.create(lambda emitter: subject.subscribe(emitter.next)).subscribe().unsubscribe()
        self.assertFalse(subject.has_observers())
        self.check(Rx.Observable.create(lambda emitter: [emitter.next(1), emitter.completed()]), 1)

        def generator(emitter):
            yield 1

        async def coroutine(emitter):
            pass

        for func, text in ((generator, 'generator function'), (coroutine, 'coroutine function'),
                           (lambda emitter: 3, 'returned int'),
                           (lambda emitter: [1, 2], 'returned list')):
            errors = []
            Rx.Observable.create(func).subscribe(None, errors.append)
            self.assertEqual([type(error) for error in errors], [TypeError])
            self.assertRegex(str(errors[0]), text)

    def test_subject_names(self):
        items = []
        subject = self.subject_into(items)
        subject.next(1)
        subject.on_next(2**40)
        subject.completed()
        subject.next(3)
        self.assertEqual(items, [1, 2**40])
        errors, mishap = [], ValueError('no')
        subject = Rx.PublishSubject()
        subject.subscribe(None, errors.append)
        subject.error(mishap)
        Rx.PublishSubject.error(mishap).subscribe(None, errors.append)
        self.assertEqual(errors, [mishap, mishap])

    def test_wrong(self):
        source = range_(0, 3)
        for call, text in ((lambda: source.map(), 'map.. needs a function'),
                           (lambda: source.map(None), 'function'),
                           (lambda: source.map(3), 'map.. needs a function, not int'),
                           (lambda: Rx.set_undeliverable_func(3), 'needs a function, not int'),
                           (lambda: range_(1, count=2), 'range.. has no parameter count'),
                           (lambda: Rx.Observable(), 'use Rx.Observable.create'),
                           (lambda: source.scan(len, 1, 2), 'at most 2 arguments'),
                           (lambda: source.scan(len, seed=1, speed=2), 'scan.. has no parameter speed: it has seed, func'),
                           (lambda: source.scan(1, len, seed=2), 'seed twice'),
                           (lambda: source.take(), 'take.. needs n'),
                           (lambda: source.take(1, 2), 'at most 1'),
                           (lambda: source.take(2.5), 'n has to be a whole number, not float'),
                           (lambda: source.take('2'), 'n has to be a whole number, not str'),
                           (lambda: source.observe_on(capacity=1.5), 'capacity has to be a whole number'),
                           (lambda: source.retry(1.0), 'n has to be a whole number'),
                           (lambda: source.merge_with(3), ''),
                           (lambda: Rx.Observable.zip(source, 3), 'neither an Observable nor a function')):
            with self.assertRaisesRegex(TypeError, text):
                call()
        for n in (-1, 2**64):
            with self.assertRaises(OverflowError):
                source.take(n)
        # what was refused leaves nothing behind
        self.check(source.map(lambda x: x + 1), 1, 2, 3)
        with self.assertRaises(TypeError):
            Rx.Observable.map(3, len)
        self.check(source.filter(lambda x: x > 1), 2)

    def test_refused(self):
        """What is critical for the library is an exception with a line of the user's."""
        for call, name in ((lambda: range_(2**63 - 1, 10), 'range'), (lambda: range_(0, 3).retry(-2), 'retry')):
            GLib.test_expect_message('Rx', GLib.LogLevelFlags.LEVEL_CRITICAL, f'*rx_observable_{name}*assertion*')
            with self.assertRaisesRegex(ValueError, name + r'\(\) has refused its arguments'):
                call()
            GLib.test_assert_expected_messages_internal('Rx', __file__, 0, 'test_refused')

    def test_demand(self):
        handle, events = Rx.Subscription.new(), []
        range_(0, 9).subscribe_observer(self.subject_into(events), 2, handle)
        with self.assertRaisesRegex(TypeError, 'n has to be a whole number'):
            handle.request(2.0)
        handle.request(1)
        self.assertEqual(events, [0, 1, 2])

    def test_spans(self):
        start = GLib.get_monotonic_time()
        self.check(Rx.Observable.timer(timedelta(milliseconds=20)), 0)
        self.assertGreaterEqual(GLib.get_monotonic_time() - start, 20000)
        for span in (0.3, 1e6):
            for call in (Rx.Observable.timer, Rx.Observable.interval, lambda s: Rx.Observable.interval(0, initial=s)):
                with self.assertRaisesRegex(TypeError, 'timedelta'):
                    call(span)
        with self.assertRaisesRegex(TypeError, 'not str'):
            Rx.Observable.timer('1')
        worker = Rx.Scheduler.main().create_worker()
        with self.assertRaisesRegex(TypeError, 'delay has to be a whole number of microseconds, or a datetime.timedelta'):
            worker.schedule_delayed(0.5, lambda task: None)
        with self.assertRaisesRegex(TypeError, 'period has to be a whole number of microseconds, or a datetime.timedelta'):
            worker.schedule_periodic(0, 0.5, lambda task: None)
        runs = []
        worker.schedule_delayed(timedelta(microseconds=10), runs.append)
        worker.schedule_delayed(runs.append, timedelta(0))
        while len(runs) < 2:
            GLib.MainContext.default().iteration(True)


class Several(Case):
    def test_merge(self):
        a, b, c = range_(0, 2), range_(2, 2), range_(4, 2)
        for chain in (Rx.Observable.merge(a, b, c), Rx.Observable.merge([a, b, c]), Rx.Observable.merge((a, b, c)),
                      Rx.Observable.merge(iter([a, b, c])), a.merge(b, c), a.merge_with(b).merge_with(c),
                      Rx.Observable.merge(sources=[a, b, c])):
            self.check(chain, 0, 1, 2, 3, 4, 5)
        self.check(Rx.Observable.merge([]))
        self.check(Rx.Observable.merge())

    def test_zip(self):
        a, b, c = range_(0, 3), of('a', 'b'), range_(4, 2)

        def join(*items):
            return '-'.join(map(str, items))

        for chain in (Rx.Observable.zip(a, b, c, join), Rx.Observable.zip([a, b, c], join), a.zip(b, c, join),
                      Rx.Observable.zip(a, b, c, func=join), Rx.Observable.zip((a, b, c), func=join)):
            self.check(chain, '0-a-4', '1-b-5')
        self.check(Rx.Observable.zip(a, b), (0, 'a'), (1, 'b'))
        self.check(a.zip(b), (0, 'a'), (1, 'b'))
        self.check(a.zip_with(b), (0, 'a'), (1, 'b'))
        self.check(a.zip_with(b, lambda x, y: y * x), '', 'b')
        self.check(a.zip_with(lambda x, y: y * x, b), '', 'b')
        self.check(Rx.Observable.zip([], join))


class Composition(Case):
    def test_pipe(self):
        source = range_(1, 5)
        self.check(source.pipe(), 1, 2, 3, 4, 5)
        for chain in (source.pipe(lambda s: s.filter(lambda x: x % 2), lambda s: s.map(str)),
                      source | (lambda s: s.filter(lambda x: x % 2)) | (lambda s: s.map(str)),
                      source | Rx.ops.filter(lambda x: x % 2) | Rx.ops.map(str)):
            self.check(chain, '1', '3', '5')
        self.assertEqual(source.pipe(lambda s: 7), 7)
        with self.assertRaises(TypeError):
            source | 3
        with self.assertRaises(AttributeError):
            Rx.ops.mop
        self.assertIn('map', dir(Rx.ops))

    def test_from_array(self):
        self.check(Rx.Observable.from_array(x for x in 'abc'), 'a', 'b', 'c')
        self.check(Rx.Observable.from_array({1: 2}.items()), (1, 2))
        self.check(Rx.Observable.from_array(()))
        self.check(Rx.Observable.of())
        self.check(Rx.Observable.of([1, 2], 'x'), [1, 2], 'x')
        with self.assertRaises(TypeError):
            Rx.Observable.from_array(5)

    def test_repr(self):
        self.assertEqual(repr(range_(0, 2).map(str)), '<Rx.Observable range → map>')
        self.assertIn('PublishSubject', repr(Rx.PublishSubject()))


class Help(unittest.TestCase):
    def test_signatures(self):
        for function, signature in ((Rx.Observable.map, '(self, /, func)'),
                                    (Rx.Observable.scan, '(self, /, func, seed=None)'),
                                    (Rx.Observable.interval, '(period, scheduler=None, *, initial=None)'),
                                    (Rx.Observable.merge, '(*sources)'),
                                    (Rx.Observable.subscribe,
                                     '(self, on_next=None, on_error=None, on_completed=None)')):
            self.assertEqual(str(inspect.signature(function)), signature)

    def test_help_for_parameters(self):
        text = Rx.Observable.flat_map_full.__doc__
        for line in ('func(item) returns an Observable.', 'max_concurrency: a whole number; 0 by default.',
                     'delay_error: True or False; False by default.', 'Makes an observable of each item'):
            self.assertIn(line, text)
        self.assertIn('initial: microseconds, or a datetime.timedelta; may be left out.', Rx.Observable.interval.__doc__)
        self.assertIn('scheduler: Rx.Scheduler; None, the default,', Rx.Observable.observe_on.__doc__)

    def test_help(self):
        text = pydoc.plain(pydoc.render_doc(Rx.Observable.map))
        for part in ('map(self, /, func)', 'what the function makes of each item', 'func(item)', 'rx_observable_map()'):
            self.assertIn(part, text)
        self.assertIn('func(accumulator, item) returns the new item', pydoc.plain(pydoc.render_doc(Rx.Observable.scan)))
        self.assertIn('on_error(exception)', pydoc.plain(pydoc.render_doc(Rx.Observable.subscribe)))

    def test_everything_is_documented(self):
        for name in dir(Rx.Observable):
            method = getattr(Rx.Observable, name)
            if inspect.isfunction(method) and not hasattr(GObject.Object, name):
                self.assertTrue(inspect.getdoc(method), name)


if __name__ == '__main__':
    unittest.main()
