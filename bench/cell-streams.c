/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "cell-workloads.h"

/* ComputationSchedulerPerf and OperatorObserveOnPerf: subscribe, run to the end, wait for it here. */

static void
count_next (const GValue *item, gpointer user_data, GError **error)
{
  (*(guint64 *) user_data)++;
}

static void
fail (const GError *error, gpointer user_data)
{
  g_error ("%s", error->message);
}

static void
open_latch (gpointer user_data)
{
  cell_latch_open ();
}

static guint64
run_to_end (RxObservable *chain)
{
  guint64 n = 0;
  RxSubscription *subscription;

  cell_latch_reset ();
  subscription = rx_observable_subscribe (chain, count_next, fail, open_latch, &n, NULL);
  cell_latch_wait ();
  g_object_unref (subscription);
  return n;
}

/* --- sources --- */

static RxObservable *
make_range (guint64 size)
{
  return rx_observable_range (1, size);
}

static void
emit_all (RxEmitter *emitter, gpointer user_data, GError **error)
{
  const GValue *item = RX_VALUE_INT64 (777);

  for (guint64 n = *(guint64 *) user_data; n > 0; n--)
    rx_emitter_next (emitter, item);
  rx_emitter_completed (emitter);
}

/* One value again and again, as many as are asked for, by a source of which operators know nothing. */
static RxObservable *
make_constant (guint64 size)
{
  RxObservable *chain = rx_observable_range_full (777, size, 0);

  rx_then (&chain, as_observable);
  return chain;
}

/* Pushes, whatever is asked for, so that each item is handed over; any thread might do so. */
static RxObservable *
make_emitter (guint64 size)
{
  return rx_observable_create (RX_BACKPRESSURE_MISSING, emit_all, g_memdup2 (&size, sizeof size), g_free);
}

/* --- operations; the chain is made by the first one and subscribed to by all of them --- */

typedef RxObservable *(*MakeFunc) (guint64 size);

static RxObservable *
observed (MakeFunc make, guint64 size, RxScheduler *scheduler)
{
  RxObservable *chain = make (size);

  rx_then (&chain, observe_on, scheduler);
  return chain;
}

static RxObservable *
subscribed (MakeFunc make, guint64 size, RxScheduler *scheduler)
{
  RxObservable *chain = make (size);

  rx_then (&chain, subscribe_on, scheduler);
  return chain;
}

static RxObservable *
one_short (guint64 size)
{
  return rx_observable_range (1, size - 1);
}

#define DEFINE_RUN(name, place, make, scheduler) \
  static guint64 \
  name (guint64 size) \
  { \
    static RxObservable *chain; \
    \
    if (chain == NULL) \
      chain = place (make, size, rx_scheduler_##scheduler ()); \
    return run_to_end (chain); \
  }

DEFINE_RUN (run_computation_range, observed, make_range, computation)
DEFINE_RUN (run_computation_constant, observed, make_constant, computation)
DEFINE_RUN (run_computation_emitter, observed, make_emitter, computation)
DEFINE_RUN (run_immediate_range, observed, make_range, immediate)
DEFINE_RUN (run_immediate_constant, observed, make_constant, immediate)
DEFINE_RUN (run_trampoline_range, observed, make_range, trampoline)
DEFINE_RUN (run_trampoline_constant, observed, make_constant, trampoline)
DEFINE_RUN (run_new_thread_range, observed, make_range, new_thread)
DEFINE_RUN (run_new_thread_constant, observed, make_constant, new_thread)
DEFINE_RUN (run_subscribe_range, subscribed, make_range, computation)
DEFINE_RUN (run_subscribe_constant, subscribed, make_constant, computation)
DEFINE_RUN (run_subscribe_emitter, subscribed, make_emitter, computation)
DEFINE_RUN (run_one_short, observed, one_short, computation)

const CellWorkload cell_stream_workloads[] = {
  { "observe-on/computation/range", NULL, run_computation_range },
  { "observe-on/computation/constant", NULL, run_computation_constant },
  { "observe-on/computation/emitter", NULL, run_computation_emitter },
  { "observe-on/immediate/range", NULL, run_immediate_range },
  { "observe-on/immediate/constant", NULL, run_immediate_constant },
  { "observe-on/trampoline/range", NULL, run_trampoline_range },
  { "observe-on/trampoline/constant", NULL, run_trampoline_constant },
  { "observe-on/new-thread/range", NULL, run_new_thread_range },
  { "observe-on/new-thread/constant", NULL, run_new_thread_constant },
  { "subscribe-on/computation/range", NULL, run_subscribe_range },
  { "subscribe-on/computation/constant", NULL, run_subscribe_constant },
  { "subscribe-on/computation/emitter", NULL, run_subscribe_emitter },
  { "memory/observe-on/range", NULL, run_computation_range },
  { "memory/observe-on/constant", NULL, run_computation_constant },
  { "faulty/one-short", NULL, run_one_short },
  { NULL }
};
