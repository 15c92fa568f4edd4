# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""Statistics and tables of what the harness measures; a result is what one entry of its JSON says."""

import itertools
import statistics

from workloads import LOWER_IS_BETTER, OURS

CONFIDENCE = 0.999


def error_of_mean(values):
    """Half the width of the interval in which the mean lies with 99.9 % confidence, by Student's t distribution."""
    if len(values) < 2:
        return None
    from scipy.special import stdtrit       # here, since the tables can do without
    quantile = stdtrit(len(values) - 1, (1 + CONFIDENCE) / 2)
    return float(quantile * statistics.stdev(values) / len(values) ** 0.5)


def make(workload, size, impl, cpus, values):
    return {'workload': workload.name, 'size': size, 'impl': impl, 'cpus': cpus, 'median': statistics.median(values),
            'min': min(values), 'max': max(values), 'error': error_of_mean(values), 'unit': workload.unit}


def number(value):
    """Three digits that say something, and a letter for thousands."""
    if value is None:
        return ''
    for letter, factor in (('G', 1e9), ('M', 1e6), ('k', 1e3)):
        if abs(value) >= 0.9995 * factor:
            return f'{value / factor:#.3g}'.rstrip('.') + ' ' + letter
    return f'{value:#.3g}'.rstrip('.')


def rows(results):
    """Yields (workload, size, cpus, unit, {impl: result}), in the order of the results."""
    def key(result):
        return result['workload'], result['size'], result['cpus'], result['unit']

    order = {}
    for result in results:
        order.setdefault(key(result), {})[result['impl']] = result
    for (workload, size, cpus, unit), cells in order.items():
        yield workload, size, cpus, unit, cells


def best_peer(cells, unit):
    peers = [result for impl, result in cells.items() if impl != OURS]
    if not peers:
        return None
    return (min if unit in LOWER_IS_BETTER else max)(peers, key=lambda result: result['median'])


def ratio(cells, unit):
    """How many times better than the fastest peer."""
    peer = best_peer(cells, unit)
    if peer is None or OURS not in cells:
        return None
    ours, theirs = cells[OURS]['median'], peer['median']
    return theirs / ours if unit in LOWER_IS_BETTER else ours / theirs


def times(value):
    return '' if value is None else f'{value:.2f} ×'


def text_table(results):
    """One line a cell; ours tells how it compares."""
    lines = [['workload', 'size', 'CPUs', 'implementation', 'median', '± 99.9 %', 'min', 'max', 'unit', 'against the best']]
    for workload, size, cpus, unit, cells in rows(results):
        for impl, result in cells.items():
            comparison = ''
            if impl == OURS and best_peer(cells, unit) is not None:
                comparison = f'{times(ratio(cells, unit))} {best_peer(cells, unit)["impl"]}'
            lines.append([workload, f'{size:,}', str(cpus), impl,
                          *(number(result[what]) for what in ('median', 'error', 'min', 'max')), unit, comparison])
    widths = [max(map(len, column)) for column in zip(*lines)]
    right = {1, 2, 4, 5, 6, 7}
    for line in lines:
        yield '  '.join(cell.rjust(width) if i in right else cell.ljust(width)
                        for i, (cell, width) in enumerate(zip(line, widths))).rstrip()


def markdown_tables(results):
    """A table for each workload: a line for each size, a column for each implementation."""
    for (workload, unit), group in itertools.groupby(rows(results), lambda row: (row[0], row[3])):
        group = list(group)
        impls = list(dict.fromkeys(impl for *_, cells in group for impl in cells))
        yield f'**{workload}**, in {unit}' + (', less is better' if unit in LOWER_IS_BETTER else '')
        yield ''
        yield '| size | CPUs | ' + ' | '.join(impls) + ' | against the best |'
        yield '| ---: ' * (3 + len(impls)) + '|'
        for _, size, cpus, _, cells in group:
            columns = []
            for impl in impls:
                result = cells.get(impl)
                error = '' if result is None or result['error'] is None else f' ± {number(result["error"])}'
                columns.append('' if result is None else number(result['median']) + error)
            yield f'| {size:,} | {cpus} | ' + ' | '.join(columns) + f' | {times(ratio(cells, unit))} |'
        yield ''
