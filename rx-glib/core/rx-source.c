/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "core/rx-source-private.h"

/* The gate is held; held units of the counter are no demand. */
static void
source_run (RxSource *self, gint64 held)
{
  const RxSourceOps *ops = (const RxSourceOps *) self->base.ops;

  for (;;)
    {
      /* acquire: a canceller's unit brings its flag along */
      gint64 demand = atomic_load_explicit (&self->demand, memory_order_acquire);
      gint64 emitted = ops->emit (self, demand == RX_UNBOUNDED ? demand : demand - held);

      if (_rx_sink_is_cancelled (&self->base) || self->base.done)
        {
          if (!_rx_sink_is_cancelled (&self->base))
            _rx_completed (self->base.down);
          _rx_detach (self->base.down);
          _rx_sink_unref (self);
          return;
        }

      /* Unbounded demand is never used up: emit() comes back only when it is done. acq_rel: the next one to enter sees
       * the state of the source. */
      if (demand != RX_UNBOUNDED &&
          atomic_fetch_sub_explicit (&self->demand, emitted + held, memory_order_acq_rel) == emitted + held)
        return;
      held = 0;
    }
}

static void
source_pump (RxSink *sink)
{
  source_run ((RxSource *) sink, 0);
}

/* For subscribe: self is new, nobody else knows it. */
void
_rx_source_start (RxSource *self)
{
  atomic_init (&self->demand, 1);
  _rx_sink_announce (&self->base);
  source_run (self, 1);
}

void
_rx_source_request (RxSink *sink, gint64 n)
{
  RxSource *self = (RxSource *) sink;

  if (_rx_demand_add (&self->demand, n) == 0)
    _rx_pump (sink, source_pump);
}

void
_rx_source_cancel (RxSink *sink)
{
  RxSource *self = (RxSource *) sink;

  _rx_sink_set_cancelled (sink);
  if (_rx_demand_add (&self->demand, 1) == 0)
    source_run (self, 0);
}
