/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Runs the contract over all schedulers, and what is true without one. */

#include "rx-contract.h"

static void
test_programmer_errors (void)
{
  g_autoptr (RxWorker) worker = rx_scheduler_create_worker (rx_scheduler_immediate ());

  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*RX_IS_WORKER*");
  g_assert_null (rx_worker_schedule (NULL, probe_run, NULL, NULL));
  g_test_assert_expected_messages ();
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*func != NULL*");
  g_assert_null (rx_worker_schedule (worker, NULL, NULL, NULL));
  g_test_assert_expected_messages ();
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*func != NULL*");
  g_assert_null (rx_task_new (NULL, NULL, NULL));
  g_test_assert_expected_messages ();
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*RX_IS_SCHEDULER*");
  g_assert_null (rx_scheduler_create_worker (NULL));
  g_test_assert_expected_messages ();
}

static void
test_empty_classes (void)
{
  g_autoptr (RxWorker) worker = g_object_new (user_worker_get_type (), NULL);
  RxWorkerClass *klass = RX_WORKER_GET_CLASS (worker);
  Probe probe = { 0 };
  g_autoptr (RxTask) task = NULL;

  ((UserWorker *) worker)->inner = rx_scheduler_create_worker (rx_scheduler_immediate ());
  g_assert_null (rx_worker_get_scheduler (worker));
  klass->schedule = NULL;
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*does not implement*");
  task = rx_worker_schedule (worker, probe_run, &probe, probe_free);
  g_test_assert_expected_messages ();
  g_assert_true (rx_task_is_cancelled (task));
  g_assert_cmpuint (counter_get (&probe.freed), ==, 1);
  klass->schedule = user_worker_schedule;
}

static void
test_task_alone (void)
{
  Probe probe = { 0 };
  RxTask *task = rx_task_new (probe_run, &probe, probe_free);

  rx_task_run (task);
  rx_task_run (task);
  g_assert_cmpuint (counter_get (&probe.runs), ==, 2);
  rx_task_cancel (task);
  g_assert_cmpuint (counter_get (&probe.freed), ==, 1);
  rx_task_run (task);
  g_assert_cmpuint (counter_get (&probe.runs), ==, 2);
  g_assert_true (g_cancellable_is_cancelled (rx_task_get_cancellable (task)));
  g_assert_true (g_boxed_copy (RX_TYPE_TASK, task) == task);
  g_boxed_free (RX_TYPE_TASK, task);
  rx_task_unref (task);
  assert_no_tasks (NULL);
}

static void
add_tests (guint kind, const ContractTest *tests)
{
  for (guint i = 0; tests[i].name != NULL; i++)
    {
      g_autofree gchar *path = g_strdup_printf ("/schedulers/contract/%s/%s", contract_kind_names[kind], tests[i].name);

      g_test_add (path, Fixture, GUINT_TO_POINTER (kind), fixture_set_up, tests[i].func, fixture_tear_down);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint kind = 0; kind < N_KINDS; kind++)
    {
      add_tests (kind, contract_order_tests);
      add_tests (kind, contract_time_tests);
      add_tests (kind, contract_cancel_tests);
      add_tests (kind, contract_unsubscribe_tests);
      add_tests (kind, contract_periodic_tests);
      add_tests (kind, contract_life_tests);
    }
  g_test_add_func ("/schedulers/programmer-errors", test_programmer_errors);
  g_test_add_func ("/schedulers/empty-classes", test_empty_classes);
  g_test_add_func ("/schedulers/task-alone", test_task_alone);

  return g_test_run ();
}
