/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-worker-private.h"

#include "core/rx-sink-private.h"

typedef struct
{
  RxScheduler *scheduler;       /* (owned) (nullable): set once, before anybody else knows the worker */
  RxTask *foreign;              /* (unowned): pending tasks of a worker that is not the library's */
  atomic_bool unsubscribed;
  atomic_uint uses;             /* of the above, by threads whose own reference may be the last */
} RxWorkerPrivate;

/**
 * RxWorker:
 *
 * Runs tasks one after another.
 *
 * Tasks of one worker never overlap, even on a scheduler with many threads: those without a delay run in the order in
 * which they were scheduled, delayed ones in the order of their due times, first come first served among equal ones,
 * and never early. Pending delayed tasks do not hold up the others. (Two schedulers know no thread but the caller's,
 * see [func@Rx.Scheduler.immediate] and [func@Rx.Scheduler.trampoline].)
 *
 * [method@Rx.Worker.unsubscribe] drops all that is pending, at once. So does giving up the last reference: nothing that
 * is scheduled keeps its worker alive. All methods may be called on any thread, by somebody who has a reference.
 *
 * To write a worker, implement [vfunc@Rx.Worker.schedule], and hand it out in [vfunc@Rx.Scheduler.create_worker].
 *
 * Since: 1.0
 */
G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (RxWorker, rx_worker, G_TYPE_OBJECT)

static inline RxWorkerPrivate *
worker_private (RxWorker *self)
{
  return rx_worker_get_instance_private (self);
}

/* Drops what is pending. Returns FALSE if that was done before. */
static gboolean
worker_close (RxWorker *self)
{
  /* seq_cst: a worker that learns of the flag while it schedules relies on the order */
  if (atomic_exchange (&worker_private (self)->unsubscribed, TRUE))
    return FALSE;
  if (_RX_WORKER_NATIVE (RX_WORKER_GET_CLASS (self)) == NULL)
    _rx_worker_cancel_foreign (&worker_private (self)->foreign);
  return TRUE;
}

static void
rx_worker_dispose (GObject *object)
{
  /* A bound class is one of a language that may be sweeping the very object: no call into it. */
  _rx_sweeping++;
  if (_rx_home_of_type (G_OBJECT_TYPE (object)) != NULL)
    worker_close (RX_WORKER (object));
  else
    rx_worker_unsubscribe (RX_WORKER (object));
  _rx_sweeping--;
  G_OBJECT_CLASS (rx_worker_parent_class)->dispose (object);
}

static void
rx_worker_finalize (GObject *object)
{
  RxWorkerPrivate *priv = worker_private (RX_WORKER (object));

  /* acquire: GLib's reference count is not seen by everybody, this one is */
  (void) atomic_load_explicit (&priv->uses, memory_order_acquire);
  g_clear_object (&priv->scheduler);
  G_OBJECT_CLASS (rx_worker_parent_class)->finalize (object);
}

static void
rx_worker_class_init (RxWorkerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = rx_worker_dispose;
  object_class->finalize = rx_worker_finalize;
}

static void
rx_worker_init (RxWorker *self)
{
}

void
_rx_worker_set_scheduler (RxWorker *self, RxScheduler *scheduler)
{
  RxWorkerPrivate *priv = worker_private (self);

  if (priv->scheduler == NULL)
    priv->scheduler = g_object_ref (scheduler);
}

/* Gives back a reference that came from a weak one, perhaps the last. */
void
_rx_worker_used (RxWorker *self)
{
  atomic_fetch_add_explicit (&worker_private (self)->uses, 1, memory_order_release);   /* release: see finalize */
  g_object_unref (self);
}

gint64
_rx_worker_now (RxWorker *self)
{
  RxWorkerPrivate *priv = worker_private (self);
  gint64 now = priv->scheduler != NULL ? rx_scheduler_now (priv->scheduler) : g_get_monotonic_time ();

  atomic_fetch_add_explicit (&priv->uses, 1, memory_order_release);     /* release: see finalize */
  return now;
}

/* The task is marked as pending. */
static void
worker_hand_over (RxWorker *self, GTimeSpan delay, RxTask *task)
{
  RxWorkerClass *klass = RX_WORKER_GET_CLASS (self);
  RxWorkerPrivate *priv = worker_private (self);
  RxRoute *route = g_steal_pointer (&_rx_route);        /* what may run in here is nobody's request */

  /* acquire: with the flag comes what was done before the worker was unsubscribed. A worker that is unsubscribed right
   * after this look has to see to the task itself. */
  if (atomic_load_explicit (&priv->unsubscribed, memory_order_acquire))
    _rx_task_drop (task);
  else if (G_LIKELY (_RX_WORKER_NATIVE (klass) != NULL))
    klass->schedule (self, delay, task);
  else
    _rx_worker_schedule_foreign (self, &priv->foreign, &priv->unsubscribed, delay, task);
  _rx_route = route;
}

void
_rx_worker_schedule (RxWorker *self, GTimeSpan delay, RxTask *task)
{
  if (_rx_task_set_pending (task))
    worker_hand_over (self, delay, task);
  else
    _rx_task_unref (task);
}

/* --- the API --- */

/**
 * rx_worker_schedule_task: (virtual schedule)
 * @self: the worker
 * @delay: microseconds to wait; 0 or less: none
 * @task: (transfer full): the task
 *
 * Has a task run by the worker once the delay is over.
 *
 * A task can be scheduled once at a time, but again as soon as it runs. On a worker that is unsubscribed the task is
 * cancelled at once.
 *
 * Since: 1.0
 */
void
rx_worker_schedule_task (RxWorker *self, GTimeSpan delay, RxTask *task)
{
  g_return_if_fail (RX_IS_WORKER (self));
  g_return_if_fail (task != NULL);

  _rx_worker_schedule (self, delay, task);
}

/**
 * rx_worker_schedule:
 * @self: the worker
 * @func: (scope notified) (closure user_data) (destroy destroy): the function
 * @user_data: data for @func
 * @destroy: (nullable): releases @user_data
 *
 * Has a function called by the worker as soon as those before it are through.
 *
 * Returns: (transfer full): a task, to cancel the call with
 * Since: 1.0
 */
RxTask *
rx_worker_schedule (RxWorker *self, RxTaskFunc func, gpointer user_data, GDestroyNotify destroy)
{
  return rx_worker_schedule_delayed (self, 0, func, user_data, destroy);
}

/**
 * rx_worker_schedule_delayed:
 * @self: the worker
 * @delay: microseconds to wait; 0 or less: none
 * @func: (scope notified) (closure user_data) (destroy destroy): the function
 * @user_data: data for @func
 * @destroy: (nullable): releases @user_data
 *
 * Has a function called by the worker once the delay is over.
 *
 * @user_data is released after the call, or when the call will not take place any more. On a worker that is
 * unsubscribed this is at once, and the task that is returned is a cancelled one.
 *
 * Returns: (transfer full): a task, to cancel the call with
 * Since: 1.0
 */
RxTask *
rx_worker_schedule_delayed (RxWorker *self, GTimeSpan delay, RxTaskFunc func, gpointer user_data,
                            GDestroyNotify destroy)
{
  RxTask *task;

  g_return_val_if_fail (RX_IS_WORKER (self), NULL);
  g_return_val_if_fail (func != NULL, NULL);

  task = _rx_func_task_new (func, user_data, destroy, TRUE);
  _rx_func_task_guard (_rx_func_task (task));
  _rx_task_start_pending (task);
  worker_hand_over (self, delay, task);
  return task;
}

/**
 * rx_worker_get_scheduler:
 * @self: the worker
 *
 * Gives the scheduler that has made the worker.
 *
 * Returns: (transfer none) (nullable): the scheduler; NULL for a worker that was made without one
 * Since: 1.0
 */
RxScheduler *
rx_worker_get_scheduler (RxWorker *self)
{
  g_return_val_if_fail (RX_IS_WORKER (self), NULL);

  return worker_private (self)->scheduler;
}

/**
 * rx_worker_unsubscribe:
 * @self: the worker
 *
 * Drops every pending task of the worker, on this thread, and makes the worker drop later ones.
 *
 * A task that runs at this moment is left alone, and not waited for. Other workers of the scheduler are not concerned.
 * Any thread may call this, any number of times, also inside a task.
 *
 * Since: 1.0
 */
void
rx_worker_unsubscribe (RxWorker *self)
{
  g_return_if_fail (RX_IS_WORKER (self));

  if (worker_close (self) && RX_WORKER_GET_CLASS (self)->unsubscribe != NULL)
    _rx_worker_call_unsubscribe (self);
}

/**
 * rx_worker_is_unsubscribed:
 * @self: the worker
 *
 * Tells whether the worker was unsubscribed. Any thread may ask.
 *
 * Returns: TRUE if so
 * Since: 1.0
 */
gboolean
rx_worker_is_unsubscribed (RxWorker *self)
{
  g_return_val_if_fail (RX_IS_WORKER (self), TRUE);

  /* seq_cst: as in rx_worker_unsubscribe() */
  return atomic_load (&worker_private (self)->unsubscribed);
}
