# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""Counts what a run of the tests did, from Meson's log: tally.py TESTLOG.json

A program that speaks TAP counts with each of its tests, any other one as a single test. Ends in a line
'N passed, N failed[, N skipped]'; the exit status is 0 if something passed and nothing failed.
"""

import json
import re
import sys

GOOD = ('OK', 'EXPECTEDFAIL')
SKIP = 'SKIP'
PLAN = re.compile(r'^1\.\.\d+', re.M)
LINE = re.compile(r'^(not )?ok\b\s*\d*\s*(?:- )?(.*?)\s*(?:#\s*(SKIP|TODO)\S*\s*(.*))?$', re.I)


def tap_lines(text):
    """Yields (name, 'passed' | 'failed' | 'skipped', reason)."""
    for line in text.splitlines():
        match = LINE.match(line)
        if not match:
            continue
        bad, name, directive, reason = match.groups()
        directive = (directive or '').upper()
        if directive == 'SKIP' and not bad:
            yield name, 'skipped', reason
        elif bad and directive != 'TODO':
            yield name, 'failed', reason
        else:
            yield name, 'passed', reason


def tally(entries):
    counts = {'passed': 0, 'failed': 0, 'skipped': 0}
    notes = []

    def add(kind, name, reason=''):
        counts[kind] += 1
        if kind != 'passed':
            notes.append(f'{kind}: {name}' + (f' ({reason})' if reason else ''))

    for entry in entries:
        name, result, out = entry['name'], entry['result'], entry.get('stdout') or ''
        if not PLAN.search(out):
            kind = 'passed' if result in GOOD else 'skipped' if result == SKIP else 'failed'
            add(kind, name, '' if kind == 'passed' else result.lower())
            continue
        failed_before = counts['failed']
        for sub, kind, reason in tap_lines(out):
            add(kind, f'{name} {sub}', reason)
        # A crash, a time-out or a leak found at the end shows in no line.
        if result not in GOOD and result != SKIP and counts['failed'] == failed_before:
            add('failed', name, result.lower())
    return counts, notes


def main(path):
    try:
        with open(path, encoding='utf-8') as log:
            entries = [json.loads(line) for line in log]
    except FileNotFoundError:
        entries = []
    counts, notes = tally(entries)
    if notes:
        print('\n'.join(['', *sorted(notes)]))
    if not entries:
        print('\nno test was run')
    last = '{passed} passed, {failed} failed'.format(**counts)
    if counts['skipped']:
        last += ', {skipped} skipped'.format(**counts)
    print(last)
    return 0 if counts['passed'] and not counts['failed'] else 1


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
