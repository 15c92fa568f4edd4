/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-observable-filtering.h"

#include "core/rx-node-private.h"
#include "rx-observable-private.h"

typedef struct
{
  RxFuncSink base;
  atomic_bool unbounded;        /* nobody counts; any thread */
} RxFilterSink;

static void
filter_sink_next (RxSink *sink, GValue *item)
{
  RxFilterSink *self = (RxFilterSink *) sink;
  RxCallback *callback = self->base.callback;
  GError *error = NULL;
  gboolean pass = FALSE;

  if (sink->done)
    return;
  if (_rx_callback_enter (callback, &error))
    pass = ((RxPredicateFunc) callback->func) (item, callback->user_data, &error);
  if (G_UNLIKELY (!_rx_callback_leave (&error)))
    _rx_sink_fail (sink, error);
  else if (_rx_sink_is_cancelled (sink))
    return;
  else if (pass)
    _rx_next (sink->down, item);
  else if (!atomic_load_explicit (&self->unbounded, memory_order_relaxed))      /* relaxed: one too many is harmless */
    _rx_request (sink->up, 1);
}

static void
filter_sink_request (RxSink *sink, gint64 n)
{
  if (n == RX_UNBOUNDED)
    atomic_store_explicit (&((RxFilterSink *) sink)->unbounded, TRUE, memory_order_relaxed);    /* relaxed: as above */
  _rx_request (sink->up, n);
}

static const RxSinkOps filter_sink_ops = {
  RX_FUNC_SINK_OPS (RxFilterSink, _rx_func_sink_finalize),
  .next = filter_sink_next,
  .request = filter_sink_request,
};

static void
filter_node_subscribe (RxNode *node, RxSink *down)
{
  _rx_node_subscribe (node->up, _rx_func_sink_new (&filter_sink_ops, node, down));
}

static const RxNodeOps filter_node_ops = {
  .size = sizeof (RxFuncNode),
  .name = "filter",
  .subscribe = filter_node_subscribe,
  .finalize = _rx_func_node_finalize,
};

/**
 * rx_observable_filter:
 * @self: the observable
 * @func: (scope notified) (closure user_data) (destroy destroy): says whether an item passes
 * @user_data: data for @func
 * @destroy: (nullable): how to release @user_data
 *
 * Emits the items for which @func returns %TRUE.
 *
 * ![-1-2-3-4-|
 *   filter (x → x % 2 == 0)
 *   ---2---4-|](filter.svg)
 *
 * @func runs on the thread that the item comes on. If it fails, the stream is stopped and ends with that error.
 * Completion and errors pass. For each item that is dropped one more is asked for. Nothing is buffered.
 *
 * Returns: (transfer full): the new observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_filter (RxObservable *self, RxPredicateFunc func, gpointer user_data, GDestroyNotify destroy)
{
  g_return_val_if_fail (RX_IS_OBSERVABLE (self), NULL);
  g_return_val_if_fail (func != NULL, NULL);

  return _rx_node_wrap (_rx_func_node_new (&filter_node_ops, self, G_CALLBACK (func), user_data, destroy));
}
