/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Reactive Streams, rules 1.1 to 1.11 and 4.2: what a stream owes its subscriber. */

#include "rx-law-bench.h"

#include "rx-test-script.h"

/* Each request is met in full, and never by more than it asked for. */
static void
rule_within_demand (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
  guint n_items = rx_law_count_items (law->events);
  RxProbe *probe = rx_bench_subscribe (bench, 0);

  rx_bench_settle (bench);
  g_assert_cmpuint (probe->n_items, ==, 0);
  for (guint step = 1, sum = 1; sum <= n_items; sum += ++step)
    {
      rx_probe_request (probe, step);
      rx_bench_wait_items (bench, probe, sum);
      rx_bench_settle (bench);
      g_assert_cmpuint (probe->n_items, ==, sum);
    }
}

/* A stream may end before the demand is met. */
static void
rule_fewer (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
  RxProbe *probe = rx_bench_subscribe (bench, 1000);

  g_assert_cmpstr (rx_bench_finish (bench, probe), ==, law->events);
}

typedef struct
{
  RxProbe *probe;
  RxTestLatch *start;
} Requester;

static gpointer
requester_run (gpointer data)
{
  Requester *self = data;

  rx_test_latch_wait (self->start);
  for (guint i = 0; i < 50 && !atomic_load (&self->probe->ended); i++)
    {
      rx_probe_request (self->probe, 1);
      if (i % 7 == 0)
        g_thread_yield ();
    }
  return NULL;
}

static RxObservable *
upstream_many (RxBench *bench, guint i)
{
  return rx_law_items (RX_LAW_INT64, 100);
}

/* Two threads ask at once, and signals are told one after the other all the same: the probe sees to that. */
static void
rule_serial (const RxLaw *law)
{
  guint rounds = rx_test_rounds (20);

  for (guint round = 0; round < rounds; round++)
    {
      g_autoptr (RxBench) bench = rx_bench_new (law);
      RxTestLatch start = { 0 };
      pthread_t threads[2];
      Requester requester = { NULL, &start };

      rx_bench_build (bench, upstream_many);
      requester.probe = rx_bench_subscribe (bench, 0);
      for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
        threads[i] = rx_test_thread_start (requester_run, &requester);
      rx_test_latch_open (&start);
      for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
        rx_test_thread_join (threads[i]);
      if ((law->flags & RX_LAW_UNASKED) == 0)
        g_assert_cmpuint (requester.probe->n_items, <=, 100);
    }
}

static RxObservable *
upstream_failing (RxBench *bench, guint i)
{
  return rx_test_failing ("boom");
}

static void
rule_failure (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_new (law);
  RxProbe *probe;

  rx_bench_build (bench, upstream_failing);
  probe = rx_bench_subscribe (bench, -1);
  rx_probe_wait (probe);
  g_assert_error (probe->error, G_IO_ERROR, G_IO_ERROR_FAILED);
}

static void
rule_success (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
  RxProbe *probe = rx_bench_subscribe (bench, -1);

  rx_probe_wait (probe);
  g_assert_cmpstr (probe->log->str, ==, law->events);
}

/* The end counts as a cancellation, and nothing follows it. */
static void
rule_end_is_final (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
  RxProbe *probe = rx_bench_subscribe (bench, -1);

  rx_probe_wait (probe);
  rx_probe_request (probe, G_MAXINT64);
  rx_bench_wait_gone (bench);
  g_assert_true (rx_subscription_is_unsubscribed (probe->handle));
  rx_probe_request (probe, 1);
  g_assert_cmpstr (probe->log->str, ==, law->events);
}

static void
hook_cancel (RxProbe *probe, const GValue *item, gpointer data)
{
  rx_probe_cancel (probe);
}

/* Silent from the call that cancels on, whatever demand is open. */
static void
rule_cancelled_is_silent (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
  RxProbe *probe = rx_bench_probe (bench);

  probe->hook = hook_cancel;
  if (rx_law_count_items (law->events) == 0)
    return;
  rx_bench_start (bench, probe, -1);
  rx_bench_wait_items (bench, probe, 1);
  rx_bench_wait_gone (bench);
  g_assert_cmpuint (probe->n_items, ==, 1);
  g_assert_cmpuint (probe->n_ends, ==, 0);
}

static void
hook_has_handle (RxProbe *probe, const GValue *item, gpointer data)
{
  g_assert_false (rx_subscription_is_unsubscribed (probe->handle));
  rx_probe_request (probe, 1);
}

/* The subscription is there before the first item, whichever thread brings it. */
static void
rule_handle_first (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
  RxProbe *probe = rx_bench_probe (bench);

  probe->hook = hook_has_handle;
  rx_bench_start (bench, probe, 1);
  g_assert_cmpstr (rx_bench_finish (bench, probe), ==, law->events);
}

static void
rule_no_subscriber (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);

  rx_test_expect_critical ("RX_IS_OBSERVER (observer)");
  rx_observable_subscribe_observer (bench->observable, NULL, 0, NULL);
  g_test_assert_expected_messages ();
  for (guint i = 0; i < law->n_upstreams; i++)
    g_assert_cmpint (bench->above[i].n_subscribed, ==, 0);
}

/* A subscription serves one subscriber. */
static void
rule_not_twice (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
  RxProbe *probe = rx_bench_subscribe (bench, 0);

  rx_test_expect_critical ("serves one stream");
  rx_bench_start (bench, probe, 0);
  g_test_assert_expected_messages ();
  rx_probe_request (probe, G_MAXINT64);
  g_assert_cmpstr (rx_bench_finish (bench, probe), ==, law->events);
}

/* Several subscribers, each at its own speed. */
static void
rule_several (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
  RxProbe *slow = rx_bench_subscribe (bench, 0);
  RxProbe *fast = rx_bench_subscribe (bench, -1);
  RxProbe *middle = rx_bench_subscribe (bench, 1);

  g_assert_cmpstr (rx_bench_finish (bench, fast), ==, law->events);
  rx_probe_request (middle, G_MAXINT64);
  g_assert_cmpstr (rx_bench_finish (bench, middle), ==, law->events);
  if (rx_law_count_items (law->events) > 0)
    g_assert_cmpuint (slow->n_items, ==, 0);
  rx_probe_request (slow, G_MAXINT64);
  g_assert_cmpstr (rx_bench_finish (bench, slow), ==, law->events);
}

/* A stage in the middle tells an error at once, without demand; only items of its own come before. */
static void
rule_error_passes (const RxLaw *law)
{
  guint n_own = 0;

  for (gint64 demand = -1; demand <= 0; demand++)
    {
      g_autoptr (RxBench) bench = rx_bench_on_spies (law);
      RxProbe *probe = rx_bench_subscribe (bench, demand);

      rx_bench_wait_ready (bench);
      rx_bench_fail (bench, 0, "boom");
      if (demand == 0 && n_own > 0)
        rx_probe_request (probe, n_own);
      rx_probe_wait (probe);
      g_assert_true (g_str_has_suffix (probe->log->str, "#boom"));
      n_own = probe->n_items;
      g_assert_cmpuint (n_own, <=, 1);
    }
}

static const RxLawTest tests[] = {
  { "1.1-within-demand", rule_within_demand, 0, 0, RX_LAW_UNASKED },
  { "1.2-fewer-than-requested", rule_fewer, 0, 0, RX_LAW_ENDLESS },
  { "1.3-serial", rule_serial, 0, 0, RX_LAW_UNASKED },
  { "1.4-failure-is-signalled", rule_failure, 1 },
  { "1.5-success-is-signalled", rule_success, 0, 0, RX_LAW_ENDLESS },
  { "1.6-1.7-end-is-final", rule_end_is_final, 0, 0, RX_LAW_ENDLESS },
  { "1.8-3.12-cancelled-is-silent", rule_cancelled_is_silent },
  { "1.9-subscription-first", rule_handle_first },
  { "1.9-no-subscriber", rule_no_subscriber },
  { "1.10-not-twice", rule_not_twice },
  { "1.11-several-subscribers", rule_several, 0, 0, RX_LAW_ENDLESS },
  { "4.2-error-passes-at-once", rule_error_passes, 1, 0, RX_LAW_AGAIN },
};

void
rx_rules_add_publisher (void)
{
  rx_law_add_tests ("reactive-streams", tests, G_N_ELEMENTS (tests));
}
