# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""What the harness measures: workloads, their sizes, and who does the same work."""

import dataclasses

OURS = 'rx-glib'

# What --peers takes, and the implementations that it stands for.
PEERS = {
    'rxjava3': ('rxjava3-observable', 'rxjava3-flowable'),
    'glib': ('glib-async-queue', 'glib-task', 'glib-thread-pool', 'glib-timeout', 'glib-idle-add', 'glib-sequence'),
}
RXJAVA = PEERS['rxjava3']

# From a score of a program, operations per second, to the unit; n is what an operation consists of.
UNITS = {
    'ops/s': lambda score, n: score,
    'items/s': lambda score, n: score * n,
    'tasks/s': lambda score, n: score * n,
    'ns/task': lambda score, n: 1e9 / (score * n),
    'KiB': lambda score, n: score,
}
LOWER_IS_BETTER = {'ns/task', 'KiB'}

# All sizes that the benchmarks of RxJava have been published with.
SIZES = (1, 10, 100, 1000, 2000, 3000, 4000, 10000, 100000, 1000000)
PENDING = (10, 100, 1000, 10000, 100000)


@dataclasses.dataclass(frozen=True)
class Workload:
    name: str
    unit: str
    sizes: tuple
    quick: tuple                    # the sizes with --quick …
    quick_1_cpu: tuple = ()         # … and on one CPU
    # implementation → what its program calls the workload
    impls: dict = dataclasses.field(default_factory=dict)
    # implementation → sizes that it can do in a reasonable time or at all; without an entry it does all
    only: dict = dataclasses.field(default_factory=dict)
    operation: int = 0              # what an operation consists of; 0: the size
    hidden: bool = False            # not a measurement

    def chosen_sizes(self, quick, cpus):
        if not quick:
            return self.sizes
        return self.quick_1_cpu if cpus == 1 else self.quick

    def value(self, score, size):
        return UNITS[self.unit](score, self.operation or size)


def same(name, *impls):
    """The workload has one name in all of these programs."""
    return {impl: name for impl in (OURS, *impls)}


def streams():
    thousand, million = (1, 1000, 1000000), (1, 10, 100, 1000, 10000, 100000, 1000000)
    for operator, scheduler in (('observe-on', 'computation'), ('subscribe-on', 'computation'),
                                ('observe-on', 'immediate'), ('observe-on', 'trampoline'), ('observe-on', 'new-thread')):
        for source in ('range', 'constant', 'emitter'):
            if source == 'emitter' and scheduler != 'computation':
                continue
            name = f'{operator}/{scheduler}/{source}'
            impls, only = same(name, *RXJAVA), {}
            if name == 'observe-on/computation/emitter':
                impls['glib-async-queue'] = 'async-queue'
            if name == 'subscribe-on/computation/constant':
                impls['glib-task'] = 'task'
                only['glib-task'] = (1,)        # it has one result
            if scheduler != 'computation' or source == 'emitter':
                quick, quick_1_cpu = thousand, ()
            elif source == 'range':
                quick, quick_1_cpu = million, (1, 10, 100, 1000, 1000000)
            else:
                quick, quick_1_cpu = (1, 10, 100, 1000, 1000000), thousand
            yield Workload(name, 'ops/s', SIZES, quick, quick_1_cpu, impls, only)


def tasks():
    for producers in ('1-producer', '4-producers'):
        impls = same(f'tasks/{producers}', RXJAVA[0]) | {'glib-thread-pool': f'thread-pool/{producers}'}
        yield Workload(f'tasks/{producers}', 'tasks/s', (100000,), (100000,), (100000,), impls)
    yield Workload('timed/schedule-cancel', 'ns/task', (1000, 10000, 100000), (1000, 100000), (),
                   same('timed/schedule-cancel', RXJAVA[0]) | {'glib-timeout': 'timeout'},
                   {'glib-timeout': (1000, 10000, 100000)})
    yield Workload('tracking/in-order', 'ns/task', PENDING, PENDING, (), same('tracking/in-order', RXJAVA[0]),
                   operation=100000)
    # RxJava looks for the task in a list: 100,000 of them take it minutes
    yield Workload('tracking/out-of-order', 'ns/task', PENDING, PENDING, (), same('tracking/out-of-order', RXJAVA[0]),
                   {RXJAVA[0]: (10, 100, 1000)}, operation=100000)


def others():
    for what in ('cancel', 'expire'):
        yield Workload(f'structure/{what}', 'ns/task', (10, 1000, 100000), (10, 1000, 100000), (),
                       {OURS: f'structure/{what}/heap', 'glib-sequence': f'structure/{what}/sequence'}, operation=100000)
    for source in ('range', 'constant'):
        name = f'main-loop-hop/{source}'
        yield Workload(name, 'items/s', (100000,), (100000,), (100000,), same(name) | {'glib-idle-add': 'idle-add'})
    for source in ('range', 'constant'):
        name = f'memory/observe-on/{source}'
        yield Workload(name, 'KiB', (1000000,), (1000000,), (), same(name, *RXJAVA))


WORKLOADS = (
    *streams(),
    *tasks(),
    *others(),
    # its consumer loses an item: for the test of the harness
    Workload('faulty/one-short', 'ops/s', (10,), (10,), (10,), same('faulty/one-short'), hidden=True),
)
