# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""A scheduler that is written in Python: its workers keep to the contract, and what they raise is told."""

import gc
import threading
import unittest
import weakref

import gi

gi.require_version('Rx', '1.0')
from gi.repository import GLib, Rx  # noqa: E402

END = '|'
MS = 1000


def iterate_until(condition):
    deadline = GLib.get_monotonic_time() + 30000 * MS
    while not condition():
        if GLib.get_monotonic_time() > deadline:
            raise AssertionError('waited in vain')
        GLib.MainContext.default().iteration(False)


def events_of(stream):
    events, ends = [], []
    stream.subscribe(events.append, lambda e: (events.append(e), ends.append(1)), lambda: (events.append(END), ends.append(1)))
    iterate_until(lambda: ends)
    return events


class VirtualWorker(Rx.Worker):
    """Its time goes on when it is told to, and it forgets nothing of what it was asked."""

    def __init__(self, scheduler):
        super().__init__()
        self.scheduler = scheduler
        self.closed = 0

    def do_schedule(self, delay, task):
        self.scheduler.tasks.append((self.scheduler.time + delay, len(self.scheduler.tasks), task))

    def do_unsubscribe(self):
        self.closed += 1


class VirtualScheduler(Rx.Scheduler):
    def __init__(self):
        super().__init__()
        self.time, self.tasks, self.workers = 1000, [], []

    def do_now(self):
        return self.time

    def do_create_worker(self):
        self.workers.append(VirtualWorker(self))
        return self.workers[-1]

    def advance(self, span):
        end = self.time + span
        while True:
            due = [entry for entry in self.tasks if entry is not None and entry[0] <= end]
            if not due:
                break
            time, place, task = min(due, key=lambda entry: entry[:2])
            self.tasks[place] = None
            self.time = max(self.time, time)
            task.run()
        self.time = end


class Contract(unittest.TestCase):
    def setUp(self):
        self.scheduler = VirtualScheduler()
        self.runs = []

    def note(self, what):
        return lambda task: self.runs.append((what, self.scheduler.now()))

    def test_order(self):
        worker = self.scheduler.create_worker()
        self.assertIs(worker.get_scheduler(), self.scheduler)
        worker.schedule_delayed(30, self.note('c'))
        worker.schedule(self.note('a'))
        worker.schedule_delayed(-5, self.note('b'))
        worker.schedule_delayed(30, self.note('d'))
        self.assertEqual(self.runs, [])
        self.scheduler.advance(29)
        self.assertEqual(self.runs, [('a', 1000), ('b', 1000)])
        self.scheduler.advance(1)
        self.assertEqual(self.runs[2:], [('c', 1030), ('d', 1030)])

    def test_periodic(self):
        worker = self.scheduler.create_worker()

        def tick(task):
            self.runs.append(self.scheduler.now())
            if len(self.runs) == 2:
                self.scheduler.time += 25              # misses two
            if len(self.runs) == 5:
                task.cancel()

        task = worker.schedule_periodic(5, 10, tick)
        self.scheduler.advance(100)
        self.assertEqual(self.runs, [1005, 1015, 1040, 1045, 1055])
        self.assertTrue(task.is_cancelled())

    def test_cancel(self):
        worker = self.scheduler.create_worker()
        function = self.note('never')
        gone = weakref.ref(function)
        task = worker.schedule_delayed(10, function)
        worker.schedule_delayed(10, self.note('runs'))
        task.cancel()
        del function
        gc.collect()
        self.assertIsNone(gone())               # though the worker has the task still
        self.scheduler.advance(20)
        self.assertEqual(self.runs, [('runs', 1010)])

    def test_unsubscribe(self):
        """The worker need not see to anything: its tasks do nothing."""
        worker = self.scheduler.create_worker()
        tasks = [worker.schedule(self.note(1)), worker.schedule_delayed(10, self.note(2)),
                 worker.schedule_periodic(0, 10, self.note(3))]
        worker.unsubscribe()
        worker.unsubscribe()
        self.assertTrue(all(task.is_cancelled() for task in tasks))
        self.assertTrue(worker.schedule(self.note(4)).is_cancelled())
        self.scheduler.advance(100)
        self.assertEqual((self.runs, worker.closed), ([], 1))

    def test_streams(self):
        events = []
        chain = Rx.Observable.range(0, 3).observe_on(self.scheduler)
        chain.subscribe(events.append, None, lambda: events.append(END))
        self.assertEqual(events, [])
        self.scheduler.advance(0)
        self.assertEqual(events, [0, 1, 2, END])
        self.assertEqual([worker.closed for worker in self.scheduler.workers], [1])

        events.clear()
        interval = Rx.Observable.interval(10, self.scheduler).map(lambda n: (n, self.scheduler.now()))
        handle = interval.subscribe(events.append)
        start = self.scheduler.time
        self.scheduler.advance(35)
        self.assertEqual(events, [(0, start + 10), (1, start + 20), (2, start + 30)])
        handle.unsubscribe()
        self.scheduler.advance(100)
        self.assertEqual(len(events), 3)
        self.assertEqual(self.scheduler.workers[-1].closed, 1)

    def test_from_threads(self):
        """Items come from a thread of the library's, and the scheduler's thread runs what they ask for."""
        items, pool = [], Rx.Scheduler.computation()
        chain = Rx.Observable.range(0, 2000).observe_on(pool).observe_on(self.scheduler)
        ids = set()
        chain.subscribe(lambda x: (items.append(x), ids.add(threading.get_ident())), None, lambda: items.append(END))
        iterate_until(lambda: self.scheduler.advance(1) or items[-1:] == [END])
        self.assertEqual(items[:-1], list(range(2000)))
        self.assertEqual(ids, {threading.get_ident()})


class Failing(unittest.TestCase):
    """do_schedule() raises: the task is dropped, and whoever waits for it is told."""

    def setUp(self):
        self.mishap, self.lost, self.after = ValueError('in schedule'), [], 0
        test = self

        class Worker(VirtualWorker):
            def do_schedule(self, delay, task):
                super().do_schedule(delay, task)        # even if it has it already
                if test.after == 0:
                    raise test.mishap
                test.after -= 1

        class Scheduler(VirtualScheduler):
            def do_create_worker(self):
                return Worker(self)

        self.scheduler = Scheduler()
        Rx.set_undeliverable_func(lambda error, stream: self.lost.append(error))

    def tearDown(self):
        Rx.set_undeliverable_func(None)

    def test_streams(self):
        scheduler = self.scheduler
        for chain in (Rx.Observable.timer(1, scheduler), Rx.Observable.interval(1, scheduler),
                      Rx.Observable.of(1).subscribe_on(scheduler), Rx.Observable.interval(1, scheduler).retry(2)):
            events = []
            handle = chain.subscribe(events.append, events.append, lambda: events.append(END))
            self.assertEqual(events, [self.mishap])
            self.assertTrue(handle.is_unsubscribed())
            scheduler.advance(10)
            self.assertEqual(events, [self.mishap])
        self.assertEqual(self.lost, [])

    def test_later(self):
        self.after, events = 3, []
        Rx.Observable.interval(10, self.scheduler).subscribe(events.append, events.append)
        self.scheduler.advance(100)
        self.assertEqual(events, [0, 1, 2, self.mishap])

    def test_tasks(self):
        runs = []
        worker = self.scheduler.create_worker()
        task = worker.schedule(runs.append)
        self.assertTrue(task.is_cancelled())
        periodic = worker.schedule_periodic(0, 10, runs.append)
        self.assertTrue(periodic.is_cancelled())
        self.scheduler.advance(100)
        self.assertEqual((runs, self.lost), ([], [self.mishap, self.mishap]))

    def test_observe_on(self):
        """Nothing is left open, and it is not silent."""
        subject, events = Rx.PublishSubject(), []
        handle = subject.observe_on(self.scheduler).subscribe(events.append, events.append)
        subject.on_next(1)
        self.assertTrue(handle.is_unsubscribed())
        self.assertFalse(subject.has_observers())
        self.assertEqual(events + self.lost, [self.mishap])

    def test_as_python_sees_it(self):
        with self.assertRaises(ValueError):
            self.scheduler.create_worker().do_schedule(0, Rx.Task.new(lambda task: None))


if __name__ == '__main__':
    unittest.main(verbosity=0)
