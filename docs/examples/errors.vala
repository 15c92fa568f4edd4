// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// An error is the end of a stream; retry begins anew.

void main () {
    var attempts = 0;

    // check
    var answers = Rx.Observable.create (Rx.Backpressure.BUFFER, (emitter) => {
            print (@"attempt $(++attempts)\n");
            if (attempts < 3)
                throw new IOError.BUSY ("try again later");
            emitter.next (12);
            emitter.next (13);
            emitter.completed ();
        })
        .retry (2)
        .do_on_next ((x) => {
            if ((int) x == 13)
                throw new IOError.FAILED ("thirteen is bad luck");
        });
    // /check

    answers.subscribe_events ((kind, item, error) => {
        if (kind == Rx.EventKind.NEXT)
            print (@"got $((int) item)\n");
        else if (kind == Rx.EventKind.ERROR)
            print ("failed: %s\n", error.message);
    });
}
