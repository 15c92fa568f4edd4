// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// The test kit as Vala sees it. Built and run by test-vala.sh.

const int64 MS = 1000;          // in microseconds

RxTesting.MarbleTable numbers () {
    var table = new RxTesting.MarbleTable ();
    for (int i = 0; i < 10; i++)
        table.set_item ('0' + i, (int64) i);
    return table;
}

void test_time () {
    try {
        var scheduler = new RxTesting.TestScheduler ();
        var text = "";
        scheduler.create_worker ().schedule_delayed (1, (task) => { text += "x"; });    // its worker is gone
        var worker = scheduler.create_worker ();
        worker.schedule_delayed (5, (task) => { text += @"a$(scheduler.now ()) "; });
        worker.schedule_delayed (5, (task) => { text += @"b$(scheduler.now ()) "; });
        assert (scheduler.get_n_pending () == 2);
        scheduler.advance_to (10);
        assert (text == "a5 b5 ");
        assert (scheduler.now () == 10);
        scheduler.advance_to (9);
        assert_not_reached ();
    } catch (Error e) {
        assert (e.matches (Rx.Error.quark (), Rx.Error.INVALID_ARGUMENT));
    }
}

void test_marbles () {
    try {
        var events = RxTesting.marbles_parse ("-1-(2|)", numbers ());
        assert (events.length == 3);
        assert (events[1].get_time () == 3 * MS);
        assert ((int64) events[1].get_notification ().get_item () == 2);
        assert (RxTesting.marbles_print (events, numbers ()) == "-1-(2|)");
        RxTesting.marbles_parse ("-1)", null);
        assert_not_reached ();
    } catch (Error e) {
        assert (e.message == "In the diagram \"-1)\", at character 3: no group is open");
    }
}

void test_streams () {
    try {
        var scheduler = new RxTesting.TestScheduler ();
        var source = scheduler.create_cold_marbles ("1-2-3|", numbers ());
        var observer = scheduler.subscribe (source.filter ((item) => (int64) item != 2));
        var clock = scheduler.subscribe (Rx.Observable.interval (2 * MS, scheduler).take (2));
        scheduler.run ();
        observer.compare_marbles ("1---3|", numbers ());
        clock.compare_marbles ("--0-(1|)", numbers ());
        source.compare_subscriptions ({ "^----!" }, null);
        assert (observer.get_items ().length == 2);
        assert (observer.is_completed ());
        observer.compare_marbles ("1--3-|", numbers ());
        assert_not_reached ();
    } catch (Error e) {
        assert (e.message == """The stream is not what was expected (one character is 1 ms)
  expected: 1--3-|
  came:     1---3|
and differs
  at 3 ms: next 3 was expected, and came at 4 ms""");
    }
}

void test_protocol () {
    var scheduler = new RxTesting.TestScheduler ();
    var checker = new RxTesting.ProtocolChecker ();
    var told = 0;
    checker.set_handler ((stage, rule, message) => {
        assert (stage == "clock" && rule == RxTesting.ProtocolRule.NO_DEMAND);
        told++;
    });
    var observer = new RxTesting.TestObserver (scheduler);
    observer.start (checker.watch (Rx.Observable.interval (MS, scheduler), "clock"), 1);
    try {
        scheduler.advance_by (3 * MS);
    } catch (Error e) {
        assert_not_reached ();
    }
    assert (told == 2);
    assert (checker.get_violations ().length == 2);
    observer.unsubscribe ();
}

void main (string[] args) {
    Test.init (ref args);
    Test.add_func ("/vala/testing/time", test_time);
    Test.add_func ("/vala/testing/marbles", test_marbles);
    Test.add_func ("/vala/testing/streams", test_streams);
    Test.add_func ("/vala/testing/protocol", test_protocol);
    Test.run ();
}
