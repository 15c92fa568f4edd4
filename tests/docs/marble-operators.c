/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* What is written in the boxes of the marble pictures, as C. */

#include "marbles.h"

#define SOURCE(bench) g_object_ref ((bench)->in[0])
#define MS G_TIME_SPAN_MILLISECOND

static RxObservable *
then (RxObservable *observable)
{
  g_assert_nonnull (observable);
  return observable;
}

/* Puts an operator behind what comes in. */
#define APPLY(op, ...) \
  G_STMT_START { \
    g_autoptr (RxObservable) source_ = SOURCE (bench); \
    return then (rx_observable_##op (source_, ##__VA_ARGS__)); \
  } G_STMT_END

/* --- user functions --- */

static void
times_ten (const GValue *x, GValue *result, gpointer user_data, GError **error)
{
  rx_value_set_int64 (result, 10 * rx_value_get_int64 (x));
}

static gboolean
is_even (const GValue *x, gpointer user_data, GError **error)
{
  return rx_value_get_int64 (x) % 2 == 0;
}

static void
add (const GValue *sum, const GValue *x, GValue *result, gpointer user_data, GError **error)
{
  rx_value_set_int64 (result, rx_value_get_int64 (sum) + rx_value_get_int64 (x));
}

static void
make_list (const GValue *items, gsize n_items, GValue *result, gpointer user_data, GError **error)
{
  rx_value_take_boxed (result, RX_TYPE_LIST, rx_list_new (items, n_items));
}

static void
multiply (const GValue *items, gsize n_items, GValue *result, gpointer user_data, GError **error)
{
  rx_value_set_int64 (result, rx_value_get_int64 (&items[0]) * rx_value_get_int64 (&items[1]));
}

static void
count (const GValue *x, gpointer n, GError **error)
{
  ++*(guint *) n;
}

static RxObservable *
make_inner (const GValue *x, gpointer user_data, GError **error)
{
  MarbleBench *bench = user_data;
  g_autoptr (RxMarbleTable) table = marble_table_new (bench->picture, x);

  return RX_OBSERVABLE (rx_test_scheduler_create_cold_marbles (bench->scheduler, bench->picture->inner, table, error));
}

/* --- creation --- */

typedef struct
{
  RxEmitter *emitter;
  RxWorker *worker;
} Later;

static void
later_free (gpointer data)
{
  Later *later = data;

  g_object_unref (later->emitter);
  g_object_unref (later->worker);
  g_free (later);
}

static void
emit_second (RxTask *task, gpointer data)
{
  Later *later = data;

  rx_emitter_next (later->emitter, RX_VALUE_INT64 (2));
  rx_emitter_completed (later->emitter);
}

static void
emit (RxEmitter *emitter, gpointer scheduler, GError **error)
{
  Later *later = g_new (Later, 1);

  later->emitter = g_object_ref (emitter);
  later->worker = rx_scheduler_create_worker (scheduler);
  rx_emitter_next (emitter, RX_VALUE_INT64 (1));
  rx_task_unref (rx_worker_schedule_delayed (later->worker, 4 * MS, emit_second, later, later_free));
}

static RxObservable *
apply_create (MarbleBench *bench)
{
  return rx_observable_create (RX_BACKPRESSURE_BUFFER, emit, g_object_ref (bench->scheduler), g_object_unref);
}

static RxObservable *
apply_just (MarbleBench *bench)
{
  return rx_observable_just (RX_VALUE_INT64 (1));
}

static RxObservable *
apply_from_array (MarbleBench *bench)
{
  GValue items[3] = { G_VALUE_INIT };
  RxObservable *observable;

  rx_value_set_int64 (&items[0], 1);
  rx_value_set_static_string (&items[1], "two");
  rx_value_set_null (&items[2]);
  observable = rx_observable_from_array (items, G_N_ELEMENTS (items));
  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    g_value_unset (&items[i]);
  return observable;
}

static RxObservable *
apply_error (MarbleBench *bench)
{
  /* what # stands for */
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "error");

  return rx_observable_error (error);
}

static RxObservable *apply_range (MarbleBench *bench) { return rx_observable_range (1, 3); }
static RxObservable *apply_range_full (MarbleBench *bench) { return rx_observable_range_full (10, 3, -5); }
static RxObservable *apply_empty (MarbleBench *bench) { return rx_observable_empty (); }
static RxObservable *apply_never (MarbleBench *bench) { return rx_observable_never (); }

static RxObservable *
apply_interval (MarbleBench *bench)
{
  return rx_observable_interval (10 * MS, RX_SCHEDULER (bench->scheduler));
}

static RxObservable *
apply_interval_full (MarbleBench *bench)
{
  return rx_observable_interval_full (0, 10 * MS, RX_SCHEDULER (bench->scheduler));
}

static RxObservable *
apply_timer (MarbleBench *bench)
{
  return rx_observable_timer (10 * MS, RX_SCHEDULER (bench->scheduler));
}

/* --- operators --- */

static RxObservable *apply_map (MarbleBench *bench) { APPLY (map, times_ten, NULL, NULL); }
static RxObservable *apply_scan (MarbleBench *bench) { APPLY (scan, NULL, add, NULL, NULL); }
static RxObservable *apply_scan_seed (MarbleBench *bench) { APPLY (scan, RX_VALUE_INT64 (10), add, NULL, NULL); }
static RxObservable *apply_reduce (MarbleBench *bench) { APPLY (reduce, NULL, add, NULL, NULL); }
static RxObservable *apply_flat_map (MarbleBench *bench) { APPLY (flat_map, make_inner, bench, NULL); }
static RxObservable *apply_filter (MarbleBench *bench) { APPLY (filter, is_even, NULL, NULL); }
static RxObservable *apply_take (MarbleBench *bench) { APPLY (take, 2); }
static RxObservable *apply_take_until (MarbleBench *bench) { APPLY (take_until, bench->in[1]); }
static RxObservable *apply_retry (MarbleBench *bench) { APPLY (retry, 1); }
static RxObservable *apply_named (MarbleBench *bench) { APPLY (named, "numbers"); }
static RxObservable *apply_as_observable (MarbleBench *bench) { APPLY (as_observable); }

static RxObservable *
apply_flat_map_full (MarbleBench *bench)
{
  APPLY (flat_map_full, 1, FALSE, make_inner, bench, NULL);
}

static RxObservable *
apply_do_on_next (MarbleBench *bench)
{
  APPLY (do_on_next, count, g_new0 (guint, 1), g_free);
}

static RxObservable *
apply_subscribe_on (MarbleBench *bench)
{
  APPLY (subscribe_on, RX_SCHEDULER (bench->scheduler));
}

static RxObservable *
apply_observe_on (MarbleBench *bench)
{
  APPLY (observe_on, RX_SCHEDULER (bench->scheduler));
}

static RxObservable *
apply_observe_on_full (MarbleBench *bench)
{
  APPLY (observe_on_full, 128, FALSE, RX_SCHEDULER (bench->scheduler));
}

/* --- several streams --- */

static RxObservable *
apply_merge (MarbleBench *bench)
{
  return rx_observable_merge (bench->in, bench->n_in);
}

static RxObservable *
apply_zip (MarbleBench *bench)
{
  return rx_observable_zip (bench->in, bench->n_in, make_list, NULL, NULL);
}

static RxObservable *apply_merge_with (MarbleBench *bench) { APPLY (merge_with, bench->in[1]); }
static RxObservable *apply_zip_with (MarbleBench *bench) { APPLY (zip_with, bench->in[1], multiply, NULL, NULL); }

/* --- subjects --- */

static RxObservable *
feed (MarbleBench *bench, RxSubject *subject)
{
  rx_observable_subscribe_observer (bench->in[0], RX_OBSERVER (subject), G_MAXINT64, NULL);
  return RX_OBSERVABLE (subject);
}

static RxObservable *apply_publish_subject (MarbleBench *bench) { return feed (bench, rx_publish_subject_new ()); }

const MarbleOperator marble_operators[] = {
  { "as_observable", apply_as_observable },
  { "create", apply_create },
  { "do_on_next", apply_do_on_next },
  { "empty", apply_empty },
  { "error", apply_error },
  { "filter", apply_filter },
  { "flat_map", apply_flat_map },
  { "flat_map_full", apply_flat_map_full },
  { "from_array", apply_from_array },
  { "interval", apply_interval },
  { "interval_full", apply_interval_full },
  { "just", apply_just },
  { "map", apply_map },
  { "merge", apply_merge },
  { "merge_with", apply_merge_with },
  { "named", apply_named },
  { "never", apply_never },
  { "observe_on", apply_observe_on },
  { "observe_on_full", apply_observe_on_full },
  { "publish-subject", apply_publish_subject },
  { "range", apply_range },
  { "range_full", apply_range_full },
  { "reduce", apply_reduce },
  { "retry", apply_retry },
  { "scan", apply_scan },
  { "scan-seed", apply_scan_seed },
  { "subscribe_on", apply_subscribe_on },
  { "take", apply_take },
  { "take_until", apply_take_until },
  { "timer", apply_timer },
  { "zip", apply_zip },
  { "zip_with", apply_zip_with },
};
const gsize n_marble_operators = G_N_ELEMENTS (marble_operators);
