/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "core/rx-coordinator-private.h"
#include "rx-hooks-private.h"

enum
{
  EVENT_NEXT,
  EVENT_ERROR,
  EVENT_COMPLETED,
  EVENT_DETACH
};

static inline const RxCoordinatorOps *
coordinator_ops (RxCoordinator *self)
{
  return (const RxCoordinatorOps *) self->base.ops;
}

static inline RxCoordinator *
port_coordinator (RxPort *self)
{
  return (RxCoordinator *) self->base.down;
}

static void
port_unlink (RxPort *self)
{
  RxCoordinator *coordinator = port_coordinator (self);

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

/* Whatever is held when nothing will be emitted any more. */
static void
event_drop (RxEvent *event)
{
  if (event->kind == EVENT_NEXT)
    _rx_item_clear (&event->item);
  else if (event->kind == EVENT_ERROR)
    _rx_undeliverable (event->error, NULL);
  else if (event->kind == EVENT_DETACH)
    _rx_sink_unref (event->who);
}

/* The gate is held, and stays so. The caller holds a reference. */
static void
coordinator_die (RxCoordinator *self)
{
  RxEvent event;

  _rx_coordinator_cancel_ports (self);
  /* What the operator holds may name ports, so it goes before they can: from die on, their detaches drop them. */
  if (coordinator_ops (self)->dead != NULL)
    coordinator_ops (self)->dead (self);
  _rx_serializer_die (&self->serializer);
  while (_rx_serializer_take (&self->serializer, &event))
    event_drop (&event);
  _rx_detach (self->base.down);
  _rx_sink_unref (self);
}

/* FALSE: it has ended before. */
static gboolean
coordinator_port_ends (RxCoordinator *self, RxPort *port)
{
  if (port->completed)
    return FALSE;
  port->completed = TRUE;
  /* relaxed: counted down with the gate held; it is raised only by a context that is itself counted */
  atomic_fetch_sub_explicit (&self->active, 1, memory_order_relaxed);
  return TRUE;
}

static void
coordinator_handle (RxCoordinator *self, RxEvent *event)
{
  const RxCoordinatorOps *ops = coordinator_ops (self);
  RxPort *port = event->who;

  switch (event->kind)
    {
    case EVENT_NEXT:
      ops->next (self, port, &event->item);
      _rx_item_clear (&event->item);
      break;

    case EVENT_ERROR:
      if (!coordinator_port_ends (self, port))
        _rx_sink_late_error (&self->base, event->error);
      else if (ops->error != NULL)
        ops->error (self, port, event->error);
      else
        _rx_coordinator_end (self, event->error);
      break;

    case EVENT_COMPLETED:
      if (coordinator_port_ends (self, port))
        ops->completed (self, port);
      break;

    case EVENT_DETACH:
      _rx_lock (&self->ports_lock);
      port_unlink (port);
      _rx_unlock (&self->ports_lock);
      atomic_fetch_sub_explicit (&self->live, 1, memory_order_relaxed);   /* relaxed: as active */
      if (ops->detached != NULL)
        ops->detached (self, port);
      else
        _rx_sink_unref (port);
      break;
    }
}

/* The gate is held; the caller holds a reference. */
static void
coordinator_run (RxCoordinator *self)
{
  const RxCoordinatorOps *ops = coordinator_ops (self);
  RxEvent event;

  do
    {
      while (!_rx_coordinator_is_over (self) && _rx_serializer_take (&self->serializer, &event))
        coordinator_handle (self, &event);
      if (!_rx_coordinator_is_over (self) && ops->settle != NULL)
        ops->settle (self);

      /* Nobody upstream will come, and nothing waits: nothing would ever end this. relaxed: as in handle */
      if (_rx_coordinator_is_over (self) ||
          (atomic_load_explicit (&self->live, memory_order_relaxed) == 0 && (ops->holds == NULL || !ops->holds (self))))
        {
          coordinator_die (self);
          return;
        }
    }
  while (!_rx_serializer_leave (&self->serializer));
}

static void
coordinator_pump (RxSink *sink)
{
  RxCoordinator *self = (RxCoordinator *) sink;

  _rx_deferred (sink);
  if (_rx_serializer_signal (&self->serializer))
    coordinator_run (self);
}

/* self is zeroed. n_ports: how many upstreams are to be expected from the start. */
void
_rx_coordinator_init (RxCoordinator *self, const RxCoordinatorOps *ops, RxSink *down, guint n_ports)
{
  _rx_sink_init (&self->base, &ops->sink, down);
  _rx_serializer_init (&self->serializer, TRUE);
  _rx_outermost_init (&self->outermost, down);
  atomic_init (&self->active, n_ports);
  atomic_init (&self->live, n_ports);
}

/* For subscribe, before any upstream: announces the operator, then opens the gate. The caller holds a reference. */
void
_rx_coordinator_start (RxCoordinator *self)
{
  _rx_sink_announce (&self->base);
  coordinator_run (self);
}

/* With the gate held and demand. */
void
_rx_coordinator_emit (RxCoordinator *self, GValue *item)
{
  self->emitted++;
  _rx_next (self->base.down, item);
}

/* With the gate held: the end, by completion where there is no error. Upstream goes first. */
void
_rx_coordinator_end (RxCoordinator *self, GError *error)
{
  if (_rx_coordinator_is_over (self))
    {
      if (error != NULL)
        _rx_undeliverable (error, NULL);
      return;
    }
  self->base.done = TRUE;
  _rx_coordinator_cancel_ports (self);
  if (error != NULL)
    _rx_error (self->base.down, error);
  else
    _rx_completed (self->base.down);
}

/* Any thread. */
void
_rx_coordinator_cancel_ports (RxCoordinator *self)
{
  for (;;)
    {
      RxPort *port;
      RxSink *up = NULL;

      _rx_lock (&self->ports_lock);
      self->closed = TRUE;
      port = self->ports;
      if (port != NULL)
        {
          port_unlink (port);
          _rx_sink_set_cancelled (&port->base);
          if (port->base.up != NULL)
            up = _rx_sink_ref (port->base.up);
        }
      _rx_unlock (&self->ports_lock);

      if (up != NULL)
        {
          _rx_cancel (up);
          _rx_sink_unref (up);
        }
      else if (port == NULL)
        return;
    }
}

void
_rx_coordinator_request (RxSink *sink, gint64 n)
{
  RxCoordinator *self = (RxCoordinator *) sink;

  _rx_demand_add (&self->requested, n);
  if (G_UNLIKELY (_rx_route != NULL))
    {
      if (!_rx_serializer_nudge (&self->serializer))
        _rx_defer (sink, coordinator_pump);
    }
  else if (_rx_serializer_signal (&self->serializer))
    coordinator_run (self);
}

void
_rx_coordinator_cancel (RxSink *sink)
{
  RxCoordinator *self = (RxCoordinator *) sink;

  _rx_sink_set_cancelled (sink);
  _rx_coordinator_cancel_ports (self);
  if (_rx_serializer_signal (&self->serializer))
    coordinator_run (self);
}

void
_rx_coordinator_free (RxSink *sink)
{
  RxCoordinator *self = (RxCoordinator *) sink;

  _rx_serializer_clear (&self->serializer);
  _rx_outermost_clear (&self->outermost);
  _rx_sink_free (sink);
}

const RxOutermost *
_rx_coordinator_outermost (RxSink *sink)
{
  return &((RxCoordinator *) sink)->outermost;
}

/* --- ports --- */

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
  RxCoordinator *coordinator = port_coordinator (self);
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
  RxCoordinator *coordinator = port_coordinator (self);
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
  RxCoordinator *coordinator = port_coordinator (self);
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
  RxCoordinator *coordinator = port_coordinator ((RxPort *) sink);
  RxSink *up;

  _rx_sink_set_cancelled (sink);
  _rx_lock (&coordinator->ports_lock);
  port_unlink ((RxPort *) sink);
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
  RxCoordinator *coordinator = port_coordinator (self);

  event->who = self;
  switch (_rx_serializer_post (&coordinator->serializer, event))
    {
    case RX_POST_RUN:
      coordinator_run (coordinator);
      break;
    case RX_POST_DEAD:
      event_drop (event);
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
  RxCoordinator *coordinator = port_coordinator (self);

  if (G_LIKELY (_rx_serializer_enter (&coordinator->serializer)))
    {
      if (!_rx_coordinator_is_over (coordinator))
        coordinator_ops (coordinator)->next (coordinator, self, item);
      if (G_UNLIKELY (_rx_coordinator_is_over (coordinator) || !_rx_serializer_leave (&coordinator->serializer)))
        coordinator_run (coordinator);
    }
  else
    {
      RxEvent event = { .kind = EVENT_NEXT };

      _rx_item_move (&event.item, item);
      port_post (self, &event);
    }
}

void
_rx_port_error (RxSink *sink, GError *error)
{
  RxEvent event = { .kind = EVENT_ERROR };

  event.error = error;
  port_post ((RxPort *) sink, &event);
}

void
_rx_port_completed (RxSink *sink)
{
  RxEvent event = { .kind = EVENT_COMPLETED };

  port_post ((RxPort *) sink, &event);
}

void
_rx_port_detach (RxSink *sink)
{
  RxEvent event = { .kind = EVENT_DETACH };
  RxCoordinator *coordinator = port_coordinator ((RxPort *) sink);

  /* the event takes the port's reference, and with it perhaps the coordinator's last but one */
  _rx_sink_ref (coordinator);
  port_post ((RxPort *) sink, &event);
  _rx_sink_unref (coordinator);
}

void
_rx_port_finalize (RxSink *sink)
{
  RxPort *self = (RxPort *) sink;
  RxCoordinator *coordinator = port_coordinator (self);
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
