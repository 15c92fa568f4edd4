/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Schedulers that are shut down and start again, threads that come and go with workers, pools that are given up. */

#include "rx-stress.h"
#include "schedulers/rx-loop-worker-private.h"

#define N_EACH 4                /* tasks that a thread schedules */
#define N_LANES 2

/* Those with threads of their own, which can be shut down. */
#define N_KINDS RX_STRESS_MAIN_CONTEXT

typedef struct
{
  RxScheduler *scheduler;
  RxStressLane lanes[N_LANES];
  RxStressJob jobs[RX_STRESS_THREADS][N_EACH];
  RxStressCounter freed;
} Round;

static Round round_data;

static Round *
round_new (guint32 *seed)
{
  memset (&round_data, 0, sizeof round_data);
  round_data.scheduler = rx_stress_get_scheduler (rx_stress_draw (seed, N_KINDS));
  return &round_data;
}

/* --- shut down, and used again --- */

static void
shutdown_act (guint index, guint32 seed, gpointer data)
{
  Round *self = data;

  for (guint i = 0; i < N_EACH; i++)
    {
      RxStressJob *job = &self->jobs[index][i];
      RxStressLane *lane = &self->lanes[index % N_LANES];

      rx_stress_jitter (&seed);
      if (index < 2 && i == N_EACH / 2)
        rx_scheduler_shutdown (self->scheduler);
      if (index % 3 != 2)
        rx_task_unref (rx_stress_job_schedule (job, lane, index, i));
      else
        {
          job->lane = lane;
          job->number = -1;
          rx_task_unref (rx_worker_schedule_delayed (lane->worker, 1 + rx_stress_draw (&seed, 50), rx_stress_job_run,
                                                     job, rx_stress_job_free));
        }
    }
}

static void
shutdown_round (guint32 seed)
{
  Round *self = round_new (&seed);
  RxStressJob last[N_LANES] = { 0 };

  for (guint i = 0; i < N_LANES; i++)
    rx_stress_lane_init (&self->lanes[i], self->scheduler);
  rx_stress_team (RX_STRESS_THREADS, seed, shutdown_act, self);
  for (guint i = 0; i < N_LANES; i++)
    {
      guint n = RX_STRESS_THREADS / N_LANES * N_EACH;

      rx_stress_wait (&self->lanes[i].freed, n);
      /* nothing is left of the end */
      rx_task_unref (rx_stress_job_schedule (&last[i], &self->lanes[i], 0, N_EACH));
      rx_stress_lane_clear (&self->lanes[i], n + 1);
      rx_stress_job_assert_ran (&last[i], TRUE);
    }
}

/* --- workers that come and go --- */

static void
churn_act (guint index, guint32 seed, gpointer data)
{
  Round *self = data;

  for (guint i = 0; i < 2; i++)
    {
      RxScheduler *scheduler = rx_stress_draw (&seed, 8) == 0 ? rx_stress_draw_scheduler (&seed) : self->scheduler;
      RxStressLane lane;
      RxStressJob jobs[N_EACH] = { 0 };

      rx_stress_lane_init (&lane, scheduler);
      for (guint j = 0; j < N_EACH; j++)
        {
          rx_task_unref (rx_stress_job_schedule (&jobs[j], &lane, index, j));
          rx_stress_jitter (&seed);
        }
      if (rx_stress_draw (&seed, 2) == 0)
        rx_worker_unsubscribe (lane.worker);
      rx_stress_lane_clear (&lane, N_EACH);
    }
}

/* A thread that ends for want of work and work that comes. */
static void
churn_round (guint32 seed)
{
  Round *self = round_new (&seed);

  rx_stress_team (RX_STRESS_THREADS, seed, churn_act, self);
}

/* --- a thread that ends as soon as it has nothing to do --- */

#define N_PINGS 20

static RxEventLoop brief_loop;  /* never freed, as all loops */

static RxEventLoop *
brief_take (RxLoopSource *source)
{
  return &brief_loop;
}

static void
retire_act (guint index, guint32 seed, gpointer data)
{
  RxStressJob jobs[N_PINGS] = { 0 };
  RxLoopSource source = { .take = brief_take };
  RxStressLane lane = { .worker = _rx_loop_worker_new (&source) };

  for (guint i = 0; i < N_PINGS; i++)
    {
      rx_task_unref (rx_stress_job_schedule (&jobs[i], &lane, index, i));
      rx_stress_wait (&lane.freed, i + 1);
      if (i % 2 == 0)
        rx_stress_jitter (&seed);
    }
  rx_stress_lane_clear (&lane, N_PINGS);
}

static void
retire_round (guint32 seed)
{
  rx_stress_team (1 + rx_stress_draw (&seed, 3), seed, retire_act, NULL);
}

/* --- streams on a scheduler that is shut down --- */

/* A subject is subscribed to late where the subscription has to wait for a worker. */
static void
stream_next (RxProbe *probe, const GValue *item, gpointer data)
{
  gint64 *last = data;

  g_assert_cmpint (rx_stress_item_number (item), >, *last);
  *last = rx_stress_item_number (item);
}

static void
stream_act (guint index, guint32 seed, gpointer data)
{
  RxSubject *subject = data;

  rx_stress_jitter (&seed);
  if (index == 0)
    rx_scheduler_shutdown (round_data.scheduler);
  else
    for (guint i = 0; i < 3; i++)
      {
        GValue item = G_VALUE_INIT;

        rx_stress_item_init (&item, i, &round_data.freed);
        rx_subject_next (subject, &item);
        g_value_unset (&item);
        rx_stress_jitter (&seed);
      }
}

static void
stream_round (guint32 seed)
{
  Round *self = round_new (&seed);
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxObservable) observable = g_object_ref (RX_OBSERVABLE (subject));
  g_autoptr (RxProbe) probe = rx_probe_new ();
  gint64 last = -1;

  probe->quiet = TRUE;
  probe->hook = stream_next;
  probe->hook_data = &last;
  if (rx_stress_draw (&seed, 2) == 0)
    rx_then (&observable, subscribe_on, self->scheduler);
  else
    rx_then (&observable, observe_on, self->scheduler);
  if (rx_stress_draw (&seed, 2) == 0)
    rx_then (&observable, observe_on, self->scheduler);
  rx_probe_start (probe, observable, -1);
  rx_stress_team (2, seed, stream_act, subject);
  rx_probe_cancel (probe);
  /* an item that is being passed on is freed behind its call, so that last is not looked at any more */
  rx_stress_wait (&self->freed, 3);
}

/* --- pools that are given up --- */

static void
pool_act (guint index, guint32 seed, gpointer data)
{
  Round *self = data;

  for (guint i = 0; i < N_EACH; i++)
    {
      rx_task_unref (rx_stress_job_schedule (&self->jobs[index][i], &self->lanes[0], index, i));
      rx_stress_jitter (&seed);
    }
  if (index == 0)
    g_clear_object (&self->scheduler);
}

static void
pool_round (guint32 seed)
{
  Round *self = round_new (&seed);
  guint n = 1 + rx_stress_draw (&seed, 3);

  self->scheduler = rx_scheduler_new_thread_pool (n);
  rx_stress_lane_init (&self->lanes[0], self->scheduler);
  rx_stress_team (n, seed, pool_act, self);
  rx_stress_lane_clear (&self->lanes[0], n * N_EACH);
}

static const RxStressTest tests[] = {
  { "/rx/stress/lifecycle/shutdown", 12, shutdown_round },
  { "/rx/stress/lifecycle/churn", 8, churn_round },
  { "/rx/stress/lifecycle/retire", 10, retire_round },
  { "/rx/stress/lifecycle/streams", 12, stream_round },
  { "/rx/stress/lifecycle/pools", 8, pool_round },
};

int
main (int argc, char **argv)
{
  _rx_loop_worker_ref_class ();
  _rx_event_loop_init (&brief_loop, "rx-brief");
  _rx_event_loop_set_keep_alive (&brief_loop, 0);
  return rx_stress_main (argc, argv, RX_STRESS_LIFECYCLE, tests, G_N_ELEMENTS (tests));
}
