/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "testing/rx-test-scheduler-private.h"

#include "schedulers/rx-task-queue-private.h"
#include "schedulers/rx-worker-private.h"
#include "testing/rx-testing-private.h"

#define MAX_TASKS 100000

/* One for all schedulers: a task may be cancelled when its scheduler is gone. */
static RxLock test_lock;

/**
 * RxTestScheduler:
 *
 * A scheduler whose time passes when the test says so.
 *
 * Its clock begins at 0, or where [ctor@RxTesting.TestScheduler.new_at] says, counts microseconds and moves only in
 * [method@RxTesting.TestScheduler.advance_by], [method@RxTesting.TestScheduler.advance_to] and
 * [method@RxTesting.TestScheduler.run]. Tasks run inside of these calls, on the calling thread, in the order of their
 * due times, first come first served among equal ones, whichever worker they belong to. While a task runs the clock
 * shows its due time, and it stands still. What becomes due during an advance, because a task has scheduled it, runs
 * in the same advance.
 *
 * Any thread may schedule, cancel and unsubscribe, and ask for the time; that runs nothing. A cancelled task leaves
 * the scheduler at once.
 *
 * Since: 1.0
 */
struct _RxTestScheduler
{
  RxScheduler parent_instance;
  RxTaskQueue queue;            /* its timers only: all tasks have a due time */
  RxTimerHeap ahead;            /* tasks that run ahead of the others of their time */
  gint64 start;
  atomic_bool running;
  _Atomic guint max_tasks;
  _Atomic gint64 now;           /* written under the lock */
};

G_DEFINE_FINAL_TYPE (RxTestScheduler, rx_test_scheduler, RX_TYPE_SCHEDULER)

typedef struct
{
  RxWorker parent_instance;
  RxTaskTrack track;
  gboolean ahead;
} RxTestWorker;

typedef RxWorkerClass RxTestWorkerClass;

static GType rx_test_worker_get_type (void);
G_DEFINE_FINAL_TYPE (RxTestWorker, rx_test_worker, RX_TYPE_WORKER)

static inline gint64
scheduler_now (RxTestScheduler *self)
{
  return atomic_load (&self->now);
}

static void
rx_test_worker_schedule (RxWorker *worker, GTimeSpan delay, RxTask *task)
{
  RxTestScheduler *scheduler = (RxTestScheduler *) rx_worker_get_scheduler (worker);
  RxTestWorker *self = (RxTestWorker *) worker;
  RxTimerHeap *heap = self->ahead ? &scheduler->ahead : &scheduler->queue.timers;

  _rx_task_track_push_timed (&self->track, &scheduler->queue, heap, task,
                             _rx_time_add (scheduler_now (scheduler), MAX (delay, 0)));
}

static void
rx_test_worker_unsubscribe (RxWorker *worker)
{
  _rx_task_track_close (&((RxTestWorker *) worker)->track);
}

static void
rx_test_worker_class_init (RxTestWorkerClass *klass)
{
  _rx_worker_class_init_native (klass, rx_test_worker_schedule, rx_test_worker_unsubscribe);
}

static void
rx_test_worker_init (RxTestWorker *self)
{
}

static gint64
rx_test_scheduler_now (RxScheduler *scheduler)
{
  return scheduler_now ((RxTestScheduler *) scheduler);
}

static RxWorker *
rx_test_scheduler_create_worker (RxScheduler *scheduler)
{
  RxTestWorker *worker = g_object_new (rx_test_worker_get_type (), NULL);

  /* The worker keeps the scheduler alive, and with it the queue. */
  atomic_init (&worker->track.queue, &((RxTestScheduler *) scheduler)->queue);
  return RX_WORKER (worker);
}

RxWorker *
_rx_test_scheduler_create_worker_ahead (RxTestScheduler *self)
{
  RxWorker *worker = rx_scheduler_create_worker (RX_SCHEDULER (self));

  ((RxTestWorker *) worker)->ahead = TRUE;
  return worker;
}

static void
rx_test_scheduler_finalize (GObject *object)
{
  RxTestScheduler *self = (RxTestScheduler *) object;

  _rx_lock (&test_lock);        /* what other threads did to the heap */
  _rx_timer_heap_clear (&self->queue.timers);
  _rx_timer_heap_clear (&self->ahead);
  _rx_unlock (&test_lock);
  G_OBJECT_CLASS (rx_test_scheduler_parent_class)->finalize (object);
}

static void
rx_test_scheduler_class_init (RxTestSchedulerClass *klass)
{
  RxSchedulerClass *scheduler_class = RX_SCHEDULER_CLASS (klass);

  scheduler_class->now = rx_test_scheduler_now;
  scheduler_class->create_worker = rx_test_scheduler_create_worker;
  G_OBJECT_CLASS (klass)->finalize = rx_test_scheduler_finalize;
}

static void
rx_test_scheduler_init (RxTestScheduler *self)
{
  _rx_task_queue_init (&self->queue, &test_lock);
  atomic_init (&self->max_tasks, MAX_TASKS);
}

/**
 * rx_test_scheduler_new:
 *
 * Makes a scheduler whose clock shows 0.
 *
 * Returns: (transfer full): the scheduler
 *
 * Since: 1.0
 */
RxTestScheduler *
rx_test_scheduler_new (void)
{
  return rx_test_scheduler_new_at (0);
}

/**
 * rx_test_scheduler_new_at:
 * @start: what the clock shows, in microseconds; not below 0
 *
 * Makes a scheduler whose clock begins somewhere else. It is this moment that marble diagrams begin at.
 *
 * Returns: (transfer full): the scheduler
 *
 * Since: 1.0
 */
RxTestScheduler *
rx_test_scheduler_new_at (gint64 start)
{
  RxTestScheduler *self;

  g_return_val_if_fail (start >= 0, NULL);

  self = g_object_new (RX_TYPE_TEST_SCHEDULER, NULL);
  self->start = start;
  atomic_store (&self->now, start);
  return self;
}

/**
 * rx_test_scheduler_get_start:
 * @self: the scheduler
 *
 * Tells what the clock showed at the beginning.
 *
 * Returns: the time, in microseconds
 *
 * Since: 1.0
 */
gint64
rx_test_scheduler_get_start (RxTestScheduler *self)
{
  g_return_val_if_fail (RX_IS_TEST_SCHEDULER (self), 0);

  return self->start;
}

/* --- running --- */

/* Under the lock */
static RxTimerHeap *
scheduler_get_first_heap (RxTestScheduler *self)
{
  RxTimerHeap *timers = &self->queue.timers;

  return _rx_timer_heap_next_due (&self->ahead) <= _rx_timer_heap_next_due (timers) && self->ahead.n_entries > 0 ?
    &self->ahead : timers;
}

/* The next task that is due by then, or NULL; the clock goes along. */
static RxTask *
scheduler_pop (RxTestScheduler *self, gint64 until)
{
  RxTimerHeap *heap;
  RxTask *task = NULL;
  gint64 due;

  _rx_lock (&test_lock);
  heap = scheduler_get_first_heap (self);
  due = _rx_timer_heap_next_due (heap);
  if (due <= until && due < G_MAXINT64)         /* what lies at the end of time never comes */
    {
      task = heap->entries[0].task;
      /* Another thread may have looked at the clock a while ago. */
      atomic_store (&self->now, MAX (scheduler_now (self), due));
      _rx_task_unlink_timed (task);
    }
  else if (until < G_MAXINT64)
    atomic_store (&self->now, until);
  _rx_unlock (&test_lock);
  return task;
}

static gboolean
scheduler_is_due (RxTestScheduler *self, gint64 until)
{
  gint64 due = rx_test_scheduler_get_next_due (self);

  return due >= 0 && due <= until && due < G_MAXINT64;
}

static GError *
scheduler_run_tasks (RxTestScheduler *self, gint64 until)
{
  guint max_tasks = atomic_load (&self->max_tasks);
  g_autofree gchar *now = NULL;
  RxTask *task;

  for (guint i = 0; i < max_tasks; i++)
    {
      task = scheduler_pop (self, until);
      if (task == NULL)
        return NULL;
      _rx_task_finish (task);
    }
  if (!scheduler_is_due (self, until))
    {
      scheduler_pop (self, until);      /* the clock moves on */
      return NULL;
    }

  now = _rx_testing_format_time (scheduler_now (self));
  return g_error_new (RX_ERROR, RX_ERROR_TOO_MANY,
                      "%u tasks have run, it is %s, and there is no end; is a stream endless?", max_tasks, now);
}

static gboolean
scheduler_advance (RxTestScheduler *self, gint64 until, GError **error)
{
  GError *failure;

  if (atomic_exchange (&self->running, TRUE))
    return _rx_testing_fail (error, g_error_new_literal (RX_ERROR, RX_ERROR_INVALID_ARGUMENT,
                                                         "The time is being advanced already"));

  g_object_ref (self);
  if (until >= scheduler_now (self))
    failure = scheduler_run_tasks (self, until);
  else
    {
      g_autofree gchar *now = _rx_testing_format_time (scheduler_now (self));
      g_autofree gchar *wanted = _rx_testing_format_time (until);

      failure = g_error_new (RX_ERROR, RX_ERROR_INVALID_ARGUMENT,
                             "It is %s, and time does not go back to %s", now, wanted);
    }
  atomic_store (&self->running, FALSE);
  g_object_unref (self);
  return failure == NULL || _rx_testing_fail (error, failure);
}

/**
 * rx_test_scheduler_advance_by:
 * @self: the scheduler
 * @span: microseconds, not below 0
 * @error: return location for a failure
 *
 * Lets time pass, and runs what becomes due meanwhile.
 *
 * With a @span of 0 that is what is due now. See [method@RxTesting.TestScheduler.advance_to].
 *
 * Returns: TRUE, or FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
rx_test_scheduler_advance_by (RxTestScheduler *self, GTimeSpan span, GError **error)
{
  g_return_val_if_fail (RX_IS_TEST_SCHEDULER (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return scheduler_advance (self, _rx_time_add (scheduler_now (self), span), error);
}

/**
 * rx_test_scheduler_advance_to:
 * @self: the scheduler
 * @time: the time to go to, in microseconds
 * @error: return location for a failure
 *
 * Lets time pass up to a moment, and runs what becomes due until then, that moment included.
 *
 * Afterwards the clock shows @time, whether there was something to do or not. It is an error
 * (%RX_ERROR_INVALID_ARGUMENT) to go back, or to advance from inside a task or on two threads at once; and one
 * (%RX_ERROR_TOO_MANY) if more tasks are due than [method@RxTesting.TestScheduler.set_max_tasks] allows, in which
 * case the clock stands where the last one has run. If there is no place for the error, it becomes a critical
 * warning.
 *
 * Returns: TRUE, or FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
rx_test_scheduler_advance_to (RxTestScheduler *self, gint64 time, GError **error)
{
  g_return_val_if_fail (RX_IS_TEST_SCHEDULER (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return scheduler_advance (self, time, error);
}

/**
 * rx_test_scheduler_run:
 * @self: the scheduler
 * @error: return location for a failure
 *
 * Lets time pass until nothing is pending.
 *
 * The clock then shows the time of the last task. A stream without an end does not make the call run for ever: after
 * as many tasks as [method@RxTesting.TestScheduler.set_max_tasks] allows it fails with %RX_ERROR_TOO_MANY. Tasks at
 * the end of time (%G_MAXINT64) never come. Otherwise it is as [method@RxTesting.TestScheduler.advance_to].
 *
 * Returns: TRUE, or FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
rx_test_scheduler_run (RxTestScheduler *self, GError **error)
{
  g_return_val_if_fail (RX_IS_TEST_SCHEDULER (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return scheduler_advance (self, G_MAXINT64, error);
}

/* --- what is pending --- */

/**
 * rx_test_scheduler_get_n_pending:
 * @self: the scheduler
 *
 * Tells how many tasks wait for their time. Any thread may ask.
 *
 * Returns: how many
 *
 * Since: 1.0
 */
guint
rx_test_scheduler_get_n_pending (RxTestScheduler *self)
{
  guint n;

  g_return_val_if_fail (RX_IS_TEST_SCHEDULER (self), 0);

  _rx_lock (&test_lock);
  n = self->queue.timers.n_entries + self->ahead.n_entries;
  _rx_unlock (&test_lock);
  return n;
}

/**
 * rx_test_scheduler_get_next_due:
 * @self: the scheduler
 *
 * Tells when the next task is due. Any thread may ask.
 *
 * Returns: its time, in microseconds; -1 if nothing is pending
 *
 * Since: 1.0
 */
gint64
rx_test_scheduler_get_next_due (RxTestScheduler *self)
{
  RxTimerHeap *heap;
  gint64 due;

  g_return_val_if_fail (RX_IS_TEST_SCHEDULER (self), -1);

  _rx_lock (&test_lock);
  heap = scheduler_get_first_heap (self);
  due = heap->n_entries > 0 ? _rx_timer_heap_next_due (heap) : -1;
  _rx_unlock (&test_lock);
  return due;
}

/**
 * rx_test_scheduler_get_max_tasks:
 * @self: the scheduler
 *
 * Tells how many tasks a single advance may run.
 *
 * Returns: how many
 *
 * Since: 1.0
 */
guint
rx_test_scheduler_get_max_tasks (RxTestScheduler *self)
{
  g_return_val_if_fail (RX_IS_TEST_SCHEDULER (self), 0);

  return atomic_load (&self->max_tasks);
}

/**
 * rx_test_scheduler_set_max_tasks:
 * @self: the scheduler
 * @max_tasks: how many
 *
 * Says how many tasks a single advance may run, after which it fails. At first it is 100,000.
 *
 * Since: 1.0
 */
void
rx_test_scheduler_set_max_tasks (RxTestScheduler *self, guint max_tasks)
{
  g_return_if_fail (RX_IS_TEST_SCHEDULER (self));

  atomic_store (&self->max_tasks, max_tasks);
}
