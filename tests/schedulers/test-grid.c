/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* When tasks and numbers that come once a period are due, by a clock that stands still unless the test moves it. */

#include "rx-test-script.h"

#define HOUR G_TIME_SPAN_HOUR

static struct
{
  gint64 elapsed;               /* what timers go by */
  gint64 set_by;                /* what somebody has put the clock forward by */
} the_clock;

static gint64
clock_now (void)
{
  return the_clock.elapsed + the_clock.set_by;
}

typedef struct
{
  RxWorker parent_instance;
  GTimeSpan delay;
  RxTask *task;                 /* (owned) (nullable): the pending one */
} ClockWorker;

typedef RxWorkerClass ClockWorkerClass;
static GType clock_worker_get_type (void);
G_DEFINE_TYPE (ClockWorker, clock_worker, RX_TYPE_WORKER)

static ClockWorker *last_worker;        /* (unowned) */

static void
clock_worker_schedule (RxWorker *worker, GTimeSpan delay, RxTask *task)
{
  ClockWorker *self = (ClockWorker *) worker;

  g_assert_null (self->task);
  self->delay = delay;
  self->task = task;
}

static void
clock_worker_unsubscribe (RxWorker *worker)
{
  g_clear_pointer (&((ClockWorker *) worker)->task, rx_task_unref);
}

static void
clock_worker_class_init (ClockWorkerClass *klass)
{
  klass->schedule = clock_worker_schedule;
  klass->unsubscribe = clock_worker_unsubscribe;
}

static void
clock_worker_init (ClockWorker *self)
{
  last_worker = self;
}

typedef RxScheduler ClockScheduler;
typedef RxSchedulerClass ClockSchedulerClass;
static GType clock_scheduler_get_type (void);
G_DEFINE_TYPE (ClockScheduler, clock_scheduler, RX_TYPE_SCHEDULER)

static gint64
clock_scheduler_now (RxScheduler *self)
{
  return clock_now ();
}

static RxWorker *
clock_scheduler_create_worker (RxScheduler *self)
{
  return g_object_new (clock_worker_get_type (), NULL);
}

static void
clock_scheduler_class_init (ClockSchedulerClass *klass)
{
  klass->now = clock_scheduler_now;
  klass->create_worker = clock_scheduler_create_worker;
}

static void
clock_scheduler_init (ClockScheduler *self)
{
}

static RxScheduler *
clock_scheduler_new (void)
{
  the_clock.elapsed = 1000;
  the_clock.set_by = 0;
  return g_object_new (clock_scheduler_get_type (), NULL);
}

/* Waits for the pending task and late more, and runs it. Returns how long that was. */
static GTimeSpan
clock_run (ClockWorker *worker, GTimeSpan late)
{
  g_autoptr (RxTask) task = g_steal_pointer (&worker->task);
  GTimeSpan waited = worker->delay + late;

  the_clock.elapsed += waited;
  rx_task_run (task);
  return waited;
}

/* How long the next run of a task takes. */
static GTimeSpan takes;

static void
take_time (RxTask *task, gpointer user_data)
{
  the_clock.elapsed += takes;
}

static void
clock_run_for (ClockWorker *worker, GTimeSpan late, GTimeSpan how_long)
{
  takes = how_long;
  clock_run (worker, late);
}

/* The beginnings lie on the grid of the first one, whatever a run takes and however late it is; those that are missed
 * are one. */
static void
test_grid (void)
{
  g_autoptr (RxScheduler) scheduler = clock_scheduler_new ();
  g_autoptr (RxWorker) rx_worker = rx_scheduler_create_worker (scheduler);
  ClockWorker *worker = (ClockWorker *) rx_worker;
  RxTask *task;

  g_assert_cmpint (rx_scheduler_now (scheduler), ==, 1000);
  task = rx_worker_schedule_periodic (rx_worker, 5, 10, take_time, NULL, NULL);
  g_assert_cmpint (worker->delay, ==, 5);
  clock_run_for (worker, 0, 3);         /* at 1005 */
  g_assert_cmpint (worker->delay, ==, 7);
  clock_run_for (worker, 2, 3);         /* at 1017 */
  g_assert_cmpint (worker->delay, ==, 5);
  clock_run_for (worker, 0, 10);        /* at 1025, until the next one is due */
  g_assert_cmpint (worker->delay, ==, 0);
  clock_run_for (worker, 0, 34);        /* at 1035, missing those of 1045, 1055 and 1065 */
  g_assert_cmpint (worker->delay, ==, 0);
  clock_run_for (worker, 0, 1);         /* at 1069 */
  g_assert_cmpint (worker->delay, ==, 5);
  for (guint i = 0; i < 1000; i++)
    clock_run_for (worker, 1, 2);
  g_assert_cmpint (clock_now (), ==, 1075 + 999 * 10 + 3);
  rx_task_cancel (task);
  rx_task_unref (task);
  g_clear_pointer (&worker->task, rx_task_unref);

  /* The end of time is not passed. */
  takes = 0;
  task = rx_worker_schedule_periodic (rx_worker, 0, G_MAXINT64, take_time, NULL, NULL);
  clock_run (worker, 0);
  g_assert_cmpint (worker->delay, ==, G_MAXINT64 - clock_now ());
  rx_worker_unsubscribe (rx_worker);
  g_assert_true (rx_task_is_cancelled (task));
  rx_task_unref (task);
}

/* A clock that is put forward brings one run at once, and one that is put back no more than one odd wait. Then all is
 * as it was: on the grid, if it was put by less than two periods, or else on a new one. */
static void
check_jumps (ClockWorker *worker, GTimeSpan period)
{
  const GTimeSpan jumps[] = {
    HOUR, -HOUR, 1000 * HOUR, -1000 * HOUR, period / 2, -period / 2, 3 * period, -3 * period
  };

  for (guint i = 0; i < G_N_ELEMENTS (jumps); i++)
    {
      GTimeSpan before, odd;

      for (guint j = 0; j < 20; j++)
        before = clock_run (worker, 0);
      g_assert_cmpint (before, ==, period);
      the_clock.set_by += jumps[i];
      clock_run (worker, 0);            /* the timer is at work already */
      odd = clock_run (worker, 0);
      g_assert_cmpint (odd, >=, 0);
      g_assert_cmpint (odd, <=, 2 * period);
      g_assert_cmpint (clock_run (worker, 0), <=, period);
      for (guint j = 0; j < 20; j++)
        g_assert_cmpint (clock_run (worker, 0), ==, period);
    }
}

static void
test_jumps (void)
{
  g_autoptr (RxScheduler) scheduler = clock_scheduler_new ();
  g_autoptr (RxWorker) worker = rx_scheduler_create_worker (scheduler);

  takes = 0;
  rx_task_unref (rx_worker_schedule_periodic (worker, 50000, 50000, take_time, NULL, NULL));
  check_jumps ((ClockWorker *) worker, 50000);
  rx_worker_unsubscribe (worker);
}

static void
test_interval_jumps (void)
{
  g_autoptr (RxScheduler) scheduler = clock_scheduler_new ();
  g_autoptr (RxObservable) interval = rx_observable_interval (50000, scheduler);
  g_autoptr (RxProbe) probe = rx_probe_subscribe (interval, -1);

  check_jumps (last_worker, 50000);
  g_assert_cmpuint (probe->n_items, ==, 8 * 43);
  rx_probe_cancel (probe);
}

/* Many ticks with work in each, some of them late: the last one is due where the grid has it. */
static void
work (const GValue *item, gpointer user_data, GError **error)
{
  the_clock.elapsed += 3000;
}

static void
test_drift (void)
{
  g_autoptr (RxScheduler) scheduler = clock_scheduler_new ();
  g_autoptr (RxObservable) interval = rx_observable_interval (10000, scheduler);
  g_autoptr (RxProbe) probe = NULL;
  gint64 start = clock_now ();

  rx_then (&interval, do_on_next, work, NULL, NULL);
  probe = rx_probe_subscribe (interval, -1);
  probe->quiet = TRUE;
  for (gint64 n = 1; n <= 200; n++)
    {
      GTimeSpan late = n % 7 == 0 ? 1500 : 0;

      clock_run (last_worker, late);
      g_assert_cmpint (clock_now (), ==, start + n * 10000 + late + 3000);
    }
  g_assert_cmpuint (probe->n_items, ==, 200);
  rx_probe_cancel (probe);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/schedulers/grid/S15-periodic", test_grid);
  rx_test_add ("/schedulers/grid/S19-clock-jumps", test_jumps);
  rx_test_add ("/schedulers/grid/S19-B008-interval", test_interval_jumps);
  rx_test_add ("/schedulers/grid/S15-B009-drift", test_drift);

  return g_test_run ();
}
