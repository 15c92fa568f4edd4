/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "bench-runner.h"

#include <malloc.h>

/* The allocator's own figures, so that its headers and rounding count too. */

#define N_IDLE 100000

static gdouble
allocated (void)
{
  return (gdouble) mallinfo2 ().uordblks + (gdouble) mallinfo2 ().hblkhd;
}

static gdouble
subscription_size (void)
{
  GTypeQuery query;

  g_type_query (RX_TYPE_SUBSCRIPTION, &query);
  return query.instance_size;
}

/* The handles are made before, so that only what the subscribing adds is counted. */
static gdouble
idle_size (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  RxSubscription **subscriptions = g_new (RxSubscription *, N_IDLE);
  gdouble before, size;

  for (guint i = 0; i < N_IDLE; i++)
    subscriptions[i] = rx_subscription_new ();
  for (guint i = 0; i < N_IDLE; i++)
    g_object_unref (subscriptions[i]);  /* what GLib keeps of them serves below */
  before = allocated ();
  for (guint i = 0; i < N_IDLE; i++)
    subscriptions[i] = rx_observable_subscribe ((RxObservable *) subject, bench_count, NULL, NULL, NULL, NULL);
  size = (allocated () - before) / N_IDLE;
  for (guint i = 0; i < N_IDLE; i++)
    {
      rx_subscription_unsubscribe (subscriptions[i]);
      g_object_unref (subscriptions[i]);
    }
  g_free (subscriptions);
  return size;
}

static void
count_completed (gpointer user_data)
{
  g_atomic_int_inc ((gint *) user_data);
}

/* Mallocs for each of a million items, through operators and across a thread; the start is in it. */
static gdouble
mallocs_per_item (void)
{
  static gint n_completed;
  const guint64 n = 1000000;
  g_autoptr (RxObservable) chain = rx_observable_range (0, n);
  RxSubscription *subscription;
  gint goal = g_atomic_int_get (&n_completed) + 1;
  guint64 before;

  rx_then (&chain, map, bench_plus, NULL, NULL);
  rx_then (&chain, filter, bench_any, NULL, NULL);
  rx_then (&chain, scan, NULL, bench_add, NULL, NULL);
  rx_then (&chain, take, n);
  rx_then (&chain, observe_on, rx_scheduler_computation ());
  before = bench_count_mallocs ();
  subscription = rx_observable_subscribe (chain, bench_count, NULL, count_completed, &n_completed, NULL);
  while (g_atomic_int_get (&n_completed) < goal)
    g_thread_yield ();
  g_object_unref (subscription);
  return (gdouble) (bench_count_mallocs () - before) / (gdouble) n;
}

const BenchFigure bench_memory_figures[] = {
  { "RxSubscription", "bytes", subscription_size },
  { "idle subscription of a subject, besides", "bytes", idle_size },
  { "mallocs an item, five operators", "", mallocs_per_item },
  { NULL }
};
