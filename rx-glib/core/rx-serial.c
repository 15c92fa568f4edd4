/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "core/rx-serial-private.h"

/* For subscribe: self is new. */
void
_rx_serial_start (RxSerial *self, RxNode *node)
{
  self->node = _rx_node_ref (node);
  _rx_sink_announce (&self->base);
  _rx_serial_again (self);
}

/* Starts a round. The reference that the last round has given back, or the first one, serves as its upstream's. */
void
_rx_serial_again (RxSerial *self)
{
  /* acq_rel: whoever runs the next round sees what the one before has left */
  if (atomic_fetch_add_explicit (&self->wip, 1, memory_order_acq_rel) != 0)
    return;

  _rx_sink_ref (self);          /* a round may end everything while the loop is on the stack */
  do
    _rx_node_subscribe (self->node, &self->base);
  while (atomic_fetch_sub_explicit (&self->wip, 1, memory_order_acq_rel) != 1);
  _rx_sink_unref (self);
}

/* In detach: forgets the upstream of the round. */
void
_rx_serial_clear (RxSerial *self)
{
  RxSink *up;

  _rx_lock (&self->lock);
  up = g_steal_pointer (&self->cur);
  /* a hot source may produce more than it was asked for */
  if (self->requested != RX_UNBOUNDED)
    self->requested = MAX (0, self->requested - self->produced);
  self->produced = 0;
  _rx_unlock (&self->lock);

  if (up != NULL)
    _rx_sink_unref (up);
}

void
_rx_serial_subscribed (RxSink *sink, RxSink *up)
{
  RxSerial *self = (RxSerial *) sink;
  gboolean cancelled;
  gint64 requested;

  _rx_lock (&self->lock);
  self->cur = up;
  cancelled = _rx_sink_is_cancelled (sink);
  requested = self->requested;
  _rx_unlock (&self->lock);

  /* up is pinned: it does not detach before this has returned */
  if (cancelled)
    _rx_cancel (up);
  else if (requested > 0)
    _rx_request (up, requested);
}

void
_rx_serial_next (RxSink *sink, GValue *item)
{
  ((RxSerial *) sink)->produced++;
  _rx_next (sink->down, item);
}

void
_rx_serial_request (RxSink *sink, gint64 n)
{
  RxSerial *self = (RxSerial *) sink;
  RxSink *up;

  _rx_lock (&self->lock);
  self->requested = _rx_demand_plus (self->requested, n);
  up = self->cur != NULL ? _rx_sink_ref (self->cur) : NULL;
  _rx_unlock (&self->lock);

  if (up != NULL)
    {
      _rx_request (up, n);
      _rx_sink_unref (up);
    }
}

void
_rx_serial_cancel (RxSink *sink)
{
  RxSerial *self = (RxSerial *) sink;
  RxSink *up;

  _rx_sink_set_cancelled (sink);
  _rx_lock (&self->lock);
  up = self->cur != NULL ? _rx_sink_ref (self->cur) : NULL;
  _rx_unlock (&self->lock);

  if (up != NULL)
    {
      _rx_cancel (up);
      _rx_sink_unref (up);
    }
}

void
_rx_serial_free (RxSink *sink)
{
  RxSerial *self = (RxSerial *) sink;

  if (self->cur != NULL)
    _rx_sink_unref (self->cur);
  if (self->node != NULL)
    _rx_node_unref (self->node);
  _rx_sink_free (sink);
}
