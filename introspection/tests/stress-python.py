# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""Ten thousand rounds of what goes wrong in programs. The memory must not grow, the exit must be clean.

Arguments: the number of rounds. The work is done by a child that ends in mid-stream, under a perturbing allocator and
with every critical message fatal.
"""

import gc
import os
import random
import subprocess
import sys
import threading

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
# What gobject-introspection keeps of each function that it makes callable from C (measured: 80 to 130), an average
# round has six of them; the rest is what the allocator cannot give back.
LIMIT = 1500

if os.environ.get('RX_STRESS') is None:
    done = subprocess.run([sys.executable, '-X', 'faulthandler', __file__, str(ROUNDS)], timeout=300, check=False,
                          env=dict(os.environ, RX_STRESS='1', MALLOC_PERTURB_='165', G_DEBUG='fatal-criticals'),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
    print(done.stdout, done.stderr, sep='\n')
    if done.returncode != 0 or done.stderr or not done.stdout.endswith('end\n'):
        sys.exit(f'exit code {done.returncode}')
    sys.exit(0)

import gi  # noqa: E402

gi.require_version('Rx', '1.0')
from gi.repository import GLib, GObject, Rx  # noqa: E402

RANDOM = random.Random(42)
seen = {'errors': 0, 'items': 0, 'lost': 0}


class Mishap(Exception):
    pass


class Thing:
    """Has a weight, and a cycle that only the collector ends."""

    def __init__(self):
        self.me = self
        self.weight = bytearray(200)


class Observer(GObject.Object, Rx.Observer):
    def do_next(self, item):
        seen['items'] += 1
        if seen['items'] % 3 == 0:
            raise Mishap('observer')

    def do_error(self, error):
        seen['errors'] += 1


def unlucky(*args):
    raise Mishap(Thing())


def on_next(item):
    seen['items'] += 1


def on_error(error):
    assert isinstance(error, Exception), error
    seen['errors'] += 1


def lost(error, stream):
    seen['lost'] += 1


def source():
    return RANDOM.choice((Rx.Observable.range(0, 5), Rx.Observable.of(Thing(), 2**70, None, (1,), 'x'),
                          Rx.Observable.just(Rx.List.new([1, Thing()]))))


def fail_somewhere():
    start = source()
    RANDOM.choice((
        lambda: start.map(unlucky), lambda: start.filter(unlucky), lambda: start.do_on_next(unlucky),
        lambda: start.scan(unlucky, 0), lambda: start.reduce(unlucky, 0), lambda: start.flat_map(unlucky),
        lambda: start.flat_map(lambda x: 5), lambda: start.zip_with(start, unlucky),
        lambda: Rx.Observable.create(unlucky),
        lambda: start.map(unlucky).retry(2), lambda: Rx.Observable.error(Mishap()),
        lambda: start.flat_map(lambda x: Rx.Observable.just(x).map(unlucky), max_concurrency=1),
        lambda: start.map(lambda x: GObject.Value()),
    ))().subscribe(on_next, RANDOM.choice((on_error, on_error, None, unlucky)))


def fail_at_the_end():
    source().subscribe(RANDOM.choice((unlucky, on_next)), on_error, unlucky)
    source().subscribe(Observer())


def stop_inside():
    subject, cell = Rx.PublishSubject(), []

    def stop(item):
        cell.pop().unsubscribe()
        return item

    build = RANDOM.choice((lambda: subject.map(stop), lambda: subject.filter(stop), lambda: subject.do_on_next(stop),
                           lambda: subject.scan(lambda a, x: stop(x), 0)))
    cell.append(build().subscribe(on_next, on_error))
    subject.on_next(Thing())
    subject.on_next(Thing())
    source().map(lambda x: (x, Thing())).take(1).subscribe(on_next)


def drop():
    subject = Rx.PublishSubject()
    subject.map(lambda x: Thing()).observe_on().subscribe(on_next, on_error)
    subject.on_next(Thing())
    emitters = []
    Rx.Observable.create(emitters.append).map(lambda x: x).subscribe(on_next, on_error)
    emitters[0].next(Thing())
    Rx.Observable.never().map(unlucky).subscribe(on_next).unsubscribe()


workers = []


def work_elsewhere():
    """Keeps a few streams busy on threads, which fail, are unsubscribed or run to their end there."""
    if len(workers) >= 4:
        workers.pop(0).unsubscribe()
    limit = RANDOM.choice((50, 500, 10**9))
    workers.append(Rx.Observable.range(0, 10**9).observe_on(Rx.Scheduler.computation())
                   .map(lambda x: unlucky() if x == limit else (x, Thing()) if x % 50 == 0 else x)
                   .subscribe(lambda item: None, on_error))


def from_thread():
    subject = Rx.PublishSubject()
    subject.map(lambda x: x if x < 5 else unlucky()).subscribe(on_next, on_error)
    thread = threading.Thread(target=lambda: [subject.on_next(i) for i in range(8)])
    thread.start()
    thread.join()


def memory():
    with open('/proc/self/statm', encoding='ascii') as statm:
        return int(statm.read().split()[1]) * os.sysconf('SC_PAGE_SIZE')


def run(rounds):
    context = GLib.MainContext.default()
    for i in range(rounds):
        fail_somewhere()
        fail_at_the_end()
        stop_inside()
        drop()
        if i % 20 == 0:
            work_elsewhere()
            from_thread()
        while context.iteration(False):
            pass
        if i % 500 == 0:
            gc.collect()


def settle():
    while workers:
        workers.pop().unsubscribe()
    for _ in range(100):
        GLib.MainContext.default().iteration(False)
    gc.collect()


Rx.set_undeliverable_func(lost)
run(ROUNDS // 2)
settle()
middle = memory()
run(ROUNDS // 2)
settle()
grown = memory() - middle
alive = sum(isinstance(o, (Thing, Mishap)) for o in gc.get_objects())
print(f'{middle // 1024} kB in the middle, {grown // 1024} kB more at the end, {grown * 2 // ROUNDS} bytes a round; '
      f'{seen}; {alive} alive')
assert seen['errors'] > ROUNDS and seen['lost'] > ROUNDS // 4 and seen['items'] > ROUNDS, seen
assert alive < 200, alive               # nothing but what the workers had in their hands
assert grown < LIMIT * ROUNDS // 2 + 2**20, grown

# and now out of the middle
for _ in range(4):
    work_elsewhere()
Rx.Observable.interval(100, Rx.Scheduler.computation()).map(lambda x: [x]).subscribe(on_next, on_error)
Rx.Observable.interval(100).subscribe(on_next)
print('end')
