/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-loop-worker-private.h"
#include "schedulers/rx-worker-private.h"

/* Schedulers with a fixed number of event loops. They are made on first use and never freed; their threads come and
 * go. */
typedef struct
{
  RxScheduler parent_instance;
  RxLoopSource source;
  RxEventLoop *loops;
  guint n_loops;
  atomic_uint next;
} RxFixedScheduler;

typedef RxSchedulerClass RxFixedSchedulerClass;

static GType rx_fixed_scheduler_get_type (void);
G_DEFINE_FINAL_TYPE (RxFixedScheduler, rx_fixed_scheduler, RX_TYPE_SCHEDULER)

/* One that looks for work just now, otherwise each in turn. */
static RxEventLoop *
fixed_take (RxLoopSource *source)
{
  RxFixedScheduler *self = (RxFixedScheduler *) ((gchar *) source - G_STRUCT_OFFSET (RxFixedScheduler, source));

  for (guint i = 0; i < self->n_loops; i++)
    {
      if (_rx_event_loop_is_spinning (&self->loops[i]))
        return &self->loops[i];
    }
  /* relaxed: any distribution is right */
  return &self->loops[atomic_fetch_add_explicit (&self->next, 1, memory_order_relaxed) % self->n_loops];
}

static RxWorker *
rx_fixed_scheduler_create_worker (RxScheduler *self)
{
  return _rx_loop_worker_new (&((RxFixedScheduler *) self)->source);
}

static void
rx_fixed_scheduler_shutdown (RxScheduler *scheduler)
{
  RxFixedScheduler *self = (RxFixedScheduler *) scheduler;
  RxEventLoop *current = _rx_event_loop_current ();

  if (current >= self->loops && current < self->loops + self->n_loops)
    {
      g_critical ("A scheduler cannot be shut down by one of its own tasks");
      return;
    }
  for (guint i = 0; i < self->n_loops; i++)
    _rx_event_loop_stop (&self->loops[i]);
}

static void
rx_fixed_scheduler_class_init (RxFixedSchedulerClass *klass)
{
  _RX_SCHEDULER_LOOP_SOURCE (klass) = GSIZE_TO_POINTER (G_STRUCT_OFFSET (RxFixedScheduler, source));
  klass->create_worker = rx_fixed_scheduler_create_worker;
  klass->shutdown = rx_fixed_scheduler_shutdown;
  _rx_scheduler_class_made ();
}

static void
rx_fixed_scheduler_init (RxFixedScheduler *self)
{
  _rx_loop_worker_ref_class ();
  self->source.take = fixed_take;
}

/* name: of the threads, a format for their number */
static RxScheduler *
fixed_get (_Atomic (RxScheduler *) *shared, RxLock *lock, guint n_loops, const gchar *name)
{
  /* acquire: the loops come with it */
  RxScheduler *scheduler = atomic_load_explicit (shared, memory_order_acquire);
  RxFixedScheduler *self;

  if (G_LIKELY (scheduler != NULL))
    return scheduler;

  self = g_object_new (rx_fixed_scheduler_get_type (), NULL);
  self->n_loops = n_loops;
  self->loops = g_new0 (RxEventLoop, n_loops);
  for (guint i = 0; i < n_loops; i++)
    _rx_event_loop_init (&self->loops[i], g_strdup_printf ("%s-%u", name, i + 1));

  _rx_lock (lock);
  scheduler = atomic_load_explicit (shared, memory_order_relaxed);      /* relaxed: under the lock */
  if (scheduler == NULL)
    {
      scheduler = RX_SCHEDULER (g_steal_pointer (&self));
      atomic_store_explicit (shared, scheduler, memory_order_release);  /* release: see above */
    }
  _rx_unlock (lock);

  if (self != NULL)
    {
      for (guint i = 0; i < n_loops; i++)
        g_free ((gchar *) self->loops[i].name);
      g_free (self->loops);
      g_object_unref (self);
    }
  return scheduler;
}

/**
 * rx_scheduler_computation:
 *
 * Gives the scheduler for work that keeps a CPU busy.
 *
 * It has a fixed number of threads, one for each CPU that the process may use, which are started when there is work for
 * them and are named `rx-compute-1` and so on. A worker belongs to one of the threads from its first task on, and so do
 * all its tasks. Do not block them: other workers wait on the same thread. For work that blocks there is
 * [func@Rx.Scheduler.io].
 *
 * Returns: (transfer none): the scheduler
 * Since: 1.0
 */
RxScheduler *
rx_scheduler_computation (void)
{
  static _Atomic (RxScheduler *) scheduler;
  static RxLock lock;

  return fixed_get (&scheduler, &lock, _rx_n_cpus (), "rx-compute");
}

/**
 * rx_scheduler_single:
 *
 * Gives the scheduler that has one thread.
 *
 * Whatever runs on it, whichever worker it is of, never overlaps. The thread is started by the first task and named
 * `rx-single-1`.
 *
 * Returns: (transfer none): the scheduler
 * Since: 1.0
 */
RxScheduler *
rx_scheduler_single (void)
{
  static _Atomic (RxScheduler *) scheduler;
  static RxLock lock;

  return fixed_get (&scheduler, &lock, 1, "rx-single");
}

/* For those whose delayed tasks run elsewhere: no function of the user's is called on its thread. */
RxScheduler *
_rx_scheduler_timer (void)
{
  static _Atomic (RxScheduler *) scheduler;
  static RxLock lock;

  return fixed_get (&scheduler, &lock, 1, "rx-timer");
}
