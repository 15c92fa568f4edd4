/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "core/rx-port-private.h"
#include "rx-hooks-private.h"

/* Whatever is held when nothing will be emitted any more. */
void
_rx_coordinator_drop (RxEvent *event)
{
  if (event->kind == RX_PORT_NEXT)
    _rx_item_clear (&event->item);
  else if (event->kind == RX_PORT_ERROR)
    _rx_undeliverable (event->error, NULL);
  else if (event->kind == RX_PORT_DETACH)
    _rx_sink_unref (event->who);
}

/* The gate is held, and stays so. The caller holds a reference. */
static void
coordinator_die (RxCoordinator *self)
{
  RxEvent event;

  _rx_coordinator_cancel_ports (self);
  /* What the operator holds may name ports, so it goes before they can: from die on, their detaches drop them. */
  if (_rx_coordinator_ops (self)->dead != NULL)
    _rx_coordinator_ops (self)->dead (self);
  _rx_serializer_die (&self->serializer);
  while (_rx_serializer_take (&self->serializer, &event))
    _rx_coordinator_drop (&event);
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
  const RxCoordinatorOps *ops = _rx_coordinator_ops (self);
  RxPort *port = event->who;

  switch (event->kind)
    {
    case RX_PORT_NEXT:
      ops->next (self, port, &event->item);
      _rx_item_clear (&event->item);
      break;

    case RX_PORT_ERROR:
      if (!coordinator_port_ends (self, port))
        _rx_sink_late_error (&self->base, event->error);
      else if (ops->error != NULL)
        ops->error (self, port, event->error);
      else
        _rx_coordinator_end (self, event->error);
      break;

    case RX_PORT_COMPLETED:
      if (coordinator_port_ends (self, port))
        ops->completed (self, port);
      break;

    case RX_PORT_DETACH:
      _rx_lock (&self->ports_lock);
      _rx_port_unlink (port);
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
void
_rx_coordinator_run (RxCoordinator *self)
{
  const RxCoordinatorOps *ops = _rx_coordinator_ops (self);
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
    _rx_coordinator_run (self);
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
  _rx_coordinator_run (self);
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
          _rx_port_unlink (port);
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
    _rx_coordinator_run (self);
}

void
_rx_coordinator_cancel (RxSink *sink)
{
  RxCoordinator *self = (RxCoordinator *) sink;

  _rx_sink_set_cancelled (sink);
  _rx_coordinator_cancel_ports (self);
  if (_rx_serializer_signal (&self->serializer))
    _rx_coordinator_run (self);
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
