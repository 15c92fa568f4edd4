/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "schedulers/rx-task-queue-private.h"

/* The tasks of one worker that many threads may run, one at a time. It outlives the worker while a thread or a timer is
 * about to come to it. */
typedef struct _RxStrand RxStrand;

/* The threads, and the strands that wait for one. */
typedef struct _RxStrandPool RxStrandPool;

struct _RxStrand
{
  atomic_int refs;
  _Atomic guint32 state;
  RxStrandPool *pool;           /* (owned) */
  RxTaskQueue queue;
  RxTaskTrack track;

  RxStrand *next_queued;        /* waiting for a thread; under the pool's lock */
  RxStrand *prev, *next;        /* all strands of the pool; under its lock */

  /* What wakes the strand when its first delayed task is due. */
  RxLock alarm_lock;
  RxWorker *timer;              /* (owned) (nullable) */
  RxTask *alarm;                /* (owned) (nullable) */
  gint64 alarm_due;             /* G_MAXINT64: there is none */
};

RxStrand     *_rx_strand_new       (RxStrandPool *pool);
RxStrand     *_rx_strand_ref       (RxStrand *self);
void          _rx_strand_unref     (RxStrand *self);
void          _rx_strand_push      (RxStrand *self, GTimeSpan delay, RxTask *task);
void          _rx_strand_close     (RxStrand *self);
/* With the reference given to enqueue. */
void          _rx_strand_run       (RxStrand *self);

RxStrandPool *_rx_strand_pool_new      (guint max_threads, gint64 keep_alive);
RxStrandPool *_rx_strand_pool_ref      (RxStrandPool *self);
void          _rx_strand_pool_unref    (RxStrandPool *self);
void          _rx_strand_pool_add      (RxStrandPool *self, RxStrand *strand);
void          _rx_strand_pool_remove   (RxStrandPool *self, RxStrand *strand);
/* Takes over a reference; a thread calls _rx_strand_run(). */
void          _rx_strand_pool_enqueue  (RxStrandPool *self, RxStrand *strand);
/* FALSE: tasks are to be dropped instead of run. */
gboolean      _rx_strand_pool_is_open  (RxStrandPool *self);
/* Drops what is pending and waits for the threads. */
void          _rx_strand_pool_shutdown (RxStrandPool *self);
/* Nobody will have a strand any more: the threads end by themselves. */
void          _rx_strand_pool_retire   (RxStrandPool *self);
