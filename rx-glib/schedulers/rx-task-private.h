/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-live-private.h"
#include "core/rx-sync-private.h"
#include "schedulers/rx-scheduler.h"

typedef struct _RxTimerHeap RxTimerHeap;
typedef struct _RxTaskTrack RxTaskTrack;

/* A task is scheduled at most once at a time. For each schedule exactly one of run and dropped is called, outside
 * every lock: run on the worker, dropped on the thread that unsubscribes the worker, shuts the scheduler down or
 * schedules on a worker that is gone. Neither is told about references: the scheduler takes over one when the task is
 * handed in and gives it back after the call. A task holds no reference to its worker.
 *
 * An embedded task may be scheduled again, by any thread, from the moment its run is called, hence while run is still
 * on the stack: the scheduler must be through with the links and the state of the task before it calls run, and must
 * hold one reference for each schedule. */
typedef struct
{
  void (*run)     (RxTask *self);
  void (*dropped) (RxTask *self);
  void (*ref)     (RxTask *self);       /* where the task is embedded: the reference count of its container */
  void (*unref)   (RxTask *self);       /* where it is not: frees the task, whose count has reached 0 */
} RxTaskOps;

/* The state of a task that has a function; an embedded one stays 0. The bits above these count the calls of the
 * function that are on some stack. */
enum
{
  RX_TASK_PENDING = 1 << 0,     /* handed to a worker, not run since */
  RX_TASK_CANCELLED = 1 << 1,   /* the function will not be called again */
  RX_TASK_SPENT = 1 << 2,       /* was meant for one call, which is over */
  RX_TASK_RUN_ONE = 1 << 3
};

struct _RxTask
{
  const RxTaskOps *ops;
  atomic_int refs;              /* unused where ops->ref is set */
  _Atomic guint32 state;

  /* The rest belongs to the scheduler while the task is scheduled. */
  RxTask *queue_next;           /* the hand-over stack */
  RxTask *prev, *next;          /* the track's list, in execution order; under the queue's lock */
  RxTaskTrack *owner;           /* (unowned): what tracks the task; under the queue's lock once it is there */
  _Atomic (RxLock *) lock;      /* (unowned): not NULL while the task is in a heap: what guards it; never freed */
  RxTimerHeap *heap;            /* (unowned): the heap, under that lock */
  gint64 due;                   /* microseconds, monotonic */
  guint heap_index;             /* place in the heap */
};

/* For tasks embedded in another struct; the first reference is the container's own business. */
void _rx_task_init (RxTask *self, const RxTaskOps *ops);

static inline RxTask *
_rx_task_ref (RxTask *self)
{
  if (self->ops->ref != NULL)
    self->ops->ref (self);
  else
    atomic_fetch_add_explicit (&self->refs, 1, memory_order_relaxed);   /* relaxed: the caller has one already */
  return self;
}

static inline void
_rx_task_unref (RxTask *self)
{
  /* acq_rel: what other holders did with the task comes before its end */
  if (self->ops->ref != NULL || atomic_fetch_sub_explicit (&self->refs, 1, memory_order_acq_rel) == 1)
    self->ops->unref (self);
}

/* These take over the reference of a schedule. The task may be scheduled anew as soon as either begins. */
static inline void
_rx_task_finish (RxTask *self)
{
  self->ops->run (self);
  _rx_task_unref (self);
}

static inline void
_rx_task_drop (RxTask *self)
{
  self->ops->dropped (self);
  _rx_task_unref (self);
}

static inline gboolean
_rx_task_is_embedded (RxTask *self)
{
  return self->ops->ref != NULL;
}

/* A task made of a function. */
typedef struct
{
  RxTask base;
  RxTaskFunc func;
  gpointer user_data;
  GDestroyNotify destroy;
  _Atomic (GCancellable *) cancellable;         /* (owned) (nullable): made when asked for */
  gboolean one_shot;                            /* the function is released after its call */
} RxFuncTask;

static inline RxFuncTask *
_rx_func_task (RxTask *task)
{
  g_assert (!_rx_task_is_embedded (task));
  return (RxFuncTask *) task;
}

/* For structs that begin with an RxFuncTask; one reference is the caller's. */
void     _rx_func_task_init    (RxFuncTask *self, const RxTaskOps *ops, RxTaskFunc func, gpointer user_data,
                                GDestroyNotify destroy);
void     _rx_func_task_guard   (RxFuncTask *self);
void     _rx_func_task_clear   (RxFuncTask *self);
gboolean _rx_func_task_call    (RxTask *task);
void     _rx_func_task_run     (RxTask *task);
void     _rx_func_task_release (RxFuncTask *self);
RxTask * _rx_func_task_new     (RxTaskFunc func, gpointer user_data, GDestroyNotify destroy, gboolean one_shot);

/* FALSE: must not be scheduled. */
gboolean _rx_task_set_pending  (RxTask *self);

/* For a task that nobody else knows yet: it is pending, and the schedule has its reference. relaxed: handing it over
 * publishes it */
static inline void
_rx_task_start_pending (RxTask *self)
{
  atomic_store_explicit (&self->state, RX_TASK_PENDING, memory_order_relaxed);
  atomic_store_explicit (&self->refs, 2, memory_order_relaxed);
}

/* Saturating: what lies beyond the end of time never comes. */
static inline gint64
_rx_time_add (gint64 time, gint64 span)
{
  gint64 sum;

  if (__builtin_add_overflow (time, span, &sum))
    return span < 0 ? G_MININT64 : G_MAXINT64;
  return sum;
}
