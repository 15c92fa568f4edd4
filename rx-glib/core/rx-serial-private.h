/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-node-private.h"

/* The base of an operator that subscribes to one upstream after another: one sink serves all rounds. The next round
 * starts in the detach of the last, through a counter, so that the stack does not grow with the rounds and two
 * upstreams never overlap. Demand that was not met is carried over. */
typedef struct
{
  RxSink base;                  /* up stays NULL: the upstream of the round is cur */
  RxNode *node;                 /* (owned): what to subscribe to; emitting context */
  RxLock lock;
  _Atomic guint32 wip;          /* rounds to start; who brings it from 0 to 1 starts them */
  RxSink *cur;                  /* (owned) (nullable): under the lock */
  gint64 requested;             /* under the lock; what is still wanted as of the start of the round */
  gint64 produced;              /* emitting context: items of this round */
} RxSerial;

void _rx_serial_start      (RxSerial *self, RxNode *node);
void _rx_serial_again      (RxSerial *self);
void _rx_serial_clear      (RxSerial *self);

void _rx_serial_subscribed (RxSink *self, RxSink *up);
void _rx_serial_next       (RxSink *self, GValue *item);
void _rx_serial_request    (RxSink *self, gint64 n);
void _rx_serial_cancel     (RxSink *self);
void _rx_serial_free       (RxSink *self);

#define RX_SERIAL_OPS(type, final) \
  .size = sizeof (type), \
  .subscribed = _rx_serial_subscribed, \
  .next = _rx_serial_next, \
  .request = _rx_serial_request, \
  .cancel = _rx_serial_cancel, \
  .finalize = final
