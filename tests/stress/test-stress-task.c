/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Tasks that end early, end themselves, or schedule others, scheduled from many threads. */

#include "rx-stress.h"

#define N_EACH 4                /* tasks that a thread schedules */

typedef struct
{
  RxStressLane lane;
  RxStressJob jobs[RX_STRESS_THREADS][N_EACH];
  RxStressJob nested[RX_STRESS_THREADS][N_EACH];
  _Atomic (RxTask *) handles[RX_STRESS_THREADS][N_EACH];
  RxScheduler *scheduler;
  atomic_uint n_scheduled;
} Round;

static Round round_data;

static Round *
round_new (guint32 *seed)
{
  RxScheduler *scheduler = rx_stress_draw_scheduler (seed);

  memset (&round_data, 0, sizeof round_data);
  rx_stress_lane_init (&round_data.lane, scheduler);
  round_data.scheduler = scheduler;
  return &round_data;
}

/* --- over before the handle is stored --- */

/* The task gives its own handle away, if that is there already, as one does who sets it to NULL inside the function. */
static void
early_inside (RxStressJob *job, RxTask *task)
{
  RxTask *handle = atomic_exchange ((_Atomic (RxTask *) *) job->data, NULL);

  g_assert_true (handle == NULL || handle == task);
  if (handle != NULL)
    rx_task_unref (handle);
}

static void
early_alone (RxTask *task, gpointer data)
{
  RxStressJob *job = data;

  g_assert_cmpuint (atomic_fetch_add (&job->n_runs, 1), ==, 0);
  early_inside (job, task);
}

static void
early_act (guint index, guint32 seed, gpointer data)
{
  Round *self = data;

  for (guint i = 0; i < N_EACH; i++)
    {
      RxStressJob *job = &self->jobs[index][i];
      RxTask *task;

      job->inside = early_inside;
      job->data = &self->handles[index][i];
      if (rx_stress_draw (&seed, 2) == 0)
        task = rx_stress_job_schedule (job, &self->lane, index, i);
      else                      /* on a worker of its own, which goes with it */
        {
          job->lane = &self->lane;
          task = rx_scheduler_schedule (self->scheduler, early_alone, job, rx_stress_job_free);
        }
      rx_stress_jitter (&seed);
      atomic_store (&self->handles[index][i], task);

      task = atomic_exchange (&self->handles[(index + 1) % RX_STRESS_THREADS][i], NULL);
      if (task != NULL)
        {
          rx_task_cancel (task);
          rx_task_unref (task);
        }
    }
}

static void
early_round (guint32 seed)
{
  Round *self = round_new (&seed);

  rx_stress_team (RX_STRESS_THREADS, seed, early_act, self);
  rx_stress_lane_clear (&self->lane, RX_STRESS_THREADS * N_EACH);
  for (guint i = 0; i < RX_STRESS_THREADS; i++)
    for (guint j = 0; j < N_EACH; j++)
      {
        RxTask *task = atomic_load (&self->handles[i][j]);

        if (task != NULL)
          rx_task_unref (task);
      }
}

/* --- cancelled by itself --- */

static void
self_inside (RxStressJob *job, RxTask *task)
{
  RxStressLane *lane = job->lane;
  guint n_freed = rx_stress_get (&job->lane->freed);

  rx_task_cancel (task);
  g_assert_true (rx_task_is_cancelled (task));
  g_assert_cmpuint (atomic_load (&job->n_freed), ==, 0);
  if (n_freed % 8 == 0)
    rx_worker_unsubscribe (lane->worker);
}

static void
self_act (guint index, guint32 seed, gpointer data)
{
  Round *self = data;

  for (guint i = 0; i < N_EACH; i++)
    {
      RxStressJob *job = &self->jobs[index][i];
      RxTask *task;

      job->inside = self_inside;
      if (i % 2 == 0)
        task = rx_stress_job_schedule (job, &self->lane, index, i);
      else                      /* a task that could be scheduled again */
        {
          job->lane = &self->lane;
          job->producer = index;
          job->number = i + 1;
          task = rx_task_new (rx_stress_job_run, job, rx_stress_job_free);
          rx_worker_schedule_task (self->lane.worker, 0, rx_task_ref (task));
        }
      rx_stress_jitter (&seed);
      if (rx_stress_draw (&seed, 2) == 0)
        rx_task_cancel (task);
      rx_task_unref (task);
    }
}

static void
self_round (guint32 seed)
{
  Round *self = round_new (&seed);

  rx_stress_team (RX_STRESS_THREADS, seed, self_act, self);
  rx_stress_lane_clear (&self->lane, RX_STRESS_THREADS * N_EACH);
}

/* --- scheduled by tasks --- */

static void
nested_inside (RxStressJob *job, RxTask *task)
{
  Round *self = job->data;
  RxStressJob *nested = &self->nested[job->producer][job->number - 1];

  atomic_fetch_add (&self->n_scheduled, 1);
  nested->lane = &self->lane;
  nested->number = -1;
  rx_task_unref (rx_worker_schedule (self->lane.worker, rx_stress_job_run, nested, rx_stress_job_free));
  g_assert_cmpuint (atomic_load (&nested->n_runs), ==, 0);
}

static void
nested_act (guint index, guint32 seed, gpointer data)
{
  Round *self = data;

  for (guint i = 0; i < N_EACH; i++)
    {
      self->jobs[index][i].inside = nested_inside;
      self->jobs[index][i].data = self;
      rx_task_unref (rx_stress_job_schedule (&self->jobs[index][i], &self->lane, index, i));
      rx_stress_jitter (&seed);
    }
  if (index == 0)
    rx_worker_unsubscribe (self->lane.worker);
}

/* Each task that was run has scheduled one, which is run or dropped. */
static void
nested_round (guint32 seed)
{
  Round *self = round_new (&seed);
  guint n;

  rx_stress_team (RX_STRESS_THREADS, seed, nested_act, self);
  do
    {
      n = atomic_load (&self->n_scheduled);
      rx_stress_wait (&self->lane.freed, RX_STRESS_THREADS * N_EACH + n);
    }
  while (atomic_load (&self->n_scheduled) != n);
  rx_stress_lane_clear (&self->lane, RX_STRESS_THREADS * N_EACH + n);
}

static const RxStressTest tests[] = {
  { "/rx/stress/task/early-end", 50, early_round },
  { "/rx/stress/task/self-cancel", 30, self_round },
  { "/rx/stress/task/nested", 20, nested_round },
};

int
main (int argc, char **argv)
{
  return rx_stress_main (argc, argv, RX_STRESS_TASK, tests, G_N_ELEMENTS (tests));
}
