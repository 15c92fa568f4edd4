/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-loop-worker-private.h"
#include "schedulers/rx-worker-private.h"

/* A seat for those who want an object. */
typedef struct
{
  RxWorker parent_instance;
  RxLoopSeat seat;
} RxLoopWorker;

typedef RxWorkerClass RxLoopWorkerClass;

static GType rx_loop_worker_get_type (void);
G_DEFINE_FINAL_TYPE (RxLoopWorker, rx_loop_worker, RX_TYPE_WORKER)

static void
rx_loop_worker_schedule (RxWorker *worker, GTimeSpan delay, RxTask *task)
{
  _rx_loop_seat_schedule (&((RxLoopWorker *) worker)->seat, delay, task);
}

static void
rx_loop_worker_unsubscribe (RxWorker *worker)
{
  _rx_loop_seat_close (&((RxLoopWorker *) worker)->seat);
}

static void
rx_loop_worker_class_init (RxLoopWorkerClass *klass)
{
  _rx_worker_class_init_native (klass, rx_loop_worker_schedule, rx_loop_worker_unsubscribe);
}

static void
rx_loop_worker_init (RxLoopWorker *self)
{
}

RxWorker *
_rx_loop_worker_new (RxLoopSource *source)
{
  RxLoopWorker *self = g_object_new (rx_loop_worker_get_type (), NULL);

  self->seat.source = source;
  return &self->parent_instance;
}

/* For schedulers when they are made, so that whoever has one sees the class as set up; GLib's lock is not seen by
 * everybody. */
void
_rx_loop_worker_ref_class (void)
{
  g_type_class_ref (rx_loop_worker_get_type ());
}
