/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-observable-aggregate.h"

#include "core/rx-node-private.h"
#include "core/rx-scalar-private.h"
#include "rx-error.h"
#include "rx-observable-private.h"

typedef struct
{
  RxFuncNode base;
  GValue seed;                  /* unset: none */
} RxReduceNode;

typedef struct
{
  RxScalar base;                /* result: the accumulator */
  RxCallback *callback;         /* (owned) */
} RxReduceSink;

static void
reduce_sink_next (RxSink *sink, GValue *item)
{
  RxReduceSink *self = (RxReduceSink *) sink;
  RxCallback *callback = self->callback;
  GValue *accumulator = &self->base.result;
  GValue result = RX_ITEM_INIT;
  GError *error = NULL;

  if (sink->done)
    return;
  if (!_rx_item_is_set (accumulator))
    {
      _rx_item_move (accumulator, item);
      return;
    }

  if (_rx_callback_enter (callback, &error))
    ((RxReduceFunc) callback->func) (accumulator, item, &result, callback->user_data, &error);
  if (G_UNLIKELY (!_rx_callback_leave_with (callback, &result, &error)))
    {
      _rx_sink_fail (sink, error);
      return;
    }
  _rx_item_clear (accumulator);
  _rx_item_move (accumulator, &result);
}

static void
reduce_sink_completed (RxSink *sink)
{
  RxReduceSink *self = (RxReduceSink *) sink;

  if (sink->done)
    return;
  if (_rx_item_is_set (&self->base.result))
    _rx_scalar_finish (&self->base);
  else
    _rx_sink_pass_error (sink, g_error_new_literal (RX_ERROR, RX_ERROR_EMPTY, "The stream ended without an item"));
}

static void
reduce_sink_finalize (RxSink *sink)
{
  _rx_callback_unref (((RxReduceSink *) sink)->callback);
  _rx_scalar_free (sink);
}

static const RxSinkOps reduce_sink_ops = {
  RX_SCALAR_OPS (RxReduceSink, reduce_sink_finalize),
  .next = reduce_sink_next,
  .completed = reduce_sink_completed,
};

static void
reduce_node_subscribe (RxNode *node, RxSink *down)
{
  RxReduceNode *self = (RxReduceNode *) node;
  RxReduceSink *sink = _rx_sink_new (&reduce_sink_ops, down);

  sink->callback = _rx_callback_ref (self->base.callback);
  if (_rx_item_is_set (&self->seed))
    _rx_item_copy (&sink->base.result, &self->seed);
  _rx_node_subscribe (node->up, &sink->base.base);
}

static void
reduce_node_finalize (RxNode *node)
{
  _rx_item_clear (&((RxReduceNode *) node)->seed);
  _rx_func_node_finalize (node);
}

static const RxNodeOps reduce_node_ops = {
  .size = sizeof (RxReduceNode),
  .name = "reduce",
  .subscribe = reduce_node_subscribe,
  .finalize = reduce_node_finalize,
};

/**
 * rx_observable_reduce:
 * @self: the observable
 * @seed: (nullable): what to start from; with %NULL it is the first item
 * @func: (scope notified) (closure user_data) (destroy destroy): adds an item to the accumulator
 * @user_data: data for @func
 * @destroy: (nullable): how to release @user_data
 *
 * Emits the accumulation of all items at the end.
 *
 * ![-1-2-3-|
 *   reduce ((sum, x) → sum + x)
 *   -------(a|)
 *   with a = 6](reduce.svg)
 *
 * The result waits until it is asked for; upstream is asked for everything. A stream without items gives the seed, and
 * %RX_ERROR_EMPTY where there is none. @func runs on the thread that the item comes on. If it fails, the stream is
 * stopped and ends with that error. Errors pass, and the accumulation is dropped.
 *
 * Returns: (transfer full): the new observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_reduce (RxObservable *self, const GValue *seed, RxReduceFunc func, gpointer user_data,
                      GDestroyNotify destroy)
{
  RxReduceNode *node;

  g_return_val_if_fail (RX_IS_OBSERVABLE (self), NULL);
  g_return_val_if_fail (seed == NULL || G_IS_VALUE (seed), NULL);
  g_return_val_if_fail (func != NULL, NULL);

  node = _rx_func_node_new (&reduce_node_ops, self, G_CALLBACK (func), user_data, destroy);
  if (seed != NULL)
    _rx_item_import (&node->seed, seed);
  return _rx_node_wrap (node);
}
