// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

void main () {
    var loop = new MainLoop ();

    var times = Rx.Observable.interval (100 * TimeSpan.MILLISECOND)
        .take (3)
        .map ((n, out text) => text = "%.1f s".printf (((int64) n + 1) * 0.1));

    times.subscribe_events ((kind, item) => {
        if (kind == Rx.EventKind.NEXT) {
            print ("%s\n", (string) item);
        } else if (kind == Rx.EventKind.COMPLETED) {
            print ("done\n");
            loop.quit ();
        }
    });
    loop.run ();
}
