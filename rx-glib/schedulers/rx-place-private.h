/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-sink-private.h"
#include "schedulers/rx-loop-seat-private.h"

/* Where the tasks of an operator run, embedded in its sink: one worker of the scheduler for its whole life. Of the
 * library's own event loops it takes a seat without making the object, which would cost more than all the rest of a
 * short stream. */
typedef struct
{
  RxWorker *worker;             /* (owned) (nullable) */
  RxLoopSeat seat;              /* where there is no worker */
} RxPlace;

/* FALSE: the scheduler has no workers. The place is zeroed memory, and made before others know it. */
gboolean _rx_place_init        (RxPlace *self, RxScheduler *scheduler);
/* Takes over a reference. */
void     _rx_place_schedule    (RxPlace *self, GTimeSpan delay, RxTask *task);
void     _rx_place_unsubscribe (RxPlace *self);
void     _rx_place_clear       (RxPlace *self);
