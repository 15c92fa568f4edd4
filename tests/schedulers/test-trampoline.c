/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* What is special about the trampoline: there is one for each thread, and it belongs to all workers. */

#include "rx-contract.h"
#include "rx-test-util.h"

static RxWorker *
new_worker (void)
{
  return rx_scheduler_create_worker (rx_scheduler_trampoline ());
}

typedef struct
{
  RxWorker *worker, *other;
  Step steps[6];
  Probe dropped[2];
} Jumps;

static void
jump (RxTask *task, gpointer user_data)
{
  Jumps *self = user_data;

  run (self->worker, 0, probe_run, &self->dropped[0], probe_free);
  run (self->other, 0, step_log, &self->steps[0], NULL);
  run (self->worker, 500, probe_run, &self->dropped[1], probe_free);
  rx_worker_unsubscribe (self->worker);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpuint (counter_get (&self->dropped[i].freed), ==, 1);
  run (self->other, 0, step_log, &self->steps[1], NULL);
  g_assert_cmpuint (counter_get (&self->steps[0].log->count), ==, 0);
}

/* The worker whose task runs is unsubscribed by that task: what it still has is dropped, what others have goes on. */
static void
test_unsubscribe (void)
{
  static const gint entries[] = { 0, 1 };
  g_autofree Log *log = g_new0 (Log, 1);
  g_autoptr (RxWorker) worker = new_worker ();
  g_autoptr (RxWorker) other = new_worker ();
  Jumps jumps = { .worker = worker, .other = other };

  for (gint i = 0; i < 2; i++)
    jumps.steps[i] = (Step) { .log = log, .id = i };
  run (worker, 0, jump, &jumps, NULL);
  log_assert (log, 2, entries);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpuint (counter_get (&jumps.dropped[i].runs), ==, 0);
}

typedef struct
{
  RxWorker *worker;
  Barrier *barrier;
  GThread *thread;
  Probe probe;
} Crowd;

static void
meet (RxTask *task, gpointer user_data)
{
  Crowd *self = user_data;

  self->thread = g_thread_self ();
  run (self->worker, 0, probe_run, &self->probe, probe_free);
  /* all are inside at the same time, and none has got the task of another */
  barrier_wait (self->barrier);
  g_assert_cmpuint (counter_get (&self->probe.runs), ==, 0);
  barrier_wait (self->barrier);
}

static gpointer
crowd_thread (gpointer data)
{
  Crowd *self = data;

  for (guint i = 0; i < race_rounds (200); i++)
    {
      self->probe = (Probe) { 0 };
      run (self->worker, i % 2, meet, self, NULL);
      g_assert_true (self->thread == g_thread_self ());
      g_assert_cmpuint (counter_get (&self->probe.freed), ==, 1);
    }
  return NULL;
}

/* Threads with the same worker: each has its own tasks, done when its call returns, and waits for nobody. */
static void
test_threads (void)
{
  g_autoptr (RxWorker) worker = new_worker ();
  Barrier barrier = { .n = 3 };
  Crowd crowd[3];
  GThread *threads[3];

  for (guint i = 0; i < 3; i++)
    {
      crowd[i] = (Crowd) { .worker = worker, .barrier = &barrier };
      threads[i] = g_thread_new ("crowd", crowd_thread, &crowd[i]);
    }
  for (guint i = 0; i < 3; i++)
    g_thread_join (threads[i]);
}

static void
fail (RxTask *task, gpointer user_data)
{
  g_autoptr (GError) error = rx_test_error ("in the middle");

  step_log (task, user_data);
  rx_callback_fail (error);
}

static void
fail_in_the_middle (RxTask *task, gpointer user_data)
{
  Step *steps = user_data;

  for (guint i = 0; i < 3; i++)
    run (steps->worker, 0, i == 1 ? fail : step_log, &steps[i], NULL);
}

/* A failure unwinds no stack here, so it is no reason to drop the others' tasks; and the next call begins anew. */
static void
test_failing (void)
{
  static const gint entries[] = { 0, 1, 2, 0, 1, 2 };
  g_autofree Log *log = g_new0 (Log, 1);
  g_autoptr (RxWorker) worker = new_worker ();
  Step steps[3];

  for (gint i = 0; i < 3; i++)
    steps[i] = (Step) { .worker = worker, .log = log, .id = i };
  for (guint round = 1; round <= 2; round++)
    {
      run (worker, 0, fail_in_the_middle, steps, NULL);
      log_assert (log, 3 * round, entries);
      g_assert_cmpuint (rx_test_take_undeliverable (), ==, 1);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/schedulers/trampoline/S23-unsubscribe", test_unsubscribe);
  rx_test_add ("/schedulers/trampoline/S23-threads", test_threads);
  rx_test_add ("/schedulers/trampoline/S24-failing", test_failing);

  return g_test_run ();
}
