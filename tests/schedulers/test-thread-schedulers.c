/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* What the schedulers with threads have beside the contract of all: which threads, and how many. */

#include "rx-thread-fixture.h"

#define N_BLOCKED 20

/* As many threads as there are workers that block; a thread is used again by the next worker. */
static void
test_io (void)
{
  RxTestLatch release = { 0 };
  Counter begun = { 0 };
  RxWorker *workers[N_BLOCKED];
  Job jobs[N_BLOCKED] = { 0 };
  Job again = { 0 };
  gboolean known = FALSE;

  for (guint i = 0; i < N_BLOCKED; i++)
    {
      workers[i] = rx_scheduler_create_worker (rx_scheduler_io ());
      jobs[i] = (Job) { .release = &release, .begun = &begun };
      start (workers[i], 0, &jobs[i]);
    }
  counter_wait (&begun, N_BLOCKED);
  g_assert_cmpuint (count_threads ("rx-io-"), >=, N_BLOCKED);
  for (guint i = 0; i < N_BLOCKED; i++)
    for (guint j = 0; j < i; j++)
      g_assert_true (jobs[i].thread != jobs[j].thread);

  rx_test_latch_open (&release);
  for (guint i = 0; i < N_BLOCKED; i++)
    {
      counter_wait (&jobs[i].freed, 1);
      rx_worker_unsubscribe (workers[i]);
      g_object_unref (workers[i]);
    }

  /* those that were given back go first, as soon as they are through */
  for (guint round = 0; round < 1000 && !known; round++)
    {
      RxWorker *worker = rx_scheduler_create_worker (rx_scheduler_io ());

      again = (Job) { 0 };
      start (worker, 0, &again);
      counter_wait (&again.freed, 1);
      g_object_unref (worker);
      for (guint i = 0; i < N_BLOCKED; i++)
        known |= again.thread == jobs[i].thread;
    }
  g_assert_true (known);
  g_assert_cmpuint (count_threads ("rx-io-"), <=, N_BLOCKED + 1);
}

/* A worker that is blocked, unsubscribed, leaves its thread to nobody before its task is over. */
static void
test_io_blocked (void)
{
  RxTestLatch release = { 0 };
  Counter begun = { 0 };
  Job blocked = { .release = &release, .begun = &begun }, pending = { 0 }, next[5] = { 0 };
  RxWorker *worker = rx_scheduler_create_worker (rx_scheduler_io ());

  start (worker, 0, &blocked);
  start (worker, 0, &pending);
  counter_wait (&begun, 1);
  rx_worker_unsubscribe (worker);
  g_assert_cmpuint (counter_get (&pending.freed), ==, 1);
  g_object_unref (worker);

  for (guint i = 0; i < G_N_ELEMENTS (next); i++)
    {
      worker = rx_scheduler_create_worker (rx_scheduler_io ());
      start (worker, 0, &next[i]);
      counter_wait (&next[i].freed, 1);
      g_assert_true (next[i].thread != blocked.thread);
      g_object_unref (worker);
    }
  rx_test_latch_open (&release);
  counter_wait (&blocked.freed, 1);
  g_assert_cmpuint (counter_get (&pending.done), ==, 0);
}

/* Threads come with the workers' first tasks and go with the workers. */
static void
test_new_thread (void)
{
  RxWorker *workers[3];
  Job jobs[3] = { 0 };
  Job never = { 0 };

  for (guint i = 0; i < 3; i++)
    {
      workers[i] = rx_scheduler_create_worker (rx_scheduler_new_thread ());
      start (workers[i], 0, &jobs[i]);
      counter_wait (&jobs[i].freed, 1);
    }
  g_assert_cmpuint (count_threads ("rx-thread-"), >=, 3);
  g_assert_true (jobs[0].thread != jobs[1].thread && jobs[0].thread != jobs[2].thread);

  start (workers[0], FAR_AWAY, &never);
  for (guint i = 0; i < 3; i++)
    {
      rx_worker_unsubscribe (workers[i]);
      g_object_unref (workers[i]);
    }
  rx_test_wait_until (count_threads ("rx-thread-") == 0);
  g_assert_cmpuint (counter_get (&never.freed), ==, 1);
  g_assert_cmpuint (counter_get (&never.done), ==, 0);
}

static void
test_single (void)
{
  Job jobs[4] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (jobs); i++)
    {
      g_autoptr (RxWorker) worker = rx_scheduler_create_worker (rx_scheduler_single ());

      start (worker, 0, &jobs[i]);
      counter_wait (&jobs[i].freed, 1);
      g_assert_true (jobs[i].thread == jobs[0].thread);
    }
}

/* As many workers at once as there are threads, and no more; those that wait get their turn. */
static void
test_pool_limit (void)
{
  RxTestLatch release = { 0 };
  Counter begun = { 0 };
  g_autoptr (RxScheduler) pool = rx_scheduler_new_thread_pool (3);
  RxWorker *workers[8];
  Job jobs[8] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (jobs); i++)
    {
      workers[i] = rx_scheduler_create_worker (pool);
      jobs[i] = (Job) { .release = &release, .begun = &begun };
      start (workers[i], 0, &jobs[i]);
    }
  counter_wait (&begun, 3);
  for (guint i = 0; i < 100; i++)
    g_thread_yield ();
  g_assert_cmpuint (counter_get (&begun), ==, 3);
  rx_test_latch_open (&release);
  for (guint i = 0; i < G_N_ELEMENTS (jobs); i++)
    {
      counter_wait (&jobs[i].freed, 1);
      g_object_unref (workers[i]);
    }
}

typedef struct
{
  gint64 last;
  GThread *_Atomic thread;
  atomic_int inside;
  atomic_int n_hops;
  Counter done;
} Ordered;

static Ordered ordered;

static void
ordered_run (RxTask *task, gpointer number)
{
  g_assert_cmpint (atomic_fetch_add (&ordered.inside, 1), ==, 0);
  if (atomic_exchange (&ordered.thread, g_thread_self ()) != g_thread_self ())
    atomic_fetch_add (&ordered.n_hops, 1);
  g_assert_cmpint (GPOINTER_TO_INT (number), ==, ordered.last + 1);
  ordered.last++;
  atomic_fetch_sub (&ordered.inside, 1);
  counter_add (&ordered.done);
}

/* One worker, now on this thread and now on that one, still does one thing after another. */
static void
test_pool_order (void)
{
  g_autoptr (RxScheduler) pool = rx_scheduler_new_thread_pool (4);
  g_autoptr (RxWorker) worker = rx_scheduler_create_worker (pool);
  guint n = rx_test_rounds (5000);

  ordered = (Ordered) { 0 };
  for (guint i = 1; i <= n; i++)
    {
      rx_task_unref (rx_worker_schedule (worker, ordered_run, GUINT_TO_POINTER (i), NULL));
      if (i % 50 == 0)
        counter_wait (&ordered.done, i);
    }
  counter_wait (&ordered.done, n);
}

/* A function without a worker, on all of them. */
static void
test_direct (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (RxScheduler) scheduler = all[i] ();
      Job now = { 0 }, delayed = { 0 }, cancelled = { 0 }, periodic = { 0 };
      RxTask *task;

      rx_task_unref (rx_scheduler_schedule (scheduler, job_run, &now, job_free));
      rx_task_unref (rx_scheduler_schedule_delayed (scheduler, 100, job_run, &delayed, job_free));
      counter_wait (&now.freed, 1);
      counter_wait (&delayed.freed, 1);
      g_assert_cmpuint (counter_get (&now.done), ==, 1);
      g_assert_cmpuint (counter_get (&delayed.done), ==, 1);

      task = rx_scheduler_schedule_delayed (scheduler, FAR_AWAY, job_run, &cancelled, job_free);
      rx_task_cancel (task);
      rx_task_unref (task);
      g_assert_cmpuint (counter_get (&cancelled.freed), ==, 1);
      g_assert_cmpuint (counter_get (&cancelled.done), ==, 0);

      task = rx_scheduler_schedule_periodic (scheduler, 0, 100, job_run, &periodic, job_free);
      counter_wait (&periodic.done, 3);
      rx_task_cancel (task);
      rx_task_unref (task);
      counter_wait (&periodic.freed, 1);
    }
}

/* The scheduler and the worker may be dropped by the very task. */
static void
drop_worker (RxTask *task, gpointer worker)
{
  g_object_unref (worker);
}

static void
test_pool_dropped_inside (void)
{
  guint rounds = rx_test_rounds (200);

  for (guint round = 0; round < rounds; round++)
    {
      RxScheduler *pool = rx_scheduler_new_thread_pool (2);
      RxWorker *worker = rx_scheduler_create_worker (pool);
      Job job = { 0 };

      g_object_unref (pool);
      start (worker, 0, &job);
      rx_task_unref (rx_worker_schedule (worker, drop_worker, worker, NULL));
      counter_wait (&job.freed, 1);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/schedulers/io/threads", test_io);
  rx_test_add ("/schedulers/io/blocked", test_io_blocked);
  rx_test_add ("/schedulers/new-thread/S10-threads", test_new_thread);
  rx_test_add ("/schedulers/single/one-thread", test_single);
  rx_test_add ("/schedulers/pool/limit", test_pool_limit);
  rx_test_add ("/schedulers/pool/S2-order", test_pool_order);
  rx_test_add ("/schedulers/pool/dropped-inside", test_pool_dropped_inside);
  rx_test_add ("/schedulers/threads/direct", test_direct);

  return g_test_run ();
}
