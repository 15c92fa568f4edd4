/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Workers that are unsubscribed. */

#include "rx-contract.h"

/* --- S10 --- */

/* The loop is blocked in somebody's task: what is pending goes all the same, at once and on this thread. */
static void
test_unsubscribe_blocked (Fixture *self, gconstpointer kind)
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

/* Giving up the last reference is as good. */
static void
test_dispose (Fixture *self, gconstpointer kind)
{
  Pending pending = { 0 };

  if (is_local (self))
    {
      g_test_skip ("nothing is pending outside a task");
      return;
    }

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
test_unsubscribe_inside (Fixture *self, gconstpointer kind)
{
  Pending pending = { .worker = self->worker };
  Block block = { .before = self->kind == KIND_IMMEDIATE ? NULL : pending_schedule, .data = &pending };

  run (self->worker, 0, inside_unsubscribe, &block, NULL);
  wait_for (self, &block.inside, 1);
  pending_clear (&pending);
}

static void
test_unsubscribe_before (Fixture *self, gconstpointer kind)
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

/* --- S11 --- */

#define N_ROW 40

typedef struct
{
  Log log;
  Counter freed;
  RxWorker *worker;
  guint32 seed;
} Row;

typedef struct
{
  Row *row;
  guint id;
} RowStep;

static void
row_run (RxTask *task, gpointer user_data)
{
  RowStep *self = user_data;

  log_add (&self->row->log, self->id);
}

static void
row_free (gpointer user_data)
{
  RowStep *self = user_data;

  counter_add (&self->row->freed);
  g_free (self);
}

static gpointer
row_end (gpointer data)
{
  Row *self = data;

  for (guint i = 0; i < 8; i++)
    jitter (&self->seed);
  rx_worker_unsubscribe (self->worker);
  return NULL;
}

/* Another thread unsubscribes while the tasks come and run: what has run is the beginning of the row, without a gap. */
static void
test_no_gap (Fixture *self, gconstpointer kind)
{
  guint rounds = race_rounds (400);

  for (guint round = 0; round < rounds; round++)
    {
      g_autofree Row *row = g_new0 (Row, 1);
      g_autoptr (RxWorker) worker = rx_scheduler_create_worker (self->scheduler);
      GThread *thread = NULL;

      row->worker = worker;
      row->seed = round * 7919;
      for (guint i = 0; i < N_ROW; i++)
        {
          RowStep *step = g_new (RowStep, 1);

          *step = (RowStep) { row, i };
          if (i == round % N_ROW)
            thread = g_thread_new ("unsubscribe", row_end, row);
          run (worker, 0, row_run, step, row_free);
        }
      wait_for (self, &row->freed, N_ROW);
      g_thread_join (thread);
      for (guint i = 0; i < row->log.n; i++)
        g_assert_cmpint (row->log.entries[i], ==, i);
    }
}

static void
fifth_ends (RxTask *task, gpointer user_data)
{
  RowStep *self = user_data;

  row_run (task, self);
  if (self->id == 5)
    rx_worker_unsubscribe (self->row->worker);
}

/* The same from inside: nothing runs behind the task that unsubscribes. */
static void
test_no_late_task (Fixture *self, gconstpointer kind)
{
  g_autofree Row *row = g_new0 (Row, 1);

  row->worker = self->worker;
  for (guint i = 0; i < N_ROW; i++)
    {
      RowStep *step = g_new (RowStep, 1);

      *step = (RowStep) { row, i };
      run (self->worker, 0, fifth_ends, step, row_free);
    }
  wait_for (self, &row->freed, N_ROW);
  g_assert_cmpuint (row->log.n, ==, 6);
  g_assert_cmpint (row->log.entries[5], ==, 5);
}

/* --- S12 --- */

typedef struct
{
  RxWorker *worker, *sibling;
  Step steps[3];
  GTimeSpan delay;              /* the sibling may have a thread of its own, which must not begin meanwhile */
  Probe pending;
} Family;

static void
family_run (RxTask *task, gpointer user_data)
{
  Family *self = user_data;

  run (self->worker, 0, step_log, &self->steps[0], NULL);
  run (self->worker, 5000, step_log, &self->steps[1], NULL);
  run (self->sibling, self->delay, probe_run, &self->pending, probe_free);
  rx_worker_unsubscribe (self->sibling);
  g_assert_cmpuint (counter_get (&self->pending.freed), ==, 1);
  run (self->worker, 0, step_log, &self->steps[2], NULL);
}

/* From inside a task, on the thread that both share if they do. */
static void
test_sibling (Fixture *self, gconstpointer kind)
{
  static const gint deferred[] = { 0, 2, 1 }, nested[] = { 0, 1, 2 };
  g_autoptr (RxWorker) sibling = rx_scheduler_create_worker (self->scheduler);
  g_autofree Log *log = g_new0 (Log, 1);
  Family family = { .worker = self->worker, .sibling = sibling,
                    .delay = self->kind == KIND_IMMEDIATE ? 10 : FAR_AWAY };

  for (gint i = 0; i < 3; i++)
    family.steps[i] = (Step) { .log = log, .id = i };
  run (self->worker, 0, family_run, &family, NULL);
  wait_for (self, &log->count, 3);
  log_assert (log, 3, self->kind == KIND_IMMEDIATE ? nested : deferred);
  g_assert_false (rx_worker_is_unsubscribed (self->worker));
}

/* From outside, while a task of one of them holds its thread. */
static void
test_sibling_blocked (Fixture *self, gconstpointer kind)
{
  static const gint entries[] = { 0, 2, 1 };
  g_autoptr (RxWorker) sibling = rx_scheduler_create_worker (self->scheduler);
  g_autofree Log *log = g_new0 (Log, 1);
  Pending pending = { .worker = sibling, .far = TRUE };       /* it may be on a thread that is free */
  Block block = { .fixture = self, .before = pending_schedule, .data = &pending };
  GThread *thread;
  Step steps[3];

  if (is_local (self))
    {
      g_test_skip ("threads have nothing of each other");
      return;
    }

  for (gint i = 0; i < 3; i++)
    steps[i] = (Step) { .log = log, .id = i };
  thread = block_start (&block);
  run (self->worker, 0, step_log, &steps[0], NULL);
  run (self->worker, 50000, step_log, &steps[1], NULL);
  rx_worker_unsubscribe (sibling);
  pending_assert_dropped (&pending);
  run (self->worker, 0, step_log, &steps[2], NULL);
  block_end (&block, thread);
  wait_for (self, &log->count, 3);
  log_assert (log, 3, entries);
  pending_clear (&pending);
}

const ContractTest contract_unsubscribe_tests[] = {
  { "S10-blocked", test_unsubscribe_blocked },
  { "S10-last-reference", test_dispose },
  { "S10-inside", test_unsubscribe_inside },
  { "S10-before", test_unsubscribe_before },
  { "S11-no-gap", test_no_gap },
  { "S11-no-late-task", test_no_late_task },
  { "S12-sibling", test_sibling },
  { "S12-sibling-blocked", test_sibling_blocked },
  { NULL }
};
