// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// Work goes to a thread, and comes back.

void main () {
    var loop = new MainLoop ();
    var main_thread = Thread.self<void> ();

    // work
    var squares = Rx.Observable.range (1, 3)
        .observe_on (Rx.Scheduler.computation ())
        .map ((x, out text) => {
            var place = Thread.self<void> () == main_thread ? "here" : "elsewhere";
            text = @"$((int64) x * (int64) x) (worked on $place)";
        })
        .observe_on (Rx.Scheduler.main ());
    // /work

    squares.subscribe_events ((kind, item) => {
        if (kind == Rx.EventKind.NEXT) {
            print ("%s\n", (string) item);
        } else if (kind == Rx.EventKind.COMPLETED) {
            print ("shown on %s\n", Thread.self<void> () == main_thread ? "the main loop" : "some thread");
            loop.quit ();
        }
    });
    loop.run ();
}
