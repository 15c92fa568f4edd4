/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-observable-creation.h"

#include "sources/rx-emitter-sink-private.h"

typedef struct
{
  RxFuncNode base;
  RxBackpressure mode;
} RxCreateNode;

static void
create_node_subscribe (RxNode *node, RxSink *down)
{
  RxEmitterSink *sink = _rx_emitter_sink_new (down, ((RxCreateNode *) node)->mode);
  RxEmitter *emitter = _rx_emitter_new (sink);
  RxCallback *callback = _rx_callback_ref (((RxFuncNode *) node)->callback);
  GError *error = NULL;

  _rx_emitter_sink_start (sink);
  if (!rx_emitter_is_unsubscribed (emitter))
    {
      if (_rx_callback_enter (callback, &error))
        ((RxCreateFunc) callback->func) (emitter, callback->user_data, &error);
      if (!_rx_callback_leave (&error))
        rx_emitter_take_error (emitter, error);
    }
  g_object_unref (emitter);
  _rx_callback_unref (callback);
}

static const RxNodeOps create_node_ops = {
  .size = sizeof (RxCreateNode),
  .name = "create",
  .subscribe = create_node_subscribe,
  .finalize = _rx_func_node_finalize,
};

/**
 * rx_observable_create:
 * @mode: what becomes of an item that is not asked for yet
 * @func: (scope notified) (closure user_data) (destroy destroy): produces the stream for one subscriber
 * @user_data: data for @func
 * @destroy: (nullable): how to release @user_data
 *
 * Makes a stream of whatever a function puts into an emitter.
 *
 * ![create (emitter → { emitter.next (1); 4 ms later: emitter.next (2); emitter.completed () })
 *   1---(2|)](create.svg)
 *
 * @func is called for each subscriber, during the subscribe call and on its thread. It may emit then, or keep a
 * reference to the emitter and emit later, on any thread. When nobody has a reference any more and the stream was not
 * ended, the subscriber is released without a word. If it fails, the stream ends with that error. What is to be
 * released at the end, it registers with [method@Rx.Emitter.add_teardown] or does when
 * [method@Rx.Emitter.get_cancellable] is cancelled. With %RX_BACKPRESSURE_BUFFER items wait without bound; a producer
 * on a thread of its own can use [method@Rx.Emitter.wait_for_demand] to stay in step.
 *
 * Returns: (transfer full): the observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_create (RxBackpressure mode, RxCreateFunc func, gpointer user_data, GDestroyNotify destroy)
{
  RxCreateNode *node;

  g_return_val_if_fail (mode >= RX_BACKPRESSURE_BUFFER && mode <= RX_BACKPRESSURE_MISSING, NULL);
  g_return_val_if_fail (func != NULL, NULL);

  node = _rx_func_node_new (&create_node_ops, NULL, G_CALLBACK (func), user_data, destroy);
  node->mode = mode;
  return _rx_node_wrap (node);
}
