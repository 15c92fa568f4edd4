/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-task-private.h"

#include "core/rx-callback-private.h"
#include "rx-hooks-private.h"

void
_rx_func_task_release (RxFuncTask *self)
{
  GDestroyNotify destroy = g_steal_pointer (&self->destroy);
  gpointer user_data = g_steal_pointer (&self->user_data);

  if (destroy != NULL)
    destroy (user_data);
}

/* FALSE: the function has failed. */
gboolean
_rx_func_task_call (RxTask *task)
{
  RxFuncTask *self = _rx_func_task (task);
  gboolean failed;
  guint32 state, next;

  /* acquire: what an earlier call of the function has left; the release is that of whoever changes the state next */
  state = atomic_load_explicit (&task->state, memory_order_relaxed);
  do
    {
      next = state & ~RX_TASK_PENDING;
      if ((state & (RX_TASK_CANCELLED | RX_TASK_SPENT)) == 0)
        next += RX_TASK_RUN_ONE;
    }
  while (!atomic_compare_exchange_weak_explicit (&task->state, &state, next,
                                                 memory_order_acq_rel, memory_order_relaxed));
  if ((state & (RX_TASK_CANCELLED | RX_TASK_SPENT)) != 0)
    return TRUE;

  self->func (task, self->user_data);
  failed = _rx_pending_failure != NULL;
  if (G_UNLIKELY (failed))
    _rx_undeliverable (g_steal_pointer (&_rx_pending_failure), NULL);

  /* release: the call comes before the function is released, wherever; acquire: so do the calls on other threads */
  state = atomic_load_explicit (&task->state, memory_order_relaxed);
  do
    {
      next = state - RX_TASK_RUN_ONE;
      if (self->one_shot && next == 0)
        next = RX_TASK_SPENT;
    }
  while (!atomic_compare_exchange_weak_explicit (&task->state, &state, next,
                                                 memory_order_acq_rel, memory_order_relaxed));
  if (next < RX_TASK_RUN_ONE && (next & (RX_TASK_CANCELLED | RX_TASK_SPENT)) != 0)
    _rx_func_task_release (self);
  return !failed;
}

void
_rx_func_task_run (RxTask *task)
{
  _rx_func_task_call (task);
}

/* FALSE: the task must not be scheduled. */
gboolean
_rx_task_set_pending (RxTask *self)
{
  guint32 state;

  if (_rx_task_is_embedded (self))
    return TRUE;

  /* acq_rel: passes on what the one who made the task, and earlier runs, did with it */
  state = atomic_fetch_or_explicit (&self->state, RX_TASK_PENDING, memory_order_acq_rel);
  if ((state & (RX_TASK_CANCELLED | RX_TASK_SPENT)) != 0)
    return FALSE;
  if ((state & RX_TASK_PENDING) != 0)
    {
      g_critical ("A task can be scheduled only once at a time");
      return FALSE;
    }
  return TRUE;
}

static void
func_task_free (RxTask *task)
{
  _rx_func_task_clear (_rx_func_task (task));
  g_slice_free (RxFuncTask, _rx_func_task (task));
}

static const RxTaskOps func_task_ops = {
  .run = _rx_func_task_run,
  .dropped = rx_task_cancel,
  .unref = func_task_free,
};

void
_rx_func_task_init (RxFuncTask *self, const RxTaskOps *ops, RxTaskFunc func, gpointer user_data, GDestroyNotify destroy)
{
  _rx_live_add (RX_LIVE_TASKS, 1);
  _rx_task_init (&self->base, ops);
  self->func = func;
  self->user_data = user_data;
  self->destroy = destroy;
}

static void
guarded_call (RxTask *task, gpointer user_data)
{
  RxCallback *callback = user_data;
  GError *error = NULL;

  if (_rx_callback_enter (callback, &error))
    ((RxTaskFunc) callback->func) (task, callback->user_data);
  else
    _rx_pending_failure = error;
}

/* For functions of the user, which may be bound to their thread. */
void
_rx_func_task_guard (RxFuncTask *self)
{
  if (!_rx_thread_is_affine ())
    return;
  self->user_data = _rx_callback_new (G_CALLBACK (self->func), self->user_data, self->destroy);
  self->func = guarded_call;
  self->destroy = (GDestroyNotify) _rx_callback_unref;
}

void
_rx_func_task_clear (RxFuncTask *self)
{
  /* relaxed: nobody else is left */
  GCancellable *cancellable = atomic_load_explicit (&self->cancellable, memory_order_relaxed);

  _rx_func_task_release (self);
  g_clear_object (&cancellable);
  _rx_live_add (RX_LIVE_TASKS, -1);
}

RxTask *
_rx_func_task_new (RxTaskFunc func, gpointer user_data, GDestroyNotify destroy, gboolean one_shot)
{
  RxFuncTask *self = g_slice_new0 (RxFuncTask);

  _rx_func_task_init (self, &func_task_ops, func, user_data, destroy);
  self->one_shot = one_shot;
  return &self->base;
}
