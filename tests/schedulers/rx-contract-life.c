/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* What is left behind, failures, and schedulers that are shut down. */

#include "rx-contract.h"

#include "rx-test-util.h"

static void
test_names (Fixture *self, gconstpointer kind)
{
  g_assert_true (rx_worker_get_scheduler (self->worker) == self->scheduler);
  g_assert_false (rx_worker_is_unsubscribed (self->worker));
  g_assert_cmpint (rx_scheduler_now (self->scheduler), <=, g_get_monotonic_time ());
}

static void
test_schedule_again (Fixture *self, gconstpointer kind)
{
  Probe probe = { 0 };
  RxTask *task = rx_task_new (probe_run, &probe, probe_free);

  for (guint i = 1; i <= 3; i++)
    {
      rx_worker_schedule_task (self->worker, 0, rx_task_ref (task));
      wait_for (self, &probe.runs, i);
    }
  rx_task_unref (task);
  wait_for (self, &probe.freed, 1);
}

/* --- S14 --- */

static void
test_nothing_left (Fixture *self, gconstpointer kind)
{
  guint rounds = race_rounds (1000);
  Probe probe = { 0 };
  RxTask *far = NULL;

  if (!is_local (self))
    far = rx_worker_schedule_delayed (self->worker, FAR_AWAY, probe_run, &probe, NULL);
  for (guint round = 1; round <= rounds; round++)
    {
      Probe probes[3] = { 0 };
      g_autoptr (RxTask) handle = NULL;

      run (self->worker, 0, probe_run, &probes[0], probe_free);
      run (self->worker, 1 + round % 3, probe_run, &probes[1], probe_free);
      if (!is_local (self))
        {
          handle = rx_worker_schedule_delayed (self->worker, FAR_AWAY, probe_run, &probes[2], probe_free);
          rx_task_cancel (handle);
        }
      for (guint i = 0; i < 2; i++)
        wait_for (self, &probes[i].freed, 1);
      /* what has run or was cancelled is known to nobody: the far one, those on the way out, and a pool's alarms (a
       * user's worker has a task of its own for each, which it keeps until it is due) */
      if (self->kind != KIND_USER)
        g_assert_cmpint (atomic_load (&_rx_live[RX_LIVE_TASKS]), <=, self->kind == KIND_POOL ? 8 : 5);
    }
  g_assert_cmpuint (counter_get (&probe.runs), ==, 0);
  rx_worker_unsubscribe (self->worker);
  g_clear_pointer (&far, rx_task_unref);
}

/* --- S21 --- */

static void
fail_once (RxTask *task, gpointer user_data)
{
  g_autoptr (GError) error = rx_test_error ("in a task");

  rx_callback_fail (error);
  counter_add (user_data);
}

/* It is told once, and the worker goes on. */
static void
test_failing (Fixture *self, gconstpointer kind)
{
  Counter failed = { 0 };
  Probe probe = { 0 };

  rx_test_take_undeliverable ();
  run (self->worker, 0, fail_once, &failed, NULL);
  run (self->worker, 0, probe_run, &probe, probe_free);
  run (self->worker, 1, fail_once, &failed, NULL);
  wait_for (self, &probe.freed, 1);
  wait_for (self, &failed, 2);
  run (self->worker, 0, probe_run, &probe, NULL);
  wait_for (self, &probe.runs, 2);
  g_assert_cmpuint (rx_test_take_undeliverable (), ==, 2);
  g_assert_cmpstr (rx_test_last_undeliverable (), ==, "in a task");
}

static void
failing_map (const GValue *item, GValue *result, gpointer user_data, GError **error)
{
  g_propagate_error (error, rx_test_error ("in a function"));
}

/* A stream with a receiver for its error tells that one only. */
static void
test_failing_stream (Fixture *self, gconstpointer kind)
{
  g_autoptr (RxObservable) stream = rx_observable_range (0, 3);
  g_autoptr (RxProbe) probe = rx_probe_new ();
  gint64 end = g_get_monotonic_time () + WATCHDOG;

  rx_test_take_undeliverable ();
  rx_then (&stream, observe_on, self->scheduler);
  rx_then (&stream, map, failing_map, NULL, NULL);
  rx_probe_start (probe, stream, -1);
  while (!atomic_load (&probe->ended))
    {
      if (self->context == NULL || !g_main_context_iteration (self->context, FALSE))
        g_thread_yield ();
      g_assert_cmpint (g_get_monotonic_time (), <, end);
    }
  rx_probe_assert (probe, "#in a function");
  g_assert_cmpuint (rx_test_take_undeliverable (), ==, 0);
}

/* --- S22 --- */

/* Any number of times, whether there is anything to end or not; then all is as new, for the old worker too. */
static void
test_shutdown (Fixture *self, gconstpointer kind)
{
  Probe probe = { 0 };

  for (guint i = 1; i <= 3; i++)
    {
      g_autoptr (RxWorker) worker = rx_scheduler_create_worker (self->scheduler);

      rx_scheduler_shutdown (self->scheduler);
      rx_scheduler_shutdown (self->scheduler);
      run (self->worker, 0, probe_run, &probe, NULL);
      run (worker, 1, probe_run, &probe, NULL);
      wait_for (self, &probe.runs, 2 * i);
      g_assert_false (rx_worker_is_unsubscribed (self->worker));
    }
}

const ContractTest contract_life_tests[] = {
  { "names", test_names },
  { "schedule-again", test_schedule_again },
  { "S14-nothing-left", test_nothing_left },
  { "S21-failing", test_failing },
  { "S21-failing-stream", test_failing_stream },
  { "S22-shutdown", test_shutdown },
  { NULL }
};
