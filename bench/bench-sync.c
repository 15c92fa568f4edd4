/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "bench-runner.h"

/* What does not leave the thread. A "hop" workload has ten operators more than the chain of "range", so a hop costs a
 * tenth of the difference. */

static void
consume (RxObservable *observable)
{
  g_object_unref (rx_observable_subscribe (observable, bench_count, NULL, NULL, NULL, NULL));
}

static void
run_range (guint64 n)
{
  g_autoptr (RxObservable) chain = rx_observable_range (0, n);

  consume (chain);
}

static void
run_hop_bare (guint64 n)
{
  g_autoptr (RxObservable) chain = rx_observable_range (0, n);

  for (guint i = 0; i < 10; i++)
    rx_then (&chain, take, G_MAXUINT64);
  consume (chain);
}

static void
run_hop_map (guint64 n)
{
  g_autoptr (RxObservable) chain = rx_observable_range (0, n);

  for (guint i = 0; i < 10; i++)
    rx_then (&chain, map, bench_plus, NULL, NULL);
  consume (chain);
}

static void
run_hop_filter (guint64 n)
{
  g_autoptr (RxObservable) chain = rx_observable_range (0, n);

  for (guint i = 0; i < 10; i++)
    rx_then (&chain, filter, bench_any, NULL, NULL);
  consume (chain);
}

static void
run_map_filter_reduce (guint64 n)
{
  g_autoptr (RxObservable) chain = rx_observable_range (0, n);

  rx_then (&chain, map, bench_plus, NULL, NULL);
  rx_then (&chain, filter, bench_any, NULL, NULL);
  rx_then (&chain, reduce, NULL, bench_add, NULL, NULL);
  consume (chain);
}

static void
run_scan (guint64 n)
{
  g_autoptr (RxObservable) chain = rx_observable_range (0, n);

  rx_then (&chain, scan, NULL, bench_add, NULL, NULL);
  consume (chain);
}

static RxObservable *
thousand (const GValue *item, gpointer user_data, GError **error)
{
  return rx_observable_range (0, 1000);
}

static void
run_flat_map (guint64 n)
{
  g_autoptr (RxObservable) chain = rx_observable_range (0, n / 1000);

  rx_then (&chain, flat_map, thousand, NULL, NULL);
  consume (chain);
}

static void
run_merge (guint64 n)
{
  guint n_sources = n / 1000;
  g_autofree RxObservable **sources = g_new (RxObservable *, n_sources);
  g_autoptr (RxObservable) source = rx_observable_range (0, 1000);
  g_autoptr (RxObservable) merged = NULL;

  for (guint i = 0; i < n_sources; i++)
    sources[i] = source;
  merged = rx_observable_merge (sources, n_sources);
  consume (merged);
}

static void
first (const GValue *items, gsize n_items, GValue *result, gpointer user_data, GError **error)
{
  rx_value_set_int64 (result, rx_value_get_int64 (&items[0]) + rx_value_get_int64 (&items[1]));
}

static void
run_zip (guint64 n)
{
  g_autoptr (RxObservable) a = rx_observable_range (0, n);
  g_autoptr (RxObservable) b = rx_observable_range (0, n);
  g_autoptr (RxObservable) zipped = rx_observable_zip (RX_SOURCES (a, b), first, NULL, NULL);

  consume (zipped);
}

static void
run_take_until (guint64 n)
{
  g_autoptr (RxObservable) chain = rx_observable_range (0, n);
  g_autoptr (RxObservable) never = rx_observable_never ();

  rx_then (&chain, take_until, never);
  consume (chain);
}

static void
ignore_error (const GError *error, gpointer user_data)
{
}

static void
run_retry (guint64 n)
{
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "again");
  g_autoptr (RxObservable) chain = rx_observable_error (error);
  RxSubscription *subscription;

  rx_then (&chain, retry, (gint64) n);
  subscription = rx_observable_subscribe (chain, NULL, ignore_error, NULL, NULL, NULL);
  g_object_unref (subscription);
}

static void
run_just (guint64 n)
{
  g_autoptr (RxObservable) just = rx_observable_just (RX_VALUE_INT64 (1));

  for (guint64 i = 0; i < n; i++)
    consume (just);
}

static void
run_subject (guint64 n, guint n_subscribers)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();

  for (guint i = 0; i < n_subscribers; i++)
    consume ((RxObservable *) subject);
  for (guint64 i = 0; i < n; i++)
    rx_subject_next (subject, RX_VALUE_INT64 ((gint64) i));
  rx_subject_completed (subject);
}

static void
run_subject_1 (guint64 n)
{
  run_subject (n, 1);
}

static void
run_subject_10 (guint64 n)
{
  run_subject (n, 10);
}

static void
emit_all (RxEmitter *emitter, gpointer user_data, GError **error)
{
  guint64 n = *(guint64 *) user_data;

  for (guint64 i = 0; i < n; i++)
    rx_emitter_next (emitter, RX_VALUE_INT64 ((gint64) i));
  rx_emitter_completed (emitter);
}

static void
run_create (guint64 n)
{
  g_autoptr (RxObservable) chain = rx_observable_create (RX_BACKPRESSURE_BUFFER, emit_all, &n, NULL);

  consume (chain);
}

/* What a careful C programmer would write instead of range → map → filter → reduce: calls by pointer on GValues. */
static void
run_by_hand (guint64 n)
{
  RxMapFunc volatile map = bench_plus;
  RxPredicateFunc volatile filter = bench_any;
  RxReduceFunc volatile reduce = bench_add;
  GValue sum = G_VALUE_INIT;
  GError *error = NULL;

  rx_value_set_int64 (&sum, 0);
  for (guint64 i = 0; i < n; i++)
    {
      GValue item = G_VALUE_INIT, result = G_VALUE_INIT, next = G_VALUE_INIT;

      rx_value_set_int64 (&item, (gint64) i);
      map (&item, &result, NULL, &error);
      if (!filter (&result, NULL, &error))
        continue;
      reduce (&sum, &result, &next, NULL, &error);
      sum = next;
    }
  bench_checksum += rx_value_get_int64 (&sum);
}

const BenchWorkload bench_sync_workloads[] = {
  { "range", "items", 20000000, run_range },
  { "hop, bare (× 10)", "items", 5000000, run_hop_bare },
  { "hop, map (× 10)", "items", 2000000, run_hop_map },
  { "hop, filter (× 10)", "items", 2000000, run_hop_filter },
  { "range → map → filter → reduce", "items", 5000000, run_map_filter_reduce },
  { "the same by hand", "items", 5000000, run_by_hand },
  { "scan", "items", 5000000, run_scan },
  { "flat_map, n/1000 × 1000", "items", 2000000, run_flat_map },
  { "merge, n/1000 × 1000", "items", 2000000, run_merge },
  { "zip of two ranges", "items", 2000000, run_zip },
  { "take_until (never)", "items", 2000000, run_take_until },
  { "create, in one loop", "items", 5000000, run_create },
  { "retry of an error", "rounds", 1000000, run_retry },
  { "subject, 1 subscriber", "items", 5000000, run_subject_1 },
  { "subject, 10 subscribers", "items", 1000000, run_subject_10 },
  { "subscribe and run just", "times", 1000000, run_just },
  { NULL }
};
