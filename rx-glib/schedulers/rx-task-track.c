/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-task-queue-private.h"

/* --- under the lock --- */

/* What stays of the heap's business once the task is out of its array. */
static inline void
task_forget_heap (RxTask *task)
{
  task->heap = NULL;
  /* relaxed: looked at again under the lock */
  atomic_store_explicit (&task->lock, NULL, memory_order_relaxed);
}

static void
track_unlink_timed (RxTaskTrack *self, RxTask *task)
{
  if (task->prev != NULL)
    task->prev->next = task->next;
  else
    self->timed = task->next;
  if (task->next != NULL)
    task->next->prev = task->prev;
}

/* A thread sleeps until the heap's first task is due: it must look again. The word may be gone as soon as the lock is
 * released, hence the wake-up under it. */
static inline void
heap_tell (RxTimerHeap *self)
{
  if (self->changed == NULL)
    return;
  atomic_fetch_add_explicit (self->changed, 1, memory_order_relaxed);   /* relaxed: read under the lock */
  _rx_unpark (self->changed, FALSE);
}

void
_rx_task_unlink_timed (RxTask *task)
{
  _rx_timer_heap_remove (task->heap, task);
  track_unlink_timed (task->owner, task);
  task_forget_heap (task);
}

/* All tasks of the track, linked by next. */
RxTask *
_rx_task_track_take_all (RxTaskTrack *self, RxTaskQueue *queue)
{
  RxTask *list = self->head, *timed = self->timed;

  _rx_task_queue_remove_ready (queue, self);
  if (self->tail != NULL)
    self->tail->next = timed;
  else
    list = timed;
  self->head = self->tail = self->timed = NULL;

  for (; timed != NULL; timed = timed->next)
    {
      _rx_timer_heap_remove (timed->heap, timed);
      heap_tell (timed->heap);
      task_forget_heap (timed);
    }
  return list;
}

/* --- not under the lock --- */

void
_rx_task_drop_list (RxTask *list)
{
  while (list != NULL)
    {
      RxTask *task = list;

      list = task->next;
      _rx_task_drop (task);
    }
}

gboolean
_rx_task_track_close (RxTaskTrack *self)
{
  RxTaskQueue *queue;
  RxTask *list;
  gboolean wake;

  /* seq_cst, both: who binds or pushes looks at closed afterwards, so one of the two sees the other */
  atomic_store (&self->closed, TRUE);
  queue = atomic_load (&self->queue);
  if (queue == NULL)
    return FALSE;

  _rx_lock (queue->lock);
  _rx_task_queue_take_incoming (queue);
  list = _rx_task_track_take_all (self, queue);
  wake = queue->ready_head != NULL;
  _rx_unlock (queue->lock);

  _rx_task_drop_list (list);
  return wake;
}

gboolean
_rx_task_track_push (RxTaskTrack *self, RxTaskQueue *queue, RxTask *task)
{
  RxTask *head = atomic_load_explicit (&queue->incoming, memory_order_relaxed);        /* relaxed: a guess */
  gboolean wake;

  task->owner = self;
  do
    task->queue_next = head;
  /* seq_cst: releases the task, and comes before the look at closed below and at the consumer's sleep */
  while (!atomic_compare_exchange_weak_explicit (&queue->incoming, &head, task,
                                                 memory_order_seq_cst, memory_order_relaxed));

  wake = head == NULL;
  if (G_UNLIKELY (atomic_load (&self->closed)))
    wake |= _rx_task_track_close (self);
  return wake;
}

gboolean
_rx_task_track_push_timed (RxTaskTrack *self, RxTaskQueue *queue, RxTimerHeap *heap, RxTask *task, gint64 due)
{
  gboolean first;

  _rx_lock (queue->lock);
  /* seq_cst: rx_task_cancel() sets the state, then looks at lock; _rx_task_track_close() sets closed, then looks at the
   * queue, which the worker may have bound just now, and takes the lock to collect the tasks */
  atomic_store (&task->lock, queue->lock);
  if (atomic_load (&self->closed) ||
      (atomic_load (&task->state) & RX_TASK_CANCELLED) != 0)
    {
      task_forget_heap (task);
      _rx_unlock (queue->lock);
      _rx_task_drop (task);
      return FALSE;
    }

  task->owner = self;
  task->heap = heap;
  task->due = due;
  task->prev = NULL;
  task->next = self->timed;
  if (self->timed != NULL)
    self->timed->prev = task;
  self->timed = task;
  _rx_timer_heap_insert (heap, task);
  first = task->heap_index == 0;
  _rx_unlock (queue->lock);
  return first;
}

void
_rx_task_leave_heap (RxTask *task)
{
  RxLock *lock;

  /* seq_cst: as in _rx_task_track_push_timed() */
  while ((lock = atomic_load (&task->lock)) != NULL)
    {
      _rx_lock (lock);
      /* relaxed: only written under the lock that it names, or will name */
      if (atomic_load_explicit (&task->lock, memory_order_relaxed) == lock)
        {
          heap_tell (task->heap);
          _rx_task_unlink_timed (task);
          _rx_unlock (lock);
          if (task->ops->dropped == rx_task_cancel)
            _rx_task_unref (task);      /* as its caller is about that already */
          else
            _rx_task_drop (task);
          return;
        }
      _rx_unlock (lock);
    }
}
