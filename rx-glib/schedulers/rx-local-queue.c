/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-local-queue-private.h"

static RxLock local_lock;
RxTaskQueue _rx_local_tracks = { .lock = &local_lock };

void
_rx_local_queue_init (RxLocalQueue *self)
{
  *self = (RxLocalQueue) { 0 };
  self->heap.changed = &self->changed;
}

void
_rx_local_queue_push (RxLocalQueue *self, RxTaskTrack *track, RxTask *task, gint64 due)
{
  _rx_task_track_push_timed (track, &_rx_local_tracks, &self->heap, task, due);
}

void
_rx_local_queue_run (RxLocalQueue *self)
{
  gint64 now = G_MININT64;

  for (;;)
    {
      RxTask *task = NULL;
      gint64 due;
      guint32 changed;

      _rx_lock (&local_lock);
      if (self->heap.n_entries == 0)
        break;
      due = _rx_timer_heap_next_due (&self->heap);
      if (due > now)
        now = g_get_monotonic_time ();
      if (due <= now)
        {
          task = self->heap.entries[0].task;
          _rx_task_unlink_timed (task);
        }
      changed = atomic_load_explicit (&self->changed, memory_order_relaxed);    /* relaxed: under the lock */
      _rx_unlock (&local_lock);

      if (task != NULL)
        _rx_task_finish (task);
      else
        _rx_park (&self->changed, changed, MIN (due - now, G_TIME_SPAN_DAY));
    }
  _rx_timer_heap_clear (&self->heap);
  _rx_unlock (&local_lock);
}
