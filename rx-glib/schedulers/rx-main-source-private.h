/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "schedulers/rx-task-queue-private.h"

/* What all workers of one main context together may take of its time. */
typedef struct _RxMainShare RxMainShare;

RxMainShare * _rx_main_share_get   (GMainContext *context);
RxMainShare * _rx_main_share_ref   (RxMainShare *self);
void          _rx_main_share_unref (RxMainShare *self);

/* The source of one worker. */
typedef struct
{
  GSource parent;
  RxTaskQueue queue;
  RxTaskTrack track;
  RxMainShare *share;           /* (owned) */
  atomic_bool dispatching;      /* a look at the queue is to come */
} RxMainSource;

/* Attached already. */
RxMainSource * _rx_main_source_new  (GMainContext *context, gint priority, RxMainShare *share);

/* After a change of the queue that asks for it. */
void           _rx_main_source_wake (RxMainSource *self);
