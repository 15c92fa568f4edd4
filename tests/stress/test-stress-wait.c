/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Threads that sleep until something is over that ends at once on another thread: no wake-up may be lost. Every wait in
 * here is without a limit, so that a lost one hangs, which ends the program. */

#include "rx-stress.h"

/* --- streams --- */

typedef struct
{
  RxStressCounter ended;
  gboolean fails;
} Wait;

static void
on_end (RxProbe *probe, const GError *error, gpointer data)
{
  Wait *self = data;

  g_assert_true ((error != NULL) == self->fails);
  rx_stress_add (&self->ended);
}

/* 1 |, 1 2 3 |, | and #no */
static RxObservable *
draw_source (guint32 *seed, gint64 *n_items, gboolean *fails)
{
  guint drawn = rx_stress_draw (seed, 4);

  *fails = drawn == 3;
  *n_items = drawn == 0 ? 1 : drawn == 1 ? 3 : 0;
  if (*fails)
    return rx_test_failing ("no");
  return drawn == 0 ? rx_observable_just (RX_VALUE_INT64 (0)) : rx_observable_range (0, *n_items);
}

/* Where a stream may come from: subscribed to elsewhere, moved elsewhere, or both. */
static void
go_elsewhere (RxObservable **observable, guint32 *seed)
{
  guint drawn = rx_stress_draw (seed, 3);

  if (drawn != 1)
    rx_then (observable, subscribe_on, rx_stress_draw_scheduler (seed));
  if (drawn != 0)
    rx_then (observable, observe_on, rx_stress_draw_scheduler (seed));
}

static void
stream_round (guint32 seed)
{
  g_autoptr (RxProbe) probe = rx_probe_new ();
  g_autoptr (RxObservable) observable = NULL;
  Wait wait = { 0 };
  gint64 n_items;

  observable = draw_source (&seed, &n_items, &wait.fails);
  go_elsewhere (&observable, &seed);
  probe->quiet = TRUE;
  probe->end_hook = on_end;
  probe->end_data = &wait;
  rx_probe_start (probe, observable, -1);
  rx_stress_jitter (&seed);
  rx_stress_wait (&wait.ended, 1);
  g_assert_cmpuint (probe->n_items, ==, n_items);
  g_assert_cmpuint (probe->n_ends, ==, 1);
  /* the end hook is called from inside the probe */
  while (!atomic_load (&probe->ended))
    g_thread_yield ();
}

/* The same with a main loop that is told to stop, perhaps before it runs. */
static void
context_round (guint32 seed)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (RxScheduler) here = rx_scheduler_main_context (context, G_PRIORITY_DEFAULT);
  g_autoptr (RxProbe) probe = rx_probe_new ();
  g_autoptr (RxObservable) observable = NULL;
  Wait wait = { 0 };
  gint64 n_items;

  observable = draw_source (&seed, &n_items, &wait.fails);
  if (rx_stress_draw (&seed, 4) > 0)
    go_elsewhere (&observable, &seed);
  rx_then (&observable, observe_on, here);
  probe->quiet = TRUE;
  probe->end_hook = on_end;
  probe->end_data = &wait;
  rx_probe_start (probe, observable, -1);
  rx_stress_jitter (&seed);
  while (rx_stress_get (&wait.ended) == 0)
    g_main_context_iteration (context, TRUE);
  g_assert_cmpuint (probe->n_items, ==, n_items);
  g_assert_cmpuint (probe->n_ends, ==, 1);
}

/* --- tasks --- */

static void
pong (RxTask *task, gpointer counter)
{
  rx_stress_add (counter);
}

/* One after another, so that the thread goes to sleep again and again while the next one comes. */
static void
task_round (guint32 seed)
{
  g_autoptr (RxWorker) worker = rx_scheduler_create_worker (rx_stress_draw_scheduler (&seed));
  RxStressCounter runs = { 0 };

  for (guint i = 1; i <= 5; i++)
    {
      rx_task_unref (rx_worker_schedule_delayed (worker, rx_stress_draw (&seed, 2), pong, &runs, NULL));
      rx_stress_wait (&runs, i);
      rx_stress_jitter (&seed);
    }
}

/* --- schedulers that nobody has used --- */

static void
unused_round (guint32 seed)
{
  RxScheduler *pool = rx_scheduler_new_thread_pool (rx_stress_draw (&seed, 4));
  guint drawn = rx_stress_draw (&seed, 4);

  if (drawn == 1)
    g_object_unref (rx_scheduler_create_worker (pool));
  else if (drawn == 2)
    rx_scheduler_shutdown (pool);
  else if (drawn == 3)
    {
      RxWorker *worker = rx_scheduler_create_worker (pool);

      rx_worker_unsubscribe (worker);
      g_object_unref (pool);
      pool = RX_SCHEDULER (g_object_ref (rx_worker_get_scheduler (worker)));
      g_object_unref (worker);
    }
  g_object_unref (pool);
}

/* The case asks for 100,000 rounds with streams and 10,000 with pools. */
static const RxStressTest tests[] = {
  { "/rx/stress/wait/stream", 70, stream_round },
  { "/rx/stress/wait/main-context", 30, context_round },
  { "/rx/stress/wait/task", 30, task_round },
  { "/rx/stress/wait/unused-pool", 10, unused_round },
};

int
main (int argc, char **argv)
{
  return rx_stress_main (argc, argv, RX_STRESS_WAIT, tests, G_N_ELEMENTS (tests));
}
