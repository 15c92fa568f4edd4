/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-scheduler.h"

/* A function with a worker of its own, which goes with the function. */
typedef struct
{
  RxWorker *worker;             /* (owned) */
  RxTaskFunc func;
  gpointer user_data;
  GDestroyNotify destroy;
} Direct;

static void
direct_call (RxTask *task, gpointer user_data)
{
  Direct *self = user_data;

  self->func (task, self->user_data);
}

static void
direct_free (gpointer user_data)
{
  Direct *self = user_data;

  if (self->destroy != NULL)
    self->destroy (self->user_data);
  rx_worker_unsubscribe (self->worker);
  g_object_unref (self->worker);
  g_free (self);
}

static Direct *
direct_new (RxScheduler *scheduler, RxTaskFunc func, gpointer user_data, GDestroyNotify destroy)
{
  RxWorker *worker = rx_scheduler_create_worker (scheduler);
  Direct *self;

  if (worker == NULL)
    {
      if (destroy != NULL)
        destroy (user_data);
      return NULL;
    }
  self = g_new (Direct, 1);
  *self = (Direct) { worker, func, user_data, destroy };
  return self;
}

/**
 * rx_scheduler_schedule:
 * @self: the scheduler
 * @func: (scope notified) (closure user_data) (destroy destroy): the function
 * @user_data: data for @func
 * @destroy: (nullable): releases @user_data
 *
 * Has a function called by the scheduler, on a worker of its own.
 *
 * So it has no order with other tasks. Where workers share a thread, it waits for its turn there.
 *
 * @user_data is released after the call, or at once when the task is cancelled.
 *
 * Returns: (transfer full) (nullable): a task, to cancel the call with; NULL if @self makes no workers
 * Since: 1.0
 */
RxTask *
rx_scheduler_schedule (RxScheduler *self, RxTaskFunc func, gpointer user_data, GDestroyNotify destroy)
{
  return rx_scheduler_schedule_delayed (self, 0, func, user_data, destroy);
}

/**
 * rx_scheduler_schedule_delayed:
 * @self: the scheduler
 * @delay: microseconds to wait; 0 or less: none
 * @func: (scope notified) (closure user_data) (destroy destroy): the function
 * @user_data: data for @func
 * @destroy: (nullable): releases @user_data
 *
 * Has a function called by the scheduler once the delay is over, on a worker of its own.
 *
 * @user_data is released after the call, or at once when the task is cancelled.
 *
 * Returns: (transfer full) (nullable): a task, to cancel the call with; NULL if @self makes no workers
 * Since: 1.0
 */
RxTask *
rx_scheduler_schedule_delayed (RxScheduler *self, GTimeSpan delay, RxTaskFunc func, gpointer user_data,
                               GDestroyNotify destroy)
{
  Direct *direct;
  RxWorker *worker;
  RxTask *task;

  g_return_val_if_fail (RX_IS_SCHEDULER (self), NULL);
  g_return_val_if_fail (func != NULL, NULL);

  direct = direct_new (self, func, user_data, destroy);
  if (direct == NULL)
    return NULL;
  /* the call may be over before this returns, and the worker with it */
  worker = g_object_ref (direct->worker);
  task = rx_worker_schedule_delayed (worker, delay, direct_call, direct, direct_free);
  g_object_unref (worker);
  return task;
}

/**
 * rx_scheduler_schedule_periodic:
 * @self: the scheduler
 * @initial_delay: microseconds to the first call; 0 or less: none
 * @period: microseconds from call to call
 * @func: (scope notified) (closure user_data) (destroy destroy): the function
 * @user_data: data for @func
 * @destroy: (nullable): releases @user_data
 *
 * Has a function called by the scheduler again and again until the task is cancelled, on a worker of its own.
 *
 * The times are those of [method@Rx.Worker.schedule_periodic].
 *
 * Returns: (transfer full) (nullable): the task, to end it with; NULL if @self makes no workers
 * Since: 1.0
 */
RxTask *
rx_scheduler_schedule_periodic (RxScheduler *self, GTimeSpan initial_delay, GTimeSpan period, RxTaskFunc func,
                                gpointer user_data, GDestroyNotify destroy)
{
  Direct *direct;
  RxWorker *worker;
  RxTask *task;

  g_return_val_if_fail (RX_IS_SCHEDULER (self), NULL);
  g_return_val_if_fail (func != NULL, NULL);

  direct = direct_new (self, func, user_data, destroy);
  if (direct == NULL)
    return NULL;
  worker = g_object_ref (direct->worker);
  task = rx_worker_schedule_periodic (worker, initial_delay, period, direct_call, direct, direct_free);
  g_object_unref (worker);
  return task;
}
