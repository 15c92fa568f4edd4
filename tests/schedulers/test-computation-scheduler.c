/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-scheduler-fixture.h"

static RxWorker *
new_worker (void)
{
  return rx_scheduler_create_worker (rx_scheduler_computation ());
}

static void
run (RxWorker *worker, GTimeSpan delay, RxTaskFunc func, gpointer user_data, GDestroyNotify destroy)
{
  rx_task_unref (rx_worker_schedule_delayed (worker, delay, func, user_data, destroy));
}

/* --- order --- */

#define N_PRODUCERS 4

typedef struct
{
  atomic_int inside;            /* tasks of the worker that run */
  GThread *thread;              /* the rest is touched by tasks only */
  guint next[N_PRODUCERS];
  Counter count;
} Order;

typedef struct
{
  Order *order;
  guint producer, number;
} Numbered;

static void
numbered_run (RxTask *task, gpointer user_data)
{
  Numbered *self = user_data;
  Order *order = self->order;

  g_assert_cmpint (atomic_fetch_add (&order->inside, 1), ==, 0);
  if (order->thread == NULL)
    order->thread = g_thread_self ();
  g_assert_true (order->thread == g_thread_self ());
  g_assert_cmpuint (order->next[self->producer]++, ==, self->number);
  g_assert_cmpint (atomic_fetch_sub (&order->inside, 1), ==, 1);
  counter_add (&order->count);
}

typedef struct
{
  RxWorker *worker;
  Barrier *barrier;
  Order *order;
  guint id, n;
} Producer;

static gpointer
producer_thread (gpointer data)
{
  Producer *self = data;

  barrier_wait (self->barrier);
  for (guint i = 0; i < self->n; i++)
    {
      Numbered *numbered = g_new (Numbered, 1);

      *numbered = (Numbered) { self->order, self->id, i };
      run (self->worker, 0, numbered_run, numbered, g_free);
    }
  return NULL;
}

static void
test_fifo (void)
{
  g_autoptr (RxWorker) worker = new_worker ();
  Barrier barrier = { .n = N_PRODUCERS };
  Order order = { 0 };
  Producer producers[N_PRODUCERS];
  GThread *threads[N_PRODUCERS];
  guint n = race_rounds (30000);

  for (guint i = 0; i < N_PRODUCERS; i++)
    {
      producers[i] = (Producer) { worker, &barrier, &order, i, n };
      threads[i] = g_thread_new ("producer", producer_thread, &producers[i]);
    }
  for (guint i = 0; i < N_PRODUCERS; i++)
    g_thread_join (threads[i]);
  counter_wait (&order.count, N_PRODUCERS * n);
  assert_no_tasks (NULL);
}

typedef struct
{
  Barrier *barrier;
  atomic_int both;
} Meeting;

static void
meeting_run (RxTask *task, gpointer user_data)
{
  barrier_wait (((Meeting *) user_data)->barrier);
  atomic_fetch_add (&((Meeting *) user_data)->both, 1);
}

/* As many workers as CPUs run at the same time: each waits for all others. */
static void
test_parallel (void)
{
  guint n = _rx_n_cpus ();
  Barrier barrier = { .n = n };
  Meeting meeting = { .barrier = &barrier };
  g_autoptr (GPtrArray) workers = g_ptr_array_new_with_free_func (g_object_unref);

  /* A worker may be bound to a thread that just looks for work, so two may share one unless all are busy. */
  rx_scheduler_shutdown (rx_scheduler_computation ());
  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (workers, new_worker ());
      run (workers->pdata[i], 0, meeting_run, &meeting, NULL);
    }
  for (guint i = 0; i < n; i++)
    {
      gint64 end = g_get_monotonic_time () + WATCHDOG;

      while (atomic_load (&meeting.both) < (gint) n)
        {
          g_thread_yield ();
          g_assert_cmpint (g_get_monotonic_time (), <, end);
        }
    }
  assert_no_tasks (NULL);
}

/* --- S13 --- */

#define N_WORKERS 12

typedef struct
{
  GThread *_Atomic thread;
  Counter runs;
} Home;

static void
home_run (RxTask *task, gpointer user_data)
{
  Home *self = user_data;
  GThread *known = atomic_exchange (&self->thread, g_thread_self ());

  g_assert_true (known == NULL || known == g_thread_self ());
  counter_add (&self->runs);
}

static gpointer
home_feed (gpointer data)
{
  gpointer *args = data;

  for (guint i = 0; i < 100; i++)
    run (args[0], i % 4 == 0 ? i : 0, home_run, args[1], NULL);
  return NULL;
}

/* Whatever a worker is given, by whichever thread, runs on one thread; and there are no more than the fixed number. */
static void
test_one_thread (void)
{
  g_autoptr (GPtrArray) workers = g_ptr_array_new_with_free_func (g_object_unref);
  Home homes[N_WORKERS] = { 0 };
  guint n_threads = 0;

  for (guint i = 0; i < N_WORKERS; i++)
    {
      gpointer args[] = { new_worker (), &homes[i] };
      GThread *threads[2];
      g_autoptr (RxTask) periodic = NULL;

      g_ptr_array_add (workers, args[0]);
      periodic = rx_worker_schedule_periodic (args[0], 10, 30, home_run, &homes[i], NULL);
      for (guint k = 0; k < 2; k++)
        threads[k] = g_thread_new ("feed", home_feed, args);
      for (guint k = 0; k < 2; k++)
        g_thread_join (threads[k]);
      counter_wait (&homes[i].runs, 220);
      rx_task_cancel (periodic);
    }
  for (guint i = 0; i < N_WORKERS; i++)
    {
      gboolean known = FALSE;

      rx_worker_unsubscribe (workers->pdata[i]);
      for (guint k = 0; k < i; k++)
        known |= homes[k].thread == homes[i].thread;
      n_threads += !known;
    }
  g_assert_cmpuint (n_threads, <=, _rx_n_cpus ());
  assert_no_tasks (NULL);
}

/* --- S14 --- */

/* A hundred thousand of them, cancelled in another order or with their worker: nothing goes through a list, or this
 * would take an hour. */
static void
check_many_timers (gboolean by_worker)
{
  guint n = race_rounds (100000);
  g_autofree Probe *probes = g_new0 (Probe, n);
  g_autofree RxTask **tasks = g_new (RxTask *, n);
  RxWorker *worker = new_worker ();
  gint64 start = g_get_monotonic_time (), end;

  for (guint i = 0; i < n; i++)
    tasks[i] = rx_worker_schedule_delayed (worker, FAR_AWAY + i * 7919 % 1000, probe_run, &probes[i], probe_free);
  if (by_worker)
    rx_worker_unsubscribe (worker);
  for (guint i = 0; i < n; i++)
    {
      RxTask **place = &tasks[(guint64) i * 61 % n];      /* 61 and n have no common divisor */

      if (!by_worker)
        rx_task_cancel (*place);
      g_assert_true (rx_task_is_cancelled (*place));
      rx_task_unref (*place);
    }
  end = g_get_monotonic_time ();
  /* Nothing had to wait for the thread. */
  g_assert_cmpint (atomic_load (&_rx_live[RX_LIVE_TASKS]), ==, 0);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpuint (counter_get (&probes[i].freed), ==, 1);
      g_assert_cmpuint (counter_get (&probes[i].runs), ==, 0);
    }
  g_test_message ("%u tasks in %" G_GINT64_FORMAT " µs", n, end - start);
  g_object_unref (worker);
}

static void
test_many_timers (void)
{
  check_many_timers (FALSE);
  check_many_timers (TRUE);
}

/* --- B115 --- */

static void
test_unused (void)
{
  guint rounds = race_rounds (10000);
  guint32 seed = 1;

  for (guint i = 0; i < rounds; i++)
    {
      g_autoptr (RxWorker) worker = new_worker ();
      Probe probe = { 0 };

      if (i % 2 == 0)
        continue;
      run (worker, 0, probe_run, &probe, probe_free);
      jitter (&seed);
      g_clear_object (&worker);
      counter_wait (&probe.freed, 1);
    }
  assert_no_tasks (NULL);
}

/* The thread falls asleep between tasks, and is woken each time. */
static void
test_wake (void)
{
  guint rounds = race_rounds (20000);
  g_autoptr (RxWorker) worker = new_worker ();
  guint32 seed = 1;
  Probe probe = { 0 };

  run (worker, FAR_AWAY, probe_run, &probe, NULL);
  for (guint i = 1; i <= rounds; i++)
    {
      run (worker, i % 16 == 0 ? i % 100 : 0, probe_run, &probe, NULL);
      counter_wait (&probe.runs, i);
      jitter (&seed);
    }
}

int
main (int argc, char **argv)
{
  gint result;
  static Probe forgotten;
  static RxWorker *last;

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/schedulers/computation/S1-S2-producers", test_fifo);
  g_test_add_func ("/schedulers/computation/S13-one-thread", test_one_thread);
  g_test_add_func ("/schedulers/computation/S13-all-threads", test_parallel);
  g_test_add_func ("/schedulers/computation/S14-B001-many-timers", test_many_timers);
  g_test_add_func ("/schedulers/computation/B115-unused", test_unused);
  g_test_add_func ("/schedulers/computation/wake", test_wake);

  result = g_test_run ();

  /* The process may end with work pending and threads at work. */
  last = new_worker ();
  rx_task_unref (rx_worker_schedule_periodic (last, 0, 1, probe_run, &forgotten, NULL));
  return result;
}
