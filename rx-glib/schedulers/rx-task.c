/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-task-queue-private.h"

#include "core/rx-home-private.h"

/**
 * RxTask:
 *
 * A piece of work for a scheduler.
 *
 * A task is handed to a [class@Rx.Worker], which runs it once when its time has come. It can be cancelled at any time
 * and on any thread: then its function is released at once and never called again. Whoever writes a scheduler takes
 * tasks in [vfunc@Rx.Worker.schedule], calls [method@Rx.Task.run] when they are due, and releases them.
 *
 * All methods may be called on any thread, also inside the function of the task.
 *
 * Since: 1.0
 */
G_DEFINE_BOXED_TYPE (RxTask, rx_task, rx_task_ref, rx_task_unref)

void
_rx_task_init (RxTask *self, const RxTaskOps *ops)
{
  self->ops = ops;
  atomic_init (&self->refs, 1);
  atomic_init (&self->state, 0);
  atomic_init (&self->lock, NULL);
}

/**
 * rx_task_new:
 * @func: (scope notified) (closure user_data) (destroy destroy): the function
 * @user_data: data for @func
 * @destroy: (nullable): releases @user_data
 *
 * Makes a task that calls @func whenever it is run.
 *
 * It may be scheduled again once it runs, also by @func itself. @user_data is released when the task is cancelled or
 * goes away, never while @func runs.
 *
 * Returns: (transfer full): the task
 * Since: 1.0
 */
RxTask *
rx_task_new (RxTaskFunc func, gpointer user_data, GDestroyNotify destroy)
{
  RxTask *task;

  g_return_val_if_fail (func != NULL, NULL);

  task = _rx_func_task_new (func, user_data, destroy, FALSE);
  _rx_func_task_guard (_rx_func_task (task));
  return task;
}

/**
 * rx_task_ref:
 * @self: the task
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self
 * Since: 1.0
 */
RxTask *
rx_task_ref (RxTask *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return _rx_task_ref (self);
}

/**
 * rx_task_unref:
 * @self: (transfer full): the task
 *
 * Gives a reference back. With the last one goes the function, on the calling thread.
 *
 * Since: 1.0
 */
void
rx_task_unref (RxTask *self)
{
  g_return_if_fail (self != NULL);

  _rx_task_unref (self);
}

/**
 * rx_task_run:
 * @self: the task
 *
 * Calls the function of the task here and now, unless the task was cancelled. For those who write a scheduler.
 *
 * Since: 1.0
 */
void
rx_task_run (RxTask *self)
{
  g_return_if_fail (self != NULL);

  self->ops->run (self);
}

/**
 * rx_task_cancel:
 * @self: the task
 *
 * Makes sure that the function is not called from now on, and releases it: at once and on this thread, or, if it is
 * being called at this moment, on the thread and at the end of that call.
 *
 * It does not wait, nor does it interrupt a running function; that can look at [method@Rx.Task.get_cancellable], which
 * is cancelled as well. Any thread may call this, any number of times.
 *
 * Since: 1.0
 */
void
rx_task_cancel (RxTask *self)
{
  RxFuncTask *task;
  GCancellable *cancellable;
  guint32 state;

  g_return_if_fail (self != NULL && !_rx_task_is_embedded (self));
  task = _rx_func_task (self);

  /* seq_cst: ordered against the lock in _rx_task_track_push_timed() and the cancellable in rx_task_get_cancellable();
   * acquires what the calls did */
  state = atomic_fetch_or (&self->state, RX_TASK_CANCELLED);
  if ((state & RX_TASK_CANCELLED) != 0)
    return;

  if (state < RX_TASK_RUN_ONE && (state & RX_TASK_SPENT) == 0)
    _rx_func_task_release (task);
  _rx_task_leave_heap (self);
  cancellable = atomic_load (&task->cancellable);
  if (cancellable != NULL)
    _rx_cancellable_cancel (cancellable);
}

/**
 * rx_task_is_cancelled:
 * @self: the task
 *
 * Tells whether the task was cancelled, by [method@Rx.Task.cancel] or because its worker was unsubscribed.
 *
 * Returns: TRUE if so
 * Since: 1.0
 */
gboolean
rx_task_is_cancelled (RxTask *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  /* acquire: what came before the cancel can be relied upon */
  return (atomic_load_explicit (&self->state, memory_order_acquire) & RX_TASK_CANCELLED) != 0;
}

/**
 * rx_task_get_cancellable:
 * @self: the task
 *
 * Gives the cancellable of the task, for calls that take one. It belongs to this task alone and is made on the first
 * call.
 *
 * Returns: (transfer none): the cancellable, which is cancelled with the task
 * Since: 1.0
 */
GCancellable *
rx_task_get_cancellable (RxTask *self)
{
  RxFuncTask *task;
  GCancellable *cancellable, *known = NULL;

  g_return_val_if_fail (self != NULL && !_rx_task_is_embedded (self), NULL);
  task = _rx_func_task (self);

  cancellable = atomic_load (&task->cancellable);
  if (cancellable != NULL)
    return cancellable;

  /* seq_cst: here the cancellable, then a look at the state; rx_task_cancel() the other way round */
  cancellable = _rx_cancellable_new ();
  if (!atomic_compare_exchange_strong (&task->cancellable, &known, cancellable))
    {
      g_object_unref (cancellable);
      return known;
    }
  if ((atomic_load (&self->state) & RX_TASK_CANCELLED) != 0)
    _rx_cancellable_cancel (cancellable);
  return cancellable;
}
