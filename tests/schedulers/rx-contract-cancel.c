/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Single tasks that are cancelled. */

#include "rx-contract.h"

/* --- S8 --- */

static void
test_pending (Fixture *self, gconstpointer kind)
{
  Pending pending = { .worker = self->worker };
  Block block = { .fixture = self, .before = pending_schedule, .data = &pending };
  GThread *thread;

  if (self->kind == KIND_IMMEDIATE)
    {
      g_test_skip ("has no pending tasks but the one that it sleeps for, see B105");
      return;
    }

  thread = block_start (&block);
  for (guint i = 0; i < N_PENDING; i++)
    rx_task_cancel (pending.tasks[i]);
  pending_assert_dropped (&pending);
  block_end (&block, thread);
  pending_clear (&pending);
}

/* The function goes with the call, however long the handle is kept. */
static void
test_light_handle (Fixture *self, gconstpointer kind)
{
  Probe probe = { 0 };
  RxTask *task = rx_worker_schedule (self->worker, probe_run, &probe, probe_free);

  wait_for (self, &probe.freed, 1);
  g_assert_cmpuint (counter_get (&probe.runs), ==, 1);
  g_assert_false (rx_task_is_cancelled (task));
  rx_task_cancel (task);
  rx_task_unref (task);
}

/* --- B001 --- */

typedef struct
{
  Fixture *fixture;
  guint n;
  gint alive;
  Counter checked;
} Hoard;

static void
object_gone (gpointer data, GObject *object)
{
  g_atomic_int_add ((gint *) data, -1);
}

static RxTask *
schedule_object (Hoard *self, guint i)
{
  GCancellable *object = g_cancellable_new ();

  g_atomic_int_inc (&self->alive);
  g_object_weak_ref (G_OBJECT (object), object_gone, &self->alive);
  return rx_worker_schedule_delayed (self->fixture->worker, FAR_AWAY + i * 7919 % 1000, probe_run, object,
                                     g_object_unref);
}

/* On the worker's own thread or elsewhere, each at once or all later in another order: the object goes in the call that
 * cancels, and nothing is left of the task. */
static void
hoard (RxTask *task, gpointer user_data)
{
  Hoard *self = user_data;
  g_autofree RxTask **tasks = g_new (RxTask *, self->n);
  gint before = atomic_load (&_rx_live[RX_LIVE_TASKS]), slack = self->fixture->kind == KIND_POOL ? 2 : 0;  /* alarms */

  for (guint i = 0; i < self->n; i++)
    {
      g_autoptr (RxTask) far = schedule_object (self, i);

      g_assert_cmpint (g_atomic_int_get (&self->alive), ==, 1);
      rx_task_cancel (far);
      g_assert_cmpint (g_atomic_int_get (&self->alive), ==, 0);
    }
  g_assert_cmpint (atomic_load (&_rx_live[RX_LIVE_TASKS]), <=, before + slack);

  for (guint i = 0; i < self->n; i++)
    tasks[i] = schedule_object (self, i);
  g_assert_cmpint (g_atomic_int_get (&self->alive), ==, self->n);
  for (guint i = 0; i < self->n; i++)
    {
      RxTask *far = tasks[(guint64) i * 61 % self->n];          /* 61 and n have no common divisor */

      rx_task_cancel (far);
      g_assert_cmpint (g_atomic_int_get (&self->alive), ==, self->n - 1 - i);
      rx_task_unref (far);
    }
  g_assert_cmpint (atomic_load (&_rx_live[RX_LIVE_TASKS]), <=, before + slack);
  counter_add (&self->checked);
}

static void
test_hoard (Fixture *self, gconstpointer kind)
{
  Hoard state = { .fixture = self, .n = self->kind == KIND_COMPUTATION ? race_rounds (50000) : race_rounds (2000) };

  if (self->kind == KIND_IMMEDIATE || self->kind == KIND_USER)
    {
      g_test_skip (self->kind == KIND_USER ? "a user's worker keeps its own tasks, emptied, until they are due"
                                           : "has no pending tasks");
      return;
    }

  run (self->worker, 0, hoard, &state, NULL);
  wait_for (self, &state.checked, 1);
  if (!is_local (self))
    hoard (NULL, &state);
}

/* --- S9, B013 --- */

static void
cancelled_running (RxTask *task, gpointer user_data)
{
  Block *block = user_data;
  GCancellable *cancellable = rx_task_get_cancellable (task);

  block->data = rx_task_ref (task);
  g_assert_false (g_cancellable_is_cancelled (cancellable));
  counter_add (&block->inside);
  counter_wait (&block->go, 1);
  /* nothing has interrupted it, but it can see */
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

/* Cancelled by another thread, which does not wait for it. */
static void
test_running (Fixture *self, gconstpointer kind)
{
  Block block = { .fixture = self };
  GThread *thread = g_thread_new ("cancelled", cancelled_thread, &block);

  counter_wait (&block.inside, 1);
  rx_task_cancel (block.data);
  g_assert_cmpuint (counter_get (&block.left), ==, 0);
  counter_add (&block.go);
  g_thread_join (thread);
  g_assert_cmpuint (counter_get (&block.left), ==, 1);
  rx_task_unref (block.data);
}

typedef struct
{
  Counter freed, checked;
  GThread *thread;
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
  SelfCancel *self = user_data;

  g_assert_false (g_cancellable_is_cancelled (rx_task_get_cancellable (task)));
  self->first = g_object_ref (rx_task_get_cancellable (task));
  self->thread = g_thread_self ();
  rx_task_cancel (task);
  rx_task_cancel (task);
  g_assert_true (rx_task_is_cancelled (task));
  g_assert_true (g_cancellable_is_cancelled (self->first));
  g_assert_cmpuint (counter_get (&self->freed), ==, 0);
}

static void
self_cancel_next (RxTask *task, gpointer user_data)
{
  SelfCancel *self = user_data;

  g_assert_false (rx_task_is_cancelled (task));
  g_assert_false (g_cancellable_is_cancelled (rx_task_get_cancellable (task)));
  g_assert_true (rx_task_get_cancellable (task) != self->first);
  g_assert_cmpuint (counter_get (&self->freed), ==, 1);
  counter_add (&self->checked);
}

/* The rest of the task runs, and the next one sees nothing of it. */
static void
test_itself (Fixture *self, gconstpointer kind)
{
  SelfCancel state = { 0 };

  run (self->worker, 0, self_cancel, &state, self_cancel_freed);
  run (self->worker, 0, self_cancel_next, &state, NULL);
  wait_for (self, &state.checked, 1);
  g_object_unref (state.first);
}

/* --- B105 --- */

static gpointer
far_thread (gpointer data)
{
  Fixture *self = ((gpointer *) data)[0];
  Pending *pending = ((gpointer *) data)[1];
  static const GTimeSpan spans[N_PENDING] = {
    G_MAXINT64, G_MAXINT64 / 1000, G_MAXINT64 - 1, 50 * G_TIME_SPAN_DAY,
    (G_GINT64_CONSTANT (1) << 31) * 1000, ((G_GINT64_CONSTANT (1) << 32) + 5) * 1000, FAR_AWAY, G_MAXINT64 / 2
  };

  for (guint i = 0; i < N_PENDING; i++)
    {
      pending->tasks[i] = rx_task_new (probe_run, &pending->probes[i], probe_free);
      rx_task_ref (pending->tasks[i]);
    }
  counter_add (((gpointer *) data)[2]);
  for (guint i = 0; i < N_PENDING; i++)
    rx_worker_schedule_task (self->worker, spans[i], pending->tasks[i]);
  return NULL;
}

static void
far_end (RxTask *task, gpointer user_data)
{
  counter_add (user_data);
}

/* Very long delays do not wrap round. Local schedulers sleep until another thread cancels. */
static void
test_far (Fixture *self, gconstpointer kind)
{
  g_autoptr (RxWorker) other = rx_scheduler_create_worker (self->scheduler);
  Pending pending = { .worker = self->worker };
  Counter ready = { 0 }, ended = { 0 };
  gpointer args[] = { self, &pending, &ready };
  GThread *thread = g_thread_new ("far", far_thread, args);

  counter_wait (&ready, 1);
  if (!is_local (self))
    g_thread_join (thread);
  /* whatever is due before this has had its turn */
  run (other, 20000, far_end, &ended, NULL);
  wait_for (self, &ended, 1);
  for (guint i = 0; i < N_PENDING; i++)
    {
      g_assert_cmpuint (counter_get (&pending.probes[i].runs), ==, 0);
      rx_task_cancel (pending.tasks[i]);
    }
  if (is_local (self))
    g_thread_join (thread);
  pending_assert_dropped (&pending);
  pending_clear (&pending);
}

const ContractTest contract_cancel_tests[] = {
  { "S8-pending", test_pending },
  { "S8-light-handle", test_light_handle },
  { "B001-cancelled-timers", test_hoard },
  { "S9-running", test_running },
  { "S9-B013-itself", test_itself },
  { "B105-far", test_far },
  { NULL }
};
