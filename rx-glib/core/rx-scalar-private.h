/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-sink-private.h"

/* The base of an operator with one upstream and one result, which is there when upstream has completed, and waits for
 * demand. Upstream is asked for everything. */
typedef struct
{
  RxSink base;
  GValue result;                /* owned by upstream's context until RX_SCALAR_READY is set */
  _Atomic guint32 state;        /* RX_SCALAR_*, any thread */
  guint8 emitted;               /* upstream's context */
} RxScalar;

void _rx_scalar_subscribed (RxSink *self, RxSink *up);
void _rx_scalar_request    (RxSink *self, gint64 n);
void _rx_scalar_cancel     (RxSink *self);
void _rx_scalar_detach     (RxSink *self);
void _rx_scalar_free       (RxSink *self);
void _rx_scalar_finish     (RxScalar *self);

#define RX_SCALAR_OPS(type, final) \
  .size = sizeof (type), \
  .subscribed = _rx_scalar_subscribed, \
  .error = _rx_sink_pass_error, \
  .detach = _rx_scalar_detach, \
  .request = _rx_scalar_request, \
  .cancel = _rx_scalar_cancel, \
  .finalize = final
