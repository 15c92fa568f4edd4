/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "cell.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

/* Prints a line for each measured iteration: operations per second or, asked for a peak, the memory in KiB. Statistics
 * and tables are the business of whoever starts it. */

static gint n_warm_ups = 5, n_iterations = 5;
static gdouble seconds = 1;
static gboolean peak;

static GOptionEntry entries[] = {
  { "warm-up", 'w', 0, G_OPTION_ARG_INT, &n_warm_ups, "Iterations that are not printed", "N" },
  { "iterations", 'i', 0, G_OPTION_ARG_INT, &n_iterations, "Iterations that are", "N" },
  { "time", 't', 0, G_OPTION_ARG_DOUBLE, &seconds, "How long an iteration lasts, at least", "SECONDS" },
  { "peak", 'p', 0, G_OPTION_ARG_NONE, &peak, "One operation only; print the peak of resident memory, in KiB", NULL },
  { NULL }
};

static void
run_once (const CellWorkload *workload, guint64 size)
{
  guint64 n = workload->run (size), total = workload->total != 0 ? workload->total : size;

  if (n == total)
    return;
  g_printerr ("%s: the consumer counted %" G_GUINT64_FORMAT " instead of %" G_GUINT64_FORMAT "\n",
              workload->name, n, total);
  exit (EXIT_FAILURE);
}

/* A look at the clock costs as much as the shortest operations, hence *batch of them between two. */
static gdouble
iterate (const CellWorkload *workload, guint64 size, guint *batch)
{
  gint64 start = g_get_monotonic_time (), now = start, goal = start + (gint64) (seconds * G_USEC_PER_SEC);
  guint64 n = 0;

  do
    {
      gint64 before = now;

      for (guint i = 0; i < *batch; i++)
        run_once (workload, size);
      n += *batch;
      now = g_get_monotonic_time ();
      if (now - before < 100)
        *batch *= 2;
    }
  while (now < goal);
  return (gdouble) n * G_USEC_PER_SEC / (gdouble) MAX (1, now - start);
}

static int
print_peak (void)
{
  g_autofree gchar *status = NULL;
  const gchar *line;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL) ||
      (line = strstr (status, "VmHWM:")) == NULL)
    {
      g_printerr ("The peak of the memory is not known here\n");
      return EXIT_FAILURE;
    }
  g_print ("%" G_GUINT64_FORMAT "\n", g_ascii_strtoull (line + strlen ("VmHWM:"), NULL, 10));
  return EXIT_SUCCESS;
}

static const CellWorkload *
find_workload (const CellWorkload *const *tables, const gchar *name)
{
  for (; *tables != NULL; tables++)
    for (const CellWorkload *workload = *tables; workload->name != NULL; workload++)
      if (strcmp (workload->name, name) == 0)
        return workload;
  return NULL;
}

static void
measure (const CellWorkload *workload, guint64 size)
{
  guint batch = 1;

  for (gint i = 0; i < n_warm_ups; i++)
    iterate (workload, size, &batch);
  for (gint i = 0; i < n_iterations; i++)
    {
      gchar score[G_ASCII_DTOSTR_BUF_SIZE];

      g_print ("%s\n", g_ascii_dtostr (score, sizeof score, iterate (workload, size, &batch)));
    }
}

int
cell_main (int argc, char **argv, const CellWorkload *const *tables)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("WORKLOAD SIZE");
  g_autoptr (GError) error = NULL;
  const CellWorkload *workload;
  guint64 size;

  setlocale (LC_ALL, "");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return EXIT_FAILURE;
    }
  if (argc != 3 || !g_ascii_string_to_unsigned (argv[2], 10, 1, G_MAXUINT32, &size, &error))
    {
      g_printerr ("%s\n", error != NULL ? error->message : "A workload and a size are needed; see --help");
      return EXIT_FAILURE;
    }
  workload = find_workload (tables, argv[1]);
  if (workload == NULL)
    {
      g_printerr ("There is no workload %s\n", argv[1]);
      return EXIT_FAILURE;
    }

  if (workload->prepare != NULL)
    workload->prepare (size);
  if (!peak)
    {
      measure (workload, size);
      return EXIT_SUCCESS;
    }
  run_once (workload, size);
  return print_peak ();
}
