/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Demand: what is asked for comes, and nothing else does. The tap below each line sees to the second part all along. */

#include "rx-law-bench.h"

#include "rx-test-script.h"

static void
law_one_by_one (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
  guint n_items = rx_law_count_items (law->events);
  RxProbe *probe = rx_bench_subscribe (bench, 0);

  for (guint n = 1; n <= n_items; n++)
    {
      rx_probe_request (probe, 1);
      rx_bench_wait_items (bench, probe, n);
      g_assert_cmpuint (probe->n_items, ==, n);
    }
  g_assert_cmpstr (rx_bench_finish (bench, probe), ==, law->events);
}

/* The end follows the last item that was asked for, without a further request. */
static void
law_exact (const RxLaw *law)
{
  gint64 n_items = rx_law_count_items (law->events);

  for (gint64 first = 0; first <= n_items; first++)
    {
      g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
      RxProbe *probe = rx_bench_subscribe (bench, first);

      rx_bench_wait_items (bench, probe, first);
      g_assert_cmpuint (probe->n_items, ==, first);
      if (first < n_items)
        rx_probe_request (probe, n_items - first);
      g_assert_cmpstr (rx_bench_finish (bench, probe), ==, law->events);
    }
}

typedef struct
{
  const gint64 *more;
  guint n_more;
} More;

static void
hook_more (RxProbe *probe, const GValue *item, gpointer data)
{
  More *more = data;

  for (; probe->n_items == 1 && more->n_more > 0; more->n_more--)
    rx_probe_request (probe, *more->more++);
}

/* Sums stop at everything and stay there. */
static void
law_saturates (const RxLaw *law)
{
  static const gint64 sums[][2] = {
    { G_MAXINT64 - 1, G_MAXINT64 }, { G_MAXINT64, 1 }, { G_MAXINT64 - 3, 2 }, { G_MAXINT64 - 2, G_MAXINT64 - 2 }
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (sums); i++)
    {
      More more = { sums[i / 2], 2 };
      g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
      RxProbe *probe = rx_bench_probe (bench);

      if (i % 2 == 0)
        {
          probe->hook = hook_more;
          probe->hook_data = &more;
        }
      rx_bench_start (bench, probe, 2);
      for (; i % 2 != 0 && more.n_more > 0; more.n_more--)
        rx_probe_request (probe, *more.more++);
      g_assert_cmpstr (rx_bench_finish (bench, probe), ==, law->events);
    }
}

static void
hook_one_more (RxProbe *probe, const GValue *item, gpointer data)
{
  rx_probe_request (probe, 1);
}

/* Asking from inside a call; the probe sees that calls are not nested. */
static void
law_asks_inside (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
  RxProbe *probe = rx_bench_probe (bench);

  probe->hook = hook_one_more;
  rx_bench_start (bench, probe, 1);
  g_assert_cmpstr (rx_bench_finish (bench, probe), ==, law->events);
}

static RxObservable *
upstream_empty (RxBench *bench, guint i)
{
  return rx_observable_empty ();
}

static RxObservable *
upstream_failing (RxBench *bench, guint i)
{
  return rx_test_failing ("boom");
}

/* The end alone needs no demand; behind items it comes with the last of them. */
static void
law_end_alone (const RxLaw *law)
{
  static const RxUpstreamFunc upstreams[] = { upstream_empty, upstream_failing };

  for (guint i = 0; i < G_N_ELEMENTS (upstreams); i++)
    {
      g_autoptr (RxBench) bench = rx_bench_new (law);
      const gchar *expected;
      RxProbe *probe;
      guint n_items;

      rx_bench_build (bench, upstreams[i]);
      expected = rx_bench_finish (bench, rx_bench_subscribe (bench, -1));
      if (i == 1)
        g_assert_true (g_str_has_suffix (expected, "#boom"));
      n_items = rx_law_count_items (expected);

      probe = rx_bench_subscribe (bench, 0);
      if (n_items > 0)
        rx_probe_request (probe, n_items);
      rx_probe_wait (probe);
      rx_probe_assert (probe, expected);
    }
}

/* What a source cannot hold back waits in the line itself, without a loss and in order. */
static void
law_holds_back (const RxLaw *law)
{
  g_autoptr (RxBench) reference = rx_bench_on_spies (law);
  g_autoptr (RxBench) bench = rx_bench_on_spies (law);
  RxProbe *wanted = rx_bench_subscribe (reference, -1);
  RxProbe *probe = rx_bench_subscribe (bench, 0);
  RxBench *benches[] = { reference, bench };
  guint n_items;

  for (guint k = 0; k < 2; k++)
    {
      rx_bench_wait_ready (benches[k]);
      for (guint n = 1; n <= 300; n++)
        for (guint i = 0; i < law->n_upstreams; i++)
          rx_bench_feed (benches[k], i, n);
      for (guint i = 0; i < law->n_upstreams; i++)
        rx_bench_complete (benches[k], i);
    }
  rx_probe_wait (wanted);
  n_items = wanted->n_items;

  g_assert_cmpuint (probe->n_items, ==, 0);
  for (guint n = 1; n < n_items; n += n)
    {
      rx_probe_request (probe, n);
      rx_bench_wait_items (bench, probe, MIN (2 * n - 1, n_items));
      g_assert_cmpuint (probe->n_items, ==, MIN (2 * n - 1, n_items));
    }
  rx_probe_request (probe, n_items);
  rx_probe_wait (probe);
  rx_probe_assert (probe, wanted->log->str);
}

/* --- a producer on a thread of its own, and requests from this one --- */

#define PRODUCED 200

static pthread_t producer;
static RxTestLatch producer_known;

static gpointer
producer_run (gpointer emitter)
{
  rx_test_latch_wait (&producer_known);
  for (gint64 n = 1; n <= PRODUCED; n++)
    rx_emitter_next (emitter, RX_VALUE_INT64 (n));
  rx_emitter_completed (emitter);
  g_object_unref (emitter);
  return NULL;
}

static void
start_producer (RxEmitter *emitter, gpointer data, GError **error)
{
  producer = rx_test_thread_start (producer_run, g_object_ref (emitter));
  rx_test_latch_open (&producer_known);
}

static RxObservable *
upstream_producer (RxBench *bench, guint i)
{
  return rx_observable_create (RX_BACKPRESSURE_BUFFER, start_producer, NULL, NULL);
}

static void
hook_rising (RxProbe *probe, const GValue *item, gpointer data)
{
  gint64 *last = data;

  g_assert_cmpint (rx_law_item_get (item), >=, *last);
  *last = rx_law_item_get (item);
}

/* What waits goes first, also when more is asked for just while an item comes. */
static void
law_rising (const RxLaw *law)
{
  guint rounds = rx_test_rounds (50);

  for (guint round = 0; round < rounds; round++)
    {
      g_autoptr (RxBench) bench = rx_bench_new (law);
      RxProbe *probe = rx_bench_probe (bench);
      gint64 last = -1;

      producer_known = (RxTestLatch) { 0 };
      rx_bench_build (bench, upstream_producer);
      probe->quiet = TRUE;
      probe->hook = hook_rising;
      probe->hook_data = &last;
      rx_bench_start (bench, probe, 0);
      for (guint n = 0; n < 4 * PRODUCED && !atomic_load (&probe->ended); n++)
        {
          rx_probe_request (probe, 1);
          rx_bench_settle (bench);
        }
      rx_probe_request (probe, G_MAXINT64);
      rx_probe_wait (probe);
      rx_test_thread_join (producer);
      rx_bench_wait_gone (bench);
    }
}

/* Without effect: requests after the end and after a cancel, bad ones too. */
static void
law_too_late (const RxLaw *law)
{
  static const gint64 requests[] = { 1, G_MAXINT64, 0, -1 };

  for (guint i = 0; i < G_N_ELEMENTS (requests); i++)
    {
      g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
      RxProbe *ended = rx_bench_subscribe (bench, -1);
      RxProbe *cancelled = rx_bench_subscribe (bench, 1);
      guint64 n_items;

      rx_bench_wait_items (bench, cancelled, MIN (1, rx_law_count_items (law->events)));
      rx_probe_cancel (cancelled);
      n_items = cancelled->n_items;
      rx_probe_request (cancelled, requests[i]);

      g_assert_cmpstr (rx_bench_finish (bench, ended), ==, law->events);
      rx_probe_request (ended, requests[i]);
      rx_bench_wait_gone (bench);
      rx_probe_request (ended, requests[i]);
      rx_probe_request (cancelled, requests[i]);
      g_assert_cmpuint (cancelled->n_items, ==, n_items);
      g_assert_cmpstr (ended->log->str, ==, law->events);
    }
}

static void
hook_cancel_and_request (RxProbe *probe, const GValue *item, gpointer request)
{
  rx_probe_cancel (probe);
  rx_probe_request (probe, GPOINTER_TO_INT (request));
}

/* The same inside a call, where the stream has not let go yet. */
static void
law_too_late_inside (const RxLaw *law)
{
  for (gint request = 0; request < 2; request++)
    {
      g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
      RxProbe *probe = rx_bench_probe (bench);

      probe->hook = hook_cancel_and_request;
      probe->hook_data = GINT_TO_POINTER (request);
      rx_bench_start (bench, probe, 1);
      rx_bench_wait_items (bench, probe, MIN (1, rx_law_count_items (law->events)));
      rx_bench_wait_gone (bench);
      g_assert_cmpuint (probe->n_items, <=, 1);
    }
}

typedef struct
{
  RxBench *bench;
  gint64 request;
  guint n_errors;
} BadRequest;

static void
hook_bad_request (RxProbe *probe, const GValue *item, gpointer data)
{
  if (probe->n_items == 1)
    rx_probe_request (probe, ((BadRequest *) data)->request);
  else
    g_error ("an item after a bad request");
}

static void
end_bad_request (RxProbe *probe, const GError *error, gpointer data)
{
  BadRequest *self = data;

  g_assert_error (error, RX_ERROR, RX_ERROR_BAD_REQUEST);
  /* an emitter tears down when the item that it is passing on is through */
  if ((self->bench->law->flags & RX_LAW_HOT) == 0)
    g_assert_true (rx_bench_is_released (self->bench));
  self->n_errors++;
}

/* A request for nothing or less ends the stream with an error, once, and releases upstream before. */
static void
law_bad_request (const RxLaw *law)
{
  static const gint64 requests[] = { 0, -1, G_MININT64 };

  for (guint i = 0; i < 4 * G_N_ELEMENTS (requests); i++)
    {
      g_autoptr (RxBench) bench = rx_bench_on_spies (law);
      BadRequest data = { bench, requests[i / 4], 0 };
      RxProbe *probe = rx_bench_probe (bench);
      gboolean inside = i % 4 == 2;

      /* no item comes of what is fed below */
      if (inside && ((law->flags & RX_LAW_SCALAR) != 0 || rx_law_count_items (law->events) == 0))
        continue;

      probe->end_hook = end_bad_request;
      probe->end_data = &data;
      if (inside)
        {
          probe->hook = hook_bad_request;
          probe->hook_data = &data;
        }
      if (i % 4 == 0)
        rx_probe_request (probe, data.request);         /* before the stream is there */
      rx_bench_start (bench, probe, i % 4 == 3 ? -1 : inside ? 5 : 0);
      if (i % 4 == 1 || i % 4 == 3)
        {
          rx_probe_request (probe, data.request);
          rx_probe_request (probe, data.request);
        }
      if (inside)
        {
          rx_bench_wait_ready (bench);
          for (guint n = 1; n <= 3; n++)
            for (guint k = 0; k < law->n_upstreams; k++)
              rx_bench_feed (bench, k, n);
        }
      rx_probe_wait (probe);
      g_assert_cmpuint (data.n_errors, ==, 1);
    }
}

static const RxLawTest tests[] = {
  { "one_by_one", law_one_by_one },
  { "exact", law_exact, 0, 0, RX_LAW_ENDLESS },
  { "saturates", law_saturates },
  { "asks_inside", law_asks_inside },
  { "end_alone", law_end_alone, 1 },
  { "holds_back", law_holds_back, 1, RX_LAW_BUFFERS },
  { "rising", law_rising, 1, .max_upstreams = 1 },
  { "too_late", law_too_late },
  { "too_late_inside", law_too_late_inside },
  { "bad_request", law_bad_request, 1 },
};

void
rx_laws_add_demand (void)
{
  rx_law_add_tests ("laws", tests, G_N_ELEMENTS (tests));
}
