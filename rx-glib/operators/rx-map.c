/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-observable-transforming.h"

#include "core/rx-node-private.h"
#include "rx-observable-private.h"

static void
map_sink_next (RxSink *sink, GValue *item)
{
  RxCallback *callback = ((RxFuncSink *) sink)->callback;
  GValue result = RX_ITEM_INIT;
  GError *error = NULL;

  if (sink->done)
    return;
  if (_rx_callback_enter (callback, &error))
    ((RxMapFunc) callback->func) (item, &result, callback->user_data, &error);
  if (G_UNLIKELY (!_rx_callback_leave_with (callback, &result, &error)))
    {
      _rx_sink_fail (sink, error);
      return;
    }
  if (!_rx_sink_is_cancelled (sink))
    _rx_next (sink->down, &result);
  _rx_item_clear (&result);
}

static const RxSinkOps map_sink_ops = {
  RX_FUNC_SINK_OPS (RxFuncSink, _rx_func_sink_finalize),
  .next = map_sink_next,
};

static void
map_node_subscribe (RxNode *node, RxSink *down)
{
  _rx_node_subscribe (node->up, _rx_func_sink_new (&map_sink_ops, node, down));
}

static const RxNodeOps map_node_ops = {
  .size = sizeof (RxFuncNode),
  .name = "map",
  .subscribe = map_node_subscribe,
  .finalize = _rx_func_node_finalize,
};

/**
 * rx_observable_map:
 * @self: the observable
 * @func: (scope notified) (closure user_data) (destroy destroy): makes the new item
 * @user_data: data for @func
 * @destroy: (nullable): how to release @user_data
 *
 * Emits what @func makes of each item.
 *
 * ![-1-2-3-|
 *   map (x → 10 * x)
 *   -a-b-c-|
 *   with a = 10, b = 20, c = 30](map.svg)
 *
 * @func runs on the thread that the item comes on. If it fails, the stream is stopped and ends with that error; if it
 * gives neither a result nor an error, with %RX_ERROR_CALLBACK. Completion and errors pass, demand passes one to one,
 * nothing is buffered.
 *
 * Returns: (transfer full): the new observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_map (RxObservable *self, RxMapFunc func, gpointer user_data, GDestroyNotify destroy)
{
  g_return_val_if_fail (RX_IS_OBSERVABLE (self), NULL);
  g_return_val_if_fail (func != NULL, NULL);

  return _rx_node_wrap (_rx_func_node_new (&map_node_ops, self, G_CALLBACK (func), user_data, destroy));
}
