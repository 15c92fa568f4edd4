# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""Two ways to end a subscription: by its handle, and with an object."""

import gi
gi.require_version('Rx', '1.0')
from gi.repository import GObject, Rx

window = GObject.Object()
numbers = Rx.PublishSubject.new()

# use
first = numbers.subscribe(lambda x: print(f'first: {x}'))
numbers.subscribe(lambda x: print(f'second: {x}')).attach_to(window)

numbers.on_next(1)
first.unsubscribe()
numbers.on_next(2)
del window
numbers.on_next(3)
# /use

if not numbers.has_observers():
    print('nobody listens')
