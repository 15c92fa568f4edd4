/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-loop-seat-private.h"

/* The queue is the first member of its loop. */
G_STATIC_ASSERT (G_STRUCT_OFFSET (RxEventLoop, queue) == 0);

/* The seat is closed and has a loop. */
static void
seat_give_back (RxLoopSeat *self, RxTaskQueue *queue)
{
  if (self->source->give_back != NULL && !atomic_exchange (&self->given_back, TRUE))
    self->source->give_back (self->source, (RxEventLoop *) queue);
}

static RxEventLoop *
seat_get_loop (RxLoopSeat *self)
{
  /* acquire: the loop was made before */
  RxTaskQueue *queue = atomic_load_explicit (&self->track.queue, memory_order_acquire);

  if (G_UNLIKELY (queue == NULL))
    {
      RxEventLoop *taken = self->source->take (self->source);

      /* seq_cst: as in _rx_task_track_close(); either this sees closed, or unsubscribe() sees the loop */
      if (!atomic_compare_exchange_strong (&self->track.queue, &queue, &taken->queue))
        {
          if (self->source->give_back != NULL)
            self->source->give_back (self->source, taken);
          return (RxEventLoop *) queue;
        }
      queue = &taken->queue;
      if (atomic_load (&self->track.closed))
        seat_give_back (self, queue);
    }
  return (RxEventLoop *) queue;
}

void
_rx_loop_seat_schedule (RxLoopSeat *self, GTimeSpan delay, RxTask *task)
{
  RxEventLoop *loop = seat_get_loop (self);
  gboolean wake;

  if (delay <= 0)
    wake = _rx_task_track_push (&self->track, &loop->queue, task);
  else
    wake = _rx_task_track_push_timed (&self->track, &loop->queue, &loop->queue.timers, task,
                                      _rx_time_add (g_get_monotonic_time (), delay));
  if (wake)
    _rx_event_loop_wake (loop);
}

void
_rx_loop_seat_close (RxLoopSeat *self)
{
  gboolean wake = _rx_task_track_close (&self->track);
  /* seq_cst: after closed, see seat_get_loop() */
  RxTaskQueue *queue = atomic_load (&self->track.queue);

  if (wake)
    _rx_event_loop_wake ((RxEventLoop *) queue);
  if (queue != NULL)
    seat_give_back (self, queue);
}
