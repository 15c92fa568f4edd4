/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "core/rx-port-private.h"

/* Under ports_lock. */
void
_rx_port_unlink (RxPort *self)
{
  RxCoordinator *coordinator = _rx_port_coordinator (self);

  if (!self->linked)
    return;
  self->linked = FALSE;
  if (self->prev != NULL)
    self->prev->next = self->next;
  else
    coordinator->ports = self->next;
  if (self->next != NULL)
    self->next->prev = self->prev;
}

/* The port counts as live from here on; its coordinator has counted it already. */
void
_rx_port_init (RxPort *self, const RxSinkOps *ops, RxCoordinator *coordinator, guint index, guint prefetch)
{
  _rx_sink_init (&self->base, ops, &coordinator->base);
  _rx_sink_ref (coordinator);
  self->index = index;
  self->prefetch = prefetch;
  self->limit = prefetch - prefetch / 4;
  self->embedded = TRUE;

  _rx_lock (&coordinator->ports_lock);
  if (!coordinator->closed)
    {
      self->linked = TRUE;
      self->next = coordinator->ports;
      if (self->next != NULL)
        self->next->prev = self;
      coordinator->ports = self;
    }
  _rx_unlock (&coordinator->ports_lock);
}

RxPort *
_rx_port_new (RxCoordinator *coordinator, guint index, guint prefetch)
{
  RxPort *self = g_new0 (RxPort, 1);

  _rx_port_init (self, &_rx_port_ops, coordinator, index, prefetch);
  self->embedded = FALSE;
  return self;
}

/* Subscribes the port, or lets it go if all is over already. */
void
_rx_port_subscribe (RxPort *self, RxNode *node)
{
  RxCoordinator *coordinator = _rx_port_coordinator (self);
  gboolean closed;

  _rx_lock (&coordinator->ports_lock);
  closed = coordinator->closed;
  _rx_unlock (&coordinator->ports_lock);

  if (closed)
    {
      _rx_port_detach (&self->base);
      return;
    }
  _rx_sink_ref (self);
  _rx_node_subscribe (node, &self->base);
  _rx_sink_unref (self);
}

void
_rx_port_subscribed (RxSink *sink, RxSink *up)
{
  RxPort *self = (RxPort *) sink;
  RxCoordinator *coordinator = _rx_port_coordinator (self);
  gboolean cancelled;
  gint64 requested;

  _rx_lock (&coordinator->ports_lock);
  sink->up = up;
  cancelled = coordinator->closed || _rx_sink_is_cancelled (sink);
  requested = _rx_demand_plus (self->requested, self->prefetch);
  _rx_unlock (&coordinator->ports_lock);

  /* up is pinned: it does not detach before this has returned */
  if (cancelled)
    _rx_cancel (up);
  else if (requested > 0)
    _rx_request (up, requested);
}

/* The caller holds a reference. For ports without prefetch. */
void
_rx_port_request (RxPort *self, gint64 n)
{
  RxCoordinator *coordinator = _rx_port_coordinator (self);
  RxSink *up;

  _rx_lock (&coordinator->ports_lock);
  up = self->base.up != NULL ? _rx_sink_ref (self->base.up) : NULL;
  if (up == NULL)
    self->requested = _rx_demand_plus (self->requested, n);
  _rx_unlock (&coordinator->ports_lock);

  if (up != NULL)
    {
      _rx_request (up, n);
      _rx_sink_unref (up);
    }
}

/* Ends this upstream alone. The caller holds a reference to the port. */
void
_rx_port_cancel (RxSink *sink)
{
  RxCoordinator *coordinator = _rx_port_coordinator ((RxPort *) sink);
  RxSink *up;

  _rx_sink_set_cancelled (sink);
  _rx_lock (&coordinator->ports_lock);
  _rx_port_unlink ((RxPort *) sink);
  up = sink->up != NULL ? _rx_sink_ref (sink->up) : NULL;
  _rx_unlock (&coordinator->ports_lock);

  if (up != NULL)
    {
      _rx_cancel (up);
      _rx_sink_unref (up);
    }
}

/* With the gate held: an item of this port has been used up. */
void
_rx_port_consumed (RxPort *self)
{
  if (self->prefetch != 0 && ++self->consumed == self->limit)
    {
      self->consumed = 0;
      _rx_request (self->base.up, self->limit);
    }
}

static void
port_post (RxPort *self, RxEvent *event)
{
  RxCoordinator *coordinator = _rx_port_coordinator (self);

  event->who = self;
  switch (_rx_serializer_post (&coordinator->serializer, event))
    {
    case RX_POST_RUN:
      _rx_coordinator_run (coordinator);
      break;
    case RX_POST_DEAD:
      _rx_coordinator_drop (event);
      break;
    case RX_POST_LEFT:
    case RX_POST_EDIT:
      break;
    }
}

void
_rx_port_next (RxSink *sink, GValue *item)
{
  RxPort *self = (RxPort *) sink;
  RxCoordinator *coordinator = _rx_port_coordinator (self);

  if (G_LIKELY (_rx_serializer_enter (&coordinator->serializer)))
    {
      if (!_rx_coordinator_is_over (coordinator))
        _rx_coordinator_ops (coordinator)->next (coordinator, self, item);
      if (G_UNLIKELY (_rx_coordinator_is_over (coordinator) || !_rx_serializer_leave (&coordinator->serializer)))
        _rx_coordinator_run (coordinator);
    }
  else
    {
      RxEvent event = { .kind = RX_PORT_NEXT };

      _rx_item_move (&event.item, item);
      port_post (self, &event);
    }
}

void
_rx_port_error (RxSink *sink, GError *error)
{
  RxEvent event = { .kind = RX_PORT_ERROR };

  event.error = error;
  port_post ((RxPort *) sink, &event);
}

void
_rx_port_completed (RxSink *sink)
{
  RxEvent event = { .kind = RX_PORT_COMPLETED };

  port_post ((RxPort *) sink, &event);
}

void
_rx_port_detach (RxSink *sink)
{
  RxEvent event = { .kind = RX_PORT_DETACH };
  RxCoordinator *coordinator = _rx_port_coordinator ((RxPort *) sink);

  /* the event takes the port's reference, and with it perhaps the coordinator's last but one */
  _rx_sink_ref (coordinator);
  port_post ((RxPort *) sink, &event);
  _rx_sink_unref (coordinator);
}

void
_rx_port_finalize (RxSink *sink)
{
  RxPort *self = (RxPort *) sink;
  RxCoordinator *coordinator = _rx_port_coordinator (self);
  RxSink *up;

  /* an embedded port can still be asked for its upstream */
  _rx_lock (&coordinator->ports_lock);
  up = g_steal_pointer (&sink->up);
  _rx_unlock (&coordinator->ports_lock);
  if (up != NULL)
    _rx_sink_unref (up);
  _rx_live_add (RX_LIVE_SINKS, -1);
  if (!self->embedded)
    g_free (self);
  _rx_sink_unref (coordinator);
}

const RxSinkOps _rx_port_ops = {
  .size = sizeof (RxPort),
  .subscribed = _rx_port_subscribed,
  .next = _rx_port_next,
  .error = _rx_port_error,
  .completed = _rx_port_completed,
  .detach = _rx_port_detach,
  .finalize = _rx_port_finalize,
};
