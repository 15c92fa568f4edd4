/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* What the tests of the contract share. */

#include "rx-contract.h"

void
log_add (Log *self, gint entry)
{
  _rx_lock (&self->lock);
  self->entries[self->n++] = entry;
  _rx_unlock (&self->lock);
  counter_add (&self->count);
}

void
log_assert (Log *self, guint n, const gint *entries)
{
  g_assert_cmpuint (self->n, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (self->entries[i], ==, entries[i]);
}

void
step_log (RxTask *task, gpointer user_data)
{
  Step *step = user_data;

  if (step->earliest != 0)
    g_assert_cmpint (time_of (step->worker), >=, step->earliest);
  log_add (step->log, step->id);
}

/* --- a task that blocks --- */

static void
block_run (RxTask *task, gpointer user_data)
{
  Block *block = user_data;

  if (block->before != NULL)
    block->before (block->data);
  counter_add (&block->inside);
  counter_wait (&block->go, 1);
  counter_add (&block->left);
}

static gpointer
block_thread (gpointer data)
{
  Block *block = data;

  run (block->fixture->worker, 0, block_run, block, NULL);
  wait_for (block->fixture, &block->left, 1);
  return NULL;
}

GThread *
block_start (Block *block)
{
  GThread *thread = g_thread_new ("block", block_thread, block);

  counter_wait (&block->inside, 1);
  return thread;
}

void
block_end (Block *block, GThread *thread)
{
  counter_add (&block->go);
  g_thread_join (thread);
}

/* --- tasks that never run --- */

void
pending_schedule (gpointer data)
{
  Pending *self = data;

  for (guint i = 0; i < N_PENDING; i++)
    {
      GTimeSpan delay = self->far || i % 2 == 1 ? FAR_AWAY : 0;

      if (i > 5)
        self->tasks[i] = rx_worker_schedule_periodic (self->worker, delay, 1000, probe_run, &self->probes[i],
                                                      probe_free);
      else
        self->tasks[i] = rx_worker_schedule_delayed (self->worker, delay, probe_run, &self->probes[i], probe_free);
    }
}

void
pending_assert_dropped (Pending *self)
{
  for (guint i = 0; i < N_PENDING; i++)
    {
      g_assert_cmpuint (counter_get (&self->probes[i].freed), ==, 1);
      g_assert_cmpuint (counter_get (&self->probes[i].runs), ==, 0);
      g_assert_true (rx_task_is_cancelled (self->tasks[i]));
    }
}

void
pending_clear (Pending *self)
{
  for (guint i = 0; i < N_PENDING; i++)
    {
      g_assert_cmpuint (counter_get (&self->probes[i].runs), ==, 0);
      rx_task_unref (self->tasks[i]);
    }
}
