/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Tests of streams. What stands between the marks is shown in docs/testing.md. */

#include <rx-glib/rx-testing.h>

/* subject */
/* Counts the seconds until somebody says stop. */
static RxObservable *
count_seconds (RxObservable *stop, RxScheduler *scheduler)
{
  RxObservable *seconds = rx_observable_interval (G_TIME_SPAN_SECOND, scheduler);

  rx_then (&seconds, take_until, stop);
  return seconds;
}
/* /subject */

/* time */
static void
note_number (const GValue *item, gpointer user_data, GError **error)
{
  *(gint64 *) user_data = rx_value_get_int64 (item);
}

static void
test_time (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new ();
  g_autoptr (RxSubject) stop = rx_publish_subject_new ();
  g_autoptr (RxObservable) seconds = count_seconds (RX_OBSERVABLE (stop), RX_SCHEDULER (scheduler));
  g_autoptr (RxSubscription) subscription = NULL;
  gint64 last = -1;

  subscription = rx_observable_subscribe (seconds, note_number, NULL, NULL, &last, NULL);
  rx_test_scheduler_advance_by (scheduler, 3500 * G_TIME_SPAN_MILLISECOND, NULL);
  g_assert_cmpint (last, ==, 2);
  g_assert_cmpint (rx_test_scheduler_get_next_due (scheduler), ==, 4 * G_TIME_SPAN_SECOND);

  rx_subject_completed (stop);
  rx_subscription_unsubscribe (subscription);
  g_assert_cmpuint (rx_test_scheduler_get_n_pending (scheduler), ==, 0);
}
/* /time */

/* marbles */
static void
test_marbles (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new ();
  g_autoptr (RxMarbleTable) table = rx_marble_table_new ();
  g_autoptr (RxTestSource) stop = NULL;
  g_autoptr (RxObservable) seconds = NULL;
  g_autoptr (RxTestObserver) observer = NULL;

  rx_marble_table_set_item (table, '0', RX_VALUE_INT64 (0));
  rx_marble_table_set_item (table, '1', RX_VALUE_INT64 (1));
  stop = rx_test_scheduler_create_hot_marbles (scheduler, "2500ms s", NULL, NULL);
  seconds = count_seconds (RX_OBSERVABLE (stop), RX_SCHEDULER (scheduler));

  observer = rx_test_scheduler_subscribe (scheduler, seconds);
  rx_test_scheduler_run (scheduler, NULL);
  rx_assert_marbles_with (observer, "1s 0 999ms 1 499ms |", table);
  rx_assert_subscriptions (stop, "^ 2499ms !");
}
/* /marbles */

/* sources */
static void
test_sources (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new ();
  g_autoptr (RxTestSource) source = rx_test_scheduler_create_cold_marbles (scheduler, "-a-#", NULL, NULL);
  g_autoptr (RxObservable) stubborn = rx_observable_retry (RX_OBSERVABLE (source), 1);
  g_autoptr (RxTestObserver) observer = rx_test_scheduler_subscribe (scheduler, stubborn);

  rx_test_scheduler_run (scheduler, NULL);
  rx_assert_marbles (observer, "-a--a-#");
  rx_assert_subscriptions (source, "^--!",
                                   "---^--!");
}
/* /sources */

/* observer */
static void
test_observer (void)
{
  g_autoptr (RxObservable) numbers = rx_observable_range (1, 1000);
  g_autoptr (RxTestObserver) observer = NULL;
  g_autoptr (GError) error = NULL;

  rx_then (&numbers, observe_on, rx_scheduler_computation ());
  observer = rx_test_observer_subscribe (numbers, 10);
  rx_test_observer_wait_for_items (observer, 10, 5 * G_TIME_SPAN_SECOND, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (rx_test_observer_get_n_items (observer), ==, 10);

  rx_test_observer_request (observer, G_MAXINT64);
  rx_test_observer_wait (observer, 5 * G_TIME_SPAN_SECOND, &error);
  g_assert_no_error (error);
  g_assert_true (rx_test_observer_is_completed (observer));
}
/* /observer */

/* protocol */
static void
test_protocol (void)
{
  g_autoptr (RxProtocolChecker) checker = rx_protocol_checker_new ();
  g_autoptr (RxObservable) numbers = rx_observable_range (1, 100);
  g_autoptr (RxObservable) watched = rx_protocol_checker_watch (checker, numbers, "numbers");
  g_autoptr (RxTestObserver) observer = rx_test_observer_subscribe (watched, 10);

  rx_test_observer_request (observer, 5);
  g_assert_cmpuint (rx_test_observer_get_n_items (observer), ==, 15);
  rx_assert_no_violations (checker);
}
/* /protocol */

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/example/time", test_time);
  g_test_add_func ("/example/marbles", test_marbles);
  g_test_add_func ("/example/sources", test_sources);
  g_test_add_func ("/example/observer", test_observer);
  g_test_add_func ("/example/protocol", test_protocol);
  return g_test_run ();
}
