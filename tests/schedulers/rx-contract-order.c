/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Order and overlap of the tasks of one worker. */

#include "rx-contract.h"

/* --- S1, S2 --- */

static void
test_fifo (Fixture *self, gconstpointer kind)
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

#define N_PRODUCERS 3

typedef struct
{
  atomic_int inside;
  guint next[N_PRODUCERS];      /* plain, as all that follows: what one task writes the next one sees */
  guint delayed;
  Counter count;
} Serial;

typedef struct
{
  Serial *serial;
  RxWorker *worker;
  guint id, n;
} Producer;

typedef struct
{
  Serial *serial;
  gint producer;                /* -1: a delayed one, whose place is not known */
  guint number;
} Numbered;

static void
numbered_run (RxTask *task, gpointer user_data)
{
  Numbered *self = user_data;
  Serial *serial = self->serial;

  g_assert_cmpint (atomic_fetch_add (&serial->inside, 1), ==, 0);
  if (self->producer >= 0)
    g_assert_cmpuint (serial->next[self->producer]++, ==, self->number);
  else
    serial->delayed++;
  g_assert_cmpint (atomic_fetch_sub (&serial->inside, 1), ==, 1);
  counter_add (&serial->count);
}

static gpointer
produce (gpointer data)
{
  Producer *self = data;
  guint32 seed = self->id;

  for (guint i = 0; i < self->n; i++)
    {
      Numbered *plain = g_new (Numbered, 1), *delayed = g_new (Numbered, 1);

      *plain = (Numbered) { self->serial, self->id, i };
      *delayed = (Numbered) { self->serial, -1, i };
      run (self->worker, 0, numbered_run, plain, g_free);
      run (self->worker, 1 + i % 50, numbered_run, delayed, g_free);
      jitter (&seed);
    }
  return NULL;
}

/* Threads do not wait for each other on the local schedulers: there it is one. */
static void
test_producers (Fixture *self, gconstpointer kind)
{
  Serial serial = { 0 };
  guint n = race_rounds (is_local (self) ? 300 : 2000), n_threads = is_local (self) ? 1 : N_PRODUCERS;
  Producer producers[N_PRODUCERS];
  GThread *threads[N_PRODUCERS];

  for (guint i = 0; i < n_threads; i++)
    {
      producers[i] = (Producer) { &serial, self->worker, i, n };
      threads[i] = g_thread_new ("producer", produce, &producers[i]);
    }
  wait_for (self, &serial.count, 2 * n * n_threads);
  for (guint i = 0; i < n_threads; i++)
    {
      g_thread_join (threads[i]);
      g_assert_cmpuint (serial.next[i], ==, n);
    }
  g_assert_cmpuint (serial.delayed, ==, n * n_threads);
}

/* --- B007 --- */

/* Two groups of tasks by turns, at once and a moment later: each keeps its order, and nothing overlaps. */
typedef struct
{
  RxWorker *worker;
  Serial serial;
  guint n;
} Groups;

static void
schedule_groups (RxTask *task, gpointer user_data)
{
  Groups *self = user_data;

  for (guint i = 0; i < self->n; i++)
    {
      Numbered *numbered = g_new (Numbered, 1);

      *numbered = (Numbered) { &self->serial, i % 2, i / 2 };
      run (self->worker, i % 2 * 1000, numbered_run, numbered, g_free);
    }
}

static void
test_groups (Fixture *self, gconstpointer kind)
{
  Groups groups = { .worker = self->worker, .n = self->kind == KIND_IMMEDIATE ? 40 : race_rounds (10000) };

  /* inside a task only where that puts the tasks off */
  if (self->kind == KIND_TRAMPOLINE)
    run (self->worker, 0, schedule_groups, &groups, NULL);
  else
    schedule_groups (NULL, &groups);
  wait_for (self, &groups.serial.count, groups.n);
}

/* --- S3 --- */

static void
nest_inner (RxTask *task, gpointer user_data)
{
  Step *steps = user_data;

  log_add (steps->log, 1);
  run (steps->worker, 0, step_log, &steps[4], NULL);
  log_add (steps->log, 11);
}

static void
nest_outer (RxTask *task, gpointer user_data)
{
  Step *steps = user_data;

  log_add (steps->log, 0);
  run (steps->worker, 0, nest_inner, steps, NULL);
  run (steps->worker, 0, step_log, &steps[2], NULL);
  run (steps->worker, 0, step_log, &steps[3], NULL);
  log_add (steps->log, 10);
}

/* After the task that schedules it has ended, and after those that wait already. */
static void
test_nested (Fixture *self, gconstpointer kind)
{
  static const gint nested[] = { 0, 1, 4, 11, 2, 3, 10 }, deferred[] = { 0, 10, 1, 11, 2, 3, 4 };
  g_autofree Log *log = g_new0 (Log, 1);
  Step steps[5];

  for (gint i = 0; i < 5; i++)
    steps[i] = (Step) { .worker = self->worker, .log = log, .id = i };
  run (self->worker, 0, nest_outer, steps, NULL);
  wait_for (self, &log->count, 7);
  log_assert (log, 7, self->kind == KIND_IMMEDIATE ? nested : deferred);
}

/* --- S7 --- */

typedef struct
{
  RxWorker *worker;
  gint left;
  gchar *stack;
  GThread *thread;              /* whose stack it is */
  gint most;                    /* tasks at once */
  Counter done;
} Chain;

static void
chain_check (Chain *self)
{
  gchar *here = __builtin_frame_address (0);

  if (self->thread != g_thread_self ())
    {
      self->thread = g_thread_self ();
      self->stack = here;
    }
  g_assert_cmpint (ABS (self->stack - here), <, 8192);
  self->most = MAX (self->most, atomic_load (&_rx_live[RX_LIVE_TASKS]));
}

static void
chain_step (RxTask *task, gpointer user_data)
{
  Chain *self = user_data;

  chain_check (self);
  if (--self->left > 0)
    rx_worker_schedule_task (self->worker, 0, rx_task_ref (task));
  else
    counter_add (&self->done);
}

static void
chain_step_anew (RxTask *task, gpointer user_data)
{
  Chain *self = user_data;

  chain_check (self);
  if (--self->left > 0)
    run (self->worker, self->left % 1000 == 0, chain_step_anew, self, NULL);
  else
    counter_add (&self->done);
}

/* Neither the stack nor the number of tasks grows, for one task that goes on or one new one for each step. */
static void
test_recursion (Fixture *self, gconstpointer kind)
{
  for (guint i = 0; i < 2; i++)
    {
      Chain chain = { .worker = self->worker, .left = race_rounds (100000) };

      if (self->kind == KIND_IMMEDIATE)
        {
          g_test_skip ("nests");
          return;
        }
      if (i == 0)
        rx_worker_schedule_task (self->worker, 0, rx_task_new (chain_step, &chain, NULL));
      else
        run (self->worker, 0, chain_step_anew, &chain, NULL);
      wait_for (self, &chain.done, 1);
      /* a foreign worker has a shell for each, a pool alarms; else: one that runs, the next, one that is being freed */
      g_assert_cmpint (chain.most, <=, self->kind == KIND_USER ? 9 : self->kind == KIND_POOL ? 6 : 3);
    }
}

const ContractTest contract_order_tests[] = {
  { "S1-fifo", test_fifo },
  { "S2-one-at-a-time", test_producers },
  { "B007-groups", test_groups },
  { "S3-nested", test_nested },
  { "S7-recursion", test_recursion },
  { NULL }
};
