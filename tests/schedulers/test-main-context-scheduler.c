/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-scheduler-fixture.h"

static void
run (RxWorker *worker, GTimeSpan delay, RxTaskFunc func, gpointer user_data, GDestroyNotify destroy)
{
  rx_task_unref (rx_worker_schedule_delayed (worker, delay, func, user_data, destroy));
}

/* --- a context that a thread of its own iterates --- */

typedef struct
{
  GMainContext *context;
  GMainLoop *loop;
  GThread *thread;
  RxScheduler *scheduler;
} Home;

static gpointer
home_thread (gpointer data)
{
  Home *self = data;

  g_main_loop_run (self->loop);
  return NULL;
}

static void
home_start (Home *self)
{
  self->context = g_main_context_new ();
  self->loop = g_main_loop_new (self->context, FALSE);
  self->scheduler = rx_scheduler_main_context (self->context, G_PRIORITY_DEFAULT);
  self->thread = g_thread_new ("home", home_thread, self);
}

static void
home_quit (RxTask *task, gpointer user_data)
{
  g_main_loop_quit (((Home *) user_data)->loop);
}

static void
home_stop (Home *self)
{
  g_autoptr (RxWorker) worker = rx_scheduler_create_worker (self->scheduler);

  run (worker, 0, home_quit, self, NULL);
  g_thread_join (self->thread);
  g_clear_object (&worker);
  g_object_unref (self->scheduler);
  g_main_loop_unref (self->loop);
  g_main_context_unref (self->context);
}

typedef struct
{
  GThread *thread;
  Counter count;
} Where;

static void
where_run (RxTask *task, gpointer user_data)
{
  Where *where = user_data;

  where->thread = g_thread_self ();
  counter_add (&where->count);
}

/* Scheduled here, run there, and the sleeping loop is woken each time, for tasks and for timers. */
static void
test_wake (void)
{
  Home home;
  Where where = { 0 };
  guint rounds = race_rounds (5000);
  guint32 seed = 1;
  RxWorker *worker;

  home_start (&home);
  worker = rx_scheduler_create_worker (home.scheduler);
  run (worker, FAR_AWAY, where_run, &where, NULL);
  for (guint i = 1; i <= rounds; i++)
    {
      run (worker, i % 50 == 0 ? 100 : 0, where_run, &where, NULL);
      counter_wait (&where.count, i);
      g_assert_true (where.thread == home.thread);
      jitter (&seed);
      if (i % 100 == 0)
        {
          g_object_unref (worker);
          worker = rx_scheduler_create_worker (home.scheduler);
          run (worker, FAR_AWAY, where_run, &where, NULL);
        }
    }
  g_object_unref (worker);
  home_stop (&home);
  assert_no_tasks (NULL);
}

typedef struct
{
  RxWorker *worker;
  Probe *probe;
  guint32 seed;
} Timers;

static void
set_timers (gpointer member)
{
  Timers *self = member;

  for (guint i = 0; i < 4; i++)
    {
      run (self->worker, (self->seed >> 8) % 700, probe_run, self->probe, NULL);
      jitter (&self->seed);
    }
}

/* Two threads that set the ready time at once: the earlier one counts. */
static void
test_timer_race (void)
{
  guint rounds = race_rounds (1000);
  Probe probe = { 0 };
  Home home;
  Team team;

  home_start (&home);
  team_start (&team, 2, set_timers);
  for (guint round = 0; round < rounds; round++)
    {
      g_autoptr (RxWorker) worker = rx_scheduler_create_worker (home.scheduler);
      Timers timers[2];

      for (guint i = 0; i < 2; i++)
        {
          timers[i] = (Timers) { worker, &probe, round * (7 + 6 * i) + 1000 * i };
          team.members[i] = &timers[i];
        }
      run (worker, FAR_AWAY, probe_run, &probe, NULL);
      team_round (&team);
      counter_wait (&probe.runs, (round + 1) * 8);
    }
  team_stop (&team);
  home_stop (&home);
  assert_no_tasks (NULL);
}

/* --- B016: nothing waits for the loop --- */

static void
test_no_loop (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (RxScheduler) scheduler = rx_scheduler_main_context (context, G_PRIORITY_DEFAULT);
  g_autoptr (RxWorker) worker = rx_scheduler_create_worker (scheduler);
  Probe probes[3] = { 0 };

  run (worker, 0, probe_run, &probes[0], probe_free);
  run (worker, FAR_AWAY, probe_run, &probes[1], probe_free);
  rx_task_unref (rx_worker_schedule_periodic (worker, 0, 0, probe_run, &probes[2], probe_free));
  rx_worker_unsubscribe (worker);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpuint (counter_get (&probes[i].freed), ==, 1);
      g_assert_cmpuint (counter_get (&probes[i].runs), ==, 0);
    }
  g_assert_false (g_main_context_pending (context));
  assert_no_tasks (NULL);
}

static gpointer
unsubscribe_thread (gpointer data)
{
  rx_worker_unsubscribe (data);
  return NULL;
}

static void
test_no_loop_thread (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (RxScheduler) scheduler = rx_scheduler_main_context (context, G_PRIORITY_DEFAULT);
  g_autoptr (RxWorker) worker = rx_scheduler_create_worker (scheduler);
  Probe probe = { 0 };

  run (worker, 0, probe_run, &probe, probe_free);
  g_thread_join (g_thread_new ("unsubscribe", unsubscribe_thread, worker));
  g_assert_cmpuint (counter_get (&probe.freed), ==, 1);
  while (g_main_context_iteration (context, FALSE))
    ;
  g_assert_cmpuint (counter_get (&probe.runs), ==, 0);
}

static void
unsubscribe_other (RxTask *task, gpointer user_data)
{
  rx_worker_unsubscribe (user_data);
}

/* Both sources are about to be dispatched in the same iteration. */
static void
test_dispatched (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (RxScheduler) scheduler = rx_scheduler_main_context (context, G_PRIORITY_DEFAULT);
  g_autoptr (RxWorker) first = rx_scheduler_create_worker (scheduler);
  g_autoptr (RxWorker) second = rx_scheduler_create_worker (scheduler);
  Probe probe = { 0 };

  run (first, 0, unsubscribe_other, second, NULL);
  run (second, 0, probe_run, &probe, probe_free);
  while (g_main_context_iteration (context, FALSE))
    ;
  g_assert_cmpuint (counter_get (&probe.runs), ==, 0);
  g_assert_cmpuint (counter_get (&probe.freed), ==, 1);
}

static void
drop_worker (RxTask *task, gpointer user_data)
{
  g_clear_object ((RxWorker **) user_data);
}

/* A task gives up the last reference to its own worker, and to all that holds the context. */
static void
test_drop_inside (void)
{
  GMainContext *context = g_main_context_new ();
  RxScheduler *scheduler = rx_scheduler_main_context (context, G_PRIORITY_DEFAULT);
  RxWorker *worker = rx_scheduler_create_worker (scheduler);
  Probe probe = { 0 };

  g_object_unref (scheduler);
  run (worker, 0, drop_worker, &worker, NULL);
  run (worker, 0, probe_run, &probe, probe_free);
  run (worker, 1, probe_run, &probe, NULL);
  while (g_main_context_iteration (context, FALSE))
    ;
  g_assert_null (worker);
  g_assert_cmpuint (counter_get (&probe.runs), ==, 0);
  g_assert_cmpuint (counter_get (&probe.freed), ==, 1);
  g_main_context_unref (context);
}

/* --- B113: other sources have their turn --- */

typedef struct
{
  RxWorker *worker;
  Counter runs;
  gboolean stop;
} Busy;

static void
busy_run (RxTask *task, gpointer user_data)
{
  Busy *busy = user_data;
  gint64 end = g_get_monotonic_time () + 50;

  while (g_get_monotonic_time () < end)
    ;
  counter_add (&busy->runs);
  if (!busy->stop)
    rx_worker_schedule_task (busy->worker, 0, rx_task_ref (task));
}

typedef struct
{
  guint ticks;
  guint32 busy_runs;            /* at the last tick */
  guint32 most_between;         /* tasks between two ticks */
  Busy *busy;
  guint n_busy;
} Low;

static gboolean
low_tick (gpointer user_data)
{
  Low *low = user_data;
  guint32 runs = 0;

  for (guint i = 0; i < low->n_busy; i++)
    runs += counter_get (&low->busy[i].runs);
  low->most_between = MAX (low->most_between, runs - low->busy_runs);
  low->busy_runs = runs;
  low->ticks++;
  return G_SOURCE_CONTINUE;
}

/* Workers that are never done, and a source at the priority at which windows are drawn, which would never have its turn
 * if theirs were ready again at once. With 50 µs a task the slice of 4 ms holds 80 of them. */
static void
check_fairness (guint n_busy, gboolean own_schedulers)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (RxScheduler) scheduler = rx_scheduler_main_context (context, G_PRIORITY_DEFAULT);
  g_autofree Busy *busy = g_new0 (Busy, n_busy);
  Low low = { .busy = busy, .n_busy = n_busy };
  GSource *source = g_idle_source_new ();
  gint64 end = g_get_monotonic_time () + WATCHDOG;

  g_source_set_priority (source, 120);
  g_source_set_callback (source, low_tick, &low, NULL);
  g_source_attach (source, context);

  for (guint i = 0; i < n_busy; i++)
    {
      g_autoptr (RxScheduler) own = rx_scheduler_main_context (context, G_PRIORITY_DEFAULT);

      busy[i].worker = rx_scheduler_create_worker (own_schedulers ? own : scheduler);
      rx_worker_schedule_task (busy[i].worker, 0, rx_task_new (busy_run, &busy[i], NULL));
    }
  for (guint i = 0; i < n_busy; i++)
    {
      while (low.ticks < 50 || counter_get (&busy[i].runs) < 300)
        {
          g_main_context_iteration (context, TRUE);
          g_assert_cmpint (g_get_monotonic_time (), <, end);
        }
    }
  /* About 80, and up to twice that at first; more if the process has to wait for its CPU. */
  g_test_message ("at most %u tasks between two ticks, %u ticks", low.most_between, low.ticks);
  for (guint i = 0; i < n_busy; i++)
    {
      busy[i].stop = TRUE;
      g_object_unref (busy[i].worker);
    }
  g_source_destroy (source);
  g_source_unref (source);
  assert_no_tasks (NULL);
}

static void
test_fairness (void)
{
  check_fairness (1, FALSE);
}

static void
test_fairness_workers (void)
{
  check_fairness (3, FALSE);
  check_fairness (3, TRUE);
}

/* Tasks that come while the loop has other things to do are one dispatch. */
static void
test_one_dispatch (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (RxScheduler) scheduler = rx_scheduler_main_context (context, G_PRIORITY_DEFAULT);
  g_autoptr (RxWorker) worker = rx_scheduler_create_worker (scheduler);
  Probe probe = { 0 };
  guint iterations = 0;

  for (guint i = 0; i < 100; i++)
    run (worker, 0, probe_run, &probe, NULL);
  while (counter_get (&probe.runs) < 100)
    {
      g_assert_true (g_main_context_iteration (context, TRUE));
      iterations++;
    }
  g_assert_cmpuint (iterations, <, 100);
  g_assert_false (g_main_context_iteration (context, FALSE));
}

/* --- contexts and priorities --- */

static void
test_default_contexts (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (RxScheduler) scheduler = NULL;
  g_autoptr (RxWorker) worker = NULL;
  Probe probe = { 0 };

  g_main_context_push_thread_default (context);
  scheduler = rx_scheduler_main_context (NULL, G_PRIORITY_DEFAULT);
  g_main_context_pop_thread_default (context);
  worker = rx_scheduler_create_worker (scheduler);
  run (worker, 0, probe_run, &probe, NULL);
  g_assert_false (g_main_context_pending (NULL));
  g_assert_true (g_main_context_pending (context));
  counter_wait_iterating (&probe.runs, 1, context);

  g_assert_true (rx_scheduler_main () == rx_scheduler_main ());
  g_clear_object (&worker);
  worker = rx_scheduler_create_worker (rx_scheduler_main ());
  run (worker, 0, probe_run, &probe, NULL);
  g_assert_true (g_main_context_pending (NULL));
  counter_wait_iterating (&probe.runs, 2, g_main_context_default ());
}

typedef struct
{
  gchar letters[8];
  guint n;
} Letters;

static Letters letters;

static void
add_letter (RxTask *task, gpointer user_data)
{
  letters.letters[letters.n++] = GPOINTER_TO_INT (user_data);
}

static void
test_priority (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (RxScheduler) low = rx_scheduler_main_context (context, G_PRIORITY_LOW);
  g_autoptr (RxScheduler) high = rx_scheduler_main_context (context, G_PRIORITY_HIGH);
  g_autoptr (RxWorker) low_worker = rx_scheduler_create_worker (low);
  g_autoptr (RxWorker) high_worker = rx_scheduler_create_worker (high);

  run (low_worker, 0, add_letter, GINT_TO_POINTER ('c'), NULL);
  run (high_worker, 0, add_letter, GINT_TO_POINTER ('a'), NULL);
  run (high_worker, 0, add_letter, GINT_TO_POINTER ('b'), NULL);
  while (letters.n < 3)
    g_main_context_iteration (context, TRUE);
  g_assert_cmpstr (letters.letters, ==, "abc");
}

typedef struct
{
  GMainContext *context;
  Probe probe;
} Nested;

static void
nested_run (RxTask *task, gpointer user_data)
{
  Nested *nested = user_data;

  while (g_main_context_iteration (nested->context, FALSE))
    ;
  g_assert_cmpuint (counter_get (&nested->probe.runs), ==, 0);
}

/* A task that iterates the context is still not overlapped by the next one. */
static void
test_nested_loop (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (RxScheduler) scheduler = rx_scheduler_main_context (context, G_PRIORITY_DEFAULT);
  g_autoptr (RxWorker) worker = rx_scheduler_create_worker (scheduler);
  Nested nested = { .context = context };

  run (worker, 0, nested_run, &nested, NULL);
  run (worker, 0, probe_run, &nested.probe, NULL);
  counter_wait_iterating (&nested.probe.runs, 1, context);
}

/* --- everything at once --- */

#define N_THREADS 3
#define N_TASKS 6

typedef struct
{
  RxWorker *worker;             /* (owned) */
  Probe probes[N_TASKS];
  guint32 seed;
} Racer;

static void
race (gpointer member)
{
  Racer *self = member;
  g_autoptr (RxTask) task = NULL;

  for (guint i = 0; i < N_TASKS; i++)
    {
      GTimeSpan delay = (self->seed >> 12) % 3 == 0 ? (self->seed >> 16) % 300 : 0;

      g_clear_pointer (&task, rx_task_unref);
      task = rx_worker_schedule_delayed (self->worker, delay, probe_run, &self->probes[i], probe_free);
      jitter (&self->seed);
      if ((self->seed >> 28) == 0)
        rx_worker_unsubscribe (self->worker);
      if ((self->seed >> 28) == 1)
        rx_task_cancel (task);
    }
  rx_task_cancel (task);
  g_object_unref (self->worker);
}

static void
test_races (void)
{
  guint rounds = race_rounds (4000);
  Home home;
  Team team;

  home_start (&home);
  team_start (&team, N_THREADS, race);
  for (guint round = 0; round < rounds; round++)
    {
      RxWorker *worker = rx_scheduler_create_worker (home.scheduler);
      Racer racers[N_THREADS] = { 0 };

      for (guint i = 0; i < N_THREADS; i++)
        {
          racers[i].worker = g_object_ref (worker);
          racers[i].seed = round * 31 + i * 77777;
          team.members[i] = &racers[i];
        }
      g_object_unref (worker);
      team_round (&team);
      /* The worker is gone: all is dropped but for one that runs. */
      for (guint i = 0; i < N_THREADS; i++)
        {
          for (guint j = 0; j < N_TASKS; j++)
            counter_wait (&racers[i].probes[j].freed, 1);
        }
    }
  team_stop (&team);
  home_stop (&home);
  assert_no_tasks (NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/schedulers/main-context/S26-wake", test_wake);
  g_test_add_func ("/schedulers/main-context/S26-timer-race", test_timer_race);
  g_test_add_func ("/schedulers/main-context/S26-B016-no-loop", test_no_loop);
  g_test_add_func ("/schedulers/main-context/S26-B016-no-loop-thread", test_no_loop_thread);
  g_test_add_func ("/schedulers/main-context/S26-dispatched", test_dispatched);
  g_test_add_func ("/schedulers/main-context/drop-inside", test_drop_inside);
  g_test_add_func ("/schedulers/main-context/B113-fairness", test_fairness);
  g_test_add_func ("/schedulers/main-context/B113-fairness-workers", test_fairness_workers);
  g_test_add_func ("/schedulers/main-context/S26-one-dispatch", test_one_dispatch);
  g_test_add_func ("/schedulers/main-context/S26-contexts", test_default_contexts);
  g_test_add_func ("/schedulers/main-context/S26-priority", test_priority);
  g_test_add_func ("/schedulers/main-context/S2-nested-loop", test_nested_loop);
  g_test_add_func ("/schedulers/main-context/S26-races", test_races);

  return g_test_run ();
}
