/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* A worker gets its loop with its first task, and every loop that was taken is given back, once, whatever comes
 * between: here it comes from inside the function that hands out the loop. */

#include "rx-scheduler-fixture.h"
#include "rx-test-util.h"
#include "schedulers/rx-loop-worker-private.h"
#include "schedulers/rx-worker-private.h"

#define N_LOOPS 2

typedef struct
{
  RxLoopSource source;
  RxWorker *worker;             /* (unowned) */
  RxEventLoop *loops;
  guint n_taken;
  guint n_back[N_LOOPS];
  void (*meanwhile) (gpointer self);
  Probe inner;
} Lender;

static RxEventLoop *
lender_take (RxLoopSource *source)
{
  Lender *self = (Lender *) source;
  guint n = self->n_taken++;

  g_assert_cmpuint (n, <, N_LOOPS);
  if (n == 0 && self->meanwhile != NULL)
    self->meanwhile (self);
  return &self->loops[n];
}

static void
lender_give_back (RxLoopSource *source, RxEventLoop *loop)
{
  Lender *self = (Lender *) source;

  self->n_back[loop - self->loops]++;
}

static void
schedule_inner (gpointer data)
{
  Lender *self = data;

  rx_task_unref (rx_worker_schedule (self->worker, probe_run, &self->inner, probe_free));
}

static void
unsubscribe (gpointer data)
{
  rx_worker_unsubscribe (((Lender *) data)->worker);
}

static void
schedule_and_unsubscribe (gpointer data)
{
  schedule_inner (data);
  unsubscribe (data);
}

/* back: how often each loop has been given back when the worker has gone */
static void
lend (void (*meanwhile) (gpointer), gboolean runs, guint n_taken, guint back_before, guint back_after)
{
  /* never freed, as all loops; kept where a leak checker finds them */
  static RxEventLoop loops[N_LOOPS];
  static gboolean known;
  Lender lender = { .source = { lender_take, lender_give_back }, .loops = loops, .meanwhile = meanwhile };
  Probe probe = { 0 };

  for (guint i = 0; i < N_LOOPS && !known; i++)
    _rx_event_loop_init (&loops[i], "rx-lent");
  known = TRUE;

  lender.worker = _rx_loop_worker_new (&lender.source);
  rx_task_unref (rx_worker_schedule (lender.worker, probe_run, &probe, probe_free));
  counter_wait (&probe.freed, 1);
  g_assert_cmpuint (counter_get (&probe.runs), ==, runs);
  g_assert_cmpuint (lender.n_taken, ==, n_taken);
  g_assert_cmpuint (lender.n_back[0], ==, back_before % 10);
  g_assert_cmpuint (lender.n_back[1], ==, back_before / 10);
  if (n_taken == 2)
    counter_wait (&lender.inner.freed, 1);

  g_object_unref (lender.worker);
  g_assert_cmpuint (lender.n_back[0], ==, back_after % 10);
  g_assert_cmpuint (lender.n_back[1], ==, back_after / 10);
  for (guint i = 0; i < N_LOOPS; i++)
    _rx_event_loop_stop (&loops[i]);
}

/* The counts of the two loops are a digit each, that of the first loop to the right. */
static void
test_plain (void)
{
  lend (NULL, TRUE, 1, 0, 1);
}

/* Another thread has got a loop for the worker in the meantime: both tasks run on that one. */
static void
test_lost (void)
{
  lend (schedule_inner, TRUE, 2, 1, 11);
}

static void
test_closed (void)
{
  lend (unsubscribe, FALSE, 1, 1, 1);
}

static void
test_lost_and_closed (void)
{
  lend (schedule_and_unsubscribe, FALSE, 2, 11, 11);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  _rx_loop_worker_ref_class ();
  rx_test_add ("/rx/schedulers/loop-worker/plain", test_plain);
  rx_test_add ("/rx/schedulers/loop-worker/lost", test_lost);
  rx_test_add ("/rx/schedulers/loop-worker/closed", test_closed);
  rx_test_add ("/rx/schedulers/loop-worker/lost-and-closed", test_lost_and_closed);

  return g_test_run ();
}
