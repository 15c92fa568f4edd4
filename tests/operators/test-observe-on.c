/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-script.h"

static void
keep (RxEmitter *emitter, gpointer user_data, GError **error)
{
  *(RxEmitter **) user_data = g_object_ref (emitter);
}

static const guint capacities[] = { 1, 2, 3, 4, 16, 128 };

/* Nothing comes before the context is iterated, and everything in its order afterwards. */
static void
test_order (void)
{
  static const struct
  {
    const gchar *source;
    gint64 demand;
    const gchar *events;
  } rows[] = {
    { "1 2 3 |", -1, "1 2 3 |" },
    { "1 2 3 |", 0, "" },
    { "1 2 3 |", 1, "1" },
    { "1 2 3 |", 2, "1 2" },
    { "1 2 3 |", 3, "1 2 3 |" },
    { "a NULL |", -1, "a NULL |" },
    { "a b c |", 1, "a" },
    { "|", 0, "|" },
    { "1", -1, "1" },
    { "1 2 #no", -1, "1 2 #no" },
    { "1 2 #no", 2, "1 2 #no" },
    { "1 2 #no", 1, "1" },
    { "#no", 0, "#no" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint j = 0; j < G_N_ELEMENTS (capacities); j++)
      {
        gint open = 0;
        g_autoptr (RxObservable) observable = rx_test_script (rows[i].source, &open);
        g_autoptr (RxProbe) one = NULL;
        g_autoptr (RxProbe) other = NULL;

        rx_then (&observable, observe_on_full, capacities[j], TRUE, rx_scheduler_main ());
        one = rx_probe_subscribe (observable, rows[i].demand);
        other = rx_probe_subscribe (observable, rows[i].demand);
        rx_probe_assert (one, "");
        rx_test_settle (NULL);
        rx_probe_assert (one, rows[i].events);
        rx_probe_assert (other, rows[i].events);
        rx_probe_cancel (one);
        rx_probe_cancel (other);
        rx_test_settle (NULL);
        g_assert_cmpint (open, ==, 0);
        rx_test_take_undeliverable ();
      }
}

/* Asked for by name, an error goes first and what waits is dropped. */
static void
test_error_first (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxObservable) first = rx_observable_observe_on_full (RX_OBSERVABLE (subject), 0, FALSE, NULL);
  g_autoptr (RxObservable) behind = rx_observable_observe_on_full (RX_OBSERVABLE (subject), 0, TRUE, NULL);
  g_autoptr (RxObservable) plain = rx_observable_observe_on (RX_OBSERVABLE (subject), NULL);
  g_autoptr (RxProbe) one = rx_probe_subscribe (first, -1);
  g_autoptr (RxProbe) two = rx_probe_subscribe (behind, -1);
  g_autoptr (RxProbe) three = rx_probe_subscribe (plain, -1);
  g_autoptr (RxProbe) no_demand = rx_probe_subscribe (first, 0);

  rx_test_feed (subject, "1");
  rx_test_settle (NULL);
  rx_test_feed (subject, "2 x #no");
  rx_test_settle (NULL);
  rx_probe_assert (one, "1 #no");
  rx_probe_assert (two, "1 2 x #no");
  rx_probe_assert (three, "1 2 x #no");
  rx_probe_assert (no_demand, "#no");
}

/* B13: the first request is the capacity, and 75 % of it (rounded up) is asked for again when so much has left. */
static void
test_requests (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (capacities); i++)
    {
      gint64 capacity = capacities[i], limit = capacity - capacity / 4;
      g_autoptr (RxEmitter) emitter = NULL;
      g_autoptr (RxObservable) observable = rx_observable_create (RX_BACKPRESSURE_ERROR, keep, &emitter, NULL);
      g_autoptr (RxProbe) probe = NULL;

      rx_then (&observable, observe_on_full, capacities[i], TRUE, rx_scheduler_main ());
      probe = rx_probe_subscribe (observable, 0);
      probe->quiet = TRUE;
      g_assert_cmpint (rx_emitter_get_requested (emitter), ==, capacity);
      for (gint64 round = 0; round < 3; round++)
        {
          gint64 waiting = rx_emitter_get_requested (emitter);

          for (gint64 j = 0; j < waiting; j++)
            rx_emitter_next (emitter, RX_VALUE_INT64 (j));
          rx_test_settle (NULL);
          g_assert_cmpint (rx_emitter_get_requested (emitter), ==, 0);
          /* one at a time: nothing until the limit is reached, then exactly that much */
          for (gint64 j = 1; j <= limit; j++)
            {
              g_assert_cmpint (rx_emitter_get_requested (emitter), ==, 0);
              rx_probe_request (probe, 1);
              rx_test_settle (NULL);
            }
          g_assert_cmpint (rx_emitter_get_requested (emitter), ==, limit);
          g_assert_cmpuint (probe->n_items, ==, (round + 1) * limit);
        }
      rx_emitter_completed (emitter);
      g_clear_object (&emitter);
      rx_probe_request (probe, G_MAXINT64);
      rx_test_settle (NULL);
      g_assert_cmpuint (probe->n_ends, ==, 1);
      g_assert_cmpuint (probe->n_items, ==, 3 * limit + capacity - limit);
    }
}

/* After the end, or after an unsubscription, nothing more is asked for. */
static void
test_no_late_request (void)
{
  g_autoptr (RxEmitter) emitter = NULL;
  g_autoptr (RxObservable) observable = rx_observable_create (RX_BACKPRESSURE_ERROR, keep, &emitter, NULL);
  g_autoptr (RxProbe) probe = NULL;

  rx_then (&observable, observe_on_full, 2, TRUE, NULL);
  probe = rx_probe_subscribe (observable, -1);
  rx_emitter_next (emitter, RX_VALUE_INT64 (1));
  rx_emitter_next (emitter, RX_VALUE_INT64 (2));
  rx_probe_cancel (probe);
  rx_test_settle (NULL);
  g_assert_cmpint (rx_emitter_get_requested (emitter), ==, 0);
  rx_probe_assert (probe, "");
}

/* B028: whatever a subject brings, at the capacity and beside it, arrives. */
static void
test_burst (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (capacities); i++)
    {
      guint sizes[] = { capacities[i] - 1, capacities[i], capacities[i] + 1, 2 * capacities[i] };

      for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
        for (guint end = 0; end < 2; end++)
          {
            g_autoptr (RxSubject) subject = rx_publish_subject_new ();
            g_autoptr (RxObservable) observable = NULL;
            g_autoptr (RxProbe) probe = NULL;
            g_autoptr (RxProbe) three = NULL;

            observable = rx_observable_observe_on_full (RX_OBSERVABLE (subject), capacities[i], TRUE, NULL);
            probe = rx_probe_subscribe (observable, -1);
            three = rx_probe_subscribe (observable, 3);
            probe->quiet = three->quiet = TRUE;
            for (guint k = 0; k < sizes[j]; k++)
              rx_subject_next (subject, RX_VALUE_INT64 (k));
            rx_test_feed (subject, end == 0 ? "|" : "#no");
            rx_test_settle (NULL);
            g_assert_cmpuint (probe->n_items, ==, sizes[j]);
            g_assert_cmpuint (probe->n_ends, ==, 1);
            g_assert_cmpuint (three->n_items, ==, MIN (3, sizes[j]));
            g_assert_cmpuint (three->n_ends, ==, sizes[j] <= 3);
            rx_probe_request (three, G_MAXINT64);
            rx_test_settle (NULL);
            g_assert_cmpuint (three->n_items, ==, sizes[j]);
            g_assert_cmpuint (three->n_ends, ==, 1);
          }
    }
}

/* B019: the end needs no demand. */
static void
test_end_without_demand (void)
{
  RxScheduler *schedulers[] = { rx_scheduler_main (), rx_scheduler_computation () };

  for (guint i = 0; i < G_N_ELEMENTS (schedulers); i++)
    for (guint j = 0; j < 4; j++)
      {
        g_autoptr (RxObservable) observable = j % 2 == 0 ? rx_test_failing ("no") : rx_observable_empty ();
        g_autoptr (RxProbe) probe = NULL;

        rx_then (&observable, observe_on_full, 0, j < 2, schedulers[i]);
        probe = rx_probe_subscribe (observable, 0);
        rx_probe_wait (probe);
        rx_probe_assert (probe, j % 2 == 0 ? "#no" : "|");
      }
}

/* B020: an error from another thread never overtakes the items before it. */
static gpointer
feed_and_fail (gpointer subject)
{
  rx_test_feed (subject, "1 2 3 #E");
  return NULL;
}

static void
test_error_order (void)
{
  for (guint round = 0; round < rx_test_rounds (1000); round++)
    {
      g_autoptr (RxSubject) subject = rx_publish_subject_new ();
      g_autoptr (RxObservable) observable = rx_observable_observe_on (RX_OBSERVABLE (subject), NULL);
      g_autoptr (RxProbe) probe = rx_probe_subscribe (observable, -1);
      pthread_t thread = rx_test_thread_start (feed_and_fail, subject);

      if (round % 2 == 0)
        rx_probe_wait (probe);
      rx_test_thread_join (thread);
      rx_probe_wait (probe);
      rx_probe_assert (probe, "1 2 3 #E");
    }
}

/* B023: unsubscribed while the drain waits for a thread that is busy: what is queued goes at once. */
static void
object_gone (gpointer data, GObject *object)
{
  g_atomic_int_add ((gint *) data, -1);
}

static void
feed_tracked (RxSubject *subject, gint *alive)
{
  for (guint i = 0; i < 5; i++)
    {
      GCancellable *object = g_cancellable_new ();

      g_atomic_int_inc (alive);
      g_object_weak_ref (G_OBJECT (object), object_gone, alive);
      rx_subject_next (subject, RX_VALUE_OBJECT (object));
      g_object_unref (object);
    }
}

static void
test_cancel_blocked (void)
{
  RxTestLoop loop;
  RxTestLatch release = { 0 };
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxObservable) observable = NULL;
  g_autoptr (RxProbe) probe = NULL;
  gint alive = 0;

  rx_test_loop_start (&loop);
  rx_test_loop_block (&loop, &release);
  observable = rx_observable_observe_on (RX_OBSERVABLE (subject), loop.scheduler);
  probe = rx_probe_subscribe (observable, -1);
  feed_tracked (subject, &alive);
  g_assert_cmpint (g_atomic_int_get (&alive), ==, 5);

  rx_probe_cancel (probe);
  g_assert_cmpint (g_atomic_int_get (&alive), ==, 0);
  g_assert_true (rx_subscription_is_unsubscribed (probe->handle));
  g_assert_false (rx_subject_has_observers (subject));
  rx_test_latch_open (&release);
  rx_test_loop_stop (&loop);
  rx_probe_assert (probe, "");
}

/* The same while the drain is busy with an item: the others go when it comes back. */
static void
block_inside (RxProbe *probe, const GValue *item, gpointer data)
{
  RxTestLatch *latches = data;

  rx_test_latch_open (&latches[0]);
  rx_test_latch_wait (&latches[1]);
}

static void
test_cancel_busy (void)
{
  RxTestLatch latches[2] = { { 0 }, { 0 } };
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxObservable) observable = rx_observable_observe_on (RX_OBSERVABLE (subject), rx_scheduler_computation ());
  g_autoptr (RxProbe) probe = rx_probe_new ();
  gint alive = 0;

  probe->quiet = TRUE;
  probe->hook = block_inside;
  probe->hook_data = latches;
  rx_probe_start (probe, observable, -1);
  feed_tracked (subject, &alive);
  rx_test_latch_wait (&latches[0]);
  rx_probe_cancel (probe);
  rx_test_latch_open (&latches[1]);
  rx_test_wait_until (g_atomic_int_get (&alive) == 0);
  g_assert_cmpuint (probe->n_items, ==, 1);
}

/* B029: unsubscribed on the loop that the event is already on its way to; the data is gone with it. */
static void
never_next (const GValue *item, gpointer user_data, GError **error)
{
  g_assert_not_reached ();
}

static void
never_completed (gpointer user_data)
{
  g_assert_not_reached ();
}

static gpointer
feed_one (gpointer subject)
{
  rx_test_feed (subject, "1 |");
  return NULL;
}

static void
test_late_callback (void)
{
  for (guint round = 0; round < rx_test_rounds (200); round++)
    {
      g_autoptr (RxSubject) subject = rx_publish_subject_new ();
      g_autoptr (RxObservable) observable = rx_observable_observe_on (RX_OBSERVABLE (subject), rx_scheduler_main ());
      gchar *data = g_strdup ("freed with the subscription");
      RxSubscription *subscription;

      subscription = rx_observable_subscribe (observable, never_next, NULL, never_completed, data, g_free);
      rx_test_thread_join (rx_test_thread_start (feed_one, subject));
      rx_clear_subscription (&subscription);
      rx_test_settle (NULL);
    }
}

/* B099: behind observe_on an error without a receiver is told once, to the function for those. */
static void
failing_map (const GValue *item, GValue *result, gpointer user_data, GError **error)
{
  g_propagate_error (error, rx_test_error ("on the worker"));
}

static void
test_unhandled (void)
{
  RxScheduler *schedulers[] = { rx_scheduler_main (), rx_scheduler_computation () };

  for (guint i = 0; i < G_N_ELEMENTS (schedulers); i++)
    for (guint j = 0; j < 2; j++)
      {
        g_autoptr (RxObservable) observable = j == 0 ? rx_test_failing ("at the source") : rx_test_numbers ("1 2 3");
        g_autoptr (RxSubscription) subscription = NULL;

        rx_then (&observable, observe_on, schedulers[i]);
        if (j == 1)
          rx_then (&observable, map, failing_map, NULL, NULL);
        subscription = rx_observable_subscribe (observable, NULL, NULL, NULL, NULL, NULL);
        rx_test_wait_until (rx_subscription_is_unsubscribed (subscription));
        g_assert_cmpuint (rx_test_take_undeliverable (), ==, 1);
        g_assert_cmpstr (rx_test_last_undeliverable (), ==, j == 0 ? "at the source" : "on the worker");
      }
}

/* A stream over two hops, many items: all of them, in order, and never more under way than the two queues hold. */
typedef struct
{
  atomic_int under_way;
  gint most;
} Flight;

static void
take_off (const GValue *item, gpointer user_data, GError **error)
{
  Flight *self = user_data;
  gint now = atomic_fetch_add (&self->under_way, 1) + 1;

  self->most = MAX (self->most, now);
}

static void
land (RxProbe *probe, const GValue *item, gpointer data)
{
  g_assert_cmpint (rx_value_get_int64 (item), ==, probe->n_items - 1);
  atomic_fetch_sub (&((Flight *) data)->under_way, 1);
}

static void
test_two_hops (void)
{
  Flight flight = { 0, 0 };
  guint n = rx_test_rounds (100000);
  g_autoptr (RxObservable) observable = rx_observable_range (0, n);
  g_autoptr (RxProbe) probe = rx_probe_new ();

  rx_then (&observable, do_on_next, take_off, &flight, NULL);
  rx_then (&observable, observe_on, rx_scheduler_computation ());
  rx_then (&observable, observe_on, rx_scheduler_main ());
  probe->quiet = TRUE;
  probe->hook = land;
  probe->hook_data = &flight;
  rx_probe_start (probe, observable, -1);
  rx_probe_wait (probe);
  g_assert_cmpuint (probe->n_items, ==, n);
  g_assert_cmpint (flight.most, <=, 2 * 128 + 2);
}

/* Unsubscribing in the middle, on the worker and from outside. */
static void
cancel_at_hundred (RxProbe *probe, const GValue *item, gpointer data)
{
  if (probe->n_items == 100)
    rx_probe_cancel (probe);
}

static void
test_cancel_middle (void)
{
  RxScheduler *schedulers[] = { rx_scheduler_main (), rx_scheduler_computation () };

  for (guint i = 0; i < G_N_ELEMENTS (schedulers); i++)
    {
      g_autoptr (RxObservable) observable = rx_observable_range (0, G_MAXINT64);
      g_autoptr (RxProbe) inside = rx_probe_new ();
      g_autoptr (RxProbe) outside = rx_probe_new ();

      rx_then (&observable, observe_on, schedulers[i]);
      inside->quiet = outside->quiet = TRUE;
      inside->hook = cancel_at_hundred;
      rx_probe_start (inside, observable, -1);
      rx_test_wait_until (rx_subscription_is_unsubscribed (inside->handle));
      g_assert_cmpuint (inside->n_items, ==, 100);
      rx_probe_start (outside, observable, -1);
      for (guint j = 0; j < 10; j++)
        g_main_context_iteration (NULL, FALSE);
      rx_probe_cancel (outside);
    }
}

static void
feed_more (RxProbe *probe, const GValue *item, gpointer subject)
{
  if (probe->n_items == 1)
    {
      rx_test_feed (subject, "2 |");
      rx_probe_assert (probe, "1");
    }
}

static void
test_re_entrant (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxObservable) observable = rx_observable_observe_on (RX_OBSERVABLE (subject), NULL);
  g_autoptr (RxProbe) probe = rx_probe_new ();

  probe->hook = feed_more;
  probe->hook_data = subject;
  rx_probe_start (probe, observable, -1);
  rx_test_feed (subject, "1");
  rx_probe_wait (probe);
  rx_probe_assert (probe, "1 2 |");
}

/* NULL stands for the context of the subscribe call. */
static void
test_default_context (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (RxObservable) observable = rx_test_numbers ("1 2");
  g_autoptr (RxProbe) probe = NULL;

  rx_then (&observable, observe_on, NULL);
  g_main_context_push_thread_default (context);
  probe = rx_probe_subscribe (observable, -1);
  g_main_context_pop_thread_default (context);
  rx_test_settle (NULL);
  rx_probe_assert (probe, "");
  rx_test_settle (context);
  rx_probe_assert (probe, "1 2 |");
}

static void
test_bad_arguments (void)
{
  g_autoptr (RxObservable) never = rx_observable_never ();
  GObject *not_one = g_object_new (G_TYPE_OBJECT, NULL);

  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  g_assert_null (rx_observable_observe_on (NULL, NULL));
  rx_test_expect_critical ("RX_IS_SCHEDULER");
  g_assert_null (rx_observable_observe_on (never, (RxScheduler *) not_one));
  g_test_assert_expected_messages ();
  g_object_unref (not_one);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/observe-on/order", test_order);
  rx_test_add ("/observe-on/B15-error-first", test_error_first);
  rx_test_add ("/observe-on/B13-requests", test_requests);
  rx_test_add ("/observe-on/B13-no-late-request", test_no_late_request);
  rx_test_add ("/observe-on/B14-B028-burst", test_burst);
  rx_test_add ("/observe-on/B019-end-without-demand", test_end_without_demand);
  rx_test_add ("/observe-on/B15-B020-error-order", test_error_order);
  rx_test_add ("/observe-on/B023-cancel-blocked", test_cancel_blocked);
  rx_test_add ("/observe-on/B023-cancel-busy", test_cancel_busy);
  rx_test_add ("/observe-on/B029-late-callback", test_late_callback);
  rx_test_add ("/observe-on/B099-unhandled", test_unhandled);
  rx_test_add ("/observe-on/two-hops", test_two_hops);
  rx_test_add ("/observe-on/cancel-middle", test_cancel_middle);
  rx_test_add ("/observe-on/re-entrant", test_re_entrant);
  rx_test_add ("/observe-on/default-context", test_default_context);
  rx_test_add ("/observe-on/bad-arguments", test_bad_arguments);

  return g_test_run ();
}
