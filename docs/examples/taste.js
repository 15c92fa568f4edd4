// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// The squares of the even numbers up to ten. What stands between the marks is shown in README.md.

// taste
import Rx from 'gi://Rx?version=1.0';

Rx.Observable.range(1, 10).filter(x => x % 2 === 0).map(x => x * x).subscribe(x => print(x));
// /taste
