# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""Classes that Python derives, what happens inside of calls, and the end of the program."""

import gc
import os
import subprocess
import sys
import textwrap
import threading
import unittest
import weakref

import gi

gi.require_version('Rx', '1.0')
from gi.repository import Gio, GLib, GObject, Rx  # noqa: E402

END = '|'
HEAD = '''
import gi, gc, os, sys, threading, time
gi.require_version('Rx', '1.0')
from gi.repository import Gio, GLib, GObject, Rx
def iterate(n=50):
    for _ in range(n):
        GLib.MainContext.default().iteration(False)
'''


def run_script(script, **environment):
    return subprocess.run([sys.executable, '-X', 'faulthandler', '-c', HEAD + textwrap.dedent(script)], timeout=60,
                          check=False, env=dict(os.environ, MALLOC_PERTURB_='165', **environment),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')


class Mishap(Exception):
    pass


class Recorder(GObject.Object, Rx.Observer):
    def __init__(self, fail_at='nowhere', fail_in=()):
        super().__init__()
        self.events = []
        self.fail_at, self.fail_in = fail_at, fail_in

    def do_next(self, item):
        self.events.append(item)
        if item == self.fail_at:
            raise Mishap('next')

    def do_error(self, error):
        self.events.append(error)
        if 'error' in self.fail_in:
            raise Mishap('error')

    def do_completed(self):
        self.events.append(END)
        if 'completed' in self.fail_in:
            raise Mishap('completed')


class Observers(unittest.TestCase):
    def test_events(self):
        observer = Recorder()
        Rx.Observable.of(1, None, (2, 3), 2**70).subscribe_observer(observer)
        self.assertEqual(observer.events, [1, None, (2, 3), 2**70, END])
        observer = Recorder()
        for item in (1, None, 2**40):
            observer.on_next(item)
        error = Mishap()
        observer.on_error(error)
        observer.on_completed()
        self.assertEqual(observer.events, [1, None, 2**40, error, END])

    def test_failures(self):
        observer = Recorder(fail_at=2)
        Rx.Observable.range(1, 9).subscribe_observer(observer)
        self.assertEqual(observer.events[:-1], [1, 2])
        self.assertEqual(repr(observer.events[-1]), "Mishap('next')")
        observer = Recorder(fail_at=2)
        observer.on_next(2)
        self.assertEqual(repr(observer.events[-1]), "Mishap('next')")

        lost = []
        Rx.set_undeliverable_func(lambda error, stream: lost.append(repr(error)))
        Rx.Observable.range(1, 9).subscribe(Recorder(fail_at=2, fail_in=('error',)))
        Rx.Observable.empty().subscribe(Recorder(fail_in=('completed',)))
        Rx.set_undeliverable_func(None)
        self.assertEqual(lost, ["Mishap('error')", "Mishap('completed')"])

    def test_as_python_sees_it(self):
        """The guard is for the library's calls: Python's own raise."""
        with self.assertRaises(Mishap):
            Recorder(fail_at=1).do_next(1)

        class Louder(Recorder):
            def do_next(self, item):
                super().do_next(item * 10)

        observer = Louder(fail_at=20)
        Rx.Observable.range(1, 5).subscribe(observer)
        self.assertEqual(observer.events[:-1], [10, 20])
        self.assertIsInstance(observer.events[-1], Mishap)

    def test_parts(self):
        class OnlyNext(GObject.Object, Rx.Observer):
            def do_next(self, item):
                items.append(item)

        class Nothing(GObject.Object, Rx.Observer):
            pass

        items = []
        Rx.Observable.range(0, 3).subscribe(OnlyNext())
        Rx.Observable.range(0, 3).subscribe(Nothing())
        self.assertEqual(items, [0, 1, 2])
        with self.assertRaises(TypeError):
            Rx.Observable.range(0, 3).subscribe_observer(object())

    def test_freed(self):
        observer = Recorder(fail_at=1)
        ref = weakref.ref(observer)
        Rx.Observable.range(0, 3).subscribe(observer)
        del observer
        gc.collect()
        self.assertIsNone(ref())


class Streams(unittest.TestCase):
    def test_subject(self):
        class Ticker(Rx.Subject):
            def __init__(self):
                super().__init__()
                self.ticks = 0

            def tick(self):
                self.ticks += 1
                self.on_next(self.ticks)

        ticker, events = Ticker(), []
        ticker.map(str).subscribe(events.append, events.append, lambda: events.append(END))
        self.assertTrue(ticker.has_observers())
        ticker.tick()
        ticker.tick()
        ticker.on_completed()
        self.assertEqual(events, ['1', '2', END])

    def test_observable(self):
        class Own(Rx.Observable):
            pass

        events = []
        handle = Own().map(str).subscribe(events.append, events.append, lambda: events.append(END))
        self.assertEqual(events, [])
        self.assertTrue(handle.is_unsubscribed())       # never

    def test_subscription(self):
        class Own(Rx.Subscription):
            pass

        handle, events = Own(), []
        Rx.Observable.range(0, 9).do_on_next(lambda x: x == 2 and handle.unsubscribe()).subscribe_observer(
            self.into(events), 9, handle)
        self.assertEqual(events, [0, 1])

    def into(self, events):
        subject = Rx.PublishSubject()
        subject.subscribe(events.append)
        return subject


class LoopWorker(Rx.Worker):
    def do_schedule(self, delay, task):
        GLib.timeout_add(delay // 1000, lambda: task.run() and False)


class Schedulers(unittest.TestCase):
    def test_own(self):
        class Scheduler(Rx.Scheduler):
            def do_create_worker(self):
                return LoopWorker()

        events, loop = [], GLib.MainLoop()
        Rx.Observable.range(0, 300).observe_on(Scheduler()).subscribe(events.append, None, loop.quit)
        GLib.timeout_add_seconds(20, loop.quit)
        loop.run()
        self.assertEqual(events, list(range(300)))

    def test_exceptions(self):
        """What schedule() raises ends the stream. Else nobody is there to be told: it is printed, and the program lives."""
        done = run_script('''
            class Worker(Rx.Worker):
                def do_schedule(self, delay, task):
                    raise ValueError('in schedule')
                def do_unsubscribe(self):
                    raise ValueError('in unsubscribe')
            class Scheduler(Rx.Scheduler):
                def do_create_worker(self):
                    return Worker()
                def do_now(self):
                    raise ValueError('in now')
            events = []
            Rx.set_undeliverable_func(lambda error, stream: print('lost', error))
            for chain in (Rx.Observable.timer(1, Scheduler()),
                          Rx.Observable.of(1).subscribe_on(Scheduler()), Rx.Observable.interval(1, Scheduler())):
                chain.subscribe(events.append, events.append).unsubscribe()
            Scheduler().create_worker().unsubscribe()
            assert Scheduler().now() == 0
            iterate()
            gc.collect()
            print(*events)
        ''')
        self.assertEqual((done.returncode, done.stdout), (0, 'in schedule in schedule in schedule\n'), done.stderr)
        for text in ('in unsubscribe', 'in now'):
            self.assertIn(text, done.stderr)
        self.assertNotIn('CRITICAL', done.stderr)

    def test_no_worker(self):
        done = run_script('''
            class Failing(Rx.Scheduler):
                def do_create_worker(self):
                    raise ValueError('no worker')
            class Wrong(Rx.Scheduler):
                def do_create_worker(self):
                    return 5
            class Empty(Rx.Scheduler):
                pass
            class Idle(Rx.Scheduler):
                def do_create_worker(self):
                    return Rx.Worker.__subclasses__()[0]()
            class Lazy(Rx.Worker):
                pass
            for scheduler in (Failing(), Wrong(), Empty(), Idle()):
                for chain in (Rx.Observable.of(1).observe_on(scheduler), Rx.Observable.timer(1, scheduler),
                              Rx.Observable.of(1).subscribe_on(scheduler)):
                    chain.subscribe(print).unsubscribe()
            iterate()
            print('end')
        ''')
        self.assertEqual((done.returncode, done.stdout), (0, 'end\n'), done.stderr)
        for text in ('no worker', *(f'{name} does not make workers' for name in ('Failing', 'Wrong', 'Empty'))):
            self.assertIn(text, done.stderr)


class InsideCalls(unittest.TestCase):
    """A function is not released while it runs, whoever ends its stream."""

    def test_take_inside(self):
        for _ in range(100):
            events = []
            chain = Rx.Observable.range(0, 9).map(lambda x: [x]).take(1)
            chain.subscribe(events.append, None, lambda: events.append(END))
            self.assertEqual(events, [[0], END])

    def test_unsubscribe_inside(self):
        def stop(x):
            handle.unsubscribe()
            del functions[:]
            gc.collect()
            return x

        for build in (lambda s, f: s.map(f), lambda s, f: s.filter(f), lambda s, f: s.do_on_next(f),
                      lambda s, f: s.scan(lambda a, x: f(x), 0),
                      lambda s, f: s.flat_map(lambda x: Rx.Observable.just(f(x)))):
            subject, events, functions = Rx.PublishSubject(), [], [lambda x: stop(x)]
            handle = build(subject, functions[0]).subscribe(events.append)
            subject.on_next(1)
            subject.on_next(2)
            self.assertLessEqual(len(events), 1)
            self.assertFalse(subject.has_observers())

    def test_self_destruction(self):
        done = run_script('''
            for i in range(300):
                cell = []
                def once(x, cell=cell):
                    cell.pop().unsubscribe()
                    gc.collect(0)
                    return object()
                subject = Rx.PublishSubject()
                cell.append(subject.map(once).subscribe(lambda x: None))
                once = None
                subject.on_next(i)
                Rx.Observable.range(0, 5).map(lambda x: (x,)).take(1).subscribe(lambda x: None)
            print('end')
        ''', G_DEBUG='fatal-criticals')
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, 'end\n', ''))

    def test_nested(self):
        """A function that runs streams itself keeps its own result and its own failure."""
        def inner(x):
            got = []
            Rx.Observable.of(x, 2**40, None).map(lambda y: (y,)).subscribe(got.append)
            Rx.Observable.just(1).map(lambda y: 1 / 0).subscribe(None, lambda e: got.append(type(e)))
            built = Rx.Observable.just(x).map(lambda y: -y)
            built.subscribe(got.append)
            return got

        events = []
        Rx.Observable.of(1).map(inner).subscribe(events.append, events.append)
        self.assertEqual(events, [[(1,), (2**40,), (None,), ZeroDivisionError, -1]])


class Cancellables(unittest.TestCase):
    def watch(self, script):
        """A freeze is a failure: the watchdog ends the child."""
        done = run_script('''
            import faulthandler
            faulthandler.dump_traceback_later(20, exit=True)
        ''' + script, G_DEBUG='fatal-criticals')
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, 'end\n', ''))

    def test_B108_emitter(self):
        """The clean-up is reached from inside the handler of the emitter's cancellable, and disconnects it."""
        self.watch('''
            def produce(emitter):
                ids.append(emitter)             # or it is abandoned at the end of the call
                cancellable = emitter.get_cancellable()
                def cancelled(c):
                    log.append('cancelled')
                    handle.unsubscribe()
                    other.unsubscribe()
                    GObject.Object.disconnect(c, ids[1])
                ids.append(GObject.Object.connect(cancellable, 'cancelled', cancelled))
                emitter.add_teardown(lambda: log.append('teardown'))
            log, ids = [], []
            other = Rx.Observable.never().subscribe()
            handle = Rx.Observable.create(produce).subscribe()
            handle.unsubscribe()
            assert sorted(log) == ['cancelled', 'teardown'], log
            print('end')
        ''')

    def test_B108_user(self):
        """A cancellable of the user's fails the stream synchronously, whose teardown disconnects from it."""
        self.watch('''
            user, log = Gio.Cancellable(), []
            def produce(emitter):
                def cancelled(c):
                    emitter.error(GLib.Error.new_literal(Gio.io_error_quark(), 'stop', Gio.IOErrorEnum.CANCELLED))
                    log.append('after')
                handler = GObject.Object.connect(user, 'cancelled', cancelled)
                def teardown():
                    GObject.Object.disconnect(user, handler)
                    log.append('teardown')
                emitter.add_teardown(teardown)
            Rx.Observable.create(produce).map(str).subscribe(None, lambda e: log.append(e.code))
            user.cancel()
            assert log == ['teardown', int(Gio.IOErrorEnum.CANCELLED), 'after'], log
            print('end')
        ''')

    def test_B108_chained(self):
        """The user's cancellable cancels the emitter's, from another thread too."""
        self.watch('''
            for from_thread in (False, True):
                user, log, emitters = Gio.Cancellable(), [], []
                def produce(emitter):
                    emitters.append(emitter)
                    GObject.Object.connect(user, 'cancelled', lambda c: handle.unsubscribe())
                    GObject.Object.connect(emitter.get_cancellable(), 'cancelled', lambda c: log.append('cancelled'))
                handle = Rx.Observable.create(produce).subscribe()
                if from_thread:
                    thread = threading.Thread(target=user.cancel)
                    thread.start()
                    thread.join()
                else:
                    user.cancel()
                assert log == ['cancelled'], log
            print('end')
        ''')

    def test_B108_task(self):
        self.watch('''
            log = []
            worker = Rx.Scheduler.main().create_worker()
            def cancelled(c):
                log.append('cancelled')
                task.cancel()
                worker.unsubscribe()
            task = worker.schedule_delayed(10**9, lambda t: log.append('run'))
            GObject.Object.connect(task.get_cancellable(), 'cancelled', cancelled)
            worker.unsubscribe()
            iterate()
            assert log == ['cancelled'], log
            print('end')
        ''')


class Threads(unittest.TestCase):
    def test_many(self):
        """Functions, results, exceptions and releases on eight threads."""
        counts, done = [0] * 8, threading.Semaphore(0)

        def chain(i):
            def work(x):
                counts[i] += 1
                if x == 999:
                    raise Mishap(i)
                return (x, i)
            return Rx.Observable.range(0, 2000).observe_on(Rx.Scheduler.computation()).map(work)

        ends = []
        for i in range(8):
            chain(i).subscribe(lambda x: None, lambda e: (ends.append(e.args[0]), done.release()))
        for _ in range(8):
            self.assertTrue(done.acquire(timeout=30))
        self.assertEqual(sorted(ends), list(range(8)))
        self.assertEqual(counts, [1000] * 8)

    def test_subject_from_threads(self):
        subject, items = Rx.PublishSubject(), []
        subject.map(lambda x: x).subscribe(items.append)
        threads = [threading.Thread(target=lambda: [subject.on_next((i,)) for i in range(500)]) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(items), 4000)


class Exit(unittest.TestCase):
    def run_to_the_end(self, script):
        done = run_script(script, G_DEBUG='fatal-criticals')
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, 'end\n', ''))

    def test_busy_workers(self):
        self.run_to_the_end('''
            started = threading.Event()
            def work(x):
                started.set()
                if x % 7 == 0:
                    Rx.Observable.just(x).map(lambda y: 1 / 0).subscribe(None, lambda e: None)
                return (x, str(x))
            for i in range(4):
                (Rx.Observable.range(0, 10**9).observe_on(Rx.Scheduler.computation()).map(work)
                 .filter(lambda x: x[0] > 5).scan(lambda a, x: x).subscribe(lambda x: None, lambda e: None))
            started.wait(20)
            print('end')
        ''')

    def test_ticking(self):
        self.run_to_the_end('''
            ticked = threading.Event()
            Rx.Observable.interval(50, Rx.Scheduler.computation()).map(lambda x: [x]).subscribe(lambda x: ticked.set())
            Rx.Observable.interval(10).subscribe(lambda x: None)
            ticked.wait(20)
            print('end')
        ''')

    def test_kept_by_modules(self):
        self.run_to_the_end('''
            sys.modules['keeps'] = subject = Rx.PublishSubject()
            subject.map(lambda x: x).subscribe(lambda x: None, print, lambda: None)
            Rx.set_undeliverable_func(lambda error, stream: None)
            failed = Rx.PublishSubject()
            failed.on_error(ValueError('kept'))
            print('end')
        ''')


if __name__ == '__main__':
    unittest.main()
