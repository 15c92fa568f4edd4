/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-sink-private.h"

/* The base of a source that can be asked: it emits while there is demand, on the thread that has asked. Its demand
 * counter is its gate: who moves it from 0 emits, and it is left by subtracting down to 0. It is born at 1, so that
 * nothing happens before subscribed() has returned, and a canceller adds 1 as well: either it finds the gate free and
 * detaches, or whoever emits sees the flag. After the end the counter is never brought to 0 again. */
typedef struct
{
  RxSink base;
  _Atomic gint64 demand;
} RxSource;

typedef struct
{
  RxSinkOps sink;

  /* Emits up to n items, looking at cancelled before each, and returns how many it has emitted. Sets done with or after
   * the last item; it is also asked for 0, so that an empty source ends without demand. */
  gint64 (*emit) (RxSource *self, gint64 n);
} RxSourceOps;

void _rx_source_start   (RxSource *self);
void _rx_source_request (RxSink *self, gint64 n);
void _rx_source_cancel  (RxSink *self);

#define RX_SOURCE_OPS(type, final) \
  .size = sizeof (type), \
  .request = _rx_source_request, \
  .cancel = _rx_source_cancel, \
  .finalize = final
