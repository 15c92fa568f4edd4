/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-law-registry.h"

#include "rx-test-util.h"

/* --- user functions; they know nothing of the kind of the items --- */

#define GIVE(env) law_give (env), law_release

static gpointer
law_give (RxLawEnv *env)
{
  atomic_fetch_add (&env->n_given, 1);
  return env;
}

static void
law_release (gpointer env)
{
  atomic_fetch_add (&((RxLawEnv *) env)->n_released, 1);
}

/* TRUE: the function is to give a result. */
static gboolean
law_called (RxLawEnv *env, GError **error)
{
  /* relaxed: the functions of a stream must not be ordered by their test */
  guint call = atomic_fetch_add_explicit (&env->n_calls, 1, memory_order_relaxed) + 1;

  if (env->on_call != NULL)
    env->on_call (env, call, env->data);
  if (env->fault == RX_LAW_WELL || (env->fault_at != 0 && env->fault_at != call))
    return TRUE;

  switch (env->fault)
    {
    case RX_LAW_ERROR:
    case RX_LAW_ERROR_AND_RESULT:
      *error = rx_test_error ("fault");
      break;
    case RX_LAW_FAIL:
      {
        g_autoptr (GError) fault = rx_test_error ("fault");

        rx_callback_fail (fault);
      }
      break;
    case RX_LAW_NO_RESULT:
    case RX_LAW_WELL:
    case RX_LAW_N_FAULTS:
      break;
    }
  return env->fault == RX_LAW_ERROR_AND_RESULT;
}

static void
law_identity (const GValue *item, GValue *result, gpointer env, GError **error)
{
  if (law_called (env, error))
    rx_value_set_value (result, item);
}

static gboolean
law_is_even (const GValue *item, gpointer env, GError **error)
{
  return law_called (env, error) && rx_law_item_get (item) % 2 == 0;
}

static void
law_look (const GValue *item, gpointer env, GError **error)
{
  rx_law_item_get (item);
  law_called (env, error);
}

static void
law_add (const GValue *accumulator, const GValue *item, GValue *result, gpointer env, GError **error)
{
  if (law_called (env, error))
    rx_law_item_set (result, rx_law_item_kind (item), rx_law_item_get (accumulator) + rx_law_item_get (item));
}

static void
law_combine (const GValue *items, gsize n_items, GValue *result, gpointer env, GError **error)
{
  gint64 sum = 0;

  if (!law_called (env, error))
    return;
  for (gsize i = 0; i < n_items; i++)
    sum += rx_law_item_get (&items[i]);
  rx_law_item_set (result, rx_law_item_kind (&items[0]), sum);
}

/* An odd one gives itself, an even one itself twice. */
static RxObservable *
law_expand (const GValue *item, gpointer env, GError **error)
{
  GValue items[2] = { G_VALUE_INIT, G_VALUE_INIT };
  RxObservable *inner;

  if (!law_called (env, error))
    return NULL;
  if (rx_law_item_get (item) % 2 != 0)
    return rx_observable_just (item);

  for (guint i = 0; i < 2; i++)
    {
      g_value_init (&items[i], G_VALUE_TYPE (item));
      g_value_copy (item, &items[i]);
    }
  inner = rx_observable_from_array (items, 2);
  for (guint i = 0; i < 2; i++)
    g_value_unset (&items[i]);
  return inner;
}

static void
law_produce (RxEmitter *emitter, gpointer env, GError **error)
{
  if (!law_called (env, error))
    return;
  for (gint64 i = 1; i <= 6; i++)
    rx_emitter_next (emitter, RX_VALUE_INT64 (i));
  rx_emitter_completed (emitter);
}

/* --- sources --- */

static RxObservable *
build_create (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_create (RX_BACKPRESSURE_BUFFER, law_produce, GIVE (env));
}

static RxObservable *
build_create_missing (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_create (RX_BACKPRESSURE_MISSING, law_produce, GIVE (env));
}

static RxObservable *
build_just (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_just (RX_VALUE_INT64 (1));
}

static RxObservable *
build_empty (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_empty ();
}

static RxObservable *
build_never (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_never ();
}

static RxObservable *
build_error (RxObservable **upstreams, RxLawEnv *env)
{
  g_autoptr (GError) error = rx_test_error ("source");

  return rx_observable_error (error);
}

static RxObservable *
build_from_array (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_law_items (RX_LAW_INT64, 6);
}

static RxObservable *
build_range (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_range (1, 6);
}

static RxObservable *
build_range_full (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_range_full (6, 6, -1);
}

static RxObservable *
build_interval (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_interval (G_TIME_SPAN_MILLISECOND, NULL);
}

static RxObservable *
build_interval_pool (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_interval_full (0, 200, rx_scheduler_computation ());
}

static RxObservable *
build_timer (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_timer (0, NULL);
}

static RxObservable *
build_timer_pool (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_timer (100, rx_scheduler_computation ());
}

static RxObservable *
build_timer_immediate (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_timer (100, rx_scheduler_immediate ());
}

/* --- one upstream --- */

static RxObservable *
build_named (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_named (upstreams[0], "line");
}

static RxObservable *
build_as_observable (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_as_observable (upstreams[0]);
}

static RxObservable *
build_map (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_map (upstreams[0], law_identity, GIVE (env));
}

static RxObservable *
build_filter (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_filter (upstreams[0], law_is_even, GIVE (env));
}

static RxObservable *
build_do_on_next (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_do_on_next (upstreams[0], law_look, GIVE (env));
}

static RxObservable *
build_scan (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_scan (upstreams[0], NULL, law_add, GIVE (env));
}

static RxObservable *
build_scan_seeded (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_scan (upstreams[0], RX_VALUE_INT64 (0), law_add, GIVE (env));
}

static RxObservable *
build_take (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_take (upstreams[0], 3);
}

static RxObservable *
build_take_all (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_take (upstreams[0], G_MAXUINT64);
}

static RxObservable *
build_reduce (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_reduce (upstreams[0], NULL, law_add, GIVE (env));
}

static RxObservable *
build_reduce_seeded (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_reduce (upstreams[0], RX_VALUE_INT64 (0), law_add, GIVE (env));
}

static RxObservable *
build_flat_map (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_flat_map (upstreams[0], law_expand, GIVE (env));
}

static RxObservable *
build_flat_map_one (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_flat_map_full (upstreams[0], 1, FALSE, law_expand, GIVE (env));
}

static RxObservable *
build_flat_map_two (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_flat_map_full (upstreams[0], 2, FALSE, law_expand, GIVE (env));
}

static RxObservable *
build_flat_map_delay_error (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_flat_map_full (upstreams[0], 2, TRUE, law_expand, GIVE (env));
}

static RxObservable *
build_retry_never (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_retry (upstreams[0], 0);
}

static RxObservable *
build_retry (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_retry (upstreams[0], 1);
}

static RxObservable *
build_observe_on (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_observe_on (upstreams[0], NULL);
}

static RxObservable *
build_observe_on_small (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_observe_on_full (upstreams[0], 1, TRUE, rx_scheduler_main ());
}

static RxObservable *
build_observe_on_error_first (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_observe_on_full (upstreams[0], 4, FALSE, rx_scheduler_main ());
}

static RxObservable *
build_observe_on_pool (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_observe_on (upstreams[0], rx_scheduler_computation ());
}

static RxObservable *
build_observe_on_trampoline (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_observe_on (upstreams[0], rx_scheduler_trampoline ());
}

static RxObservable *
build_observe_on_immediate (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_observe_on (upstreams[0], rx_scheduler_immediate ());
}

static RxObservable *
build_subscribe_on (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_subscribe_on (upstreams[0], rx_scheduler_main ());
}

static RxObservable *
build_subscribe_on_pool (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_subscribe_on (upstreams[0], rx_scheduler_computation ());
}

static RxObservable *
build_subscribe_on_trampoline (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_subscribe_on (upstreams[0], rx_scheduler_trampoline ());
}

static RxObservable *
build_subscribe_on_immediate (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_subscribe_on (upstreams[0], rx_scheduler_immediate ());
}

/* A subject between upstream and an emitter. */

static void
pass_next (const GValue *item, gpointer emitter, GError **error)
{
  rx_emitter_next (emitter, item);
}

static void
pass_error (const GError *error, gpointer emitter)
{
  rx_emitter_error (emitter, error);
}

static void
pass_completed (gpointer emitter)
{
  rx_emitter_completed (emitter);
}

static void
law_route (RxEmitter *emitter, gpointer upstream, GError **error)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxSubscription) outer = rx_subscription_new ();
  g_autoptr (RxSubscription) inner = NULL;

  inner = rx_observable_subscribe ((RxObservable *) subject, pass_next, pass_error, pass_completed,
                                   g_object_ref (emitter), g_object_unref);
  rx_emitter_add_subscription (emitter, inner);
  rx_emitter_add_subscription (emitter, outer);
  rx_observable_subscribe_observer (upstream, (RxObserver *) subject, G_MAXINT64, outer);
}

static RxObservable *
build_publish_subject (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_create (RX_BACKPRESSURE_BUFFER, law_route, g_object_ref (upstreams[0]), g_object_unref);
}

/* --- take_until in its parts and as a whole --- */

static RxObservable *
build_take_until_source (RxObservable **upstreams, RxLawEnv *env)
{
  g_autoptr (RxObservable) never = rx_observable_never ();

  return rx_observable_take_until (upstreams[0], never);
}

static RxObservable *
build_take_until_notifier (RxObservable **upstreams, RxLawEnv *env)
{
  g_autoptr (RxObservable) never = rx_observable_never ();

  return rx_observable_take_until (never, upstreams[0]);
}

static RxObservable *
build_take_until (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_take_until (upstreams[0], upstreams[1]);
}

/* --- several upstreams --- */

static RxObservable *
build_merge_two (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_merge_with (upstreams[0], upstreams[1]);
}

static RxObservable *
build_merge (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_merge (upstreams, 3);
}

static RxObservable *
build_zip_two (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_zip_with (upstreams[0], upstreams[1], law_combine, GIVE (env));
}

static RxObservable *
build_zip (RxObservable **upstreams, RxLawEnv *env)
{
  return rx_observable_zip (upstreams, 3, law_combine, GIVE (env));
}

#define FUNC_RESULT (RX_LAW_FUNC | RX_LAW_RESULT)
#define FUNC_STREAM (RX_LAW_FUNC | RX_LAW_RESULT | RX_LAW_STREAM)
#define SAME RX_LAW_OF_ITEMS

const RxLaw rx_laws[] = {
  { "create", 0, RX_LAW_FUNC | RX_LAW_PRODUCER, build_create, "1 2 3 4 5 6 |" },
  { "create_missing", 0, RX_LAW_FUNC | RX_LAW_PRODUCER | RX_LAW_UNASKED, build_create_missing, "1 2 3 4 5 6 |" },
  { "just", 0, 0, build_just, "1 |" },
  { "empty", 0, 0, build_empty, "|" },
  { "never", 0, RX_LAW_ENDLESS, build_never, "" },
  { "error", 0, 0, build_error, "#source" },
  { "from_array", 0, 0, build_from_array, "1 2 3 4 5 6 |" },
  { "range", 0, 0, build_range, "1 2 3 4 5 6 |" },
  { "range_full", 0, 0, build_range_full, "6 5 4 3 2 1 |" },
  { "interval", 0, RX_LAW_ENDLESS | RX_LAW_UNASKED | RX_LAW_MAIN, build_interval, "0 1 2 3 4" },
  { "interval_pool", 0, RX_LAW_ENDLESS | RX_LAW_UNASKED | RX_LAW_POOL, build_interval_pool, "0 1 2 3 4" },
  { "timer", 0, RX_LAW_UNASKED | RX_LAW_MAIN, build_timer, "0 |" },
  { "timer_pool", 0, RX_LAW_UNASKED | RX_LAW_POOL, build_timer_pool, "0 |" },
  { "timer_immediate", 0, RX_LAW_UNASKED, build_timer_immediate, "0 |" },

  { "named", 1, SAME, build_named, "1 2 3 4 5 6 |" },
  { "as_observable", 1, SAME, build_as_observable, "1 2 3 4 5 6 |" },
  { "map", 1, SAME | FUNC_RESULT, build_map, "1 2 3 4 5 6 |" },
  { "filter", 1, SAME | RX_LAW_FUNC, build_filter, "2 4 6 |" },
  { "do_on_next", 1, SAME | RX_LAW_FUNC, build_do_on_next, "1 2 3 4 5 6 |" },
  { "scan", 1, SAME | FUNC_RESULT, build_scan, "1 3 6 10 15 21 |" },
  { "scan_seeded", 1, FUNC_RESULT | RX_LAW_BUFFERS, build_scan_seeded, "0 1 3 6 10 15 21 |" },
  { "take", 1, SAME | RX_LAW_ENDS_EARLY, build_take, "1 2 3 |", .max_request = 3 },
  { "take_all", 1, SAME, build_take_all, "1 2 3 4 5 6 |" },
  { "reduce", 1, SAME | RX_LAW_BUFFERS | RX_LAW_SCALAR | FUNC_RESULT, build_reduce, "21 |" },
  { "reduce_seeded", 1, RX_LAW_BUFFERS | RX_LAW_SCALAR | FUNC_RESULT, build_reduce_seeded, "21 |" },
  { "flat_map", 1, SAME | FUNC_STREAM | RX_LAW_BUFFERS, build_flat_map, "1 2 2 3 4 4 5 6 6 |" },
  { "flat_map_one", 1, SAME | FUNC_STREAM | RX_LAW_BUFFERS, build_flat_map_one, "1 2 2 3 4 4 5 6 6 |" },
  { "flat_map_two", 1, SAME | FUNC_STREAM | RX_LAW_BUFFERS, build_flat_map_two, "1 2 2 3 4 4 5 6 6 |" },
  { "flat_map_delay_error", 1, SAME | FUNC_STREAM | RX_LAW_BUFFERS, build_flat_map_delay_error,
    "1 2 2 3 4 4 5 6 6 |" },
  { "retry_never", 1, SAME, build_retry_never, "1 2 3 4 5 6 |" },
  { "retry", 1, SAME | RX_LAW_AGAIN, build_retry, "1 2 3 4 5 6 |" },
  { "observe_on", 1, SAME | RX_LAW_MAIN | RX_LAW_BUFFERS, build_observe_on, "1 2 3 4 5 6 |" },
  { "observe_on_small", 1, SAME | RX_LAW_MAIN | RX_LAW_BUFFERS, build_observe_on_small, "1 2 3 4 5 6 |" },
  { "observe_on_error_first", 1, SAME | RX_LAW_MAIN | RX_LAW_BUFFERS | RX_LAW_ERROR_FIRST,
    build_observe_on_error_first, "1 2 3 4 5 6 |" },
  { "observe_on_pool", 1, SAME | RX_LAW_POOL | RX_LAW_BUFFERS, build_observe_on_pool, "1 2 3 4 5 6 |" },
  { "observe_on_trampoline", 1, SAME | RX_LAW_BUFFERS, build_observe_on_trampoline, "1 2 3 4 5 6 |" },
  { "observe_on_immediate", 1, SAME | RX_LAW_BUFFERS, build_observe_on_immediate, "1 2 3 4 5 6 |" },
  { "subscribe_on", 1, SAME | RX_LAW_MAIN, build_subscribe_on, "1 2 3 4 5 6 |" },
  { "subscribe_on_pool", 1, SAME | RX_LAW_POOL, build_subscribe_on_pool, "1 2 3 4 5 6 |" },
  { "subscribe_on_trampoline", 1, SAME, build_subscribe_on_trampoline, "1 2 3 4 5 6 |" },
  { "subscribe_on_immediate", 1, SAME, build_subscribe_on_immediate, "1 2 3 4 5 6 |" },
  { "publish_subject", 1, SAME | RX_LAW_HOT | RX_LAW_BUFFERS, build_publish_subject, "1 2 3 4 5 6 |" },

  { "take_until_source", 1, SAME, build_take_until_source, "1 2 3 4 5 6 |" },
  { "take_until_notifier", 1, RX_LAW_ENDS_EARLY, build_take_until_notifier, "|", .max_request = 1 },
  { "take_until", 2, SAME | RX_LAW_ENDS_EARLY, build_take_until, "|" },
  { "merge_two", 2, SAME | RX_LAW_BUFFERS, build_merge_two, "1 2 3 4 5 6 1 2 3 4 5 6 |" },
  { "merge", 3, SAME | RX_LAW_BUFFERS, build_merge, "1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 |" },
  { "zip_two", 2, SAME | FUNC_RESULT | RX_LAW_BUFFERS, build_zip_two, "2 4 6 8 10 12 |" },
  { "zip", 3, SAME | FUNC_RESULT | RX_LAW_BUFFERS, build_zip, "3 6 9 12 15 18 |" },
};

const guint rx_n_laws = G_N_ELEMENTS (rx_laws);
