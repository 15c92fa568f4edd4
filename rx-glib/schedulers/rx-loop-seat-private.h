/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "schedulers/rx-event-loop-private.h"

/* Where event loops come from. */
typedef struct _RxLoopSource RxLoopSource;

struct _RxLoopSource
{
  RxEventLoop *(*take)      (RxLoopSource *self);
  void         (*give_back) (RxLoopSource *self, RxEventLoop *loop);    /* (nullable): nobody has it any more */
};

/* What a worker is inside: its tasks run on one event loop, which it gets with its first task. It is part of another
 * struct, and must be closed before that goes. Zeroed memory with a source is a new one. */
typedef struct
{
  RxTaskTrack track;
  RxLoopSource *source;                 /* (unowned): outlives it */
  atomic_bool given_back;
} RxLoopSeat;

/* Takes over a reference. */
void _rx_loop_seat_schedule (RxLoopSeat *self, GTimeSpan delay, RxTask *task);

/* Drops all that is pending, and what comes later. Any thread, any number of times. */
void _rx_loop_seat_close    (RxLoopSeat *self);
