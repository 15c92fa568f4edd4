/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "bench-runner.h"

/* What crosses threads: the end is waited for on a condition, as a benchmark's latch is elsewhere. */

typedef struct
{
  GMutex mutex;
  GCond cond;
  gboolean done;
} Latch;

static void
latch_open (gpointer user_data)
{
  Latch *latch = user_data;

  g_mutex_lock (&latch->mutex);
  latch->done = TRUE;
  g_cond_signal (&latch->cond);
  g_mutex_unlock (&latch->mutex);
}

static void
run_to_end (RxObservable *observable)
{
  Latch latch = { 0 };
  RxSubscription *subscription;

  g_mutex_init (&latch.mutex);
  g_cond_init (&latch.cond);
  subscription = rx_observable_subscribe (observable, bench_count, NULL, latch_open, &latch, NULL);
  g_mutex_lock (&latch.mutex);
  while (!latch.done)
    g_cond_wait (&latch.cond, &latch.mutex);
  g_mutex_unlock (&latch.mutex);
  g_mutex_clear (&latch.mutex);
  g_cond_clear (&latch.cond);
  g_object_unref (subscription);
}

static void
run_observe_on (guint64 n)
{
  g_autoptr (RxObservable) chain = rx_observable_range (0, n);

  rx_then (&chain, observe_on, rx_scheduler_computation ());
  run_to_end (chain);
}

static void
run_observe_on_1 (guint64 n)
{
  for (guint64 i = 0; i < n; i++)
    run_observe_on (1);
}

static void
run_subscribe_on (guint64 n)
{
  g_autoptr (RxObservable) chain = rx_observable_range (0, n);

  rx_then (&chain, subscribe_on, rx_scheduler_computation ());
  run_to_end (chain);
}

static void
run_subject_observe_on (guint64 n)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxObservable) chain = rx_observable_observe_on ((RxObservable *) subject, rx_scheduler_computation ());
  Latch latch = { 0 };
  RxSubscription *subscription;

  g_mutex_init (&latch.mutex);
  g_cond_init (&latch.cond);
  subscription = rx_observable_subscribe (chain, bench_count, NULL, latch_open, &latch, NULL);
  for (guint64 i = 0; i < n; i++)
    rx_subject_next (subject, RX_VALUE_INT64 ((gint64) i));
  rx_subject_completed (subject);
  g_mutex_lock (&latch.mutex);
  while (!latch.done)
    g_cond_wait (&latch.cond, &latch.mutex);
  g_mutex_unlock (&latch.mutex);
  g_object_unref (subscription);
}

static void
quit (gpointer user_data)
{
  g_main_loop_quit (user_data);
}

static void
run_observe_on_main (guint64 n)
{
  g_autoptr (RxObservable) chain = rx_observable_range (0, n);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  RxSubscription *subscription;

  rx_then (&chain, observe_on, rx_scheduler_computation ());
  rx_then (&chain, observe_on, rx_scheduler_main ());
  subscription = rx_observable_subscribe (chain, bench_count, NULL, quit, loop, NULL);
  g_main_loop_run (loop);
  g_object_unref (subscription);
}

const BenchWorkload bench_async_workloads[] = {
  { "observe_on (computation) of range", "items", 5000000, run_observe_on },
  { "observe_on, round trips of one item", "times", 50000, run_observe_on_1 },
  { "subscribe_on (computation) of range", "items", 20000000, run_subscribe_on },
  { "subject → observe_on (computation)", "items", 3000000, run_subject_observe_on },
  { "… → observe_on (main)", "items", 3000000, run_observe_on_main },
  { NULL }
};
