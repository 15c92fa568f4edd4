/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-strand-private.h"

#include "schedulers/rx-worker-private.h"

#define SLICE (4 * G_TIME_SPAN_MILLISECOND)     /* others get their turn then */

enum
{
  STRAND_IDLE,
  STRAND_QUEUED,                /* a thread is going to come */
  STRAND_RUNNING,
  STRAND_AGAIN                  /* running, and there is more */
};

/* A task may be cancelled, and look at its queue's lock, when the queue is gone. */
static RxLock queue_locks[64];

RxStrand *
_rx_strand_new (RxStrandPool *pool)
{
  RxStrand *self = g_new0 (RxStrand, 1);

  atomic_init (&self->refs, 1);
  self->pool = _rx_strand_pool_ref (pool);
  self->alarm_due = G_MAXINT64;
  _rx_task_queue_init (&self->queue, &queue_locks[((gsize) self >> 6) % G_N_ELEMENTS (queue_locks)]);
  atomic_init (&self->track.queue, &self->queue);
  return self;
}

RxStrand *
_rx_strand_ref (RxStrand *self)
{
  atomic_fetch_add_explicit (&self->refs, 1, memory_order_relaxed);     /* relaxed: the caller has one */
  return self;
}

void
_rx_strand_unref (RxStrand *self)
{
  RxWorker *timer;

  /* acq_rel: all that was done to it comes before its end */
  if (atomic_fetch_sub_explicit (&self->refs, 1, memory_order_acq_rel) != 1)
    return;
  _rx_task_queue_clear (&self->queue);
  /* Who closed it may have given its worker to another thread by GLib's count, which is not seen by everybody. */
  _rx_lock (&self->alarm_lock);
  timer = g_steal_pointer (&self->timer);
  _rx_unlock (&self->alarm_lock);
  g_clear_object (&timer);
  _rx_strand_pool_unref (self->pool);
  g_free (self);
}

/* There is something new, or something is due. */
static void
strand_wake (RxStrand *self)
{
  guint32 state = atomic_load (&self->state), to;

  /* seq_cst: after the push; _rx_strand_run() leaves, then looks at the queue */
  do
    to = state == STRAND_IDLE || state == STRAND_QUEUED ? STRAND_QUEUED : STRAND_AGAIN;
  while (!atomic_compare_exchange_weak (&self->state, &state, to));
  if (state == STRAND_IDLE)
    _rx_strand_pool_enqueue (self->pool, _rx_strand_ref (self));
}

/* --- delayed tasks --- */

static void
alarm_call (RxTask *task, gpointer strand)
{
  RxStrand *self = strand;
  RxTask *alarm = NULL;

  _rx_lock (&self->alarm_lock);
  if (self->alarm == task)
    {
      alarm = g_steal_pointer (&self->alarm);
      self->alarm_due = G_MAXINT64;
    }
  _rx_unlock (&self->alarm_lock);
  if (alarm != NULL)
    _rx_task_unref (alarm);
  strand_wake (self);
}

/* Sees to it that the strand is woken at that time. */
static void
strand_arm (RxStrand *self, gint64 due)
{
  RxTask *alarm, *earlier = NULL;
  RxWorker *timer, *made = NULL;

  _rx_lock (&self->alarm_lock);
  timer = self->timer;
  _rx_unlock (&self->alarm_lock);
  if (timer == NULL)
    made = rx_scheduler_create_worker (_rx_scheduler_timer ());
  alarm = _rx_func_task_new (alarm_call, _rx_strand_ref (self), (GDestroyNotify) _rx_strand_unref, TRUE);

  _rx_lock (&self->alarm_lock);
  if (self->timer == NULL)
    self->timer = g_steal_pointer (&made);
  timer = NULL;
  if (due < self->alarm_due)
    {
      timer = self->timer;
      earlier = self->alarm;
      self->alarm = _rx_task_ref (alarm);
      self->alarm_due = due;
    }
  _rx_unlock (&self->alarm_lock);

  g_clear_object (&made);
  if (timer != NULL)
    _rx_worker_schedule (timer, MAX (due - g_get_monotonic_time (), 1), _rx_task_ref (alarm));
  else
    rx_task_cancel (alarm);
  _rx_task_unref (alarm);
  if (earlier != NULL)
    {
      rx_task_cancel (earlier);
      _rx_task_unref (earlier);
    }
}

void
_rx_strand_push (RxStrand *self, GTimeSpan delay, RxTask *task)
{
  if (delay <= 0)
    {
      if (_rx_task_track_push (&self->track, &self->queue, task))
        strand_wake (self);
    }
  else
    {
      gint64 due = _rx_time_add (g_get_monotonic_time (), delay);

      if (_rx_task_track_push_timed (&self->track, &self->queue, &self->queue.timers, task, due))
        strand_arm (self, due);
    }
}

void
_rx_strand_close (RxStrand *self)
{
  RxTask *alarm;

  _rx_task_track_close (&self->track);
  _rx_lock (&self->alarm_lock);
  alarm = g_steal_pointer (&self->alarm);
  self->alarm_due = G_MININT64;         /* no more of them */
  _rx_unlock (&self->alarm_lock);
  if (alarm != NULL)
    {
      rx_task_cancel (alarm);
      _rx_task_unref (alarm);
    }
}

/* --- running --- */

void
_rx_strand_run (RxStrand *self)
{
  RxStrandPool *pool = self->pool;
  gint64 end = g_get_monotonic_time () + SLICE;

  /* seq_cst, as all that concerns the state; an exchange, since it passes on what the last thread did */
  atomic_exchange (&self->state, STRAND_RUNNING);
  for (;;)
    {
      guint32 running = STRAND_RUNNING;
      gint64 next_due = G_MAXINT64;
      RxTask *task = NULL;

      if (_rx_strand_pool_is_open (pool))
        task = _rx_task_queue_pop (&self->queue, &next_due);
      else
        _rx_task_queue_drop_all (&self->queue);
      if (task != NULL)
        {
          _rx_task_finish (task);
          if (g_get_monotonic_time () < end)
            continue;
          /* an exchange: the next thread sees what this one did */
          atomic_exchange (&self->state, STRAND_QUEUED);
          _rx_strand_pool_enqueue (pool, self);
          return;
        }
      if (next_due != G_MAXINT64)
        strand_arm (self, next_due);
      if (atomic_compare_exchange_strong (&self->state, &running, STRAND_IDLE))
        break;
      atomic_exchange (&self->state, STRAND_RUNNING);
    }
  _rx_strand_unref (self);
}
