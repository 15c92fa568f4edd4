// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// Two ways to end a subscription: by its handle, and with an object.

import GObject from 'gi://GObject';
import Rx from 'gi://Rx?version=1.0';

const window = new GObject.Object();
const numbers = Rx.PublishSubject.new();

// use
const first = numbers.subscribe(x => print(`first: ${x}`));
numbers.subscribe(x => print(`second: ${x}`)).attach_to(window);

numbers.next(1);
first.unsubscribe();
numbers.next(2);
window.run_dispose();   // as closing a window does
numbers.next(3);
// /use

if (!numbers.has_observers())
    print('nobody listens');
