/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include <rx-glib/rx-testing.h>

#include "rx-test-script.h"

#define MS G_TIME_SPAN_MILLISECOND

static void
test_virtual_time (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new_at (500);
  g_autoptr (RxObservable) interval = rx_observable_interval (2 * MS, RX_SCHEDULER (scheduler));
  g_autoptr (RxMarbleTable) table = rx_marble_table_new ();
  g_autoptr (RxTestObserver) observer = NULL;
  g_autoptr (RxScheduler) its_scheduler = NULL;
  g_autoptr (GError) error = NULL;
  RxTestEvent **events;
  GValue *items;
  gsize n;

  for (gint64 i = 0; i < 3; i++)
    rx_marble_table_set_item (table, '0' + i, RX_VALUE_INT64 (i));
  rx_then (&interval, take, 3);
  observer = rx_test_scheduler_subscribe (scheduler, interval);
  g_object_get (observer, "scheduler", &its_scheduler, NULL);
  g_assert_true (its_scheduler == RX_SCHEDULER (scheduler));
  rx_assert_marbles (observer, "");
  g_assert_false (rx_test_observer_has_ended (observer));

  g_assert_true (rx_test_scheduler_run (scheduler, NULL));
  rx_assert_marbles_with (observer, "--0-1-(2|)", table);
  rx_assert_marbles_with (observer, "2ms 0 1ms 1-(2|)", table);
  g_assert_true (rx_test_observer_has_ended (observer));
  g_assert_true (rx_test_observer_is_completed (observer));
  g_assert_null (rx_test_observer_get_error (observer));
  g_assert_cmpuint (rx_test_observer_get_n_items (observer), ==, 3);

  items = rx_test_observer_get_items (observer, &n);
  g_assert_cmpuint (n, ==, 3);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpint (rx_value_get_int64 (&items[i]), ==, i);
  g_free (items);

  events = rx_test_observer_get_events (observer, &n);
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpint (rx_test_event_get_time (events[1]), ==, 500 + 4 * MS);
  g_assert_true (rx_test_observer_compare_events (observer, events, 4, table, NULL));
  g_assert_false (rx_test_observer_compare_events (observer, events, 3, table, &error));
  g_assert_error (error, RX_ERROR, RX_ERROR_INVALID_ARGUMENT);
  rx_test_events_free (events, n);
}

static void
test_error (void)
{
  g_autoptr (RxObservable) failing = rx_test_failing ("boom");
  g_autoptr (RxTestObserver) observer = rx_test_observer_subscribe (failing, 0);
  g_autoptr (GError) error = rx_test_observer_get_error (observer);

  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
  g_assert_cmpstr (error->message, ==, "boom");
  g_assert_true (rx_test_observer_has_ended (observer));
  g_assert_false (rx_test_observer_is_completed (observer));
}

static void
test_demand (void)
{
  g_autoptr (RxObservable) range = rx_test_numbers ("1 2 3 4 5");
  g_autoptr (RxTestObserver) observer = rx_test_observer_subscribe (range, 2);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (rx_test_observer_get_n_items (observer), ==, 2);
  rx_test_observer_request (observer, 1);
  g_assert_cmpuint (rx_test_observer_get_n_items (observer), ==, 3);
  rx_test_observer_request (observer, 0);
  error = rx_test_observer_get_error (observer);
  g_assert_error (error, RX_ERROR, RX_ERROR_BAD_REQUEST);
}

static void
test_unsubscribe (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxTestObserver) observer = rx_test_observer_subscribe (RX_OBSERVABLE (subject), G_MAXINT64);
  RxTestObserver *gone = rx_test_observer_subscribe (RX_OBSERVABLE (subject), G_MAXINT64);

  rx_test_feed (subject, "a");
  rx_test_observer_unsubscribe (observer);
  g_assert_true (rx_subscription_is_unsubscribed (rx_test_observer_get_subscription (observer)));
  rx_test_feed (subject, "b");
  g_assert_cmpuint (rx_test_observer_get_n_items (observer), ==, 1);
  g_assert_cmpuint (rx_test_observer_get_n_items (gone), ==, 2);

  /* One that goes away stops its stream. */
  g_assert_true (rx_subject_has_observers (subject));
  g_object_unref (gone);
  g_assert_false (rx_subject_has_observers (subject));

  g_test_expect_message ("RxTesting", G_LOG_LEVEL_CRITICAL, "*serves one stream*");
  rx_test_observer_start (observer, RX_OBSERVABLE (subject), 1);
  g_test_assert_expected_messages ();
}

/* Without virtual time it is the order that counts. */
static void
test_order (void)
{
  g_autoptr (RxObservable) source = rx_test_script ("a b |", NULL);
  g_autoptr (RxTestObserver) observer = rx_test_observer_subscribe (source, G_MAXINT64);
  g_autoptr (GError) error = NULL;

  rx_assert_marbles (observer, "ab|");
  rx_assert_marbles (observer, "--a 5s (b|)");
  g_assert_false (rx_test_observer_compare_marbles (observer, "bc|", NULL, &error));
  g_assert_cmpstr (error->message, ==,
                   "The stream is not what was expected\n"
                   "  expected: bc|\n"
                   "  came:     ab|\n"
                   "and differs\n"
                   "  at place 1: next \"b\" was expected, next \"a\" came\n"
                   "  at place 2: next \"c\" was expected, next \"b\" came");
  g_clear_error (&error);
  g_assert_false (rx_test_observer_compare_marbles (observer, "a(b", NULL, &error));
  g_assert_cmpstr (error->message, ==, "In the diagram \"a(b\", at character 2: this group is not closed");
}

/* As an observer of somebody else's subscription. */
static void
test_observer (void)
{
  g_autoptr (RxTestObserver) observer = rx_test_observer_new (NULL);
  g_autoptr (GError) error = rx_test_error ("error");

  rx_observer_on_next (RX_OBSERVER (observer), RX_VALUE_STRING ("a"));
  rx_observer_on_error (RX_OBSERVER (observer), error);
  rx_assert_marbles (observer, "a#");
}

/* --- subscriptions by diagram --- */

static void
test_subscribe_marbles (void)
{
  static const struct
  {
    const gchar *source;
    const gchar *subscription;
    const gchar *events;
    const gchar *logged;
  } rows[] = {
    { "-a-b-c-|", "^", "-a-b-c-|", "^------!" },
    { "-a-b-c-|", "--^--!", "---b-", "--^--!" },
    { "-a-b-c-|", "---^", "---b-c-|", "---^---!" },
    { "-a-b-c-#", "^-!", "-a-", "^-!" },
    { "-a-b-c-|", "9ms ^", "---------|", "9ms (^!)" },
    { "-a-b", "-(^!)", "", "-(^!)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new_at (7);
      g_autoptr (RxTestSource) source = rx_test_scheduler_create_hot_marbles (scheduler, rows[i].source, NULL, NULL);
      g_autoptr (RxTestObserver) observer = rx_test_scheduler_subscribe_marbles (scheduler, RX_OBSERVABLE (source),
                                                                                 rows[i].subscription, NULL, NULL);

      g_assert_true (rx_test_scheduler_run (scheduler, NULL));
      rx_assert_marbles (observer, rows[i].events);
      rx_assert_subscriptions (source, rows[i].logged);
    }
}

/* An observer that goes before its time never subscribes. */
static void
test_subscribe_never (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new ();
  g_autoptr (RxTestSource) source = rx_test_scheduler_create_cold_marbles (scheduler, "a|", NULL, NULL);
  g_autoptr (RxTestObserver) observer = NULL;
  g_autoptr (GError) error = NULL;

  observer = rx_test_scheduler_subscribe_marbles (scheduler, RX_OBSERVABLE (source), "-^", NULL, NULL);
  g_clear_object (&observer);
  g_assert_cmpuint (rx_test_scheduler_get_n_pending (scheduler), ==, 0);
  g_assert_true (rx_test_scheduler_run (scheduler, NULL));
  g_assert_cmpuint (rx_test_source_get_n_subscriptions (source), ==, 0);

  g_assert_null (rx_test_scheduler_subscribe_marbles (scheduler, RX_OBSERVABLE (source), "^a", NULL, &error));
  g_assert_error (error, RX_ERROR, RX_ERROR_INVALID_ARGUMENT);
}

/* --- waiting --- */

static void
test_wait_iterating (void)
{
  g_autoptr (RxObservable) interval = rx_observable_interval (MS, NULL);
  g_autoptr (RxTestObserver) observer = NULL;
  g_autoptr (GError) error = NULL;

  rx_then (&interval, take, 3);
  observer = rx_test_observer_subscribe (interval, G_MAXINT64);
  g_assert_true (rx_test_observer_wait_for_items (observer, 2, 30 * G_TIME_SPAN_SECOND, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (rx_test_observer_get_n_items (observer), >=, 2);
  g_assert_true (rx_test_observer_wait (observer, 30 * G_TIME_SPAN_SECOND, &error));
  g_assert_no_error (error);
  g_assert_true (rx_test_observer_is_completed (observer));

  /* The end has come, and no fourth item will. */
  g_assert_false (rx_test_observer_wait_for_items (observer, 4, 30 * G_TIME_SPAN_SECOND, &error));
  g_assert_error (error, RX_ERROR, RX_ERROR_TIMED_OUT);
}

static void
test_wait_in_vain (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxTestObserver) observer = rx_test_observer_subscribe (RX_OBSERVABLE (subject), G_MAXINT64);
  g_autoptr (GError) error = NULL;

  rx_test_feed (subject, "a b");
  g_assert_false (rx_test_observer_wait (observer, 2 * MS, &error));
  g_assert_error (error, RX_ERROR, RX_ERROR_TIMED_OUT);
  g_assert_cmpstr (error->message, ==, "The end did not come within 2 ms; there is \"ab\"");
  g_clear_error (&error);
  g_assert_false (rx_test_observer_wait_for_items (observer, 3, 0, &error));
  g_assert_cmpstr (error->message, ==, "Item 3 did not come within 0 ms; there is \"ab\"");
  g_test_expect_message ("RxTesting", G_LOG_LEVEL_CRITICAL, "*did not come*");
  g_assert_false (rx_test_observer_wait (observer, -1, NULL));
  g_test_assert_expected_messages ();
}

static void
wait_for_range (void)
{
  g_autoptr (RxObservable) range = rx_observable_range (0, 1000);
  g_autoptr (RxTestObserver) observer = NULL;
  g_autoptr (GError) error = NULL;

  rx_then (&range, subscribe_on, rx_scheduler_computation ());
  observer = rx_test_observer_subscribe (range, G_MAXINT64);
  g_assert_true (rx_test_observer_wait (observer, 60 * G_TIME_SPAN_SECOND, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (rx_test_observer_get_n_items (observer), ==, 1000);
}

static gpointer
waiting_thread (gpointer data)
{
  wait_for_range ();
  return NULL;
}

/* Events from another thread wake who iterates a context, and who cannot because somebody else has it. */
static void
test_wait_for_thread (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  pthread_t thread;

  g_main_context_push_thread_default (context);
  wait_for_range ();
  g_main_context_pop_thread_default (context);

  g_assert_true (g_main_context_acquire (NULL));
  thread = rx_test_thread_start (waiting_thread, NULL);
  rx_test_thread_join (thread);
  g_main_context_release (NULL);
  rx_test_wait_until (atomic_load (&_rx_live[RX_LIVE_SINKS]) == 0 && atomic_load (&_rx_live[RX_LIVE_TASKS]) == 0);
}

/* --- the macros --- */

static void
test_macros_subprocess (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new ();
  g_autoptr (RxTestSource) source = rx_test_scheduler_create_cold_marbles (scheduler, "-a-b|", NULL, NULL);
  g_autoptr (RxTestObserver) observer = rx_test_scheduler_subscribe (scheduler, RX_OBSERVABLE (source));

  g_assert_true (rx_test_scheduler_run (scheduler, NULL));
  if (g_test_subprocess ())
    {
      if (g_str_has_suffix (g_test_get_path (), "/marbles"))
        rx_assert_marbles (observer, "-a--b|");
      else
        rx_assert_subscriptions (source, "^---!", "^");
    }
}

static void
test_macros (void)
{
  g_test_trap_subprocess ("/testing/observer/macros/subprocess/marbles", 0, 0);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*test-test-observer.c:*test_macros_subprocess*"
                             "  expected: -a--b|\n"
                             "  came:     -a-b|\n"
                             "and differs\n"
                             "  at 4 ms: next \"b\" was expected, completed came\n"
                             "  at 5 ms: completed was expected, and did not come\n"
                             "  at 3 ms: next \"b\" came, and was not expected\n*");
  g_test_trap_subprocess ("/testing/observer/macros/subprocess/subscriptions", 0, 0);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*test-test-observer.c:*"
                             "  expected: ^---!\n"
                             "  came:     ^---!\n"
                             "  expected: ^\n"
                             "  came:     none\n*");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/testing/observer/virtual-time", test_virtual_time);
  rx_test_add ("/testing/observer/error", test_error);
  rx_test_add ("/testing/observer/demand", test_demand);
  rx_test_add ("/testing/observer/unsubscribe", test_unsubscribe);
  rx_test_add ("/testing/observer/order", test_order);
  rx_test_add ("/testing/observer/observer", test_observer);
  rx_test_add ("/testing/observer/subscribe-marbles", test_subscribe_marbles);
  rx_test_add ("/testing/observer/subscribe-never", test_subscribe_never);
  rx_test_add ("/testing/observer/wait-iterating", test_wait_iterating);
  rx_test_add ("/testing/observer/wait-in-vain", test_wait_in_vain);
  rx_test_add ("/testing/observer/wait-for-thread", test_wait_for_thread);
  rx_test_add ("/testing/observer/macros", test_macros);
  rx_test_add ("/testing/observer/macros/subprocess/marbles", test_macros_subprocess);
  rx_test_add ("/testing/observer/macros/subprocess/subscriptions", test_macros_subprocess);

  return g_test_run ();
}
