# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""A timeout of GLib becomes a stream."""

import gi
gi.require_version('Rx', '1.0')
from gi.repository import GLib, Rx

loop = GLib.MainLoop()


# source
def start(emitter):
    def beat():
        emitter.next('beat')
        return GLib.SOURCE_CONTINUE

    def stop():
        GLib.source_remove(source_id)
        print('the timeout is removed')

    source_id = GLib.timeout_add(20, beat)
    emitter.add_teardown(stop)


beats = Rx.Observable.create(start)
# /source


def done():
    print('done')
    loop.quit()


beats.take(3).subscribe(print, on_completed=done)
loop.run()
