/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-drain-private.h"

/* What the loop of a drain does with items and demand; all of it by the holder of the gate. */

void     _rx_drain_look_around  (RxDrain *self);
void     _rx_drain_settle       (RxDrain *self);
void     _rx_drain_ask          (RxDrain *self, gint64 n);
gboolean _rx_drain_pass_through (RxDrain *self, GValue *item);
void     _rx_drain_gather       (RxDrain *self);

static inline gboolean
_rx_drain_has_demand (RxDrain *self)
{
  /* relaxed: a request that is missed here signals afterwards */
  return self->emitted < atomic_load_explicit (&self->requested, memory_order_relaxed);
}

static inline void
_rx_drain_count (RxDrain *self, guint n)
{
  if (G_UNLIKELY ((self->emitted += n) >= RX_UNBOUNDED - G_MAXUINT32))
    self->emitted -= n;         /* there is no end to what was asked for by then */
  self->left += n;
  self->count += n;
}

/* Sends an item down, and does what is due afterwards. */
static inline void
_rx_drain_pass (RxDrain *self, GValue *item)
{
  _rx_next (self->base.down, item);
  _rx_drain_count (self, 1);
  if ((self->gives_way && self->count >= self->look) || (self->prefetch != 0 && self->left >= self->limit))
    _rx_drain_look_around (self);
}
