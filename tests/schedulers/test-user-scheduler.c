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

/* --- one whose workers refuse --- */

typedef RxWorker BusyWorker;
typedef RxWorkerClass BusyWorkerClass;
static GType busy_worker_get_type (void);
G_DEFINE_TYPE (BusyWorker, busy_worker, RX_TYPE_WORKER)

/* It takes so many, which it runs at once; of the others it keeps the first. */
static gint n_taken;
static RxTask *kept;            /* (owned) (nullable) */

static void
busy_worker_schedule (RxWorker *self, GTimeSpan delay, RxTask *task)
{
  g_autoptr (GError) error = rx_test_error ("busy");

  if (n_taken > 0)
    {
      n_taken--;
      rx_task_run (task);
      rx_task_unref (task);
      return;
    }
  rx_callback_fail (error);
  if (kept == NULL)
    kept = task;
  else
    rx_task_unref (task);
}

static void
busy_worker_class_init (BusyWorkerClass *klass)
{
  klass->schedule = busy_worker_schedule;
}

static void
busy_worker_init (BusyWorker *self)
{
}

typedef RxScheduler BusyScheduler;
typedef RxSchedulerClass BusySchedulerClass;
static GType busy_scheduler_get_type (void);
G_DEFINE_TYPE (BusyScheduler, busy_scheduler, RX_TYPE_SCHEDULER)

static RxWorker *
busy_scheduler_create_worker (RxScheduler *self)
{
  return g_object_new (busy_worker_get_type (), NULL);
}

static void
busy_scheduler_class_init (BusySchedulerClass *klass)
{
  klass->create_worker = busy_scheduler_create_worker;
}

static void
busy_scheduler_init (BusyScheduler *self)
{
}

/* What the worker still does with the task is nothing. */
static void
run_kept (void)
{
  if (kept != NULL)
    rx_task_run (kept);
  g_clear_pointer (&kept, rx_task_unref);
}

static void
test_refusing (void)
{
  static const struct
  {
    RxObservable *(*apply) (RxScheduler *);
    gint n_taken;
    const gchar *events;
  } rows[] = {
    { with_subscribe_on, 0, "#busy" },
    { with_observe_on, 0, "#busy" },
    { with_interval, 0, "#busy" },
    { with_interval, 1, "0 #busy" },
    { with_timer, 0, "#busy" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (RxScheduler) scheduler = g_object_new (busy_scheduler_get_type (), NULL);
      g_autoptr (RxObservable) observable = rows[i].apply (scheduler);
      g_autoptr (RxProbe) probe = NULL;

      n_taken = rows[i].n_taken;
      probe = rx_probe_subscribe (observable, -1);
      rx_probe_assert (probe, rows[i].events);
      g_assert_true (rx_subscription_is_unsubscribed (probe->handle));
      run_kept ();
      rx_probe_assert (probe, rows[i].events);
      g_assert_cmpuint (rx_test_take_undeliverable (), ==, 0);
    }
}

/* Without a stream that could be told, it is undeliverable; the task is a cancelled one, and its data goes. */
static void
test_refusing_tasks (void)
{
  g_autoptr (RxScheduler) scheduler = g_object_new (busy_scheduler_get_type (), NULL);
  g_autoptr (RxWorker) worker = rx_scheduler_create_worker (scheduler);
  g_autoptr (RxTask) one = NULL;
  g_autoptr (RxTask) other = NULL;
  gint n_released = 0;

  n_taken = 0;
  one = rx_worker_schedule (worker, not_called, &n_released, rx_test_count);
  g_assert_true (rx_task_is_cancelled (one));
  g_assert_cmpint (n_released, ==, 1);
  other = rx_worker_schedule_periodic (worker, 0, 10, not_called, &n_released, rx_test_count);
  g_assert_true (rx_task_is_cancelled (other));
  g_assert_cmpint (n_released, ==, 2);
  run_kept ();
  g_assert_cmpuint (rx_test_take_undeliverable (), ==, 2);
  g_assert_cmpstr (rx_test_last_undeliverable (), ==, "busy");
}

/* A failure that is on its way when somebody schedules is not the worker's. */
static void
schedule_and_fail (const GValue *item, gpointer worker, GError **error)
{
  g_autoptr (GError) own = rx_test_error ("own");

  rx_callback_fail (own);
  rx_task_unref (rx_worker_schedule (worker, not_called, NULL, NULL));
}

static void
test_refusing_inside (void)
{
  g_autoptr (RxScheduler) scheduler = g_object_new (busy_scheduler_get_type (), NULL);
  g_autoptr (RxWorker) worker = rx_scheduler_create_worker (scheduler);
  g_autoptr (RxObservable) observable = rx_test_numbers ("1 2");
  g_autoptr (RxProbe) probe = NULL;

  n_taken = 0;
  rx_then (&observable, do_on_next, schedule_and_fail, worker, NULL);
  probe = rx_probe_subscribe (observable, -1);
  rx_probe_assert (probe, "#own");
  run_kept ();
  g_assert_cmpuint (rx_test_take_undeliverable (), ==, 1);
}

/* --- one that runs its tasks at once --- */

typedef struct
{
  RxWorker parent_instance;
} HastyWorker;

typedef RxWorkerClass HastyWorkerClass;
static GType hasty_worker_get_type (void);
G_DEFINE_TYPE (HastyWorker, hasty_worker, RX_TYPE_WORKER)

static guint depth, deepest, n_scheduled;

static void
hasty_worker_schedule (RxWorker *self, GTimeSpan delay, RxTask *task)
{
  n_scheduled++;
  depth++;
  deepest = MAX (deepest, depth);
  rx_task_run (task);
  rx_task_unref (task);
  depth--;
}

static void
hasty_worker_class_init (HastyWorkerClass *klass)
{
  klass->schedule = hasty_worker_schedule;
}

static void
hasty_worker_init (HastyWorker *self)
{
}

typedef RxScheduler HastyScheduler;
typedef RxSchedulerClass HastySchedulerClass;
static GType hasty_scheduler_get_type (void);
G_DEFINE_TYPE (HastyScheduler, hasty_scheduler, RX_TYPE_SCHEDULER)

static RxWorker *
hasty_scheduler_create_worker (RxScheduler *self)
{
  return g_object_new (hasty_worker_get_type (), NULL);
}

static void
hasty_scheduler_class_init (HastySchedulerClass *klass)
{
  klass->create_worker = hasty_scheduler_create_worker;
}

static void
hasty_scheduler_init (HastyScheduler *self)
{
}

/* Longer than a slice, until the loop has given way ten times. */
static void
dawdle (RxProbe *probe, const GValue *item, gpointer unused)
{
  gint64 end = g_get_monotonic_time () + 1000;

  g_assert_cmpint (rx_value_get_int64 (item), ==, probe->n_items - 1);
  if (n_scheduled < 10)
    while (g_get_monotonic_time () < end)
      ;
  else
    rx_probe_cancel (probe);
}

/* A long stream gives way again and again, and does not go deeper with that. */
static void
test_hasty (void)
{
  g_autoptr (RxScheduler) scheduler = g_object_new (hasty_scheduler_get_type (), NULL);
  g_autoptr (RxObservable) observable = rx_observable_range (0, G_MAXINT64);
  g_autoptr (RxProbe) probe = rx_probe_new ();

  rx_then (&observable, observe_on, scheduler);
  probe->quiet = TRUE;
  probe->hook = dawdle;
  rx_probe_start (probe, observable, -1);
  g_assert_cmpuint (n_scheduled, ==, 10);
  g_assert_cmpuint (deepest, <=, 2);
  g_assert_cmpuint (depth, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/schedulers/user/no-workers", test_no_workers);
  rx_test_add ("/schedulers/user/no-workers-direct", test_no_workers_direct);
  rx_test_add ("/schedulers/user/refusing", test_refusing);
  rx_test_add ("/schedulers/user/refusing-tasks", test_refusing_tasks);
  rx_test_add ("/schedulers/user/refusing-inside", test_refusing_inside);
  rx_test_add ("/schedulers/user/S7-hasty", test_hasty);

  return g_test_run ();
}
