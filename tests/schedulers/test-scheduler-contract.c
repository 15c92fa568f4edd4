/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include <rx-glib/rx-testing.h>

#include "rx-scheduler-fixture.h"

/* --- a scheduler such as a user writes it: no unsubscribe, no order of its own --- */

typedef struct
{
  RxWorker parent_instance;
  RxWorker *inner;
} UserWorker;

typedef RxWorkerClass UserWorkerClass;
GType user_worker_get_type (void);
G_DEFINE_TYPE (UserWorker, user_worker, RX_TYPE_WORKER)

static void
user_worker_call (RxTask *task, gpointer user_data)
{
  rx_task_run (user_data);
}

static void
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
GType user_scheduler_get_type (void);
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

typedef enum
{
  KIND_IMMEDIATE,
  KIND_TRAMPOLINE,
  KIND_MAIN,
  KIND_MAIN_CONTEXT,
  KIND_COMPUTATION,
  KIND_IO,
  KIND_NEW_THREAD,
  KIND_SINGLE,
  KIND_POOL,
  KIND_TEST,
  KIND_USER,
  N_KINDS
} Kind;

static const gchar *kind_names[N_KINDS] = {
  "immediate", "trampoline", "main", "main-context", "computation", "io", "new-thread", "single", "pool", "test", "user"
};

typedef struct
{
  Kind kind;
  GMainContext *context;        /* (owned) (nullable): has to be iterated */
  RxScheduler *scheduler;
  RxWorker *worker;
} Fixture;

static void
fixture_set_up (Fixture *self, gconstpointer data)
{
  self->kind = GPOINTER_TO_UINT (data);
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

static void
fixture_tear_down (Fixture *self, gconstpointer data)
{
  g_clear_object (&self->worker);
  g_clear_object (&self->scheduler);
  assert_no_tasks (self->context);
  g_clear_pointer (&self->context, g_main_context_unref);
}

static gboolean
is_local (Fixture *self)
{
  return self->kind <= KIND_TRAMPOLINE;
}

static void
wait_for (Fixture *self, Counter *counter, guint32 value)
{
  counter_wait_iterating (counter, value, self->context);
}

static void
run (RxWorker *worker, GTimeSpan delay, RxTaskFunc func, gpointer user_data, GDestroyNotify destroy)
{
  rx_task_unref (rx_worker_schedule_delayed (worker, delay, func, user_data, destroy));
}

/* What happened, in order; read when all is quiet. */
typedef struct
{
  RxLock lock;
  guint n;
  gint entries[32768];
  Counter count;
} Log;

static void
log_add (Log *self, gint entry)
{
  _rx_lock (&self->lock);
  self->entries[self->n++] = entry;
  _rx_unlock (&self->lock);
  counter_add (&self->count);
}

typedef struct
{
  Fixture *fixture;
  RxWorker *worker;
  Log *log;
  gint id;
  Counter freed;
  Probe *probes;
  gint64 earliest, latest;      /* due time */
} Step;

/* Nothing is early by the scheduler's own clock. */
static gint64
time_of (RxWorker *worker)
{
  return rx_scheduler_now (rx_worker_get_scheduler (worker));
}

static void
step_log (RxTask *task, gpointer user_data)
{
  Step *step = user_data;

  if (step->earliest != 0)
    g_assert_cmpint (time_of (step->worker), >=, step->earliest);
  log_add (step->log, step->id);
}

/* Runs func as a task of the worker, so that local schedulers too put off what it schedules. */
static void
run_inside (Fixture *fixture, RxTaskFunc func, gpointer user_data)
{
  run (fixture->worker, 0, func, user_data, NULL);
}

/* --- tests --- */

static void
test_names (Fixture *self, gconstpointer data)
{
  g_assert_true (rx_worker_get_scheduler (self->worker) == self->scheduler);
  g_assert_false (rx_worker_is_unsubscribed (self->worker));
  g_assert_cmpint (rx_scheduler_now (self->scheduler), <=, g_get_monotonic_time ());
}

static void
test_order (Fixture *self, gconstpointer data)
{
  g_autofree Log *log = g_new0 (Log, 1);
  g_autofree Step *steps = g_new0 (Step, 1000);

  for (gint i = 0; i < 1000; i++)
    {
      steps[i] = (Step) { .log = log, .id = i };
      run (self->worker, i % 3 == 0 ? 0 : -i, step_log, &steps[i], NULL);
    }
  wait_for (self, &log->count, 1000);
  for (gint i = 0; i < 1000; i++)
    g_assert_cmpint (log->entries[i], ==, i);
}

static void
nest_outer (RxTask *task, gpointer user_data)
{
  Step *steps = user_data;

  log_add (steps->log, 0);
  for (gint i = 1; i < 4; i++)
    run (steps->worker, 0, step_log, &steps[i], NULL);
  log_add (steps->log, 4);
}

static void
test_nesting (Fixture *self, gconstpointer data)
{
  static const gint nested[] = { 0, 1, 2, 3, 4 }, deferred[] = { 0, 4, 1, 2, 3 };
  const gint *expected = self->kind == KIND_IMMEDIATE ? nested : deferred;
  g_autofree Log *log = g_new0 (Log, 1);
  Step steps[4];

  for (gint i = 0; i < 4; i++)
    steps[i] = (Step) { .worker = self->worker, .log = log, .id = i };
  run_inside (self, nest_outer, steps);
  wait_for (self, &log->count, 5);
  for (gint i = 0; i < 5; i++)
    g_assert_cmpint (log->entries[i], ==, expected[i]);
}

#define N_DELAYED 600

static void
delay_outer (RxTask *task, gpointer user_data)
{
  static const GTimeSpan delays[] = { 9000, 0, 3000, 1, 3000, -5, 9000, 20000, 0, 1 };
  Step *steps = user_data;

  for (gint i = 0; i < N_DELAYED; i++)
    {
      GTimeSpan delay = delays[i % G_N_ELEMENTS (delays)];

      steps[i].earliest = time_of (steps->worker) + MAX (delay, 0);
      run (steps->worker, delay, step_log, &steps[i], NULL);
      steps[i].latest = time_of (steps->worker) + MAX (delay, 0);
      steps[i].id = i;
    }
}

/* The order of delayed tasks is known as far as their due times are. */
static void
test_delayed_order (Fixture *self, gconstpointer data)
{
  g_autofree Log *log = g_new0 (Log, 1);
  g_autofree Step *steps = g_new0 (Step, N_DELAYED);
  g_autofree gint *place = g_new0 (gint, N_DELAYED);

  if (self->kind == KIND_IMMEDIATE)
    {
      g_test_skip ("runs each at once");
      return;
    }

  for (gint i = 0; i < N_DELAYED; i++)
    steps[i] = (Step) { .worker = self->worker, .log = log, .id = i };
  run_inside (self, delay_outer, steps);
  wait_for (self, &log->count, N_DELAYED);

  for (gint i = 0; i < N_DELAYED; i++)
    place[log->entries[i]] = i;
  for (gint i = 0; i < N_DELAYED; i++)
    {
      for (gint j = i + 1; j < N_DELAYED; j++)
        {
          GTimeSpan a = steps[i].earliest, b = steps[j].earliest;
          gboolean same = i % 10 == j % 10;
          gboolean undelayed = i % 10 == 1 || i % 10 == 5 || i % 10 == 8 || j % 10 == 1 || j % 10 == 5 || j % 10 == 8;

          if (same)
            g_assert_cmpint (place[i], <, place[j]);
          else if (!undelayed && steps[i].latest < b)
            g_assert_cmpint (place[i], <, place[j]);
          else if (!undelayed && steps[j].latest < a)
            g_assert_cmpint (place[i], >, place[j]);
        }
    }
}

static void
mixed_outer (RxTask *task, gpointer user_data)
{
  Step *steps = user_data;

  run (steps->worker, FAR_AWAY, step_log, &steps[0], NULL);
  run (steps->worker, 0, step_log, &steps[1], NULL);
  run (steps->worker, FAR_AWAY, step_log, &steps[2], NULL);
  run (steps->worker, 0, step_log, &steps[3], NULL);
}

static void
mixed_end (RxTask *task, gpointer user_data)
{
  Step *steps = user_data;

  rx_worker_unsubscribe (steps->worker);
  log_add (steps->log, 4);
}

static void
mixed_both (RxTask *task, gpointer user_data)
{
  Step *steps = user_data;

  mixed_outer (task, steps);
  run (steps->worker, 0, mixed_end, steps, NULL);
}

static void
test_undelayed_first (Fixture *self, gconstpointer data)
{
  g_autofree Log *log = g_new0 (Log, 1);
  Step steps[4];

  if (self->kind == KIND_IMMEDIATE)
    {
      g_test_skip ("runs each at once");
      return;
    }

  for (gint i = 0; i < 4; i++)
    steps[i] = (Step) { .worker = self->worker, .log = log, .id = i };
  run_inside (self, mixed_both, steps);
  wait_for (self, &log->count, 3);
  g_assert_cmpint (log->entries[0], ==, 1);
  g_assert_cmpint (log->entries[1], ==, 3);
  g_assert_cmpint (log->entries[2], ==, 4);
}

typedef struct
{
  RxWorker *worker;
  gint left;
  gchar *stack;
  GThread *thread;              /* whose stack it is */
  Counter done;
} Chain;

static void
chain_step (RxTask *task, gpointer user_data)
{
  Chain *chain = user_data;
  gchar *here = __builtin_frame_address (0);

  if (chain->thread != g_thread_self ())
    {
      chain->thread = g_thread_self ();
      chain->stack = here;
    }
  g_assert_cmpint (ABS (chain->stack - here), <, 8192);
  if (--chain->left > 0)
    rx_worker_schedule_task (chain->worker, 0, rx_task_ref (task));
  else
    counter_add (&chain->done);
}

static void
test_recursion (Fixture *self, gconstpointer data)
{
  Chain chain = { .worker = self->worker, .left = race_rounds (100000) };

  if (self->kind == KIND_IMMEDIATE)
    {
      g_test_skip ("nests");
      return;
    }

  rx_worker_schedule_task (self->worker, 0, rx_task_new (chain_step, &chain, NULL));
  wait_for (self, &chain.done, 1);
}

/* A task that holds its thread up until it is let go, and does some things before and after. */
typedef struct
{
  Fixture *fixture;
  Counter inside, go, left;
  void (*before) (gpointer data);
  gpointer data;
} Block;

static void
block_run (RxTask *task, gpointer user_data)
{
  Block *block = user_data;

  if (block->before != NULL)
    block->before (block->data);
  counter_add (&block->inside);
  counter_wait (&block->go, 1);
  counter_add (&block->left);
}

static gpointer
block_thread (gpointer data)
{
  Block *block = data;

  run (block->fixture->worker, 0, block_run, block, NULL);
  wait_for (block->fixture, &block->left, 1);
  return NULL;
}

/* Whatever the scheduler, the block is inside when this returns, and this thread is free. */
static GThread *
block_start (Block *block)
{
  GThread *thread = g_thread_new ("block", block_thread, block);

  counter_wait (&block->inside, 1);
  return thread;
}

static void
block_end (Block *block, GThread *thread)
{
  counter_add (&block->go);
  g_thread_join (thread);
}

typedef struct
{
  RxWorker *worker;
  gboolean far;                 /* all of them */
  Probe probes[8];
  RxTask *tasks[8];
} Pending;

static void
pending_schedule (gpointer data)
{
  Pending *self = data;

  for (guint i = 0; i < 8; i++)
    {
      GTimeSpan delay = self->far || i % 2 == 1 ? FAR_AWAY : 0;

      if (i > 5)
        self->tasks[i] = rx_worker_schedule_periodic (self->worker, delay, 1000, probe_run, &self->probes[i],
                                                      probe_free);
      else
        self->tasks[i] = rx_worker_schedule_delayed (self->worker, delay, probe_run, &self->probes[i], probe_free);
    }
}

static void
pending_assert_dropped (Pending *self)
{
  for (guint i = 0; i < 8; i++)
    {
      g_assert_cmpuint (counter_get (&self->probes[i].freed), ==, 1);
      g_assert_cmpuint (counter_get (&self->probes[i].runs), ==, 0);
      g_assert_true (rx_task_is_cancelled (self->tasks[i]));
    }
}

static void
pending_clear (Pending *self)
{
  for (guint i = 0; i < 8; i++)
    {
      g_assert_cmpuint (counter_get (&self->probes[i].runs), ==, 0);
      rx_task_unref (self->tasks[i]);
    }
}

/* The loop is blocked in somebody's task: what is pending goes all the same, at once and on this thread. */
static void
test_unsubscribe_blocked (Fixture *self, gconstpointer data)
{
  Pending pending = { .worker = self->worker };
  Block block = { .fixture = self, .before = self->kind == KIND_IMMEDIATE ? NULL : pending_schedule, .data = &pending };
  GThread *thread = block_start (&block);

  rx_worker_unsubscribe (self->worker);
  g_assert_true (rx_worker_is_unsubscribed (self->worker));
  if (self->kind == KIND_IMMEDIATE)
    pending_schedule (&pending);
  pending_assert_dropped (&pending);
  rx_worker_unsubscribe (self->worker);
  block_end (&block, thread);
  pending_clear (&pending);
}

static void
test_cancel_blocked (Fixture *self, gconstpointer data)
{
  Pending pending = { .worker = self->worker };
  Block block = { .fixture = self, .before = pending_schedule, .data = &pending };
  GThread *thread;

  if (self->kind == KIND_IMMEDIATE)
    {
      g_test_skip ("runs each at once");
      return;
    }

  thread = block_start (&block);
  for (guint i = 0; i < 8; i++)
    rx_task_cancel (pending.tasks[i]);
  pending_assert_dropped (&pending);
  block_end (&block, thread);
  pending_clear (&pending);
}

/* Giving up the last reference is as good. */
static void
test_dispose (Fixture *self, gconstpointer data)
{
  Pending pending = { 0 };

  if (is_local (self))
    {
      g_test_skip ("runs each at once");
      return;
    }

  for (guint i = 0; i < 8; i++)
    pending.tasks[i] = NULL;
  if (self->context != NULL)
    {
      pending.worker = g_steal_pointer (&self->worker);
      pending_schedule (&pending);
      g_object_unref (pending.worker);
      pending_assert_dropped (&pending);
    }
  else
    {
      Block block = { .fixture = self, .before = pending_schedule, .data = &pending };
      GThread *thread;

      pending.worker = self->worker;
      thread = block_start (&block);
      g_clear_object (&self->worker);
      pending_assert_dropped (&pending);
      block_end (&block, thread);
    }
  pending_clear (&pending);
}

static void
inside_unsubscribe (RxTask *task, gpointer user_data)
{
  Block *block = user_data;
  Pending *pending = block->data;
  g_autoptr (RxTask) late = NULL;
  Probe probe = { 0 };

  if (block->before != NULL)
    block->before (pending);
  rx_worker_unsubscribe (pending->worker);
  if (block->before == NULL)
    pending_schedule (pending);
  pending_assert_dropped (pending);
  late = rx_worker_schedule (pending->worker, probe_run, &probe, probe_free);
  g_assert_true (rx_task_is_cancelled (late));
  g_assert_cmpuint (counter_get (&probe.freed), ==, 1);
  g_assert_false (rx_task_is_cancelled (task));
  counter_add (&block->inside);
}

static void
test_unsubscribe_inside (Fixture *self, gconstpointer data)
{
  Pending pending = { .worker = self->worker };
  Block block = { .before = self->kind == KIND_IMMEDIATE ? NULL : pending_schedule, .data = &pending };

  run_inside (self, inside_unsubscribe, &block);
  wait_for (self, &block.inside, 1);
  pending_clear (&pending);
}

static void
test_unsubscribe_before (Fixture *self, gconstpointer data)
{
  Pending pending = { .worker = self->worker };
  Probe probe = { 0 };
  RxTask *task = rx_task_new (probe_run, &probe, probe_free);

  rx_worker_unsubscribe (self->worker);
  pending_schedule (&pending);
  pending_assert_dropped (&pending);
  rx_worker_schedule_task (self->worker, 0, rx_task_ref (task));
  g_assert_true (rx_task_is_cancelled (task));
  g_assert_cmpuint (counter_get (&probe.freed), ==, 1);
  rx_task_unref (task);
  pending_clear (&pending);
}

static void
test_siblings (Fixture *self, gconstpointer data)
{
  g_autoptr (RxWorker) sibling = rx_scheduler_create_worker (self->scheduler);
  g_autofree Log *log = g_new0 (Log, 1);
  Pending pending = { .worker = sibling, .far = TRUE };       /* it may be on a thread that is free */
  Step steps[3];

  if (is_local (self))
    {
      g_test_skip ("runs each at once");
      return;
    }

  for (gint i = 0; i < 3; i++)
    steps[i] = (Step) { .log = log, .id = i };
  {
    Block block = { .fixture = self, .before = pending_schedule, .data = &pending };
    GThread *thread;

    thread = block_start (&block);
    run (self->worker, 0, step_log, &steps[0], NULL);
    run (self->worker, 5000, step_log, &steps[1], NULL);
    rx_worker_unsubscribe (sibling);
    run (self->worker, 0, step_log, &steps[2], NULL);
    block_end (&block, thread);
  }
  wait_for (self, &log->count, 3);
  g_assert_cmpint (log->entries[0], ==, 0);
  pending_clear (&pending);
}

typedef struct
{
  Counter freed, checked;
  GCancellable *first;
} SelfCancel;

static void
self_cancel_freed (gpointer user_data)
{
  counter_add (&((SelfCancel *) user_data)->freed);
}

static void
self_cancel (RxTask *task, gpointer user_data)
{
  SelfCancel *data = user_data;

  g_assert_false (g_cancellable_is_cancelled (rx_task_get_cancellable (task)));
  data->first = g_object_ref (rx_task_get_cancellable (task));
  rx_task_cancel (task);
  rx_task_cancel (task);
  g_assert_true (rx_task_is_cancelled (task));
  g_assert_true (g_cancellable_is_cancelled (rx_task_get_cancellable (task)));
  g_assert_cmpuint (counter_get (&data->freed), ==, 0);
}

static void
self_cancel_next (RxTask *task, gpointer user_data)
{
  SelfCancel *data = user_data;

  g_assert_false (rx_task_is_cancelled (task));
  g_assert_false (g_cancellable_is_cancelled (rx_task_get_cancellable (task)));
  g_assert_true (rx_task_get_cancellable (task) != data->first);
  g_assert_cmpuint (counter_get (&data->freed), ==, 1);
  counter_add (&data->checked);
}

static void
test_self_cancel (Fixture *self, gconstpointer data)
{
  SelfCancel state = { 0 };

  run (self->worker, 0, self_cancel, &state, self_cancel_freed);
  run (self->worker, 0, self_cancel_next, &state, NULL);
  wait_for (self, &state.checked, 1);
  g_object_unref (state.first);
}

typedef struct
{
  Counter runs, freed;
  RxWorker *worker;
  guint limit;
  gint64 start;
  GTimeSpan period;
  gboolean slow;
} Ticks;

static void
ticks_freed (gpointer user_data)
{
  counter_add (&((Ticks *) user_data)->freed);
}

static void
tick (RxTask *task, gpointer user_data)
{
  Ticks *ticks = user_data;
  guint n = counter_get (&ticks->runs);

  g_assert_cmpint (time_of (ticks->worker), >=, ticks->start + n * MAX (ticks->period, 0));
  g_assert_cmpuint (counter_get (&ticks->freed), ==, 0);
  if (ticks->slow && n == 0)
    {
      while (g_get_monotonic_time () < ticks->start + 10 * ticks->period + ticks->period / 2)
        g_thread_yield ();
    }
  if (n + 1 == ticks->limit)
    rx_task_cancel (task);
  counter_add (&ticks->runs);
}

static void
test_periodic (Fixture *self, gconstpointer data)
{
  Ticks ticks = { .worker = self->worker, .limit = 20, .period = 1000, .start = time_of (self->worker) + 2000 };

  rx_task_unref (rx_worker_schedule_periodic (self->worker, 2000, ticks.period, tick, &ticks, ticks_freed));
  wait_for (self, &ticks.freed, 1);
  g_assert_cmpuint (counter_get (&ticks.runs), ==, 20);
}

/* After a run that took ten periods there is one run for those that were missed, and the next one is on the grid. */
static void
test_periodic_slow (Fixture *self, gconstpointer data)
{
  Ticks ticks = { .worker = self->worker, .limit = 3, .period = 4000, .start = time_of (self->worker), .slow = TRUE };

  if (self->kind == KIND_TEST)
    {
      g_test_skip ("virtual time stands still while a task runs");
      return;
    }
  rx_task_unref (rx_worker_schedule_periodic (self->worker, 0, ticks.period, tick, &ticks, ticks_freed));
  wait_for (self, &ticks.freed, 1);
  g_assert_cmpuint (counter_get (&ticks.runs), ==, 3);
  g_assert_cmpint (g_get_monotonic_time (), >=, ticks.start + 11 * ticks.period);
}

typedef struct
{
  Counter ticks, others, freed;
  RxWorker *worker;
  RxTask *task;
} BackToBack;

static void
back_to_back_freed (gpointer user_data)
{
  counter_add (&((BackToBack *) user_data)->freed);
}

static void
back_to_back_other (RxTask *task, gpointer user_data)
{
  counter_add (&((BackToBack *) user_data)->others);
}

static void
back_to_back_tick (RxTask *task, gpointer user_data)
{
  BackToBack *self = user_data;
  guint n = counter_add (&self->ticks);

  g_assert_cmpuint (counter_get (&self->others), ==, n - 1);
  run (self->worker, 0, back_to_back_other, self, NULL);
  if (n == 100)
    rx_task_cancel (task);
}

static void
test_periodic_zero (Fixture *self, gconstpointer data)
{
  BackToBack state = { .worker = self->worker };

  rx_task_unref (rx_worker_schedule_periodic (self->worker, -1, 0, back_to_back_tick, &state, back_to_back_freed));
  wait_for (self, &state.others, 100);
  wait_for (self, &state.freed, 1);
  g_assert_cmpuint (counter_get (&state.ticks), ==, 100);
}

static void
endless_tick (RxTask *task, gpointer user_data)
{
  counter_add (&((Probe *) user_data)->runs);
}

static gpointer
endless_thread (gpointer data)
{
  Fixture *self = ((gpointer *) data)[0];
  Probe *probe = ((gpointer *) data)[1];

  rx_task_unref (rx_worker_schedule_periodic (self->worker, 0, 0, endless_tick, probe, probe_free));
  wait_for (self, &probe->freed, 1);
  return NULL;
}

/* A period of nothing still lets another thread end it. */
static void
test_periodic_unsubscribe (Fixture *self, gconstpointer data)
{
  Probe probe = { 0 };
  gpointer args[] = { self, &probe };
  GThread *thread = g_thread_new ("endless", endless_thread, args);
  guint runs;

  counter_wait (&probe.runs, 1000);
  rx_worker_unsubscribe (self->worker);
  g_thread_join (thread);
  runs = counter_get (&probe.runs);
  run (self->worker, 0, probe_run, &probe, NULL);
  g_assert_cmpuint (counter_get (&probe.runs), ==, runs);
}

static void
cancelled_running (RxTask *task, gpointer user_data)
{
  Block *block = user_data;
  GCancellable *cancellable = rx_task_get_cancellable (task);

  block->data = rx_task_ref (task);
  counter_add (&block->inside);
  counter_wait (&block->go, 1);
  g_assert_true (g_cancellable_is_cancelled (cancellable));
  g_assert_true (rx_task_is_cancelled (task));
  counter_add (&block->left);
}

static gpointer
cancelled_thread (gpointer data)
{
  Block *block = data;

  run (block->fixture->worker, 0, cancelled_running, block, NULL);
  wait_for (block->fixture, &block->left, 1);
  return NULL;
}

static void
test_cancel_running (Fixture *self, gconstpointer data)
{
  Block block = { .fixture = self };
  GThread *thread = g_thread_new ("cancelled", cancelled_thread, &block);

  counter_wait (&block.inside, 1);
  rx_task_cancel (block.data);
  counter_add (&block.go);
  g_thread_join (thread);
  rx_task_unref (block.data);
}

static gpointer
far_thread (gpointer data)
{
  Fixture *self = ((gpointer *) data)[0];
  Pending *pending = ((gpointer *) data)[1];
  static const GTimeSpan spans[] = {
    G_MAXINT64, G_MAXINT64 / 1000, G_MAXINT64 - 1, 50 * G_TIME_SPAN_DAY,
    (G_GINT64_CONSTANT (1) << 31) * 1000, ((G_GINT64_CONSTANT (1) << 32) + 5) * 1000, FAR_AWAY, G_MAXINT64 / 2
  };

  for (guint i = 0; i < 8; i++)
    {
      pending->tasks[i] = rx_task_new (probe_run, &pending->probes[i], probe_free);
      rx_task_ref (pending->tasks[i]);
    }
  counter_add (((gpointer *) data)[2]);
  for (guint i = 0; i < 8; i++)
    rx_worker_schedule_task (self->worker, spans[i], pending->tasks[i]);
  return NULL;
}

/* B105: very long delays do not wrap round; local schedulers sleep until another thread cancels. */
static void
test_far (Fixture *self, gconstpointer data)
{
  Pending pending = { .worker = self->worker };
  Counter ready = { 0 };
  gpointer args[] = { self, &pending, &ready };
  GThread *thread = g_thread_new ("far", far_thread, args);
  gint64 end;

  counter_wait (&ready, 1);
  end = g_get_monotonic_time () + 20000;
  while (g_get_monotonic_time () < end)
    {
      if (self->context == NULL || !g_main_context_iteration (self->context, FALSE))
        g_thread_yield ();
    }
  for (guint i = 0; i < 8; i++)
    {
      g_assert_cmpuint (counter_get (&pending.probes[i].runs), ==, 0);
      rx_task_cancel (pending.tasks[i]);
    }
  g_thread_join (thread);
  pending_assert_dropped (&pending);
  pending_clear (&pending);
}

/* A function may stay with a task that is run again and again, but not with one that was for one call. */
static void
test_handle_is_light (Fixture *self, gconstpointer data)
{
  Probe probe = { 0 };
  RxTask *task = rx_worker_schedule (self->worker, probe_run, &probe, probe_free);

  wait_for (self, &probe.freed, 1);
  g_assert_cmpuint (counter_get (&probe.runs), ==, 1);
  g_assert_false (rx_task_is_cancelled (task));
  rx_task_cancel (task);
  rx_task_unref (task);
}

static void
test_schedule_twice (Fixture *self, gconstpointer data)
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

/* --- the grid of periodic tasks, with a clock that stands still --- */

static gint64 clock_now;

typedef struct
{
  RxWorker parent_instance;
  GTimeSpan delay;
  RxTask *task;                 /* (owned) (nullable): the pending one */
} ClockWorker;

typedef RxWorkerClass ClockWorkerClass;
GType clock_worker_get_type (void);
G_DEFINE_TYPE (ClockWorker, clock_worker, RX_TYPE_WORKER)

static void
clock_worker_schedule (RxWorker *worker, GTimeSpan delay, RxTask *task)
{
  ClockWorker *self = (ClockWorker *) worker;

  g_assert_null (self->task);
  self->delay = delay;
  self->task = task;
}

static void
clock_worker_class_init (ClockWorkerClass *klass)
{
  klass->schedule = clock_worker_schedule;
}

static void
clock_worker_init (ClockWorker *self)
{
}

typedef RxScheduler ClockScheduler;
typedef RxSchedulerClass ClockSchedulerClass;
GType clock_scheduler_get_type (void);
G_DEFINE_TYPE (ClockScheduler, clock_scheduler, RX_TYPE_SCHEDULER)

static gint64
clock_scheduler_now (RxScheduler *self)
{
  return clock_now;
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

/* The clock goes on to the task's time and late more; the task takes as long as it is told. */
static void
clock_run (ClockWorker *worker, GTimeSpan late, GTimeSpan *takes, GTimeSpan how_long)
{
  g_autoptr (RxTask) task = g_steal_pointer (&worker->task);

  clock_now += worker->delay + late;
  *takes = how_long;
  rx_task_run (task);
}

static void
clock_tick (RxTask *task, gpointer user_data)
{
  clock_now += *(GTimeSpan *) user_data;
}

static void
test_grid (void)
{
  g_autoptr (RxScheduler) scheduler = g_object_new (clock_scheduler_get_type (), NULL);
  g_autoptr (RxWorker) rx_worker = rx_scheduler_create_worker (scheduler);
  ClockWorker *worker = (ClockWorker *) rx_worker;
  GTimeSpan takes = 0;
  RxTask *task;

  clock_now = 1000;
  g_assert_cmpint (rx_scheduler_now (scheduler), ==, 1000);
  task = rx_worker_schedule_periodic (rx_worker, 5, 10, clock_tick, &takes, NULL);
  g_assert_cmpint (worker->delay, ==, 5);
  clock_run (worker, 0, &takes, 3);     /* at 1005 */
  g_assert_cmpint (worker->delay, ==, 7);
  clock_run (worker, 2, &takes, 3);     /* at 1017 */
  g_assert_cmpint (worker->delay, ==, 5);
  clock_run (worker, 0, &takes, 10);    /* at 1025, until the next one is due */
  g_assert_cmpint (worker->delay, ==, 0);
  clock_run (worker, 0, &takes, 34);    /* at 1035, missing those of 1045, 1055 and 1065 */
  g_assert_cmpint (worker->delay, ==, 0);
  clock_run (worker, 0, &takes, 1);     /* at 1069 */
  g_assert_cmpint (worker->delay, ==, 5);
  for (guint i = 0; i < 1000; i++)
    clock_run (worker, 1, &takes, 2);
  g_assert_cmpint (clock_now, ==, 1075 + 999 * 10 + 3);
  rx_task_cancel (task);
  rx_task_unref (task);
  g_clear_pointer (&worker->task, rx_task_unref);

  /* The end of time is not passed. */
  task = rx_worker_schedule_periodic (rx_worker, 0, G_MAXINT64, clock_tick, &takes, NULL);
  clock_run (worker, 0, &takes, 0);
  g_assert_cmpint (worker->delay, ==, G_MAXINT64 - clock_now);
  rx_worker_unsubscribe (rx_worker);
  g_assert_true (rx_task_is_cancelled (task));
  rx_task_unref (task);
  rx_task_run (worker->task);
  g_clear_pointer (&worker->task, rx_task_unref);
  assert_no_tasks (NULL);
}

/* --- not of one scheduler --- */

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

int
main (int argc, char **argv)
{
  static const struct
  {
    const gchar *name;
    void (*func) (Fixture *self, gconstpointer data);
  } tests[] = {
    { "names", test_names },
    { "order", test_order },
    { "nesting", test_nesting },
    { "delayed-order", test_delayed_order },
    { "undelayed-first", test_undelayed_first },
    { "recursion", test_recursion },
    { "unsubscribe-blocked", test_unsubscribe_blocked },
    { "cancel-blocked", test_cancel_blocked },
    { "dispose", test_dispose },
    { "unsubscribe-inside", test_unsubscribe_inside },
    { "unsubscribe-before", test_unsubscribe_before },
    { "siblings", test_siblings },
    { "self-cancel", test_self_cancel },
    { "periodic", test_periodic },
    { "periodic-slow", test_periodic_slow },
    { "periodic-zero", test_periodic_zero },
    { "periodic-unsubscribe", test_periodic_unsubscribe },
    { "cancel-running", test_cancel_running },
    { "far", test_far },
    { "handle-is-light", test_handle_is_light },
    { "schedule-twice", test_schedule_twice },
  };

  g_test_init (&argc, &argv, NULL);

  for (guint kind = 0; kind < N_KINDS; kind++)
    {
      for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
        {
          g_autofree gchar *path = g_strdup_printf ("/scheduler/%s/%s", kind_names[kind], tests[i].name);

          g_test_add (path, Fixture, GUINT_TO_POINTER (kind), fixture_set_up, tests[i].func, fixture_tear_down);
        }
    }
  g_test_add_func ("/scheduler/grid", test_grid);
  g_test_add_func ("/scheduler/programmer-errors", test_programmer_errors);
  g_test_add_func ("/scheduler/empty-classes", test_empty_classes);
  g_test_add_func ("/task/alone", test_task_alone);

  return g_test_run ();
}
