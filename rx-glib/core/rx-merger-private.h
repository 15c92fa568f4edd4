/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-coordinator-private.h"

/* The base of an operator that passes on the items of several upstreams as they come. What is not asked for yet waits
 * in one line, whichever port it is from, an error at its end; each port is asked for more as its items leave, so that
 * the line is bounded by the ports' prefetch. */
typedef struct
{
  GValue item;
  RxPort *port;                 /* kept alive by its count of queued items */
} RxMergerEntry;

typedef struct
{
  RxCoordinator base;
  gboolean delay_error;         /* an error waits until all upstreams have ended; constant */
  /* with the gate held */
  RxMergerEntry *line;          /* a ring */
  guint head, count, capacity;
  GError *error;                /* (owned) (nullable): behind the line */
  guint n_errors;
} RxMerger;

void     _rx_merger_next      (RxCoordinator *self, RxPort *port, GValue *item);
void     _rx_merger_error     (RxCoordinator *self, RxPort *port, GError *error);
void     _rx_merger_completed (RxCoordinator *self, RxPort *port);
void     _rx_merger_detached  (RxCoordinator *self, RxPort *port);
void     _rx_merger_settle    (RxCoordinator *self);
gboolean _rx_merger_holds     (RxCoordinator *self);
void     _rx_merger_dead      (RxCoordinator *self);
void     _rx_merger_free      (RxSink *self);

#define RX_MERGER_OPS(type, final) \
  .sink = RX_COORDINATOR_SINK_OPS (type, final), \
  .next = _rx_merger_next, \
  .error = _rx_merger_error, \
  .completed = _rx_merger_completed, \
  .detached = _rx_merger_detached, \
  .settle = _rx_merger_settle, \
  .holds = _rx_merger_holds, \
  .dead = _rx_merger_dead
