/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-node-private.h"
#include "core/rx-queue-private.h"
#include "core/rx-serializer-private.h"
#include "rx-emitter.h"
#include "rx-subscription.h"

/* The source behind an emitter: what is put in on any thread comes down in one order, and waits for demand as the mode
 * says. */
typedef struct
{
  RxSink base;
  RxSerializer serializer;
  RxBackpressure mode;
  _Atomic gint64 requested;     /* in all; unbounded is for good */
  _Atomic gint64 accepted;      /* emitted; written with the gate held */
  _Atomic guint32 posted;       /* items on their way to the holder of the gate */
  atomic_bool over;             /* nothing will be emitted any more; any thread */
  _Atomic guint32 moved;        /* counts the changes that a waiting producer wakes up for */
  _Atomic guint32 waiters;
  atomic_bool holds;            /* there are items in the queue, which go first; written with the gate held */
  /* with the gate held */
  RxQueue queue;
  GError *error;                /* (owned) (nullable): behind the queue */
  guint8 ending;                /* the last event has come; it may be behind the queue */
  guint8 abandoned;             /* nobody is left to put anything in */
  /* made by the first who asks, under the lock */
  RxLock lock;
  RxCompositeSubscription *teardown;    /* (owned) (nullable) */
  GCancellable *cancellable;            /* (owned) (nullable) */
  gboolean torn_down;
} RxEmitterSink;

RxEmitterSink *_rx_emitter_sink_new     (RxSink *down, RxBackpressure mode);
void           _rx_emitter_sink_start   (RxEmitterSink *self);
void           _rx_emitter_sink_next    (RxEmitterSink *self, GValue *item);
gint64         _rx_emitter_sink_get_requested (RxEmitterSink *self);
void           _rx_emitter_sink_end     (RxEmitterSink *self, GError *error);
void           _rx_emitter_sink_abandon (RxEmitterSink *self);

RxEmitter     *_rx_emitter_new          (RxEmitterSink *sink);
