/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-observable-transforming.h"

#include "core/rx-merger-private.h"
#include "rx-error.h"
#include "rx-observable-private.h"

typedef struct
{
  RxFuncNode base;
  guint max_concurrency;        /* 0: no limit */
  gboolean delay_error;
} RxFlatMapNode;

typedef struct
{
  RxMerger base;
  RxCallback *callback;         /* (owned) */
  RxPort outer;
  guint max_concurrency;
  /* With a limit, the items of the outer stream that wait for their turn. Who brings wip from 0 to 1 takes from
   * them. */
  RxQueue waiting;
  _Atomic guint32 wip;
  _Atomic guint32 running;
  atomic_bool over;             /* what still waits is dropped */
} RxFlatMapSink;

#define PORT_SINK(port) ((RxFlatMapSink *) (port)->down)

/* Subscribes to what the function makes of the item; it has been counted as active and live already. Called in the
 * outer stream's context or, with a limit, in that which has made room. */
static void
flat_map_sink_map (RxFlatMapSink *self, GValue *item)
{
  RxCoordinator *coordinator = &self->base.base;
  RxCallback *callback = self->callback;
  GError *error = NULL;
  RxObservable *inner = NULL;
  RxPort *port = _rx_port_new (coordinator, 1, RX_DEFAULT_PREFETCH);

  if (_rx_callback_enter (callback, &error))
    inner = ((RxFlatMapFunc) callback->func) (item, callback->user_data, &error);
  if (_rx_callback_leave (&error) && inner == NULL)
    _rx_callback_no_result (callback, "an observable", &error);

  if (G_UNLIKELY (error != NULL))
    {
      /* the flag that this sets stops flat_map_outer_next(), which may be running on another thread */
      if (!self->base.delay_error)
        atomic_store (&self->over, TRUE);
      _rx_port_cancel (&self->outer.base);
      _rx_port_error (&port->base, error);
      _rx_port_detach (&port->base);
      _rx_port_completed (&self->outer.base);
    }
  else
    {
      /* the node's count orders this against its release, for those who do not see the object's */
      RxNode *node = _rx_node_ref (_rx_observable_get_node (inner));

      _rx_port_subscribe (port, node);
      _rx_node_unref (node);
    }
  if (inner != NULL)
    g_object_unref (inner);
}

/* The function is not to be called any more. */
static gboolean
flat_map_sink_is_over (RxFlatMapSink *self)
{
  return atomic_load (&self->over) || _rx_sink_is_cancelled (&self->base.base.base);
}

static void
flat_map_sink_take (RxFlatMapSink *self)
{
  /* acq_rel, here and below: the queue and the function pass from one thread to the next */
  if (atomic_fetch_add_explicit (&self->wip, 1, memory_order_acq_rel) != 0)
    return;

  _rx_sink_ref (self);
  do
    {
      GValue item;

      if (flat_map_sink_is_over (self))
        _rx_queue_clear (&self->waiting);

      /* acquire: an inner stream has counted itself out before it came here */
      while (!flat_map_sink_is_over (self) &&
             atomic_load_explicit (&self->running, memory_order_acquire) < self->max_concurrency &&
             _rx_queue_pop (&self->waiting, &item))
        {
          /* relaxed: only this loop counts up */
          atomic_fetch_add_explicit (&self->running, 1, memory_order_relaxed);
          flat_map_sink_map (self, &item);
          _rx_item_clear (&item);
        }
    }
  while (atomic_fetch_sub_explicit (&self->wip, 1, memory_order_acq_rel) != 1);
  _rx_sink_unref (self);
}

/* In the outer stream's context, without the gate: the function may take its time. */
static void
flat_map_outer_next (RxSink *port, GValue *item)
{
  RxFlatMapSink *self = PORT_SINK (port);
  RxCoordinator *coordinator = &self->base.base;

  if (_rx_sink_is_cancelled (port) || _rx_sink_is_cancelled (&coordinator->base))
    return;

  /* relaxed: the outer stream is counted itself, so neither can get to 0 meanwhile */
  atomic_fetch_add_explicit (&coordinator->active, 1, memory_order_relaxed);
  atomic_fetch_add_explicit (&coordinator->live, 1, memory_order_relaxed);
  if (self->max_concurrency == 0)
    flat_map_sink_map (self, item);
  else
    {
      _rx_queue_push (&self->waiting, item);
      flat_map_sink_take (self);
    }
}

static const RxSinkOps flat_map_outer_ops = {
  .size = sizeof (RxPort),
  .subscribed = _rx_port_subscribed,
  .next = flat_map_outer_next,
  .error = _rx_port_error,
  .completed = _rx_port_completed,
  .detach = _rx_port_detach,
  .finalize = _rx_port_finalize,
};

/* An inner stream makes room when its last item has left, or many short ones would fill the line. */
static void
flat_map_sink_gone (RxCoordinator *coordinator, RxPort *port)
{
  RxFlatMapSink *self = (RxFlatMapSink *) coordinator;

  if (port != &self->outer && self->max_concurrency != 0 && !_rx_coordinator_is_over (coordinator))
    {
      /* release: see flat_map_sink_take() */
      atomic_fetch_sub_explicit (&self->running, 1, memory_order_release);
      flat_map_sink_take (self);
      _rx_port_request (&self->outer, 1);
    }
}

static void
flat_map_sink_dead (RxCoordinator *coordinator)
{
  RxFlatMapSink *self = (RxFlatMapSink *) coordinator;

  /* first, for what goes makes room, and nothing may be mapped any more */
  atomic_store (&self->over, TRUE);
  _rx_merger_dead (coordinator);
  flat_map_sink_take (self);
}

static void
flat_map_sink_finalize (RxSink *sink)
{
  RxFlatMapSink *self = (RxFlatMapSink *) sink;

  _rx_queue_free (&self->waiting);
  _rx_callback_unref (self->callback);
  _rx_merger_free (sink);
}

static const RxCoordinatorOps flat_map_sink_ops = {
  RX_MERGER_OPS (RxFlatMapSink, flat_map_sink_finalize),
  .gone = flat_map_sink_gone,
  .dead = flat_map_sink_dead,
};

static void
flat_map_node_subscribe (RxNode *node, RxSink *down)
{
  RxFlatMapSink *self = g_new0 (RxFlatMapSink, 1);
  RxCoordinator *coordinator = &self->base.base;

  _rx_coordinator_init (coordinator, &flat_map_sink_ops, down, 1);
  _rx_sink_ref (self);
  self->callback = _rx_callback_ref (((RxFuncNode *) node)->callback);
  self->max_concurrency = ((RxFlatMapNode *) node)->max_concurrency;
  self->base.delay_error = ((RxFlatMapNode *) node)->delay_error;
  _rx_queue_init (&self->waiting, self->max_concurrency);
  _rx_port_init (&self->outer, &flat_map_outer_ops, coordinator, 0, 0);
  self->outer.requested = self->max_concurrency != 0 ? self->max_concurrency : RX_UNBOUNDED;
  _rx_coordinator_start (coordinator);
  _rx_port_subscribe (&self->outer, node->up);
  _rx_sink_unref (self);
}

static const RxNodeOps flat_map_node_ops = {
  .size = sizeof (RxFlatMapNode),
  .name = "flat_map",
  .subscribe = flat_map_node_subscribe,
  .finalize = _rx_func_node_finalize,
};

/**
 * rx_observable_flat_map:
 * @self: the observable
 * @func: (scope notified) (closure user_data) (destroy destroy): makes a stream of an item
 * @user_data: data for @func
 * @destroy: (nullable): how to release @user_data
 *
 * Makes a stream of each item and emits the items of all of them as they come.
 *
 * ![-1-2-----|
 *   flat_map (x → x---x|)
 *   -1-2-1-2-|](flat_map.svg)
 *
 * All inner streams run at the same time; [method@Rx.Observable.flat_map_full] limits how many. The result completes
 * when the source and all inner streams have. The first error ends it, behind the items that came before it; the other
 * streams are released first. If @func fails, that is such an error; if it gives neither an observable nor an error, it
 * is %RX_ERROR_CALLBACK. @func runs on the thread that the item comes on, the inner streams wherever they run; what
 * they emit goes down one item at a time. Of each inner stream up to 128 items are asked for ahead and wait; what a
 * stream cannot hold back waits without bound.
 *
 * Returns: (transfer full): the new observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_flat_map (RxObservable *self, RxFlatMapFunc func, gpointer user_data, GDestroyNotify destroy)
{
  return rx_observable_flat_map_full (self, 0, FALSE, func, user_data, destroy);
}

/**
 * rx_observable_flat_map_full:
 * @self: the observable
 * @max_concurrency: how many inner streams may run at the same time; 0 for any number
 * @delay_error: whether an error waits until the other streams have ended
 * @func: (scope notified) (closure user_data) (destroy destroy): makes a stream of an item
 * @user_data: data for @func
 * @destroy: (nullable): how to release @user_data
 *
 * Makes a stream of each item and emits the items of some of them at a time, as they come.
 *
 * ![-1-2-----|
 *   flat_map_full (1, FALSE, x → x--x-|)
 *   -1--1-2--2-|](flat_map_full.svg)
 *
 * The source is asked for @max_concurrency items, and for another one when an inner stream is gone and its last item
 * has been taken, so that many short streams do not pile up. Of a source that cannot be asked, the items wait without
 * bound; @func is then called, for one item at a time, where an inner stream has ended or the last item has been asked
 * for. With @delay_error set, an error comes at the very end; several become one %RX_ERROR_COMPOSITE with all their
 * messages. Otherwise it is as [method@Rx.Observable.flat_map].
 *
 * Returns: (transfer full): the new observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_flat_map_full (RxObservable *self, guint max_concurrency, gboolean delay_error, RxFlatMapFunc func,
                             gpointer user_data, GDestroyNotify destroy)
{
  RxFlatMapNode *node;

  g_return_val_if_fail (RX_IS_OBSERVABLE (self), NULL);
  g_return_val_if_fail (func != NULL, NULL);

  node = _rx_func_node_new (&flat_map_node_ops, self, G_CALLBACK (func), user_data, destroy);
  node->max_concurrency = max_concurrency;
  node->delay_error = delay_error;
  return _rx_node_wrap (node);
}
