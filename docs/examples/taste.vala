// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// The squares of the even numbers up to ten. What stands between the marks is shown in README.md.

void main () {
    // taste
    var numbers = Rx.Observable.range (1, 10)
        .filter ((x) => (int64) x % 2 == 0)
        .map ((x, out square) => square = (int64) x * (int64) x);

    numbers.subscribe_events ((kind, item) => {
        if (kind == Rx.EventKind.NEXT)
            print (@"$((int64) item)\n");
    });
    // /taste
}
