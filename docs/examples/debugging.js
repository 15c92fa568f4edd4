// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// What a stream is called, and who is told what nobody was told.

import Rx from 'gi://Rx?version=1.0';

function square(x) {
    if (x === 13)
        throw new RangeError('thirteen is bad luck');
    return x * x;
}

// use
const squares = Rx.Observable.range(10, 5).map(square).named('squares').take(4);
print(squares.to_string());

Rx.set_undeliverable_func((error, stream) => print(`nobody was told of ${stream}: ${error.message}`));
squares.subscribe();
// /use

Rx.set_undeliverable_func(null);
