# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""How large are these files together? One is read after the other."""

import sys

import gi
gi.require_version('Rx', '1.0')
from gi.repository import Gio, GLib, Rx

loop = GLib.MainLoop()


# load
def load(path):
    file = Gio.File.new_for_commandline_arg(path)

    def start(emitter):
        def loaded(file, result):
            try:
                content, _etag = file.load_bytes_finish(result)
            except GLib.Error as error:
                emitter.error(error)
                return
            emitter.next(content)
            emitter.completed()

        file.load_bytes_async(emitter.get_cancellable(), loaded)

    return Rx.Observable.create(start)
# /load


# use
def total_size(paths):
    return (Rx.Observable.from_array(paths)
            .flat_map_full(load, max_concurrency=1)
            .reduce(lambda size, content: size + content.get_size(), 0))
# /use


def failed(error):
    print(error, file=sys.stderr)
    loop.quit()


total_size(sys.argv[1:]).subscribe(lambda size: print(size, 'bytes'), failed, loop.quit)
loop.run()
