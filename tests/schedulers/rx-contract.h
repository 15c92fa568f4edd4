/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "rx-scheduler-fixture.h"

/* The contract of schedulers: every kind runs every test. The names of the tests bear the rules' numbers, which
 * docs/architecture.md explains. */

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

typedef struct
{
  Kind kind;
  GMainContext *context;        /* (owned) (nullable): has to be iterated */
  RxScheduler *scheduler;
  RxWorker *worker;
} Fixture;

typedef struct
{
  const gchar *name;
  void (*func) (Fixture *self, gconstpointer data);
} ContractTest;

/* Tables, each ended by one without a name. */
extern const ContractTest contract_order_tests[], contract_time_tests[], contract_cancel_tests[],
                          contract_unsubscribe_tests[], contract_periodic_tests[], contract_life_tests[];

extern const gchar *const contract_kind_names[N_KINDS];

void  fixture_set_up    (Fixture *self, gconstpointer kind);
void  fixture_tear_down (Fixture *self, gconstpointer kind);

/* Do tasks run on the thread that schedules them, inside the call? */
gboolean is_local       (Fixture *self);
/* Iterates the context if there is one. */
void  wait_for          (Fixture *self, Counter *counter, guint32 value);

/* --- a scheduler such as a user writes it --- */

typedef struct
{
  RxWorker parent_instance;
  RxWorker *inner;
} UserWorker;

GType user_worker_get_type    (void);
GType user_scheduler_get_type (void);
void  user_worker_schedule    (RxWorker *self, GTimeSpan delay, RxTask *task);

/* --- what tasks do --- */

static inline void
run (RxWorker *worker, GTimeSpan delay, RxTaskFunc func, gpointer user_data, GDestroyNotify destroy)
{
  rx_task_unref (rx_worker_schedule_delayed (worker, delay, func, user_data, destroy));
}

/* Nothing is early by the scheduler's own clock. */
static inline gint64
time_of (RxWorker *worker)
{
  return rx_scheduler_now (rx_worker_get_scheduler (worker));
}

/* What happened, in order; read when all is quiet. */
typedef struct
{
  RxLock lock;
  guint n;
  gint entries[32768];
  Counter count;
} Log;

void  log_add           (Log *self, gint entry);
void  log_assert        (Log *self, guint n, const gint *entries);

typedef struct
{
  RxWorker *worker;
  Log *log;
  gint id;
  gint64 earliest, latest;      /* due time; 0: not looked at */
} Step;

void  step_log          (RxTask *task, gpointer step);

/* A task that holds its thread up until it is let go, and does something before. */
typedef struct
{
  Fixture *fixture;
  Counter inside, go, left;
  void (*before) (gpointer data);
  gpointer data;
} Block;

/* Whatever the scheduler, the block is inside when this returns, and this thread is free. */
GThread *block_start    (Block *block);
void  block_end         (Block *block, GThread *thread);

/* Tasks of all sorts. */
#define N_PENDING 8

typedef struct
{
  RxWorker *worker;
  gboolean far;                 /* all of them */
  Probe probes[N_PENDING];
  RxTask *tasks[N_PENDING];
} Pending;

void  pending_schedule  (gpointer pending);
void  pending_assert_dropped (Pending *self);
/* None has run. */
void  pending_clear     (Pending *self);
