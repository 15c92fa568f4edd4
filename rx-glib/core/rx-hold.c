/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "core/rx-hold-private.h"

static const RxDrainOps hold_ops = {
  .sink = { RX_DRAIN_OPS (RxDrain, _rx_drain_free) },
};

RxSink *
_rx_hold_new (RxSink *down)
{
  RxDrain *self = _rx_sink_new (&hold_ops.sink, down);

  _rx_drain_init (self, 0, 16);
  return &self->base;
}

void
_rx_hold_subscribe (RxNode *node, RxSink *down)
{
  _rx_node_subscribe (node, _rx_hold_new (down));
}
