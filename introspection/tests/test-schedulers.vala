// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// A scheduler that is written in Vala: its time goes on when it is told to, and it forgets nothing of what it was asked.

class Entry {
    public int64 due;
    public Rx.Task? task;

    public Entry (int64 due, owned Rx.Task task) {
        this.due = due;
        this.task = (owned) task;
    }
}

class VirtualWorker : Rx.Worker {
    public weak VirtualScheduler home;

    protected override void schedule_task (TimeSpan delay, owned Rx.Task task) {
        home.entries.append (new Entry (home.time + delay, (owned) task));
        if (home.fail_after-- == 0)
            Rx.callback_fail (new IOError.BUSY ("in schedule"));
    }

    protected override void unsubscribe () {
        home.closed++;
    }
}

class VirtualScheduler : Rx.Scheduler {
    public int64 time = 1000;
    public List<Entry> entries = new List<Entry> ();
    public int made = 0;
    public int closed = 0;
    public int fail_after = -1;

    protected override int64 now () {
        return time;
    }

    protected override Rx.Worker create_worker () {
        var worker = new VirtualWorker ();
        worker.home = this;
        made++;
        return worker;
    }

    public void advance (TimeSpan span) {
        var end = time + span;
        while (true) {
            Entry? next = null;
            foreach (var entry in entries) {
                if (entry.due <= end && (next == null || entry.due < next.due))
                    next = entry;
            }
            if (next == null)
                break;
            entries.remove (next);
            time = int64.max (time, next.due);
            next.task.run ();
        }
        time = end;
    }
}

string runs;
VirtualScheduler scheduler;

void note (string what) {
    runs += "%s%lld ".printf (what, scheduler.now ());
}

void start () {
    runs = "";
    scheduler = new VirtualScheduler ();
}

void assert_runs (string expected) {
    if (runs != expected)
        error ("%s instead of %s", runs, expected);
}

void test_tasks () {
    start ();
    var worker = scheduler.create_worker ();
    assert (worker.get_scheduler () == scheduler);
    worker.schedule_delayed (30, (task) => note ("c"));
    worker.schedule ((task) => note ("a"));
    worker.schedule_delayed (-5, (task) => note ("b"));
    var never = worker.schedule_delayed (10, (task) => note ("never"));
    never.cancel ();
    assert (never.is_cancelled ());
    worker.schedule_delayed (30, (task) => note ("d"));
    assert_runs ("");
    scheduler.advance (30);
    assert_runs ("a1000 b1000 c1030 d1030 ");

    runs = "";
    var count = 0;
    var periodic = worker.schedule_periodic (5, 10, (task) => {
        note ("");
        if (++count == 2)
            scheduler.time += 25;       // misses two
        if (count == 5)
            task.cancel ();
    });
    scheduler.advance (100);
    assert_runs ("1035 1045 1070 1075 1085 ");
    assert (periodic.is_cancelled ());
}

void test_unsubscribe () {
    start ();
    var worker = scheduler.create_worker ();
    var one = worker.schedule ((task) => note ("x"));
    var other = worker.schedule_delayed (10, (task) => note ("x"));
    var third = worker.schedule_periodic (0, 10, (task) => note ("x"));
    worker.unsubscribe ();
    worker.unsubscribe ();
    assert (one.is_cancelled () && other.is_cancelled () && third.is_cancelled ());
    assert (worker.schedule ((task) => note ("x")).is_cancelled ());
    scheduler.advance (100);
    assert_runs ("");
    assert (scheduler.closed == 1);
}

void listen (Rx.Observable stream) {
    stream.subscribe_events ((kind, item, error) => {
        if (kind == Rx.EventKind.NEXT)
            note ("%lld@".printf (item.get_int64 ()));
        else
            runs += kind == Rx.EventKind.ERROR ? "#" + error.message : "|";
    });
}

void test_streams () {
    start ();
    listen (Rx.Observable.range (0, 2).observe_on (scheduler));
    assert_runs ("");
    scheduler.advance (0);
    assert_runs ("0@1000 1@1000 |");
    assert (scheduler.made == 1 && scheduler.closed == 1);

    start ();
    listen (Rx.Observable.interval (10, scheduler).take (3));
    scheduler.advance (100);
    assert_runs ("0@1010 1@1020 2@1030 |");
    assert (scheduler.made == 1 && scheduler.closed == 1);
}

void test_failing () {
    start ();
    scheduler.fail_after = 2;
    listen (Rx.Observable.interval (10, scheduler));
    scheduler.advance (100);
    assert_runs ("0@1010 1@1020 #in schedule");
    start ();
    scheduler.fail_after = 0;
    listen (Rx.Observable.range (0, 2).subscribe_on (scheduler));
    scheduler.advance (100);
    assert_runs ("#in schedule");
}

void main (string[] args) {
    Test.init (ref args);
    Test.add_func ("/vala/schedulers/tasks", test_tasks);
    Test.add_func ("/vala/schedulers/unsubscribe", test_unsubscribe);
    Test.add_func ("/vala/schedulers/streams", test_streams);
    Test.add_func ("/vala/schedulers/failing", test_failing);
    Test.run ();
}
