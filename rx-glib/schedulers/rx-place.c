/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-place-private.h"

#include "schedulers/rx-loop-worker-private.h"
#include "schedulers/rx-worker-private.h"

gboolean
_rx_place_init (RxPlace *self, RxScheduler *scheduler)
{
  self->seat.source = _rx_scheduler_get_loop_source (scheduler);
  if (self->seat.source == NULL)
    self->worker = rx_scheduler_create_worker (scheduler);
  return self->worker != NULL || self->seat.source != NULL;
}

void
_rx_place_schedule (RxPlace *self, GTimeSpan delay, RxTask *task)
{
  RxRoute *route;

  if (self->worker != NULL)
    {
      _rx_worker_schedule (self->worker, delay, task);
      return;
    }

  route = g_steal_pointer (&_rx_route);         /* what may run in here is nobody's request */
  /* acquire: as for a worker that is unsubscribed */
  if (!_rx_task_set_pending (task))
    _rx_task_unref (task);
  else if (atomic_load_explicit (&self->seat.track.closed, memory_order_acquire))
    _rx_task_drop (task);
  else
    _rx_loop_seat_schedule (&self->seat, delay, task);
  _rx_route = route;
}

void
_rx_place_unsubscribe (RxPlace *self)
{
  if (self->worker != NULL)
    rx_worker_unsubscribe (self->worker);
  /* acquire: as above */
  else if (!atomic_load_explicit (&self->seat.track.closed, memory_order_acquire))
    _rx_loop_seat_close (&self->seat);
}

void
_rx_place_clear (RxPlace *self)
{
  _rx_place_unsubscribe (self);
  g_clear_object (&self->worker);
}
