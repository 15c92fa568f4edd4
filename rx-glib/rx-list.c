/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-list-private.h"

#include <stdatomic.h>

#include "core/rx-item-private.h"

/**
 * RxList:
 *
 * An immutable list of items: what operators that collect, such as `buffer` and `to_list`, hand over as one item.
 *
 * It is counted and may be shared between threads. A copy is one more reference. Two lists are equal for
 * [func@Rx.value_equal] if their items are, one by one.
 *
 * Since: 1.0
 */
struct _RxList
{
  atomic_int refs;
  gsize n_items;
  GValue *items;                /* (owned): behind the struct, or an array of its own */
  RxList *next;                 /* (owned) (nullable): another list that waits to be freed */
};

static __thread struct
{
  gboolean busy;
  RxList *waiting;
} release __attribute__ ((tls_model ("initial-exec")));

G_DEFINE_BOXED_TYPE (RxList, rx_list, rx_list_ref, rx_list_unref)

static GValue *
own_array (RxList *self)
{
  return (GValue *) (self + 1);
}

static void
list_free (RxList *self)
{
  for (gsize i = 0; i < self->n_items; i++)
    _rx_item_clear (&self->items[i]);
  if (self->items != own_array (self))
    g_free (self->items);
  g_free (self);
}

/**
 * rx_list_new:
 * @items: (array length=n_items) (nullable): the items, which are copied
 * @n_items: how many
 *
 * Makes a list of items.
 *
 * Every item has to be set; an unset one is a programmer error.
 *
 * Returns: (transfer full): the list; %NULL after a programmer error
 *
 * Since: 1.0
 */
RxList *
rx_list_new (const GValue *items, gsize n_items)
{
  RxList *self;

  g_return_val_if_fail (items != NULL || n_items == 0, NULL);
  g_return_val_if_fail (n_items <= (G_MAXSIZE - sizeof (RxList)) / sizeof (GValue), NULL);

  self = g_malloc (sizeof (RxList) + n_items * sizeof (GValue));
  atomic_init (&self->refs, 1);
  self->items = own_array (self);
  for (self->n_items = 0; self->n_items < n_items; self->n_items++)
    if (!_rx_item_import (&self->items[self->n_items], &items[self->n_items]))
      {
        g_critical ("%s: item %" G_GSIZE_FORMAT " is unset", G_STRFUNC, self->n_items);
        list_free (self);
        return NULL;
      }
  return self;
}

RxList *
_rx_list_new_take (GValue *items, gsize n_items)
{
  RxList *self = g_new (RxList, 1);

  atomic_init (&self->refs, 1);
  self->n_items = n_items;
  self->items = items;
  return self;
}

/**
 * rx_list_ref:
 * @self: a list
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
RxList *
rx_list_ref (RxList *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  atomic_fetch_add_explicit (&self->refs, 1, memory_order_relaxed);     /* relaxed: the caller has a reference */
  return self;
}

/**
 * rx_list_unref:
 * @self: (transfer full): a list
 *
 * Gives a reference back. The last one frees the list and its items.
 *
 * Since: 1.0
 */
void
rx_list_unref (RxList *self)
{
  g_return_if_fail (self != NULL);

  /* acq_rel: what every thread read is read before the items go */
  if (atomic_fetch_sub_explicit (&self->refs, 1, memory_order_acq_rel) != 1)
    return;

  /* Lists in lists wait for the outer one to be gone, so that deep ones need no deep stack. */
  if (release.busy)
    {
      self->next = release.waiting;
      release.waiting = self;
      return;
    }
  release.busy = TRUE;
  list_free (self);
  while ((self = release.waiting) != NULL)
    {
      release.waiting = self->next;
      list_free (self);
    }
  release.busy = FALSE;
}

/**
 * rx_list_get_length:
 * @self: a list
 *
 * Counts the items.
 *
 * Returns: the number of items
 *
 * Since: 1.0
 */
gsize
rx_list_get_length (RxList *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_items;
}

/**
 * rx_list_get_items:
 * @self: a list
 * @n_items: (out) (optional): return location for the number of items
 *
 * Gives all items, one after the other.
 *
 * Returns: (array length=n_items) (transfer none): the items, valid as long as @self is
 *
 * Since: 1.0
 */
const GValue *
rx_list_get_items (RxList *self, gsize *n_items)
{
  if (n_items != NULL)
    *n_items = 0;
  g_return_val_if_fail (self != NULL, NULL);

  if (n_items != NULL)
    *n_items = self->n_items;
  return self->items;
}

/**
 * rx_list_get_item:
 * @self: a list
 * @index: which one, from 0
 *
 * Gives one item. An index that is not less than the length is a programmer error.
 *
 * Returns: (transfer none): the item, valid as long as @self is; %NULL after a programmer error
 *
 * Since: 1.0
 */
const GValue *
rx_list_get_item (RxList *self, gsize index)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (index < self->n_items, NULL);

  return &self->items[index];
}
