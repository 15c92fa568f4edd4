/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-home-private.h"
#include "schedulers/rx-task-private.h"

/* The library's own workers take any task as it is, embedded ones included, and keep the rules of rx-task-private.h.
 * For others see rx-foreign-worker.c. */
#define _RX_WORKER_NATIVE(klass) ((klass)->padding[0])

static inline void
_rx_worker_class_init_native (RxWorkerClass *klass,
                              void         (*schedule) (RxWorker *, GTimeSpan, RxTask *),
                              void         (*unsubscribe) (RxWorker *))
{
  klass->schedule = schedule;
  klass->unsubscribe = unsubscribe;
  _RX_WORKER_NATIVE (klass) = klass;
}

/* Without checks of the arguments; takes over a reference. */
void   _rx_worker_schedule (RxWorker *self, GTimeSpan delay, RxTask *task);

/* list: the pending ones, kept by the base class */
void   _rx_worker_schedule_foreign (RxWorker *self, RxTask **list, const atomic_bool *unsubscribed,
                                    GTimeSpan delay, RxTask *inner);
void   _rx_worker_cancel_foreign   (RxTask **list);
void   _rx_worker_hand_over        (RxWorker *self, GTimeSpan delay, RxTask *shell);

/* Of a class that may be bound to a thread: its methods are called there. */
void      _rx_worker_call_schedule    (RxWorker *self, GTimeSpan delay, RxTask *task);
void      _rx_worker_call_unsubscribe (RxWorker *self);
RxWorker *_rx_home_worker_new         (RxScheduler *scheduler, const RxHome *home);

/* Time as the worker's scheduler tells it. */
gint64 _rx_worker_now      (RxWorker *self);
void   _rx_worker_used     (RxWorker *self);
void   _rx_worker_set_scheduler (RxWorker *self, RxScheduler *scheduler);

RxScheduler *_rx_scheduler_timer (void);
RxScheduler *_rx_cached_scheduler_new (const gchar *name, gint64 keep_alive);

/* The last thing in the class_init of every scheduler. */
void _rx_scheduler_class_made (void);

/* Makes the scheduler on the first call. */
RxScheduler *_rx_scheduler_get_shared (_Atomic (RxScheduler *) *shared, GType type);
