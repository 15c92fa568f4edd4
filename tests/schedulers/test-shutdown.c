/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Schedulers with threads that are shut down. */

#define _GNU_SOURCE
#include "rx-thread-fixture.h"

#include <string.h>

#ifdef __linux__
# include <sys/syscall.h>
# include <unistd.h>
#endif

/* Pending work of every kind is dropped, the threads end, and work that comes later starts them again. */
static void
test_shutdown (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (RxScheduler) scheduler = all[i] ();
      g_autoptr (RxWorker) worker = rx_scheduler_create_worker (scheduler);
      RxTestLatch release = { 0 };
      Counter begun = { 0 };
      Job blocked = { .release = &release, .begun = &begun }, queued = { 0 }, far = { 0 }, later = { 0 };

      rx_scheduler_shutdown (scheduler);        /* nothing has begun */
      start (worker, FAR_AWAY, &far);
      start (worker, 0, &blocked);
      counter_wait (&begun, 1);
      rx_test_latch_open (&release);
      start (worker, 0, &queued);
      rx_scheduler_shutdown (scheduler);
      rx_scheduler_shutdown (scheduler);
      g_assert_cmpuint (counter_get (&blocked.freed), ==, 1);
      g_assert_cmpuint (counter_get (&queued.freed), ==, 1);
      g_assert_cmpuint (counter_get (&far.freed), ==, 1);
      g_assert_cmpuint (counter_get (&far.done), ==, 0);

      start (worker, 1, &later);
      counter_wait (&later.freed, 1);
      g_assert_cmpuint (counter_get (&later.done), ==, 1);
    }
}

static void
shut_down_inside (RxTask *task, gpointer user_data)
{
  rx_scheduler_shutdown (user_data);
}

/* It would wait for itself. */
static void
test_shutdown_inside (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (RxScheduler) scheduler = all[i] ();
      g_autoptr (RxWorker) worker = rx_scheduler_create_worker (scheduler);
      Job job = { 0 };

      rx_test_expect_critical ("by one of its own tasks");
      rx_task_unref (rx_worker_schedule (worker, shut_down_inside, scheduler, NULL));
      start (worker, 0, &job);
      counter_wait (&job.freed, 1);
      g_test_assert_expected_messages ();
    }
}

/* B014: one task at work, five that wait, one that comes again and again and one far away. */
typedef struct
{
  RxScheduler *scheduler;
  _Atomic gint id;              /* of the thread; 0: not known */
} Ending;

static gpointer
ending_thread (gpointer data)
{
  Ending *self = data;

#ifdef __linux__
  atomic_store (&self->id, (gint) syscall (SYS_gettid));
#endif
  rx_scheduler_shutdown (self->scheduler);
  return NULL;
}

/* It sleeps: nothing can hold it up in that call but the task that is at work. FALSE: that cannot be seen here. */
static gboolean
wait_until_asleep (Ending *self)
{
  gint64 end = g_get_monotonic_time () + WATCHDOG;

  if (_rx_under_valgrind () || !g_file_test ("/proc/self/task", G_FILE_TEST_IS_DIR))
    return FALSE;
  for (guint times = 0; times < 20; )
    {
      g_autofree gchar *path = g_strdup_printf ("/proc/self/task/%d/stat", atomic_load (&self->id));
      g_autofree gchar *stat = NULL;
      const gchar *name_end;

      if (atomic_load (&self->id) != 0 && g_file_get_contents (path, &stat, NULL, NULL) &&
          (name_end = strrchr (stat, ')')) != NULL && name_end[2] == 'S')
        times++;
      else
        times = 0;
      g_thread_yield ();
      g_assert_cmpint (g_get_monotonic_time (), <, end);
    }
  return TRUE;
}

static void
test_shutdown_busy (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (RxScheduler) scheduler = all[i] ();
      g_autoptr (RxWorker) worker = rx_scheduler_create_worker (scheduler);
      g_autoptr (RxTask) periodic = NULL;
      RxTestLatch release = { 0 };
      Counter begun = { 0 };
      Job busy = { .release = &release, .begun = &begun }, waiting[5] = { 0 }, again = { 0 }, far = { 0 }, late = { 0 };
      Ending ending = { scheduler, 0 };
      gboolean seen;
      pthread_t thread;

      start (worker, 0, &busy);
      counter_wait (&begun, 1);
      for (guint k = 0; k < G_N_ELEMENTS (waiting); k++)
        start (worker, 0, &waiting[k]);
      periodic = rx_worker_schedule_periodic (worker, 0, 10, job_run, &again, job_free);
      start (worker, FAR_AWAY, &far);
      thread = rx_test_thread_start (ending_thread, &ending);
      seen = wait_until_asleep (&ending);
      rx_test_latch_open (&release);
      rx_test_thread_join (thread);

      /* what was at work has ended, nothing else has begun, and all is released, by the time the call returns */
      g_assert_cmpuint (counter_get (&busy.done), ==, 1);
      g_assert_cmpuint (counter_get (&busy.freed), ==, 1);
      g_assert_cmpuint (counter_get (&again.freed), ==, 1);
      g_assert_cmpuint (counter_get (&far.freed), ==, 1);
      g_assert_cmpuint (counter_get (&far.done), ==, 0);
      g_assert_true (rx_task_is_cancelled (periodic));
      for (guint k = 0; k < G_N_ELEMENTS (waiting); k++)
        {
          g_assert_cmpuint (counter_get (&waiting[k].freed), ==, 1);
          if (seen)
            g_assert_cmpuint (counter_get (&waiting[k].done), ==, 0);
        }
      if (seen)
        g_assert_cmpuint (counter_get (&again.done), ==, 0);
      if (seen && i == 0)
        rx_test_wait_until (count_threads ("rx-compute-") == 0);

      /* a later task is as good as the first */
      start (worker, 0, &late);
      counter_wait (&late.freed, 1);
      g_assert_cmpuint (counter_get (&late.done), ==, 1);
    }
}

typedef struct
{
  RxScheduler *other;
  RxTestLatch *go;
  Counter begun;
} Chained;

static void
shut_down_other (RxTask *task, gpointer user_data)
{
  Chained *self = user_data;

  counter_add (&self->begun);
  rx_test_latch_wait (self->go);
  rx_scheduler_shutdown (self->other);
}

static gpointer
open_soon (gpointer latch)
{
  for (guint i = 0; i < 1000; i++)
    g_thread_yield ();
  rx_test_latch_open (latch);
  return NULL;
}

/* While one scheduler is being shut down, the task that this waits for shuts down another one. */
static void
test_shutdown_chained (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (RxScheduler) scheduler = all[i] ();
      g_autoptr (RxScheduler) other = all[(i + 1) % G_N_ELEMENTS (all)] ();
      RxTestWatchdog *watchdog = rx_test_watchdog_start (60);
      RxTestLatch go = { 0 };
      Chained chained = { other, &go, { 0 } };
      Job job = { 0 };
      g_autoptr (RxWorker) worker = rx_scheduler_create_worker (other);
      pthread_t thread;

      start (worker, 0, &job);          /* so that there is a thread to be ended */
      counter_wait (&job.freed, 1);
      rx_task_unref (rx_scheduler_schedule (scheduler, shut_down_other, &chained, NULL));
      counter_wait (&chained.begun, 1);
      thread = rx_test_thread_start (open_soon, &go);
      rx_scheduler_shutdown (scheduler);
      rx_test_thread_join (thread);
      rx_test_watchdog_stop (watchdog);
    }
}

typedef struct
{
  RxWorker *worker;
  guint n;
  Counter freed;
} Feeder;

static void
feed_call (RxTask *task, gpointer feeder)
{
}

static void
feed_free (gpointer feeder)
{
  counter_add (&((Feeder *) feeder)->freed);
}

static gpointer
feed_thread (gpointer data)
{
  Feeder *self = data;
  guint32 seed = 7;

  for (guint i = 0; i < self->n; i++)
    {
      rx_task_unref (rx_worker_schedule_delayed (self->worker, i % 3, feed_call, self, feed_free));
      jitter (&seed);
    }
  return NULL;
}

/* Every task is run or dropped, whenever the scheduler is shut down. */
static void
test_shutdown_races (void)
{
  guint rounds = rx_test_rounds (30);

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    for (guint round = 0; round < rounds; round++)
      {
        g_autoptr (RxScheduler) scheduler = all[i] ();
        Feeder feeder = { rx_scheduler_create_worker (scheduler), 100, { 0 } };
        pthread_t thread = rx_test_thread_start (feed_thread, &feeder);
        guint32 seed = round;

        for (guint k = 0; k < 5; k++)
          {
            jitter (&seed);
            rx_scheduler_shutdown (scheduler);
          }
        rx_test_thread_join (thread);
        if (round % 2 == 0)
          rx_worker_unsubscribe (feeder.worker);
        counter_wait (&feeder.freed, feeder.n);
        g_object_unref (feeder.worker);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/schedulers/threads/S22-all", test_shutdown);
  rx_test_add ("/schedulers/threads/S22-B014-busy", test_shutdown_busy);
  rx_test_add ("/schedulers/threads/S22-shutdown-inside", test_shutdown_inside);
  rx_test_add ("/schedulers/threads/S22-shutdown-chained", test_shutdown_chained);
  rx_test_add ("/schedulers/threads/S22-shutdown-races", test_shutdown_races);

  return g_test_run ();
}
