/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Stopping: from everywhere and at every moment, and what becomes of a stream that nobody stops. */

#include "rx-law-bench.h"

#include "rx-test-script.h"

static void
hook_cancel (RxProbe *probe, const GValue *item, gpointer at)
{
  if (probe->n_items == GPOINTER_TO_UINT (at))
    rx_probe_cancel (probe);
}

/* Inside a call: it was the last one. */
static void
law_in_next (const RxLaw *law)
{
  guint n_items = rx_law_count_items (law->events);

  for (guint at = 1; at <= n_items; at++)
    {
      g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
      RxProbe *probe = rx_bench_probe (bench);

      probe->hook = hook_cancel;
      probe->hook_data = GUINT_TO_POINTER (at);
      rx_bench_start (bench, probe, -1);
      rx_bench_wait_items (bench, probe, at);
      rx_bench_wait_gone (bench);
      g_assert_cmpuint (probe->n_items, ==, at);
      g_assert_cmpuint (probe->n_ends, ==, 0);
      g_assert_true (rx_bench_is_released (bench));
      g_assert_true (rx_subscription_is_unsubscribed (probe->handle));
    }
}

static void
end_cancel (RxProbe *probe, const GError *error, gpointer data)
{
  rx_probe_cancel (probe);
  rx_probe_cancel (probe);
}

static void
law_in_end (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
  RxProbe *probe = rx_bench_probe (bench);

  probe->end_hook = end_cancel;
  rx_bench_start (bench, probe, -1);
  g_assert_cmpstr (rx_bench_finish (bench, probe), ==, law->events);
}

typedef struct
{
  RxProbe *probe;
  guint at;
  guint64 n_items;              /* when it was cancelled */
} CancelInFunc;

static void
call_cancel (RxLawEnv *env, guint call, gpointer data)
{
  CancelInFunc *self = data;

  if (call != self->at)
    return;
  rx_probe_cancel (self->probe);
  self->n_items = self->probe->n_items;
}

/* Inside the user function: what it gives is not emitted, and it is not called again. */
static void
law_in_func (const RxLaw *law)
{
  for (guint at = 1; at <= 3; at++)
    {
      g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
      CancelInFunc data = { rx_bench_probe (bench), at };

      if ((law->flags & RX_LAW_PRODUCER) != 0 && at > 1)
        break;
      bench->env.on_call = call_cancel;
      bench->env.data = &data;
      rx_bench_start (bench, data.probe, -1);
      rx_bench_wait_gone (bench);
      g_assert_cmpuint (bench->env.n_calls, ==, at);
      g_assert_cmpuint (data.probe->n_items, ==, data.n_items);
      g_assert_cmpuint (data.probe->n_ends, ==, 0);
      g_assert_true (rx_bench_is_released (bench));
    }
}

/* Before it begins. */
static void
law_before (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
  RxProbe *probe = rx_bench_probe (bench);

  rx_probe_cancel (probe);
  rx_bench_start (bench, probe, -1);
  rx_bench_wait_gone (bench);
  g_assert_cmpstr (probe->log->str, ==, "");
  g_assert_cmpuint (bench->env.n_calls, ==, 0);
  g_assert_true (rx_bench_is_released (bench));
  for (guint i = 0; i < law->n_upstreams; i++)
    g_assert_cmpint (bench->above[i].n_items, ==, 0);
}

/* While it is being announced, before any upstream can know of it. */
static void
law_in_subscribed (const RxLaw *law)
{
  for (gint64 demand = -1; demand < 2; demand++)
    {
      g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
      RxProbe *probe = rx_bench_probe (bench);

      bench->below.cancels = TRUE;
      rx_bench_start (bench, probe, demand);
      rx_bench_wait_gone (bench);
      g_assert_cmpstr (probe->log->str, ==, "");
      g_assert_true (rx_bench_is_released (bench));
    }
}

/* From outside, while nothing runs: everything goes at once, on this thread. */
static void
law_at_rest (const RxLaw *law)
{
  for (gint64 demand = -1; demand < 2; demand++)
    {
      g_autoptr (RxBench) bench = rx_bench_on_spies (law);
      RxProbe *probe = rx_bench_subscribe (bench, demand);

      rx_bench_wait_ready (bench);
      for (gint64 n = 1; n <= 2; n++)
        for (guint i = 0; i < law->n_upstreams; i++)
          rx_bench_feed (bench, i, n);
      rx_bench_settle (bench);
      rx_probe_cancel (probe);
      if ((law->flags & RX_LAW_POOL) != 0)
        rx_bench_wait_gone (bench);
      g_assert_true (rx_bench_is_released (bench));
      g_assert_cmpint (bench->below.n_detached, ==, 1);
      g_assert_cmpuint (((GObject *) probe)->ref_count, ==, 1);        /* the stream has let go of its data */
      for (guint i = 0; i < law->n_upstreams; i++)
        for (guint k = 0; k < bench->spies[i]->n_runs; k++)
          g_assert_true (bench->spies[i]->runs[k]->detached);
    }
}

typedef struct
{
  RxProbe *probe;
  RxTestLatch start;
  guint delay;
} Canceller;

static gpointer
canceller_run (gpointer data)
{
  Canceller *self = data;

  rx_test_latch_wait (&self->start);
  for (guint i = 0; i < self->delay; i++)
    _rx_pause ();
  rx_probe_cancel (self->probe);
  return NULL;
}

static void
hook_open_latch (RxProbe *probe, const GValue *item, gpointer latch)
{
  if (probe->n_items == 1)
    rx_test_latch_open (latch);
}

/* From another thread, while items are on their way. */
static void
law_elsewhere (const RxLaw *law)
{
  guint rounds = rx_test_rounds (100);

  for (guint round = 0; round < rounds; round++)
    {
      g_autoptr (RxBench) bench = rx_bench_on_spies (law);
      Canceller canceller = { rx_bench_probe (bench), { 0 }, round * 7 % 200 };
      pthread_t thread;

      canceller.probe->hook = hook_open_latch;
      canceller.probe->hook_data = &canceller.start;
      canceller.probe->quiet = TRUE;
      rx_bench_start (bench, canceller.probe, round % 3 == 0 ? 5 : -1);
      rx_bench_wait_ready (bench);
      thread = rx_test_thread_start (canceller_run, &canceller);
      for (gint64 n = 1; n <= 20; n++)
        for (guint i = 0; i < law->n_upstreams; i++)
          rx_bench_feed (bench, i, n);
      for (guint i = 0; i < law->n_upstreams; i++)
        rx_bench_complete (bench, i);
      rx_test_latch_open (&canceller.start);
      rx_test_thread_join (thread);
      rx_bench_wait_gone (bench);
    }
}

/* The handle is no leash: the stream goes on without it. */
static void
law_handle_dropped (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_on_spies (law);
  RxProbe *probe = rx_bench_probe (bench);

  rx_observable_subscribe_observer (bench->observable, (RxObserver *) probe, G_MAXINT64, NULL);
  rx_bench_wait_ready (bench);
  for (gint64 n = 1; n <= 6; n++)
    for (guint i = 0; i < law->n_upstreams; i++)
      rx_bench_feed (bench, i, n);
  for (guint i = 0; i < law->n_upstreams; i++)
    rx_bench_complete (bench, i);
  rx_probe_wait (probe);
  if (law->n_upstreams == 1)
    g_assert_cmpstr (probe->log->str, ==, law->events);
  else if ((law->flags & RX_LAW_ENDS_EARLY) == 0)
    g_assert_cmpuint (probe->n_items, ==, rx_law_count_items (law->events));
}

/* A source that goes away without a word: what was under way arrives, then all is released, without an end. */
static void
law_abandoned (const RxLaw *law)
{
  g_autofree gchar *expected = NULL;

  for (guint k = 0; k < 4; k++)
    {
      g_autoptr (RxBench) bench = k % 2 == 0 ? rx_bench_on_spies (law) : rx_bench_on_subjects (law);
      RxProbe *probe = rx_bench_subscribe (bench, k / 2 == 0 ? -1 : 0);

      rx_bench_wait_ready (bench);
      for (gint64 n = 1; n <= 2; n++)
        for (guint i = 0; i < law->n_upstreams; i++)
          rx_bench_feed (bench, i, n);
      for (guint i = 0; i < law->n_upstreams; i++)
        rx_bench_abandon (bench, i);
      if (k / 2 != 0)
        rx_probe_request (probe, G_MAXINT64);
      rx_bench_wait_gone (bench);
      if (expected == NULL)
        {
          expected = g_strdup (probe->log->str);
          if ((law->flags & RX_LAW_ENDS_EARLY) == 0)
            g_assert_null (strpbrk (expected, "|#"));
        }
      else
        g_assert_cmpstr (probe->log->str, ==, expected);
    }
}

static const RxLawTest tests[] = {
  { "cancel/in_next", law_in_next },
  { "cancel/in_end", law_in_end, 0, 0, RX_LAW_ENDLESS },
  { "cancel/in_func", law_in_func, 0, RX_LAW_FUNC },
  { "cancel/before", law_before },
  { "cancel/in_subscribed", law_in_subscribed },
  { "cancel/at_rest", law_at_rest, 1 },
  { "cancel/elsewhere", law_elsewhere, 1 },
  { "handle_dropped", law_handle_dropped, 1 },
  { "abandoned", law_abandoned, 1 },
};

void
rx_laws_add_cancel (void)
{
  rx_law_add_tests ("laws", tests, G_N_ELEMENTS (tests));
}
