/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-loop-worker-private.h"
#include "schedulers/rx-worker-private.h"

/* A worker whose tasks run on one event loop, which it gets with its first task. */
typedef struct
{
  RxWorker parent_instance;
  RxTaskTrack track;
  RxLoopSource *source;         /* (unowned) */
  atomic_bool given_back;
} RxLoopWorker;

typedef RxWorkerClass RxLoopWorkerClass;

static GType rx_loop_worker_get_type (void);
G_DEFINE_FINAL_TYPE (RxLoopWorker, rx_loop_worker, RX_TYPE_WORKER)

/* The queue is the first member of its loop. */
G_STATIC_ASSERT (G_STRUCT_OFFSET (RxEventLoop, queue) == 0);

/* The worker is closed and has a loop. */
static void
worker_give_back (RxLoopWorker *self, RxTaskQueue *queue)
{
  if (self->source->give_back != NULL && !atomic_exchange (&self->given_back, TRUE))
    self->source->give_back (self->source, (RxEventLoop *) queue);
}

static RxEventLoop *
worker_get_loop (RxLoopWorker *self)
{
  /* acquire: the loop was made before */
  RxTaskQueue *queue = atomic_load_explicit (&self->track.queue, memory_order_acquire);

  if (G_UNLIKELY (queue == NULL))
    {
      RxEventLoop *taken = self->source->take (self->source);

      /* seq_cst: as in _rx_task_track_close(); either this sees closed, or unsubscribe() sees the loop */
      if (!atomic_compare_exchange_strong (&self->track.queue, &queue, &taken->queue))
        {
          if (self->source->give_back != NULL)
            self->source->give_back (self->source, taken);
          return (RxEventLoop *) queue;
        }
      queue = &taken->queue;
      if (atomic_load (&self->track.closed))
        worker_give_back (self, queue);
    }
  return (RxEventLoop *) queue;
}

static void
rx_loop_worker_schedule (RxWorker *worker, GTimeSpan delay, RxTask *task)
{
  RxLoopWorker *self = (RxLoopWorker *) worker;
  RxEventLoop *loop = worker_get_loop (self);
  gboolean wake;

  if (delay <= 0)
    wake = _rx_task_track_push (&self->track, &loop->queue, task);
  else
    wake = _rx_task_track_push_timed (&self->track, &loop->queue, &loop->queue.timers, task,
                                      _rx_time_add (g_get_monotonic_time (), delay));
  if (wake)
    _rx_event_loop_wake (loop);
}

static void
rx_loop_worker_unsubscribe (RxWorker *worker)
{
  RxLoopWorker *self = (RxLoopWorker *) worker;
  gboolean wake = _rx_task_track_close (&self->track);
  /* seq_cst: after closed, see worker_get_loop() */
  RxTaskQueue *queue = atomic_load (&self->track.queue);

  if (wake)
    _rx_event_loop_wake ((RxEventLoop *) queue);
  if (queue != NULL)
    worker_give_back (self, queue);
}

static void
rx_loop_worker_class_init (RxLoopWorkerClass *klass)
{
  _rx_worker_class_init_native (klass, rx_loop_worker_schedule, rx_loop_worker_unsubscribe);
}

static void
rx_loop_worker_init (RxLoopWorker *self)
{
}

RxWorker *
_rx_loop_worker_new (RxLoopSource *source)
{
  RxLoopWorker *self = g_object_new (rx_loop_worker_get_type (), NULL);

  self->source = source;
  return &self->parent_instance;
}

/* For schedulers when they are made, so that whoever has one sees the class as set up; GLib's lock is not seen by
 * everybody. */
void
_rx_loop_worker_ref_class (void)
{
  g_type_class_ref (rx_loop_worker_get_type ());
}
