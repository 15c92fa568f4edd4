/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx.h>

/* A workload runs n units of its work and is timed as a whole. */
typedef struct
{
  const gchar *name;
  const gchar *unit;            /* of what n counts */
  guint64 n;                    /* units a run; a tenth of it with --quick */
  void (*run) (guint64 n);
} BenchWorkload;

/* A figure that is not a time; printed as it is. */
typedef struct
{
  const gchar *name;
  const gchar *unit;
  gdouble (*measure) (void);
} BenchFigure;

extern const BenchWorkload bench_sync_workloads[];
extern const BenchWorkload bench_async_workloads[];
extern const BenchFigure bench_memory_figures[];

/* Takes part in every user function, so that nothing is optimised away. */
extern volatile gint64 bench_checksum;

/* Calls of malloc and its like so far, on every thread. */
guint64 bench_count_mallocs (void);

void bench_count (const GValue *item, gpointer user_data, GError **error);
void bench_add   (const GValue *accumulator, const GValue *item, GValue *result, gpointer user_data, GError **error);
void bench_plus  (const GValue *item, GValue *result, gpointer user_data, GError **error);
gboolean bench_any (const GValue *item, gpointer user_data, GError **error);
