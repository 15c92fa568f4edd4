// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// How large are these files together? One is read after the other.

// load
Rx.Observable load (string path) {
    var file = File.new_for_commandline_arg (path);

    return Rx.Observable.create (Rx.Backpressure.BUFFER, (emitter) => {
        file.load_bytes_async.begin (emitter.get_cancellable (), (source, result) => {
            try {
                emitter.next (file.load_bytes_async.end (result, null));
                emitter.completed ();
            } catch (Error e) {
                emitter.error (e);
            }
        });
    });
}
// /load

// use
Rx.Observable total_size (Value[] paths) {
    return Rx.Observable.from_array (paths)
        .flat_map_full (1, false, (path) => load ((string) path))
        .reduce ((int64) 0, (size, content, out sum) => sum = (int64) size + ((Bytes) content).get_size ());
}
// /use

void main (string[] args) {
    var loop = new MainLoop ();
    Value[] paths = {};
    foreach (var path in args[1:])
        paths += path;

    var subscription = total_size (paths).subscribe_events ((kind, item, error) => {
        switch (kind) {
        case Rx.EventKind.NEXT:
            print (@"$((int64) item) bytes\n");
            break;
        case Rx.EventKind.ERROR:
            printerr ("%s\n", error.message);
            loop.quit ();
            break;
        case Rx.EventKind.COMPLETED:
            loop.quit ();
            break;
        }
    });
    if (!subscription.is_unsubscribed ())
        loop.run ();
}
