/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "core/rx-scalar-private.h"

enum
{
  RX_SCALAR_REQUESTED = 1,      /* downstream wants the result */
  RX_SCALAR_READY     = 2,      /* the result is there */
  RX_SCALAR_PARKED    = 4,      /* upstream has detached while the result was waiting: who sets the last bit goes on */
  RX_SCALAR_CANCELLED = 8
};

static guint32
scalar_mark (RxScalar *self, guint32 bit)
{
  /* acq_rel: the result is written before READY and read by whoever finds READY */
  return atomic_fetch_or_explicit (&self->state, bit, memory_order_acq_rel);
}

static void
scalar_emit (RxScalar *self)
{
  GValue result;

  self->emitted = TRUE;
  _rx_item_move (&result, &self->result);
  _rx_next (self->base.down, &result);
  _rx_item_clear (&result);
  if (!_rx_sink_is_cancelled (&self->base))
    _rx_completed (self->base.down);
}

static void
scalar_unpark (RxSink *sink)
{
  RxScalar *self = (RxScalar *) sink;

  if (!_rx_sink_is_cancelled (sink))
    scalar_emit (self);
  _rx_detach (sink->down);
  _rx_sink_unref (sink);
}

void
_rx_scalar_subscribed (RxSink *sink, RxSink *up)
{
  sink->up = up;
  _rx_sink_announce (sink);
  _rx_request (up, RX_UNBOUNDED);
}

/* In completed: self->result is set. */
void
_rx_scalar_finish (RxScalar *self)
{
  self->base.done = TRUE;
  if (scalar_mark (self, RX_SCALAR_READY) & RX_SCALAR_REQUESTED)
    scalar_emit (self);
}

void
_rx_scalar_detach (RxSink *sink)
{
  RxScalar *self = (RxScalar *) sink;
  guint32 state;

  /* relaxed: READY is this context's own */
  if (!self->emitted && (atomic_load_explicit (&self->state, memory_order_relaxed) & RX_SCALAR_READY))
    {
      state = scalar_mark (self, RX_SCALAR_PARKED);
      if (!(state & (RX_SCALAR_REQUESTED | RX_SCALAR_CANCELLED)))
        return;         /* waits; the reference goes with it */
    }
  else
    {
      _rx_sink_pass_detach (sink);
      return;
    }
  scalar_unpark (sink);
}

void
_rx_scalar_request (RxSink *sink, gint64 n)
{
  RxScalar *self = (RxScalar *) sink;
  guint32 state = scalar_mark (self, RX_SCALAR_REQUESTED);

  if ((state & RX_SCALAR_PARKED) && !(state & (RX_SCALAR_REQUESTED | RX_SCALAR_CANCELLED)))
    _rx_pump (sink, scalar_unpark);
}

void
_rx_scalar_cancel (RxSink *sink)
{
  RxScalar *self = (RxScalar *) sink;
  guint32 state;

  _rx_sink_set_cancelled (sink);
  _rx_cancel (sink->up);
  state = scalar_mark (self, RX_SCALAR_CANCELLED);
  if ((state & RX_SCALAR_PARKED) && !(state & (RX_SCALAR_REQUESTED | RX_SCALAR_CANCELLED)))
    scalar_unpark (sink);
}

void
_rx_scalar_free (RxSink *sink)
{
  _rx_item_clear (&((RxScalar *) sink)->result);
  _rx_sink_free (sink);
}
