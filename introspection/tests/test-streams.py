# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""The library as Python sees it through the plain typelib."""

import gc
import subprocess
import sys
import textwrap
import threading
import unittest
import weakref

import gi

gi.require_version('Rx', '1.0')
from gi.repository import GLib, GObject, Rx  # noqa: E402

MS = 1000                       # in microseconds
END = '|'


def events_of(observable):
    """Subscribes, runs the main loop to the end of the stream and gives all events."""
    events = []
    loop = GLib.MainLoop()

    def error(e):
        events.append(e)
        loop.quit()

    def completed():
        events.append(END)
        loop.quit()

    observable.subscribe(events.append, error, completed)
    if not events or not (events[-1] == END or isinstance(events[-1], GLib.Error)):
        timeout = GLib.timeout_add_seconds(20, loop.quit)
        loop.run()
        GLib.source_remove(timeout)
    return events


def iterate(seconds=0.0):
    """Runs what is ready in the main context, for a while."""
    context = GLib.MainContext.default()
    deadline = GLib.get_monotonic_time() + seconds * 1e6
    while context.iteration(False) or GLib.get_monotonic_time() < deadline:
        pass


def fail(*args):
    raise GLib.Error('out of luck', 'test-domain', 7)


class Recorder(GObject.Object, Rx.Observer):
    def __init__(self):
        super().__init__()
        self.events = []

    def do_next(self, item):
        self.events.append(item)
        if item == 'fail':
            fail()

    def do_error(self, error):
        self.events.append(error)

    def do_completed(self):
        self.events.append(END)


class Chain(unittest.TestCase):
    def test_threads(self):
        threads = set()

        def double(x):
            threads.add(threading.get_ident())
            return 2 * x

        def by_three(x):
            threads.add(threading.get_ident())
            return x % 3 == 0

        workers = set()
        chain = (Rx.Observable.range(1, 1000)
                 .observe_on(Rx.Scheduler.computation())
                 .do_on_next(lambda x: workers.add(threading.get_ident()))
                 .observe_on(Rx.Scheduler.main())
                 .map(double)
                 .filter(by_three)
                 .do_on_next(lambda x: threads.add(threading.get_ident())))
        self.assertEqual(events_of(chain), [2 * x for x in range(1, 1001) if x % 3 == 0] + [END])
        self.assertEqual(threads, {threading.get_ident()})
        self.assertEqual(len(workers), 1)
        self.assertTrue(workers.isdisjoint(threads))

    def test_again(self):
        chain = Rx.Observable.range(0, 3).scan(0, lambda a, x: a + x)
        self.assertEqual(events_of(chain), [0, 0, 1, 3, END])
        self.assertEqual(events_of(chain), [0, 0, 1, 3, END])

    def test_to_string(self):
        chain = Rx.Observable.range(1, 2).named('numbers').map(lambda x: x).take(1)
        self.assertEqual(chain.to_string(), 'range → "numbers" → map → take')


class Sources(unittest.TestCase):
    def test_items(self):
        for item in (1, -1, 1.5, True, 'text', '', None, b'bytes', [1, [2]], {'a': 1}, object(), GLib.Variant('i', 3),
                     GObject.Object(), Rx.EventKind.ERROR):
            self.assertEqual(events_of(Rx.Observable.just(item)), [item, END], item)
        thing = object()
        self.assertIs(events_of(Rx.Observable.just(thing))[0], thing)
        big = GObject.Value(GObject.TYPE_INT64, 1 << 40)
        self.assertEqual(events_of(Rx.Observable.just(big)), [1 << 40, END])

    def test_finite(self):
        self.assertEqual(events_of(Rx.Observable.empty()), [END])
        self.assertEqual(events_of(Rx.Observable.from_array([1, 'two', 3.0])), [1, 'two', 3.0, END])
        self.assertEqual(events_of(Rx.Observable.from_array([])), [END])
        self.assertEqual(events_of(Rx.Observable.range(-1, 3)), [-1, 0, 1, END])
        self.assertEqual(events_of(Rx.Observable.range_full(0, 3, -2)), [0, -2, -4, END])

    def test_error(self):
        error = GLib.Error('no', 'test-domain', 3)
        [got] = events_of(Rx.Observable.error(error))
        self.assertEqual((got.message, got.domain, got.code), ('no', 'test-domain', 3))

    def test_never(self):
        events = []
        subscription = Rx.Observable.never().subscribe(events.append, events.append, lambda: events.append(END))
        iterate()
        subscription.unsubscribe()
        self.assertEqual(events, [])

    def test_time(self):
        start = GLib.get_monotonic_time()
        self.assertEqual(events_of(Rx.Observable.interval(5 * MS, None).take(3)), [0, 1, 2, END])
        self.assertGreaterEqual(GLib.get_monotonic_time() - start, 15 * MS)
        self.assertEqual(events_of(Rx.Observable.interval_full(0, MS, Rx.Scheduler.main()).take(2)), [0, 1, END])
        self.assertEqual(events_of(Rx.Observable.timer(MS, Rx.Scheduler.computation())), [0, END])

    def test_create(self):
        def produce(emitter):
            for item in (1, 'two', None):
                emitter.next(item)
            emitter.completed()
            emitter.next('late')

        self.assertEqual(events_of(Rx.Observable.create(Rx.Backpressure.BUFFER, produce)), [1, 'two', None, END])
        [got] = events_of(Rx.Observable.create(Rx.Backpressure.ERROR, fail))
        self.assertEqual((got.domain, got.code), ('test-domain', 7))

    def test_create_later(self):
        told = []

        def produce(emitter):
            emitter.add_teardown(lambda: told.append('teardown'))
            cancellable = emitter.get_cancellable()
            cancellable.connect(lambda *args: told.append('cancelled'))

            def work():
                for i in range(100):
                    emitter.next(i)
                emitter.completed()

            threading.Thread(target=work).start()

        stream = Rx.Observable.create(Rx.Backpressure.BUFFER, produce).observe_on(None)
        self.assertEqual(events_of(stream), [*range(100), END])
        self.assertEqual(sorted(told), ['cancelled', 'teardown'])

    def test_emitter_state(self):
        emitters = []
        handle = Rx.Subscription.new()
        observer = Recorder()
        stream = Rx.Observable.create(Rx.Backpressure.LATEST, emitters.append)
        stream.subscribe_observer(observer, 2, handle)
        emitter = emitters.pop()
        self.assertGreaterEqual(emitter.get_requested(), 2)
        inner = Rx.Observable.never().subscribe(None, None, None)
        emitter.add_subscription(inner)
        self.assertFalse(emitter.is_unsubscribed())
        handle.unsubscribe()
        self.assertTrue(emitter.is_unsubscribed())
        self.assertTrue(inner.is_unsubscribed())
        self.assertFalse(emitter.wait_for_demand())


class Operators(unittest.TestCase):
    def setUp(self):
        self.source = Rx.Observable.range(1, 4)

    def check(self, observable, *events):
        self.assertEqual(events_of(observable), [*events, END])

    def test_each(self):
        source = self.source
        seen = []
        self.check(source.map(lambda x: f'{x}!'), '1!', '2!', '3!', '4!')
        self.check(source.filter(lambda x: x % 2 == 0), 2, 4)
        self.check(source.scan(None, lambda a, x: a + x), 1, 3, 6, 10)
        self.check(source.scan('', lambda a, x: a + str(x)), '', '1', '12', '123', '1234')
        self.check(source.reduce(None, lambda a, x: a * x), 24)
        self.check(source.reduce(100, lambda a, x: a + x), 110)
        self.check(source.take(2), 1, 2)
        self.check(source.do_on_next(seen.append), 1, 2, 3, 4)
        self.assertEqual(seen, [1, 2, 3, 4])
        self.check(source.flat_map(lambda x: Rx.Observable.range(0, x)), 0, 0, 1, 0, 1, 2, 0, 1, 2, 3)
        self.check(source.flat_map_full(1, False, Rx.Observable.just), 1, 2, 3, 4)
        self.check(source.merge_with(Rx.Observable.just(9)), 1, 2, 3, 4, 9)
        self.check(Rx.Observable.merge([source, source.take(1)]), 1, 2, 3, 4, 1)
        self.check(Rx.Observable.merge([]))
        self.check(source.zip_with(Rx.Observable.from_array(['a', 'b']), lambda items, n: f'{items[0]}{items[1]}'),
                   '1a', '2b')
        self.check(Rx.Observable.zip([source, source, source], lambda items, n: sum(items)), 3, 6, 9, 12)
        self.check(source.take_until(Rx.Observable.never()), 1, 2, 3, 4)
        self.check(source.take_until(Rx.Observable.just(0)))
        self.check(source.observe_on(None), 1, 2, 3, 4)
        self.check(source.observe_on_full(2, True, Rx.Scheduler.computation()), 1, 2, 3, 4)
        self.check(source.subscribe_on(Rx.Scheduler.computation()).observe_on(None), 1, 2, 3, 4)
        self.check(source.named('x').as_observable(), 1, 2, 3, 4)

    def test_retry(self):
        attempts = []

        def produce(emitter):
            attempts.append(emitter)
            emitter.next(len(attempts))
            if len(attempts) < 3:
                fail()
            emitter.completed()

        self.check(Rx.Observable.create(Rx.Backpressure.BUFFER, produce).retry(5), 1, 2, 3)

    def test_errors(self):
        source = self.source
        for chain in (source.map(fail), source.filter(fail), source.scan(None, fail), source.reduce(None, fail),
                      source.do_on_next(fail), source.flat_map(fail), source.flat_map_full(2, True, fail),
                      source.zip_with(source, fail), source.map(fail).retry(2)):
            got = events_of(chain)[-1]
            self.assertIsInstance(got, GLib.Error, chain.to_string())
            self.assertEqual((got.message, got.domain, got.code), ('out of luck', 'test-domain', 7))

    def test_no_result(self):
        for chain in (self.source.map(lambda x: None), self.source.flat_map(lambda x: None)):
            [got] = events_of(chain)
            self.assertTrue(got.matches(Rx.error_quark(), Rx.Error.CALLBACK), got)

    def test_callback_fail(self):
        def on_next(item):
            Rx.callback_fail(GLib.Error('closures too', 'test-domain', 1))

        events = []
        self.source.subscribe(on_next, events.append, None)
        self.assertEqual([e.message for e in events], ['closures too'])

    def test_undeliverable(self):
        lost = []
        Rx.set_undeliverable_func(lambda error, stream: lost.append((error.message, stream)))
        self.source.map(fail).named('unlucky').subscribe(None, None, None)
        Rx.set_undeliverable_func(None)
        self.assertEqual(lost, [('out of luck', 'unlucky')])


class Subscribing(unittest.TestCase):
    def test_unsubscribe(self):
        events = []
        subject = Rx.PublishSubject.new()
        subscription = subject.subscribe(events.append, None, lambda: events.append(END))
        self.assertTrue(subject.has_observers())
        subject.on_next(1)
        subscription.unsubscribe()
        subscription.unsubscribe()
        subject.on_next(2)
        subject.on_completed()
        self.assertEqual(events, [1])
        self.assertTrue(subscription.is_unsubscribed())
        self.assertFalse(subject.has_observers())

    def test_unsubscribe_in_time(self):
        events = []
        subscription = Rx.Observable.interval(MS, Rx.Scheduler.computation()).observe_on(None).subscribe(
            events.append, None, None)
        iterate(0.05)
        subscription.unsubscribe()
        n = len(events)
        self.assertGreater(n, 3)
        iterate(0.02)
        self.assertEqual(len(events), n)

    def test_events(self):
        events = []
        Rx.Observable.from_array([1, 2]).subscribe_events(lambda kind, item, error: events.append((kind, item, error)))
        self.assertEqual(events, [(Rx.EventKind.NEXT, 1, None), (Rx.EventKind.NEXT, 2, None),
                                  (Rx.EventKind.COMPLETED, None, None)])
        events.clear()
        Rx.Observable.range(0, 9).map(fail).subscribe_events(lambda *event: events.append(event))
        self.assertEqual([(kind, item, error.code) for kind, item, error in events], [(Rx.EventKind.ERROR, None, 7)])
        events.clear()

        def picky(kind, item, error):
            events.append(kind)
            if kind == Rx.EventKind.NEXT:
                fail()

        Rx.Observable.range(0, 9).subscribe_events(picky)
        self.assertEqual(events, [Rx.EventKind.NEXT, Rx.EventKind.ERROR])

    def test_subject(self):
        subject = Rx.PublishSubject.new()
        self.assertIsInstance(subject, Rx.PublishSubject)
        self.assertIsInstance(subject, Rx.Observer)
        one, two = [], []
        subject.map(lambda x: x + 1).subscribe(one.append, one.append, lambda: one.append(END))
        subject.on_next(1)
        subject.subscribe(two.append, two.append, lambda: two.append(END))
        for item in (2, 3):
            subject.on_next(item)
        subject.on_error(GLib.Error('over', 'test-domain', 1))
        self.assertEqual(one[:-1], [2, 3, 4])
        self.assertEqual(two[:-1], [2, 3])
        self.assertEqual(two[-1].message, 'over')

    def test_subject_from_threads(self):
        subject = Rx.PublishSubject.new()
        events = []
        subject.observe_on(None).subscribe(events.append, None, None)
        threads = [threading.Thread(target=lambda: [subject.on_next(1) for _ in range(500)]) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        iterate()
        self.assertEqual(sum(events), 2000)

    def test_observer(self):
        observer, handle = Recorder(), Rx.Subscription.new()
        Rx.Observable.range(0, 6).subscribe_observer(observer, 2, handle)
        self.assertEqual(observer.events, [0, 1])
        handle.request(3)
        self.assertEqual(observer.events, [0, 1, 2, 3, 4])
        handle.request(GLib.MAXINT64)
        self.assertEqual(observer.events, [0, 1, 2, 3, 4, 5, END])
        # a subject is an observer
        subject, events = Rx.PublishSubject.new(), []
        subject.subscribe(events.append, None, lambda: events.append(END))
        Rx.Observable.range(0, 2).subscribe_observer(subject, GLib.MAXINT64, None)
        self.assertEqual(events, [0, 1, END])

    def test_observer_that_fails(self):
        observer = Recorder()
        Rx.Observable.from_array([1, 'fail', 2]).subscribe_observer(observer, GLib.MAXINT64, None)
        self.assertEqual(observer.events[:-1], [1, 'fail'])
        self.assertEqual(observer.events[-1].code, 7)

    def test_observer_on_a_worker(self):
        observer, handle = Recorder(), Rx.Subscription.new()
        (Rx.Observable.range(0, 500).observe_on(Rx.Scheduler.computation())
         .subscribe_observer(observer, GLib.MAXINT64, handle))
        iterate(0.01)
        while not handle.is_unsubscribed():
            iterate(0.01)
        self.assertEqual(observer.events, [*range(500), END])

    def test_handles(self):
        done = []
        handle = Rx.Subscription.new_with_func(lambda: done.append('func'))
        both = Rx.CompositeSubscription.new()
        other = Rx.Observable.never().subscribe(None, None, None)
        both.add(handle)
        both.add(other)
        both.unsubscribe()
        self.assertEqual(done, ['func'])
        self.assertTrue(other.is_unsubscribed())

        serial = Rx.SerialSubscription.new()
        first, second = Rx.Subscription.new(), Rx.Subscription.new()
        serial.set_current(first)
        serial.set_current(second)
        self.assertTrue(first.is_unsubscribed())
        self.assertIs(serial.get_current(), second)

        owner = GObject.Object()
        bound = Rx.Observable.never().subscribe(None, None, None)
        bound.attach_to(owner)
        owner.run_dispose()
        self.assertTrue(bound.is_unsubscribed())


class Values(unittest.TestCase):
    def test_list(self):
        items = Rx.List.new([1, 'two', 3.0])
        self.assertEqual(items.get_length(), 3)
        self.assertEqual(items.get_items(), [1, 'two', 3.0])
        self.assertEqual(items.get_item(1), 'two')

    def test_notification(self):
        observer = Recorder()
        for notification, kind in ((Rx.Notification.new_next(1), Rx.EventKind.NEXT),
                                   (Rx.Notification.new_error(GLib.Error('x', 'd', 1)), Rx.EventKind.ERROR),
                                   (Rx.Notification.new_completed(), Rx.EventKind.COMPLETED)):
            self.assertEqual(notification.get_kind(), kind)
            notification.accept(observer)
        self.assertEqual([str(e) for e in observer.events], ['1', 'd: x (1)', END])
        self.assertEqual(Rx.Notification.new_next('a').get_item(), 'a')
        self.assertEqual(Rx.Notification.new_error(GLib.Error('x', 'd', 1)).get_error().code, 1)

    def test_timestamped(self):
        stamped = Rx.Timestamped.new('a', 1 << 40)
        self.assertEqual((stamped.get_item(), stamped.get_time()), ('a', 1 << 40))

    def test_equal(self):
        self.assertTrue(Rx.value_equal(1, 1.0))
        self.assertFalse(Rx.value_equal('1', 1))
        self.assertEqual(Rx.value_hash(1), Rx.value_hash(1.0))

    def test_version(self):
        self.assertEqual(Rx.VERSION_S.split('.')[0], str(Rx.MAJOR_VERSION))


class OwnWorker(Rx.Worker):
    """Serves the main context, and writes down what it does."""

    log = []

    def __init__(self):
        super().__init__()
        self.sources = set()

    def do_schedule(self, delay, task):
        self.log.append(delay)

        def run():
            self.sources.discard(source)
            task.run()
            return GLib.SOURCE_REMOVE

        source = GLib.timeout_add(delay // 1000, run)
        self.sources.add(source)

    def do_unsubscribe(self):
        for source in self.sources:
            GLib.source_remove(source)
        self.sources.clear()


class OwnScheduler(Rx.Scheduler):
    def do_now(self):
        return GLib.get_monotonic_time()

    def do_create_worker(self):
        return OwnWorker()


class Schedulers(unittest.TestCase):
    def test_shared(self):
        self.assertIs(Rx.Scheduler.main(), Rx.Scheduler.main())
        for scheduler in (Rx.Scheduler.main(), Rx.Scheduler.computation(), Rx.Scheduler.io(), Rx.Scheduler.new_thread(),
                          Rx.Scheduler.single(), Rx.Scheduler.new_thread_pool(2), Rx.Scheduler.immediate(),
                          Rx.Scheduler.trampoline(), Rx.Scheduler.main_context(None, GLib.PRIORITY_DEFAULT)):
            self.assertAlmostEqual(scheduler.now(), GLib.get_monotonic_time(), delta=100 * MS)
            self.assertEqual(events_of(Rx.Observable.range(0, 3).observe_on(scheduler)), [0, 1, 2, END])

    def test_worker(self):
        runs = []
        worker = Rx.Scheduler.main().create_worker()
        task = Rx.Task.new(lambda task: runs.append('task'))
        worker.schedule_task(0, task)
        worker.schedule_delayed(MS, lambda task: runs.append('later'))
        never = worker.schedule_delayed(MS, lambda task: runs.append('never'))
        never.cancel()
        self.assertTrue(never.is_cancelled())
        iterate(0.02)
        self.assertEqual(runs, ['task', 'later'])

        def tick(task):
            runs.append('tick')
            if runs.count('tick') == 3:
                task.cancel()

        worker.schedule_periodic(0, MS, tick)
        iterate(0.03)
        self.assertEqual(runs.count('tick'), 3)
        worker.schedule_delayed(MS, lambda task: runs.append('never'))
        worker.unsubscribe()
        self.assertTrue(worker.is_unsubscribed())
        iterate(0.01)
        self.assertNotIn('never', runs)

    def test_own(self):
        scheduler = OwnScheduler()
        OwnWorker.log.clear()
        self.assertEqual(events_of(Rx.Observable.range(0, 300).observe_on(scheduler)), [*range(300), END])
        self.assertEqual(events_of(Rx.Observable.interval(2 * MS, scheduler).take(3)), [0, 1, 2, END])
        self.assertGreater(len(OwnWorker.log), 3)

        runs = []
        worker = scheduler.create_worker()
        worker.schedule_delayed(MS, lambda task: runs.append(1))
        worker.schedule_delayed(MS, lambda task: runs.append(2))
        iterate(0.02)
        self.assertEqual(runs, [1, 2])
        worker.schedule_delayed(MS, lambda task: runs.append(3))
        worker.unsubscribe()
        iterate(0.02)
        self.assertEqual(runs, [1, 2])


def memory():
    with open('/proc/self/statm', encoding='ascii') as statm:
        return int(statm.read().split()[1]) * 4


class Leaks(unittest.TestCase):
    def check_freed(self, use):
        """use gets a function to hand to a stream, which must be free afterwards."""
        class Function:
            def __call__(self, *args):
                return args[0]

        function = Function()
        ref = weakref.ref(function)
        use(function)
        del function
        gc.collect()
        iterate(0.01)
        gc.collect()
        self.assertIsNone(ref())

    def test_functions(self):
        self.check_freed(lambda f: Rx.Observable.range(0, 3).map(f))
        self.check_freed(lambda f: events_of(Rx.Observable.range(0, 3).map(f)))
        self.check_freed(lambda f: events_of(Rx.Observable.range(0, 3).map(f).take(1)))
        self.check_freed(lambda f: Rx.Observable.range(0, 3).subscribe(f, f, None))
        self.check_freed(lambda f: Rx.Observable.range(0, 3).subscribe_events(f))
        self.check_freed(lambda f: Rx.Observable.never().map(f).subscribe(f, f, f).unsubscribe())
        self.check_freed(lambda f: events_of(Rx.Observable.range(0, 3).observe_on(Rx.Scheduler.computation())
                                             .do_on_next(f).observe_on(None)))
        self.check_freed(lambda f: Rx.PublishSubject.new().subscribe(f, f, f))

    def test_items(self):
        class Thing:
            pass

        thing = Thing()
        ref = weakref.ref(thing)
        self.assertEqual(len(events_of(Rx.Observable.just(thing).observe_on(None).map(lambda x: x))), 2)
        del thing
        gc.collect()
        self.assertIsNone(ref())

    def test_objects(self):
        observer = Recorder()
        ref = weakref.ref(observer)
        Rx.Observable.range(0, 3).subscribe_observer(observer, GLib.MAXINT64, None)
        del observer
        gc.collect()
        self.assertIsNone(ref())
        emitters = []
        stream = Rx.Observable.create(Rx.Backpressure.BUFFER, lambda e: emitters.append(weakref.ref(e)))
        stream.subscribe(None, None, None)
        gc.collect()
        self.assertEqual([e() for e in emitters], [None])

    @unittest.skipUnless(sys.platform == 'linux', 'reads /proc')
    def test_memory(self):
        def round_():
            for i in range(1000):
                (Rx.Observable.range(0, 3).map(lambda x: x + 1).filter(lambda x: x > 1)
                 .subscribe(lambda x: None, None, lambda: None))
                subject = Rx.PublishSubject.new()
                subscription = subject.observe_on(None).subscribe(lambda x: None, None, None)
                subject.on_next(i)
                subscription.unsubscribe()

        for _ in range(2):
            round_()
        before = memory()
        for _ in range(6):
            round_()
        iterate()
        # PyGObject itself leaks 128 bytes a callback and 24 a result of map, which makes about 350 here
        self.assertLess((memory() - before) * 1024 / 6000, 600)


class Exit(unittest.TestCase):
    def run_script(self, script):
        head = 'import gi; gi.require_version("Rx", "1.0"); from gi.repository import GLib, GObject, Rx\n'
        done = subprocess.run([sys.executable, '-X', 'faulthandler', '-c', head + textwrap.dedent(script)], timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8', check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, 'end\n', ''))

    def test_streams_that_live(self):
        self.run_script('''
            import time
            items = []
            subject = Rx.PublishSubject.new()
            subject.map(lambda x: x).subscribe(items.append, None, None)
            ticks = Rx.Observable.interval(100, Rx.Scheduler.computation()).map(lambda x: str(x))
            handle = ticks.subscribe(items.append, lambda error: None, None)
            ticks.observe_on(Rx.Scheduler.main()).subscribe(items.append, lambda error: None, None)
            Rx.Observable.timer(10**9, None).subscribe(items.append, None, None)
            time.sleep(0.1)
            print('end')
        ''')

    def test_streams_that_are_dropped(self):
        self.run_script('''
            Rx.Observable.range(0, 10**9).observe_on(Rx.Scheduler.computation()).subscribe(None, None, None)
            Rx.set_undeliverable_func(lambda error, stream: None)
            Rx.Observable.never().subscribe(lambda x: None, None, None)
            print('end')
        ''')


if __name__ == '__main__':
    unittest.main()
