/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-item-private.h"
#include "core/rx-live-private.h"
#include "core/rx-sync-private.h"
#include <rx-glib/rx-types.h>

#define RX_UNBOUNDED G_MAXINT64

typedef struct _RxSink RxSink;
typedef struct _RxSinkOps RxSinkOps;

/* What an operator may want to know of the outermost subscriber. */
typedef struct
{
  GMainContext *context;        /* (nullable): thread-default context of the subscribe call, NULL: the default one */
  const gchar *name;            /* (nullable): name of the stream, interned */
} RxOutermost;

/* The protocol (docs/architecture.md has the rules and the reasons):
 *
 *   downward   subscribed (upstream)   next (item)*   (error | completed)?   detach        serial
 *   upward     request (n), n > 0      cancel ()                                           any thread, any time
 *
 * subscribed() hands over one reference to the upstream. error() hands over the error. detach() gives back the
 * reference that the sink was born with, the upstream's: nothing follows. Who calls request() or cancel() holds a
 * reference to the sink. */
struct _RxSinkOps
{
  gsize size;

  void (*subscribed) (RxSink *self, RxSink *up);
  void (*next)       (RxSink *self, GValue *item);
  void (*error)      (RxSink *self, GError *error);
  void (*completed)  (RxSink *self);
  void (*detach)     (RxSink *self);

  void (*request)    (RxSink *self, gint64 n);
  void (*cancel)     (RxSink *self);

  void (*finalize)   (RxSink *self);    /* last reference gone: release the contents, then _rx_sink_free() */

  /* NULL: ask downstream. A sink that may detach its downstream by itself has the answer, since others cannot look past
   * it. */
  const RxOutermost *(*outermost) (RxSink *self);
};

struct _RxSink
{
  const RxSinkOps *ops;
  RxSink *down;                 /* (unowned): valid until this sink has detached it */
  RxSink *up;                   /* (owned) (nullable) */
  atomic_int refs;
  atomic_bool cancelled;        /* downstream has ended it; any thread */
  atomic_bool deferred;         /* _rx_defer() is under way; any thread */
  guint8 done;                  /* it has ended itself; emitting context only */
};


gpointer _rx_sink_new        (const RxSinkOps *ops, RxSink *down);
void     _rx_sink_init       (RxSink *self, const RxSinkOps *ops, RxSink *down);
void     _rx_sink_free       (RxSink *self);
void     _rx_sink_fail       (RxSink *self, GError *error);
void     _rx_sink_late_error (RxSink *self, GError *error);

static inline gpointer
_rx_sink_ref (gpointer sink)
{
  RxSink *self = sink;

  atomic_fetch_add_explicit (&self->refs, 1, memory_order_relaxed);     /* relaxed: the caller has a reference */
  return sink;
}

static inline void
_rx_sink_unref (gpointer sink)
{
  RxSink *self = sink;

  /* acq_rel: whatever any owner did happens before finalize */
  if (atomic_fetch_sub_explicit (&self->refs, 1, memory_order_acq_rel) == 1)
    self->ops->finalize (self);
}

static inline gboolean
_rx_sink_is_cancelled (RxSink *self)
{
  /* acquire: pairs with the canceller's store, so that what it did before is seen */
  return atomic_load_explicit (&self->cancelled, memory_order_acquire);
}

static inline void
_rx_sink_set_cancelled (RxSink *self)
{
  /* seq_cst: the gate is looked at next, and the gate's holder looks at this after it has left */
  atomic_store (&self->cancelled, TRUE);
}

/* Adds the downstream's reference and announces the sink. A plain store would do for the count, since nobody else knows
 * the sink yet; relaxed is the same on every machine. */
static inline void
_rx_sink_announce (RxSink *self)
{
  gint refs = atomic_load_explicit (&self->refs, memory_order_relaxed);

  atomic_store_explicit (&self->refs, refs + 1, memory_order_relaxed);
  self->down->ops->subscribed (self->down, self);
}

/* Short names for the calls along the chain. */
static inline void _rx_next      (RxSink *down, GValue *item)  { down->ops->next (down, item); }
static inline void _rx_error     (RxSink *down, GError *error) { down->ops->error (down, error); }
static inline void _rx_completed (RxSink *down)                { down->ops->completed (down); }
static inline void _rx_detach    (RxSink *down)                { down->ops->detach (down); }
static inline void _rx_request   (RxSink *up, gint64 n)        { up->ops->request (up, n); }
static inline void _rx_cancel    (RxSink *up)                  { up->ops->cancel (up); }

/* Pass-through functions, for the slots that an operator does not change. pass_error, pass_completed look at done. */
void _rx_sink_pass_subscribed (RxSink *self, RxSink *up);
void _rx_sink_pass_next       (RxSink *self, GValue *item);
void _rx_sink_pass_error      (RxSink *self, GError *error);
void _rx_sink_pass_completed  (RxSink *self);
void _rx_sink_pass_detach     (RxSink *self);
void _rx_sink_pass_request    (RxSink *self, gint64 n);
void _rx_sink_pass_cancel     (RxSink *self);

/* The next sink that does anything with items, for who emits many: the same as down, without the way. */
static inline RxSink *
_rx_sink_receiver (RxSink *down)
{
  while (down->ops->next == _rx_sink_pass_next)
    down = down->down;
  return down;
}

#define RX_SINK_OPS_PASS(type, final) \
  .size = sizeof (type), \
  .subscribed = _rx_sink_pass_subscribed, \
  .next = _rx_sink_pass_next, \
  .error = _rx_sink_pass_error, \
  .completed = _rx_sink_pass_completed, \
  .detach = _rx_sink_pass_detach, \
  .request = _rx_sink_pass_request, \
  .cancel = _rx_sink_pass_cancel, \
  .finalize = final

/* --- demand --- */

static inline gint64
_rx_demand_plus (gint64 a, gint64 b)
{
  return a > RX_UNBOUNDED - b ? RX_UNBOUNDED : a + b;
}

static inline gint64
_rx_demand_times (gint64 a, gint64 b)
{
  return b != 0 && a > RX_UNBOUNDED / b ? RX_UNBOUNDED : a * b;
}

/* Adds, returns what was there before. Unbounded is for good. */
static inline gint64
_rx_demand_add (_Atomic gint64 *demand, gint64 n)
{
  /* seq_cst where it succeeds: the counter may be a gate, which is then entered; it publishes a cancelled flag; and who
   * is told nothing looks at it after he has said that he waits */
  gint64 old = atomic_load_explicit (demand, memory_order_relaxed);

  while (!atomic_compare_exchange_weak_explicit (demand, &old, _rx_demand_plus (old, n),
                                                 memory_order_seq_cst, memory_order_relaxed))
    ;
  return old;
}

/* --- where a request may emit --- */

/* subscribe_on() promises that its source emits on its worker. A request from elsewhere is passed on at once, since a
 * source that is busy on the worker has to see it; but a context that would start to emit because of it, on the
 * requester's thread, goes to the worker instead. */
typedef void (*RxPumpFunc) (RxSink *sink);

typedef struct _RxRoute
{
  void (*defer) (struct _RxRoute *self, RxSink *sink, RxPumpFunc pump);
} RxRoute;

extern __thread RxRoute *_rx_route __attribute__ ((tls_model ("initial-exec")));

/* For a context that its own producer cannot need meanwhile: the gate of sink is held, and left by pump. */
static inline void
_rx_pump (RxSink *sink, RxPumpFunc pump)
{
  if (G_LIKELY (_rx_route == NULL))
    pump (sink);
  else
    _rx_route->defer (_rx_route, sink, pump);
}

/* For a context that a producer feeds, which may be busy on the worker until what is asked for here has come: the gate
 * stays free, and pump, which begins with _rx_deferred(), enters it as a signal would. One is under way at most. */
static inline void
_rx_defer (RxSink *sink, RxPumpFunc pump)
{
  /* seq_cst, as in _rx_deferred(): either this one goes, or the one under way sees the demand that was added before */
  if (!atomic_exchange (&sink->deferred, TRUE))
    _rx_route->defer (_rx_route, sink, pump);
}

static inline void
_rx_deferred (RxSink *sink)
{
  atomic_exchange (&sink->deferred, FALSE);
}

/* --- the outermost subscriber --- */

const RxOutermost *_rx_sink_get_outermost     (RxSink *self);
RxScheduler       *_rx_sink_default_scheduler (RxSink *self);
void               _rx_outermost_init         (RxOutermost *self, RxSink *down);
void               _rx_outermost_clear        (RxOutermost *self);
