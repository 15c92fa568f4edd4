/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* The event loops of the computation scheduler against scheduling, cancelling, unsubscribing and shutting down. */

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

/* --- S22 --- */

static gpointer
shutdown_thread (gpointer data)
{
  rx_scheduler_shutdown (rx_scheduler_computation ());
  return NULL;
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

/* --- a worker with many tasks, and one that schedules its next task when it runs: they take turns --- */

#define N_LONG 100

typedef struct
{
  RxWorker *few, *many;
  Counter n_many;
  guint n_few;                  /* the thread's */
} Turns;

static void
long_task (RxTask *task, gpointer user_data)
{
  gint64 end = g_get_monotonic_time () + 100;

  while (g_get_monotonic_time () < end)
    ;
  counter_add (&((Turns *) user_data)->n_many);
}

static void
schedule_next (RxTask *task, gpointer user_data)
{
  Turns *self = user_data;

  if (counter_get (&self->n_many) == N_LONG)
    return;
  self->n_few++;
  run (self->few, 0, schedule_next, self, NULL);
}

static void
start_turns (RxTask *task, gpointer user_data)
{
  Turns *self = user_data;

  for (guint i = 0; i < N_LONG; i++)
    run (self->many, 0, long_task, self, NULL);
  run (self->few, 0, schedule_next, self, NULL);
}

static void
test_turns (void)
{
  Turns turns = { .few = rx_scheduler_create_worker (rx_scheduler_single ()),
                  .many = rx_scheduler_create_worker (rx_scheduler_single ()) };

  run (turns.few, 0, start_turns, &turns, NULL);
  counter_wait (&turns.n_many, N_LONG);
  rx_scheduler_shutdown (rx_scheduler_single ());
  g_assert_cmpuint (turns.n_few, >=, N_LONG / 4);
  g_object_unref (turns.few);
  g_object_unref (turns.many);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/schedulers/computation/embedded", test_embedded);
  g_test_add_func ("/schedulers/computation/races", test_races);
  g_test_add_func ("/schedulers/computation/cancel-races", test_cancel_races);
  g_test_add_func ("/schedulers/computation/S22-shutdown-races", test_shutdown_races);
  g_test_add_func ("/schedulers/single/turns", test_turns);

  return g_test_run ();
}
