/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-script.h"

static RxObservable *
none (RxObservable *source)
{
  return rx_observable_retry (source, 0);
}

static RxObservable *
one (RxObservable *source)
{
  return rx_observable_retry (source, 1);
}

static void
test_table (void)
{
  static const RxTestRow once[] = {
    { "1 2 |", -1, "1 2 |" },
    { "1 2 |", 1, "1" },
    { "1 2 #no", -1, "1 2 #no" },
    { "|", 0, "|" },
    { "#no", 0, "#no" },
  };

  rx_test_rows (none, once);
}

/* Cold only: a subject that has failed fails again. */
static void
test_cold (void)
{
  static const struct
  {
    const gchar *source;
    gint64 n, demand;
    const gchar *events;
  } rows[] = {
    { "1 2 |", 1, -1, "1 2 |" },
    { "|", 1, 0, "|" },
    { "1 2 #no", 1, -1, "1 2 1 2 #no" },
    { "1 2 #no", 2, -1, "1 2 1 2 1 2 #no" },
    { "#no", 3, 0, "#no" },
    { "a NULL #no", 1, -1, "a NULL a NULL #no" },
    /* what was asked for and has not come is asked of the next attempt */
    { "1 2 #no", 1, 3, "1 2 1" },
    { "1 2 #no", 1, 2, "1 2" },
    { "1 2 #no", 1, 4, "1 2 1 2 #no" },
    { "1 2 #no", -1, 5, "1 2 1 2 1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gint open = 0;
      g_autoptr (RxObservable) source = rx_test_script (rows[i].source, &open);

      rx_then (&source, retry, rows[i].n);
      /* B064: each subscription has all its attempts */
      for (guint round = 0; round < 2; round++)
        rx_test_expect (source, rows[i].demand, rows[i].events);
      g_assert_cmpint (open, ==, 0);
      rx_test_take_undeliverable ();
    }
}

static void
test_hot (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxObservable) observable = one (RX_OBSERVABLE (subject));
  g_autoptr (RxProbe) probe = rx_probe_subscribe (observable, -1);

  rx_test_feed (subject, "1 #no");
  rx_probe_assert (probe, "1 #no");
}

/* Succeeds at the attempt that it is told to. */
typedef struct
{
  guint attempts, good;
  guint n_items;                /* of each attempt */
} Attempts;

static void
run_attempt (RxEmitter *emitter, gpointer user_data, GError **error)
{
  Attempts *self = user_data;

  self->attempts++;
  for (gint64 i = 1; i <= self->n_items; i++)
    rx_emitter_next (emitter, RX_VALUE_INT64 (i));
  if (self->attempts == self->good)
    rx_emitter_completed (emitter);
  else
    g_propagate_error (error, rx_test_error ("no"));
}

static void
test_success (void)
{
  Attempts attempts = { .good = 3, .n_items = 1 };
  g_autoptr (RxObservable) source = rx_observable_create (RX_BACKPRESSURE_BUFFER, run_attempt, &attempts, NULL);

  rx_then (&source, retry, 5);
  rx_test_expect (source, -1, "1 1 1 |");
  g_assert_cmpuint (attempts.attempts, ==, 3);
}

/* The new attempt is asked for what is left, also when requests come in between. */
static void
request_at_two (RxProbe *probe, const GValue *item, gpointer data)
{
  if (probe->n_items == 2)
    rx_probe_request (probe, 2);
}

static void
test_demand_over (void)
{
  g_autoptr (RxObservable) failing = rx_test_script ("1 2 #no", NULL);
  g_autoptr (RxProbe) probe = rx_probe_new ();

  rx_then (&failing, retry, -1);
  probe->hook = request_at_two;
  rx_probe_start (probe, failing, 2);
  rx_probe_assert (probe, "1 2 1 2");
  rx_probe_request (probe, 1);
  rx_probe_assert (probe, "1 2 1 2 1");
  rx_probe_cancel (probe);
  /* the error of the attempt that was under way */
  rx_test_take_undeliverable ();
}

static void
cancel_at_five (RxProbe *probe, const GValue *item, gpointer data)
{
  if (probe->n_items == 5)
    rx_probe_cancel (probe);
}

static void
test_cancel (void)
{
  gint open = 0;
  g_autoptr (RxObservable) source = rx_test_script ("1 2 #no", &open);
  g_autoptr (RxProbe) probe = rx_probe_new ();

  rx_then (&source, retry, -1);
  probe->hook = cancel_at_five;
  rx_probe_start (probe, source, -1);
  rx_probe_assert (probe, "1 2 1 2 1");
  g_assert_cmpint (open, ==, 0);
}

/* Cancelled from another thread while it goes round and round without an item. */
static void
fail_at_once (RxEmitter *emitter, gpointer user_data, GError **error)
{
  rx_test_latch_open (user_data);
  g_propagate_error (error, rx_test_error ("no"));
}

static gpointer
retry_thread (gpointer data)
{
  gpointer *args = data;

  rx_probe_start (args[0], args[1], -1);
  return NULL;
}

static void
test_cancel_elsewhere (void)
{
  RxTestLatch running = { 0 };
  g_autoptr (RxObservable) source = rx_observable_create (RX_BACKPRESSURE_BUFFER, fail_at_once, &running, NULL);
  g_autoptr (RxProbe) probe = rx_probe_new ();
  gpointer args[] = { probe, NULL };
  RxTestWatchdog *watchdog = rx_test_watchdog_start (30);
  pthread_t thread;

  rx_then (&source, retry, -1);
  args[1] = source;
  thread = rx_test_thread_start (retry_thread, args);
  rx_test_latch_wait (&running);
  rx_probe_cancel (probe);
  rx_test_thread_join (thread);
  rx_test_watchdog_stop (watchdog);
  rx_probe_assert (probe, "");
  rx_test_take_undeliverable ();
}

/* B062: a million attempts that fail in the subscribe call take no stack. */
static void
run_million (gpointer data)
{
  guint n = rx_test_rounds (1000000);
  Attempts attempts = { .good = n + 1 };
  g_autoptr (RxObservable) failing = rx_test_failing ("no");
  g_autoptr (RxObservable) source = rx_observable_create (RX_BACKPRESSURE_BUFFER, run_attempt, &attempts, NULL);

  rx_then (&failing, retry, n);
  rx_test_expect (failing, -1, "#no");
  rx_then (&source, retry, n);
  rx_test_expect (source, -1, "|");
  g_assert_cmpuint (attempts.attempts, ==, n + 1);
}

static void
test_deep (void)
{
  rx_test_on_small_stack (run_million, NULL);
}

static void
test_bad_arguments (void)
{
  g_autoptr (RxObservable) never = rx_observable_never ();

  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  g_assert_null (rx_observable_retry (NULL, 1));
  rx_test_expect_critical ("n >= -1");
  g_assert_null (rx_observable_retry (never, -2));
  g_test_assert_expected_messages ();
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/retry/table", test_table);
  rx_test_add ("/retry/B064-cold", test_cold);
  rx_test_add ("/retry/hot", test_hot);
  rx_test_add ("/retry/success", test_success);
  rx_test_add ("/retry/demand-over", test_demand_over);
  rx_test_add ("/retry/cancel", test_cancel);
  rx_test_add ("/retry/cancel-elsewhere", test_cancel_elsewhere);
  rx_test_add ("/retry/B062-deep", test_deep);
  rx_test_add ("/retry/bad-arguments", test_bad_arguments);

  return g_test_run ();
}
