/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Random graphs of the operators in rx-law-registry.c, with threads that feed, end, ask, cancel and drop at random
 * moments. In the end nothing may be left; no call may overlap another or come after the end. The sanitizers see the
 * rest.
 *
 * A failure is reported with the seed of its round; RX_GRAPH_SEED=seed runs rounds of that seed only, whose graphs and
 * plans are the same while the timing of the threads differs. --seed repeats the whole run. */

#include "rx-law-graph.h"

#include "rx-test-util.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

/* Rounds that a run takes, about half a millisecond each. */
#define ROUNDS 20000
#define ROUNDS_A_LINE 200

static gchar where[64];

static void
on_signal (int number)
{
  gssize written = write (STDERR_FILENO, where, strlen (where));

  (void) written;
  signal (number, SIG_DFL);
  raise (number);
}

static guint
n_rounds (guint rounds)
{
#ifdef RX_TSAN
  rounds /= 10;
#endif
  return rx_test_rounds (rounds);
}

static void
run_rounds (guint rounds, const RxGraphPlan *plan)
{
  const gchar *fixed = g_getenv ("RX_GRAPH_SEED");
  guint64 n_events = 0;

  for (guint i = 0; i < rounds; i++)
    {
      guint32 seed = fixed != NULL ? (guint32) g_ascii_strtoull (fixed, NULL, 0) : (guint32) g_test_rand_int ();

      g_snprintf (where, sizeof where, "# round %u: RX_GRAPH_SEED=0x%08x\n", i, seed);
      n_events += rx_graph_round (seed, plan);
    }
  g_test_message ("%u rounds, %" G_GUINT64_FORMAT " events", rounds, n_events);
}

static void
test_graphs (void)
{
  static const RxGraphPlan plan = { .depth = 3 };

  run_rounds (n_rounds (ROUNDS), &plan);
}

/* The taps see every edge, but order things that would not be ordered without them. */
static void
test_tapped (void)
{
  static const RxGraphPlan plan = { .depth = 3, .tapped = TRUE };

  run_rounds (n_rounds (ROUNDS / 2), &plan);
}

static void
test_line (gconstpointer law)
{
  RxGraphPlan plan = { .depth = 1, .law = law };

  run_rounds (n_rounds (ROUNDS_A_LINE), &plan);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  signal (SIGABRT, on_signal);
  signal (SIGTRAP, on_signal);

  g_test_add_func ("/rx/laws/random_graphs/plain", test_graphs);
  g_test_add_func ("/rx/laws/random_graphs/tapped", test_tapped);
  for (guint i = 0; i < rx_n_laws; i++)
    {
      g_autofree gchar *path = g_strconcat ("/rx/laws/random_graphs/line/", rx_laws[i].name, NULL);

      g_test_add_data_func (path, &rx_laws[i], test_line);
    }

  rx_graph_threads_start ();
  result = g_test_run ();
  rx_graph_threads_stop ();
  return result;
}
