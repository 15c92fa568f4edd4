/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "schedulers/rx-task-private.h"

typedef struct
{
  gint64 due;
  guint64 seq;                  /* first come, first served among equal due times */
  RxTask *task;
} RxTimerEntry;

/* The timed tasks of a queue: a heap with four children a node, which knows the place of each task. Under the lock of
 * whoever has it. */
struct _RxTimerHeap
{
  RxTimerEntry *entries;        /* (owned) */
  guint n_entries;
  guint capacity;
  guint64 seq;
  _Atomic guint32 *changed;     /* (nullable): counts removals, for a thread that sleeps until the first task is due */
};

static inline gint64
_rx_timer_heap_next_due (const RxTimerHeap *self)
{
  return self->n_entries > 0 ? self->entries[0].due : G_MAXINT64;
}

/* Tasks are put in and taken out without a change of their references. */
void     _rx_timer_heap_insert (RxTimerHeap *self, RxTask *task);
void     _rx_timer_heap_remove (RxTimerHeap *self, RxTask *task);
void     _rx_timer_heap_clear  (RxTimerHeap *self);
