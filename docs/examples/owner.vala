// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// Two ways to end a subscription: by its handle, and with an object.

Rx.Subscription print_all (Rx.Observable numbers, string name) {
    return numbers.subscribe_events ((kind, item) => print (@"$name: $((int) item)\n"));
}

void main () {
    var window = new Object ();
    var numbers = new Rx.PublishSubject ();

    // use
    var first = print_all (numbers, "first");
    print_all (numbers, "second").attach_to (window);

    numbers.on_next (1);
    first.unsubscribe ();
    numbers.on_next (2);
    window = null;
    numbers.on_next (3);
    // /use

    if (!numbers.has_observers ())
        print ("nobody listens\n");
}
