/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Failures: of upstream, of the user functions, of the subscriber's own functions. */

#include "rx-law-bench.h"

#include <string.h>

static RxBench *
bench_on_scripts (const RxLaw *law, void (*script) (RxSpy *spy, gpointer data))
{
  RxBench *bench = rx_bench_on_spies (law);

  for (guint i = 0; i < law->n_upstreams; i++)
    bench->spies[i]->on_run = script;
  return bench;
}

static void
script_six (RxSpy *spy, gpointer data)
{
  for (gint64 n = 1; n <= 6; n++)
    rx_spy_next (spy, RX_LAW_INT64, n);
  rx_spy_completed (spy);
}

static void
script_two_and_fail (RxSpy *spy, gpointer data)
{
  for (gint64 n = 1; n <= 2; n++)
    rx_spy_next (spy, RX_LAW_INT64, n);
  rx_spy_error (spy, "boom");
}

/* Has every end of upstream been seen, and is nothing left running, when the end comes down? */
static void
end_released (RxProbe *probe, const GError *error, gpointer bench)
{
  g_assert_true (rx_bench_is_released (bench));
}

/* --- upstream fails --- */

static void
law_error_passes (const RxLaw *law)
{
  g_autoptr (RxBench) bench = bench_on_scripts (law, script_two_and_fail);
  RxProbe *probe = rx_bench_probe (bench);
  guint n_runs = 0;

  probe->end_hook = end_released;
  probe->end_data = bench;
  rx_bench_start (bench, probe, -1);
  rx_probe_wait (probe);
  rx_bench_wait_gone (bench);
  if (strcmp (law->events, "|") == 0)   /* the first item has ended it */
    rx_probe_assert (probe, "|");
  else
    g_assert_true (g_str_has_suffix (probe->log->str, "#boom"));
  g_assert_cmpuint (probe->n_ends, ==, 1);
  for (guint i = 0; i < law->n_upstreams; i++)
    n_runs += bench->spies[i]->n_runs;
  g_assert_cmpuint (n_runs, ==, (law->flags & RX_LAW_AGAIN) != 0 ? 2 : 1);
}

/* Upstream is released before the end comes down, by completion as well. */
static void
law_released_first (const RxLaw *law)
{
  g_autoptr (RxBench) bench = bench_on_scripts (law, script_six);
  RxProbe *probe = rx_bench_probe (bench);

  probe->end_hook = end_released;
  probe->end_data = bench;
  rx_bench_start (bench, probe, -1);
  g_assert_cmpstr (rx_bench_finish (bench, probe), ==, law->events);
}

static void
note_undeliverable (const GError *error, const gchar *stream, gpointer log)
{
  g_string_append_printf (log, "%s: %s;", stream, error->message);
}

static RxObservable *
upstream_failing (RxBench *bench, guint i)
{
  return rx_test_failing ("boom");
}

static void
ignore_next (const GValue *item, gpointer data, GError **error)
{
}

/* Nobody to tell the error: the hook gets it, once, with the name of the stream. */
static void
law_unhandled (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_new (law);
  g_autoptr (RxObservable) named = NULL;
  g_autoptr (RxSubscription) subscription = NULL;
  GString *log = g_string_new (NULL);

  rx_set_undeliverable_func (note_undeliverable, log, NULL);
  rx_bench_build (bench, upstream_failing);
  named = rx_observable_named (bench->observable, "stream");
  subscription = rx_observable_subscribe (named, ignore_next, NULL, NULL, NULL, NULL);
  rx_bench_wait_gone (bench);
  rx_set_undeliverable_func (NULL, NULL, NULL);
  rx_test_take_undeliverable ();
  g_assert_cmpstr (log->str, ==, "stream: boom;");
  g_string_free (log, TRUE);
}

/* --- a user function fails --- */

typedef struct
{
  RxBench *bench;
  RxLawFault fault;
  guint n_errors;
} Expectation;

static void
end_fault (RxProbe *probe, const GError *error, gpointer data)
{
  Expectation *self = data;

  g_assert_nonnull (error);
  if (self->fault == RX_LAW_NO_RESULT)
    g_assert_error (error, RX_ERROR, RX_ERROR_CALLBACK);
  else
    g_assert_cmpstr (error->message, ==, "fault");
  g_assert_true (rx_bench_is_released (self->bench));
  self->n_errors++;
}

/* One error, after upstream has been released; the function is not called again. */
static void
law_fault (const RxLaw *law)
{
  for (RxLawFault fault = RX_LAW_ERROR; fault < RX_LAW_N_FAULTS; fault++)
    for (guint at = 1; at <= 3; at++)
      for (guint k = 0; k < 2; k++)
        {
          g_autoptr (RxBench) bench =
            k == 0 ? bench_on_scripts (law, script_six) : rx_bench_on_items (law, RX_LAW_OBJECT);
          Expectation expectation = { bench, fault };
          RxProbe *probe = rx_bench_probe (bench);

          if ((law->flags & RX_LAW_PRODUCER) != 0 && (at > 1 || fault == RX_LAW_ERROR_AND_RESULT))
            continue;
          if ((law->flags & RX_LAW_RESULT) == 0 && fault == RX_LAW_NO_RESULT)
            continue;
          bench->env.fault = fault;
          bench->env.fault_at = at;
          probe->end_hook = end_fault;
          probe->end_data = &expectation;
          rx_bench_start (bench, probe, -1);
          rx_probe_wait (probe);
          rx_bench_wait_gone (bench);
          g_assert_cmpuint (expectation.n_errors, ==, 1);
          g_assert_cmpuint (bench->env.n_calls, ==, at);
        }
}

/* --- the subscriber's functions fail --- */

static void
end_failed_next (RxProbe *probe, const GError *error, gpointer bench)
{
  g_assert_nonnull (error);
  g_assert_cmpstr (error->message, ==, "next");
  g_assert_true (rx_bench_is_released (bench));
}

/* on_next: upstream is released, then its own on_error is told. */
static void
law_next_fails (const RxLaw *law)
{
  guint n_items = rx_law_count_items (law->events);

  for (guint at = 1; at <= n_items; at++)
    {
      g_autoptr (RxBench) bench = rx_bench_on_items (law, RX_LAW_INT64);
      RxProbe *probe = rx_bench_probe (bench);

      probe->fail_with = rx_test_error ("next");
      probe->fail_at = at;
      probe->end_hook = end_failed_next;
      probe->end_data = bench;
      rx_bench_start (bench, probe, -1);
      rx_probe_wait (probe);
      rx_bench_wait_gone (bench);
      g_assert_cmpuint (probe->n_items, ==, at);
      g_assert_cmpuint (probe->n_ends, ==, 1);
    }
}

static void
end_fails (RxProbe *probe, const GError *error, gpointer data)
{
  g_autoptr (GError) failure = rx_test_error ("end");

  rx_callback_fail (failure);
}

/* on_completed and on_error: there is nobody left but the hook. */
static void
law_end_fails (const RxLaw *law)
{
  for (guint k = 0; k < 2; k++)
    {
      g_autoptr (RxBench) bench =
        k == 0 ? rx_bench_on_items (law, RX_LAW_INT64) : bench_on_scripts (law, script_two_and_fail);
      RxProbe *probe = rx_bench_probe (bench);

      if (k == 1 && law->n_upstreams == 0)
        break;
      probe->end_hook = end_fails;
      rx_bench_start (bench, probe, -1);
      rx_probe_wait (probe);
      rx_bench_wait_gone (bench);
      g_assert_cmpuint (rx_test_take_undeliverable (), ==, 1);
      g_assert_cmpstr (rx_test_last_undeliverable (), ==, "end");
      g_assert_cmpuint (probe->n_ends, ==, 1);
    }
}

static const RxLawTest tests[] = {
  { "error_passes", law_error_passes, 1 },
  { "released_first", law_released_first, 1 },
  { "unhandled", law_unhandled, 1 },
  { "fault", law_fault, 0, RX_LAW_FUNC },
  { "next_fails", law_next_fails, 0, 0, RX_LAW_HOT },
  { "end_fails", law_end_fails, 0, 0, RX_LAW_ENDLESS },
};

void
rx_laws_add_failure (void)
{
  rx_law_add_tests ("laws", tests, G_N_ELEMENTS (tests));
}
