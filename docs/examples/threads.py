# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""Work goes to a thread, and comes back."""

import threading

import gi
gi.require_version('Rx', '1.0')
from gi.repository import GLib, Rx

loop = GLib.MainLoop()


def is_main_thread():
    return threading.current_thread() is threading.main_thread()


# work
def square(x):
    return f'{x * x} (worked on {"here" if is_main_thread() else "elsewhere"})'


squares = (Rx.Observable.range(1, 3)
           .observe_on(Rx.Scheduler.computation())
           .map(square)
           .observe_on(Rx.Scheduler.main()))
# /work


def done():
    print('shown on', 'the main loop' if is_main_thread() else 'some thread')
    loop.quit()


squares.subscribe(print, on_completed=done)
loop.run()
