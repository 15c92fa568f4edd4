/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-loop-worker-private.h"
#include "schedulers/rx-worker-private.h"

/* Schedulers that have a thread for each of their workers. A loop whose worker has gone waits for the next one, once it
 * is through with the task that it runs; its thread ends if none comes for a while. Loops are never freed. */

typedef struct _RxCachedScheduler RxCachedScheduler;

typedef struct _CachedLoop CachedLoop;

struct _CachedLoop
{
  RxEventLoop loop;
  RxCachedScheduler *scheduler; /* (unowned) */
  RxTask give_back;             /* the last one of a worker: nothing of the worker's runs behind it */
  RxTaskTrack track;            /* its own */
  CachedLoop *next_idle;        /* under the scheduler's lock */
  CachedLoop *next;             /* constant */
};

struct _RxCachedScheduler
{
  RxScheduler parent_instance;
  RxLoopSource source;
  const gchar *name;
  gint64 keep_alive;
  RxLock lock;
  CachedLoop *idle;             /* under the lock: the one that was given back last is taken first */
  _Atomic (CachedLoop *) all;
  guint n_loops;                /* under the lock */
};

typedef RxSchedulerClass RxCachedSchedulerClass;

static GType rx_cached_scheduler_get_type (void);
G_DEFINE_FINAL_TYPE (RxCachedScheduler, rx_cached_scheduler, RX_TYPE_SCHEDULER)

static RxCachedScheduler *
source_scheduler (RxLoopSource *source)
{
  return (RxCachedScheduler *) ((gchar *) source - G_STRUCT_OFFSET (RxCachedScheduler, source));
}

/* --- the task that gives a loop back --- */

static void
give_back_run (RxTask *task)
{
  CachedLoop *self = (CachedLoop *) ((gchar *) task - G_STRUCT_OFFSET (CachedLoop, give_back));
  RxCachedScheduler *scheduler = self->scheduler;

  _rx_event_loop_set_keep_alive (&self->loop, scheduler->keep_alive);
  _rx_lock (&scheduler->lock);
  self->next_idle = scheduler->idle;
  scheduler->idle = self;
  _rx_unlock (&scheduler->lock);
}

static void
give_back_ref (RxTask *task)
{
}

static const RxTaskOps give_back_ops = {
  .run = give_back_run,
  .dropped = give_back_run,     /* the scheduler is shut down */
  .ref = give_back_ref,
  .unref = give_back_ref,
};

/* --- loops --- */

static CachedLoop *
cached_loop_new (RxCachedScheduler *scheduler, guint number)
{
  CachedLoop *self = g_new0 (CachedLoop, 1);
  /* relaxed: a guess */
  CachedLoop *head = atomic_load_explicit (&scheduler->all, memory_order_relaxed);

  _rx_event_loop_init (&self->loop, g_strdup_printf ("%s-%u", scheduler->name, number));
  self->scheduler = scheduler;
  _rx_task_init (&self->give_back, &give_back_ops);
  atomic_init (&self->track.queue, &self->loop.queue);
  do
    self->next = head;
  /* release: for who goes through the list */
  while (!atomic_compare_exchange_weak_explicit (&scheduler->all, &head, self,
                                                 memory_order_release, memory_order_relaxed));
  return self;
}

static RxEventLoop *
cached_take (RxLoopSource *source)
{
  RxCachedScheduler *self = source_scheduler (source);
  CachedLoop *loop;
  guint number = 0;

  _rx_lock (&self->lock);
  loop = self->idle;
  if (loop != NULL)
    self->idle = loop->next_idle;
  else
    number = ++self->n_loops;
  _rx_unlock (&self->lock);

  if (loop == NULL)
    loop = cached_loop_new (self, number);
  _rx_event_loop_set_keep_alive (&loop->loop, -1);
  return &loop->loop;
}

static void
cached_give_back (RxLoopSource *source, RxEventLoop *loop)
{
  CachedLoop *self = (CachedLoop *) loop;

  if (_rx_task_track_push (&self->track, &loop->queue, &self->give_back))
    _rx_event_loop_wake (loop);
}

/* --- the scheduler --- */

static RxWorker *
rx_cached_scheduler_create_worker (RxScheduler *self)
{
  return _rx_loop_worker_new (&((RxCachedScheduler *) self)->source);
}

static void
rx_cached_scheduler_shutdown (RxScheduler *scheduler)
{
  RxCachedScheduler *self = (RxCachedScheduler *) scheduler;
  /* acquire: the loops */
  CachedLoop *all = atomic_load_explicit (&self->all, memory_order_acquire);

  for (CachedLoop *loop = all; loop != NULL; loop = loop->next)
    if (&loop->loop == _rx_event_loop_current ())
      {
        g_critical ("A scheduler cannot be shut down by one of its own tasks");
        return;
      }
  for (CachedLoop *loop = all; loop != NULL; loop = loop->next)
    _rx_event_loop_stop (&loop->loop);
}

static void
rx_cached_scheduler_class_init (RxCachedSchedulerClass *klass)
{
  _RX_SCHEDULER_LOOP_SOURCE (klass) = GSIZE_TO_POINTER (G_STRUCT_OFFSET (RxCachedScheduler, source));
  klass->create_worker = rx_cached_scheduler_create_worker;
  klass->shutdown = rx_cached_scheduler_shutdown;
  _rx_scheduler_class_made ();
}

static void
rx_cached_scheduler_init (RxCachedScheduler *self)
{
  _rx_loop_worker_ref_class ();
  self->source.take = cached_take;
  self->source.give_back = cached_give_back;
}

/* It must not go away once it is used. keep_alive: microseconds that a thread without a worker waits for another one */
RxScheduler *
_rx_cached_scheduler_new (const gchar *name, gint64 keep_alive)
{
  RxCachedScheduler *self = g_object_new (rx_cached_scheduler_get_type (), NULL);

  self->name = name;
  self->keep_alive = keep_alive;
  return &self->parent_instance;
}

static RxScheduler *
cached_get (_Atomic (RxScheduler *) *shared, const gchar *name, gint64 keep_alive)
{
  /* acquire: what the one who made it wrote */
  RxScheduler *scheduler = atomic_load_explicit (shared, memory_order_acquire), *made;

  if (G_LIKELY (scheduler != NULL))
    return scheduler;

  made = _rx_cached_scheduler_new (name, keep_alive);
  /* acq_rel: passes on what was made, here or by another thread */
  if (atomic_compare_exchange_strong_explicit (shared, &scheduler, made,
                                               memory_order_acq_rel, memory_order_acquire))
    return made;
  g_object_unref (made);
  return scheduler;
}

/**
 * rx_scheduler_io:
 *
 * Gives the scheduler for work that blocks: files, sockets, locks, other programs.
 *
 * Each of its workers has a thread to itself from its first task on, so that none waits for another. When the worker is
 * unsubscribed, the thread goes on to the next worker that wants one, after the task that it runs, and ends when none
 * came for a minute. There is no limit to the number of threads; bound the number of workers, for instance by the
 * `max_concurrency` of [method@Rx.Observable.flat_map_full], where a stream could ask for thousands. The threads are
 * named `rx-io-1` and so on.
 *
 * Returns: (transfer none): the scheduler
 * Since: 1.0
 */
RxScheduler *
rx_scheduler_io (void)
{
  static _Atomic (RxScheduler *) scheduler;

  return cached_get (&scheduler, "rx-io", 60 * G_TIME_SPAN_SECOND);
}

/**
 * rx_scheduler_new_thread:
 *
 * Gives the scheduler that starts a thread for each of its workers.
 *
 * The thread starts with the first task of the worker and ends when the worker is unsubscribed, after the task that it
 * runs: what is pending then never runs. The threads are named `rx-thread-1` and so on; a number is used again when its
 * thread has ended.
 *
 * Returns: (transfer none): the scheduler
 * Since: 1.0
 */
RxScheduler *
rx_scheduler_new_thread (void)
{
  static _Atomic (RxScheduler *) scheduler;

  return cached_get (&scheduler, "rx-thread", 0);
}
