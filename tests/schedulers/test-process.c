/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* What the schedulers are in a process: their threads, and its end. Most of it happens in a child. */

#define _GNU_SOURCE
#include "rx-contract.h"

#ifdef __linux__
#include <sched.h>
#endif

typedef RxScheduler *(*Get) (void);

static RxScheduler *
new_pool (void)
{
  return rx_scheduler_new_thread_pool (0);
}

static RxScheduler *
shared_main (void)
{
  return g_object_ref (rx_scheduler_main ());
}

#define SHARED(name) \
static RxScheduler * \
shared_##name (void) \
{ \
  return g_object_ref (rx_scheduler_##name ()); \
}

SHARED (computation)
SHARED (io)
SHARED (single)
SHARED (new_thread)

static const struct
{
  const gchar *name;
  Get get;
  const gchar *thread;          /* (nullable): the name of its threads, up to the number */
} schedulers[] = {
  { "computation", shared_computation, "rx-compute-" },
  { "io", shared_io, "rx-io-" },
  { "single", shared_single, "rx-single-" },
  { "new-thread", shared_new_thread, "rx-thread-" },
  { "pool", new_pool, "rx-pool-" },
  { "main", shared_main, NULL },
};

/* --- names --- */

typedef struct
{
  gchar name[64];
  Counter known;
} Name;

static void
note_name (RxTask *task, gpointer user_data)
{
  Name *self = user_data;
  g_autofree gchar *name = NULL;

  if (g_file_get_contents ("/proc/thread-self/comm", &name, NULL, NULL))
    g_strlcpy (self->name, g_strstrip (name), sizeof self->name);
  counter_add (&self->known);
}

/* As they are documented, and whole: the kernel keeps 15 bytes. */
static void
test_names (void)
{
  if (!g_file_test ("/proc/thread-self/comm", G_FILE_TEST_EXISTS))
    {
      g_test_skip ("the names of threads are read from /proc");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (schedulers); i++)
    {
      g_autoptr (RxScheduler) scheduler = schedulers[i].get ();
      g_autoptr (RxWorker) worker = rx_scheduler_create_worker (scheduler);
      Name name = { 0 };
      gchar *end = NULL;

      if (schedulers[i].thread == NULL)
        continue;
      run (worker, 0, note_name, &name, NULL);
      counter_wait (&name.known, 1);
      g_test_message ("%s: %s", schedulers[i].name, name.name);
      g_assert_true (g_str_has_prefix (name.name, schedulers[i].thread));
      g_assert_cmpuint (g_ascii_strtoull (name.name + strlen (schedulers[i].thread), &end, 10), >=, 1);
      g_assert_cmpstr (end, ==, "");
    }
}

/* --- the size of the pools --- */

static void
meet (RxTask *task, gpointer user_data)
{
  barrier_wait (user_data);
}

/* As many tasks as CPUs are inside at the same time: each waits for all the others. */
static void
test_all_cpus (void)
{
  static const Get get[] = { shared_computation, new_pool };

  for (guint i = 0; i < G_N_ELEMENTS (get); i++)
    {
      g_autoptr (RxScheduler) scheduler = get[i] ();
      g_autoptr (GPtrArray) workers = g_ptr_array_new_with_free_func (g_object_unref);
      guint n = _rx_n_cpus ();
      Barrier barrier = { .n = n };

      /* none may look for work just now, for that one would get more than one of them */
      rx_scheduler_shutdown (scheduler);
      for (guint k = 0; k < n; k++)
        {
          g_ptr_array_add (workers, rx_scheduler_create_worker (scheduler));
          run (workers->pdata[k], 0, meet, &barrier, NULL);
        }
      assert_no_tasks (NULL);
    }
}

#ifdef __linux__
typedef struct
{
  GThread *_Atomic threads[16];
  Counter n;
} Crew;

static void
sign_on (RxTask *task, gpointer user_data)
{
  Crew *self = user_data;

  for (guint i = 0; i < 200; i++)
    g_thread_yield ();
  atomic_store (&self->threads[counter_get (&self->n)], g_thread_self ());
  counter_add (&self->n);
}

/* The CPUs that count are those that the process may use. */
static void
one_cpu (void)
{
  static const Get get[] = { shared_computation, new_pool };
  cpu_set_t allowed, one;
  gint cpu = 0;

  g_assert_cmpint (sched_getaffinity (0, sizeof allowed, &allowed), ==, 0);
  while (!CPU_ISSET (cpu, &allowed))
    cpu++;
  CPU_ZERO (&one);
  CPU_SET (cpu, &one);
  g_assert_cmpint (sched_setaffinity (0, sizeof one, &one), ==, 0);

  for (guint i = 0; i < G_N_ELEMENTS (get); i++)
    {
      g_autoptr (RxScheduler) scheduler = get[i] ();
      g_autoptr (GPtrArray) workers = g_ptr_array_new_with_free_func (g_object_unref);
      Crew crew = { 0 };

      for (guint k = 0; k < G_N_ELEMENTS (crew.threads); k++)
        {
          g_ptr_array_add (workers, rx_scheduler_create_worker (scheduler));
          run (workers->pdata[k], 0, sign_on, &crew, NULL);
        }
      counter_wait (&crew.n, G_N_ELEMENTS (crew.threads));
      for (guint k = 0; k < G_N_ELEMENTS (crew.threads); k++)
        g_assert_true (crew.threads[k] == crew.threads[0]);
    }
}

static void
test_one_cpu (void)
{
  g_test_trap_subprocess ("/schedulers/process/one-cpu/subprocess", 0, 0);
  g_test_trap_assert_passed ();
}
#endif

/* --- the end --- */

static Counter hold, at_work;

static void
work_on (RxTask *task, gpointer user_data)
{
  counter_add (user_data);
}

static void
never_end (RxTask *task, gpointer user_data)
{
  counter_add (&at_work);
  counter_wait (&hold, 1);
}

/* A program returns from main() while tasks are blocked, at work, queued and far away; the workers are still known. */
static void
leave_work (gconstpointer data)
{
  static RxWorker *workers[3];
  static Probe probes[6];
  static Counter ticks;
  RxScheduler *scheduler = schedulers[GPOINTER_TO_UINT (data)].get ();
  gboolean blocks = schedulers[GPOINTER_TO_UINT (data)].thread != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (workers); i++)
    workers[i] = rx_scheduler_create_worker (scheduler);
  rx_task_unref (rx_worker_schedule_periodic (workers[0], 0, 0, work_on, &ticks, NULL));
  counter_wait_iterating (&ticks, 100, blocks ? NULL : g_main_context_default ());
  for (guint i = 0; i < 3; i++)
    {
      run (workers[1], 0, probe_run, &probes[i], NULL);
      run (workers[1], 500 + i, probe_run, &probes[i], NULL);
      run (workers[2], FAR_AWAY, probe_run, &probes[3 + i], NULL);
    }
  rx_task_unref (rx_worker_schedule_periodic (workers[2], 1, 10, work_on, &ticks, NULL));
  if (blocks)
    {
      run (workers[1], 0, never_end, NULL, NULL);
      counter_wait (&at_work, 1);
    }
  for (guint i = 0; i < 3; i++)
    run (workers[1], 0, probe_run, &probes[i], NULL);
}

static void
test_exit (gconstpointer data)
{
  g_autofree gchar *path = g_strdup_printf ("/schedulers/process/exit/%s/subprocess",
                                            schedulers[GPOINTER_TO_UINT (data)].name);

  g_test_trap_subprocess (path, 0, 0);
  g_test_trap_assert_passed ();
  g_test_trap_assert_stderr_unmatched ("*CRITICAL*");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/schedulers/process/names", test_names);
  g_test_add_func ("/schedulers/process/all-cpus", test_all_cpus);
#ifdef __linux__
  g_test_add_func ("/schedulers/process/one-cpu", test_one_cpu);
  g_test_add_func ("/schedulers/process/one-cpu/subprocess", one_cpu);
#endif
  for (guint i = 0; i < G_N_ELEMENTS (schedulers); i++)
    {
      g_autofree gchar *path = g_strdup_printf ("/schedulers/process/exit/%s", schedulers[i].name);
      g_autofree gchar *child = g_strdup_printf ("%s/subprocess", path);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_exit);
      g_test_add_data_func (child, GUINT_TO_POINTER (i), leave_work);
    }

  return g_test_run ();
}
