/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* When the delayed tasks of one worker run. */

#include "rx-contract.h"

/* --- S4 --- */

#define N_DELAYED 600

static const GTimeSpan delays[] = { 9000, 0, 3000, 1, 3000, -5, 9000, 20000, 0, 1 };

typedef struct
{
  Step *steps;
  gint n;
} Delayed;

static void
schedule_delayed (RxTask *task, gpointer user_data)
{
  Delayed *self = user_data;

  for (gint i = 0; i < self->n; i++)
    {
      GTimeSpan delay = delays[i % G_N_ELEMENTS (delays)];
      Step *step = &self->steps[i];

      step->earliest = time_of (step->worker) + MAX (delay, 0);
      run (step->worker, delay, step_log, step, NULL);
      step->latest = time_of (step->worker) + MAX (delay, 0);
    }
}

/* In the order of the due times, which is known as far as they are; first come first served among equal ones; and
 * step_log() sees that none is early. */
static void
test_due_order (Fixture *self, gconstpointer kind)
{
  g_autofree Log *log = g_new0 (Log, 1);
  g_autofree Step *steps = g_new0 (Step, N_DELAYED);
  g_autofree gint *place = g_new0 (gint, N_DELAYED);
  Delayed delayed = { steps, self->kind == KIND_IMMEDIATE ? 20 : N_DELAYED };

  for (gint i = 0; i < delayed.n; i++)
    steps[i] = (Step) { .worker = self->worker, .log = log, .id = i };
  run (self->worker, 0, schedule_delayed, &delayed, NULL);
  wait_for (self, &log->count, delayed.n);

  for (gint i = 0; i < delayed.n; i++)
    place[log->entries[i]] = i;
  for (gint i = 0; i < delayed.n; i++)
    {
      for (gint j = i + 1; j < delayed.n; j++)
        {
          GTimeSpan a = delays[i % 10], b = delays[j % 10];

          if (i % 10 == j % 10 || self->kind == KIND_IMMEDIATE)
            g_assert_cmpint (place[i], <, place[j]);
          else if (a > 0 && b > 0 && steps[i].latest < steps[j].earliest)
            g_assert_cmpint (place[i], <, place[j]);
          else if (a > 0 && b > 0 && steps[j].latest < steps[i].earliest)
            g_assert_cmpint (place[i], >, place[j]);
          /* by a clock that stands still while they are scheduled, due times are equal or they are not */
          else if (self->kind == KIND_TEST && MAX (a, 0) == MAX (b, 0))
            g_assert_cmpint (place[i], <, place[j]);
        }
    }
}

/* --- S5 --- */

static void
mixed_end (RxTask *task, gpointer user_data)
{
  Step *steps = user_data;

  rx_worker_unsubscribe (steps->worker);
  log_add (steps->log, 4);
}

static void
mixed (RxTask *task, gpointer user_data)
{
  Step *steps = user_data;

  run (steps->worker, FAR_AWAY, step_log, &steps[0], NULL);
  run (steps->worker, 0, step_log, &steps[1], NULL);
  run (steps->worker, FAR_AWAY, step_log, &steps[2], NULL);
  run (steps->worker, -1, step_log, &steps[3], NULL);
  run (steps->worker, 0, mixed_end, steps, NULL);
}

static void
test_undelayed (Fixture *self, gconstpointer kind)
{
  static const gint entries[] = { 1, 3, 4 };
  g_autofree Log *log = g_new0 (Log, 1);
  Step steps[4];

  if (self->kind == KIND_IMMEDIATE)
    {
      g_test_skip ("runs each in the call that schedules it, and waits for it");
      return;
    }

  for (gint i = 0; i < 4; i++)
    steps[i] = (Step) { .worker = self->worker, .log = log, .id = i };
  run (self->worker, 0, mixed, steps, NULL);
  wait_for (self, &log->count, 3);
  log_assert (log, 3, entries);
}

/* Two that wait already, of which the first schedules an undelayed task and one that is due when it returns: the one
 * that was scheduled first runs first. */
static void
undelayed_then_due (RxTask *task, gpointer user_data)
{
  Step *steps = user_data;
  gint64 end = g_get_monotonic_time () + 50;

  run (steps->worker, 0, step_log, &steps[1], NULL);
  run (steps->worker, 1, step_log, &steps[2], NULL);
  while (g_get_monotonic_time () < end)
    ;
}

static void
two_that_wait (RxTask *task, gpointer user_data)
{
  Step *steps = user_data;

  run (steps->worker, 0, undelayed_then_due, steps, NULL);
  run (steps->worker, 0, step_log, &steps[0], NULL);
}

static void
test_undelayed_then_due (Fixture *self, gconstpointer kind)
{
  static const gint deferred[] = { 0, 1, 2 }, nested[] = { 1, 2, 0 };
  g_autofree Log *log = g_new0 (Log, 1);
  Step steps[3];

  for (gint i = 0; i < 3; i++)
    steps[i] = (Step) { .worker = self->worker, .log = log, .id = i };
  run (self->worker, 0, two_that_wait, steps, NULL);
  wait_for (self, &log->count, 3);
  log_assert (log, 3, self->kind == KIND_IMMEDIATE ? nested : deferred);
}

/* --- S6 --- */

/* One after the other, so that each has nothing but the clock to wait for. */
static void
test_not_early (Fixture *self, gconstpointer kind)
{
  static const GTimeSpan spans[] = { 1, 10, 99, 500, 999, 1000, 1001, 1999, 2500, 5000, 0, -1, G_MININT64 };
  g_autofree Log *log = g_new0 (Log, 1);

  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      Step step = { .worker = self->worker, .log = log, .id = i };

      step.earliest = time_of (self->worker) + MAX (spans[i], 0);
      run (self->worker, spans[i], step_log, &step, NULL);
      wait_for (self, &log->count, i + 1);
    }
}

const ContractTest contract_time_tests[] = {
  { "S4-due-order", test_due_order },
  { "S5-undelayed-first", test_undelayed },
  { "S5-undelayed-then-due", test_undelayed_then_due },
  { "S6-not-early", test_not_early },
  { NULL }
};
