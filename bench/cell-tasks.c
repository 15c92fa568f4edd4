/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "cell-workloads.h"

/* SchedulerPerformanceTests with its faults corrected: one consumer counts, the subscriptions stay alive, the end of
 * the work is waited for. */

#define N_PRODUCERS 4
#define HOUR ((GTimeSpan) 3600 * G_USEC_PER_SEC)
#define N_TRACKED 100000        /* tasks an operation, whatever part of them is pending at a time */

static RxWorker *worker;
static guint64 n_run, goal;     /* goal: for the worker's thread; set while nothing is scheduled */

static void
count_task (RxTask *task, gpointer user_data)
{
  if (++n_run == goal)
    cell_latch_open ();
}

static void
prepare (guint64 size)
{
  worker = rx_scheduler_create_worker (rx_scheduler_computation ());
}

static void
expect (guint64 n)
{
  n_run = 0;
  goal = n;
  cell_latch_reset ();
}

/* --- as fast as they can be scheduled, from other threads --- */

static gpointer
produce (gpointer n)
{
  for (guint64 i = GPOINTER_TO_SIZE (n); i > 0; i--)
    rx_task_unref (rx_worker_schedule (worker, count_task, NULL, NULL));
  return NULL;
}

static guint64
run_one_producer (guint64 size)
{
  expect (size);
  produce (GSIZE_TO_POINTER (size));
  cell_latch_wait ();
  return n_run;
}

static guint64
run_producers (guint64 size)
{
  GThread *threads[N_PRODUCERS];

  expect (size - size % N_PRODUCERS);
  for (guint i = 0; i < N_PRODUCERS; i++)
    threads[i] = g_thread_new ("producer", produce, GSIZE_TO_POINTER (size / N_PRODUCERS));
  cell_latch_wait ();
  for (guint i = 0; i < N_PRODUCERS; i++)
    g_thread_join (threads[i]);
  return n_run;
}

/* --- timed, and cancelled in random order --- */

static guint *order;
static RxTask **tasks;

static void
prepare_order (guint64 size)
{
  prepare (size);
  order = cell_shuffled (size);
  tasks = g_new (RxTask *, size);
}

/* One timed task is always there, so that none of those measured is the one that changes when the thread wakes up. */
static void
prepare_cancel (guint64 size)
{
  prepare_order (size);
  rx_task_unref (rx_worker_schedule_delayed (worker, HOUR / 2, count_task, NULL, NULL));
}

static void
cancel_all (guint64 size)
{
  for (guint64 i = 0; i < size; i++)
    {
      rx_task_cancel (tasks[order[i]]);
      rx_task_unref (tasks[order[i]]);
    }
}

static void
count_released (gpointer user_data)
{
  (*(guint64 *) user_data)++;
}

static guint64
run_cancel (guint64 size)
{
  guint64 n_released = 0;

  n_run = 0;
  for (guint64 i = 0; i < size; i++)
    tasks[i] = rx_worker_schedule_delayed (worker, HOUR, count_task, &n_released, count_released);
  cancel_all (size);
  return n_released - n_run;
}

/* --- what it costs that size tasks are pending: a task schedules as many and itself behind them, until it was enough.
 * All of it on the worker's thread, so that no other one is waited for --- */

static void
count_tracked (RxTask *task, gpointer user_data)
{
  n_run++;
}

static void
round_in_order (RxTask *task, gpointer user_data)
{
  guint64 size = *(guint64 *) user_data;

  if (n_run >= goal)
    {
      cell_latch_open ();
      return;
    }
  for (guint64 i = 0; i < size; i++)
    rx_task_unref (rx_worker_schedule (worker, count_tracked, NULL, NULL));
  rx_task_unref (rx_worker_schedule (worker, round_in_order, user_data, NULL));
}

static guint64
run_in_order (guint64 size)
{
  expect (N_TRACKED);
  rx_task_unref (rx_worker_schedule (worker, round_in_order, &size, NULL));
  cell_latch_wait ();
  return n_run;
}

static guint64 n_cancelled;

static void
round_out_of_order (RxTask *task, gpointer user_data)
{
  guint64 size = *(guint64 *) user_data;

  if (n_cancelled >= goal)
    {
      cell_latch_open ();
      return;
    }
  for (guint64 i = 0; i < size; i++)
    tasks[i] = rx_worker_schedule (worker, count_tracked, &n_cancelled, count_released);
  cancel_all (size);
  rx_task_unref (rx_worker_schedule (worker, round_out_of_order, user_data, NULL));
}

static guint64
run_out_of_order (guint64 size)
{
  expect (N_TRACKED);
  n_cancelled = 0;
  rx_task_unref (rx_worker_schedule (worker, round_out_of_order, &size, NULL));
  cell_latch_wait ();
  return n_cancelled - n_run;
}

const CellWorkload cell_task_workloads[] = {
  { "tasks/1-producer", prepare, run_one_producer },
  { "tasks/4-producers", prepare, run_producers },
  { "timed/schedule-cancel", prepare_cancel, run_cancel },
  { "tracking/in-order", prepare, run_in_order, N_TRACKED },
  { "tracking/out-of-order", prepare_order, run_out_of_order, N_TRACKED },
  { NULL }
};
