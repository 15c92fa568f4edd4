/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-local-queue-private.h"
#include "schedulers/rx-worker-private.h"

/* The queue of the outermost task on this thread's stack. */
static __thread RxLocalQueue *running __attribute__ ((tls_model ("initial-exec")));

typedef struct
{
  RxWorker parent_instance;
  RxTaskTrack track;
} RxTrampolineWorker;

typedef RxWorkerClass RxTrampolineWorkerClass;

static GType rx_trampoline_worker_get_type (void);
G_DEFINE_FINAL_TYPE (RxTrampolineWorker, rx_trampoline_worker, RX_TYPE_WORKER)

static void
rx_trampoline_worker_schedule (RxWorker *worker, GTimeSpan delay, RxTask *task)
{
  RxTrampolineWorker *self = (RxTrampolineWorker *) worker;
  RxLocalQueue queue;

  if (running != NULL)
    {
      _rx_local_queue_push (running, &self->track, task, _rx_time_add (g_get_monotonic_time (), MAX (delay, 0)));
      return;
    }

  _rx_local_queue_init (&queue);
  running = &queue;
  if (delay <= 0)
    _rx_task_finish (task);
  else
    _rx_local_queue_push (&queue, &self->track, task, _rx_time_add (g_get_monotonic_time (), delay));
  _rx_local_queue_run (&queue);         /* the worker may go meanwhile */
  running = NULL;
}

static void
rx_trampoline_worker_unsubscribe (RxWorker *worker)
{
  _rx_task_track_close (&((RxTrampolineWorker *) worker)->track);
}

static void
rx_trampoline_worker_class_init (RxTrampolineWorkerClass *klass)
{
  _rx_worker_class_init_native (klass, rx_trampoline_worker_schedule, rx_trampoline_worker_unsubscribe);
}

static void
rx_trampoline_worker_init (RxTrampolineWorker *self)
{
  atomic_init (&self->track.queue, &_rx_local_tracks);
}

typedef RxScheduler RxTrampolineScheduler;
typedef RxSchedulerClass RxTrampolineSchedulerClass;

static GType rx_trampoline_scheduler_get_type (void);
G_DEFINE_FINAL_TYPE (RxTrampolineScheduler, rx_trampoline_scheduler, RX_TYPE_SCHEDULER)

static RxWorker *
rx_trampoline_scheduler_create_worker (RxScheduler *self)
{
  return g_object_new (rx_trampoline_worker_get_type (), NULL);
}

static void
rx_trampoline_scheduler_class_init (RxTrampolineSchedulerClass *klass)
{
  klass->create_worker = rx_trampoline_scheduler_create_worker;
  _rx_scheduler_class_made ();
}

static void
rx_trampoline_scheduler_init (RxTrampolineScheduler *self)
{
  /* see the computation scheduler */
  g_type_class_ref (rx_trampoline_worker_get_type ());
}

/**
 * rx_scheduler_trampoline:
 *
 * Gives the scheduler that runs tasks on the calling thread, one after another.
 *
 * The first task runs before the call that schedules it returns. What tasks schedule on any worker of this scheduler is
 * put off until they have ended, and then runs in the order of the due times; the thread sleeps until a delayed one is
 * due. So tasks that schedule themselves do not pile up on the stack. Threads do not wait for each other, not even on
 * the same worker.
 *
 * Returns: (transfer none): the scheduler
 * Since: 1.0
 */
RxScheduler *
rx_scheduler_trampoline (void)
{
  static _Atomic (RxScheduler *) scheduler;

  return _rx_scheduler_get_shared (&scheduler, rx_trampoline_scheduler_get_type ());
}
