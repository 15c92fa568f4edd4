/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-worker-private.h"

#include "core/rx-callback-private.h"
#include "core/rx-ending-private.h"
#include "rx-hooks-private.h"

/* A worker that is not the library's may forget a task, run it twice or release it late, and need not see to
 * unsubscribe(). So it gets a shell for each schedule of a task: what becomes of the task is decided by the shell,
 * which the base class can find as long as it is pending. */
typedef struct
{
  RxFuncTask base;              /* its user data is the task, NULL once it has been run */
  RxTask **list;                /* (unowned) (nullable): where it is linked; under the lock */
  gboolean closed;              /* the worker has been unsubscribed; under the lock */
} RxShell;

/* Guards the lists of all workers: a shell may outlive its worker. */
static RxLock shells_lock;

/* Under the lock */
static void
shell_unlink (RxShell *self)
{
  RxTask *task = &self->base.base;

  if (self->list == NULL)
    return;
  if (task->prev != NULL)
    task->prev->next = task->next;
  else
    *self->list = task->next;
  if (task->next != NULL)
    task->next->prev = task->prev;
  self->list = NULL;
}

static void
shell_run (RxTask *task)
{
  RxShell *self = (RxShell *) task;
  gboolean closed;

  _rx_lock (&shells_lock);
  shell_unlink (self);
  closed = self->closed;
  _rx_unlock (&shells_lock);
  if (!closed)
    _rx_func_task_run (task);
}

static void
shell_free (RxTask *task)
{
  _rx_lock (&shells_lock);
  shell_unlink ((RxShell *) task);
  _rx_unlock (&shells_lock);
  _rx_func_task_clear (_rx_func_task (task));
  g_free (task);
}

static const RxTaskOps shell_ops = {
  .run = shell_run,
  .dropped = rx_task_cancel,
  .unref = shell_free,
};

static void
shell_call (RxTask *task, gpointer user_data)
{
  /* What is stolen here is not dropped afterwards. */
  RxTask *inner = g_steal_pointer (&_rx_func_task (task)->user_data);

  if (inner != NULL)
    _rx_task_finish (inner);
}

static void
shell_drop (gpointer user_data)
{
  if (user_data != NULL)
    _rx_task_drop (user_data);
}

/* Why the task that is being dropped on this thread is: its worker has failed to take it. */
static __thread GError *failure;

GError *
_rx_worker_take_failure (void)
{
  return g_steal_pointer (&failure);
}

/* Calls the method. If it fails the task is dropped here and now, whatever the worker still does with it. */
void
_rx_worker_hand_over (RxWorker *self, GTimeSpan delay, RxTask *shell)
{
  GError *outer = g_steal_pointer (&_rx_pending_failure), *outer_failure;

  _rx_task_ref (shell);
  RX_WORKER_GET_CLASS (self)->schedule (self, delay, shell);
  if (G_UNLIKELY (_rx_pending_failure != NULL))
    {
      outer_failure = g_steal_pointer (&failure);
      failure = g_steal_pointer (&_rx_pending_failure);
      rx_task_cancel (shell);
      /* not one that ends a stream */
      if (failure != NULL)
        _rx_undeliverable (g_steal_pointer (&failure), NULL);
      failure = outer_failure;
    }
  _rx_task_unref (shell);
  _rx_pending_failure = outer;
}

void
_rx_worker_schedule_foreign (RxWorker *self, RxTask **list, const atomic_bool *unsubscribed, GTimeSpan delay,
                             RxTask *inner)
{
  RxWorkerClass *klass = RX_WORKER_GET_CLASS (self);
  RxShell *shell = g_new0 (RxShell, 1);
  RxTask *task = &shell->base.base;
  gboolean open;

  _rx_func_task_init (&shell->base, &shell_ops, shell_call, inner, shell_drop);
  shell->base.one_shot = TRUE;

  _rx_lock (&shells_lock);
  /* relaxed: it is set before the lock is taken to collect the shells */
  open = klass->schedule != NULL && !atomic_load_explicit (unsubscribed, memory_order_relaxed);
  if (open)
    {
      shell->list = list;
      task->next = *list;
      if (*list != NULL)
        (*list)->prev = task;
      *list = task;
    }
  _rx_unlock (&shells_lock);

  if (klass->schedule == NULL)
    g_critical ("%s does not implement schedule()", G_OBJECT_TYPE_NAME (self));
  if (open)
    _rx_worker_call_schedule (self, delay, task);
  else
    _rx_task_unref (task);
}

void
_rx_worker_cancel_foreign (RxTask **list)
{
  RxTask *mine = NULL, *task, *next;

  _rx_lock (&shells_lock);
  for (task = *list; task != NULL; task = next)
    {
      gint refs = atomic_load_explicit (&task->refs, memory_order_relaxed);     /* relaxed: a guess */

      next = task->next;
      shell_unlink ((RxShell *) task);
      /* All at once: they are cancelled one by one below, while others could still run. */
      ((RxShell *) task)->closed = TRUE;
      /* One whose last reference is gone is about to be freed, which drops its task as well. relaxed: the lock orders
       * this against the end of the shell */
      while (refs > 0 && !atomic_compare_exchange_weak_explicit (&task->refs, &refs, refs + 1,
                                                                 memory_order_relaxed, memory_order_relaxed))
        ;
      if (refs > 0)
        {
          task->queue_next = mine;
          mine = task;
        }
    }
  _rx_unlock (&shells_lock);

  for (task = mine; task != NULL; task = next)
    {
      next = task->queue_next;
      rx_task_cancel (task);
      _rx_task_unref (task);
    }
}
