/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-timer-heap-private.h"

#define N_TASKS 2000

static RxTask *
heap_pop (RxTimerHeap *heap)
{
  RxTask *task = heap->entries[0].task;

  _rx_timer_heap_remove (heap, task);
  return task;
}

static void
heap_check (RxTimerHeap *heap)
{
  for (guint i = 0; i < heap->n_entries; i++)
    {
      RxTimerEntry *entry = &heap->entries[i], *parent = &heap->entries[(i - 1) / 4];

      g_assert_cmpuint (entry->task->heap_index, ==, i);
      g_assert_cmpint (entry->due, ==, entry->task->due);
      if (i > 0)
        g_assert_true (parent->due < entry->due || (parent->due == entry->due && parent->seq < entry->seq));
    }
}

static void
test_order (void)
{
  g_autofree RxTask *tasks = g_new0 (RxTask, N_TASKS);
  RxTimerHeap heap = { 0 };
  gint64 last_due = G_MININT64;
  RxTask *last = NULL;

  g_assert_cmpint (_rx_timer_heap_next_due (&heap), ==, G_MAXINT64);
  for (guint i = 0; i < N_TASKS; i++)
    {
      tasks[i].due = g_test_rand_int_range (0, 50);
      _rx_timer_heap_insert (&heap, &tasks[i]);
    }
  heap_check (&heap);
  for (guint i = 0; i < N_TASKS; i++)
    {
      RxTask *task;

      g_assert_cmpint (_rx_timer_heap_next_due (&heap), >=, last_due);
      task = heap_pop (&heap);
      if (task->due == last_due)
        g_assert_true (task > last);            /* first come, first served */
      last = task;
      last_due = task->due;
    }
  g_assert_cmpuint (heap.n_entries, ==, 0);
  g_assert_cmpuint (heap.capacity, <, 64);
  _rx_timer_heap_clear (&heap);
}

static void
test_random (void)
{
  g_autofree RxTask *tasks = g_new0 (RxTask, N_TASKS);
  g_autofree gboolean *present = g_new0 (gboolean, N_TASKS);
  RxTimerHeap heap = { 0 };
  guint n = 0;

  for (guint step = 0; step < 20 * N_TASKS; step++)
    {
      guint i = g_test_rand_int_range (0, N_TASKS);

      if (present[i])
        {
          _rx_timer_heap_remove (&heap, &tasks[i]);
          n--;
        }
      else
        {
          tasks[i].due = g_test_rand_int_range (0, 1000);
          _rx_timer_heap_insert (&heap, &tasks[i]);
          n++;
        }
      present[i] = !present[i];
      g_assert_cmpuint (heap.n_entries, ==, n);
      if (step % 500 == 0)
        heap_check (&heap);
    }
  heap_check (&heap);
  while (heap.n_entries > 0)
    {
      gint64 due = _rx_timer_heap_next_due (&heap);
      RxTask *task = heap_pop (&heap);

      g_assert_cmpint (task->due, ==, due);
      g_assert_cmpint (_rx_timer_heap_next_due (&heap), >=, due);
      g_assert_true (present[task - tasks]);
      present[task - tasks] = FALSE;
    }
  for (guint i = 0; i < N_TASKS; i++)
    g_assert_false (present[i]);
  _rx_timer_heap_clear (&heap);
}

static void
test_time (void)
{
  g_assert_cmpint (_rx_time_add (1, 2), ==, 3);
  g_assert_cmpint (_rx_time_add (G_MAXINT64 - 1, 1), ==, G_MAXINT64);
  g_assert_cmpint (_rx_time_add (1, G_MAXINT64), ==, G_MAXINT64);
  g_assert_cmpint (_rx_time_add (G_MAXINT64, G_MAXINT64), ==, G_MAXINT64);
  g_assert_cmpint (_rx_time_add (-2, G_MININT64), ==, G_MININT64);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/schedulers/timer-heap/S4-order", test_order);
  g_test_add_func ("/schedulers/timer-heap/S4-random", test_random);
  g_test_add_func ("/schedulers/timer-heap/B105-time", test_time);

  return g_test_run ();
}
