/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-task-queue-private.h"

/* While there is something to run, each look at the stack takes it away from the CPUs that push on it: so there are up
 * to so many tasks between two of them, if these take less than so many microseconds. Other workers wait meanwhile. */
#define LOOK_SELDOM 32
#define LOOK_WITHIN 50

/* --- under the lock --- */

static void
queue_add_ready (RxTaskQueue *self, RxTaskTrack *track)
{
  track->is_ready = TRUE;
  track->ready_prev = self->ready_tail;
  track->ready_next = NULL;
  if (self->ready_tail != NULL)
    self->ready_tail->ready_next = track;
  else
    self->ready_head = track;
  self->ready_tail = track;
}

void
_rx_task_queue_remove_ready (RxTaskQueue *self, RxTaskTrack *track)
{
  if (!track->is_ready)
    return;
  track->is_ready = FALSE;
  if (track->ready_prev != NULL)
    track->ready_prev->ready_next = track->ready_next;
  else
    self->ready_head = track->ready_next;
  if (track->ready_next != NULL)
    track->ready_next->ready_prev = track->ready_prev;
  else
    self->ready_tail = track->ready_prev;
}

static void
queue_append (RxTaskQueue *self, RxTaskTrack *track, RxTask *task)
{
  task->prev = track->tail;
  task->next = NULL;
  if (track->tail != NULL)
    track->tail->next = task;
  else
    track->head = task;
  track->tail = task;

  /* Who pushes on a closed track, or closes it, comes for the task. relaxed: see _rx_task_track_push() */
  if (!track->is_ready && !atomic_load_explicit (&track->closed, memory_order_relaxed))
    queue_add_ready (self, track);
}

/* What the stack holds goes to the lists, oldest first. */
void
_rx_task_queue_take_incoming (RxTaskQueue *self)
{
  RxTask *task, *reversed = NULL;

  if (!_rx_task_queue_has_incoming (self))
    return;

  /* acquire: the tasks. The look above has its place in the order of pushing and closing. */
  task = atomic_exchange_explicit (&self->incoming, NULL, memory_order_acquire);
  while (task != NULL)
    {
      RxTask *next = task->queue_next;

      task->queue_next = reversed;
      reversed = task;
      task = next;
    }
  while (reversed != NULL)
    {
      task = reversed;
      reversed = task->queue_next;
      queue_append (self, task->owner, task);
    }
}

static void
queue_take_due (RxTaskQueue *self)
{
  gint64 now;

  if (self->timers.n_entries == 0)
    return;
  now = g_get_monotonic_time ();
  if (_rx_timer_heap_next_due (&self->timers) <= now)
    _rx_task_queue_take_incoming (self);        /* what was scheduled before, without a delay, goes first */
  while (_rx_timer_heap_next_due (&self->timers) <= now)
    {
      RxTask *task = self->timers.entries[0].task;

      _rx_task_unlink_timed (task);
      queue_append (self, task->owner, task);
    }
}

static gboolean
queue_must_look (RxTaskQueue *self)
{
  gint64 now;

  if (self->ready_head == NULL)
    return TRUE;
  if (++self->n_popped < self->n_between)
    return FALSE;
  now = g_get_monotonic_time ();
  self->n_between = now - self->looked <= LOOK_WITHIN ? MIN (2 * MAX (1, self->n_between), LOOK_SELDOM) : 1;
  self->looked = now;
  self->n_popped = 0;
  return TRUE;
}

/* --- not under the lock --- */

RxTask *
_rx_task_queue_pop (RxTaskQueue *self, gint64 *next_due)
{
  RxTaskTrack *track;
  RxTask *task = NULL;

  _rx_lock (self->lock);
  if (queue_must_look (self))
    _rx_task_queue_take_incoming (self);
  queue_take_due (self);
  track = self->ready_head;
  if (track != NULL)
    {
      task = track->head;
      track->head = task->next;
      if (track->head != NULL)
        track->head->prev = NULL;
      else
        track->tail = NULL;

      if (track->head == NULL || self->ready_tail != track)
        {
          _rx_task_queue_remove_ready (self, track);
          if (track->head != NULL)
            queue_add_ready (self, track);
        }
    }
  else
    *next_due = _rx_timer_heap_next_due (&self->timers);
  _rx_unlock (self->lock);
  return task;
}

void
_rx_task_queue_clear (RxTaskQueue *self)
{
  /* The last one to change the heap was perhaps another thread. */
  _rx_lock (self->lock);
  _rx_timer_heap_clear (&self->timers);
  _rx_unlock (self->lock);
}

gint64
_rx_task_queue_next_due (RxTaskQueue *self)
{
  gint64 due;

  _rx_lock (self->lock);
  due = self->ready_head != NULL || _rx_task_queue_has_incoming (self) ? 0 : _rx_timer_heap_next_due (&self->timers);
  _rx_unlock (self->lock);
  return due;
}

void
_rx_task_queue_drop_all (RxTaskQueue *self)
{
  RxTask *list = NULL, **end = &list;

  _rx_lock (self->lock);
  _rx_task_queue_take_incoming (self);
  while (self->ready_head != NULL || self->timers.n_entries > 0)
    {
      RxTaskTrack *track = self->ready_head != NULL ? self->ready_head : self->timers.entries[0].task->owner;

      *end = _rx_task_track_take_all (track, self);
      while (*end != NULL)
        end = &(*end)->next;
    }
  _rx_unlock (self->lock);
  _rx_task_drop_list (list);
}
