/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-observable-filtering.h"

#include "core/rx-coordinator-private.h"
#include "rx-observable-private.h"

enum { MAIN, OTHER };

typedef struct
{
  RxCoordinator base;
  RxPort ports[2];
} RxTakeUntilSink;

static void
take_until_sink_next (RxCoordinator *coordinator, RxPort *port, GValue *item)
{
  if (port->index == MAIN)
    _rx_coordinator_emit (coordinator, item);
  else
    _rx_coordinator_end (coordinator, NULL);
}

/* Either of them ends it; an empty notifier does so too. */
static void
take_until_sink_completed (RxCoordinator *coordinator, RxPort *port)
{
  _rx_coordinator_end (coordinator, NULL);
}

static void
take_until_sink_request (RxSink *sink, gint64 n)
{
  _rx_port_request (&((RxTakeUntilSink *) sink)->ports[MAIN], n);
}

static const RxCoordinatorOps take_until_sink_ops = {
  .sink = {
    .size = sizeof (RxTakeUntilSink),
    .request = take_until_sink_request,
    .cancel = _rx_coordinator_cancel,
    .finalize = _rx_coordinator_free,
    .outermost = _rx_coordinator_outermost,
  },
  .next = take_until_sink_next,
  .completed = take_until_sink_completed,
};

typedef struct
{
  RxNode base;
  RxNode *other;                /* (owned) */
} RxTakeUntilNode;

static void
take_until_node_subscribe (RxNode *node, RxSink *down)
{
  RxTakeUntilSink *self = g_new0 (RxTakeUntilSink, 1);

  _rx_coordinator_init (&self->base, &take_until_sink_ops, down, 2);
  _rx_sink_ref (self);
  _rx_port_init (&self->ports[MAIN], &_rx_port_ops, &self->base, MAIN, 0);
  _rx_port_init (&self->ports[OTHER], &_rx_port_ops, &self->base, OTHER, 1);
  _rx_coordinator_start (&self->base);
  /* The notifier first, so that nothing of the source passes when it speaks at once. */
  _rx_port_subscribe (&self->ports[OTHER], ((RxTakeUntilNode *) node)->other);
  _rx_port_subscribe (&self->ports[MAIN], node->up);
  _rx_sink_unref (self);
}

static void
take_until_node_finalize (RxNode *node)
{
  _rx_node_unref (((RxTakeUntilNode *) node)->other);
}

static const RxNodeOps take_until_node_ops = {
  .size = sizeof (RxTakeUntilNode),
  .name = "take_until",
  .subscribe = take_until_node_subscribe,
  .finalize = take_until_node_finalize,
};

/**
 * rx_observable_take_until:
 * @self: the observable
 * @other: what ends it
 *
 * Emits the items until @other emits one or completes, then completes.
 *
 * ![-1-2-3-4-|
 *   ------a---|
 *   take_until (other)
 *   -1-2-3|](take_until.svg)
 *
 * @other is subscribed to first. An error of either side passes. When one side has ended the stream, the other is
 * released before the end goes down. Events come on the thread of the side that brings them, one at a time and in the
 * order of their coming. Demand passes to the source; only what comes while another thread is emitting waits, without
 * bound.
 *
 * Returns: (transfer full): the new observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_take_until (RxObservable *self, RxObservable *other)
{
  RxTakeUntilNode *node;

  g_return_val_if_fail (RX_IS_OBSERVABLE (self), NULL);
  g_return_val_if_fail (RX_IS_OBSERVABLE (other), NULL);

  node = _rx_node_new (&take_until_node_ops, _rx_observable_get_node (self));
  node->other = _rx_node_ref (_rx_observable_get_node (other));
  return _rx_node_wrap (node);
}
