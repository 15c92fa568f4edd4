/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx.h>

#include "rx-scheduler-fixture.h"
#include "rx-test-script.h"

/* Schedulers with threads of their own, and a task that notes what becomes of it. */

typedef RxScheduler *(*Get) (void);

static inline RxScheduler *
get_pool (void)
{
  return rx_scheduler_new_thread_pool (2);
}

static inline RxScheduler *
get_io (void)
{
  return g_object_ref (rx_scheduler_io ());
}

static inline RxScheduler *
get_new_thread (void)
{
  return g_object_ref (rx_scheduler_new_thread ());
}

static inline RxScheduler *
get_single (void)
{
  return g_object_ref (rx_scheduler_single ());
}

static inline RxScheduler *
get_computation (void)
{
  return g_object_ref (rx_scheduler_computation ());
}

static const Get all[] G_GNUC_UNUSED = { get_computation, get_single, get_io, get_new_thread, get_pool };

/* How many threads of this process have a name that begins so? */
static inline guint
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

/* --- tasks --- */

typedef struct
{
  RxTestLatch *release;         /* (nullable): waited for */
  Counter *begun;
  GThread *_Atomic thread;
  Counter done;
  Counter freed;
} Job;

static inline void
job_run (RxTask *task, gpointer user_data)
{
  Job *self = user_data;

  atomic_store (&self->thread, g_thread_self ());
  if (self->begun != NULL)
    counter_add (self->begun);
  if (self->release != NULL)
    rx_test_latch_wait (self->release);
  counter_add (&self->done);
}

static inline void
job_free (gpointer user_data)
{
  counter_add (&((Job *) user_data)->freed);
}

static inline void
start (RxWorker *worker, GTimeSpan delay, Job *job)
{
  rx_task_unref (rx_worker_schedule_delayed (worker, delay, job_run, job, job_free));
}
