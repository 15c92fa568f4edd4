// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// An error is the end of a stream; retry begins anew.

import Rx from 'gi://Rx?version=1.0';

let attempts = 0;

// check
Rx.Observable.create(emitter => {
    print(`attempt ${++attempts}`);
    if (attempts < 3)
        throw new Error('try again later');
    emitter.next(12);
    emitter.next(13);
    emitter.completed();
}).retry(2).do_on_next(x => {
    if (x === 13)
        throw new RangeError('thirteen is bad luck');
}).subscribe({
    next: x => print(`got ${x}`),
    error: e => print(`failed: ${e.message}`),
});
// /check
