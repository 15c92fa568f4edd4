/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "core/rx-drain-flow-private.h"

/* A loop on a worker gives way to others after this long. */
#define DRAIN_SLICE (2 * G_TIME_SPAN_MILLISECOND)
#define LOOK_EVERY 16
#define LOOK_SHARP_EVERY 128

/* What has to wait in the queue before the loop takes it, unless upstream is slower than this: so many rounds of so
 * many pauses, some 13 ns each, twice as many each time. Less than it costs to begin anew. */
#define GATHER_ENOUGH 64u
#define GATHER_PAUSES 30u
#define GATHER_ROUNDS 4u

/* The exact clock is read when the cheap one, which goes by milliseconds, has moved on, and every 128 items: so a
 * stream that becomes slow is found out after a few items, and one that is fast pays little. */
static void
drain_look_at_clock (RxDrain *self)
{
  gint64 coarse = _rx_coarse_time (), now;

  if (coarse != self->coarse || self->count >= self->look_sharp)
    {
      now = g_get_monotonic_time ();
      if (self->deadline == 0)
        self->deadline = now + DRAIN_SLICE;
      self->tired = now >= self->deadline;
      self->coarse = coarse;
      self->look_sharp = self->count + MIN (self->count, LOOK_SHARP_EVERY);
    }
  self->look = self->count + MIN (self->count, LOOK_EVERY);
}

/* What is due after some items have gone down. */
void
_rx_drain_look_around (RxDrain *self)
{
  if (self->gives_way && self->count >= self->look)
    drain_look_at_clock (self);
  /* relaxed: only in order not to ask one that has ended */
  if (self->prefetch == 0 || self->left < self->limit || self->tired ||
      atomic_load_explicit (&self->end, memory_order_relaxed) != RX_DRAIN_OPEN)
    return;

  self->left -= self->limit;
  if (self->pulling)
    _rx_request (self->base.up, self->limit);   /* it is on the stack, and goes on by itself */
  else
    _rx_drain_ask (self, self->limit);
}

void
_rx_drain_settle (RxDrain *self)
{
  _rx_drain_count (self, self->granted - self->budget);
  self->granted = self->budget = 0;
}

/* As many items as nothing is due for; the one that leads to a request is not among them. */
static void
drain_grant (RxDrain *self)
{
  gint64 n = atomic_load_explicit (&self->requested, memory_order_relaxed) - self->emitted;     /* relaxed: as above */

  if (self->tired || _rx_sink_is_cancelled (&self->base))
    return;
  n = MIN (n, self->prefetch != 0 ? self->limit - self->left - 1 : G_MAXINT);
  n = MIN (n, self->gives_way ? self->look - self->count : G_MAXINT);
  self->granted = self->budget = (guint) MAX (n, 0);
}

/* Asks upstream, which may emit here and now: then the items need no queue. */
void
_rx_drain_ask (RxDrain *self, gint64 n)
{
  self->pulling = TRUE;
  _rx_request (self->base.up, n);
  self->pulling = FALSE;
  _rx_drain_settle (self);
}

/* Upstream emits on the loop's thread, and because the loop has asked: behind what waits, the item goes down at once.
 * FALSE: it has to wait, too. */
gboolean
_rx_drain_pass_through (RxDrain *self, GValue *item)
{
  GValue waiting;

  _rx_drain_settle (self);
  _rx_drain_look_around (self);
  while (!self->tired && _rx_drain_has_demand (self) && !_rx_sink_is_cancelled (&self->base))
    {
      if (!_rx_queue_pop (&self->queue, &waiting))
        {
          self->empty = TRUE;
          _rx_drain_pass (self, item);
          drain_grant (self);
          return TRUE;
        }
      _rx_drain_pass (self, &waiting);
      _rx_item_clear (&waiting);
    }
  return FALSE;
}

static inline void
gather_wait (guint round)
{
  /* On one CPU upstream gets on only if this thread lets it. */
  if (_rx_spin_limit () == 0)
    g_thread_yield ();
  else
    for (guint i = 0; i < GATHER_PAUSES << round; i++)
      _rx_pause ();
}

/* The loop knows of no item any more. While upstream is pushing on another CPU, each look at the queue costs both some
 * 100 ns: so it is left alone for as long as more comes, up to a number that is worth the way. */
void
_rx_drain_gather (RxDrain *self)
{
  guint n = _rx_queue_look (&self->queue), more;

  /* relaxed: only a matter of speed */
  for (guint round = 0; round < GATHER_ROUNDS && n < GATHER_ENOUGH &&
       atomic_load_explicit (&self->end, memory_order_relaxed) == RX_DRAIN_OPEN; round++, n = more)
    {
      gather_wait (round);
      more = _rx_queue_look (&self->queue);
      if (more == n)
        break;
    }
}
