/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include <rx-glib/rx-testing.h>

#include "rx-test-script.h"

/* Letters of tasks as they run, each with the time. */
typedef struct
{
  RxTestScheduler *scheduler;
  RxWorker *worker;
  GString *text;
} Log;

typedef struct
{
  Log *log;
  gchar letter;
  gint freed;
} Letter;

static void
log_init (Log *self, gint64 start)
{
  self->scheduler = rx_test_scheduler_new_at (start);
  self->worker = rx_scheduler_create_worker (RX_SCHEDULER (self->scheduler));
  self->text = g_string_new (NULL);
}

static void
log_clear (Log *self)
{
  g_object_unref (self->worker);
  g_object_unref (self->scheduler);
  g_string_free (self->text, TRUE);
}

static gint64
log_now (Log *self)
{
  return rx_scheduler_now (RX_SCHEDULER (self->scheduler));
}

static void
letter_run (RxTask *task, gpointer user_data)
{
  Letter *self = user_data;

  g_string_append_printf (self->log->text, "%c%" G_GINT64_FORMAT " ", self->letter, log_now (self->log));
}

static void
letter_free (gpointer user_data)
{
  ((Letter *) user_data)->freed++;
}

static RxTask *
letter_schedule (Letter *self, GTimeSpan delay, RxTaskFunc func)
{
  return rx_worker_schedule_delayed (self->log->worker, delay, func, self, letter_free);
}

static void
advance_to (Log *self, gint64 time)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (rx_test_scheduler_advance_to (self->scheduler, time, &error));
  g_assert_no_error (error);
}

/* --- case B018 --- */

static Letter b018_letters[6];

static void
b018_run_a (RxTask *task, gpointer user_data)
{
  letter_run (task, user_data);
  rx_task_unref (letter_schedule (&b018_letters[3], 0, letter_run));
  rx_task_unref (letter_schedule (&b018_letters[4], 5, letter_run));
}

static void
test_b018 (void)
{
  g_autoptr (RxTask) cancelled = NULL;
  g_autoptr (GError) error = NULL;
  Log log;

  log_init (&log, 0);
  for (guint i = 0; i < G_N_ELEMENTS (b018_letters); i++)
    b018_letters[i] = (Letter) { &log, 'A' + i, 0 };
  rx_task_unref (letter_schedule (&b018_letters[0], 10, b018_run_a));
  rx_task_unref (letter_schedule (&b018_letters[1], 10, letter_run));
  cancelled = letter_schedule (&b018_letters[5], 10, letter_run);
  rx_task_unref (letter_schedule (&b018_letters[2], 10, letter_run));

  rx_task_cancel (cancelled);
  g_assert_cmpint (b018_letters[5].freed, ==, 1);
  g_assert_cmpuint (rx_test_scheduler_get_n_pending (log.scheduler), ==, 3);

  advance_to (&log, 20);
  g_assert_cmpstr (log.text->str, ==, "A10 B10 C10 D10 E15 ");
  g_assert_cmpint (log_now (&log), ==, 20);
  g_assert_true (rx_test_scheduler_advance_by (log.scheduler, 5, &error));
  g_assert_cmpint (log_now (&log), ==, 25);
  for (guint i = 0; i < G_N_ELEMENTS (b018_letters); i++)
    g_assert_cmpint (b018_letters[i].freed, ==, 1);
  log_clear (&log);
}

/* --- order and time --- */

static void
test_order (void)
{
  static const struct
  {
    GTimeSpan delay;
    gchar letter;
  } rows[] = { { 30, 'f' }, { 0, 'b' }, { 10, 'd' }, { -5, 'c' }, { 10, 'e' }, { G_MAXINT64, 'z' } };
  Letter letters[G_N_ELEMENTS (rows)];
  g_autoptr (RxWorker) other = NULL;
  Log log;

  log_init (&log, 100);
  g_assert_cmpint (rx_test_scheduler_get_start (log.scheduler), ==, 100);
  g_assert_cmpint (rx_test_scheduler_get_next_due (log.scheduler), ==, -1);
  other = rx_scheduler_create_worker (RX_SCHEDULER (log.scheduler));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      letters[i] = (Letter) { &log, rows[i].letter, 0 };
      rx_task_unref (rx_worker_schedule_delayed (i % 2 == 0 ? log.worker : other, rows[i].delay, letter_run,
                                                 &letters[i], letter_free));
    }
  g_assert_cmpstr (log.text->str, ==, "");
  g_assert_cmpuint (rx_test_scheduler_get_n_pending (log.scheduler), ==, 6);
  g_assert_cmpint (rx_test_scheduler_get_next_due (log.scheduler), ==, 100);

  advance_to (&log, 100);
  g_assert_cmpstr (log.text->str, ==, "b100 c100 ");
  advance_to (&log, 109);
  g_assert_cmpstr (log.text->str, ==, "b100 c100 ");
  g_assert_cmpint (rx_test_scheduler_get_next_due (log.scheduler), ==, 110);
  g_assert_true (rx_test_scheduler_run (log.scheduler, NULL));
  g_assert_cmpstr (log.text->str, ==, "b100 c100 d110 e110 f130 ");
  g_assert_cmpint (log_now (&log), ==, 130);
  g_assert_cmpuint (rx_test_scheduler_get_n_pending (log.scheduler), ==, 1);

  rx_worker_unsubscribe (other);
  g_assert_cmpint (letters[5].freed, ==, 1);
  g_assert_cmpuint (rx_test_scheduler_get_n_pending (log.scheduler), ==, 0);
  log_clear (&log);
}

/* A worker that goes takes its tasks along, whatever others have; one that stays keeps the scheduler. */
static void
test_workers (void)
{
  g_autoptr (RxTask) late = NULL;
  Letter letters[3];
  Log log, gone;

  log_init (&log, 0);
  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    letters[i] = (Letter) { &log, 'a' + i, 0 };
  gone = log;
  gone.worker = rx_scheduler_create_worker (RX_SCHEDULER (log.scheduler));
  letters[0].log = &gone;
  rx_task_unref (letter_schedule (&letters[0], 1, letter_run));
  rx_task_unref (letter_schedule (&letters[1], 1, letter_run));
  rx_worker_unsubscribe (gone.worker);
  g_assert_cmpint (letters[0].freed, ==, 1);
  late = letter_schedule (&letters[2], 0, letter_run);
  rx_task_cancel (late);
  g_object_unref (gone.worker);

  g_assert_true (rx_test_scheduler_run (log.scheduler, NULL));
  g_assert_cmpstr (log.text->str, ==, "b1 ");
  g_object_add_weak_pointer (G_OBJECT (log.scheduler), (gpointer *) &gone.scheduler);
  g_object_unref (log.scheduler);
  g_assert_nonnull (gone.scheduler);
  g_object_unref (log.worker);
  g_assert_null (gone.scheduler);
  g_string_free (log.text, TRUE);
}

/* --- what must not be done --- */

static void
advance_inside (RxTask *task, gpointer user_data)
{
  Letter *self = user_data;
  g_autoptr (GError) error = NULL;

  g_assert_false (rx_test_scheduler_advance_by (self->log->scheduler, 1, &error));
  g_assert_error (error, RX_ERROR, RX_ERROR_INVALID_ARGUMENT);
  letter_run (task, user_data);
}

static void
test_mistakes (void)
{
  g_autoptr (GError) error = NULL;
  Letter letter;
  Log log;

  log_init (&log, 0);
  advance_to (&log, 3500);
  g_assert_false (rx_test_scheduler_advance_to (log.scheduler, 3499, &error));
  g_assert_error (error, RX_ERROR, RX_ERROR_INVALID_ARGUMENT);
  g_assert_cmpstr (error->message, ==, "It is 3.500 ms, and time does not go back to 3.499 ms");
  g_clear_error (&error);
  g_assert_false (rx_test_scheduler_advance_by (log.scheduler, -1, &error));
  g_assert_error (error, RX_ERROR, RX_ERROR_INVALID_ARGUMENT);
  g_assert_cmpint (log_now (&log), ==, 3500);

  /* Who does not look at errors is told all the same. */
  g_test_expect_message ("RxTesting", G_LOG_LEVEL_CRITICAL, "*does not go back*");
  g_assert_false (rx_test_scheduler_advance_to (log.scheduler, 0, NULL));
  g_test_assert_expected_messages ();

  letter = (Letter) { &log, 'a', 0 };
  rx_task_unref (letter_schedule (&letter, 0, advance_inside));
  g_assert_true (rx_test_scheduler_run (log.scheduler, NULL));
  g_assert_cmpstr (log.text->str, ==, "a3500 ");
  log_clear (&log);
}

/* --- streams --- */

static void
test_interval (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new ();
  g_autoptr (RxObservable) interval = rx_observable_interval (10, RX_SCHEDULER (scheduler));
  g_autoptr (RxProbe) probe = rx_probe_subscribe (interval, -1);
  g_autoptr (GError) error = NULL;

  g_assert_true (rx_test_scheduler_advance_to (scheduler, 35, NULL));
  rx_probe_assert (probe, "0 1 2");
  g_assert_cmpuint (rx_test_scheduler_get_n_pending (scheduler), ==, 1);
  g_assert_cmpint (rx_test_scheduler_get_next_due (scheduler), ==, 40);

  /* It has no end, and the test does. */
  rx_test_scheduler_set_max_tasks (scheduler, 100);
  g_assert_cmpuint (rx_test_scheduler_get_max_tasks (scheduler), ==, 100);
  g_assert_false (rx_test_scheduler_run (scheduler, &error));
  g_assert_error (error, RX_ERROR, RX_ERROR_TOO_MANY);
  g_assert_cmpstr (error->message, ==,
                   "100 tasks have run, it is 1.030 ms, and there is no end; is a stream endless?");
  g_assert_cmpint (rx_scheduler_now (RX_SCHEDULER (scheduler)), ==, 1030);
  g_assert_cmpuint (probe->n_items, ==, 103);

  /* as many as are allowed is not too many */
  g_assert_true (rx_test_scheduler_advance_by (scheduler, 1000, NULL));
  g_assert_cmpint (rx_scheduler_now (RX_SCHEDULER (scheduler)), ==, 2030);
  g_assert_cmpuint (probe->n_items, ==, 203);

  rx_probe_cancel (probe);
  g_assert_cmpuint (rx_test_scheduler_get_n_pending (scheduler), ==, 0);
  g_assert_true (rx_test_scheduler_run (scheduler, NULL));
}

static void
test_timer (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new ();
  g_autoptr (RxObservable) timer = rx_observable_timer (G_TIME_SPAN_DAY, RX_SCHEDULER (scheduler));
  g_autoptr (RxProbe) probe = rx_probe_subscribe (timer, -1);

  rx_then (&timer, observe_on, RX_SCHEDULER (scheduler));
  g_assert_true (rx_test_scheduler_advance_by (scheduler, G_TIME_SPAN_DAY - 1, NULL));
  rx_probe_assert (probe, "");
  g_assert_true (rx_test_scheduler_advance_by (scheduler, 1, NULL));
  rx_probe_assert (probe, "0 |");
}

/* --- threads --- */

#define N_PER_THREAD 2000

typedef struct
{
  RxTestScheduler *scheduler;
  gint *count;
  atomic_int *busy;
} Feeder;

static void
count_run (RxTask *task, gpointer user_data)
{
  ++*(gint *) user_data;
}

static gpointer
feeder_thread (gpointer data)
{
  Feeder *self = data;
  RxWorker *worker = rx_scheduler_create_worker (RX_SCHEDULER (self->scheduler));

  for (guint i = 0; i < N_PER_THREAD; i++)
    {
      RxTask *task = rx_worker_schedule_delayed (worker, i % 7, count_run, self->count, NULL);

      if (i % 4 == 3)
        rx_task_cancel (task);
      rx_task_unref (task);
    }
  atomic_fetch_sub (self->busy, 1);
  return worker;
}

/* Tasks that others schedule run on the thread that advances, none is lost, and the clock never goes back. */
static void
test_threads (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new ();
  atomic_int busy = 3;
  gint count = 0;
  Feeder feeder = { scheduler, &count, &busy };
  pthread_t threads[3];
  gpointer worker;
  gint64 last = 0;

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = rx_test_thread_start (feeder_thread, &feeder);
  while (atomic_load (&busy) > 0)
    {
      gint64 now;

      g_assert_true (rx_test_scheduler_advance_by (scheduler, 1, NULL));
      now = rx_scheduler_now (RX_SCHEDULER (scheduler));
      g_assert_cmpint (now, ==, last + 1);
      last = now;
    }
  g_assert_true (rx_test_scheduler_run (scheduler, NULL));
  g_assert_cmpint (count, <=, 3 * N_PER_THREAD);
  g_assert_cmpint (count, >=, 3 * N_PER_THREAD / 4 * 3);
  g_assert_cmpuint (rx_test_scheduler_get_n_pending (scheduler), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      g_assert_cmpint (pthread_join (threads[i], &worker), ==, 0);
      g_object_unref (worker);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/testing/scheduler/S25-B018", test_b018);
  rx_test_add ("/testing/scheduler/S25-order", test_order);
  rx_test_add ("/testing/scheduler/S10-workers", test_workers);
  rx_test_add ("/testing/scheduler/S25-mistakes", test_mistakes);
  rx_test_add ("/testing/scheduler/interval", test_interval);
  rx_test_add ("/testing/scheduler/timer", test_timer);
  rx_test_add ("/testing/scheduler/S25-threads", test_threads);

  return g_test_run ();
}
