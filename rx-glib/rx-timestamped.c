/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-timestamped-private.h"

#include <stdatomic.h>

#include "core/rx-item-private.h"

/**
 * RxTimestamped:
 *
 * An item together with a time: what `timestamp` makes.
 *
 * It is immutable, counted, and may be shared between threads. Two of them are equal for [func@Rx.value_equal] if their
 * times and their items are.
 *
 * Since: 1.0
 */
struct _RxTimestamped
{
  atomic_int refs;
  gint64 time;
  GValue item;                  /* (owned) */
};

G_DEFINE_BOXED_TYPE (RxTimestamped, rx_timestamped, rx_timestamped_ref, rx_timestamped_unref)

RxTimestamped *
_rx_timestamped_new_take (GValue *item, gint64 time)
{
  RxTimestamped *self = g_new (RxTimestamped, 1);

  atomic_init (&self->refs, 1);
  self->time = time;
  _rx_item_move (&self->item, item);
  return self;
}

/**
 * rx_timestamped_new:
 * @item: (nullable): the item, which is copied; %NULL stands for the NULL item
 * @time: the time, in microseconds
 *
 * Puts an item and a time together. An unset value is a programmer error.
 *
 * Returns: (transfer full): the item with its time; %NULL after a programmer error
 *
 * Since: 1.0
 */
RxTimestamped *
rx_timestamped_new (const GValue *item, gint64 time)
{
  GValue copy;

  g_return_val_if_fail (item == NULL || G_IS_VALUE (item), NULL);

  _rx_item_import (&copy, item);
  return _rx_timestamped_new_take (&copy, time);
}

/**
 * rx_timestamped_ref:
 * @self: an item with its time
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
RxTimestamped *
rx_timestamped_ref (RxTimestamped *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  atomic_fetch_add_explicit (&self->refs, 1, memory_order_relaxed);     /* relaxed: the caller has a reference */
  return self;
}

/**
 * rx_timestamped_unref:
 * @self: (transfer full): an item with its time
 *
 * Gives a reference back. The last one frees the item.
 *
 * Since: 1.0
 */
void
rx_timestamped_unref (RxTimestamped *self)
{
  g_return_if_fail (self != NULL);

  /* acq_rel: what every thread read is read before the item goes */
  if (atomic_fetch_sub_explicit (&self->refs, 1, memory_order_acq_rel) != 1)
    return;

  _rx_item_clear (&self->item);
  g_free (self);
}

/**
 * rx_timestamped_get_item:
 * @self: an item with its time
 *
 * Gives the item.
 *
 * Returns: (transfer none): the item, valid as long as @self is
 *
 * Since: 1.0
 */
const GValue *
rx_timestamped_get_item (RxTimestamped *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return &self->item;
}

/**
 * rx_timestamped_get_time:
 * @self: an item with its time
 *
 * Gives the time. What `timestamp` makes has that of its scheduler, which does not go back but has no known origin.
 *
 * Returns: the time, in microseconds
 *
 * Since: 1.0
 */
gint64
rx_timestamped_get_time (RxTimestamped *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->time;
}
