/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-scheduler-fixture.h"
#include "schedulers/rx-task-private.h"

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

/* B007: two groups, each with equal delays. */
static void
test_equal_times (void)
{
  g_autoptr (RxWorker) worker = new_worker ();
  Order order = { 0 };

  for (guint i = 0; i < 10000; i++)
    {
      Numbered *numbered = g_new (Numbered, 1);

      *numbered = (Numbered) { &order, i % 2, i / 2 };
      run (worker, i % 2 * 1000, numbered_run, numbered, g_free);
    }
  counter_wait (&order.count, 10000);
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

/* --- B001 --- */

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

/* --- tasks that are part of something else, scheduled from every side --- */

typedef struct
{
  RxTask task;
  atomic_int refs;
  RxWorker *worker;
  atomic_int wip;               /* signals that were not seen to yet */
  atomic_int inside;
  atomic_uint runs, drops, schedules;
  guint plain;                  /* touched by runs only */
  guint seen;
} Drain;

static void
drain_signal (Drain *self)
{
  if (atomic_fetch_add (&self->wip, 1) == 0)
    {
      atomic_fetch_add (&self->schedules, 1);
      rx_worker_schedule_task (self->worker, 0, _rx_task_ref (&self->task));
    }
}

static void
drain_run (RxTask *task)
{
  Drain *self = (Drain *) task;
  gint n;

  g_assert_cmpint (atomic_fetch_add (&self->inside, 1), ==, 0);
  self->plain++;
  atomic_fetch_add (&self->runs, 1);
  n = atomic_load (&self->wip);
  self->seen += n;
  atomic_fetch_sub (&self->inside, 1);
  /* From here on others may schedule it, while this is still on the stack. */
  if (atomic_fetch_sub (&self->wip, n) != n)
    {
      atomic_fetch_add (&self->schedules, 1);
      rx_worker_schedule_task (self->worker, 0, _rx_task_ref (task));
    }
}

static void
drain_dropped (RxTask *task)
{
  atomic_fetch_add (&((Drain *) task)->drops, 1);
}

static void
drain_ref (RxTask *task)
{
  atomic_fetch_add (&((Drain *) task)->refs, 1);
}

static void
drain_unref (RxTask *task)
{
  atomic_fetch_sub (&((Drain *) task)->refs, 1);
}

static const RxTaskOps drain_ops = { drain_run, drain_dropped, drain_ref, drain_unref };

static void
drain_init (Drain *self, RxWorker *worker)
{
  *self = (Drain) { .refs = 1, .worker = worker };
  _rx_task_init (&self->task, &drain_ops);
}

/* All schedules have had their one end. */
static void
drain_wait_idle (Drain *self)
{
  gint64 end = g_get_monotonic_time () + WATCHDOG;

  while (atomic_load (&self->refs) != 1)
    {
      g_thread_yield ();
      g_assert_cmpint (g_get_monotonic_time (), <, end);
    }
  g_assert_cmpuint (atomic_load (&self->runs) + atomic_load (&self->drops), ==, atomic_load (&self->schedules));
}

typedef struct
{
  Drain *drain;
  Barrier *barrier;
  guint n;
  guint32 seed;
} Signaller;

static gpointer
signaller_thread (gpointer data)
{
  Signaller *self = data;

  barrier_wait (self->barrier);
  for (guint i = 0; i < self->n; i++)
    {
      drain_signal (self->drain);
      jitter (&self->seed);
    }
  return NULL;
}

static void
test_embedded (void)
{
  g_autoptr (RxWorker) worker = new_worker ();
  Barrier barrier = { .n = 3 };
  guint n = race_rounds (30000);
  Signaller signallers[3];
  GThread *threads[3];
  Drain drain;

  drain_init (&drain, worker);
  for (guint i = 0; i < 3; i++)
    {
      signallers[i] = (Signaller) { &drain, &barrier, n, i };
      threads[i] = g_thread_new ("signaller", signaller_thread, &signallers[i]);
    }
  for (guint i = 0; i < 3; i++)
    g_thread_join (threads[i]);
  drain_wait_idle (&drain);
  g_assert_cmpuint (drain.seen, ==, 3 * n);
  g_assert_cmpuint (atomic_load (&drain.drops), ==, 0);
  g_assert_cmpuint (drain.plain, ==, atomic_load (&drain.runs));
}

/* --- unsubscribe against schedule against run --- */

#define N_TASKS 5

typedef struct
{
  RxWorker *worker;             /* (owned) */
  Drain *drain;                 /* (nullable) */
  Drain once[N_TASKS];
  Probe probes[N_TASKS];
  RxTask *tasks[N_TASKS];
  gboolean ends;                /* unsubscribes at a random moment */
  gboolean gives_up;            /* drops its reference at a random moment */
  guint32 seed;
} Racer;

static void
race (gpointer member)
{
  Racer *self = member;
  guint when;

  jitter (&self->seed);
  when = (self->seed >> 10) % (N_TASKS + 1);
  for (guint i = 0; i < N_TASKS; i++)
    {
      GTimeSpan delay = (self->seed >> 12) % 4 == 0 ? (self->seed >> 16) % 200 : 0;

      if (self->ends && i == when)
        rx_worker_unsubscribe (self->worker);
      if (self->gives_up && i >= when)
        break;
      self->tasks[i] = rx_worker_schedule_delayed (self->worker, delay, probe_run, &self->probes[i], probe_free);
      drain_init (&self->once[i], self->worker);
      atomic_fetch_add (&self->once[i].schedules, 1);
      rx_worker_schedule_task (self->worker, delay, _rx_task_ref (&self->once[i].task));
      if (self->drain != NULL)
        drain_signal (self->drain);
      if ((self->seed >> 24) % 4 == 0)
        rx_task_cancel (self->tasks[i]);
      jitter (&self->seed);
    }
  g_object_unref (self->worker);
}

static void
test_races (void)
{
  guint rounds = race_rounds (5000);
  Team team;

  team_start (&team, 3, race);
  for (guint round = 0; round < rounds; round++)
    {
      RxWorker *worker = new_worker ();
      Racer racers[3] = { 0 };
      Drain drain;

      drain_init (&drain, worker);
      for (guint i = 0; i < 3; i++)
        {
          racers[i].worker = g_object_ref (worker);
          racers[i].drain = round % 2 == 0 ? &drain : NULL;
          racers[i].ends = i == 1 && round % 3 != 0;
          racers[i].gives_up = i == 2;
          racers[i].seed = round * 40503 + i * 77777;
          team.members[i] = &racers[i];
        }
      /* In every other round the last reference goes at some moment; then nothing may come back to the worker. */
      if (round % 2 == 1)
        g_clear_object (&worker);
      team_round (&team);
      if (worker != NULL)
        rx_worker_unsubscribe (worker);
      for (guint i = 0; i < 3; i++)
        {
          for (guint j = 0; j < N_TASKS; j++)
            {
              if (racers[i].tasks[j] == NULL)
                continue;
              counter_wait (&racers[i].probes[j].freed, 1);
              rx_task_unref (racers[i].tasks[j]);
              drain_wait_idle (&racers[i].once[j]);
            }
        }
      drain_wait_idle (&drain);
      g_clear_object (&worker);
    }
  team_stop (&team);
  assert_no_tasks (NULL);
}

/* --- a task ends when its time comes and somebody cancels it --- */

typedef struct
{
  RxTask **tasks;
  guint32 seed;
} Canceller;

static void
cancel_all (gpointer member)
{
  Canceller *self = member;

  for (guint i = 0; i < 8; i++)
    {
      for (guint j = 0; j < 10; j++)
        jitter (&self->seed);
      rx_task_cancel (self->tasks[i]);
      g_assert_true (rx_task_is_cancelled (self->tasks[i]));
    }
}

static void
test_cancel_races (void)
{
  guint rounds = race_rounds (5000);
  g_autoptr (RxWorker) worker = new_worker ();
  Team team;

  team_start (&team, 2, cancel_all);
  for (guint round = 0; round < rounds; round++)
    {
      Probe probes[8] = { 0 };
      RxTask *tasks[8];
      Canceller cancellers[2];

      for (guint i = 0; i < 2; i++)
        {
          cancellers[i] = (Canceller) { tasks, round * (i + 3) + 7 * i };
          team.members[i] = &cancellers[i];
        }
      for (guint i = 0; i < 8; i++)
        {
          if (i == 7)
            tasks[i] = rx_worker_schedule_periodic (worker, 0, 10, probe_run, &probes[i], probe_free);
          else
            tasks[i] = rx_worker_schedule_delayed (worker, i % 4 * 20, probe_run, &probes[i], probe_free);
        }
      team_round (&team);
      for (guint i = 0; i < 8; i++)
        {
          counter_wait (&probes[i].freed, 1);
          rx_task_unref (tasks[i]);
        }
    }
  team_stop (&team);
  assert_no_tasks (NULL);
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

/* --- B014 --- */

typedef struct
{
  Counter inside, go;
} Block;

static void
block_run (RxTask *task, gpointer user_data)
{
  Block *block = user_data;

  counter_add (&block->inside);
  counter_wait (&block->go, 1);
  g_assert_false (rx_task_is_cancelled (task));
}

static gpointer
shutdown_thread (gpointer data)
{
  rx_scheduler_shutdown (rx_scheduler_computation ());
  return NULL;
}

static gint
count_threads (void)
{
  GDir *dir = g_dir_open ("/proc/self/task", 0, NULL);
  gint n = 0;

  if (dir == NULL)
    return -1;
  while (g_dir_read_name (dir) != NULL)
    n++;
  g_dir_close (dir);
  return n;
}

static void
test_shutdown (void)
{
  g_autoptr (RxWorker) worker = new_worker ();
  Block block = { 0 };
  Probe probes[7] = { 0 };
  RxTask *tasks[7];
  GThread *thread;
  Probe late = { 0 };
  gint n_threads;

  rx_scheduler_shutdown (rx_scheduler_computation ());
  n_threads = count_threads ();
  run (worker, 0, block_run, &block, NULL);
  counter_wait (&block.inside, 1);
  for (guint i = 0; i < 5; i++)
    tasks[i] = rx_worker_schedule (worker, probe_run, &probes[i], probe_free);
  tasks[5] = rx_worker_schedule_periodic (worker, 10, 10, probe_run, &probes[5], probe_free);
  tasks[6] = rx_worker_schedule_delayed (worker, FAR_AWAY, probe_run, &probes[6], probe_free);
  thread = g_thread_new ("shutdown", shutdown_thread, NULL);
  g_usleep (1000);
  counter_add (&block.go);
  g_thread_join (thread);

  if (n_threads >= 0)
    {
      /* The kernel may take a moment to take a thread that was joined off the list. */
      gint64 end = g_get_monotonic_time () + WATCHDOG;

      while (count_threads () != n_threads)
        {
          g_thread_yield ();
          g_assert_cmpint (g_get_monotonic_time (), <, end);
        }
    }
  for (guint i = 0; i < 7; i++)
    {
      g_assert_cmpuint (counter_get (&probes[i].freed), ==, 1);
      rx_task_unref (tasks[i]);
    }
  /* far from due */
  g_assert_cmpuint (counter_get (&probes[6].runs), ==, 0);
  rx_scheduler_shutdown (rx_scheduler_computation ());

  run (worker, 0, probe_run, &late, probe_free);
  counter_wait (&late.freed, 1);
  g_assert_cmpuint (counter_get (&late.runs), ==, 1);
  assert_no_tasks (NULL);
}

static void
test_shutdown_races (void)
{
  guint rounds = race_rounds (300);
  guint32 seed = 5;

  for (guint round = 0; round < rounds; round++)
    {
      Probe probes[12] = { 0 };
      g_autoptr (RxWorker) a = new_worker ();
      g_autoptr (RxWorker) b = new_worker ();
      GThread *thread = g_thread_new ("shutdown", shutdown_thread, NULL);

      for (guint i = 0; i < 12; i++)
        {
          run (i % 2 == 0 ? a : b, i % 5 == 0 ? i * 10 : 0, probe_run, &probes[i], probe_free);
          jitter (&seed);
        }
      g_thread_join (thread);
      for (guint i = 0; i < 12; i++)
        counter_wait (&probes[i].freed, 1);
    }
  assert_no_tasks (NULL);
}

int
main (int argc, char **argv)
{
  gint result;
  static Probe forgotten;
  static RxWorker *last;

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/computation/fifo", test_fifo);
  g_test_add_func ("/computation/equal-times", test_equal_times);
  g_test_add_func ("/computation/parallel", test_parallel);
  g_test_add_func ("/computation/many-timers", test_many_timers);
  g_test_add_func ("/computation/embedded", test_embedded);
  g_test_add_func ("/computation/races", test_races);
  g_test_add_func ("/computation/cancel-races", test_cancel_races);
  g_test_add_func ("/computation/unused", test_unused);
  g_test_add_func ("/computation/wake", test_wake);
  g_test_add_func ("/computation/shutdown", test_shutdown);
  g_test_add_func ("/computation/shutdown-races", test_shutdown_races);

  result = g_test_run ();

  /* The process may end with work pending and threads at work. */
  last = new_worker ();
  rx_task_unref (rx_worker_schedule_periodic (last, 0, 1, probe_run, &forgotten, NULL));
  return result;
}
