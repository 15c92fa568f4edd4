/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-queue-private.h"
#include "core/rx-sink-private.h"

/* The one loop that serves a queue between an upstream and a downstream that run in different contexts. Upstream pushes
 * and signals; who finds the gate idle runs the loop, here or on a worker. The gate's word:
 *
 *   IDLE → QUEUED (a task is on its way) → RUNNING → IDLE      RUNNING → AGAIN (signalled meanwhile) → RUNNING
 *   IDLE, QUEUED, RUNNING → DEAD (downstream has been detached), for ever
 *
 * Every look at the gate that decides something is a read-modify-write, so that all of them stand in one order: either
 * the loop sees what was pushed before the signal, or the signal sees that the loop has ended. */
typedef struct _RxDrain RxDrain;

typedef struct
{
  RxSinkOps sink;

  void (*schedule) (RxDrain *self);     /* (nullable): brings _rx_drain_run() to another context; NULL: here and now */
  void (*dead)     (RxDrain *self);     /* (nullable): downstream has been detached; on any thread */
} RxDrainOps;

struct _RxDrain
{
  RxSink base;

  /* read often, written seldom */
  _Atomic guint32 end;                  /* RX_DRAIN_*: how upstream has ended; written after the last push */
  guint prefetch;                       /* items asked for ahead; 0: requests go up as they are */
  _Atomic gint64 requested;             /* in all; unbounded is for good */
  _Atomic (gpointer) runner;            /* the thread in the loop, or NULL */
  _Atomic (gpointer) waker;             /* the thread that has scheduled the loop last */
  GError *error;                        /* (owned): before end */
  guint limit;                          /* so many have left: ask for as many again */
  gboolean error_first;                 /* an error overtakes the queue */
  gboolean gives_way;                   /* a long loop is continued by another task, which does not run inside it */
  gboolean asks_later;                  /* the loop asks upstream first, not the thread that subscribes */
  RxOutermost outermost;

  gchar padding[RX_CACHE_LINE];         /* what follows is written for every item, on two threads */

  /* upstream's, and what it shares with the loop */
  _Atomic guint32 gate;
  gboolean direct;                      /* it has the gate for good, since everything is wanted */
  gboolean empty;                       /* nothing was pushed since the loop has found the queue empty */
  RxQueue queue;                        /* upstream's part first */

  /* the loop's */
  gint64 emitted;
  gint64 deadline;                      /* the loop gives way then; 0: not known yet */
  guint left;                           /* since the last request */
  gint64 coarse;                        /* the cheap clock, when it was looked at last */
  guint count;                          /* items of this run … */
  guint look, look_sharp;               /* … at so many the clock is looked at, and the exact one */
  guint granted, budget;                /* items that may go down before anything is due; not counted yet */
  gboolean asked;                       /* upstream, for the first time */
  gboolean pulling;                     /* the loop is in upstream's request, which may emit */
  gboolean tired;                       /* it is time to give way */
};

typedef enum
{
  RX_DRAIN_OPEN,
  RX_DRAIN_COMPLETED,
  RX_DRAIN_ERROR,
  RX_DRAIN_DETACHED
} RxDrainEnd;

void _rx_drain_init       (RxDrain *self, guint prefetch, guint chunk);
void _rx_drain_start      (RxDrain *self);
void _rx_drain_begin      (RxDrain *self);
void _rx_drain_run        (RxDrain *self);
void _rx_drain_dropped    (RxDrain *self);

void _rx_drain_subscribed (RxSink *self, RxSink *up);
void _rx_drain_next       (RxSink *self, GValue *item);
void _rx_drain_error      (RxSink *self, GError *error);
void _rx_drain_completed  (RxSink *self);
void _rx_drain_detach     (RxSink *self);
void _rx_drain_request    (RxSink *self, gint64 n);
void _rx_drain_cancel     (RxSink *self);
void _rx_drain_free       (RxSink *self);

const RxOutermost *_rx_drain_outermost (RxSink *self);

#define RX_DRAIN_OPS(type, final) \
  .size = sizeof (type), \
  .subscribed = _rx_drain_subscribed, \
  .next = _rx_drain_next, \
  .error = _rx_drain_error, \
  .completed = _rx_drain_completed, \
  .detach = _rx_drain_detach, \
  .request = _rx_drain_request, \
  .cancel = _rx_drain_cancel, \
  .finalize = final, \
  .outermost = _rx_drain_outermost
