/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-stress.h"

/* --- tasks --- */

void
rx_stress_lane_init (RxStressLane *self, RxScheduler *scheduler)
{
  *self = (RxStressLane) { .worker = rx_scheduler_create_worker (scheduler) };
}

void
rx_stress_lane_clear (RxStressLane *self, guint n)
{
  rx_stress_wait (&self->freed, n);
  g_clear_object (&self->worker);
  g_assert_cmpuint (rx_stress_get (&self->freed), ==, n);
  g_assert_cmpuint (self->n_inside, ==, 0);
}

void
rx_stress_job_run (RxTask *task, gpointer job)
{
  RxStressJob *self = job;
  RxStressLane *lane = self->lane;

  g_assert_cmpuint (lane->n_inside++, ==, 0);
  g_assert_false (self->running);
  self->running = TRUE;
  g_assert_cmpuint (atomic_load (&self->n_freed), ==, 0);
  if (atomic_fetch_add (&self->n_runs, 1) > 0)
    g_assert_true (self->repeats);
  if (self->number >= 0)
    {
      g_assert_cmpint (lane->last[self->producer], <, self->number);
      lane->last[self->producer] = self->number;
    }
  if (self->earliest != 0)
    g_assert_cmpint (g_get_monotonic_time (), >=, self->earliest);
  atomic_fetch_add (&lane->n_runs, 1);
  if (self->inside != NULL)
    self->inside (self, task);
  g_assert_cmpuint (atomic_load (&self->n_freed), ==, 0);
  self->running = FALSE;
  g_assert_cmpuint (--lane->n_inside, ==, 0);
}

void
rx_stress_job_free (gpointer job)
{
  RxStressJob *self = job;

  g_assert_false (self->running);
  g_assert_cmpuint (atomic_fetch_add (&self->n_freed, 1), ==, 0);
  rx_stress_add (&self->lane->freed);
}

RxTask *
rx_stress_job_schedule (RxStressJob *self, RxStressLane *lane, guint producer, gint64 number)
{
  self->lane = lane;
  self->producer = producer;
  self->number = number + 1;
  return rx_worker_schedule (lane->worker, rx_stress_job_run, self, rx_stress_job_free);
}

void
rx_stress_job_assert_ran (RxStressJob *self, gboolean ran)
{
  g_assert_cmpuint (atomic_load (&self->n_runs), ==, ran ? 1 : 0);
  g_assert_cmpuint (atomic_load (&self->n_freed), ==, 1);
}

/* --- items --- */

/* With a count of its own, for ThreadSanitizer does not see GLib's. */
typedef struct
{
  atomic_uint refs;
  gint64 number;
  RxStressCounter *freed;
} RxStressItem;

static RxStressItem *
rx_stress_item_ref (RxStressItem *self)
{
  atomic_fetch_add (&self->refs, 1);
  return self;
}

static void
rx_stress_item_unref (RxStressItem *self)
{
  guint refs = atomic_fetch_sub (&self->refs, 1);

  g_assert_cmpuint (refs, >, 0);
  if (refs > 1)
    return;
  rx_stress_add (self->freed);
  g_free (self);
}

static GType rx_stress_item_get_type (void);
G_DEFINE_BOXED_TYPE (RxStressItem, rx_stress_item, rx_stress_item_ref, rx_stress_item_unref)

void
rx_stress_item_init (GValue *value, gint64 number, RxStressCounter *freed)
{
  RxStressItem *self = g_new0 (RxStressItem, 1);

  atomic_init (&self->refs, 1);
  self->number = number;
  self->freed = freed;
  g_value_init (value, rx_stress_item_get_type ());
  g_value_take_boxed (value, self);
}

gint64
rx_stress_item_number (const GValue *value)
{
  g_assert_true (G_VALUE_HOLDS (value, rx_stress_item_get_type ()));
  return ((RxStressItem *) g_value_get_boxed (value))->number;
}

void
rx_stress_expect_in_order (RxProbe *probe, const GValue *item, gpointer unused)
{
  g_assert_cmpint (rx_stress_item_number (item), ==, probe->n_items - 1);
}
