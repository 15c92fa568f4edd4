/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "cell-workloads.h"

#include "schedulers/rx-timer-heap-private.h"

/* What keeps the timed tasks of a loop, and what GLib would have had for it: size entries are put in, rising or in
 * random order of their due times, and taken out in random order, as cancelling does, or each time the first one, as
 * time does. The heap's source is built into this program, for the library does not export it. */

#define N_ENTRIES 100000        /* an operation, whatever part of them is inside at a time */

static guint *order;
static RxTask *tasks;
static GSequenceIter **iters;

static void
prepare (guint64 size)
{
  order = cell_shuffled (size);
  tasks = g_new0 (RxTask, size);
  iters = g_new (GSequenceIter *, size);
}

static void
set_due_times (guint64 size, gboolean rising)
{
  for (guint64 i = 0; i < size; i++)
    tasks[i].due = rising ? (gint64) i : order[i];
}

/* --- the indexed heap --- */

static guint64
run_heap (guint64 size, gboolean rising, gboolean first)
{
  RxTimerHeap heap = { 0 };
  guint64 n = 0;

  set_due_times (size, rising);
  while (n < N_ENTRIES)
    {
      for (guint64 i = 0; i < size; i++)
        _rx_timer_heap_insert (&heap, &tasks[i]);
      for (guint64 i = 0; i < size; i++, n++)
        _rx_timer_heap_remove (&heap, first ? heap.entries[0].task : &tasks[order[i]]);
    }
  _rx_timer_heap_clear (&heap);
  return n;
}

static guint64
run_heap_cancel (guint64 size)
{
  return run_heap (size, TRUE, FALSE);
}

static guint64
run_heap_expire (guint64 size)
{
  return run_heap (size, FALSE, TRUE);
}

/* --- GSequence --- */

static gint
compare_tasks (gconstpointer a, gconstpointer b, gpointer user_data)
{
  gint64 x = ((const RxTask *) a)->due, y = ((const RxTask *) b)->due;

  return (x > y) - (x < y);
}

static guint64
run_sequence (guint64 size, gboolean rising, gboolean first)
{
  g_autoptr (GSequence) sequence = g_sequence_new (NULL);
  guint64 n = 0;

  set_due_times (size, rising);
  while (n < N_ENTRIES)
    {
      for (guint64 i = 0; i < size; i++)
        iters[i] = g_sequence_insert_sorted (sequence, &tasks[i], compare_tasks, NULL);
      for (guint64 i = 0; i < size; i++, n++)
        g_sequence_remove (first ? g_sequence_get_begin_iter (sequence) : iters[order[i]]);
    }
  return n;
}

static guint64
run_sequence_cancel (guint64 size)
{
  return run_sequence (size, TRUE, FALSE);
}

static guint64
run_sequence_expire (guint64 size)
{
  return run_sequence (size, FALSE, TRUE);
}

const CellWorkload cell_structure_workloads[] = {
  { "structure/cancel/heap", prepare, run_heap_cancel, N_ENTRIES },
  { "structure/cancel/sequence", prepare, run_sequence_cancel, N_ENTRIES },
  { "structure/expire/heap", prepare, run_heap_expire, N_ENTRIES },
  { "structure/expire/sequence", prepare, run_sequence_expire, N_ENTRIES },
  { NULL }
};
