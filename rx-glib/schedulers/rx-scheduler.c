/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-worker-private.h"

/**
 * RxScheduler:
 *
 * Says where and when work is done.
 *
 * A scheduler makes workers, and each [class@Rx.Worker] runs its tasks one after another. Operators that need time or
 * change threads take a scheduler. To write one, derive this class and [class@Rx.Worker].
 *
 * All methods may be called on any thread.
 *
 * Since: 1.0
 */
G_DEFINE_ABSTRACT_TYPE (RxScheduler, rx_scheduler, G_TYPE_OBJECT)

static gint64
rx_scheduler_real_now (RxScheduler *self)
{
  return g_get_monotonic_time ();
}

static void
rx_scheduler_class_init (RxSchedulerClass *klass)
{
  klass->now = rx_scheduler_real_now;
}

/* A class is set up under a lock of GLib's, which is not seen by everybody: this is. One count for all classes, since
 * additions to it pass on what came before the earlier ones. */
static atomic_uint n_classes;

void
_rx_scheduler_class_made (void)
{
  atomic_fetch_add_explicit (&n_classes, 1, memory_order_release);      /* release: the class */
}

static void
rx_scheduler_init (RxScheduler *self)
{
  (void) atomic_load_explicit (&n_classes, memory_order_acquire);       /* acquire: as above */
}

RxScheduler *
_rx_scheduler_get_shared (_Atomic (RxScheduler *) *shared, GType type)
{
  /* acquire: what the one who made it wrote */
  RxScheduler *self = atomic_load_explicit (shared, memory_order_acquire), *made;

  if (G_LIKELY (self != NULL))
    return self;

  made = g_object_new (type, NULL);
  /* acq_rel: passes on what was made, here or by another thread */
  if (atomic_compare_exchange_strong_explicit (shared, &self, made, memory_order_acq_rel, memory_order_acquire))
    return made;
  g_object_unref (made);
  return self;
}

/**
 * rx_scheduler_now:
 * @self: the scheduler
 *
 * Tells the scheduler's time, which is the monotonic clock unless the scheduler says otherwise.
 *
 * Returns: microseconds since some moment in the past
 * Since: 1.0
 */
gint64
rx_scheduler_now (RxScheduler *self)
{
  g_return_val_if_fail (RX_IS_SCHEDULER (self), 0);

  if (G_UNLIKELY (!_rx_home_is_here (_rx_home_of_type (G_OBJECT_TYPE (self)))))
    return g_get_monotonic_time ();
  return RX_SCHEDULER_GET_CLASS (self)->now (self);
}

/**
 * rx_scheduler_create_worker:
 * @self: the scheduler
 *
 * Makes a worker.
 *
 * Returns: (transfer full): the worker
 * Since: 1.0
 */
RxWorker *
rx_scheduler_create_worker (RxScheduler *self)
{
  RxSchedulerClass *klass;
  const RxHome *home;
  RxWorker *worker;

  g_return_val_if_fail (RX_IS_SCHEDULER (self), NULL);

  klass = RX_SCHEDULER_GET_CLASS (self);
  home = _rx_home_of_type (G_OBJECT_TYPE (self));
  if (G_UNLIKELY (!_rx_home_is_here (home)))
    worker = _rx_home_worker_new (self, home);
  else
    worker = klass->create_worker != NULL ? klass->create_worker (self) : NULL;
  if (worker == NULL)
    g_critical ("%s does not make workers", G_OBJECT_TYPE_NAME (self));
  else
    _rx_worker_set_scheduler (worker, self);
  return worker;
}

/**
 * rx_scheduler_shutdown:
 * @self: the scheduler
 *
 * Ends the threads of the scheduler, after the tasks that they run, and drops what is pending; waits for that.
 *
 * Not needed before a program ends. Work that is scheduled afterwards starts the threads again. Schedulers without
 * threads of their own do nothing. Must not be called by a task of the scheduler.
 *
 * Since: 1.0
 */
void
rx_scheduler_shutdown (RxScheduler *self)
{
  RxSchedulerClass *klass;

  g_return_if_fail (RX_IS_SCHEDULER (self));

  klass = RX_SCHEDULER_GET_CLASS (self);
  if (klass->shutdown != NULL)
    klass->shutdown (self);
}
