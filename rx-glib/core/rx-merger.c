/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "core/rx-merger-private.h"
#include "rx-error.h"
#include "rx-hooks-private.h"

static void
merger_push (RxMerger *self, RxPort *port, GValue *item)
{
  RxMergerEntry *entry;

  if (self->count == self->capacity)
    {
      guint capacity = MAX (16, self->capacity * 2);
      RxMergerEntry *line = g_new (RxMergerEntry, capacity);

      for (guint i = 0; i < self->count; i++)
        line[i] = self->line[(self->head + i) % self->capacity];
      g_free (self->line);
      self->line = line;
      self->capacity = capacity;
      self->head = 0;
    }
  entry = &self->line[(self->head + self->count++) % self->capacity];
  _rx_item_move (&entry->item, item);
  entry->port = port;
  port->queued++;
}

/* The port of the first item; it has to be told by merger_left(). */
static RxPort *
merger_pop (RxMerger *self, GValue *item)
{
  RxMergerEntry *entry = &self->line[self->head];

  _rx_item_move (item, &entry->item);
  self->head = (self->head + 1) % self->capacity;
  self->count--;
  return entry->port;
}

static void
merger_gone (RxMerger *self, RxPort *port)
{
  const RxCoordinatorOps *ops = (const RxCoordinatorOps *) self->base.base.ops;

  if (ops->gone != NULL)
    ops->gone (&self->base, port);
  _rx_sink_unref (port);
}

static void
merger_left (RxMerger *self, RxPort *port)
{
  if (--port->queued == 0 && port->detached)
    merger_gone (self, port);
}

void
_rx_merger_next (RxCoordinator *coordinator, RxPort *port, GValue *item)
{
  RxMerger *self = (RxMerger *) coordinator;

  if (self->error != NULL && !self->delay_error)
    return;
  if (self->count == 0 && _rx_coordinator_has_demand (coordinator))
    {
      _rx_coordinator_emit (coordinator, item);
      _rx_port_consumed (port);
    }
  else
    merger_push (self, port, item);
}

/* Several errors become one, with all their messages. */
static void
merger_add_error (RxMerger *self, GError *error)
{
  GError *sum;

  if (self->n_errors++ == 0)
    {
      self->error = error;
      return;
    }
  sum = g_error_new (RX_ERROR, RX_ERROR_COMPOSITE, "%s; %s", self->error->message, error->message);
  g_error_free (self->error);
  g_error_free (error);
  self->error = sum;
}

void
_rx_merger_error (RxCoordinator *coordinator, RxPort *port, GError *error)
{
  RxMerger *self = (RxMerger *) coordinator;

  if (self->delay_error)
    merger_add_error (self, error);
  else if (self->error != NULL)
    _rx_sink_late_error (&coordinator->base, error);
  else if (self->count == 0)
    _rx_coordinator_end (coordinator, error);
  else
    {
      self->error = error;
      _rx_coordinator_cancel_ports (coordinator);
    }
}

/* The rest is settle's. */
void
_rx_merger_completed (RxCoordinator *coordinator, RxPort *port)
{
}

void
_rx_merger_detached (RxCoordinator *coordinator, RxPort *port)
{
  port->detached = TRUE;
  if (port->queued == 0)
    merger_gone ((RxMerger *) coordinator, port);
}

void
_rx_merger_settle (RxCoordinator *coordinator)
{
  RxMerger *self = (RxMerger *) coordinator;

  while (self->count > 0 && _rx_coordinator_has_demand (coordinator) && !_rx_coordinator_is_over (coordinator))
    {
      GValue item;
      RxPort *port = merger_pop (self, &item);

      _rx_coordinator_emit (coordinator, &item);
      _rx_item_clear (&item);
      if (!port->detached)
        _rx_port_consumed (port);
      merger_left (self, port);
    }

  if (self->count > 0)
    return;
  /* relaxed: as in the coordinator */
  if ((self->error != NULL && !self->delay_error) ||
      atomic_load_explicit (&coordinator->active, memory_order_relaxed) == 0)
    _rx_coordinator_end (coordinator, g_steal_pointer (&self->error));
}

gboolean
_rx_merger_holds (RxCoordinator *coordinator)
{
  RxMerger *self = (RxMerger *) coordinator;

  return self->count > 0 || self->error != NULL;
}

void
_rx_merger_dead (RxCoordinator *coordinator)
{
  RxMerger *self = (RxMerger *) coordinator;

  while (self->count > 0)
    {
      GValue item;
      RxPort *port = merger_pop (self, &item);

      _rx_item_clear (&item);
      merger_left (self, port);
    }
  if (self->error != NULL)
    _rx_undeliverable (g_steal_pointer (&self->error), NULL);
}

void
_rx_merger_free (RxSink *sink)
{
  g_free (((RxMerger *) sink)->line);
  _rx_coordinator_free (sink);
}
