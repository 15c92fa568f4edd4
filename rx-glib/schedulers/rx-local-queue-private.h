/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "schedulers/rx-task-queue-private.h"

/* Tasks for the thread that schedules them; stands on its stack. Other threads may take tasks away. */
typedef struct
{
  RxTimerHeap heap;
  _Atomic guint32 changed;      /* counts such removals, so that a sleep ends */
} RxLocalQueue;

/* One for all threads, since a worker may have tasks on several. Tracks belong to the queue that has this lock. */
extern RxTaskQueue _rx_local_tracks;

void _rx_local_queue_init (RxLocalQueue *self);
void _rx_local_queue_push (RxLocalQueue *self, RxTaskTrack *track, RxTask *task, gint64 due);

/* Runs all there is and what is added meanwhile, in the order of the due times. */
void _rx_local_queue_run  (RxLocalQueue *self);
