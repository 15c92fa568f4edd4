/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-script.h"

static void
test_events (void)
{
  static const struct
  {
    const gchar *source;
    gint64 demand;
    const gchar *events;
  } rows[] = {
    { "1 2 3 |", -1, "1 2 3 |" },
    { "1 2 3 |", 0, "" },
    { "1 2 3 |", 2, "1 2" },
    { "a NULL |", -1, "a NULL |" },
    { "|", 0, "|" },
    { "1", -1, "1" },
    { "1 #no", -1, "1 #no" },
    { "#no", 0, "#no" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gint open = 0;
      g_autoptr (RxObservable) observable = rx_test_script (rows[i].source, &open);

      rx_then (&observable, subscribe_on, rx_scheduler_main ());
      for (guint round = 0; round < 2; round++)
        {
          g_autoptr (RxProbe) probe = rx_probe_subscribe (observable, rows[i].demand);

          rx_probe_assert (probe, "");
          rx_test_settle (NULL);
          rx_probe_assert (probe, rows[i].events);
          rx_probe_cancel (probe);
        }
      g_assert_cmpint (open, ==, 0);
      rx_test_take_undeliverable ();
    }
}

/* The source works on the worker: in the subscribe call and when it is asked for more. */
static void
note_thread (const GValue *item, gpointer user_data, GError **error)
{
  GThread **thread = user_data;

  if (*thread == NULL)
    *thread = g_thread_self ();
  g_assert_true (*thread == g_thread_self ());
  g_assert_true (*thread != thread[1]);
}

static void
test_thread (void)
{
  GThread *threads[] = { NULL, g_thread_self () };
  g_autoptr (RxObservable) observable = rx_observable_range (0, 5);
  g_autoptr (RxProbe) probe = NULL;

  rx_then (&observable, do_on_next, note_thread, threads, NULL);
  rx_then (&observable, subscribe_on, rx_scheduler_computation ());
  probe = rx_probe_subscribe (observable, 2);
  rx_probe_request (probe, 1);
  rx_probe_request (probe, 5);
  rx_probe_wait (probe);
  rx_probe_assert (probe, "0 1 2 3 4 |");
}

/* Unsubscribed before the worker's turn: the source is not subscribed to. */
static void
never_run (RxEmitter *emitter, gpointer user_data, GError **error)
{
  g_assert_not_reached ();
}

static void
test_cancel_before (void)
{
  g_autoptr (RxObservable) observable = rx_observable_create (RX_BACKPRESSURE_BUFFER, never_run, NULL, NULL);
  g_autoptr (RxProbe) probe = NULL;

  rx_then (&observable, subscribe_on, rx_scheduler_main ());
  probe = rx_probe_subscribe (observable, -1);
  rx_probe_cancel (probe);
  rx_test_settle (NULL);
  rx_probe_assert (probe, "");
}

/* Of several, the one next to the source decides. */
static void
test_nearest (void)
{
  GThread *threads[] = { NULL, g_thread_self () };
  g_autoptr (RxObservable) observable = rx_observable_range (0, 3);
  g_autoptr (RxProbe) probe = NULL;

  rx_then (&observable, do_on_next, note_thread, threads, NULL);
  rx_then (&observable, subscribe_on, rx_scheduler_computation ());
  rx_then (&observable, subscribe_on, rx_scheduler_main ());
  probe = rx_probe_subscribe (observable, -1);
  rx_probe_wait (probe);
  rx_probe_assert (probe, "0 1 2 |");
}

/* B030: a producer that blocks its worker until it is wanted, and demand that comes from another loop: both go on, for
 * many times what fits in between. */
typedef struct
{
  gint64 n;
  _Atomic gint64 sent;
  _Atomic gint64 taken;
  gint64 most;
  atomic_bool returned;         /* the producer does not need this any more */
} Blocking;

static void
run_blocking (RxEmitter *emitter, gpointer user_data, GError **error)
{
  Blocking *self = user_data;

  for (gint64 i = 0; i < self->n && rx_emitter_wait_for_demand (emitter); i++)
    {
      gint64 waiting;

      rx_emitter_next (emitter, RX_VALUE_INT64 (i));
      waiting = atomic_fetch_add (&self->sent, 1) + 1 - atomic_load (&self->taken);
      self->most = MAX (self->most, waiting);
    }
  rx_emitter_completed (emitter);
  atomic_store (&self->returned, TRUE);
}

static void
count_taken (RxProbe *probe, const GValue *item, gpointer data)
{
  atomic_fetch_add (&((Blocking *) data)->taken, 1);
  g_assert_cmpint (rx_value_get_int64 (item), ==, probe->n_items - 1);
}

static void
test_blocking_producer (void)
{
  RxTestWatchdog *watchdog = rx_test_watchdog_start (60);

  for (guint i = 0; i < 3; i++)
    {
      static const guint capacities[] = { 1, 16, 128 };
      Blocking blocking = { .n = 10 * 128 + 7 };
      /* an item that nobody waits for would be an error: the producer is in step */
      g_autoptr (RxObservable) observable = rx_observable_create (RX_BACKPRESSURE_ERROR, run_blocking, &blocking, NULL);
      g_autoptr (RxProbe) probe = rx_probe_new ();

      rx_then (&observable, subscribe_on, rx_scheduler_computation ());
      rx_then (&observable, observe_on_full, capacities[i], TRUE, rx_scheduler_main ());
      probe->quiet = TRUE;
      probe->hook = count_taken;
      probe->hook_data = &blocking;
      rx_probe_start (probe, observable, -1);
      rx_probe_wait (probe);
      rx_test_wait_until (atomic_load (&blocking.returned));
      g_assert_no_error (probe->error);
      g_assert_cmpuint (probe->n_items, ==, blocking.n);
      g_assert_cmpint (blocking.most, <=, capacities[i] + 1);
    }
  rx_test_watchdog_stop (watchdog);
}

/* The same with operators in between that pass demand on through a gate or a queue of their own. (Those that ask ahead
 * stand below subscribe_on(), as the documentation of wait_for_demand() says.) */
static void
last_item (const GValue *accumulator, const GValue *item, GValue *result, gpointer user_data, GError **error)
{
  rx_value_set_value (result, item);
}

static void
test_blocking_behind (void)
{
  RxTestWatchdog *watchdog = rx_test_watchdog_start (60);
  g_autoptr (RxObservable) open = rx_test_script ("", NULL);
  g_autoptr (RxObservable) empty = rx_observable_empty ();

  for (guint i = 0; i < 5; i++)
    {
      Blocking blocking = { .n = 5 * 128 };
      g_autoptr (RxObservable) observable = NULL;
      g_autoptr (RxProbe) probe = rx_probe_new ();

      observable = rx_observable_create (RX_BACKPRESSURE_ERROR, run_blocking, &blocking, NULL);
      if (i == 0)
        rx_then (&observable, take_until, open);
      else if (i == 1)
        rx_then (&observable, scan, RX_VALUE_INT64 (-1), last_item, NULL, NULL);
      else if (i == 2)
        rx_then (&observable, retry, 1);
      else if (i == 3)
        rx_then (&observable, take, blocking.n);
      rx_then (&observable, subscribe_on, rx_scheduler_computation ());
      if (i == 4)
        rx_then (&observable, merge_with, empty);
      rx_then (&observable, observe_on_full, 16, TRUE, rx_scheduler_main ());
      probe->quiet = TRUE;
      rx_probe_start (probe, observable, -1);
      rx_probe_wait (probe);
      rx_test_wait_until (atomic_load (&blocking.returned));    /* behind take the end comes before */
      g_assert_no_error (probe->error);
      g_assert_cmpuint (probe->n_items, ==, blocking.n + (i == 1));
    }
  rx_test_watchdog_stop (watchdog);
}

/* The same, unsubscribed while the producer waits: it is woken and told. */
static void
run_blocking_until_told (RxEmitter *emitter, gpointer user_data, GError **error)
{
  RxTestLatch *latches = user_data;

  while (rx_emitter_wait_for_demand (emitter))
    {
      rx_emitter_next (emitter, NULL);
      rx_test_latch_open (&latches[0]);
    }
  rx_test_latch_open (&latches[1]);
}

static void
test_blocking_cancel (void)
{
  RxTestWatchdog *watchdog = rx_test_watchdog_start (60);

  for (guint round = 0; round < rx_test_rounds (200); round++)
    {
      RxTestLatch latches[2] = { { 0 }, { 0 } };
      g_autoptr (RxObservable) observable = NULL;
      g_autoptr (RxProbe) probe = NULL;

      observable = rx_observable_create (RX_BACKPRESSURE_ERROR, run_blocking_until_told, latches, NULL);
      rx_then (&observable, subscribe_on, rx_scheduler_computation ());
      probe = rx_probe_subscribe (observable, 1);
      rx_test_latch_wait (&latches[0]);
      rx_probe_cancel (probe);
      rx_test_latch_wait (&latches[1]);
      rx_probe_assert (probe, "NULL");
    }
  rx_test_watchdog_stop (watchdog);
}

/* B031: the source is released where unsubscribing finds it: idle, on the thread that unsubscribes. */
static void
note_teardown (gpointer user_data, GError **error)
{
  *(GThread **) user_data = g_thread_self ();
}

static void
keep (RxEmitter *emitter, gpointer user_data, GError **error)
{
  gpointer *args = user_data;

  rx_emitter_add_teardown (emitter, note_teardown, &args[1], NULL);
  args[0] = g_object_ref (emitter);
  rx_test_latch_open (args[2]);
}

static void
test_teardown_thread (void)
{
  RxTestLatch ready = { 0 };
  gpointer args[] = { NULL, NULL, &ready };
  g_autoptr (RxObservable) observable = rx_observable_create (RX_BACKPRESSURE_BUFFER, keep, args, NULL);
  g_autoptr (RxProbe) probe = NULL;

  rx_then (&observable, subscribe_on, rx_scheduler_computation ());
  probe = rx_probe_subscribe (observable, -1);
  rx_test_latch_wait (&ready);
  rx_probe_cancel (probe);
  g_assert_true (args[1] == g_thread_self ());
  g_object_unref (args[0]);
}

/* A worker that goes away with the subscription still to come detaches all the same. */
static void
test_context_gone (void)
{
  GMainContext *context = g_main_context_new ();
  g_autoptr (RxScheduler) scheduler = rx_scheduler_main_context (context, G_PRIORITY_DEFAULT);
  g_autoptr (RxObservable) observable = rx_observable_create (RX_BACKPRESSURE_BUFFER, never_run, NULL, NULL);
  g_autoptr (RxProbe) probe = NULL;

  rx_then (&observable, subscribe_on, scheduler);
  probe = rx_probe_subscribe (observable, -1);
  rx_probe_cancel (probe);
  g_clear_object (&observable);
  g_clear_object (&scheduler);
  g_main_context_unref (context);
}

/* Retry behind it: each attempt is made on the worker, and requests go on counting. */
static void
test_retry (void)
{
  g_autoptr (RxObservable) observable = rx_test_script ("1 2 #no", NULL);
  g_autoptr (RxProbe) probe = NULL;

  rx_then (&observable, subscribe_on, rx_scheduler_computation ());
  rx_then (&observable, retry, 2);
  probe = rx_probe_subscribe (observable, 2);
  rx_probe_request (probe, 1);
  rx_probe_request (probe, 1);
  rx_probe_request (probe, 2);
  rx_probe_wait (probe);
  rx_probe_assert (probe, "1 2 1 2 1 2 #no");
}

static void
test_bad_arguments (void)
{
  g_autoptr (RxObservable) never = rx_observable_never ();

  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  g_assert_null (rx_observable_subscribe_on (NULL, rx_scheduler_main ()));
  rx_test_expect_critical ("RX_IS_SCHEDULER");
  g_assert_null (rx_observable_subscribe_on (never, NULL));
  g_test_assert_expected_messages ();
}

/* Of two, the one next to the source decides where a request emits, too. */
static void
assert_thread (const GValue *item, gpointer user_data, GError **error)
{
  g_assert_true (g_thread_self () == user_data);
}

static void
test_nested_route (void)
{
  g_autoptr (RxObservable) chain = rx_observable_range (1, 3);
  g_autoptr (RxProbe) probe = NULL;

  rx_then (&chain, do_on_next, assert_thread, g_thread_self (), NULL);
  rx_then (&chain, subscribe_on, rx_scheduler_main ());
  rx_then (&chain, subscribe_on, rx_scheduler_computation ());
  probe = rx_probe_subscribe (chain, 1);
  rx_test_wait_until (probe->n_items == 1);
  rx_probe_request (probe, 1);
  rx_test_wait_until (probe->n_items == 2);
  rx_probe_request (probe, 1);
  rx_probe_wait (probe);
  rx_probe_assert (probe, "1 2 3 |");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/subscribe-on/events", test_events);
  rx_test_add ("/subscribe-on/thread", test_thread);
  rx_test_add ("/subscribe-on/cancel-before", test_cancel_before);
  rx_test_add ("/subscribe-on/nearest", test_nearest);
  rx_test_add ("/subscribe-on/nested-route", test_nested_route);
  rx_test_add ("/subscribe-on/B030-blocking-producer", test_blocking_producer);
  rx_test_add ("/subscribe-on/B030-blocking-behind", test_blocking_behind);
  rx_test_add ("/subscribe-on/blocking-cancel", test_blocking_cancel);
  rx_test_add ("/subscribe-on/B031-teardown-thread", test_teardown_thread);
  rx_test_add ("/subscribe-on/context-gone", test_context_gone);
  rx_test_add ("/subscribe-on/retry", test_retry);
  rx_test_add ("/subscribe-on/bad-arguments", test_bad_arguments);

  return g_test_run ();
}
