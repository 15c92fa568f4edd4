/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Schedulers that users derive and that do less than they should. What well-made ones do is tested by the contract. */

#include "rx-test-script.h"

/* --- one that makes no workers --- */

typedef RxScheduler IdleScheduler;
typedef RxSchedulerClass IdleSchedulerClass;
static GType idle_scheduler_get_type (void);
G_DEFINE_TYPE (IdleScheduler, idle_scheduler, RX_TYPE_SCHEDULER)

static RxWorker *
idle_scheduler_create_worker (RxScheduler *self)
{
  return NULL;
}

static void
idle_scheduler_class_init (IdleSchedulerClass *klass)
{
  klass->create_worker = idle_scheduler_create_worker;
}

static void
idle_scheduler_init (IdleScheduler *self)
{
}

static RxObservable *
with_observe_on (RxScheduler *scheduler)
{
  g_autoptr (RxObservable) source = rx_test_numbers ("1 2");

  return rx_observable_observe_on (source, scheduler);
}

static RxObservable *
with_subscribe_on (RxScheduler *scheduler)
{
  g_autoptr (RxObservable) source = rx_test_numbers ("1 2");

  return rx_observable_subscribe_on (source, scheduler);
}

static RxObservable *
with_interval (RxScheduler *scheduler)
{
  return rx_observable_interval (1, scheduler);
}

static RxObservable *
with_timer (RxScheduler *scheduler)
{
  return rx_observable_timer (1, scheduler);
}

static RxObservable *(*const operators[]) (RxScheduler *) = {
  with_observe_on, with_subscribe_on, with_interval, with_timer
};

/* The stream ends with an error that says whose fault it is, instead of hanging. */
static void
test_no_workers (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    for (gint64 demand = -1; demand <= 0; demand++)
      {
        g_autoptr (RxScheduler) scheduler = g_object_new (idle_scheduler_get_type (), NULL);
        g_autoptr (RxObservable) observable = operators[i] (scheduler);
        g_autoptr (RxProbe) probe = NULL;

        rx_test_expect_critical ("IdleScheduler does not make workers");
        probe = rx_probe_subscribe (observable, demand);
        g_test_assert_expected_messages ();
        g_assert_error (probe->error, RX_ERROR, RX_ERROR_INVALID_ARGUMENT);
        rx_probe_assert (probe, "#IdleScheduler does not make workers");
      }
}

static void
not_called (RxTask *task, gpointer user_data)
{
  g_assert_not_reached ();
}

/* Without a stream there is a message, and the data goes. */
static void
test_no_workers_direct (void)
{
  g_autoptr (RxScheduler) scheduler = g_object_new (idle_scheduler_get_type (), NULL);
  gint n_released = 0;

  rx_test_expect_critical ("does not make workers");
  g_assert_null (rx_scheduler_schedule (scheduler, not_called, &n_released, rx_test_count));
  rx_test_expect_critical ("does not make workers");
  g_assert_null (rx_scheduler_schedule_periodic (scheduler, 0, 1, not_called, &n_released, rx_test_count));
  g_test_assert_expected_messages ();
  g_assert_cmpint (n_released, ==, 2);
  rx_scheduler_shutdown (scheduler);    /* has nothing to do */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/rx/schedulers/user/no-workers", test_no_workers);
  rx_test_add ("/rx/schedulers/user/no-workers-direct", test_no_workers_direct);

  return g_test_run ();
}
