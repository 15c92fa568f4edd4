/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* The schedulers that are held to the contract. */

#include <rx-glib/rx-testing.h>

#include "rx-contract.h"

/* --- a scheduler such as a user writes it: no unsubscribe, no order of its own --- */

typedef RxWorkerClass UserWorkerClass;
G_DEFINE_TYPE (UserWorker, user_worker, RX_TYPE_WORKER)

static void
user_worker_call (RxTask *task, gpointer user_data)
{
  rx_task_run (user_data);
}

void
user_worker_schedule (RxWorker *self, GTimeSpan delay, RxTask *task)
{
  rx_task_unref (rx_worker_schedule_delayed (((UserWorker *) self)->inner, delay, user_worker_call, task,
                                             (GDestroyNotify) rx_task_unref));
}

static void
user_worker_finalize (GObject *object)
{
  g_object_unref (((UserWorker *) object)->inner);
  G_OBJECT_CLASS (user_worker_parent_class)->finalize (object);
}

static void
user_worker_class_init (UserWorkerClass *klass)
{
  klass->schedule = user_worker_schedule;
  G_OBJECT_CLASS (klass)->finalize = user_worker_finalize;
}

static void
user_worker_init (UserWorker *self)
{
}

typedef RxScheduler UserScheduler;
typedef RxSchedulerClass UserSchedulerClass;
G_DEFINE_TYPE (UserScheduler, user_scheduler, RX_TYPE_SCHEDULER)

static RxWorker *
user_scheduler_create_worker (RxScheduler *self)
{
  UserWorker *worker = g_object_new (user_worker_get_type (), NULL);

  worker->inner = rx_scheduler_create_worker (rx_scheduler_computation ());
  return RX_WORKER (worker);
}

static void
user_scheduler_class_init (UserSchedulerClass *klass)
{
  klass->create_worker = user_scheduler_create_worker;
}

static void
user_scheduler_init (UserScheduler *self)
{
}

/* --- the test kit's, whose time follows the real one wherever a context is iterated --- */

typedef struct
{
  GSource parent;
  RxTestScheduler *scheduler;   /* (owned) */
} TestClock;

static gboolean
test_clock_prepare (GSource *source, gint *timeout)
{
  gint64 due = rx_test_scheduler_get_next_due (((TestClock *) source)->scheduler);

  *timeout = due < 0 ? -1 : 1;
  return due >= 0 && due <= g_get_monotonic_time ();
}

static gboolean
test_clock_dispatch (GSource *source, GSourceFunc callback, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  if (!rx_test_scheduler_advance_to (((TestClock *) source)->scheduler, g_get_monotonic_time (), &error))
    g_assert_error (error, RX_ERROR, RX_ERROR_TOO_MANY);
  return G_SOURCE_CONTINUE;
}

static void
test_clock_finalize (GSource *source)
{
  g_object_unref (((TestClock *) source)->scheduler);
}

static RxScheduler *
test_clock_start (GMainContext *context)
{
  static GSourceFuncs funcs = {
    .prepare = test_clock_prepare,
    .dispatch = test_clock_dispatch,
    .finalize = test_clock_finalize,
  };
  GSource *source = g_source_new (&funcs, sizeof (TestClock));
  RxTestScheduler *scheduler = rx_test_scheduler_new_at (g_get_monotonic_time ());

  /* what never ends is gone on with in the next iteration */
  rx_test_scheduler_set_max_tasks (scheduler, 1000);
  ((TestClock *) source)->scheduler = g_object_ref (scheduler);
  g_source_attach (source, context);
  g_source_unref (source);
  return RX_SCHEDULER (scheduler);
}

/* --- the table --- */

const gchar *const contract_kind_names[N_KINDS] = {
  "immediate", "trampoline", "main", "main-context", "computation", "io", "new-thread", "single", "pool", "test", "user"
};

void
fixture_set_up (Fixture *self, gconstpointer kind)
{
  self->kind = GPOINTER_TO_UINT (kind);
  switch (self->kind)
    {
    case KIND_IMMEDIATE:
      self->scheduler = g_object_ref (rx_scheduler_immediate ());
      break;
    case KIND_TRAMPOLINE:
      self->scheduler = g_object_ref (rx_scheduler_trampoline ());
      break;
    case KIND_MAIN:
      self->context = g_main_context_ref (g_main_context_default ());
      self->scheduler = g_object_ref (rx_scheduler_main ());
      break;
    case KIND_MAIN_CONTEXT:
      self->context = g_main_context_new ();
      self->scheduler = rx_scheduler_main_context (self->context, G_PRIORITY_DEFAULT_IDLE);
      break;
    case KIND_COMPUTATION:
      self->scheduler = g_object_ref (rx_scheduler_computation ());
      break;
    case KIND_IO:
      self->scheduler = g_object_ref (rx_scheduler_io ());
      break;
    case KIND_NEW_THREAD:
      self->scheduler = g_object_ref (rx_scheduler_new_thread ());
      break;
    case KIND_SINGLE:
      self->scheduler = g_object_ref (rx_scheduler_single ());
      break;
    case KIND_POOL:
      self->scheduler = rx_scheduler_new_thread_pool (3);
      break;
    case KIND_TEST:
      self->context = g_main_context_new ();
      self->scheduler = test_clock_start (self->context);
      break;
    default:
      self->scheduler = g_object_new (user_scheduler_get_type (), NULL);
      break;
    }
  self->worker = rx_scheduler_create_worker (self->scheduler);
}

void
fixture_tear_down (Fixture *self, gconstpointer kind)
{
  g_clear_object (&self->worker);
  g_clear_object (&self->scheduler);
  assert_no_tasks (self->context);
  g_clear_pointer (&self->context, g_main_context_unref);
}

gboolean
is_local (Fixture *self)
{
  return self->kind <= KIND_TRAMPOLINE;
}

void
wait_for (Fixture *self, Counter *counter, guint32 value)
{
  counter_wait_iterating (counter, value, self->context);
}
