// SPDX-License-Identifier: LGPL-2.1-or-later
// SPDX-FileCopyrightText: 2026 The rx-glib authors

// Tests of streams. What stands between the marks is shown in docs/testing.md.

// head
import GLib from 'gi://GLib';
import Rx from 'gi://Rx?version=1.0';
import RxTesting from 'gi://RxTesting?version=1.0';
import {exit} from 'system';

/** Counts the seconds until somebody says stop. */
function countSeconds(stop, scheduler) {
    return Rx.Observable.interval(GLib.TIME_SPAN_SECOND, scheduler).take_until(stop);
}
// /head

function assert(condition) {
    if (!condition)
        throw new Error('an assertion has failed');
}

const tests = {
    // time
    testTime() {
        const scheduler = new RxTesting.TestScheduler();
        const numbers = [];
        const subscription = countSeconds(Rx.Observable.never(), scheduler).subscribe(x => numbers.push(x));
        scheduler.advance_by(3500 * GLib.TIME_SPAN_MILLISECOND);
        assert(numbers.join() === '0,1,2');
        subscription.unsubscribe();
        assert(scheduler.get_n_pending() === 0);
    },
    // /time

    // marbles
    testMarbles() {
        const scheduler = new RxTesting.TestScheduler();
        const stop = scheduler.create_hot_marbles('2500ms s');
        const observer = scheduler.subscribe(countSeconds(stop, scheduler).map(n => ({n})));
        scheduler.run();
        observer.compare_marbles('1s a 999ms b 499ms |', {a: {n: 0}, b: {n: 1}});
        stop.compare_subscriptions(['^ 2499ms !']);
    },
    // /marbles

    // difference
    testDifference() {
        const scheduler = new RxTesting.TestScheduler();
        const observer = scheduler.subscribe(scheduler.create_cold_marbles('-a--b-|'));
        scheduler.run();
        let message = '';
        try {
            observer.compare_marbles('-a-b--|');
        } catch (e) {
            message = e.message;
        }
        assert(message === [
            'The stream is not what was expected (one character is 1 ms)',
            '  expected: -a-b--|',
            '  came:     -a--b-|',
            'and differs',
            '  at 3 ms: next "b" was expected, and came at 4 ms',
        ].join('\n'));
    },
    // /difference
};

let failures = 0;
for (const [name, test] of Object.entries(tests)) {
    try {
        test();
        print(`ok - ${name}`);
    } catch (e) {
        failures++;
        print(`not ok - ${name}: ${e.message}\n${e.stack}`);
    }
}
exit(failures > 0 ? 1 : 0);
