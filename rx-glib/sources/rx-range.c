/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-observable-creation.h"

#include "core/rx-node-private.h"
#include "core/rx-source-private.h"

typedef struct
{
  RxSource base;
  /* emitting context */
  gint64 value;
  guint64 left;
  gint64 step;
} RxRangeSink;

static gint64
range_sink_emit (RxSource *source, gint64 n)
{
  RxRangeSink *self = (RxRangeSink *) source;
  RxSink *down = _rx_sink_receiver (source->base.down);
  gint64 end = (gint64) MIN ((guint64) n, self->left), emitted;

  for (emitted = 0; emitted < end; emitted++)
    {
      GValue item;

      if (_rx_sink_is_cancelled (&source->base))
        break;
      _rx_item_init_int64 (&item, self->value);
      /* unsigned, since the value after the last may be past the end of the type */
      self->value = (gint64) ((guint64) self->value + (guint64) self->step);
      _rx_next (down, &item);   /* what may be left of it owns nothing */
    }
  self->left -= (guint64) emitted;
  source->base.done = self->left == 0;
  return emitted;
}

static const RxSourceOps range_sink_ops = {
  .sink = { RX_SOURCE_OPS (RxRangeSink, _rx_sink_free) },
  .emit = range_sink_emit,
};

typedef struct
{
  RxNode base;
  gint64 start;
  guint64 n;
  gint64 step;
} RxRangeNode;

static void
range_node_subscribe (RxNode *node, RxSink *down)
{
  RxRangeNode *self = (RxRangeNode *) node;
  RxRangeSink *sink = _rx_sink_new (&range_sink_ops.sink, down);

  sink->value = self->start;
  sink->left = self->n;
  sink->step = self->step;
  _rx_source_start (&sink->base);
}

static const RxNodeOps range_node_ops = {
  .size = sizeof (RxRangeNode),
  .name = "range",
  .anywhere = TRUE,
  .subscribe = range_node_subscribe,
};

/**
 * rx_observable_range:
 * @start: the first number
 * @n: how many
 *
 * Emits @n consecutive numbers.
 *
 * ![range (1, 3)
 *   (123|)](range.svg)
 *
 * The numbers are `gint64` and come during the subscribe call, as many as are asked for; the rest when more are asked
 * for, on the thread that asks. The stream completes with the last one, at once when @n is 0. Unsubscribing stops it
 * before the next number. Nothing is buffered. A range past the end of the type is a programmer error.
 *
 * Returns: (transfer full): the observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_range (gint64 start, guint64 n)
{
  return rx_observable_range_full (start, n, 1);
}

/**
 * rx_observable_range_full:
 * @start: the first number
 * @n: how many
 * @step: from one to the next; may be negative or 0
 *
 * Emits @n numbers at equal distances.
 *
 * ![range_full (10, 3, -5)
 *   (abc|)
 *   with a = 10, b = 5, c = 0](range_full.svg)
 *
 * Otherwise it is as [func@Rx.Observable.range].
 *
 * Returns: (transfer full): the observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_range_full (gint64 start, guint64 n, gint64 step)
{
  RxRangeNode *self;

  if (n > 1 && step != 0)
    {
      guint64 room = step > 0 ? (guint64) G_MAXINT64 - (guint64) start : (guint64) start - (guint64) G_MININT64;
      guint64 size = step > 0 ? (guint64) step : -(guint64) step;

      /* the last number has to exist */
      g_return_val_if_fail (n - 1 <= room / size, NULL);
    }

  self = _rx_node_new (&range_node_ops, NULL);
  self->start = start;
  self->n = n;
  self->step = step;
  return _rx_node_wrap (self);
}
