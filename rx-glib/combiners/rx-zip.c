/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-observable-combining.h"

#include "core/rx-coordinator-private.h"
#include "core/rx-sources-node-private.h"
#include "rx-observable-creation.h"
#include "rx-observable-private.h"

typedef struct
{
  RxSourcesNode base;
  RxCallback *callback;         /* (owned) */
} RxZipNode;

typedef struct
{
  RxPort port;
  RxQueue queue;                /* with the gate held */
} RxZipPort;

typedef struct
{
  RxCoordinator base;
  RxCallback *callback;         /* (owned) */
  GValue *items;                /* (owned): room for one combination */
  guint n_ports;
  RxZipPort ports[];
} RxZipSink;

static gboolean
zip_sink_holds (RxCoordinator *coordinator)
{
  RxZipSink *self = (RxZipSink *) coordinator;

  for (guint i = 0; i < self->n_ports; i++)
    if (!_rx_queue_peek (&self->ports[i].queue))
      return FALSE;
  return TRUE;
}

static void
zip_sink_combine (RxZipSink *self)
{
  RxCallback *callback = self->callback;
  GValue result = RX_ITEM_INIT;
  GError *error = NULL;

  for (guint i = 0; i < self->n_ports; i++)
    _rx_queue_pop (&self->ports[i].queue, &self->items[i]);
  if (_rx_callback_enter (callback, &error))
    ((RxCombineFunc) callback->func) (self->items, self->n_ports, &result, callback->user_data, &error);
  for (guint i = 0; i < self->n_ports; i++)
    _rx_item_clear (&self->items[i]);

  if (G_UNLIKELY (!_rx_callback_leave_with (callback, &result, &error)))
    {
      _rx_coordinator_end (&self->base, error);
      return;
    }
  if (!_rx_coordinator_is_over (&self->base))   /* the function may have unsubscribed */
    _rx_coordinator_emit (&self->base, &result);
  _rx_item_clear (&result);
}

/* Emits what can be combined, and ends when no further combination can come. */
static void
zip_sink_settle (RxCoordinator *coordinator)
{
  RxZipSink *self = (RxZipSink *) coordinator;

  while (!_rx_coordinator_is_over (coordinator) && zip_sink_holds (coordinator) &&
         _rx_coordinator_has_demand (coordinator))
    {
      zip_sink_combine (self);
      for (guint i = 0; i < self->n_ports && !_rx_coordinator_is_over (coordinator); i++)
        if (!self->ports[i].port.detached)
          _rx_port_consumed (&self->ports[i].port);
    }

  for (guint i = 0; i < self->n_ports && !_rx_coordinator_is_over (coordinator); i++)
    if (self->ports[i].port.completed && !_rx_queue_peek (&self->ports[i].queue))
      _rx_coordinator_end (coordinator, NULL);
}

static void
zip_sink_next (RxCoordinator *coordinator, RxPort *port, GValue *item)
{
  _rx_queue_push (&((RxZipPort *) port)->queue, item);
  zip_sink_settle (coordinator);
}

/* The rest is settle's. */
static void
zip_sink_completed (RxCoordinator *coordinator, RxPort *port)
{
}

static void
zip_sink_detached (RxCoordinator *coordinator, RxPort *port)
{
  port->detached = TRUE;
  _rx_sink_unref (port);
}

static void
zip_sink_dead (RxCoordinator *coordinator)
{
  RxZipSink *self = (RxZipSink *) coordinator;

  for (guint i = 0; i < self->n_ports; i++)
    _rx_queue_clear (&self->ports[i].queue);
}

static void
zip_sink_finalize (RxSink *sink)
{
  RxZipSink *self = (RxZipSink *) sink;

  for (guint i = 0; i < self->n_ports; i++)
    _rx_queue_free (&self->ports[i].queue);
  _rx_callback_unref (self->callback);
  g_free (self->items);
  _rx_coordinator_free (sink);
}

static const RxCoordinatorOps zip_sink_ops = {
  .sink = RX_COORDINATOR_SINK_OPS (RxZipSink, zip_sink_finalize),
  .next = zip_sink_next,
  .completed = zip_sink_completed,
  .detached = zip_sink_detached,
  .settle = zip_sink_settle,
  .holds = zip_sink_holds,
  .dead = zip_sink_dead,
};

static void
zip_node_subscribe (RxNode *node, RxSink *down)
{
  RxSourcesNode *sources = (RxSourcesNode *) node;
  guint n = sources->n_sources;
  RxZipSink *self = g_malloc0 (sizeof (RxZipSink) + n * sizeof (RxZipPort));

  _rx_coordinator_init (&self->base, &zip_sink_ops, down, n);
  _rx_sink_ref (self);
  self->callback = _rx_callback_ref (((RxZipNode *) node)->callback);
  self->items = g_new0 (GValue, n);
  self->n_ports = n;
  for (guint i = 0; i < n; i++)
    {
      _rx_port_init (&self->ports[i].port, &_rx_port_ops, &self->base, i, RX_DEFAULT_PREFETCH);
      _rx_queue_init (&self->ports[i].queue, RX_DEFAULT_PREFETCH);
    }
  _rx_coordinator_start (&self->base);
  for (guint i = 0; i < n; i++)
    _rx_port_subscribe (&self->ports[i].port, sources->sources[i]);
  _rx_sink_unref (self);
}

static void
zip_node_finalize (RxNode *node)
{
  _rx_callback_unref (((RxZipNode *) node)->callback);
  _rx_sources_node_finalize (node);
}

static const RxNodeOps zip_node_ops = {
  .size = sizeof (RxZipNode),
  .name = "zip",
  .subscribe = zip_node_subscribe,
  .finalize = zip_node_finalize,
};

/**
 * rx_observable_zip:
 * @sources: (array length=n_sources) (nullable): the observables
 * @n_sources: how many
 * @func: (scope notified) (closure user_data) (destroy destroy): makes an item of one item of each
 * @user_data: data for @func
 * @destroy: (nullable): how to release @user_data
 *
 * Combines the first items of all streams, then the second ones, and so on.
 *
 * ![-1---2---3-|
 *   --a-b-c-d-|
 *   zip ([first, second], items → [items[0], items[1]])
 *   --x--y---z-|
 *   with x = [1, a], y = [2, b], z = [3, c]](zip.svg)
 *
 * The streams are subscribed to in their order. The result completes as soon as no further combination can come, at
 * once when there are no streams; what is left over is dropped and the other streams are released first. An error of
 * any stream ends it at once, as does a failure of @func, which runs on the thread that brings the last item of a
 * combination, or that asks for it. Of each stream up to 128 items are asked for ahead and wait; what a stream cannot
 * hold back waits without bound.
 *
 * Returns: (transfer full): the observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_zip (RxObservable **sources, gsize n_sources, RxCombineFunc func, gpointer user_data,
                   GDestroyNotify destroy)
{
  RxZipNode *node;

  g_return_val_if_fail (_rx_sources_are_valid (sources, n_sources), NULL);
  g_return_val_if_fail (func != NULL, NULL);

  if (n_sources == 0)
    {
      if (destroy != NULL)
        destroy (user_data);
      return rx_observable_empty ();
    }
  node = _rx_sources_node_new (&zip_node_ops, sources, n_sources);
  node->callback = _rx_callback_new (G_CALLBACK (func), user_data, destroy);
  node->callback->name = zip_node_ops.name;
  return _rx_node_wrap (node);
}

/**
 * rx_observable_zip_with:
 * @self: the observable
 * @other: another one
 * @func: (scope notified) (closure user_data) (destroy destroy): makes an item of one item of each
 * @user_data: data for @func
 * @destroy: (nullable): how to release @user_data
 *
 * Combines the first items of two streams, then the second ones, and so on.
 *
 * ![-1---2---3-|
 *   --4-5-6-7-|
 *   zip_with (other, items → items[0] * items[1])
 *   --x--y---z-|
 *   with x = 4, y = 10, z = 18](zip_with.svg)
 *
 * It is as [func@Rx.Observable.zip].
 *
 * Returns: (transfer full): the new observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_zip_with (RxObservable *self, RxObservable *other, RxCombineFunc func, gpointer user_data,
                        GDestroyNotify destroy)
{
  RxObservable *sources[] = { self, other };
  RxObservable *result;

  g_return_val_if_fail (RX_IS_OBSERVABLE (self), NULL);
  g_return_val_if_fail (RX_IS_OBSERVABLE (other), NULL);
  g_return_val_if_fail (func != NULL, NULL);

  result = rx_observable_zip (sources, 2, func, user_data, destroy);
  _rx_observable_keep_for (self, ((RxZipNode *) _rx_observable_get_node (result))->callback);
  return result;
}
