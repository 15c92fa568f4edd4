/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-observable-creation.h"

#include "core/rx-ending-private.h"
#include "core/rx-node-private.h"
#include "schedulers/rx-grid-private.h"
#include "schedulers/rx-scheduler.h"

/* interval and timer. The task stands for the emitting context: for each schedule either it runs or it is dropped, and
 * whichever comes last detaches. So a cancel only has to unsubscribe the worker. */
typedef struct
{
  RxSink base;
  RxTask task;
  RxScheduler *scheduler;       /* (owned) */
  RxWorker *worker;             /* (owned) */
  GTimeSpan period;             /* below 0: once */
  /* emitting context */
  gint64 due;
  gint64 value;
  gboolean looping, again;      /* inside run: the worker runs it at once, as the immediate one does */
} RxIntervalSink;

#define TASK_SINK(task) ((RxIntervalSink *) ((gchar *) (task) - G_STRUCT_OFFSET (RxIntervalSink, task)))

static void
interval_sink_end (RxIntervalSink *self)
{
  rx_worker_unsubscribe (self->worker);
  _rx_detach (self->base.down);
  _rx_sink_unref (self);
}

/* One number, and the schedule of the next one. */
static void
interval_sink_tick (RxIntervalSink *self)
{
  RxSink *down = self->base.down;
  GTimeSpan delay;
  GValue item;

  if (!_rx_sink_is_cancelled (&self->base))
    {
      _rx_item_init_int64 (&item, self->value++);
      _rx_next (down, &item);
      _rx_item_clear (&item);
    }
  if (_rx_sink_is_cancelled (&self->base) || self->period < 0)
    {
      if (!_rx_sink_is_cancelled (&self->base))
        _rx_completed (down);
      interval_sink_end (self);
      return;
    }

  /* On the grid of the first time; what a slow subscriber has missed is one run, now. */
  delay = _rx_grid_next (&self->due, self->period, rx_scheduler_now (self->scheduler));
  rx_worker_schedule_task (self->worker, delay, _rx_task_ref (&self->task));
}

static void
interval_task_run (RxTask *task)
{
  RxIntervalSink *self = TASK_SINK (task);

  /* The stack must not grow with the numbers. On other workers the next run may not begin before this one is over. */
  if (self->looping)
    {
      self->again = TRUE;
      return;
    }
  self->looping = TRUE;
  do
    {
      self->again = FALSE;
      interval_sink_tick (self);
    }
  while (self->again);
  self->looping = FALSE;
}

static void
interval_task_dropped (RxTask *task)
{
  RxIntervalSink *self = TASK_SINK (task);
  GError *error = _rx_sink_is_cancelled (&self->base) ? NULL : _rx_worker_take_failure ();

  if (error != NULL)
    _rx_error (self->base.down, error);
  interval_sink_end (self);
}

static void
interval_task_ref (RxTask *task)
{
  _rx_sink_ref (TASK_SINK (task));
}

static void
interval_task_unref (RxTask *task)
{
  _rx_sink_unref (TASK_SINK (task));
}

static const RxTaskOps interval_task_ops = {
  .run = interval_task_run,
  .dropped = interval_task_dropped,
  .ref = interval_task_ref,
  .unref = interval_task_unref,
};

/* Time does not wait: an item comes whether it was asked for or not. */
static void
interval_sink_request (RxSink *sink, gint64 n)
{
}

static void
interval_sink_cancel (RxSink *sink)
{
  _rx_sink_set_cancelled (sink);
  rx_worker_unsubscribe (((RxIntervalSink *) sink)->worker);
}

static void
interval_sink_finalize (RxSink *sink)
{
  g_object_unref (((RxIntervalSink *) sink)->worker);
  g_object_unref (((RxIntervalSink *) sink)->scheduler);
  _rx_sink_free (sink);
}

static const RxSinkOps interval_sink_ops = {
  .size = sizeof (RxIntervalSink),
  .request = interval_sink_request,
  .cancel = interval_sink_cancel,
  .finalize = interval_sink_finalize,
};

typedef struct
{
  RxNode base;
  RxScheduler *scheduler;       /* (owned) (nullable) */
  GTimeSpan initial;
  GTimeSpan period;
} RxIntervalNode;

static void
interval_node_subscribe (RxNode *node, RxSink *down)
{
  RxIntervalNode *self = (RxIntervalNode *) node;
  RxScheduler *scheduler = self->scheduler != NULL ? g_object_ref (self->scheduler) : _rx_sink_default_scheduler (down);
  RxWorker *worker = _rx_worker_or_end (scheduler, down);
  RxIntervalSink *sink;

  if (worker == NULL)
    {
      g_object_unref (scheduler);
      return;
    }
  sink = _rx_sink_new (&interval_sink_ops, down);
  _rx_task_init (&sink->task, &interval_task_ops);
  sink->scheduler = scheduler;
  sink->worker = worker;
  sink->period = self->period;
  sink->due = _rx_demand_plus (rx_scheduler_now (sink->scheduler), self->initial);
  _rx_sink_ref (sink);          /* the task's, as soon as it is scheduled */
  _rx_sink_ref (sink);          /* the worker has to outlast the call, whoever cancels meanwhile */
  _rx_sink_announce (&sink->base);
  rx_worker_schedule_task (sink->worker, self->initial, &sink->task);
  _rx_sink_unref (sink);
}

static void
interval_node_finalize (RxNode *node)
{
  g_clear_object (&((RxIntervalNode *) node)->scheduler);
}

static const RxNodeOps interval_node_ops = {
  .size = sizeof (RxIntervalNode),
  .name = "interval",
  .subscribe = interval_node_subscribe,
  .finalize = interval_node_finalize,
};

static const RxNodeOps timer_node_ops = {
  .size = sizeof (RxIntervalNode),
  .name = "timer",
  .subscribe = interval_node_subscribe,
  .finalize = interval_node_finalize,
};

static RxObservable *
interval_new (const RxNodeOps *ops, GTimeSpan initial, GTimeSpan period, RxScheduler *scheduler)
{
  RxIntervalNode *self = _rx_node_new (ops, NULL);

  self->initial = MAX (0, initial);
  self->period = period;
  self->scheduler = scheduler != NULL ? g_object_ref (scheduler) : NULL;
  return _rx_node_wrap (self);
}

/**
 * rx_observable_interval:
 * @period: microseconds from one number to the next; 0 emits whenever its turn has come, below 0 counts as 0
 * @scheduler: (nullable): where to wait and emit; %NULL is the thread-default main context of the subscribe call
 *
 * Emits 0, 1, 2 and so on, one a period, for ever.
 *
 * ![interval (10 ms)
 *   10ms 0 9ms 1 9ms 2](interval.svg)
 *
 * The first number comes after one period. The times are those of a grid from the subscription on, so that delays do
 * not add up; a subscriber that takes longer than a period misses turns, not numbers. Numbers that were not asked for
 * come all the same. It ends by being unsubscribed only, and never fails. Each subscription has a clock of its own. In
 * a main context nothing comes unless the context is iterated, as a main loop does.
 *
 * Returns: (transfer full): the observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_interval (GTimeSpan period, RxScheduler *scheduler)
{
  return rx_observable_interval_full (period, period, scheduler);
}

/**
 * rx_observable_interval_full:
 * @initial: microseconds to the first number; below 0 counts as 0
 * @period: microseconds from one number to the next; 0 emits whenever its turn has come
 * @scheduler: (nullable): where to wait and emit; %NULL is the thread-default main context of the subscribe call
 *
 * Emits 0, 1, 2 and so on, the first after a time of its own.
 *
 * ![interval_full (0, 10 ms)
 *   0 9ms 1 9ms 2](interval_full.svg)
 *
 * Otherwise it is as [func@Rx.Observable.interval].
 *
 * Returns: (transfer full): the observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_interval_full (GTimeSpan initial, GTimeSpan period, RxScheduler *scheduler)
{
  g_return_val_if_fail (scheduler == NULL || RX_IS_SCHEDULER (scheduler), NULL);

  return interval_new (&interval_node_ops, initial, MAX (0, period), scheduler);
}

/**
 * rx_observable_timer:
 * @delay: microseconds; below 0 counts as 0
 * @scheduler: (nullable): where to wait and emit; %NULL is the thread-default main context of the subscribe call
 *
 * Emits 0 after a time, then completes.
 *
 * ![timer (10 ms)
 *   10ms (0|)](timer.svg)
 *
 * The time runs from the subscription on, never short. The number comes whether it was asked for or not. There are no
 * errors. Unsubscribing stops the clock and leaves nothing behind.
 *
 * Returns: (transfer full): the observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_timer (GTimeSpan delay, RxScheduler *scheduler)
{
  g_return_val_if_fail (scheduler == NULL || RX_IS_SCHEDULER (scheduler), NULL);

  return interval_new (&timer_node_ops, delay, -1, scheduler);
}
