/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "core/rx-queue-private.h"

void
_rx_queue_init (RxQueue *self, guint capacity)
{
  memset (self, 0, sizeof *self);
  self->capacity = CLAMP (capacity, 8, 256);
}

/* Producer: the tail is full, or there is none yet. */
RxQueueChunk *
_rx_queue_grow (RxQueue *self)
{
  /* acquire: the consumer is through with the chunk that it has put there */
  RxQueueChunk *chunk = atomic_exchange_explicit (&self->spare, NULL, memory_order_acquire);

  if (chunk == NULL)
    chunk = g_malloc (sizeof (RxQueueChunk) + self->capacity * sizeof (GValue));
  atomic_init (&chunk->next, NULL);
  atomic_init (&chunk->filled, 0);

  /* release: the chunk is set up before the consumer finds it */
  if (self->tail != NULL)
    atomic_store_explicit (&self->tail->next, chunk, memory_order_release);
  else
    atomic_store_explicit (&self->first, chunk, memory_order_release);
  self->tail = chunk;
  self->tail_index = 0;
  return chunk;
}

/* Consumer: what it knew of is used up. */
gboolean
_rx_queue_advance (RxQueue *self)
{
  /* acquire, all of them: the other halves of the producer's releases */
  if (self->head == NULL)
    {
      self->head = atomic_load_explicit (&self->first, memory_order_acquire);
      if (self->head == NULL)
        return FALSE;
    }

  if (self->head_index == self->capacity)
    {
      RxQueueChunk *next = atomic_load_explicit (&self->head->next, memory_order_acquire);

      if (next == NULL)
        return FALSE;
      /* release: this chunk is no longer read; acquire: one that comes back is freed */
      g_free (atomic_exchange_explicit (&self->spare, self->head, memory_order_acq_rel));
      self->head = next;
      self->head_index = 0;
    }

  self->head_filled = atomic_load_explicit (&self->head->filled, memory_order_acquire);
  return self->head_index < self->head_filled;
}

void
_rx_queue_clear (RxQueue *self)
{
  GValue item;

  while (_rx_queue_pop (self, &item))
    _rx_item_clear (&item);
}

void
_rx_queue_free (RxQueue *self)
{
  _rx_queue_clear (self);
  /* the head is the tail now: what lay between has been given back */
  g_free (self->tail);
  g_free (atomic_load_explicit (&self->spare, memory_order_acquire));   /* acquire: as above */
}
