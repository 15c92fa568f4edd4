/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-local-queue-private.h"
#include "schedulers/rx-worker-private.h"

typedef struct
{
  RxWorker parent_instance;
  RxTaskTrack track;            /* of tasks that are slept for */
} RxImmediateWorker;

typedef RxWorkerClass RxImmediateWorkerClass;

static GType rx_immediate_worker_get_type (void);
G_DEFINE_FINAL_TYPE (RxImmediateWorker, rx_immediate_worker, RX_TYPE_WORKER)

static void
rx_immediate_worker_schedule (RxWorker *worker, GTimeSpan delay, RxTask *task)
{
  RxImmediateWorker *self = (RxImmediateWorker *) worker;
  RxLocalQueue queue;

  if (delay <= 0)
    {
      _rx_task_finish (task);
      return;
    }

  /* Nothing else comes to this queue; it is there for others to end the sleep. */
  _rx_local_queue_init (&queue);
  _rx_local_queue_push (&queue, &self->track, task, _rx_time_add (g_get_monotonic_time (), delay));
  _rx_local_queue_run (&queue);
}

static void
rx_immediate_worker_unsubscribe (RxWorker *worker)
{
  _rx_task_track_close (&((RxImmediateWorker *) worker)->track);
}

static void
rx_immediate_worker_class_init (RxImmediateWorkerClass *klass)
{
  _rx_worker_class_init_native (klass, rx_immediate_worker_schedule, rx_immediate_worker_unsubscribe);
}

static void
rx_immediate_worker_init (RxImmediateWorker *self)
{
  atomic_init (&self->track.queue, &_rx_local_tracks);
}

typedef RxScheduler RxImmediateScheduler;
typedef RxSchedulerClass RxImmediateSchedulerClass;

static GType rx_immediate_scheduler_get_type (void);
G_DEFINE_FINAL_TYPE (RxImmediateScheduler, rx_immediate_scheduler, RX_TYPE_SCHEDULER)

static RxWorker *
rx_immediate_scheduler_create_worker (RxScheduler *self)
{
  return g_object_new (rx_immediate_worker_get_type (), NULL);
}

static void
rx_immediate_scheduler_class_init (RxImmediateSchedulerClass *klass)
{
  klass->create_worker = rx_immediate_scheduler_create_worker;
  _rx_scheduler_class_made ();
}

static void
rx_immediate_scheduler_init (RxImmediateScheduler *self)
{
  /* see the computation scheduler */
  g_type_class_ref (rx_immediate_worker_get_type ());
}

/**
 * rx_scheduler_immediate:
 *
 * Gives the scheduler that runs a task on the calling thread, before the call that schedules it returns.
 *
 * So a task that schedules another one is interrupted by it. The thread sleeps until a delayed task is due or
 * cancelled. Threads do not wait for each other, not even on the same worker.
 *
 * Returns: (transfer none): the scheduler
 * Since: 1.0
 */
RxScheduler *
rx_scheduler_immediate (void)
{
  static _Atomic (RxScheduler *) scheduler;

  return _rx_scheduler_get_shared (&scheduler, rx_immediate_scheduler_get_type ());
}
