/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-observable-filtering.h"

#include "core/rx-node-private.h"
#include "rx-observable-creation.h"
#include "rx-observable-private.h"

typedef struct
{
  RxSink base;
  guint64 left;                 /* emitting context */
  gint64 limit;                 /* constant */
  _Atomic gint64 asked;         /* of upstream, in all; any thread */
} RxTakeSink;

static void
take_sink_next (RxSink *sink, GValue *item)
{
  RxTakeSink *self = (RxTakeSink *) sink;

  if (sink->done)
    return;
  /* The state first: the item may bring another one about. */
  if (--self->left > 0)
    {
      _rx_next (sink->down, item);
      return;
    }
  sink->done = TRUE;
  _rx_next (sink->down, item);
  _rx_cancel (sink->up);
  _rx_completed (sink->down);
}

/* Upstream is never asked for more than will be passed on. */
static void
take_sink_request (RxSink *sink, gint64 n)
{
  RxTakeSink *self = (RxTakeSink *) sink;
  gint64 old, to;

  /* relaxed: a counter that stands for nothing else */
  old = atomic_load_explicit (&self->asked, memory_order_relaxed);
  do
    to = MIN (self->limit, _rx_demand_plus (old, n));
  while (!atomic_compare_exchange_weak_explicit (&self->asked, &old, to, memory_order_relaxed, memory_order_relaxed));

  if (to > old)
    _rx_request (sink->up, to - old);
}

static const RxSinkOps take_sink_ops = {
  RX_SINK_OPS_PASS (RxTakeSink, _rx_sink_free),
  .next = take_sink_next,
  .request = take_sink_request,
};

typedef struct
{
  RxNode base;
  guint64 n;
} RxTakeNode;

static void
take_node_subscribe (RxNode *node, RxSink *down)
{
  RxTakeSink *sink = _rx_sink_new (&take_sink_ops, down);

  sink->left = ((RxTakeNode *) node)->n;
  sink->limit = (gint64) MIN (sink->left, (guint64) RX_UNBOUNDED);
  _rx_node_subscribe (node->up, &sink->base);
}

static const RxNodeOps take_node_ops = {
  .size = sizeof (RxTakeNode),
  .name = "take",
  .subscribe = take_node_subscribe,
};

/**
 * rx_observable_take:
 * @self: the observable
 * @n: how many
 *
 * Emits the first @n items, then completes.
 *
 * ![-1-2-3-4-|
 *   take (2)
 *   -1-(2|)](take.svg)
 *
 * Upstream is released after the last of them and before the completion, and is never asked for more than @n. With
 * @n = 0 the stream completes without being subscribed to. An earlier completion or error passes. Everything happens on
 * the thread that the items come on. Nothing is buffered.
 *
 * Returns: (transfer full): the new observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_take (RxObservable *self, guint64 n)
{
  RxTakeNode *node;

  g_return_val_if_fail (RX_IS_OBSERVABLE (self), NULL);

  if (n == 0)
    return rx_observable_empty ();
  node = _rx_node_new (&take_node_ops, _rx_observable_get_node (self));
  node->n = n;
  return _rx_node_wrap (node);
}
