/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "bench-runner.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#define N_ROUNDS 7

volatile gint64 bench_checksum;

static gboolean quick;
static gchar *filter;

static GOptionEntry entries[] = {
  { "quick", 'q', 0, G_OPTION_ARG_NONE, &quick, "A tenth of the work", NULL },
  { "filter", 'f', 0, G_OPTION_ARG_STRING, &filter, "Only what has TEXT in its name", "TEXT" },
  { NULL }
};

void
bench_count (const GValue *item, gpointer user_data, GError **error)
{
  bench_checksum += rx_value_get_int64 (item);
}

void
bench_add (const GValue *accumulator, const GValue *item, GValue *result, gpointer user_data, GError **error)
{
  rx_value_set_int64 (result, rx_value_get_int64 (accumulator) + rx_value_get_int64 (item));
}

void
bench_plus (const GValue *item, GValue *result, gpointer user_data, GError **error)
{
  rx_value_set_int64 (result, rx_value_get_int64 (item) + 1);
}

gboolean
bench_any (const GValue *item, gpointer user_data, GError **error)
{
  return rx_value_get_int64 (item) >= 0;
}

static int
compare_doubles (const void *a, const void *b)
{
  gdouble x = *(const gdouble *) a, y = *(const gdouble *) b;

  return (x > y) - (x < y);
}

static gboolean
wanted (const gchar *name)
{
  return filter == NULL || strstr (name, filter) != NULL;
}

/* One round to warm up, then the median of seven; the spread is from the fastest to the slowest. */
static gdouble
time_workload (const BenchWorkload *workload)
{
  guint64 n = MAX (1, workload->n / (quick ? 10 : 1));
  gdouble ns[N_ROUNDS];

  workload->run (n);
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      gint64 start = g_get_monotonic_time ();

      workload->run (n);
      ns[i] = (gdouble) (g_get_monotonic_time () - start) * 1000 / (gdouble) n;
    }
  qsort (ns, N_ROUNDS, sizeof ns[0], compare_doubles);
  g_print ("%-40s %10.2f ns  %8.2f M %s/s  (%.2f–%.2f)\n", workload->name, ns[N_ROUNDS / 2],
           1000 / ns[N_ROUNDS / 2], workload->unit, ns[0], ns[N_ROUNDS - 1]);
  return ns[N_ROUNDS / 2];
}

static void
time_workloads (const BenchWorkload *workloads)
{
  gdouble base = 0;

  for (const BenchWorkload *workload = workloads; workload->name != NULL; workload++)
    {
      gdouble ns;

      /* the hops are told apart by what they add to a bare range */
      if (!wanted (workload->name) && !(strcmp (workload->name, "range") == 0 && filter != NULL && wanted ("hop")))
        continue;
      ns = time_workload (workload);
      if (strcmp (workload->name, "range") == 0)
        base = ns;
      else if (g_str_has_prefix (workload->name, "hop"))
        g_print ("%-40s %10.2f ns\n", "  one hop", (ns - base) / 10);
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_summary (context,
                                "Times the library: nanoseconds a unit, median of seven rounds, with the spread.");
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return EXIT_FAILURE;
    }

  time_workloads (bench_sync_workloads);
  time_workloads (bench_async_workloads);
  for (const BenchFigure *figure = bench_memory_figures; figure->name != NULL; figure++)
    if (wanted (figure->name))
      g_print ("%-40s %10.6g %s\n", figure->name, figure->measure (), figure->unit);
  return EXIT_SUCCESS;
}
