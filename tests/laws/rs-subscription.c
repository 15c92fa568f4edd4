/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Reactive Streams, rules 3.2 to 3.17: what a subscription does when it is asked for more, and when it is cancelled. */

#include "rx-law-bench.h"

#include "rx-test-script.h"

#include <string.h>

static void
hook_one_more (RxProbe *probe, const GValue *item, gpointer data)
{
  rx_probe_request (probe, 1);
}

/* From inside a call, and before the stream is there. */
static void
rule_request_anywhere (const RxLaw *law)
{
  for (guint before = 0; before < 2; before++)
    {
      g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
      RxProbe *probe = rx_bench_probe (bench);

      probe->hook = hook_one_more;
      if (before)
        rx_probe_request (probe, 1);
      rx_bench_start (bench, probe, before ? 0 : 1);
      g_assert_cmpstr (rx_bench_finish (bench, probe), ==, law->events);
    }
}

static RxObservable *
upstream_long (RxBench *bench, guint i)
{
  return rx_law_items (RX_LAW_INT64, 20000);
}

static void
run_long (gpointer data)
{
  const RxLaw *law = data;
  g_autoptr (RxBench) bench = rx_bench_new (law);
  RxProbe *probe = rx_bench_probe (bench);

  rx_bench_build (bench, upstream_long);
  probe->quiet = TRUE;
  probe->hook = hook_one_more;
  rx_bench_start (bench, probe, 1);
  rx_probe_wait (probe);
}

/* The stack of a call that asks for more, and is answered at once, does not grow with the items. */
static void
rule_no_recursion (const RxLaw *law)
{
  rx_test_on_small_stack (run_long, (gpointer) law);
}

static gpointer
cancel_run (gpointer probe)
{
  rx_probe_cancel (probe);
  rx_probe_cancel (probe);
  return NULL;
}

/* From any thread, any number of times. */
static void
rule_cancel_anywhere (const RxLaw *law)
{
  guint rounds = rx_test_rounds (20);

  for (guint round = 0; round < rounds; round++)
    {
      g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
      RxProbe *probe = rx_bench_subscribe (bench, 0);
      pthread_t threads[2];

      for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
        threads[i] = rx_test_thread_start (cancel_run, probe);
      rx_probe_request (probe, round % 3 + 1);
      for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
        rx_test_thread_join (threads[i]);
      rx_bench_wait_gone (bench);
      g_assert_true (rx_subscription_is_unsubscribed (probe->handle));
    }
}

static void
rule_nothing_after_cancel (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
  RxProbe *probe = rx_bench_subscribe (bench, 1);
  guint64 n_items;

  rx_bench_wait_items (bench, probe, MIN (1, rx_law_count_items (law->events)));
  rx_probe_cancel (probe);
  n_items = probe->n_items;
  rx_probe_request (probe, 1);
  rx_probe_request (probe, G_MAXINT64);
  rx_probe_cancel (probe);
  rx_bench_wait_gone (bench);
  rx_probe_request (probe, 1);
  rx_probe_cancel (probe);
  g_assert_cmpuint (probe->n_items, ==, n_items);
}

/* The error says which rule was broken. */
static void
rule_bad_request (const RxLaw *law)
{
  static const gint64 requests[] = { 0, -1, G_MININT64 };

  for (guint i = 0; i < G_N_ELEMENTS (requests); i++)
    {
      g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
      RxProbe *probe = rx_bench_subscribe (bench, 0);

      /* the others have ended by now */
      if (rx_law_count_items (law->events) == 0 || (law->flags & RX_LAW_UNASKED) != 0)
        return;
      rx_probe_request (probe, requests[i]);
      rx_probe_wait (probe);
      g_assert_error (probe->error, RX_ERROR, RX_ERROR_BAD_REQUEST);
      g_assert_nonnull (strstr (probe->error->message, "must be positive"));
      g_assert_cmpuint (probe->n_items, ==, 0);
    }
}

/* A line that stays on the thread answers inside the request, its end included. */
static void
rule_answers_inside (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
  guint n_items = rx_law_count_items (law->events);
  RxProbe *probe = rx_bench_subscribe (bench, 0);

  for (guint n = 1; n <= n_items; n++)
    {
      rx_probe_request (probe, 1);
      g_assert_cmpuint (probe->n_items, ==, n);
    }
  rx_probe_assert (probe, law->events);
}

static void
note_gone (gpointer gone, GObject *where)
{
  *(gboolean *) gone = TRUE;
}

/* The stream lets go of a subscriber that has cancelled, although the subscription is kept. */
static void
rule_drops_subscriber (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
  g_autoptr (RxSubscription) handle = rx_subscription_new ();
  RxProbe *probe = rx_probe_new ();
  gboolean gone = FALSE;

  g_object_weak_ref (G_OBJECT (probe), note_gone, &gone);
  rx_observable_subscribe_observer (bench->observable, (RxObserver *) probe, 0, handle);
  g_object_unref (probe);
  rx_subscription_unsubscribe (handle);
  rx_bench_wait_gone (bench);
  g_assert_true (gone);
}

typedef struct
{
  const gint64 *sums;
  guint n_sums;
} Sums;

static void
hook_sums (RxProbe *probe, const GValue *item, gpointer data)
{
  Sums *self = data;

  for (; self->n_sums > 0; self->n_sums--)
    rx_probe_request (probe, *self->sums++);
}

/* Demand adds up to everything, and stays there. */
static void
rule_saturates (const RxLaw *law)
{
  static const gint64 sums[][3] = {
    { G_MAXINT64, 1, 1 }, { 1, G_MAXINT64, G_MAXINT64 }, { G_MAXINT64 / 2, G_MAXINT64 / 2, 2 },
    { G_MAXINT64 - 1, G_MAXINT64 - 1, G_MAXINT64 - 1 }
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (sums); i++)
    {
      g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
      RxProbe *probe = rx_bench_probe (bench);
      Sums data = { sums[i / 2], 3 };

      probe->hook = i % 2 != 0 ? hook_sums : NULL;
      probe->hook_data = &data;
      rx_bench_start (bench, probe, i % 2);
      if (i % 2 == 0)
        hook_sums (probe, NULL, &data);
      g_assert_cmpstr (rx_bench_finish (bench, probe), ==, law->events);
    }
}

static const RxLawTest tests[] = {
  { "3.1-3.2-request-anywhere", rule_request_anywhere },
  { "3.3-no-recursion", rule_no_recursion, 1, 0, RX_LAW_MAIN | RX_LAW_POOL },
  { "3.5-cancel-anywhere", rule_cancel_anywhere },
  { "3.6-3.7-nothing-after-cancel", rule_nothing_after_cancel },
  { "3.9-bad-request", rule_bad_request },
  { "3.10-3.11-answers-inside", rule_answers_inside, 0, 0,
    RX_LAW_MAIN | RX_LAW_POOL | RX_LAW_UNASKED | RX_LAW_ENDLESS },
  { "3.13-drops-subscriber", rule_drops_subscriber },
  { "3.17-saturates", rule_saturates },
};

void
rx_rules_add_subscription (void)
{
  rx_law_add_tests ("reactive-streams", tests, G_N_ELEMENTS (tests));
}
