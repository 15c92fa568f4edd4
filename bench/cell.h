/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <glib.h>

/* A workload of a program that measures one cell: one workload at one size, printed as operations per second. The
 * runner knows no library, so that the peers written by hand share it. */
typedef struct
{
  const gchar *name;
  void (*prepare) (guint64 size);       /* (nullable): once, before the first operation */
  guint64 (*run) (guint64 size);        /* one operation; what its consumer counted */
  guint64 total;                        /* what that has to be; 0: the size */
} CellWorkload;

/* Tables end in an entry without a name. */
int cell_main (int argc, char **argv, const CellWorkload *const *tables);

/* The end of an operation, waited for in the caller: by a short spin where there is a second processor, asleep
 * afterwards. There is one, since operations follow one another. */
void cell_latch_reset (void);
void cell_latch_open  (void);
void cell_latch_wait  (void);

/* The numbers below n in random order, the same in each run of the program. */
guint *cell_shuffled (guint64 n);
