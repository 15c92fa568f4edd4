// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// The library as Vala sees it. Built and run by test-vala.sh.

const int64 MS = 1000;          // in microseconds
const string END = "|";

errordomain Luck {
    OUT
}

void fail () throws Error {
    throw new Luck.OUT ("out of luck");
}

string show (Value? item) {
    if (item == null)
        return "none";
    var text = Value (typeof (string));
    return item.transform (ref text) ? (string) text : item.strdup_contents ();
}

class Recorder : Object, Rx.Observer {
    public string[] events = {};

    protected void next (Value item) throws Error {
        events += show (item);
        if (item.holds (typeof (string)) && (string) item == "fail")
            fail ();
    }

    protected void error (Error e) {
        events += "#" + e.message;
    }

    protected void completed () {
        events += END;
    }
}

// Subscribes, runs the main loop to the end of the stream and gives all events.
string events_of (Rx.Observable observable) {
    string[] events = {};
    var loop = new MainLoop ();
    var subscription = observable.subscribe_events ((kind, item, error) => {
        switch (kind) {
        case Rx.EventKind.NEXT:
            events += show (item);
            break;
        case Rx.EventKind.ERROR:
            events += "#" + error.message;
            loop.quit ();
            break;
        case Rx.EventKind.COMPLETED:
            events += END;
            loop.quit ();
            break;
        }
    });
    if (!subscription.is_unsubscribed ())
        loop.run ();
    return string.joinv (" ", events);
}

void check (Rx.Observable observable, string wanted) {
    var got = events_of (observable);
    if (got != wanted)
        error ("%s gave \"%s\" instead of \"%s\"", observable.to_string (), got, wanted);
}

void iterate (int64 span) {
    var deadline = get_monotonic_time () + span;
    while (MainContext.default ().iteration (false) || get_monotonic_time () < deadline) {
    }
}

Rx.Observable numbers (int64 n) {
    return Rx.Observable.range (1, n);
}

void test_chain () {
    var main_thread = Thread.self<void> ();
    var calls = 0;
    var chain = numbers (1000)
        .observe_on (Rx.Scheduler.computation ())
        .do_on_next ((x) => assert (Thread.self<void> () != main_thread))
        .observe_on (Rx.Scheduler.main ())
        .map ((x, out r) => {
            assert (Thread.self<void> () == main_thread);
            calls++;
            r = 2 * (int64) x;
        })
        .filter ((x) => (int64) x > 1996);
    check (chain, "1998 2000 |");
    assert (calls == 1000);
}

void test_sources () {
    check (Rx.Observable.just (5), "5 |");
    check (Rx.Observable.just ("text"), "text |");
    check (Rx.Observable.just (null), "NULL |");
    check (Rx.Observable.empty (), END);
    check (Rx.Observable.error (new Luck.OUT ("no")), "#no");
    check (Rx.Observable.from_array ({ 1, "two", 2.5 }), "1 two 2.500000 |");
    // a number of whatever type
    check (Rx.Observable.from_array ({ 1, 2.5, (int64) 3, true })
             .map ((x, out r) => { r = Rx.value_get_int64 (x) + 1; }), "2 3 4 2 |");
    check (Rx.Observable.range_full (0, 3, -2), "0 -2 -4 |");
    check (Rx.Observable.interval (2 * MS, null).take (3), "0 1 2 |");
    check (Rx.Observable.interval_full (0, MS, Rx.Scheduler.main ()).take (2), "0 1 |");
    Rx.Scheduler[] schedulers = { Rx.Scheduler.computation (), Rx.Scheduler.io (), Rx.Scheduler.new_thread (),
                                  Rx.Scheduler.single (), Rx.Scheduler.new_thread_pool (2) };
    foreach (var scheduler in schedulers)
        check (Rx.Observable.timer (MS, scheduler).observe_on (null), "0 |");
    Rx.Observable.never ().subscribe_events ((kind, item, error) => assert_not_reached ()).unsubscribe ();

    var teardowns = 0;
    check (Rx.Observable.create (Rx.Backpressure.BUFFER, (emitter) => {
        emitter.add_teardown (() => teardowns++);
        var cancellable = emitter.get_cancellable ();
        assert (!cancellable.is_cancelled ());
        emitter.next (1);
        emitter.next ("two");
        emitter.completed ();
        assert (emitter.is_unsubscribed () && cancellable.is_cancelled ());
    }), "1 two |");
    assert (teardowns == 1);
    check (Rx.Observable.create (Rx.Backpressure.BUFFER, (emitter) => {
        new Thread<void> ("producer", () => {
            for (var i = 0; i < 3 && emitter.wait_for_demand (); i++)
                emitter.next (i);
            emitter.error (new Luck.OUT ("done"));
        });
    }).observe_on (null), "0 1 2 #done");
    check (Rx.Observable.create (Rx.Backpressure.ERROR, (emitter) => fail ()), "#out of luck");
}

void test_operators () {
    var source = numbers (4);
    var seen = 0;
    check (source.map ((x, out r) => { r = show (x) + "!"; }), "1! 2! 3! 4! |");
    check (source.filter ((x) => (int64) x % 2 == 0), "2 4 |");
    check (source.scan (null, (a, x, out r) => { r = (int64) a + (int64) x; }), "1 3 6 10 |");
    check (source.scan ("", (a, x, out r) => { r = (string) a + show (x); }), " 1 12 123 1234 |");
    check (source.reduce (null, (a, x, out r) => { r = (int64) a * (int64) x; }), "24 |");
    check (source.take (2), "1 2 |");
    check (source.do_on_next ((x) => seen++), "1 2 3 4 |");
    assert (seen == 4);
    check (source.flat_map ((x) => Rx.Observable.range (0, (int64) x)), "0 0 1 0 1 2 0 1 2 3 |");
    check (source.flat_map_full (1, false, (x) => Rx.Observable.just (x)), "1 2 3 4 |");
    check (source.merge_with (Rx.Observable.just (9)), "1 2 3 4 9 |");
    check (Rx.Observable.merge ({ source, source.take (1) }), "1 2 3 4 1 |");
    check (source.zip_with (source, (items, out r) => { r = (int64) items[0] * (int64) items[1]; }), "1 4 9 16 |");
    check (Rx.Observable.zip ({ source, source, source }, (items, out r) => { r = items.length; }), "3 3 3 3 |");
    check (source.take_until (Rx.Observable.never ()), "1 2 3 4 |");
    check (source.take_until (Rx.Observable.just (0)), END);
    check (source.observe_on_full (2, true, Rx.Scheduler.computation ()).observe_on (null), "1 2 3 4 |");
    check (source.subscribe_on (Rx.Scheduler.computation ()).observe_on (null), "1 2 3 4 |");
    check (source.named ("x").as_observable (), "1 2 3 4 |");

    var attempts = 0;
    check (Rx.Observable.create (Rx.Backpressure.BUFFER, (emitter) => {
        emitter.next (++attempts);
        if (attempts < 3)
            fail ();
        emitter.completed ();
    }).retry (5), "1 2 3 |");
}

void test_errors () {
    var source = numbers (4);
    check (source.map ((x, out r) => { r = 0; fail (); }), "#out of luck");
    check (source.filter ((x) => { fail (); return true; }), "#out of luck");
    check (source.reduce (null, (a, x, out r) => { r = 0; fail (); }), "#out of luck");
    check (source.do_on_next ((x) => fail ()), "#out of luck");
    check (source.flat_map ((x) => { fail (); return null; }), "#out of luck");
    check (source.flat_map ((x) => null), "#The function of flat_map gave neither an observable nor an error");
    check (source.zip_with (source, (items, out r) => { r = 0; fail (); }), "#out of luck");

    var lost = "";
    Rx.set_undeliverable_func ((error, stream) => { lost = stream + ": " + error.message; });
    source.named ("unlucky").subscribe_events ((kind, item, error) => fail ());
    Rx.set_undeliverable_func (null);
    assert (lost == "unlucky: out of luck");

    source.map ((x, out r) => { r = 0; throw new Rx.Error.TYPE ("mine"); }).subscribe_events ((kind, item, error) => {
        assert (error is Rx.Error.TYPE && error.domain == Rx.Error.quark ());
    });
}

void test_subscribing () {
    var subject = new Rx.PublishSubject ();
    string[] events = {};
    var subscription = subject.subscribe_events ((kind, item, error) => { events += show (item); });
    assert (subject.has_observers ());
    subject.on_next (1);
    subscription.unsubscribe ();
    subject.on_next (2);
    subject.on_error (new Luck.OUT ("x"));
    subject.on_completed ();
    assert (string.joinv (" ", events) == "1");
    assert (subscription.is_unsubscribed () && !subject.has_observers ());

    var observer = new Recorder ();
    var handle = new Rx.Subscription ();
    numbers (6).subscribe_observer (observer, 2, handle);
    assert (string.joinv (" ", observer.events) == "1 2");
    handle.request (int64.MAX);
    assert (string.joinv (" ", observer.events) == "1 2 3 4 5 6 |");
    observer = new Recorder ();
    Rx.Observable.from_array ({ 1, "fail", 2 }).subscribe_observer (observer, int64.MAX, null);
    assert (string.joinv (" ", observer.events) == "1 fail #out of luck");

    var done = 0;
    var both = new Rx.CompositeSubscription ();
    both.add (new Rx.Subscription.with_func (() => done++));
    both.unsubscribe ();
    assert (done == 1);
    var serial = new Rx.SerialSubscription ();
    var first = new Rx.Subscription ();
    serial.set_current (first);
    serial.set_current (new Rx.Subscription ());
    assert (first.is_unsubscribed () && serial.get_current () != null);
    var owner = new Object ();
    var bound = subject.as_observable ().subscribe_events ((kind, item, error) => {});
    bound.attach_to (owner);
    owner = null;
    assert (bound.is_unsubscribed ());
}

void test_values () {
    var items = new Rx.List ({ 1, "two" });
    assert (items.get_length () == 2 && items.get_items ().length == 2 && (string) items.get_item (1) == "two");
    var observer = new Recorder ();
    new Rx.Notification.next (1).accept (observer);
    new Rx.Notification.error (new Luck.OUT ("x")).accept (observer);
    new Rx.Notification.completed ().accept (observer);
    assert (string.joinv (" ", observer.events) == "1 #x |");
    assert (new Rx.Notification.completed ().get_kind () == Rx.EventKind.COMPLETED);
    var stamped = new Rx.Timestamped ("a", 5);
    assert ((string) stamped.get_item () == "a" && stamped.get_time () == 5);
    assert (Rx.value_equal (1, 1.0) && Rx.value_hash (1) == Rx.value_hash (1.0));
}

// A scheduler of one's own, on the main context.

class OwnWorker : Rx.Worker {
    public static int n_scheduled = 0;
    private List<uint> sources = new List<uint> ();

    protected override void schedule_task (TimeSpan delay, owned Rx.Task task) {
        uint source = 0;
        Rx.Task? held = (owned) task;
        n_scheduled++;
        source = Timeout.add ((uint) (delay / MS), () => {
            sources.remove (source);
            held.run ();
            held = null;
            return Source.REMOVE;
        });
        sources.append (source);
    }

    protected override void unsubscribe () {
        foreach (var source in sources)
            Source.remove (source);
        sources = new List<uint> ();
    }
}

class OwnScheduler : Rx.Scheduler {
    protected override int64 now () {
        return get_monotonic_time ();
    }

    protected override Rx.Worker create_worker () {
        return new OwnWorker ();
    }
}

void test_schedulers () {
    Rx.Scheduler[] shared = { Rx.Scheduler.main (), Rx.Scheduler.immediate (), Rx.Scheduler.trampoline (),
                              Rx.Scheduler.main_context (null, Priority.DEFAULT) };
    foreach (var scheduler in shared) {
        assert ((scheduler.now () - get_monotonic_time ()).abs () < 100 * MS);
        check (numbers (3).observe_on (scheduler), "1 2 3 |");
    }

    var runs = "";
    var worker = Rx.Scheduler.main ().create_worker ();
    worker.schedule_task (0, new Rx.Task ((task) => { runs += "a"; }));
    worker.schedule_delayed (MS, (task) => { runs += "b"; });
    var never = worker.schedule_delayed (MS, (task) => { runs += "x"; });
    never.cancel ();
    assert (never.is_cancelled ());
    worker.schedule_periodic (2 * MS, MS, (task) => {
        runs += "p";
        if (runs.has_suffix ("ppp"))
            task.cancel ();
    });
    iterate (40 * MS);
    assert (runs == "abppp");
    worker.schedule_delayed (MS, (task) => { runs += "x"; });
    worker.unsubscribe ();
    assert (worker.is_unsubscribed ());
    iterate (5 * MS);
    assert (runs == "abppp");

    var own = new OwnScheduler ();
    check (numbers (5).observe_on (own), "1 2 3 4 5 |");
    check (Rx.Observable.interval (2 * MS, own).take (3), "0 1 2 |");
    assert (OwnWorker.n_scheduled > 3);
    var own_worker = own.create_worker ();
    own_worker.schedule_delayed (MS, (task) => { runs += "!"; });
    iterate (10 * MS);
    own_worker.schedule_delayed (MS, (task) => { runs += "x"; });
    own_worker.unsubscribe ();
    iterate (5 * MS);
    assert (runs == "abppp!");
}

void main (string[] args) {
    Test.init (ref args);
    Test.add_func ("/vala/chain", test_chain);
    Test.add_func ("/vala/sources", test_sources);
    Test.add_func ("/vala/operators", test_operators);
    Test.add_func ("/vala/errors", test_errors);
    Test.add_func ("/vala/subscribing", test_subscribing);
    Test.add_func ("/vala/values", test_values);
    Test.add_func ("/vala/schedulers", test_schedulers);
    Test.run ();
}
