/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "cell-workloads.h"

/* Items made on a thread and consumed by the main loop. */

typedef struct
{
  GMainLoop *loop;
  guint64 n;
} Hop;

static void
count_next (const GValue *item, gpointer user_data, GError **error)
{
  ((Hop *) user_data)->n++;
}

static void
fail (const GError *error, gpointer user_data)
{
  g_error ("%s", error->message);
}

static void
quit (gpointer user_data)
{
  g_main_loop_quit (((Hop *) user_data)->loop);
}

static void
emit_constant (RxEmitter *emitter, gpointer user_data, GError **error)
{
  const GValue *item = RX_VALUE_INT64 (777);

  for (guint64 n = *(guint64 *) user_data; n > 0; n--)
    rx_emitter_next (emitter, item);
  rx_emitter_completed (emitter);
}

static guint64
run_hop (RxObservable *source)
{
  g_autoptr (RxObservable) chain = source;
  Hop hop = { g_main_loop_new (NULL, FALSE), 0 };
  RxSubscription *subscription;

  rx_then (&chain, subscribe_on, rx_scheduler_computation ());
  rx_then (&chain, observe_on, rx_scheduler_main ());
  subscription = rx_observable_subscribe (chain, count_next, fail, quit, &hop, NULL);
  g_main_loop_run (hop.loop);
  g_object_unref (subscription);
  g_main_loop_unref (hop.loop);
  return hop.n;
}

static guint64
run_range (guint64 size)
{
  return run_hop (rx_observable_range (1, size));
}

static guint64
run_constant (guint64 size)
{
  return run_hop (rx_observable_create (RX_BACKPRESSURE_MISSING, emit_constant, &size, NULL));
}

const CellWorkload cell_hop_workloads[] = {
  { "main-loop-hop/range", NULL, run_range },
  { "main-loop-hop/constant", NULL, run_constant },
  { NULL }
};
