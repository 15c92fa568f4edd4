/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "rx-test-script.h"

/* Races, round after round. RX_STRESS_ROUNDS says how many rounds all programs take together, and each test has its
 * share of them; without it a run of the suite takes RX_STRESS_DEFAULT, and './run test --stress' RX_STRESS_FULL.
 *
 * Whatever a round draws comes from its seed, which a failure tells. RX_STRESS_SEED=seed runs rounds of that seed only;
 * what they draw is then the same while the timing of the threads differs. --seed repeats the whole run. */

#define RX_STRESS_FULL 1000000
#define RX_STRESS_DEFAULT 20000

/* The shares of the programs, in thousandths. */
enum
{
  RX_STRESS_WORKER = 150,
  RX_STRESS_TASK = 100,
  RX_STRESS_TIMED = 150,
  RX_STRESS_LIFECYCLE = 50,
  RX_STRESS_OBSERVE_ON = 250,
  RX_STRESS_SUBSCRIBE_ON = 160,
  RX_STRESS_WAIT = 140
};
G_STATIC_ASSERT (RX_STRESS_WORKER + RX_STRESS_TASK + RX_STRESS_TIMED + RX_STRESS_LIFECYCLE +
                 RX_STRESS_OBSERVE_ON + RX_STRESS_SUBSCRIBE_ON + RX_STRESS_WAIT == 1000);

typedef struct
{
  const gchar *path;
  guint share;                  /* in thousandths */
  void (*round) (guint32 seed);
  gboolean loses_errors;        /* one may come when its receiver has unsubscribed */
} RxStressTest;

/* The shares of the tests make up the program's. */
int rx_stress_main (int argc, char **argv, guint share, const RxStressTest *tests, guint n_tests);

/* The next number below limit; limit > 0. */
guint rx_stress_draw   (guint32 *seed, guint limit);

/* Some time, or none, to get threads out of step. */
void  rx_stress_jitter (guint32 *seed);

/* --- counters --- */

/* A number that is waited for. Whoever adds may find it gone right after that. */
typedef struct
{
  _Atomic guint32 value;
} RxStressCounter;

void rx_stress_add  (RxStressCounter *self);
/* Until it is at least value. What is waited for too long ends the program, see rx-stress.c. */
void rx_stress_wait (RxStressCounter *self, guint32 value);

static inline guint32
rx_stress_get (RxStressCounter *self)
{
  return atomic_load (&self->value);
}

/* --- threads --- */

#define RX_STRESS_THREADS 8

typedef void (*RxStressAct) (guint index, guint32 seed, gpointer data);

/* Calls act on n threads at the same time, each with a seed of its own, and returns when all are through. The first of
 * them is the caller's. */
void rx_stress_team (guint n, guint32 seed, RxStressAct act, gpointer data);

/* Around all rounds. */
void rx_stress_team_start (void);
void rx_stress_team_stop  (void);

/* --- schedulers --- */

typedef enum
{
  RX_STRESS_COMPUTATION,
  RX_STRESS_SINGLE,
  RX_STRESS_IO,
  RX_STRESS_NEW_THREAD,
  RX_STRESS_POOL,
  RX_STRESS_MAIN_CONTEXT,       /* which a thread iterates */
  RX_STRESS_SCHEDULERS
} RxStressKind;

/* (transfer none) */
RxScheduler *rx_stress_get_scheduler  (RxStressKind kind);
RxScheduler *rx_stress_draw_scheduler (guint32 *seed);

/* --- tasks --- */

/* What the tasks of one worker have in common. The plain fields are the worker's: were two tasks in here at once, or
 * one after another without seeing each other, ThreadSanitizer would tell. */
typedef struct
{
  RxWorker *worker;             /* (owned) */
  gint64 last[RX_STRESS_THREADS];       /* numbers of the producers' last tasks */
  guint n_inside;
  atomic_uint n_runs;
  RxStressCounter freed;
} RxStressLane;

typedef struct RxStressJob RxStressJob;

struct RxStressJob
{
  RxStressLane *lane;
  guint producer;
  gint64 number;                /* below 0: in no order */
  gint64 earliest;              /* by the worker's clock; 0: any time */
  gboolean repeats;
  gboolean running;             /* the worker's */
  atomic_uint n_runs, n_freed;
  void (*inside) (RxStressJob *self, RxTask *task);     /* (nullable) */
  gpointer data;
};

void rx_stress_lane_init  (RxStressLane *self, RxScheduler *scheduler);
/* Lets go of the worker and waits until n jobs have been freed. */
void rx_stress_lane_clear (RxStressLane *self, guint n);
void rx_stress_job_run    (RxTask *task, gpointer job);
void rx_stress_job_free   (gpointer job);
/* In the order of the producer's undelayed jobs. */
RxTask *rx_stress_job_schedule (RxStressJob *self, RxStressLane *lane, guint producer, gint64 number);

/* Of jobs without repetition, when all have been freed. */
void rx_stress_job_assert_ran (RxStressJob *self, gboolean ran);

/* --- items that own memory --- */

/* Each item is counted when the last copy of it is gone. */
void   rx_stress_item_init   (GValue *value, gint64 number, RxStressCounter *freed);
gint64 rx_stress_item_number (const GValue *value);

/* A subscriber of items that were numbered from 0 on, to be given to a probe. */
void rx_stress_expect_in_order (RxProbe *probe, const GValue *item, gpointer unused);
