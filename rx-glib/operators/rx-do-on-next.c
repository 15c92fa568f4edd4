/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-observable-utility.h"

#include "core/rx-node-private.h"
#include "rx-observable-private.h"

static void
do_on_next_sink_next (RxSink *sink, GValue *item)
{
  RxCallback *callback = ((RxFuncSink *) sink)->callback;
  GError *error = NULL;

  if (sink->done)
    return;
  if (_rx_callback_enter (callback, &error))
    ((RxNextFunc) callback->func) (item, callback->user_data, &error);
  if (G_UNLIKELY (!_rx_callback_leave (&error)))
    _rx_sink_fail (sink, error);
  else if (!_rx_sink_is_cancelled (sink))
    _rx_next (sink->down, item);
}

static const RxSinkOps do_on_next_sink_ops = {
  RX_FUNC_SINK_OPS (RxFuncSink, _rx_func_sink_finalize),
  .next = do_on_next_sink_next,
};

static void
do_on_next_node_subscribe (RxNode *node, RxSink *down)
{
  _rx_node_subscribe (node->up, _rx_func_sink_new (&do_on_next_sink_ops, node, down));
}

static const RxNodeOps do_on_next_node_ops = {
  .size = sizeof (RxFuncNode),
  .name = "do_on_next",
  .subscribe = do_on_next_node_subscribe,
  .finalize = _rx_func_node_finalize,
};

/**
 * rx_observable_do_on_next:
 * @self: the observable
 * @func: (scope notified) (closure user_data) (destroy destroy): what to do with each item
 * @user_data: data for @func
 * @destroy: (nullable): how to release @user_data
 *
 * Calls @func with each item before the item goes on.
 *
 * ![-1-2-3-|
 *   do_on_next (x → print (x))
 *   -1-2-3-|](do_on_next.svg)
 *
 * @func runs on the thread that the item comes on. If it fails, the stream is stopped and ends with that error instead
 * of the item. Everything else passes as it is. Nothing is buffered.
 *
 * Returns: (transfer full): the new observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_do_on_next (RxObservable *self, RxNextFunc func, gpointer user_data, GDestroyNotify destroy)
{
  g_return_val_if_fail (RX_IS_OBSERVABLE (self), NULL);
  g_return_val_if_fail (func != NULL, NULL);

  return _rx_node_wrap (_rx_func_node_new (&do_on_next_node_ops, self, G_CALLBACK (func), user_data, destroy));
}
