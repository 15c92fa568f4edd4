/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-observable-utility.h"

#include "core/rx-ending-private.h"
#include "core/rx-serial-private.h"
#include "rx-observable-private.h"
#include "schedulers/rx-place-private.h"

typedef struct
{
  RxNode base;
  RxScheduler *scheduler;       /* (owned) */
} RxSubscribeOnNode;

typedef struct
{
  RxSerial base;                /* one round, started on the worker */
  RxTask task;                  /* starts it */
  RxRoute route;
  RxPlace place;
  _Atomic (gpointer) thread;    /* where the source has been subscribed to, or NULL */
} RxSubscribeOnSink;

#define TASK_SINK(task) ((RxSubscribeOnSink *) ((gchar *) (task) - G_STRUCT_OFFSET (RxSubscribeOnSink, task)))
#define ROUTE_SINK(route) ((RxSubscribeOnSink *) ((gchar *) (route) - G_STRUCT_OFFSET (RxSubscribeOnSink, route)))

static void
subscribe_on_task_run (RxTask *task)
{
  RxSubscribeOnSink *self = TASK_SINK (task);

  _rx_fetch (self, sizeof *self);
  /* relaxed: compared only with one's own thread */
  atomic_store_explicit (&self->thread, g_thread_self (), memory_order_relaxed);
  _rx_serial_again (&self->base);
}

static void
subscribe_on_task_dropped (RxTask *task)
{
  RxSink *self = &TASK_SINK (task)->base.base;
  GError *error = _rx_sink_is_cancelled (self) ? NULL : _rx_worker_take_failure ();

  if (error != NULL)
    _rx_error (self->down, error);
  _rx_sink_pass_detach (self);
}

static void
subscribe_on_task_ref (RxTask *task)
{
  _rx_sink_ref (TASK_SINK (task));
}

static void
subscribe_on_task_unref (RxTask *task)
{
  _rx_sink_unref (TASK_SINK (task));
}

static const RxTaskOps subscribe_on_task_ops = {
  .run = subscribe_on_task_run,
  .dropped = subscribe_on_task_dropped,
  .ref = subscribe_on_task_ref,
  .unref = subscribe_on_task_unref,
};

/* Emitting that a request from elsewhere has set off. */
typedef struct
{
  RxTask task;
  RxSink *sink;                 /* (owned) */
  RxPumpFunc pump;
} Deferred;

/* The way ends here, even where the worker has no thread of its own and this is still inside the request. */
static void
deferred_pump (Deferred *self)
{
  RxRoute *outer = g_steal_pointer (&_rx_route);

  self->pump (self->sink);
  _rx_route = outer;
}

static void
deferred_run (RxTask *task)
{
  deferred_pump ((Deferred *) task);
}

/* The worker is gone, so this is the end of the stream. Where the gate is held, pump will see the flag. */
static void
deferred_dropped (RxTask *task)
{
  Deferred *self = (Deferred *) task;
  RxRoute *outer = g_steal_pointer (&_rx_route);

  _rx_cancel (self->sink);
  _rx_route = outer;
  deferred_pump (self);
}

static void
deferred_ref (RxTask *task)
{
  /* a scheduler needs no second one */
  g_assert_not_reached ();
}

static void
deferred_unref (RxTask *task)
{
  Deferred *self = (Deferred *) task;

  _rx_sink_unref (self->sink);
  _rx_live_add (RX_LIVE_TASKS, -1);
  g_free (self);
}

static const RxTaskOps deferred_ops = {
  .run = deferred_run,
  .dropped = deferred_dropped,
  .ref = deferred_ref,
  .unref = deferred_unref,
};

static void
subscribe_on_route_defer (RxRoute *route, RxSink *sink, RxPumpFunc pump)
{
  Deferred *deferred = g_new0 (Deferred, 1);

  _rx_live_add (RX_LIVE_TASKS, 1);
  _rx_task_init (&deferred->task, &deferred_ops);
  deferred->sink = _rx_sink_ref (sink);
  deferred->pump = pump;
  _rx_place_schedule (&ROUTE_SINK (route)->place, 0, &deferred->task);
}

static void
subscribe_on_sink_request (RxSink *sink, gint64 n)
{
  RxSubscribeOnSink *self = (RxSubscribeOnSink *) sink;
  RxRoute *outer = _rx_route;

  /* On its own thread no way at all leads on, not even that of another operator below. relaxed: as above */
  _rx_route = atomic_load_explicit (&self->thread, memory_order_relaxed) == g_thread_self () ? NULL : &self->route;
  _rx_serial_request (sink, n);
  _rx_route = outer;
}

static void
subscribe_on_sink_cancel (RxSink *sink)
{
  _rx_serial_cancel (sink);
  _rx_place_unsubscribe (&((RxSubscribeOnSink *) sink)->place);
}

static void
subscribe_on_sink_detach (RxSink *sink)
{
  RxSubscribeOnSink *self = (RxSubscribeOnSink *) sink;

  _rx_serial_clear (&self->base);
  _rx_place_unsubscribe (&self->place);
  _rx_sink_pass_detach (sink);
}

static void
subscribe_on_sink_finalize (RxSink *sink)
{
  _rx_place_clear (&((RxSubscribeOnSink *) sink)->place);
  _rx_serial_free (sink);
}

static const RxSinkOps subscribe_on_sink_ops = {
  RX_SERIAL_OPS (RxSubscribeOnSink, subscribe_on_sink_finalize),
  .next = _rx_sink_pass_next,
  .error = _rx_sink_pass_error,
  .completed = _rx_sink_pass_completed,
  .detach = subscribe_on_sink_detach,
  .request = subscribe_on_sink_request,
  .cancel = subscribe_on_sink_cancel,
};

static void
subscribe_on_node_subscribe (RxNode *node, RxSink *down)
{
  RxSubscribeOnNode *self = (RxSubscribeOnNode *) node;
  RxSubscribeOnSink *sink = _rx_sink_new_at (&subscribe_on_sink_ops, G_STRUCT_OFFSET (RxSubscribeOnSink, place),
                                             self->scheduler, down);

  if (sink == NULL)
    return;
  _rx_task_init (&sink->task, &subscribe_on_task_ops);
  sink->route.defer = subscribe_on_route_defer;
  sink->base.node = _rx_node_ref (node->up);
  _rx_sink_ref (sink);          /* the task's, as soon as it is scheduled */
  _rx_sink_ref (sink);          /* the place has to outlast the call, whoever cancels meanwhile */
  _rx_sink_announce (&sink->base.base);
  _rx_place_schedule (&sink->place, 0, &sink->task);
  _rx_sink_unref (sink);
}

static void
subscribe_on_node_finalize (RxNode *node)
{
  g_object_unref (((RxSubscribeOnNode *) node)->scheduler);
}

static const RxNodeOps subscribe_on_node_ops = {
  .size = sizeof (RxSubscribeOnNode),
  .name = "subscribe_on",
  .subscribe = subscribe_on_node_subscribe,
  .finalize = subscribe_on_node_finalize,
};

/**
 * rx_observable_subscribe_on:
 * @self: the observable
 * @scheduler: where to subscribe
 *
 * Subscribes to the source on a worker of a scheduler, so that a source that works in the subscribe call works there.
 *
 * ![-1-2-3-|
 *   subscribe_on (scheduler)
 *   -1-2-3-|](subscribe_on.svg)
 *
 * Items, errors and completion pass as they are. What a request sets off runs on the worker too; that more is wanted is
 * known to the source at once, even while it keeps the worker busy. Of several of these operators in a chain, the one
 * next to the source decides. Unsubscribing before the worker's turn has come prevents the subscription. The release of
 * the source runs where unsubscribing finds it: on the thread that unsubscribes when the source is idle, otherwise on
 * the worker. Nothing is buffered.
 *
 * Returns: (transfer full): the new observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_subscribe_on (RxObservable *self, RxScheduler *scheduler)
{
  RxSubscribeOnNode *node;

  g_return_val_if_fail (RX_IS_OBSERVABLE (self), NULL);
  g_return_val_if_fail (RX_IS_SCHEDULER (scheduler), NULL);

  node = _rx_node_new (&subscribe_on_node_ops, _rx_observable_get_node (self));
  node->scheduler = g_object_ref (scheduler);
  return _rx_node_wrap (node);
}
