/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* What belongs to a thread is called there, whatever thread the stream runs on. */

#include "rx-test-util.h"

static GThread *home;

/* --- a scheduler whose methods may be called at home only, as one that is written in JavaScript --- */

typedef struct
{
  RxWorker parent_instance;

  GList *sources;
} HomelyWorker;

typedef RxWorkerClass HomelyWorkerClass;
GType homely_worker_get_type (void);
G_DEFINE_TYPE (HomelyWorker, homely_worker, RX_TYPE_WORKER)

static guint n_scheduled, n_unsubscribed;

typedef struct
{
  HomelyWorker *worker;         /* (owned) */
  RxTask *task;                 /* (owned) */
  GSource *source;              /* (owned) */
} Job;

static gboolean
job_run (gpointer data)
{
  rx_task_run (((Job *) data)->task);
  return G_SOURCE_REMOVE;
}

static void
job_free (gpointer data)
{
  Job *job = data;

  job->worker->sources = g_list_remove (job->worker->sources, job->source);
  rx_task_unref (job->task);
  g_source_unref (job->source);
  g_object_unref (job->worker);
  g_free (job);
}

static void
homely_worker_schedule (RxWorker *self, GTimeSpan delay, RxTask *task)
{
  Job *job = g_new (Job, 1);

  g_assert_true (g_thread_self () == home);
  g_assert_cmpint (delay, >=, 0);
  n_scheduled++;
  job->worker = (HomelyWorker *) g_object_ref (self);
  job->task = task;
  job->source = g_timeout_source_new ((guint) (delay / 1000));
  job->worker->sources = g_list_prepend (job->worker->sources, job->source);
  g_source_set_callback (job->source, job_run, job, job_free);
  g_source_attach (job->source, NULL);
}

static void
homely_worker_unsubscribe (RxWorker *self)
{
  g_autoptr (GList) sources = g_steal_pointer (&((HomelyWorker *) self)->sources);

  g_assert_true (g_thread_self () == home);
  n_unsubscribed++;
  g_list_foreach (sources, (GFunc) (void (*) (void)) g_source_destroy, NULL);
}

static void
homely_worker_class_init (HomelyWorkerClass *klass)
{
  klass->schedule = homely_worker_schedule;
  klass->unsubscribe = homely_worker_unsubscribe;
}

static void
homely_worker_init (HomelyWorker *self)
{
}

typedef RxScheduler HomelyScheduler;
typedef RxSchedulerClass HomelySchedulerClass;
GType homely_scheduler_get_type (void);
G_DEFINE_TYPE (HomelyScheduler, homely_scheduler, RX_TYPE_SCHEDULER)

static gint64
homely_scheduler_now (RxScheduler *self)
{
  g_assert_true (g_thread_self () == home);
  return g_get_monotonic_time ();
}

static RxWorker *
homely_scheduler_create_worker (RxScheduler *self)
{
  g_assert_true (g_thread_self () == home);
  return g_object_new (homely_worker_get_type (), NULL);
}

static void
homely_scheduler_class_init (HomelySchedulerClass *klass)
{
  klass->now = homely_scheduler_now;
  klass->create_worker = homely_scheduler_create_worker;
}

static void
homely_scheduler_init (HomelyScheduler *self)
{
}

static RxScheduler *
homely_scheduler_new (void)
{
  rx_bind_type_to_thread (homely_worker_get_type ());
  rx_bind_type_to_thread (homely_scheduler_get_type ());
  rx_bind_type_to_thread (homely_scheduler_get_type ());        /* once is enough */
  return g_object_new (homely_scheduler_get_type (), NULL);
}

static void
then_subscribe_on_pool (RxObservable **stream)
{
  rx_then (stream, subscribe_on, rx_scheduler_computation ());
}

static void
expect (RxObservable *stream, const gchar *events)
{
  g_autoptr (RxProbe) probe = rx_probe_subscribe (stream, -1);

  rx_probe_wait (probe);
  rx_probe_assert (probe, events);
}

static void
flush (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* Items come from a pool: its thread schedules. */
static void
test_schedule (void)
{
  g_autoptr (RxScheduler) scheduler = homely_scheduler_new ();
  g_autoptr (RxObservable) stream = rx_observable_range (0, 200);
  g_autoptr (RxProbe) probe = NULL;

  n_scheduled = n_unsubscribed = 0;
  rx_then (&stream, observe_on, rx_scheduler_computation ());
  rx_then (&stream, observe_on, scheduler);
  rx_then (&stream, reduce, RX_VALUE_INT64 (0), rx_test_add_up, NULL, NULL);
  probe = rx_probe_subscribe (stream, -1);
  rx_probe_wait (probe);
  rx_probe_assert (probe, "19900 |");
  g_assert_true (probe->thread == home);
  g_assert_cmpuint (n_scheduled, >, 0);
  rx_test_wait_until (n_unsubscribed == 1);
}

/* The subscription itself is made on a thread of the pool: the worker, too, is asked for there. */
static void
test_create_worker (void)
{
  g_autoptr (RxScheduler) scheduler = homely_scheduler_new ();
  g_autoptr (RxObservable) stream = rx_observable_range (0, 3);
  g_autoptr (RxObservable) clock = rx_observable_interval (1000, scheduler);

  n_unsubscribed = 0;
  rx_then (&stream, observe_on, scheduler);
  then_subscribe_on_pool (&stream);
  expect (stream, "0 1 2 |");
  rx_test_wait_until (n_unsubscribed == 1);

  rx_then (&clock, take, 3);
  then_subscribe_on_pool (&clock);
  expect (clock, "0 1 2 |");
  rx_test_wait_until (n_unsubscribed == 2);
}

static gpointer
ask (gpointer scheduler)
{
  g_autoptr (RxWorker) worker = rx_scheduler_create_worker (scheduler);
  gint64 now = rx_scheduler_now (scheduler);

  g_assert_cmpint (ABS (now - g_get_monotonic_time ()), <, G_USEC_PER_SEC);
  g_assert_true (rx_worker_get_scheduler (worker) == scheduler);
  return NULL;
}

/* A worker that is made elsewhere and never used */
static void
test_unused (void)
{
  g_autoptr (RxScheduler) scheduler = homely_scheduler_new ();

  n_scheduled = n_unsubscribed = 0;
  for (guint i = 0; i < 20; i++)
    g_thread_join (g_thread_new ("ask", ask, scheduler));
  flush ();
  g_assert_cmpuint (n_scheduled, ==, 0);
  g_assert_cmpuint (n_unsubscribed, ==, 0);
}

static void
call (RxTask *task, gpointer counter)
{
  g_assert_true (g_thread_self () == home);
  ++*(guint *) counter;
}

static gpointer
schedule_and_leave (gpointer data)
{
  gpointer *pair = data;
  g_autoptr (RxWorker) worker = rx_scheduler_create_worker (pair[0]);

  rx_task_unref (rx_worker_schedule_delayed (worker, 0, call, pair[1], NULL));
  rx_worker_unsubscribe (worker);
  rx_task_unref (rx_worker_schedule_delayed (worker, 0, call, pair[1], NULL));
  return NULL;
}

static void
test_unsubscribe (void)
{
  g_autoptr (RxScheduler) scheduler = homely_scheduler_new ();
  guint n_calls = 0;
  gpointer pair[] = { scheduler, &n_calls };

  for (guint i = 0; i < 20; i++)
    g_thread_join (g_thread_new ("leave", schedule_and_leave, pair));
  flush ();
  g_assert_cmpuint (n_calls, ==, 0);
}

/* A bound worker that is dropped is not called any more. */
static void
test_dropped (void)
{
  g_autoptr (RxScheduler) scheduler = homely_scheduler_new ();
  RxWorker *worker = rx_scheduler_create_worker (scheduler);

  n_unsubscribed = 0;
  g_object_unref (worker);
  g_assert_cmpuint (n_unsubscribed, ==, 0);
}

/* --- functions that clean up --- */

typedef struct
{
  atomic_int n_calls;
  atomic_int n_destroyed;
} Cleaning;

static void
clean (gpointer data, GError **error)
{
  g_assert_true (g_thread_self () == home);
  atomic_fetch_add (&((Cleaning *) data)->n_calls, 1);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "dirty");
}

static void
clean_destroyed (gpointer data)
{
  g_assert_true (g_thread_self () == home);
  atomic_fetch_add (&((Cleaning *) data)->n_destroyed, 1);
}

static void
cancelled (GCancellable *cancellable, Cleaning *cleaning)
{
  g_assert_true (g_thread_self () == home);
  atomic_fetch_add (&cleaning->n_calls, 1);
}

static void
produce (RxEmitter *emitter, gpointer data, GError **error)
{
  Cleaning *cleaning = data;

  rx_emitter_add_teardown (emitter, clean, cleaning, clean_destroyed);
  g_signal_connect (rx_emitter_get_cancellable (emitter), "cancelled", G_CALLBACK (cancelled), cleaning);
}

/* A pool's thread ends the stream. */
static void
test_teardown (void)
{
  Cleaning cleaning = { 0 };
  g_autoptr (RxObservable) stream = NULL;
  g_autoptr (RxSubject) end = rx_publish_subject_new ();
  g_autoptr (RxObservable) elsewhere = rx_observable_observe_on ((RxObservable *) end, rx_scheduler_computation ());
  g_autoptr (RxProbe) probe = NULL;

  rx_test_take_undeliverable ();
  rx_set_thread_affine (TRUE);
  stream = rx_observable_create (RX_BACKPRESSURE_BUFFER, produce, &cleaning, NULL);
  rx_then (&stream, take_until, elsewhere);
  rx_then (&stream, observe_on, NULL);
  probe = rx_probe_subscribe (stream, -1);
  rx_subject_next (end, NULL);
  rx_probe_wait (probe);
  rx_probe_assert (probe, "|");
  rx_test_wait_until (atomic_load (&cleaning.n_calls) == 2 && atomic_load (&cleaning.n_destroyed) == 1);
  rx_set_thread_affine (FALSE);
  g_assert_cmpuint (rx_test_take_undeliverable (), ==, 1);
  g_assert_cmpstr (rx_test_last_undeliverable (), ==, "dirty");
}

static gpointer
unsubscribe (gpointer subscription)
{
  rx_subscription_unsubscribe (subscription);
  g_object_unref (subscription);
  return NULL;
}

static void
test_action (void)
{
  Cleaning cleaning = { 0 };
  guint n = rx_test_rounds (2000);

  rx_test_take_undeliverable ();
  rx_set_thread_affine (TRUE);
  for (guint i = 0; i < n; i++)
    g_thread_join (g_thread_new ("unsubscribe", unsubscribe,
                                 rx_subscription_new_with_func (clean, &cleaning, clean_destroyed)));
  g_assert_cmpint (atomic_load (&cleaning.n_calls), ==, 0);
  flush ();
  rx_set_thread_affine (FALSE);
  g_assert_cmpint (atomic_load (&cleaning.n_calls), ==, n);
  g_assert_cmpint (atomic_load (&cleaning.n_destroyed), ==, n);
  g_assert_cmpuint (rx_test_take_undeliverable (), ==, n);
}

static void
hook (const GError *error, const gchar *stream, gpointer data)
{
  g_assert_true (g_thread_self () == home);
  g_assert_error (error, RX_ERROR, RX_ERROR_WRONG_THREAD);
  ++*(guint *) data;
}

static void
refused_task (RxTask *task, gpointer data)
{
  g_assert_not_reached ();
}

/* A task that may not run on the pool's thread, and a hook that may not be called there. */
static void
test_hook (void)
{
  g_autoptr (RxWorker) worker = rx_scheduler_create_worker (rx_scheduler_computation ());
  guint n_errors = 0;

  rx_set_thread_affine (TRUE);
  rx_set_undeliverable_func (hook, &n_errors, NULL);
  for (guint i = 0; i < 10; i++)
    rx_task_unref (rx_worker_schedule (worker, refused_task, NULL, NULL));
  rx_test_wait_until (n_errors == 10);
  rx_set_undeliverable_func (NULL, NULL, NULL);
  rx_set_thread_affine (FALSE);
  rx_worker_unsubscribe (worker);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  home = g_thread_self ();

  rx_test_add ("/home/schedule", test_schedule);
  rx_test_add ("/home/create-worker", test_create_worker);
  rx_test_add ("/home/unused", test_unused);
  rx_test_add ("/home/unsubscribe", test_unsubscribe);
  rx_test_add ("/home/dropped", test_dropped);
  rx_test_add ("/home/teardown", test_teardown);
  rx_test_add ("/home/action", test_action);

  g_test_add_func ("/home/hook", test_hook);    /* the last one: it takes the suite's own hook away */

  return g_test_run ();
}
