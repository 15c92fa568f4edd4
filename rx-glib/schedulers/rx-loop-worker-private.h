/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "schedulers/rx-event-loop-private.h"
#include "schedulers/rx-scheduler.h"

/* Where workers get their event loop from. */
typedef struct _RxLoopSource RxLoopSource;

struct _RxLoopSource
{
  RxEventLoop *(*take)      (RxLoopSource *self);
  void         (*give_back) (RxLoopSource *self, RxEventLoop *loop);    /* (nullable): no worker has it any more */
};

/* source: outlives the worker */
RxWorker *_rx_loop_worker_new       (RxLoopSource *source);
void      _rx_loop_worker_ref_class (void);
