/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-observable-utility.h"

#include "core/rx-drain-private.h"
#include "core/rx-ending-private.h"
#include "core/rx-node-private.h"
#include "rx-observable-private.h"
#include "schedulers/rx-place-private.h"

#define DEFAULT_CAPACITY 128

typedef struct
{
  RxNode base;
  RxScheduler *scheduler;       /* (owned) (nullable) */
  guint capacity;
  gboolean delay_error;
} RxObserveOnNode;

typedef struct
{
  RxDrain base;
  RxTask task;                  /* runs the drain */
  RxPlace place;
} RxObserveOnSink;

#define TASK_SINK(task) ((RxObserveOnSink *) ((gchar *) (task) - G_STRUCT_OFFSET (RxObserveOnSink, task)))

static void
observe_on_task_run (RxTask *task)
{
  RxObserveOnSink *self = TASK_SINK (task);

  _rx_fetch (self, sizeof *self);
  _rx_drain_run (&self->base);
}

static void
observe_on_task_dropped (RxTask *task)
{
  _rx_drain_dropped (&TASK_SINK (task)->base);
}

static void
observe_on_task_ref (RxTask *task)
{
  _rx_sink_ref (TASK_SINK (task));
}

static void
observe_on_task_unref (RxTask *task)
{
  _rx_sink_unref (TASK_SINK (task));
}

static const RxTaskOps observe_on_task_ops = {
  .run = observe_on_task_run,
  .dropped = observe_on_task_dropped,
  .ref = observe_on_task_ref,
  .unref = observe_on_task_unref,
};

static void
observe_on_sink_schedule (RxDrain *drain)
{
  RxObserveOnSink *self = (RxObserveOnSink *) drain;

  _rx_place_schedule (&self->place, 0, _rx_task_ref (&self->task));
}

static void
observe_on_sink_dead (RxDrain *drain)
{
  _rx_place_unsubscribe (&((RxObserveOnSink *) drain)->place);
}

static void
observe_on_sink_finalize (RxSink *sink)
{
  _rx_place_clear (&((RxObserveOnSink *) sink)->place);
  _rx_drain_free (sink);
}

static const RxDrainOps observe_on_sink_ops = {
  .sink = { RX_DRAIN_OPS (RxObserveOnSink, observe_on_sink_finalize) },
  .schedule = observe_on_sink_schedule,
  .dead = observe_on_sink_dead,
};

static void
observe_on_node_subscribe (RxNode *node, RxSink *down)
{
  RxObserveOnNode *self = (RxObserveOnNode *) node;
  g_autoptr (RxScheduler) own = self->scheduler == NULL ? _rx_sink_default_scheduler (down) : NULL;
  RxScheduler *scheduler = own != NULL ? own : self->scheduler;
  RxObserveOnSink *sink = _rx_sink_new_at (&observe_on_sink_ops.sink, G_STRUCT_OFFSET (RxObserveOnSink, place),
                                           scheduler, down);

  if (sink == NULL)
    return;
  _rx_drain_init (&sink->base, self->capacity, self->capacity);
  _rx_task_init (&sink->task, &observe_on_task_ops);
  sink->base.error_first = !self->delay_error;
  sink->base.gives_way = scheduler != rx_scheduler_immediate ();
  if (!node->up->anywhere)
    {
      _rx_node_subscribe (node->up, &sink->base.base);
      return;
    }

  /* Nothing has to be handed over if the source starts on the worker. */
  sink->base.asks_later = TRUE;
  _rx_sink_ref (sink);
  _rx_node_subscribe (node->up, &sink->base.base);
  _rx_drain_begin (&sink->base);
  _rx_sink_unref (sink);
}

static void
observe_on_node_finalize (RxNode *node)
{
  g_clear_object (&((RxObserveOnNode *) node)->scheduler);
}

static const RxNodeOps observe_on_node_ops = {
  .size = sizeof (RxObserveOnNode),
  .name = "observe_on",
  .subscribe = observe_on_node_subscribe,
  .finalize = observe_on_node_finalize,
};

/**
 * rx_observable_observe_on:
 * @self: the observable
 * @scheduler: (nullable): where the events go; %NULL is the thread-default main context of the subscribe call
 *
 * Brings all events to a scheduler, in their order.
 *
 * ![-1-2-3-#
 *   observe_on (scheduler)
 *   -1-2-3-#](observe_on.svg)
 *
 * Everything below runs on one worker of @scheduler, one event at a time. (To a main context, nothing comes unless it
 * is iterated, as a main loop does.) Up to 128 items are asked for ahead and wait,
 * and more as they leave; what a source cannot hold back waits without bound. Completion and errors come behind the
 * items that came before them. Unsubscribing drops what waits, at once, and nothing arrives any more after it has
 * returned on the worker's thread.
 *
 * Returns: (transfer full): the new observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_observe_on (RxObservable *self, RxScheduler *scheduler)
{
  return rx_observable_observe_on_full (self, 0, TRUE, scheduler);
}

/**
 * rx_observable_observe_on_full:
 * @self: the observable
 * @capacity: how many items to ask for ahead; 0 is 128
 * @delay_error: whether an error waits for the items before it
 * @scheduler: (nullable): where the events go; %NULL is the thread-default main context of the subscribe call
 *
 * Brings all events to a scheduler, with every option.
 *
 * ![--(123#)
 *   observe_on_full (128, delay_error = FALSE, scheduler)
 *   --#](observe_on_full.svg)
 *
 * With @delay_error unset an error overtakes the items that wait, which are dropped. Otherwise it is as
 * [method@Rx.Observable.observe_on].
 *
 * Returns: (transfer full): the new observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_observe_on_full (RxObservable *self, guint capacity, gboolean delay_error, RxScheduler *scheduler)
{
  RxObserveOnNode *node;

  g_return_val_if_fail (RX_IS_OBSERVABLE (self), NULL);
  g_return_val_if_fail (scheduler == NULL || RX_IS_SCHEDULER (scheduler), NULL);

  node = _rx_node_new (&observe_on_node_ops, _rx_observable_get_node (self));
  node->capacity = capacity != 0 ? capacity : DEFAULT_CAPACITY;
  node->delay_error = delay_error;
  node->scheduler = scheduler != NULL ? g_object_ref (scheduler) : NULL;
  return _rx_node_wrap (node);
}
