# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""The counts that close a test run are right, above all when something went wrong."""

import json
import pathlib
import subprocess
import sys
import tempfile


def run(*entries):
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder, 'testlog.json')
        log.write_text(''.join(json.dumps(e) + '\n' for e in entries), encoding='utf-8')
        done = subprocess.run([sys.executable, sys.argv[1], log], stdout=subprocess.PIPE, encoding='utf-8', check=False)
    return done.stdout.splitlines(), done.returncode


def entry(name, result, stdout=''):
    return {'name': name, 'result': result, 'stdout': stdout}


def check(lines_and_code, last, code, *notes):
    lines, returncode = lines_and_code
    assert lines[-1] == last, lines
    assert returncode == code, returncode
    for note in notes:
        assert note in lines, (note, lines)


TAP = '# random seed: R02\n1..3\n# Start of rx tests\nok 1 /rx/a\n'

check(run(), '0 passed, 0 failed', 1, 'no test was run')
check(run(entry('a', 'OK')), '1 passed, 0 failed', 0)
check(run(entry('a', 'OK', 'ok, this is no TAP')), '1 passed, 0 failed', 0)
check(run(entry('a', 'FAIL')), '0 passed, 1 failed', 1, 'failed: a (fail)')
check(run(entry('a', 'SKIP')), '0 passed, 0 failed, 1 skipped', 1, 'skipped: a (skip)')
check(run(entry('a', 'OK', TAP + 'ok 2 /rx/b # SKIP no network\nok 3 /rx/c\n')), '2 passed, 0 failed, 1 skipped', 0,
      'skipped: a /rx/b (no network)')
check(run(entry('a', 'FAIL', TAP + 'not ok 2 /rx/b - broken\nok 3 /rx/c\n')), '2 passed, 1 failed', 1)
check(run(entry('a', 'ERROR', TAP + 'not ok 2 /rx/b\n')), '1 passed, 1 failed', 1)
check(run(entry('a', 'ERROR', TAP)), '1 passed, 1 failed', 1, 'failed: a (error)')
check(run(entry('a', 'TIMEOUT', TAP)), '1 passed, 1 failed', 1, 'failed: a (timeout)')
check(run(entry('a', 'OK', TAP + 'not ok 2 /rx/b # TODO later\n')), '2 passed, 0 failed', 0)
check(run(entry('a', 'OK', TAP), entry('b', 'OK')), '2 passed, 0 failed', 0)
