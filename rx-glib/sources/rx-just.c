/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-observable-creation.h"

#include "core/rx-node-private.h"
#include "core/rx-source-private.h"

/* just and from_array: the items belong to the node, which the sink keeps. */
typedef struct
{
  RxNode base;
  gsize n_items;
  GValue *items;                /* (owned) */
} RxItemsNode;

typedef struct
{
  RxSource base;
  RxItemsNode *node;            /* (owned) */
  gsize at;                     /* emitting context */
} RxItemsSink;

static gint64
items_sink_emit (RxSource *source, gint64 n)
{
  RxItemsSink *self = (RxItemsSink *) source;
  RxSink *down = _rx_sink_receiver (source->base.down);
  gint64 emitted;

  for (emitted = 0; emitted < n && self->at < self->node->n_items; emitted++)
    {
      GValue item;

      if (_rx_sink_is_cancelled (&source->base))
        return emitted;
      _rx_item_copy (&item, &self->node->items[self->at++]);
      _rx_next (down, &item);
      _rx_item_clear (&item);
    }
  source->base.done = self->at == self->node->n_items;
  return emitted;
}

static void
items_sink_finalize (RxSink *sink)
{
  _rx_node_unref (((RxItemsSink *) sink)->node);
  _rx_sink_free (sink);
}

static const RxSourceOps items_sink_ops = {
  .sink = { RX_SOURCE_OPS (RxItemsSink, items_sink_finalize) },
  .emit = items_sink_emit,
};

static void
items_node_subscribe (RxNode *node, RxSink *down)
{
  RxItemsSink *self = _rx_sink_new (&items_sink_ops.sink, down);

  self->node = _rx_node_ref (node);
  _rx_source_start (&self->base);
}

static void
items_node_finalize (RxNode *node)
{
  RxItemsNode *self = (RxItemsNode *) node;

  for (gsize i = 0; i < self->n_items; i++)
    _rx_item_clear (&self->items[i]);
  g_free (self->items);
}

static const RxNodeOps just_node_ops = {
  .size = sizeof (RxItemsNode),
  .name = "just",
  .anywhere = TRUE,
  .subscribe = items_node_subscribe,
  .finalize = items_node_finalize,
};

static const RxNodeOps from_array_node_ops = {
  .size = sizeof (RxItemsNode),
  .name = "from_array",
  .anywhere = TRUE,
  .subscribe = items_node_subscribe,
  .finalize = items_node_finalize,
};

/**
 * rx_observable_just:
 * @item: (nullable): the item; %NULL stands for a NULL item
 *
 * Emits one item.
 *
 * ![just (1)
 *   (1|)](just.svg)
 *
 * The item comes during the subscribe call, or when it is asked for, then on the thread that asks; completion follows
 * it at once. There are no errors.
 *
 * Returns: (transfer full): the observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_just (const GValue *item)
{
  RxItemsNode *self;

  g_return_val_if_fail (item == NULL || G_IS_VALUE (item), NULL);

  self = _rx_node_new (&just_node_ops, NULL);
  self->n_items = 1;
  self->items = g_new0 (GValue, 1);
  _rx_item_import (self->items, item);
  return _rx_node_wrap (self);
}

/**
 * rx_observable_from_array:
 * @items: (array length=n_items) (nullable): the items
 * @n_items: how many
 *
 * Emits the items of an array.
 *
 * ![from_array ([1, "two", NULL])
 *   (abc|)
 *   with a = 1, b = two, c = NULL](from_array.svg)
 *
 * The array is copied. The items come during the subscribe call, as many as are asked for; the rest when more are asked
 * for, on the thread that asks. Completion follows the last one at once, and there are no errors. An unset value among
 * them is a programmer error.
 *
 * Returns: (transfer full): the observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_from_array (const GValue *items, gsize n_items)
{
  RxItemsNode *self;

  g_return_val_if_fail (items != NULL || n_items == 0, NULL);
  for (gsize i = 0; i < n_items; i++)
    g_return_val_if_fail (G_IS_VALUE (&items[i]), NULL);

  self = _rx_node_new (&from_array_node_ops, NULL);
  self->n_items = n_items;
  self->items = g_new0 (GValue, n_items);
  for (gsize i = 0; i < n_items; i++)
    _rx_item_import (&self->items[i], &items[i]);
  return _rx_node_wrap (self);
}
