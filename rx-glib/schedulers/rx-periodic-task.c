/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-grid-private.h"
#include "schedulers/rx-worker-private.h"

/* A task whose function is called over and over, on the grid of its first due time. */
typedef struct
{
  RxFuncTask base;
  GWeakRef worker;
  gint64 due;                   /* of the call that comes next, by the scheduler's time */
  GTimeSpan period;
  gboolean looping, again;      /* inside run: the worker runs it at once, as the immediate one does */
} RxPeriodicTask;

static void
periodic_schedule_next (RxPeriodicTask *self)
{
  RxTask *task = &self->base.base;
  RxWorker *worker;

  if (rx_task_is_cancelled (task))
    return;

  worker = g_weak_ref_get (&self->worker);
  if (worker == NULL)
    {
      rx_task_cancel (task);
      return;
    }
  _rx_worker_schedule (worker, _rx_grid_next (&self->due, self->period, _rx_worker_now (worker)), _rx_task_ref (task));
  _rx_worker_used (worker);
}

static void
periodic_run (RxTask *task)
{
  RxPeriodicTask *self = (RxPeriodicTask *) task;

  if (self->looping)
    {
      self->again = TRUE;
      return;
    }

  /* On other workers the next run may not begin before this one is over. */
  self->looping = TRUE;
  do
    {
      self->again = FALSE;
      if (_rx_func_task_call (task))
        periodic_schedule_next (self);
      else
        rx_task_cancel (task);
    }
  while (self->again);
  self->looping = FALSE;
}

static void
periodic_free (RxTask *task)
{
  RxPeriodicTask *self = (RxPeriodicTask *) task;

  g_weak_ref_clear (&self->worker);
  _rx_func_task_clear (&self->base);
  g_free (self);
}

static const RxTaskOps periodic_ops = {
  .run = periodic_run,
  .dropped = rx_task_cancel,
  .unref = periodic_free,
};

static RxTask *
periodic_task_new (RxWorker       *worker,
                   GTimeSpan       initial_delay,
                   GTimeSpan       period,
                   RxTaskFunc      func,
                   gpointer        user_data,
                   GDestroyNotify  destroy)
{
  RxPeriodicTask *self = g_new0 (RxPeriodicTask, 1);

  _rx_func_task_init (&self->base, &periodic_ops, func, user_data, destroy);
  _rx_func_task_guard (&self->base);
  g_weak_ref_init (&self->worker, worker);
  self->due = _rx_time_add (_rx_worker_now (worker), MAX (initial_delay, 0));
  self->period = period;
  return &self->base.base;
}

/**
 * rx_worker_schedule_periodic:
 * @self: the worker
 * @initial_delay: microseconds to the first call; 0 or less: none
 * @period: microseconds from call to call
 * @func: (scope notified) (closure user_data) (destroy destroy): the function
 * @user_data: data for @func
 * @destroy: (nullable): releases @user_data
 *
 * Has a function called by the worker again and again, until the task is cancelled or the worker is unsubscribed.
 *
 * Calls are due on the grid of the first due time, whatever they take, so that the error does not add up. If some are
 * missed because one took too long, a single call makes up for all of them, at once. With a @period of 0 or less the
 * function is called back to back, and other tasks of the worker in between. @func may cancel its own task. If it fails
 * ([func@Rx.callback_fail]), the error goes to the function of [func@Rx.set_undeliverable_func] and the task is
 * cancelled.
 *
 * Returns: (transfer full): the task, to end it with
 * Since: 1.0
 */
RxTask *
rx_worker_schedule_periodic (RxWorker       *self,
                             GTimeSpan       initial_delay,
                             GTimeSpan       period,
                             RxTaskFunc      func,
                             gpointer        user_data,
                             GDestroyNotify  destroy)
{
  RxTask *task;

  g_return_val_if_fail (RX_IS_WORKER (self), NULL);
  g_return_val_if_fail (func != NULL, NULL);

  task = periodic_task_new (self, initial_delay, period, func, user_data, destroy);
  _rx_worker_schedule (self, initial_delay, _rx_task_ref (task));
  return task;
}
