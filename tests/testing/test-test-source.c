/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include <rx-glib/rx-testing.h>

#include "rx-test-script.h"

#define MS G_TIME_SPAN_MILLISECOND

static void
advance (RxTestScheduler *scheduler, GTimeSpan span)
{
  g_assert_true (rx_test_scheduler_advance_by (scheduler, span, NULL));
}

/* Each subscriber has the whole stream, from its own beginning on. */
static void
test_cold (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new ();
  g_autoptr (RxTestSource) source = rx_test_scheduler_create_cold_marbles (scheduler, "a--b|", NULL, NULL);
  g_autoptr (RxTestObserver) first = rx_test_scheduler_subscribe (scheduler, RX_OBSERVABLE (source));
  g_autoptr (RxTestObserver) second = NULL, third = NULL;

  g_assert_cmpuint (rx_test_observer_get_n_items (first), ==, 0);
  advance (scheduler, 0);
  g_assert_cmpuint (rx_test_observer_get_n_items (first), ==, 1);
  advance (scheduler, 2 * MS);
  second = rx_test_scheduler_subscribe (scheduler, RX_OBSERVABLE (source));
  third = rx_test_scheduler_subscribe (scheduler, RX_OBSERVABLE (source));
  advance (scheduler, MS);
  rx_test_observer_unsubscribe (third);
  g_assert_true (rx_test_scheduler_run (scheduler, NULL));

  rx_assert_marbles (first, "a--b|");
  rx_assert_marbles (second, "--a--b|");
  rx_assert_marbles (third, "--a");
  rx_assert_subscriptions (source, "^---!", "--^---!", "--^!");
  g_assert_cmpuint (rx_test_source_get_n_subscriptions (source), ==, 3);
  g_assert_cmpint (rx_test_source_get_subscribed_at (source, 1), ==, 2 * MS);
  g_assert_cmpint (rx_test_source_get_unsubscribed_at (source, 2), ==, 3 * MS);
  g_assert_cmpint (rx_test_source_get_subscribed_at (source, 3), ==, -1);
  g_assert_cmpint (rx_test_source_get_unsubscribed_at (source, 3), ==, -1);
}

/* What nobody has asked for waits, and so does the completion. */
static void
test_cold_demand (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new ();
  g_autoptr (RxTestSource) source = rx_test_scheduler_create_cold_marbles (scheduler, "abc|", NULL, NULL);
  g_autoptr (RxTestObserver) observer = rx_test_observer_new (RX_SCHEDULER (scheduler));

  rx_test_observer_start (observer, RX_OBSERVABLE (source), 1);
  advance (scheduler, 5 * MS);
  rx_assert_marbles (observer, "a");
  rx_assert_subscriptions (source, "^");
  rx_test_observer_request (observer, 1);
  rx_assert_marbles (observer, "a----b");
  advance (scheduler, 5 * MS);
  rx_test_observer_request (observer, 1);
  rx_assert_marbles (observer, "a----b----(c|)");
  rx_assert_subscriptions (source, "^---------!");
}

/* Who listens gets what comes; what was before is lost. */
static void
test_hot (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new_at (3 * MS);
  g_autoptr (RxTestSource) source = rx_test_scheduler_create_hot_marbles (scheduler, "-x-^-a-b-|", NULL, NULL);
  g_autoptr (RxTestObserver) first = rx_test_scheduler_subscribe (scheduler, RX_OBSERVABLE (source));
  g_autoptr (RxTestObserver) second = NULL, late = NULL;

  advance (scheduler, 3 * MS);
  second = rx_test_scheduler_subscribe (scheduler, RX_OBSERVABLE (source));
  advance (scheduler, 2 * MS);
  rx_test_observer_unsubscribe (first);
  g_assert_true (rx_test_scheduler_run (scheduler, NULL));
  late = rx_test_scheduler_subscribe (scheduler, RX_OBSERVABLE (source));

  rx_assert_marbles (first, "--a-b");
  rx_assert_marbles (second, "----b-|");
  rx_assert_marbles (late, "------|");
  rx_assert_subscriptions (source, "^----!", "---^--!", "------(^!)");
  g_assert_cmpint (rx_test_source_get_subscribed_at (source, 0), ==, 3 * MS);
}

/* A hot source does not wait: what a subscriber has not asked for is held in front of it. */
static void
test_hot_demand (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new ();
  g_autoptr (RxTestSource) source = rx_test_scheduler_create_hot_marbles (scheduler, "abc|", NULL, NULL);
  g_autoptr (RxTestObserver) observer = rx_test_observer_new (RX_SCHEDULER (scheduler));

  rx_test_observer_start (observer, RX_OBSERVABLE (source), 1);
  advance (scheduler, 5 * MS);
  rx_assert_marbles (observer, "a");
  rx_assert_subscriptions (source, "^--!");
  rx_test_observer_request (observer, 5);
  rx_assert_marbles (observer, "a----(bc|)");
}

/* A subscriber that leaves, or comes, while an item is handed out. */
static void
leave (const GValue *item, gpointer user_data, GError **error)
{
  rx_test_observer_unsubscribe (user_data);
}

static void
test_hot_inside (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new ();
  g_autoptr (RxTestSource) source = rx_test_scheduler_create_hot_marbles (scheduler, "ab|", NULL, NULL);
  g_autoptr (RxTestObserver) second = rx_test_observer_new (RX_SCHEDULER (scheduler));
  g_autoptr (RxObservable) first = rx_observable_do_on_next (RX_OBSERVABLE (source), leave, second, NULL);
  g_autoptr (RxTestObserver) observer = rx_test_scheduler_subscribe (scheduler, first);

  rx_test_observer_start (second, RX_OBSERVABLE (source), G_MAXINT64);
  g_clear_object (&source);
  g_clear_object (&first);
  g_assert_true (rx_test_scheduler_run (scheduler, NULL));
  rx_assert_marbles (observer, "ab|");
  rx_assert_marbles (second, "");
}

/* Nobody is left to be fed: the tasks go, also those of a hot source. */
static void
test_abandoned (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new ();
  RxTestSource *hot = rx_test_scheduler_create_hot_marbles (scheduler, "a-b-c", NULL, NULL);
  RxTestSource *cold = rx_test_scheduler_create_cold_marbles (scheduler, "a-b-c", NULL, NULL);
  RxTestObserver *one = rx_test_scheduler_subscribe (scheduler, RX_OBSERVABLE (hot));
  RxTestObserver *other = rx_test_scheduler_subscribe (scheduler, RX_OBSERVABLE (cold));

  advance (scheduler, 2 * MS);
  g_assert_cmpuint (rx_test_scheduler_get_n_pending (scheduler), ==, 2);
  g_object_unref (hot);
  g_object_unref (cold);
  advance (scheduler, MS);
  g_assert_cmpuint (rx_test_scheduler_get_n_pending (scheduler), ==, 2);
  g_object_unref (one);
  g_object_unref (other);
  g_assert_cmpuint (rx_test_scheduler_get_n_pending (scheduler), ==, 0);
}

static void
test_events (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new_at (100);
  g_autoptr (GError) error = rx_test_error ("error");
  RxTestEvent *events[] = {
    rx_test_event_new_next (50, RX_VALUE_STRING ("-")),         /* out of order, and past for a hot one */
    rx_test_event_new_next (250, RX_VALUE_STRING ("b")),
    rx_test_event_new_next (200, RX_VALUE_STRING ("a")),
    rx_test_event_new_error (300, error),
  };
  g_autoptr (RxTestSource) cold = rx_test_scheduler_create_cold (scheduler, events, G_N_ELEMENTS (events));
  g_autoptr (RxTestSource) hot = rx_test_scheduler_create_hot (scheduler, events, G_N_ELEMENTS (events));
  g_autoptr (RxTestObserver) of_cold = rx_test_scheduler_subscribe (scheduler, RX_OBSERVABLE (cold));
  g_autoptr (RxTestObserver) of_hot = rx_test_scheduler_subscribe (scheduler, RX_OBSERVABLE (hot));
  g_autoptr (RxMarbleTable) table = rx_marble_table_new ();
  g_autofree gchar *text = rx_observable_to_string (RX_OBSERVABLE (cold));

  rx_marble_table_set_frame (table, 50);
  rx_marble_table_set_item (table, 'x', RX_VALUE_STRING ("-"));
  g_assert_true (rx_test_scheduler_run (scheduler, NULL));
  rx_assert_marbles_with (of_cold, "-x--ab#", table);
  rx_assert_marbles_with (of_hot, "--ab#", table);
  g_assert_cmpstr (text, ==, "create");
  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    rx_test_event_unref (events[i]);
}

static void
test_faults (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new ();
  g_autoptr (RxTestSource) source = rx_test_scheduler_create_cold_marbles (scheduler, "a", NULL, NULL);
  g_autoptr (RxTestObserver) observer = rx_test_scheduler_subscribe (scheduler, RX_OBSERVABLE (source));
  g_autoptr (GError) error = NULL;
  const gchar *wrong[] = { "-^-!", "^", NULL }, *malformed[] = { "^", "x", NULL };

  g_assert_null (rx_test_scheduler_create_cold_marbles (scheduler, "^a", NULL, &error));
  g_assert_error (error, RX_ERROR, RX_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  g_assert_null (rx_test_scheduler_create_hot_marbles (scheduler, "a)", NULL, &error));
  g_assert_error (error, RX_ERROR, RX_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);

  advance (scheduler, 3 * MS);
  g_assert_false (rx_test_source_compare_subscriptions (source, wrong, NULL, &error));
  g_assert_cmpstr (error->message, ==,
                   "The subscriptions are not what was expected\n"
                   "  expected: -^-!\n"
                   "  came:     ^\n"
                   "  expected: ^\n"
                   "  came:     none");
  g_clear_error (&error);
  g_assert_false (rx_test_source_compare_subscriptions (source, malformed, NULL, &error));
  g_assert_cmpstr (error->message, ==,
                   "In the diagram \"x\", at character 1: the diagram of a subscription has no items");
}

/* --- operators over them, as in a user's test --- */

static RxObservable *
take_second (const GValue *item, gpointer user_data, GError **error)
{
  return g_object_ref (user_data);
}

static void
test_operators (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new ();
  g_autoptr (RxTestSource) outer = rx_test_scheduler_create_hot_marbles (scheduler, "-x---y-----|", NULL, NULL);
  g_autoptr (RxTestSource) inner = rx_test_scheduler_create_cold_marbles (scheduler, "--a--b|", NULL, NULL);
  g_autoptr (RxTestSource) stop = rx_test_scheduler_create_hot_marbles (scheduler, "---------s", NULL, NULL);
  g_autoptr (RxObservable) stream = rx_observable_flat_map (RX_OBSERVABLE (outer), take_second, inner, NULL);
  g_autoptr (RxTestObserver) observer = NULL;

  rx_then (&stream, take_until, RX_OBSERVABLE (stop));
  observer = rx_test_scheduler_subscribe (scheduler, stream);
  g_assert_true (rx_test_scheduler_run (scheduler, NULL));
  rx_assert_marbles (observer, "---a--ba-|");
  rx_assert_subscriptions (outer, "^--------!");
  rx_assert_subscriptions (inner, "-^-----!", "-----^---!");
  rx_assert_subscriptions (stop, "^--------!");
}

/* Streams are subscribed to and left on other threads while the time passes. */
static gpointer
subscriber_thread (gpointer data)
{
  RxTestSource **sources = data;

  for (guint i = 0; i < rx_test_rounds (300); i++)
    {
      g_autoptr (RxTestObserver) one = rx_test_observer_subscribe (RX_OBSERVABLE (sources[i % 2]), i % 3);
      g_autoptr (RxTestObserver) other = rx_test_observer_subscribe (RX_OBSERVABLE (sources[0]), G_MAXINT64);

      if (i % 5 == 0)
        rx_test_observer_unsubscribe (other);
      rx_test_observer_request (one, 1);
    }
  return NULL;
}

static void
test_threads (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new ();
  g_autoptr (GString) diagram = g_string_new (NULL);
  RxTestSource *sources[2];
  pthread_t thread;

  for (guint i = 0; i < 2000; i++)
    g_string_append (diagram, "ab-");
  sources[0] = rx_test_scheduler_create_hot_marbles (scheduler, diagram->str, NULL, NULL);
  sources[1] = rx_test_scheduler_create_cold_marbles (scheduler, "abc|", NULL, NULL);
  thread = rx_test_thread_start (subscriber_thread, sources);
  for (guint i = 0; i < 1000; i++)
    advance (scheduler, MS);
  rx_test_thread_join (thread);
  g_assert_true (rx_test_scheduler_run (scheduler, NULL));
  g_object_unref (sources[0]);
  g_object_unref (sources[1]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/testing/source/cold", test_cold);
  rx_test_add ("/testing/source/cold-demand", test_cold_demand);
  rx_test_add ("/testing/source/hot", test_hot);
  rx_test_add ("/testing/source/hot-demand", test_hot_demand);
  rx_test_add ("/testing/source/hot-inside", test_hot_inside);
  rx_test_add ("/testing/source/abandoned", test_abandoned);
  rx_test_add ("/testing/source/events", test_events);
  rx_test_add ("/testing/source/faults", test_faults);
  rx_test_add ("/testing/source/operators", test_operators);
  rx_test_add ("/testing/source/threads", test_threads);

  return g_test_run ();
}
