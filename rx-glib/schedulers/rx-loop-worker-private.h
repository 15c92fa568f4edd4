/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "schedulers/rx-loop-seat-private.h"
#include "schedulers/rx-scheduler.h"

/* source: outlives the worker */
RxWorker *_rx_loop_worker_new       (RxLoopSource *source);
void      _rx_loop_worker_ref_class (void);

/* Of a scheduler that has event loops and is never freed: where its struct has the source, 0 for others. Operators take
 * a seat from it instead of a worker. */
#define _RX_SCHEDULER_LOOP_SOURCE(klass) ((klass)->padding[0])

static inline RxLoopSource *
_rx_scheduler_get_loop_source (RxScheduler *self)
{
  gsize offset = GPOINTER_TO_SIZE (_RX_SCHEDULER_LOOP_SOURCE (RX_SCHEDULER_GET_CLASS (self)));

  return offset != 0 ? (RxLoopSource *) ((gchar *) self + offset) : NULL;
}
