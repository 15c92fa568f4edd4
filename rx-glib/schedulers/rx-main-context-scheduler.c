/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-main-source-private.h"
#include "schedulers/rx-worker-private.h"

typedef struct
{
  RxWorker parent_instance;
  GMainContext *context;        /* (owned) */
  RxMainShare *share;           /* (owned) */
  gint priority;
  _Atomic (RxMainSource *) source;  /* (owned) (nullable): made by the first task */
} RxMainContextWorker;

typedef RxWorkerClass RxMainContextWorkerClass;

static GType rx_main_context_worker_get_type (void);
G_DEFINE_FINAL_TYPE (RxMainContextWorker, rx_main_context_worker, RX_TYPE_WORKER)

static RxMainSource *
worker_get_source (RxMainContextWorker *self)
{
  /* acquire: what the one who made it wrote */
  RxMainSource *source = atomic_load_explicit (&self->source, memory_order_acquire), *made;

  if (G_LIKELY (source != NULL))
    return source;

  /* Attached before others can find it: the ready time of a source that is being attached may go unnoticed. */
  made = _rx_main_source_new (self->context, self->priority, self->share);
  /* seq_cst: before the look at the worker's flag, which unsubscribe() sets before it looks for a source */
  if (!atomic_compare_exchange_strong (&self->source, &source, made))
    {
      g_source_destroy (&made->parent);
      g_source_unref (&made->parent);
      return source;
    }
  if (rx_worker_is_unsubscribed (RX_WORKER (self)))
    RX_WORKER_GET_CLASS (self)->unsubscribe (RX_WORKER (self));
  return made;
}

static void
rx_main_context_worker_schedule (RxWorker *worker, GTimeSpan delay, RxTask *task)
{
  RxMainSource *source = worker_get_source ((RxMainContextWorker *) worker);
  RxTaskQueue *queue = &source->queue;
  gboolean wake;

  if (delay <= 0)
    wake = _rx_task_track_push (&source->track, queue, task);
  else
    wake = _rx_task_track_push_timed (&source->track, queue, &queue->timers, task,
                                      _rx_time_add (g_get_monotonic_time (), delay));
  if (wake)
    _rx_main_source_wake (source);
}

static void
rx_main_context_worker_unsubscribe (RxWorker *worker)
{
  /* seq_cst: see worker_get_source() */
  RxMainSource *source = atomic_load (&((RxMainContextWorker *) worker)->source);

  if (source == NULL)
    return;
  _rx_task_track_close (&source->track);
  g_source_destroy (&source->parent);
}

static void
rx_main_context_worker_finalize (GObject *object)
{
  RxMainContextWorker *self = (RxMainContextWorker *) object;
  RxMainSource *source = atomic_load_explicit (&self->source, memory_order_acquire);    /* acquire: as above */

  if (source != NULL)
    g_source_unref (&source->parent);
  _rx_main_share_unref (self->share);
  g_main_context_unref (self->context);
  G_OBJECT_CLASS (rx_main_context_worker_parent_class)->finalize (object);
}

static void
rx_main_context_worker_class_init (RxMainContextWorkerClass *klass)
{
  _rx_worker_class_init_native (klass, rx_main_context_worker_schedule, rx_main_context_worker_unsubscribe);
  G_OBJECT_CLASS (klass)->finalize = rx_main_context_worker_finalize;
}

static void
rx_main_context_worker_init (RxMainContextWorker *self)
{
}

/* --- the scheduler --- */

typedef struct
{
  RxScheduler parent_instance;
  GMainContext *context;        /* (owned) */
  RxMainShare *share;           /* (owned) */
  gint priority;
} RxMainContextScheduler;

typedef RxSchedulerClass RxMainContextSchedulerClass;

static GType rx_main_context_scheduler_get_type (void);
G_DEFINE_FINAL_TYPE (RxMainContextScheduler, rx_main_context_scheduler, RX_TYPE_SCHEDULER)

static RxWorker *
rx_main_context_scheduler_create_worker (RxScheduler *scheduler)
{
  RxMainContextScheduler *self = (RxMainContextScheduler *) scheduler;
  RxMainContextWorker *worker = g_object_new (rx_main_context_worker_get_type (), NULL);

  worker->context = g_main_context_ref (self->context);
  worker->share = _rx_main_share_ref (self->share);
  worker->priority = self->priority;
  return RX_WORKER (worker);
}

static void
rx_main_context_scheduler_finalize (GObject *object)
{
  RxMainContextScheduler *self = (RxMainContextScheduler *) object;

  _rx_main_share_unref (self->share);
  g_main_context_unref (self->context);
  G_OBJECT_CLASS (rx_main_context_scheduler_parent_class)->finalize (object);
}

static void
rx_main_context_scheduler_class_init (RxMainContextSchedulerClass *klass)
{
  klass->create_worker = rx_main_context_scheduler_create_worker;
  G_OBJECT_CLASS (klass)->finalize = rx_main_context_scheduler_finalize;
  _rx_scheduler_class_made ();
}

static void
rx_main_context_scheduler_init (RxMainContextScheduler *self)
{
}

static RxScheduler *
main_context_new (GMainContext *context, gint priority)
{
  RxMainContextScheduler *self = g_object_new (rx_main_context_scheduler_get_type (), NULL);
  static gsize once;

  /* see the computation scheduler */
  if (g_once_init_enter (&once))
    {
      g_type_class_ref (rx_main_context_worker_get_type ());
      g_once_init_leave (&once, 1);
    }
  self->context = context;
  self->share = _rx_main_share_get (context);
  self->priority = priority;
  return RX_SCHEDULER (self);
}

/**
 * rx_scheduler_main_context:
 * @context: (nullable): the context; NULL: the thread's default one at this moment
 * @priority: the priority of the tasks, such as %G_PRIORITY_DEFAULT
 *
 * Makes a scheduler whose tasks run where @context is iterated.
 *
 * Each worker is one source of the context, which is woken when there is something to do. It runs a few milliseconds at
 * most and then gives other sources as much time, those of lower priority too, before it goes on. Scheduling,
 * cancelling and unsubscribing never wait for the context.
 *
 * Returns: (transfer full): the scheduler
 * Since: 1.0
 */
RxScheduler *
rx_scheduler_main_context (GMainContext *context, gint priority)
{
  context = context != NULL ? g_main_context_ref (context) : g_main_context_ref_thread_default ();
  return main_context_new (context, priority);
}

/**
 * rx_scheduler_main:
 *
 * Gives the scheduler of the default main context, at default priority: the one that runs tasks on the thread of an
 * application's user interface.
 *
 * Returns: (transfer none): the scheduler
 * Since: 1.0
 */
RxScheduler *
rx_scheduler_main (void)
{
  static _Atomic (RxScheduler *) scheduler;
  /* acquire: what the one who made it wrote */
  RxScheduler *self = atomic_load_explicit (&scheduler, memory_order_acquire), *made;

  if (G_LIKELY (self != NULL))
    return self;

  made = main_context_new (g_main_context_ref (g_main_context_default ()), G_PRIORITY_DEFAULT);
  /* acq_rel: passes on what was made, here or by another thread */
  if (atomic_compare_exchange_strong_explicit (&scheduler, &self, made, memory_order_acq_rel, memory_order_acquire))
    return made;
  g_object_unref (made);
  return self;
}
