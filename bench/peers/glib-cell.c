/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "cell.h"

#include <gio/gio.h>

/* What a user of GLib writes by hand for the same work. */

static guint64 n_counted, goal; /* of the one consumer; goal is set while nothing is under way */

static void
expect (guint64 n)
{
  n_counted = 0;
  goal = n;
  cell_latch_reset ();
}

static void
count (void)
{
  if (++n_counted == goal)
    cell_latch_open ();
}

/* --- GAsyncQueue to a thread that is always there --- */

static GAsyncQueue *queue;

static gpointer
consume (gpointer user_data)
{
  for (;;)
    {
      g_async_queue_pop (queue);
      count ();
    }
  return NULL;
}

static void
prepare_queue (guint64 size)
{
  queue = g_async_queue_new ();
  g_thread_unref (g_thread_new ("consumer", consume, NULL));
}

static guint64
run_queue (guint64 size)
{
  expect (size);
  for (guint64 i = 0; i < size; i++)
    g_async_queue_push (queue, GINT_TO_POINTER (777));
  cell_latch_wait ();
  return n_counted;
}

/* --- GTask: the whole work in a thread of its pool, the end waited for by the caller --- */

static void
task_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  volatile guint64 *n = &n_counted;

  for (guint64 i = 0; i < goal; i++)
    (*n)++;
  g_task_return_boolean (task, TRUE);
  cell_latch_open ();
}

static guint64
run_task (guint64 size)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);

  expect (size);
  g_task_run_in_thread (task, task_thread);
  cell_latch_wait ();
  return n_counted;
}

/* --- GThreadPool with one thread: what stands for a worker --- */

#define N_PRODUCERS 4

static GThreadPool *pool;

static void
pool_func (gpointer data, gpointer user_data)
{
  count ();
}

static void
prepare_pool (guint64 size)
{
  pool = g_thread_pool_new (pool_func, NULL, 1, TRUE, NULL);
}

static gpointer
produce (gpointer n)
{
  for (guint64 i = GPOINTER_TO_SIZE (n); i > 0; i--)
    g_thread_pool_push (pool, GINT_TO_POINTER (1), NULL);
  return NULL;
}

static guint64
run_pool (guint64 size)
{
  expect (size);
  produce (GSIZE_TO_POINTER (size));
  cell_latch_wait ();
  return n_counted;
}

static guint64
run_pool_producers (guint64 size)
{
  GThread *threads[N_PRODUCERS];

  expect (size - size % N_PRODUCERS);
  for (guint i = 0; i < N_PRODUCERS; i++)
    threads[i] = g_thread_new ("producer", produce, GSIZE_TO_POINTER (size / N_PRODUCERS));
  cell_latch_wait ();
  for (guint i = 0; i < N_PRODUCERS; i++)
    g_thread_join (threads[i]);
  return n_counted;
}

/* --- timeouts on a main context, destroyed in random order --- */

static guint *order;
static GSource **sources;

static void
prepare_timeouts (guint64 size)
{
  order = cell_shuffled (size);
  sources = g_new (GSource *, size);
}

static gboolean
expired (gpointer user_data)
{
  g_error ("An hour has passed");
  return G_SOURCE_REMOVE;
}

static void
count_released (gpointer user_data)
{
  n_counted++;
}

static guint64
run_timeouts (guint64 size)
{
  n_counted = 0;
  for (guint64 i = 0; i < size; i++)
    {
      sources[i] = g_timeout_source_new_seconds (3600);
      g_source_set_callback (sources[i], expired, NULL, count_released);
      g_source_attach (sources[i], NULL);
    }
  for (guint64 i = 0; i < size; i++)
    {
      g_source_destroy (sources[order[i]]);
      g_source_unref (sources[order[i]]);
    }
  return n_counted;
}

/* --- from a thread to the main loop, a source an item --- */

static GMainLoop *loop;

static gboolean
count_on_main (gpointer user_data)
{
  if (++n_counted == goal)
    g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

static void
add_idles (gpointer data, gpointer user_data)
{
  for (guint64 i = GPOINTER_TO_SIZE (data); i > 0; i--)
    g_idle_add (count_on_main, NULL);
}

static void
prepare_idles (guint64 size)
{
  loop = g_main_loop_new (NULL, FALSE);
  pool = g_thread_pool_new (add_idles, NULL, 1, TRUE, NULL);
}

static guint64
run_idles (guint64 size)
{
  expect (size);
  g_thread_pool_push (pool, GSIZE_TO_POINTER (size), NULL);
  g_main_loop_run (loop);
  return n_counted;
}

static const CellWorkload workloads[] = {
  { "async-queue", prepare_queue, run_queue },
  { "task", NULL, run_task },
  { "thread-pool/1-producer", prepare_pool, run_pool },
  { "thread-pool/4-producers", prepare_pool, run_pool_producers },
  { "timeout", prepare_timeouts, run_timeouts },
  { "idle-add", prepare_idles, run_idles },
  { NULL }
};

int
main (int argc, char **argv)
{
  static const CellWorkload *const tables[] = { workloads, NULL };

  return cell_main (argc, argv, tables);
}
