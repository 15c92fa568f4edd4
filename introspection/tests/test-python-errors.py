# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""What a function of Python's raises ends the stream, and comes back as the exception that it was."""

import gc
import signal
import subprocess
import sys
import textwrap
import threading
import traceback
import unittest
import weakref

import gi

gi.require_version('Rx', '1.0')
from gi.repository import GLib, GObject, Rx  # noqa: E402

END = '|'


class Mishap(Exception):
    pass


def events_of(observable):
    events = []
    observable.subscribe(events.append, events.append, lambda: events.append(END))
    return events


def raiser(exception):
    def unlucky(*args):
        raise exception
    return unlucky


class Identity(unittest.TestCase):
    def setUp(self):
        self.mishap = Mishap('why')
        self.source = Rx.Observable.range(1, 3)

    def check(self, chain, *before):
        got = events_of(chain)
        self.assertEqual(got[:-1], list(before), chain)
        self.assertIs(got[-1], self.mishap, chain)
        frames = traceback.extract_tb(got[-1].__traceback__)
        self.assertIn('unlucky', [frame.name for frame in frames], chain)

    def test_each_operator(self):
        unlucky, source = raiser(self.mishap), self.source
        self.check(source.map(unlucky))
        self.check(source.filter(unlucky))
        self.check(source.do_on_next(unlucky))
        self.check(source.scan(unlucky), 1)
        self.check(source.scan(unlucky, 0), 0)
        self.check(source.reduce(unlucky))
        self.check(source.flat_map(unlucky))
        self.check(source.flat_map(unlucky, max_concurrency=1, delay_error=True))
        self.check(source.zip_with(source, unlucky))
        self.check(Rx.Observable.zip(source, source, source, unlucky))
        self.check(Rx.Observable.create(unlucky))
        self.check(source.map(unlucky).retry(2))
        self.check(source.flat_map(lambda x: Rx.Observable.just(x).map(unlucky)))
        self.check(source.take_until(Rx.Observable.just(1).map(unlucky)))
        self.check(Rx.Observable.error(self.mishap_with_traceback()))
        self.check(source.map(unlucky).observe_on(Rx.Scheduler.immediate()))

    def mishap_with_traceback(self):
        try:
            raiser(self.mishap)()
        except Mishap as e:
            return e

    def test_subscriber(self):
        events = []
        self.source.subscribe(raiser(self.mishap), events.append, lambda: events.append(END))
        self.assertIs(events[0], self.mishap)
        self.assertEqual(len(events), 1)
        events.clear()
        self.source.subscribe_events(lambda kind, item, error: raiser(self.mishap)() if error is None
                                     else events.append(error))
        self.assertEqual(events, [self.mishap])

    def test_several_are_told(self):
        subject, events = Rx.PublishSubject(), []
        for _ in range(3):
            subject.subscribe(None, events.append)
        subject.on_error(self.mishap)
        subject.subscribe(None, events.append)
        self.assertEqual(len(events), 4)
        self.assertEqual({id(event) for event in events}, {id(self.mishap)})

    def test_emitter(self):
        for error in (Mishap('x'), Mishap, KeyError('y'), GLib.Error('z', 'domain', 3)):
            [got] = events_of(Rx.Observable.create(lambda emitter, e=error: emitter.error(e)))
            if isinstance(error, GLib.Error):
                self.assertEqual((got.message, got.domain, got.code), ('z', 'domain', 3))
            elif isinstance(error, type):
                self.assertIsInstance(got, error)
            else:
                self.assertIs(got, error)
        [got] = events_of(Rx.Observable.create(lambda emitter: emitter.error('no exception')))
        self.assertRegex(str(got), 'not str')
        self.assertIsInstance(got, TypeError)

    def test_another_thread(self):
        loop, events, threads = GLib.MainLoop(), [], []

        def unlucky(item):
            threads.append(threading.get_ident())
            raise self.mishap

        def end(error):
            events.append(error)
            loop.quit()

        (self.source.observe_on(Rx.Scheduler.computation()).map(unlucky).observe_on(Rx.Scheduler.main())
         .subscribe(None, end))
        GLib.timeout_add_seconds(20, loop.quit)
        loop.run()
        self.assertIs(events[0], self.mishap)
        self.assertNotEqual(threads, [threading.get_ident()])

    def test_library_errors(self):
        [got] = events_of(Rx.Observable.create(lambda e: e.next(1), Rx.Backpressure.ERROR).zip_with(Rx.Observable.error(
            GLib.Error('from C', 'c-domain', 4))))
        self.assertIsInstance(got, GLib.Error)
        self.assertEqual((got.message, got.domain, got.code), ('from C', 'c-domain', 4))
        handle, observed = Rx.Subscription.new(), []
        subject = Rx.PublishSubject()
        subject.subscribe(None, observed.append)
        Rx.Observable.range(0, 9).subscribe_observer(subject, 1, handle)
        handle.request(0)
        self.assertTrue(observed[0].matches(Rx.error_quark(), Rx.Error.BAD_REQUEST))

    def test_not_an_observable(self):
        for result in (None, 3, [1, 2]):
            [got] = events_of(self.source.flat_map(lambda x, r=result: r))
            self.assertIsInstance(got, TypeError)
            self.assertRegex(str(got), f'<lambda> returned {type(result).__name__} and has to return an Observable')

    def test_retry_again(self):
        attempts = []

        def unlucky(x):
            attempts.append(x)
            if len(attempts) < 5:
                raise self.mishap
            return x

        self.assertEqual(events_of(Rx.Observable.just(1).map(unlucky).retry()), [1, END])
        self.assertEqual(len(attempts), 5)

    def test_message(self):
        lost = []
        Rx.set_undeliverable_func(lambda error, stream: lost.append((error, stream)))
        self.source.map(raiser(self.mishap)).named('unlucky').subscribe()
        Rx.set_undeliverable_func(None)
        self.assertEqual(lost, [(self.mishap, 'unlucky')])

    def test_strange_exceptions(self):
        class NoText(Exception):
            def __str__(self):
                raise RuntimeError('no')

        class NoInit(Exception):
            def __init__(self, needed):
                super().__init__()

        class Frozen(Exception):
            def __setattr__(self, name, value):
                raise AttributeError(name)

        for error in (Frozen(), NoText(), NoInit(1), Exception('a\0b'), Exception('\ud800'), Exception('é' * 99999),
                      StopIteration(), ExceptionGroup('g', [Mishap()]) if sys.version_info >= (3, 11) else Mishap()):
            [got] = events_of(self.source.map(raiser(error)))
            self.assertIs(got, error)


class AtTheEnd(unittest.TestCase):
    """What fails when the end is being told is undeliverable."""

    def lost(self, run):
        lost = []
        Rx.set_undeliverable_func(lambda error, stream: lost.append(error))
        run()
        Rx.set_undeliverable_func(None)
        return lost

    def test_on_error(self):
        mishap, first = Mishap(), Mishap()
        self.assertEqual(self.lost(lambda: Rx.Observable.error(first).subscribe(None, raiser(mishap))), [mishap])

    def test_on_completed(self):
        mishap, errors = Mishap(), []
        lost = self.lost(lambda: Rx.Observable.empty().subscribe(None, errors.append, raiser(mishap)))
        self.assertEqual(lost, [mishap])
        self.assertEqual(errors, [])

    def test_teardown(self):
        mishap = Mishap()

        def produce(emitter):
            emitter.add_teardown(raiser(mishap))
            emitter.completed()

        self.assertEqual(self.lost(lambda: Rx.Observable.create(produce).subscribe()), [mishap])
        self.assertEqual(self.lost(lambda: Rx.Subscription.new_with_func(raiser(mishap)).unsubscribe()), [mishap])

    def test_task(self):
        mishap, runs = Mishap(), []

        def run():
            worker = Rx.Scheduler.main().create_worker()
            worker.schedule(raiser(mishap))
            worker.schedule(runs.append)
            while not runs:
                GLib.MainContext.default().iteration(True)

        self.assertEqual(self.lost(run), [mishap])

    def test_created_after_the_end(self):
        mishap, events = Mishap(), []

        def produce(emitter):
            emitter.completed()
            raise mishap

        self.assertEqual(self.lost(lambda: events.extend(events_of(Rx.Observable.create(produce)))), [mishap])
        self.assertEqual(events, [END])

    def test_second_failure(self):
        first, second = Mishap(1), Mishap(2)
        a, b = Rx.PublishSubject(), Rx.PublishSubject()
        events = []

        def run():
            a.merge(b.map(raiser(second))).subscribe(None, events.append)
            a.on_error(first)
            b.on_next(1)

        self.assertEqual(self.lost(run), [])
        self.assertEqual(events, [first])

    def test_hook_that_fails(self):
        script = '''
            Rx.set_undeliverable_func(lambda error, stream: 1 / 0)
            Rx.Observable.error(ValueError()).subscribe()
            items = []
            Rx.Observable.of(1).map(str).subscribe(items.append)
            print(items)
        '''
        done = run_script(script)
        self.assertEqual((done.returncode, done.stdout), (0, "['1']\n"))
        self.assertIn('ZeroDivisionError', done.stderr)

    def test_default_hook(self):
        done = run_script('''
            def triple(x):
                return x / 0
            Rx.Observable.of(1).map(triple).named('numbers').subscribe()
        ''')
        self.assertEqual(done.returncode, 0)
        for part in ('ZeroDivisionError: division by zero', 'in triple', 'numbers'):
            self.assertIn(part, done.stderr)


def run_script(script, *options):
    head = ('import gi, os, signal, sys, threading, time\ngi.require_version("Rx", "1.0")\n'
            'from gi.repository import GLib, GObject, Rx\n')
    return subprocess.run([sys.executable, '-X', 'faulthandler', *options, '-c', head + textwrap.dedent(script)],
                          timeout=60, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8', check=False)


class Interrupts(unittest.TestCase):
    def test_handler_that_uses_the_library(self):
        """It may run in the middle of a call of the library."""
        just, wrong, handled = Rx.Observable.just, 0, 0

        def handler(*args):
            nonlocal handled
            just(0).map(lambda x: 'the handler').subscribe()
            handled += 1

        before = signal.signal(signal.SIGALRM, handler)
        try:
            for i in range(20000):
                got = []
                # once a round, at any of its steps: a handler that is slower than its timer would never end
                signal.setitimer(signal.ITIMER_REAL, (1 + i % 97) * .000002)
                just(i).map(lambda x: x + 1).subscribe(got.append, got.append)
                wrong += got != [i + 1]
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        self.assertGreater(handled, 0)
        self.assertEqual(wrong, 0)

    """KeyboardInterrupt and SystemExit end the stream, and then go on as if there had been none."""

    def test_through_the_call(self):
        for kind in (KeyboardInterrupt, SystemExit):
            events = []
            with self.assertRaises(kind):
                Rx.Observable.range(0, 3).map(raiser(kind())).subscribe(events.append, events.append)
            self.assertEqual([type(event) for event in events], [kind])
            subject = Rx.PublishSubject()
            subject.map(raiser(kind())).subscribe(None, events.append)
            with self.assertRaises(kind):
                subject.on_next(1)
            with self.assertRaises(kind):
                Rx.Observable.create(lambda emitter: emitter.next(1)).subscribe(raiser(kind()), events.append)
            self.assertEqual(events_of(Rx.Observable.of(1).map(str)), ['1', END])

    def test_exit_in_the_loop(self):
        done = run_script('''
            Rx.Observable.timer(1000).subscribe(lambda x: sys.exit(7), lambda e: None)
            GLib.timeout_add_seconds(20, lambda: os._exit(1))
            GLib.MainLoop().run()
        ''')
        self.assertEqual((done.returncode, done.stdout, done.stderr), (7, '', ''))

    def test_interrupt_in_the_loop(self):
        done = run_script('''
            def stop(x):
                raise KeyboardInterrupt
            Rx.Observable.timer(1000).subscribe(stop, lambda e: None)
            GLib.timeout_add_seconds(20, lambda: os._exit(1))
            try:
                GLib.MainLoop().run()
            except KeyboardInterrupt:
                print('interrupted')
        ''')
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, 'interrupted\n', ''))

    def test_signal(self):
        done = run_script('''
            def work(x):
                if x == 10:
                    os.kill(os.getpid(), signal.SIGINT)
                return x
            try:
                Rx.Observable.range(0, 10**9).map(work).subscribe(None, lambda e: print(type(e).__name__))
            except KeyboardInterrupt:
                print('interrupted')
        ''')
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, 'KeyboardInterrupt\ninterrupted\n', ''))

    def test_other_thread(self):
        done = run_script('''
            ended = threading.Event()
            (Rx.Observable.range(0, 3).observe_on(Rx.Scheduler.computation())
             .subscribe(lambda x: sys.exit(3), lambda e: (print(type(e).__name__, flush=True), ended.set())))
            ended.wait(20)
            print('end')
        ''')
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, 'SystemExit\nend\n', ''))


class Table(unittest.TestCase):
    """An exception lives as long as a stream has its error, and no longer."""

    def freed(self, use, n=200):
        refs = []

        class Tracked(Exception):
            def __init__(self):
                super().__init__('tracked')
                refs.append(weakref.ref(self))

        def unlucky(*args):
            raise Tracked

        for _ in range(n):
            use(unlucky)
        gc.collect()
        self.assertEqual(len(refs), n)
        self.assertEqual(sum(ref() is not None for ref in refs), 0)

    def test_delivered(self):
        self.freed(lambda f: Rx.Observable.of(1).map(f).subscribe(None, lambda e: None))
        at_once = Rx.Scheduler.immediate()
        self.freed(lambda f: Rx.Observable.of(1).map(f).observe_on(at_once).subscribe(None, lambda e: None))
        self.freed(lambda f: Rx.Observable.of(1).subscribe(f, lambda e: None))

    def test_kept_by_its_subscriber(self):
        """The exception has the frames of the stream that it came through, and those nothing of the stream."""
        class View:
            def __init__(self):
                Rx.Observable.of('x').map(self.work).subscribe(None, self.failed)

            def work(self, item):
                return int(item)

            def failed(self, exception):
                self.exception = exception

        views = [View() for _ in range(50)]
        self.assertIsInstance(views[0].exception, ValueError)
        refs = [weakref.ref(view) for view in views]
        del views
        gc.collect()
        self.assertEqual(sum(ref() is not None for ref in refs), 0)

    def test_undelivered(self):
        Rx.set_undeliverable_func(lambda error, stream: None)
        self.freed(lambda f: Rx.Observable.of(1).map(f).subscribe())
        self.freed(lambda f: Rx.Observable.empty().subscribe(None, None, f))
        self.freed(lambda f: Rx.Observable.of(1).map(f).observe_on(Rx.Scheduler.main()).subscribe().unsubscribe())
        Rx.set_undeliverable_func(None)

    def test_kept_by_a_stream(self):
        subject = Rx.PublishSubject()
        subject.on_error(Mishap('kept'))
        gc.collect()
        for _ in range(2):
            [got] = events_of(subject)
            self.assertIsInstance(got, Mishap)
        ref = weakref.ref(got)
        del got, subject
        gc.collect()
        self.assertIsNone(ref())

    def test_ten_thousand(self):
        Rx.set_undeliverable_func(lambda error, stream: None)

        class Mine(Exception):
            pass

        def unlucky(x):
            raise Mine('x' * 1000)

        chain = Rx.Observable.of(1).map(unlucky)
        for _ in range(5000):
            chain.subscribe()
            chain.subscribe(None, lambda e: None)
        Rx.set_undeliverable_func(None)
        gc.collect()
        self.assertEqual([o for o in gc.get_objects() if isinstance(o, Mine)], [])


if __name__ == '__main__':
    unittest.main()
