/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-item-private.h"
#include "core/rx-sync-private.h"

/* A queue of items for one producer and one consumer at a time, without locks and without bound. Chunks are filled once
 * from the front; an emptied one goes back to the producer, so that a warm queue allocates nothing. Nothing is
 * allocated before the first push. Whoever takes over the consumer's part from another thread synchronises by other
 * means (a gate). */
typedef struct _RxQueueChunk RxQueueChunk;

struct _RxQueueChunk
{
  _Atomic (RxQueueChunk *) next;
  _Atomic guint filled;
  GValue items[];
};

typedef struct
{
  /* producer */
  RxQueueChunk *tail;
  guint tail_index;
  guint capacity;               /* of a chunk; constant */
  /* shared */
  _Atomic (RxQueueChunk *) first;
  _Atomic (RxQueueChunk *) spare;
  gchar padding[RX_CACHE_LINE];
  /* consumer */
  RxQueueChunk *head;
  guint head_index;
  guint head_filled;
} RxQueue;

void     _rx_queue_init  (RxQueue *self, guint capacity);
void     _rx_queue_clear (RxQueue *self);       /* consumer: releases the items */
void     _rx_queue_free  (RxQueue *self);       /* nobody else is there any more */

RxQueueChunk *_rx_queue_grow    (RxQueue *self);
gboolean      _rx_queue_advance (RxQueue *self);

/* Producer. Moves the item in. */
static inline void
_rx_queue_push (RxQueue *self, GValue *item)
{
  RxQueueChunk *chunk = self->tail;

  if (G_UNLIKELY (chunk == NULL || self->tail_index == self->capacity))
    chunk = _rx_queue_grow (self);
  _rx_item_move (&chunk->items[self->tail_index++], item);
  /* release: the item before the count that covers it */
  atomic_store_explicit (&chunk->filled, self->tail_index, memory_order_release);
}

/* Consumer. Is there an item that it has seen before? */
static inline gboolean
_rx_queue_knows (RxQueue *self)
{
  return self->head_index < self->head_filled;
}

/* Consumer. Is there an item? */
static inline gboolean
_rx_queue_peek (RxQueue *self)
{
  return G_LIKELY (_rx_queue_knows (self)) || _rx_queue_advance (self);
}

/* Consumer. Looks for new items; how many there are, as far as the end of a chunk. */
static inline guint
_rx_queue_look (RxQueue *self)
{
  return _rx_queue_advance (self) ? self->head_filled - self->head_index : 0;
}

/* Consumer. Moves the item out. */
static inline gboolean
_rx_queue_pop (RxQueue *self, GValue *item)
{
  if (!_rx_queue_peek (self))
    return FALSE;
  _rx_item_move (item, &self->head->items[self->head_index++]);
  return TRUE;
}
