/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* When threads end, and when they leave a worker for another one. */

#include "rx-scheduler-fixture.h"
#include "rx-test-util.h"
#include "schedulers/rx-strand-private.h"
#include "schedulers/rx-worker-private.h"

/* How many threads of this process have a name that begins so? */
static guint
count_threads (const gchar *prefix)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc/self/task", 0, NULL);
  const gchar *id;
  guint n = 0;

  while (dir != NULL && (id = g_dir_read_name (dir)) != NULL)
    {
      g_autofree gchar *path = g_build_filename ("/proc/self/task", id, "comm", NULL);
      g_autofree gchar *name = NULL;

      n += g_file_get_contents (path, &name, NULL, NULL) && g_str_has_prefix (name, prefix);
    }
  return n;
}

/* Counts the visits of its thread, which addresses do not tell from those of an earlier one. */
typedef struct
{
  guint visits;
  Counter freed;
} Visit;

static void
visit_run (RxTask *task, gpointer user_data)
{
  static __thread guint visits;

  ((Visit *) user_data)->visits = ++visits;
}

static void
visit_free (gpointer user_data)
{
  counter_add (&((Visit *) user_data)->freed);
}

static guint
visit (RxWorker *worker)
{
  Visit visit = { 0 };

  rx_task_unref (rx_worker_schedule (worker, visit_run, &visit, visit_free));
  counter_wait (&visit.freed, 1);
  return visit.visits;
}

static guint
visit_strand (RxStrand *strand)
{
  Visit visit = { 0 };

  _rx_strand_push (strand, 0, _rx_func_task_new (visit_run, &visit, visit_free, TRUE));
  counter_wait (&visit.freed, 1);
  return visit.visits;
}

/* --- pools --- */

static void
test_pool_keep_alive (void)
{
  RxStrandPool *brief = _rx_strand_pool_new (2, 0), *lasting = _rx_strand_pool_new (1, FAR_AWAY);
  RxStrand *one = _rx_strand_new (brief), *two = _rx_strand_new (lasting);

  for (guint round = 0; round < 3; round++)
    {
      g_assert_cmpuint (visit_strand (one), ==, 1);
      rx_test_wait_until (count_threads ("rx-pool-") == 0);
    }
  for (guint i = 1; i <= 3; i++)
    g_assert_cmpuint (visit_strand (two), ==, i);
  g_assert_cmpuint (count_threads ("rx-pool-"), ==, 1);

  _rx_strand_close (one);
  _rx_strand_close (two);
  _rx_strand_unref (one);
  _rx_strand_unref (two);
  _rx_strand_pool_retire (lasting);
  rx_test_wait_until (count_threads ("rx-pool-") == 0);
  _rx_strand_pool_unref (brief);
  _rx_strand_pool_unref (lasting);
}

typedef struct
{
  RxWorker *worker;
  Counter freed;
  Counter *until;               /* (nullable): goes on until this is counted */
  guint left;
} Chain;

static void
chain_step (RxTask *task, gpointer user_data)
{
  Chain *self = user_data;

  if (self->until != NULL ? counter_get (self->until) == 0 : self->left-- > 0)
    rx_worker_schedule_task (self->worker, 0, rx_task_ref (task));
}

static void
chain_free (gpointer user_data)
{
  counter_add (&((Chain *) user_data)->freed);
}

static void
chain_start (Chain *self)
{
  rx_worker_schedule_task (self->worker, 0, rx_task_new (chain_step, self, chain_free));
}

/* Work that has come while a worker was run is done, and then its thread is free. */
static void
test_pool_leaves (void)
{
  g_autoptr (RxScheduler) pool = rx_scheduler_new_thread_pool (1);
  g_autoptr (RxWorker) worker = rx_scheduler_create_worker (pool);
  g_autoptr (RxWorker) other = rx_scheduler_create_worker (pool);
  Chain chain = { .worker = worker, .left = 1 };

  chain_start (&chain);
  counter_wait (&chain.freed, 1);
  visit (other);
}

/* A worker that never runs out of work does not keep its thread from others. */
static void
test_pool_slice (void)
{
  g_autoptr (RxScheduler) pool = rx_scheduler_new_thread_pool (1);
  g_autoptr (RxWorker) worker = rx_scheduler_create_worker (pool);
  g_autoptr (RxWorker) other = rx_scheduler_create_worker (pool);
  Visit guest = { 0 };
  Chain chain = { .worker = worker, .until = &guest.freed };

  chain_start (&chain);
  rx_task_unref (rx_worker_schedule (other, visit_run, &guest, visit_free));
  counter_wait (&guest.freed, 1);
  counter_wait (&chain.freed, 1);
}

/* --- threads of their own --- */

/* A thread waits for its worker as long as there is one, and for another worker as long as was said. */
static void
test_cached_keep_alive (void)
{
  static RxScheduler *brief, *lasting;  /* never freed, see rx-cached-scheduler.c */
  RxWorker *worker;
  guint visits;

  brief = _rx_cached_scheduler_new ("rx-brief", 0);
  lasting = _rx_cached_scheduler_new ("rx-lasting", FAR_AWAY);

  for (guint round = 0; round < 3; round++)
    {
      worker = rx_scheduler_create_worker (brief);
      for (guint i = 1; i <= 100; i++)
        g_assert_cmpuint (visit (worker), ==, i);
      g_object_unref (worker);
      rx_test_wait_until (count_threads ("rx-brief-") == 0);
    }

  /* It is given back by a task of its own, perhaps only when the next worker has taken another one. */
  do
    {
      worker = rx_scheduler_create_worker (lasting);
      visits = visit (worker);
      g_object_unref (worker);
    }
  while (visits == 1);
  g_assert_cmpuint (count_threads ("rx-lasting-"), >=, 1);
  rx_scheduler_shutdown (lasting);
  g_assert_cmpuint (count_threads ("rx-lasting-"), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/rx/schedulers/thread-life/pool/keep-alive", test_pool_keep_alive);
  rx_test_add ("/rx/schedulers/thread-life/pool/leaves", test_pool_leaves);
  rx_test_add ("/rx/schedulers/thread-life/pool/slice", test_pool_slice);
  rx_test_add ("/rx/schedulers/thread-life/cached/keep-alive", test_cached_keep_alive);

  return g_test_run ();
}
