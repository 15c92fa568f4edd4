// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// A timeout of GLib becomes a stream.

void main () {
    var loop = new MainLoop ();

    // source
    var beats = Rx.Observable.create (Rx.Backpressure.BUFFER, (emitter) => {
        var id = Timeout.add (20, () => {
            emitter.next ("beat");
            return Source.CONTINUE;
        });
        emitter.add_teardown (() => {
            Source.remove (id);
            print ("the timeout is removed\n");
        });
    });
    // /source

    beats.take (3).subscribe_events ((kind, item) => {
        if (kind == Rx.EventKind.NEXT) {
            print ("%s\n", (string) item);
        } else if (kind == Rx.EventKind.COMPLETED) {
            print ("done\n");
            loop.quit ();
        }
    });
    loop.run ();
}
