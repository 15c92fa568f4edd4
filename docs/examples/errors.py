# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""An error is the end of a stream; retry begins anew."""

import itertools

import gi
gi.require_version('Rx', '1.0')
from gi.repository import Rx

attempts = itertools.count(1)


# check
def answer(emitter):
    attempt = next(attempts)
    print('attempt', attempt)
    if attempt < 3:
        raise BlockingIOError('try again later')
    emitter.next(12)
    emitter.next(13)
    emitter.completed()


def check(x):
    if x == 13:
        raise ValueError('thirteen is bad luck')


(Rx.Observable.create(answer)
    .retry(2)
    .do_on_next(check)
    .subscribe(lambda x: print('got', x), lambda error: print('failed:', error)))
# /check
