/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-observable-errors.h"

#include "core/rx-serial-private.h"
#include "rx-observable-private.h"

typedef struct
{
  RxSerial base;
  /* emitting context */
  gint64 left;                  /* below 0: without end */
  gboolean again;
} RxRetrySink;

static void
retry_sink_error (RxSink *sink, GError *error)
{
  RxRetrySink *self = (RxRetrySink *) sink;

  if (sink->done || self->left == 0 || _rx_sink_is_cancelled (sink))
    {
      _rx_sink_pass_error (sink, error);
      return;
    }
  sink->done = TRUE;
  if (self->left > 0)
    self->left--;
  self->again = TRUE;
  g_error_free (error);
}

static void
retry_sink_detach (RxSink *sink)
{
  RxRetrySink *self = (RxRetrySink *) sink;

  _rx_serial_clear (&self->base);
  if (self->again && !_rx_sink_is_cancelled (sink))
    {
      self->again = FALSE;
      sink->done = FALSE;
      _rx_serial_again (&self->base);
    }
  else
    _rx_sink_pass_detach (sink);
}

static const RxSinkOps retry_sink_ops = {
  RX_SERIAL_OPS (RxRetrySink, _rx_serial_free),
  .error = retry_sink_error,
  .completed = _rx_sink_pass_completed,
  .detach = retry_sink_detach,
};

typedef struct
{
  RxNode base;
  gint64 n;
} RxRetryNode;

static void
retry_node_subscribe (RxNode *node, RxSink *down)
{
  RxRetrySink *sink = _rx_sink_new (&retry_sink_ops, down);

  sink->left = ((RxRetryNode *) node)->n;
  _rx_serial_start (&sink->base, node->up);
}

static const RxNodeOps retry_node_ops = {
  .size = sizeof (RxRetryNode),
  .name = "retry",
  .subscribe = retry_node_subscribe,
};

/**
 * rx_observable_retry:
 * @self: the observable
 * @n: how many times to start anew; −1 for ever
 *
 * Subscribes to the source again when it fails.
 *
 * ![-1-2-#
 *   retry (1)
 *   -1-2--1-2-#](retry.svg)
 *
 * Completion passes. There are @n + 1 attempts in all, and the error of the last one passes; the ones before are
 * dropped. The items of all attempts are emitted. What was asked for and has not come is asked of the next attempt. A
 * source that fails at once, over and over, takes no stack. The new attempt starts where the old one failed, on the
 * same thread. Nothing is buffered.
 *
 * Returns: (transfer full): the new observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_retry (RxObservable *self, gint64 n)
{
  RxRetryNode *node;

  g_return_val_if_fail (RX_IS_OBSERVABLE (self), NULL);
  g_return_val_if_fail (n >= -1, NULL);

  node = _rx_node_new (&retry_node_ops, _rx_observable_get_node (self));
  node->n = n;
  return _rx_node_wrap (node);
}
