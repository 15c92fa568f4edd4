/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-node-private.h"
#include "core/rx-queue-private.h"
#include "core/rx-serializer-private.h"

/* The base of an operator with several upstreams. Each upstream has a port, the sink that it sees; what the ports
 * receive is brought into one order by a gate, so that the operator's functions are never called at the same time. The
 * functions may emit (_rx_coordinator_emit() and _rx_coordinator_end()); nothing else does.
 *
 * A port holds a reference to the coordinator, and is known to it by the list of live ports until its upstream has
 * detached it or has been cancelled. */
typedef struct _RxCoordinator RxCoordinator;
typedef struct _RxPort RxPort;

typedef struct
{
  RxSinkOps sink;

  /* all with the gate held */
  void     (*next)      (RxCoordinator *self, RxPort *port, GValue *item);
  void     (*error)     (RxCoordinator *self, RxPort *port, GError *error);     /* NULL: end with it */
  void     (*completed) (RxCoordinator *self, RxPort *port);
  void     (*detached)  (RxCoordinator *self, RxPort *port);    /* takes the port's reference; NULL: drop it */
  void     (*gone)      (RxCoordinator *self, RxPort *port);    /* (nullable): detached, and no item of it is held */
  void     (*settle)    (RxCoordinator *self);  /* (nullable): emit what has become possible, or end */
  gboolean (*holds)     (RxCoordinator *self);  /* (nullable): is there anything that only waits for demand? */
  void     (*dead)      (RxCoordinator *self);  /* (nullable): nothing will be emitted any more; drop what is held */
} RxCoordinatorOps;

struct _RxPort
{
  RxSink base;                  /* down: the coordinator */
  RxPort *prev, *next;          /* the list of live ports, under ports_lock */
  gint64 requested;             /* before the upstream is there; under ports_lock */
  guint index;
  guint prefetch;               /* asked for ahead; 0: nothing */
  guint limit;
  /* with the gate held */
  guint consumed;               /* since the last request */
  guint queued;                 /* the operator's: items of this port that it holds */
  guint8 completed;             /* or failed */
  guint8 detached;              /* the operator's: the port's reference waits for them to go */
  guint8 embedded;              /* part of the operator's struct; constant */
  guint8 linked;                /* under ports_lock */
};

struct _RxCoordinator
{
  RxSink base;
  RxSerializer serializer;
  RxLock ports_lock;
  RxPort *ports;                /* under ports_lock */
  gboolean closed;              /* under ports_lock: upstreams that are still to come are cancelled on arrival */
  _Atomic guint32 active;       /* ports that have neither completed nor failed */
  _Atomic guint32 live;         /* ports that have not been detached */
  _Atomic gint64 requested;     /* in all; unbounded is for good */
  gint64 emitted;               /* with the gate held */
  RxOutermost outermost;
};

void     _rx_coordinator_init         (RxCoordinator *self, const RxCoordinatorOps *ops, RxSink *down, guint n_ports);
void     _rx_coordinator_start        (RxCoordinator *self);
void     _rx_coordinator_emit         (RxCoordinator *self, GValue *item);
void     _rx_coordinator_end          (RxCoordinator *self, GError *error);
void     _rx_coordinator_cancel_ports (RxCoordinator *self);
void     _rx_coordinator_free         (RxSink *self);
void     _rx_coordinator_request      (RxSink *self, gint64 n);
void     _rx_coordinator_cancel       (RxSink *self);

const RxOutermost *_rx_coordinator_outermost (RxSink *self);

extern const RxSinkOps _rx_port_ops;

void     _rx_port_init       (RxPort *self, const RxSinkOps *ops, RxCoordinator *coordinator, guint index,
                              guint prefetch);
RxPort  *_rx_port_new        (RxCoordinator *coordinator, guint index, guint prefetch);
void     _rx_port_subscribe  (RxPort *self, RxNode *node);
void     _rx_port_request    (RxPort *self, gint64 n);
void     _rx_port_consumed   (RxPort *self);

/* the slots of _rx_port_ops, for ports that differ in one */
void     _rx_port_subscribed (RxSink *self, RxSink *up);
void     _rx_port_next       (RxSink *self, GValue *item);
void     _rx_port_error      (RxSink *self, GError *error);
void     _rx_port_completed  (RxSink *self);
void     _rx_port_detach     (RxSink *self);
void     _rx_port_cancel     (RxSink *self);
void     _rx_port_finalize   (RxSink *self);

static inline gboolean
_rx_coordinator_is_over (RxCoordinator *self)
{
  return self->base.done || _rx_sink_is_cancelled (&self->base);
}

/* With the gate held: may an item be emitted? */
static inline gboolean
_rx_coordinator_has_demand (RxCoordinator *self)
{
  /* relaxed: a request that is missed here signals afterwards */
  return self->emitted < atomic_load_explicit (&self->requested, memory_order_relaxed);
}

#define RX_COORDINATOR_SINK_OPS(type, final) \
  { .size = sizeof (type), .request = _rx_coordinator_request, .cancel = _rx_coordinator_cancel, .finalize = final, \
    .outermost = _rx_coordinator_outermost }

#define RX_DEFAULT_PREFETCH 128
