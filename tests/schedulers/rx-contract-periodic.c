/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Tasks that run again and again. How their times are reckoned is tested by a clock that stands still
 * (tests/schedulers/test-grid.c). */

#include "rx-contract.h"

#include "rx-test-util.h"

/* --- S15 --- */

typedef struct
{
  Counter runs, freed;
  RxWorker *worker;
  guint limit;
  gint64 start;
  GTimeSpan period;
  gboolean slow;
} Ticks;

static void
ticks_freed (gpointer user_data)
{
  counter_add (&((Ticks *) user_data)->freed);
}

static void
tick (RxTask *task, gpointer user_data)
{
  Ticks *ticks = user_data;
  guint n = counter_get (&ticks->runs);

  g_assert_cmpint (time_of (ticks->worker), >=, ticks->start + n * MAX (ticks->period, 0));
  g_assert_cmpuint (counter_get (&ticks->freed), ==, 0);
  if (ticks->slow && n == 0)
    {
      while (g_get_monotonic_time () < ticks->start + 10 * ticks->period + ticks->period / 2)
        g_thread_yield ();
    }
  if (n + 1 == ticks->limit)
    rx_task_cancel (task);
  counter_add (&ticks->runs);
}

static void
test_periodic (Fixture *self, gconstpointer kind)
{
  Ticks ticks = { .worker = self->worker, .limit = 20, .period = 1000, .start = time_of (self->worker) + 2000 };

  rx_task_unref (rx_worker_schedule_periodic (self->worker, 2000, ticks.period, tick, &ticks, ticks_freed));
  wait_for (self, &ticks.freed, 1);
  g_assert_cmpuint (counter_get (&ticks.runs), ==, 20);
}

/* After a run that took ten periods there is one run for those that were missed, and the next one is on the grid. */
static void
test_periodic_slow (Fixture *self, gconstpointer kind)
{
  Ticks ticks = { .worker = self->worker, .limit = 3, .period = 4000, .start = time_of (self->worker), .slow = TRUE };

  if (self->kind == KIND_TEST)
    {
      g_test_skip ("virtual time stands still while a task runs");
      return;
    }
  rx_task_unref (rx_worker_schedule_periodic (self->worker, 0, ticks.period, tick, &ticks, ticks_freed));
  wait_for (self, &ticks.freed, 1);
  g_assert_cmpuint (counter_get (&ticks.runs), ==, 3);
  g_assert_cmpint (g_get_monotonic_time (), >=, ticks.start + 11 * ticks.period);
}

typedef struct
{
  Counter ticks, others, freed;
  RxWorker *worker;
  RxTask *task;
} BackToBack;

static void
back_to_back_freed (gpointer user_data)
{
  counter_add (&((BackToBack *) user_data)->freed);
}

static void
back_to_back_other (RxTask *task, gpointer user_data)
{
  counter_add (&((BackToBack *) user_data)->others);
}

static void
back_to_back_tick (RxTask *task, gpointer user_data)
{
  BackToBack *self = user_data;
  guint n = counter_add (&self->ticks);

  g_assert_cmpuint (counter_get (&self->others), ==, n - 1);
  run (self->worker, 0, back_to_back_other, self, NULL);
  if (n == 100)
    rx_task_cancel (task);
}

static void
test_periodic_zero (Fixture *self, gconstpointer kind)
{
  BackToBack state = { .worker = self->worker };

  rx_task_unref (rx_worker_schedule_periodic (self->worker, -1, 0, back_to_back_tick, &state, back_to_back_freed));
  wait_for (self, &state.others, 100);
  wait_for (self, &state.freed, 1);
  g_assert_cmpuint (counter_get (&state.ticks), ==, 100);
}

static void
endless_tick (RxTask *task, gpointer user_data)
{
  counter_add (&((Probe *) user_data)->runs);
}

static gpointer
endless_thread (gpointer data)
{
  Fixture *self = ((gpointer *) data)[0];
  Probe *probe = ((gpointer *) data)[1];

  rx_task_unref (rx_worker_schedule_periodic (self->worker, 0, 0, endless_tick, probe, probe_free));
  wait_for (self, &probe->freed, 1);
  return NULL;
}

/* A period of nothing still lets another thread end it. */
static void
test_periodic_unsubscribe (Fixture *self, gconstpointer kind)
{
  Probe probe = { 0 };
  gpointer args[] = { self, &probe };
  GThread *thread = g_thread_new ("endless", endless_thread, args);
  guint runs;

  counter_wait (&probe.runs, 1000);
  rx_worker_unsubscribe (self->worker);
  g_thread_join (thread);
  runs = counter_get (&probe.runs);
  run (self->worker, 0, probe_run, &probe, NULL);
  g_assert_cmpuint (counter_get (&probe.runs), ==, runs);
}

/* --- S16 --- */

typedef struct
{
  RxWorker *worker;
  Probe probe;
  RxTask *task;
  Counter through;
  gboolean by_worker;
} Third;

static void
third_tick (RxTask *task, gpointer user_data)
{
  Third *self = user_data;

  if (counter_add (&self->probe.runs) < 3)
    return;
  if (self->by_worker)
    rx_worker_unsubscribe (self->worker);
  else
    rx_task_cancel (task);
  g_assert_cmpuint (counter_get (&self->probe.freed), ==, 0);
}

static void
third_free (gpointer user_data)
{
  probe_free (&((Third *) user_data)->probe);
}

static void
third_through (RxTask *task, gpointer user_data)
{
  counter_add (&((Third *) user_data)->through);
}

/* It ends itself, or its worker: it does not run again, in the time of several periods. */
static void
test_ends_itself (Fixture *self, gconstpointer kind)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (RxWorker) worker = rx_scheduler_create_worker (self->scheduler);
      g_autoptr (RxWorker) other = rx_scheduler_create_worker (self->scheduler);
      Third third = { .worker = worker, .by_worker = i == 1 };

      rx_task_unref (rx_worker_schedule_periodic (worker, 0, 500, third_tick, &third, third_free));
      wait_for (self, &third.probe.freed, 1);
      run (other, 3000, third_through, &third, NULL);
      wait_for (self, &third.through, 1);
      g_assert_cmpuint (counter_get (&third.probe.runs), ==, 3);
      g_assert_cmpuint (counter_get (&third.probe.freed), ==, 1);
    }
}

/* --- S18 --- */

static void
third_fails (RxTask *task, gpointer user_data)
{
  Third *self = user_data;
  g_autoptr (GError) error = rx_test_error ("the third time");

  if (counter_add (&self->probe.runs) == 3)
    rx_callback_fail (error);
}

static void
test_failing (Fixture *self, gconstpointer kind)
{
  g_autoptr (RxTask) task = NULL;
  Third third = { .worker = self->worker };

  rx_test_take_undeliverable ();
  task = rx_worker_schedule_periodic (self->worker, 0, 500, third_fails, &third, third_free);
  wait_for (self, &third.probe.freed, 1);
  g_assert_true (rx_task_is_cancelled (task));
  run (self->worker, 3000, third_through, &third, NULL);
  wait_for (self, &third.through, 1);
  g_assert_cmpuint (counter_get (&third.probe.runs), ==, 3);
  g_assert_cmpuint (rx_test_take_undeliverable (), ==, 1);
  g_assert_cmpstr (rx_test_last_undeliverable (), ==, "the third time");
}

const ContractTest contract_periodic_tests[] = {
  { "S15-grid", test_periodic },
  { "S15-missed-runs", test_periodic_slow },
  { "S16-ends-itself", test_ends_itself },
  { "S17-gives-way", test_periodic_zero },
  { "S17-unsubscribe", test_periodic_unsubscribe },
  { "S18-failing", test_failing },
  { NULL }
};
