# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

from datetime import timedelta

import gi
gi.require_version('Rx', '1.0')
from gi.repository import GLib, Rx

loop = GLib.MainLoop()


def done():
    print('done')
    loop.quit()


times = Rx.Observable.interval(timedelta(milliseconds=100)).take(3).map(lambda n: f'{(n + 1) * 0.1:.1f} s')
times.subscribe(print, on_completed=done)
loop.run()
