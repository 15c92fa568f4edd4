# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""What a stream is called, and who is told what nobody was told."""

import gi
gi.require_version('Rx', '1.0')
from gi.repository import Rx


def square(x):
    if x == 13:
        raise ValueError('thirteen is bad luck')
    return x * x


# use
squares = Rx.Observable.range(10, 5).map(square).named('squares').take(4)
print(squares.to_string())

Rx.set_undeliverable_func(lambda error, stream: print(f'nobody was told of {stream}: {error}'))
squares.subscribe()
# /use

Rx.set_undeliverable_func(None)
