/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-observable-transforming.h"

#include "core/rx-hold-private.h"
#include "core/rx-node-private.h"
#include "rx-observable-private.h"

typedef struct
{
  RxFuncNode base;
  GValue seed;                  /* unset: none */
} RxScanNode;

typedef struct
{
  RxFuncSink base;
  GValue accumulator;           /* emitting context */
  atomic_bool seed_due;         /* the seed is still to be counted against demand; any thread */
} RxScanSink;

static void
scan_sink_next (RxSink *sink, GValue *item)
{
  RxScanSink *self = (RxScanSink *) sink;
  RxCallback *callback = self->base.callback;
  GValue result = RX_ITEM_INIT;
  GError *error = NULL;

  if (sink->done)
    return;
  if (!_rx_item_is_set (&self->accumulator))
    {
      _rx_item_copy (&self->accumulator, item);
      _rx_next (sink->down, item);
      return;
    }

  if (_rx_callback_enter (callback, &error))
    ((RxReduceFunc) callback->func) (&self->accumulator, item, &result, callback->user_data, &error);
  if (G_UNLIKELY (!_rx_callback_leave_with (callback, &result, &error)))
    {
      _rx_sink_fail (sink, error);
      return;
    }
  _rx_item_clear (&self->accumulator);
  _rx_item_copy (&self->accumulator, &result);
  if (!_rx_sink_is_cancelled (sink))
    _rx_next (sink->down, &result);
  _rx_item_clear (&result);
}

static void
scan_sink_finalize (RxSink *sink)
{
  _rx_item_clear (&((RxScanSink *) sink)->accumulator);
  _rx_func_sink_finalize (sink);
}

static const RxSinkOps scan_sink_ops = {
  RX_FUNC_SINK_OPS (RxScanSink, scan_sink_finalize),
  .next = scan_sink_next,
};

/* The seed goes down before upstream may emit; what is not asked for yet waits in the hold below. */
static void
scan_seed_sink_subscribed (RxSink *sink, RxSink *up)
{
  RxScanSink *self = (RxScanSink *) sink;
  GValue seed;

  _rx_sink_pass_subscribed (sink, up);
  _rx_item_copy (&seed, &self->accumulator);
  _rx_next (sink->down, &seed);
  _rx_item_clear (&seed);
}

static void
scan_seed_sink_request (RxSink *sink, gint64 n)
{
  RxScanSink *self = (RxScanSink *) sink;

  /* relaxed: the flag stands for nothing else */
  if (n != RX_UNBOUNDED && atomic_load_explicit (&self->seed_due, memory_order_relaxed) &&
      atomic_exchange_explicit (&self->seed_due, FALSE, memory_order_relaxed))
    n--;
  if (n > 0)
    _rx_request (sink->up, n);
}

static const RxSinkOps scan_seed_sink_ops = {
  RX_FUNC_SINK_OPS (RxScanSink, scan_sink_finalize),
  .subscribed = scan_seed_sink_subscribed,
  .next = scan_sink_next,
  .request = scan_seed_sink_request,
};

static void
scan_node_subscribe (RxNode *node, RxSink *down)
{
  _rx_node_subscribe (node->up, _rx_func_sink_new (&scan_sink_ops, node, down));
}

static void
scan_seed_node_subscribe (RxNode *node, RxSink *down)
{
  RxScanSink *sink = _rx_func_sink_new (&scan_seed_sink_ops, node, _rx_hold_new (down));

  _rx_item_copy (&sink->accumulator, &((RxScanNode *) node)->seed);
  atomic_init (&sink->seed_due, TRUE);
  _rx_node_subscribe (node->up, &sink->base.base);
}

static void
scan_node_finalize (RxNode *node)
{
  _rx_item_clear (&((RxScanNode *) node)->seed);
  _rx_func_node_finalize (node);
}

static const RxNodeOps scan_node_ops = {
  .size = sizeof (RxScanNode),
  .name = "scan",
  .subscribe = scan_node_subscribe,
  .finalize = scan_node_finalize,
};

static const RxNodeOps scan_seed_node_ops = {
  .size = sizeof (RxScanNode),
  .name = "scan",
  .subscribe = scan_seed_node_subscribe,
  .finalize = scan_node_finalize,
};

/**
 * rx_observable_scan:
 * @self: the observable
 * @seed: (nullable): what to start from; with %NULL it is the first item
 * @func: (scope notified) (closure user_data) (destroy destroy): adds an item to the accumulator
 * @user_data: data for @func
 * @destroy: (nullable): how to release @user_data
 *
 * Emits the running accumulation of the items.
 *
 * ![-1-2-3-|
 *   scan ((sum, x) → sum + x)
 *   -1-a-b-|
 *   with a = 3, b = 6](scan.svg)
 *
 * ![--1--2--3--|
 *   scan (10, (sum, x) → sum + x)
 *   a-b--c--d--|
 *   with a = 10, b = 11, c = 13, d = 16](scan-seed.svg)
 *
 * With a seed, the seed is the first item, and @func is called for each item of the source; it comes during the
 * subscribe call, or waits until it is asked for. Without one, the first item is emitted as it is. @func runs on the
 * thread that the item comes on. If it fails, the stream is stopped and ends with that error. Completion and errors
 * pass.
 *
 * Returns: (transfer full): the new observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_scan (RxObservable *self, const GValue *seed, RxReduceFunc func, gpointer user_data,
                    GDestroyNotify destroy)
{
  RxScanNode *node;

  g_return_val_if_fail (RX_IS_OBSERVABLE (self), NULL);
  g_return_val_if_fail (seed == NULL || G_IS_VALUE (seed), NULL);
  g_return_val_if_fail (func != NULL, NULL);

  node = _rx_func_node_new (seed != NULL ? &scan_seed_node_ops : &scan_node_ops, self, G_CALLBACK (func), user_data,
                            destroy);
  if (seed != NULL)
    _rx_item_import (&node->seed, seed);
  return _rx_node_wrap (node);
}
