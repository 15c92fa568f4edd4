/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-computation-scheduler-private.h"
#include "schedulers/rx-event-loop-private.h"
#include "schedulers/rx-worker-private.h"

/* The pool is made on first use and never freed; its threads come and go. */
static RxEventLoop *loops;
static guint n_loops;
static atomic_uint next_loop;

typedef struct
{
  RxWorker parent_instance;
  RxTaskTrack track;
} RxComputationWorker;

typedef RxWorkerClass RxComputationWorkerClass;

static GType rx_computation_worker_get_type (void);
G_DEFINE_FINAL_TYPE (RxComputationWorker, rx_computation_worker, RX_TYPE_WORKER)

static RxEventLoop *
choose_loop (void)
{
  for (guint i = 0; i < n_loops; i++)
    {
      if (_rx_event_loop_is_spinning (&loops[i]))
        return &loops[i];
    }
  /* relaxed: any distribution is right */
  return &loops[atomic_fetch_add_explicit (&next_loop, 1, memory_order_relaxed) % n_loops];
}

/* The queue is the first member of its loop. */
G_STATIC_ASSERT (G_STRUCT_OFFSET (RxEventLoop, queue) == 0);

static RxEventLoop *
worker_get_loop (RxComputationWorker *self)
{
  /* acquire: the loops were made before */
  RxTaskQueue *queue = atomic_load_explicit (&self->track.queue, memory_order_acquire);

  if (G_UNLIKELY (queue == NULL))
    {
      RxTaskQueue *chosen = &choose_loop ()->queue;

      /* seq_cst: as in _rx_task_track_close() */
      if (atomic_compare_exchange_strong (&self->track.queue, &queue, chosen))
        queue = chosen;
    }
  return (RxEventLoop *) queue;
}

static void
rx_computation_worker_schedule (RxWorker *worker, GTimeSpan delay, RxTask *task)
{
  RxComputationWorker *self = (RxComputationWorker *) worker;
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
rx_computation_worker_unsubscribe (RxWorker *worker)
{
  RxComputationWorker *self = (RxComputationWorker *) worker;

  if (_rx_task_track_close (&self->track))
    _rx_event_loop_wake (worker_get_loop (self));
}

static void
rx_computation_worker_class_init (RxComputationWorkerClass *klass)
{
  _rx_worker_class_init_native (klass, rx_computation_worker_schedule, rx_computation_worker_unsubscribe);
}

static void
rx_computation_worker_init (RxComputationWorker *self)
{
}

typedef RxScheduler RxComputationScheduler;
typedef RxSchedulerClass RxComputationSchedulerClass;

static GType rx_computation_scheduler_get_type (void);
G_DEFINE_FINAL_TYPE (RxComputationScheduler, rx_computation_scheduler, RX_TYPE_SCHEDULER)

static RxWorker *
rx_computation_scheduler_create_worker (RxScheduler *self)
{
  return g_object_new (rx_computation_worker_get_type (), NULL);
}

static void
rx_computation_scheduler_class_init (RxComputationSchedulerClass *klass)
{
  klass->create_worker = rx_computation_scheduler_create_worker;
}

static void
rx_computation_scheduler_init (RxComputationScheduler *self)
{
}

static RxScheduler *
computation_new (void)
{
  /* here, so that whoever has the scheduler sees the class as set up; GLib's lock is not seen by everybody */
  g_type_class_ref (rx_computation_worker_get_type ());
  n_loops = _rx_n_cpus ();
  loops = g_new0 (RxEventLoop, n_loops);
  for (guint i = 0; i < n_loops; i++)
    _rx_event_loop_init (&loops[i], g_strdup_printf ("rx-compute-%u", i + 1));
  return g_object_new (rx_computation_scheduler_get_type (), NULL);
}

/**
 * rx_scheduler_computation:
 *
 * Gives the scheduler for work that keeps a CPU busy.
 *
 * It has a fixed number of threads, one for each CPU that the process may use, which are started when there is work for
 * them. A worker belongs to one of the threads from its first task on, and so do all its tasks. Do not block them:
 * other workers wait on the same thread.
 *
 * Returns: (transfer none): the scheduler
 * Since: 1.0
 */
RxScheduler *
rx_scheduler_computation (void)
{
  static _Atomic (RxScheduler *) scheduler;
  static RxLock lock;
  RxScheduler *self;

  /* acquire: the pool comes with it */
  self = atomic_load_explicit (&scheduler, memory_order_acquire);
  if (G_LIKELY (self != NULL))
    return self;

  _rx_lock (&lock);
  self = atomic_load_explicit (&scheduler, memory_order_relaxed);       /* relaxed: under the lock */
  if (self == NULL)
    {
      self = computation_new ();
      atomic_store_explicit (&scheduler, self, memory_order_release);
    }
  _rx_unlock (&lock);
  return self;
}

/* Waits for the tasks that run, drops those that are pending and ends the threads. Later tasks start them again. Not to
 * be called inside a task of this scheduler. */
void
_rx_computation_shutdown (void)
{
  rx_scheduler_computation ();
  for (guint i = 0; i < n_loops; i++)
    _rx_event_loop_stop (&loops[i]);
}
