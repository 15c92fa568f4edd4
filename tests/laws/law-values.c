/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* What comes out: the right items, of every kind, afresh for each subscription, however many there are. */

#include "rx-law-bench.h"

#include "rx-test-script.h"

#define MANY 100000

static void
law_result (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
  RxProbe *probe = rx_bench_subscribe (bench, -1);

  g_assert_cmpstr (rx_bench_finish (bench, probe), ==, law->events);
}

/* One after the other, and two at once that take turns. */
static void
law_afresh (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
  guint n_items = rx_law_count_items (law->events);
  RxProbe *probes[2];

  for (guint i = 0; i < 2; i++)
    g_assert_cmpstr (rx_bench_finish (bench, rx_bench_subscribe (bench, -1)), ==, law->events);

  for (guint i = 0; i < 2; i++)
    probes[i] = rx_bench_subscribe (bench, 0);
  for (guint n = 1; n <= n_items; n++)
    for (guint i = 0; i < 2; i++)
      {
        rx_probe_request (probes[i], 1);
        rx_bench_wait_items (bench, probes[i], n);
      }
  if ((law->flags & RX_LAW_ENDLESS) != 0)
    for (guint i = 0; i < 2; i++)
      rx_probe_cancel (probes[i]);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpstr (rx_bench_finish (bench, probes[i]), ==, law->events);
}

static void
hook_cancel_at (RxProbe *probe, const GValue *item, gpointer at)
{
  if (probe->n_items == GPOINTER_TO_UINT (at))
    rx_probe_cancel (probe);
}

/* Items of all kinds; what is left over when the stream is stopped goes as well. */
static void
law_kinds (const RxLaw *law)
{
  guint n_items = rx_law_count_items (law->events);

  for (RxLawKind kind = 0; kind < RX_LAW_NULL; kind++)
    {
      {
        g_autoptr (RxBench) bench = rx_bench_on_items (law, kind);

        g_assert_cmpstr (rx_bench_finish (bench, rx_bench_subscribe (bench, -1)), ==, law->events);
      }
      for (guint at = 1; at <= n_items; at++)
        {
          g_autoptr (RxBench) bench = rx_bench_on_items (law, kind);
          RxProbe *probe = rx_bench_probe (bench);

          probe->hook = hook_cancel_at;
          probe->hook_data = GUINT_TO_POINTER (at);
          rx_bench_start (bench, probe, -1);
          rx_bench_wait_items (bench, probe, at);
          rx_bench_wait_gone (bench);
          g_assert_cmpuint (probe->n_items, ==, at);
        }
      for (guint demand = 0; demand < n_items; demand++)
        {
          g_autoptr (RxBench) bench = rx_bench_on_items (law, kind);
          RxProbe *probe = rx_bench_subscribe (bench, demand);

          rx_bench_wait_items (bench, probe, demand);
          rx_probe_cancel (probe);
          rx_bench_wait_gone (bench);
          g_assert_cmpuint (probe->n_items, ==, demand);
        }
      g_assert_cmpint (rx_law_items_alive (), ==, 0);
    }
}

static RxObservable *
upstream_nulls (RxBench *bench, guint i)
{
  return rx_law_items (RX_LAW_NULL, 6);
}

static RxObservable *
upstream_zeros (RxBench *bench, guint i)
{
  return rx_observable_range_full (0, 6, 0);
}

/* NULL is an item like any other: here it stands for 0. */
static void
law_null (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_new (law);
  g_autoptr (RxBench) reference = rx_bench_new (law);
  g_autoptr (GString) expected = NULL;

  rx_bench_build (reference, upstream_zeros);
  expected = g_string_new (rx_bench_finish (reference, rx_bench_subscribe (reference, -1)));
  g_string_replace (expected, "0", "NULL", 0);

  rx_bench_build (bench, upstream_nulls);
  g_assert_cmpstr (rx_bench_finish (bench, rx_bench_subscribe (bench, -1)), ==, expected->str);
}

static RxObservable *
upstream_many (RxBench *bench, guint i)
{
  return rx_observable_range (1, rx_test_rounds (MANY));
}

static void
hook_one_more (RxProbe *probe, const GValue *item, gpointer data)
{
  rx_probe_request (probe, 1);
}

/* The stack does not grow with the items, neither when all are wanted nor when each call asks for the next. */
static void
law_many (const RxLaw *law)
{
  guint64 n_items = 0;

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (RxBench) bench = rx_bench_new (law);
      RxProbe *probe = rx_bench_probe (bench);

      rx_bench_build (bench, upstream_many);
      probe->quiet = TRUE;
      if (i == 1)
        probe->hook = hook_one_more;
      rx_bench_start (bench, probe, i == 0 ? -1 : 1);
      rx_probe_wait (probe);
      if (i == 0)
        n_items = probe->n_items;
      g_assert_cmpuint (probe->n_items, ==, n_items);
    }
}

static RxObservable *
upstream_endless (RxBench *bench, guint i)
{
  return rx_observable_range (1, G_MAXINT64);
}

/* A source that never returns by itself is stopped from below, by an operator and by the handle. */
static void
law_infinite (const RxLaw *law)
{
  {
    g_autoptr (RxBench) bench = rx_bench_new (law);
    g_autoptr (RxObservable) three = NULL;
    RxProbe *probe = rx_bench_probe (bench);

    rx_bench_build (bench, upstream_endless);
    three = rx_observable_take (bench->observable, 3);
    rx_probe_start (probe, three, -1);
    rx_probe_wait (probe);
    g_assert_cmpuint (probe->n_items, <=, 3);
    g_assert_true (rx_bench_is_released (bench));
  }
  {
    g_autoptr (RxBench) bench = rx_bench_new (law);
    RxProbe *probe = rx_bench_probe (bench);

    rx_bench_build (bench, upstream_endless);
    probe->hook = hook_cancel_at;
    probe->hook_data = GUINT_TO_POINTER (2);
    rx_bench_start (bench, probe, -1);
    rx_bench_wait_items (bench, probe, 2);
    rx_bench_wait_gone (bench);
    g_assert_cmpuint (probe->n_items, <=, 2);
    g_assert_true (rx_bench_is_released (bench));
  }
}

static void
call_cancel (RxLawEnv *env, guint call, gpointer probe)
{
  if (call == 5)
    rx_probe_cancel (probe);
}

/* The same where nothing comes down: from inside the user function. */
static void
law_infinite_func (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_new (law);
  RxProbe *probe = rx_bench_probe (bench);

  bench->env.on_call = call_cancel;
  bench->env.data = probe;
  rx_bench_build (bench, upstream_endless);
  rx_bench_start (bench, probe, -1);
  rx_bench_wait_gone (bench);
  g_assert_cmpuint (bench->env.n_calls, ==, 5);
  g_assert_true (rx_bench_is_released (bench));
}

/* A missing upstream is a programmer's error: one critical message and NULL. */
static void
law_bad_input (const RxLaw *law)
{
  g_autoptr (RxObservable) upstream = rx_observable_never ();

  for (guint missing = 0; missing < law->n_upstreams; missing++)
    {
      RxObservable *upstreams[RX_LAW_MAX_UPSTREAMS] = { upstream, upstream, upstream };
      RxLawEnv env = { 0 };

      upstreams[missing] = NULL;
      rx_test_expect_critical ("failed");
      g_assert_null (law->build (upstreams, &env));
      g_test_assert_expected_messages ();
    }
}

static const RxLawTest tests[] = {
  { "result", law_result },
  { "afresh", law_afresh },
  { "kinds", law_kinds, 1 },
  { "null", law_null, 1, RX_LAW_OF_ITEMS },
  { "many", law_many, 1 },
  { "infinite", law_infinite, 1, 0, RX_LAW_SCALAR },
  { "infinite_func", law_infinite_func, 1, RX_LAW_FUNC },
  { "bad_input", law_bad_input, 1, 0, RX_LAW_HOT },
};

void
rx_laws_add_values (void)
{
  rx_law_add_tests ("laws", tests, G_N_ELEMENTS (tests));
}
