/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-worker-private.h"

static void
foreign_run (RxTask *task, gpointer user_data)
{
  /* What is stolen here is not dropped afterwards. */
  RxTask *inner = g_steal_pointer (&((RxFuncTask *) task)->user_data);

  if (inner != NULL)
    _rx_task_finish (inner);
}

static void
foreign_destroy (gpointer user_data)
{
  if (user_data != NULL)
    _rx_task_drop (user_data);
}

/* Such a worker may forget a task, run it twice or release it late; it gets a task for this one schedule, whose end
 * without a run is what drops the real one. */
void
_rx_worker_schedule_foreign (RxWorker *self, GTimeSpan delay, RxTask *task)
{
  RxWorkerClass *klass = RX_WORKER_GET_CLASS (self);
  RxTask *shell = _rx_func_task_new (foreign_run, task, foreign_destroy, TRUE);

  if (klass->schedule != NULL)
    klass->schedule (self, MAX (delay, 0), shell);
  else
    {
      g_critical ("%s does not implement schedule()", G_OBJECT_TYPE_NAME (self));
      _rx_task_unref (shell);
    }
}
