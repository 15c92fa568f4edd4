/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-timer-heap-private.h"

#define MIN_CAPACITY 16

static inline gboolean
entry_before (const RxTimerEntry *a, const RxTimerEntry *b)
{
  return a->due < b->due || (a->due == b->due && a->seq < b->seq);
}

static inline void
heap_put (RxTimerHeap *self, guint index, RxTimerEntry entry)
{
  self->entries[index] = entry;
  entry.task->heap_index = index;
}

static void
heap_up (RxTimerHeap *self, guint index, RxTimerEntry entry)
{
  while (index > 0)
    {
      guint parent = (index - 1) / 4;

      if (!entry_before (&entry, &self->entries[parent]))
        break;
      heap_put (self, index, self->entries[parent]);
      index = parent;
    }
  heap_put (self, index, entry);
}

static void
heap_down (RxTimerHeap *self, guint index, RxTimerEntry entry)
{
  for (;;)
    {
      guint first = 4 * index + 1, end = MIN (first + 4, self->n_entries), best = first;

      if (first >= self->n_entries)
        break;
      for (guint child = first + 1; child < end; child++)
        {
          if (entry_before (&self->entries[child], &self->entries[best]))
            best = child;
        }
      if (!entry_before (&self->entries[best], &entry))
        break;
      heap_put (self, index, self->entries[best]);
      index = best;
    }
  heap_put (self, index, entry);
}

static void
heap_resize (RxTimerHeap *self, guint capacity)
{
  self->entries = g_renew (RxTimerEntry, self->entries, capacity);
  self->capacity = capacity;
}

void
_rx_timer_heap_insert (RxTimerHeap *self, RxTask *task)
{
  if (self->n_entries == self->capacity)
    heap_resize (self, MAX (MIN_CAPACITY, 2 * self->capacity));
  heap_up (self, self->n_entries++, (RxTimerEntry) { task->due, self->seq++, task });
}

void
_rx_timer_heap_remove (RxTimerHeap *self, RxTask *task)
{
  guint index = task->heap_index;
  RxTimerEntry last = self->entries[--self->n_entries];

  if (index < self->n_entries)
    {
      if (index > 0 && entry_before (&last, &self->entries[(index - 1) / 4]))
        heap_up (self, index, last);
      else
        heap_down (self, index, last);
    }
  if (self->capacity > MIN_CAPACITY && self->n_entries < self->capacity / 4)
    heap_resize (self, self->capacity / 2);
}

void
_rx_timer_heap_clear (RxTimerHeap *self)
{
  g_clear_pointer (&self->entries, g_free);
  self->n_entries = self->capacity = 0;
}
