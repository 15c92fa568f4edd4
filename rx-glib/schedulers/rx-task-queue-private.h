/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "schedulers/rx-timer-heap-private.h"

typedef struct _RxTaskQueue RxTaskQueue;

/* The tasks of one worker. It is part of the worker, which nobody holds on behalf of its tasks: _rx_task_track_close()
 * takes every task out of reach of the queue before the worker goes. */
struct _RxTaskTrack
{
  _Atomic (RxTaskQueue *) queue;        /* (unowned) (nullable): set once */
  atomic_bool closed;

  /* under the queue's lock */
  gboolean is_ready;                    /* among the queue's ready tracks */
  RxTaskTrack *ready_prev, *ready_next;
  RxTask *head, *tail;                  /* the serial tasks, in execution order */
  RxTask *timed;                        /* those that wait in a heap, in no order */
};

/* What one thread at a time takes tasks from. Tasks come in over a stack that is pushed by compare-and-swap and taken
 * whole; whoever holds the lock moves them to the lists of their tracks, so that every task is tracked before it can
 * run, and any thread can take away those of one track. Tracks with work take turns. */
struct _RxTaskQueue
{
  RxLock *lock;                         /* (unowned): never freed, for a task may be cancelled when the queue is gone */
  RxTaskTrack *ready_head, *ready_tail;
  RxTimerHeap timers;
  guint n_popped, n_between;            /* tasks since the last look at the stack, and until the next one */
  gint64 looked;                        /* when that was */
  gchar padding[RX_CACHE_LINE];                    /* away from what the consumer writes */
  _Atomic (RxTask *) incoming;
};

static inline void
_rx_task_queue_init (RxTaskQueue *self, RxLock *lock)
{
  self->lock = lock;
}

/* seq_cst: a producer pushes, then looks whether the consumer sleeps and whether the track is closed; others announce
 * the sleep, or close the track, then look here. */
static inline gboolean
_rx_task_queue_has_incoming (RxTaskQueue *self)
{
  return atomic_load (&self->incoming) != NULL;
}

/* Those that return a gboolean: TRUE if the consumer must be woken should it sleep. All take over the reference of a
 * schedule; the task may have been run and freed when they return. */
gboolean _rx_task_track_push       (RxTaskTrack *self, RxTaskQueue *queue, RxTask *task);
gboolean _rx_task_track_push_timed (RxTaskTrack *self, RxTaskQueue *queue, RxTimerHeap *heap, RxTask *task, gint64 due);
gboolean _rx_task_track_close      (RxTaskTrack *self);

/* For the consumer: the next task to be run, out of everybody's reach, or NULL; then next_due is when to look again. */
RxTask * _rx_task_queue_pop        (RxTaskQueue *self, gint64 *next_due);

/* When the consumer should look again, 0: now. */
gint64   _rx_task_queue_next_due   (RxTaskQueue *self);

/* When all tracks are closed. */
void     _rx_task_queue_clear      (RxTaskQueue *self);

/* Drops all there is; the tracks stay open. */
void     _rx_task_queue_drop_all   (RxTaskQueue *self);

/* A task that has been cancelled leaves its heap, if it is in one. */
void     _rx_task_leave_heap       (RxTask *task);

/* The reference of a schedule of each goes. */
void     _rx_task_drop_list        (RxTask *list);

/* Under the lock */
void     _rx_task_unlink_timed          (RxTask *task);
RxTask * _rx_task_track_take_all        (RxTaskTrack *self, RxTaskQueue *queue);
void     _rx_task_queue_take_incoming   (RxTaskQueue *self);
void     _rx_task_queue_remove_ready    (RxTaskQueue *self, RxTaskTrack *track);
