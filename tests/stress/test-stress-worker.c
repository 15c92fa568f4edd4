/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Undelayed tasks of one worker, scheduled from many threads. */

#include "rx-stress.h"
#include "schedulers/rx-loop-worker-private.h"

#define N_EACH 4                /* tasks that a thread schedules */

typedef struct
{
  RxStressLane lane;
  RxStressJob jobs[RX_STRESS_THREADS][N_EACH];
  _Atomic (RxTask *) handles[RX_STRESS_THREADS][N_EACH];
  atomic_bool cancels[RX_STRESS_THREADS][N_EACH];
  RxLock lock;
} Round;

static Round round_data;

static Round *
round_new (guint32 *seed)
{
  memset (&round_data, 0, sizeof round_data);
  rx_stress_lane_init (&round_data.lane, rx_stress_draw_scheduler (seed));
  return &round_data;
}

/* --- against unsubscribe of the worker --- */

static void
unsubscribe_act (guint index, guint32 seed, gpointer data)
{
  Round *self = data;

  for (guint i = 0; i < N_EACH; i++)
    {
      RxTask *task;

      rx_stress_jitter (&seed);
      if (index == 0 && i == N_EACH - 1)
        rx_worker_unsubscribe (self->lane.worker);
      task = rx_stress_job_schedule (&self->jobs[index][i], &self->lane, index, i);
      if (index == 0 && i == N_EACH - 1)
        {
          rx_stress_job_assert_ran (&self->jobs[index][i], FALSE);
          g_assert_true (rx_task_is_cancelled (task));
        }
      rx_task_unref (task);
    }
}

/* Each task is run or dropped, once, in the order of its thread; nothing begins on a worker that is unsubscribed. */
static void
unsubscribe_round (guint32 seed)
{
  Round *self = round_new (&seed);

  rx_stress_team (RX_STRESS_THREADS, seed, unsubscribe_act, self);
  rx_stress_lane_clear (&self->lane, RX_STRESS_THREADS * N_EACH);
}

/* --- against cancelling of single tasks --- */

static void
cancel_act (guint index, guint32 seed, gpointer data)
{
  Round *self = data;

  for (guint i = 0; i < N_EACH; i++)
    {
      guint whose = rx_stress_draw (&seed, RX_STRESS_THREADS), which = rx_stress_draw (&seed, N_EACH);
      RxTask *task = rx_stress_job_schedule (&self->jobs[index][i], &self->lane, index, i);

      if (rx_stress_draw (&seed, 4) == 0)
        {
          atomic_store (&self->cancels[index][i], TRUE);
          rx_task_cancel (task);
          g_assert_true (rx_task_is_cancelled (task));
        }
      atomic_store (&self->handles[index][i], task);
      rx_stress_jitter (&seed);
      task = atomic_exchange (&self->handles[whose][which], NULL);
      if (task != NULL)
        {
          if (rx_stress_draw (&seed, 2) == 0)
            {
              atomic_store (&self->cancels[whose][which], TRUE);
              rx_task_cancel (task);
            }
          rx_task_unref (task);
        }
    }
}

/* What nobody has cancelled is run. */
static void
cancel_round (guint32 seed)
{
  Round *self = round_new (&seed);

  rx_stress_team (RX_STRESS_THREADS, seed, cancel_act, self);
  rx_stress_lane_clear (&self->lane, RX_STRESS_THREADS * N_EACH);
  for (guint i = 0; i < RX_STRESS_THREADS; i++)
    for (guint j = 0; j < N_EACH; j++)
      {
        RxTask *task = atomic_load (&self->handles[i][j]);

        if (task != NULL)
          rx_task_unref (task);
        if (!atomic_load (&self->cancels[i][j]))
          rx_stress_job_assert_ran (&self->jobs[i][j], TRUE);
      }
}

/* --- against giving up the worker --- */

static void
dispose_act (guint index, guint32 seed, gpointer data)
{
  Round *self = data;

  for (guint i = 0; i < N_EACH; i++)
    {
      rx_task_unref (rx_stress_job_schedule (&self->jobs[index][i], &self->lane, index, i));
      rx_stress_jitter (&seed);
    }
  /* The lock stands for the reference count, which ThreadSanitizer does not see. */
  _rx_lock (&self->lock);
  g_object_unref (self->lane.worker);
  _rx_unlock (&self->lock);
}

static void
dispose_round (guint32 seed)
{
  Round *self = round_new (&seed);
  guint32 left;

  for (guint i = 1; i < RX_STRESS_THREADS; i++)
    g_object_ref (self->lane.worker);
  rx_stress_team (RX_STRESS_THREADS, seed, dispose_act, self);
  self->lane.worker = NULL;
  /* what runs just now is not waited for */
  left = RX_STRESS_THREADS * N_EACH - rx_stress_get (&self->lane.freed);
  g_assert_cmpuint (left, <=, 1);
  rx_stress_lane_clear (&self->lane, RX_STRESS_THREADS * N_EACH);
}

/* --- the first tasks against unsubscribe --- */

/* Lends loops to a worker; each is given back once. */
typedef struct
{
  RxLoopSource source;
  atomic_uint n_taken;
  atomic_uint n_back[RX_STRESS_THREADS];
} Lender;

/* Never freed, as all loops. */
static RxEventLoop loops[RX_STRESS_THREADS];

static RxEventLoop *
lender_take (RxLoopSource *source)
{
  return &loops[atomic_fetch_add (&((Lender *) source)->n_taken, 1)];
}

static void
lender_give_back (RxLoopSource *source, RxEventLoop *loop)
{
  atomic_fetch_add (&((Lender *) source)->n_back[loop - loops], 1);
}

/* A worker is bound once, and the moment is short: so there are many of them, one after another. */
#define N_BOUND 32

typedef struct
{
  Lender lenders[N_BOUND];
  RxStressLane lanes[N_BOUND];
  RxStressJob jobs[N_BOUND][RX_STRESS_THREADS];
} Bound;

static Bound bound;

static void
bind_act (guint index, guint32 seed, gpointer unused)
{
  if (rx_stress_draw (&seed, 2) == 0)
    rx_stress_jitter (&seed);
  for (guint i = 0; i < N_BOUND; i++)
    {
      if (index == 0)
        rx_worker_unsubscribe (bound.lanes[i].worker);
      else
        rx_task_unref (rx_stress_job_schedule (&bound.jobs[i][index], &bound.lanes[i], index, 0));
    }
}

static void
bind_round (guint32 seed)
{
  guint n = 2 + rx_stress_draw (&seed, 2);

  memset (&bound, 0, sizeof bound);
  for (guint i = 0; i < N_BOUND; i++)
    {
      bound.lenders[i].source = (RxLoopSource) { lender_take, lender_give_back };
      bound.lanes[i].worker = _rx_loop_worker_new (&bound.lenders[i].source);
    }
  rx_stress_team (n, seed, bind_act, NULL);
  for (guint i = 0; i < N_BOUND; i++)
    {
      Lender *lender = &bound.lenders[i];

      rx_stress_lane_clear (&bound.lanes[i], n - 1);
      for (guint j = 0; j < atomic_load (&lender->n_taken); j++)
        g_assert_cmpuint (atomic_load (&lender->n_back[j]), ==, 1);
    }
}

static const RxStressTest tests[] = {
  { "/rx/stress/worker/unsubscribe", 60, unsubscribe_round },
  { "/rx/stress/worker/cancel", 50, cancel_round },
  { "/rx/stress/worker/dispose", 20, dispose_round },
  { "/rx/stress/worker/bind", 20, bind_round },
};

int
main (int argc, char **argv)
{
  for (guint i = 0; i < RX_STRESS_THREADS; i++)
    _rx_event_loop_init (&loops[i], "rx-lent");
  _rx_loop_worker_ref_class ();
  return rx_stress_main (argc, argv, RX_STRESS_WORKER, tests, G_N_ELEMENTS (tests));
}
