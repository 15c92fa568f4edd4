# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""Measures rx-glib and its peers in the manner of JMH: each cell of the tables, a workload at a size with one implementation
on a number of CPUs, is a process of its own, which warms up first. ./run bench starts it with what it needs."""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import time

import results
from workloads import OURS, PEERS, WORKLOADS

JAVA_SOURCE = pathlib.Path(__file__).parent / 'peers' / 'RxJava3Cell.java'
JARS = ('rxjava.jar', 'reactive-streams.jar')


def pattern(text):
    try:
        return re.compile(text)
    except re.error as e:
        raise argparse.ArgumentTypeError(f'"{text}" is not a regular expression: {e}') from e


def parse_arguments():
    parser = argparse.ArgumentParser(
        prog='./run bench', allow_abbrev=False,
        description='Compares rx-glib with its peers: how often a second, or how much.')
    parser.add_argument('--quick', action='store_true', help='fewer sizes, short iterations: some minutes')
    parser.add_argument('--filter', metavar='RE', default='', type=pattern,
                        help="only what has RE in its workload, size and implementation, as in 'tasks/1-producer 100000 rx-glib'")
    parser.add_argument('--peers', metavar='LIST', default='', help=f'compare with these: {",".join(PEERS)}')
    parser.add_argument('--cpus', metavar='LIST', help='on so many CPUs, one after the other (1,2, if there are two)')
    parser.add_argument('--json', metavar='FILE', help='write the results there')
    parser.add_argument('--markdown', metavar='FILE', help='measure nothing; make tables for the manual from such a file')
    parser.add_argument('--page', metavar='PAGE', help='where --markdown puts them, between <!-- tables --> and <!-- /tables -->')
    parser.add_argument('--list', action='store_true', help='list the cells, and measure nothing')
    parser.add_argument('--warm-up', metavar='N', type=int, help='iterations that do not count')
    parser.add_argument('--iterations', metavar='N', type=int, help='iterations that do')
    parser.add_argument('--time', metavar='SECONDS', type=float, help='how long an iteration lasts')
    parser.add_argument('--forks', metavar='N', type=int, help='processes a cell, one after the other')
    parser.add_argument('--self-test', action='store_true', help='the workload whose consumer loses an item, which must fail')
    parser.add_argument('--rx-program', help=argparse.SUPPRESS)
    parser.add_argument('--glib-program', help=argparse.SUPPRESS)
    parser.add_argument('--java-classes', help=argparse.SUPPRESS)
    parser.add_argument('--java-path', default='/usr/share/java', help='where the jars of RxJava 3 and Reactive Streams lie')
    args = parser.parse_args()

    args.peers = [peer for peer in args.peers.split(',') if peer]
    for peer in args.peers:
        if peer not in PEERS:
            parser.error(f'there is no peer {peer}, but {", ".join(PEERS)}')
    there = len(os.sched_getaffinity(0))
    try:
        args.cpus = [int(n) for n in args.cpus.split(',')] if args.cpus is not None else list(range(1, min(there, 2) + 1))
    except ValueError:
        parser.error('--cpus takes numbers, as in 1,2')
    if not all(1 <= n <= there for n in args.cpus):
        parser.error(f'--cpus: from 1 to {there}, which is what there is')

    # what a virtual machine runs has to be compiled first, which takes more than a short warm-up
    args.java_warm_up = args.warm_up if args.warm_up is not None else 10 if args.quick else 5
    # as JMH does it, but for the number of processes
    for name, full, quick in (('warm_up', 5, 2), ('iterations', 5, 5), ('time', 1, 0.1), ('forks', 2, 1)):
        if getattr(args, name) is None:
            setattr(args, name, quick if args.quick else full)
    return args


def choose_cells(args):
    wanted = {OURS, *(impl for peer in args.peers for impl in PEERS[peer])}
    for workload in WORKLOADS:
        if workload.hidden != args.self_test:
            continue
        sizes = {cpus: workload.chosen_sizes(args.quick, cpus) for cpus in args.cpus}
        for size in workload.sizes:
            for cpus in args.cpus:
                for impl in workload.impls:
                    if (size in sizes[cpus] and impl in wanted and size in workload.only.get(impl, workload.sizes)
                            and re.search(args.filter, f'{workload.name} {size} {impl}')):
                        yield workload, size, impl, cpus


def compile_java(args):
    """Returns the command that measures with RxJava."""
    path = ':'.join(str(pathlib.Path(args.java_path, jar)) for jar in JARS)
    missing = [jar for jar in JARS if not pathlib.Path(args.java_path, jar).exists()]
    if missing:
        sys.exit(f'not in {args.java_path}: {", ".join(missing)}')
    classes = pathlib.Path(args.java_classes)
    classes.mkdir(parents=True, exist_ok=True)
    subprocess.run(['javac', '-d', classes, '-cp', path, JAVA_SOURCE], check=True)
    return ['java', '-cp', f'{path}:{classes}', JAVA_SOURCE.stem]


class Failure(Exception):
    pass


def run_process(command, cpus, n_scores):
    chosen = sorted(os.sched_getaffinity(0))[:cpus]
    done = subprocess.run(['taskset', '--cpu-list', ','.join(map(str, chosen)), *command],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8', check=False)
    if done.returncode != 0:
        raise Failure(done.stderr.strip() or f'ended with {done.returncode}')
    scores = [float(line) for line in done.stdout.split()]
    if len(scores) != n_scores:
        raise Failure(f'{len(scores)} scores instead of {n_scores}')
    return scores


def measure(args, programs, workload, size, impl, cpus):
    command = programs(impl) + [workload.impls[impl], str(size)]
    if workload.unit == 'KiB':
        # one figure a process
        scores = [run_process([*command, '--peak'], cpus, 1)[0] for _ in range(max(3, args.forks))]
    else:
        warm_up = args.java_warm_up if impl.startswith('rxjava3') else args.warm_up
        command += ['--warm-up', str(warm_up), '--iterations', str(args.iterations), '--time', str(args.time)]
        scores = [score for _ in range(args.forks) for score in run_process(command, cpus, args.iterations)]
    return results.make(workload, size, impl, cpus, [workload.value(score, size) for score in scores])


def progress(text, end='\n'):
    print(text, end=end, file=sys.stderr, flush=True)


def measure_all(args, cells):
    java = None
    if any(impl.startswith('rxjava3') for _, _, impl, _ in cells):
        java = compile_java(args)

    def programs(impl):
        if impl.startswith('rxjava3-'):
            return [*java, impl.removeprefix('rxjava3-')]
        # what GLib has for a heap is measured beside the heap
        return [args.rx_program if impl in (OURS, 'glib-sequence') else args.glib_program]

    found, n_failed, start = [], 0, time.monotonic()
    for i, (workload, size, impl, cpus) in enumerate(cells):
        progress(f'[{i + 1}/{len(cells)}] {workload.name} {size:,} {impl} {cpus} CPU{"s" if cpus > 1 else ""}: ', end='')
        try:
            result = measure(args, programs, workload, size, impl, cpus)
        except Failure as failure:
            n_failed += 1
            progress(f'FAILED: {failure}')
        else:
            found.append(result)
            error = '' if result['error'] is None else f' ± {results.number(result["error"])}'
            progress(f'{results.number(result["median"])}{error} {workload.unit}')
    progress(f'{len(cells)} cells in {time.monotonic() - start:.0f} s')
    return found, n_failed


def make_tables(json_file, page):
    tables = '\n'.join(results.markdown_tables(json.loads(pathlib.Path(json_file).read_text(encoding='utf-8')))).rstrip()
    if page is None:
        print(tables)
        return 0
    path = pathlib.Path(page)
    text, n = re.subn('(?<=^<!-- tables -->\n).*?(?=^<!-- /tables -->$)', lambda _: f'\n{tables}\n\n',
                      path.read_text(encoding='utf-8'), flags=re.M | re.S)
    if n != 1:
        progress(f'{page} has no place for the tables')
        return 1
    path.write_text(text, encoding='utf-8')
    return 0


def main():
    args = parse_arguments()
    if args.markdown:
        return make_tables(args.markdown, args.page)

    cells = list(choose_cells(args))
    if args.list:
        try:
            for workload, size, impl, cpus in cells:
                print(workload.name, size, impl, cpus)
            sys.stdout.flush()
        except BrokenPipeError:         # by head, say; nor may the interpreter flush at its end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    if not cells:
        progress('no cell matches; --list shows those there are')
        return 1

    found, n_failed = measure_all(args, cells)
    print('\n'.join(results.text_table(found)))
    if args.json:
        with open(args.json, 'w', encoding='utf-8') as file:
            json.dump(found, file, indent=1)
            file.write('\n')
    if n_failed > 0:
        progress(f'{n_failed} of {len(cells)} failed')
    return 1 if n_failed > 0 else 0


if __name__ == '__main__':
    sys.exit(main())
