/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-strand-private.h"
#include "schedulers/rx-worker-private.h"

#define KEEP_ALIVE (15 * G_TIME_SPAN_SECOND)    /* a thread that has nothing to do waits so long */

/* Workers that any thread of a pool runs, one at a time. */
typedef struct
{
  RxScheduler parent_instance;
  RxStrandPool *pool;           /* (owned) */
} RxThreadPoolScheduler;

typedef RxSchedulerClass RxThreadPoolSchedulerClass;

typedef struct
{
  RxWorker parent_instance;
  RxStrand *strand;             /* (owned) */
} RxPoolWorker;

typedef RxWorkerClass RxPoolWorkerClass;

static GType rx_thread_pool_scheduler_get_type (void);
G_DEFINE_FINAL_TYPE (RxThreadPoolScheduler, rx_thread_pool_scheduler, RX_TYPE_SCHEDULER)

static GType rx_pool_worker_get_type (void);
G_DEFINE_FINAL_TYPE (RxPoolWorker, rx_pool_worker, RX_TYPE_WORKER)

static void
rx_pool_worker_schedule (RxWorker *worker, GTimeSpan delay, RxTask *task)
{
  _rx_strand_push (((RxPoolWorker *) worker)->strand, delay, task);
}

static void
rx_pool_worker_unsubscribe (RxWorker *worker)
{
  _rx_strand_close (((RxPoolWorker *) worker)->strand);
}

static void
rx_pool_worker_finalize (GObject *object)
{
  RxStrand *strand = ((RxPoolWorker *) object)->strand;

  _rx_strand_pool_remove (strand->pool, strand);
  _rx_strand_unref (strand);
  G_OBJECT_CLASS (rx_pool_worker_parent_class)->finalize (object);
}

static void
rx_pool_worker_class_init (RxPoolWorkerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rx_pool_worker_finalize;
  _rx_worker_class_init_native (klass, rx_pool_worker_schedule, rx_pool_worker_unsubscribe);
}

static void
rx_pool_worker_init (RxPoolWorker *self)
{
}

static RxWorker *
rx_thread_pool_scheduler_create_worker (RxScheduler *self)
{
  RxStrandPool *pool = ((RxThreadPoolScheduler *) self)->pool;
  RxPoolWorker *worker = g_object_new (rx_pool_worker_get_type (), NULL);

  worker->strand = _rx_strand_new (pool);
  _rx_strand_pool_add (pool, worker->strand);
  return &worker->parent_instance;
}

static void
rx_thread_pool_scheduler_shutdown (RxScheduler *self)
{
  _rx_strand_pool_shutdown (((RxThreadPoolScheduler *) self)->pool);
}

static void
rx_thread_pool_scheduler_finalize (GObject *object)
{
  RxStrandPool *pool = ((RxThreadPoolScheduler *) object)->pool;

  _rx_strand_pool_retire (pool);
  _rx_strand_pool_unref (pool);
  G_OBJECT_CLASS (rx_thread_pool_scheduler_parent_class)->finalize (object);
}

static void
rx_thread_pool_scheduler_class_init (RxThreadPoolSchedulerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rx_thread_pool_scheduler_finalize;
  klass->create_worker = rx_thread_pool_scheduler_create_worker;
  klass->shutdown = rx_thread_pool_scheduler_shutdown;
  _rx_scheduler_class_made ();
}

static void
rx_thread_pool_scheduler_init (RxThreadPoolScheduler *self)
{
  /* see _rx_loop_worker_ref_class() */
  g_type_class_ref (rx_pool_worker_get_type ());
}

/**
 * rx_scheduler_new_thread_pool:
 * @max_threads: how many threads there are at most; 0: one for each CPU that the process may use
 *
 * Makes a scheduler with a pool of threads that its workers share.
 *
 * Any thread of the pool may run any worker, so that a task that takes long holds up the others of its worker only, as
 * long as there are threads left. Tasks of one worker are run one after another all the same, and each sees what the
 * last one did. The threads are started as they are needed, end when there was nothing to do for a while, and are named
 * `rx-pool-1` and so on.
 *
 * Returns: (transfer full): the scheduler
 * Since: 1.0
 */
RxScheduler *
rx_scheduler_new_thread_pool (guint max_threads)
{
  RxThreadPoolScheduler *self = g_object_new (rx_thread_pool_scheduler_get_type (), NULL);

  self->pool = _rx_strand_pool_new (max_threads != 0 ? max_threads : _rx_n_cpus (), KEEP_ALIVE);
  return &self->parent_instance;
}
