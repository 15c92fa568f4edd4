/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Delayed and periodic tasks of one worker. Delays are some microseconds, so that they end while threads are at it. */

#include "rx-stress.h"

#define N_EACH 4                /* tasks that a thread schedules */

typedef struct
{
  RxStressLane lane;
  RxStressJob jobs[RX_STRESS_THREADS][N_EACH];
  _Atomic (RxTask *) handles[RX_STRESS_THREADS][N_EACH];
  GTimeSpan delay;
  gboolean ends;                /* the worker is unsubscribed meanwhile */
} Round;

static Round round_data;

static Round *
round_new (guint32 *seed)
{
  memset (&round_data, 0, sizeof round_data);
  rx_stress_lane_init (&round_data.lane, rx_stress_draw_scheduler (seed));
  round_data.delay = 1 + rx_stress_draw (seed, 50);
  round_data.ends = rx_stress_draw (seed, 4) == 0;
  return &round_data;
}

static void
round_end (Round *self)
{
  rx_stress_lane_clear (&self->lane, RX_STRESS_THREADS * N_EACH);
  for (guint i = 0; i < RX_STRESS_THREADS; i++)
    for (guint j = 0; j < N_EACH; j++)
      {
        RxTask *task = atomic_load (&self->handles[i][j]);

        if (task != NULL)
          rx_task_unref (task);
      }
}

static RxTask *
schedule_delayed (Round *self, RxStressJob *job, guint producer, gint64 number, GTimeSpan delay)
{
  job->lane = &self->lane;
  job->producer = producer;
  job->number = number;
  job->earliest = g_get_monotonic_time () + delay;
  return rx_worker_schedule_delayed (self->lane.worker, delay, rx_stress_job_run, job, rx_stress_job_free);
}

static void
cancel_any (Round *self, guint32 *seed)
{
  guint whose = rx_stress_draw (seed, RX_STRESS_THREADS), which = rx_stress_draw (seed, N_EACH);
  RxTask *task = atomic_exchange (&self->handles[whose][which], NULL);

  if (task == NULL)
    return;
  rx_task_cancel (task);
  rx_task_unref (task);
}

/* --- against cancelling and unsubscribing --- */

static void
cancel_act (guint index, guint32 seed, gpointer data)
{
  Round *self = data;

  for (guint i = 0; i < N_EACH; i++)
    {
      GTimeSpan delay = rx_stress_draw (&seed, 4) == 0 ? G_TIME_SPAN_HOUR : 1 + rx_stress_draw (&seed, 100);

      atomic_store (&self->handles[index][i], schedule_delayed (self, &self->jobs[index][i], index, -1, delay));
      rx_stress_jitter (&seed);
      cancel_any (self, &seed);
      cancel_any (self, &seed);
    }
}

static void
cancel_round (guint32 seed)
{
  Round *self = round_new (&seed);

  rx_stress_team (RX_STRESS_THREADS, seed, cancel_act, self);
  rx_worker_unsubscribe (self->lane.worker);
  round_end (self);
}

/* --- against undelayed ones, and in order --- */

static void
order_act (guint index, guint32 seed, gpointer data)
{
  Round *self = data;

  /* Half of the threads schedule with one and the same delay, so that their due times rise, the others without. */
  for (guint i = 0; i < N_EACH; i++)
    {
      RxStressJob *job = &self->jobs[index][i];

      if (index % 2 == 0)
        rx_task_unref (schedule_delayed (self, job, index, i + 1, self->delay));
      else
        rx_task_unref (rx_stress_job_schedule (job, &self->lane, index, i));
      rx_stress_jitter (&seed);
    }
  if (index == 0 && self->ends)
    rx_worker_unsubscribe (self->lane.worker);
}

static void
order_round (guint32 seed)
{
  Round *self = round_new (&seed);

  rx_stress_team (RX_STRESS_THREADS, seed, order_act, self);
  round_end (self);
  if (!self->ends)
    g_assert_cmpuint (atomic_load (&self->lane.n_runs), ==, RX_STRESS_THREADS * N_EACH);
}

/* --- periodic tasks against their end --- */

static void
periodic_inside (RxStressJob *job, RxTask *task)
{
  if (atomic_load (&job->n_runs) >= 3)
    rx_task_cancel (task);
}

static void
periodic_act (guint index, guint32 seed, gpointer data)
{
  Round *self = data;

  for (guint i = 0; i < N_EACH; i++)
    {
      RxStressJob *job = &self->jobs[index][i];
      RxTask *task;

      job->lane = &self->lane;
      job->producer = index;
      job->number = -1;
      job->repeats = TRUE;
      job->inside = periodic_inside;
      task = rx_worker_schedule_periodic (self->lane.worker, rx_stress_draw (&seed, 3), rx_stress_draw (&seed, 3),
                                          rx_stress_job_run, job, rx_stress_job_free);
      atomic_store (&self->handles[index][i], task);
      rx_stress_jitter (&seed);
      cancel_any (self, &seed);
    }
  if (index == 0 && self->ends)
    rx_worker_unsubscribe (self->lane.worker);
}

static void
periodic_round (guint32 seed)
{
  Round *self = round_new (&seed);

  rx_stress_team (RX_STRESS_THREADS, seed, periodic_act, self);
  round_end (self);
}

/* --- streams in time against unsubscribing --- */

static void
interval_next (RxProbe *probe, const GValue *item, gpointer unused)
{
  g_assert_cmpint (rx_value_get_int64 (item), ==, probe->n_items - 1);
  if (probe->n_items == 3)
    rx_probe_cancel (probe);
}

static void
interval_act (guint index, guint32 seed, gpointer probe)
{
  if (index == 0)
    return;
  rx_stress_jitter (&seed);
  rx_stress_jitter (&seed);
  rx_probe_cancel (probe);
}

static void
interval_round (guint32 seed)
{
  g_autoptr (RxObservable) observable = NULL;
  g_autoptr (RxProbe) probe = rx_probe_new ();
  RxScheduler *scheduler = rx_stress_draw_scheduler (&seed);
  GTimeSpan initial = rx_stress_draw (&seed, 3), period = rx_stress_draw (&seed, 3);

  if (rx_stress_draw (&seed, 3) == 0)
    observable = rx_observable_timer (initial, scheduler);
  else
    observable = rx_observable_interval_full (initial, period, scheduler);
  probe->quiet = TRUE;
  probe->hook = interval_next;
  rx_probe_start (probe, observable, -1);
  rx_stress_team (3, seed, interval_act, probe);
  g_assert_true (rx_subscription_is_unsubscribed (probe->handle));
}

static const RxStressTest tests[] = {
  { "/rx/stress/timed/cancel", 50, cancel_round },
  { "/rx/stress/timed/order", 40, order_round },
  { "/rx/stress/timed/periodic", 40, periodic_round },
  { "/rx/stress/timed/interval", 20, interval_round },
};

int
main (int argc, char **argv)
{
  return rx_stress_main (argc, argv, RX_STRESS_TIMED, tests, G_N_ELEMENTS (tests));
}
