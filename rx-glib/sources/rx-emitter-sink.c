/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "sources/rx-emitter-sink-private.h"

#include "core/rx-home-private.h"
#include "rx-error.h"
#include "rx-hooks-private.h"

enum
{
  EVENT_NEXT,
  EVENT_ERROR,
  EVENT_COMPLETED,
  EVENT_ABANDON
};

static inline gboolean
emitter_sink_is_over (RxEmitterSink *self)
{
  return self->base.done || _rx_sink_is_cancelled (&self->base);
}

static gboolean
emitter_sink_has_demand (RxEmitterSink *self, gint64 emitted)
{
  /* relaxed: a request that is missed here is seen when the item waits in the queue */
  return emitted < atomic_load_explicit (&self->requested, memory_order_relaxed);
}

static inline gboolean
emitter_sink_holds (RxEmitterSink *self)
{
  /* relaxed: written with the gate held */
  return atomic_load_explicit (&self->holds, memory_order_relaxed);
}

/* seq_cst, as the look at what is requested that follows it: a request that does not see it in time is seen there */
static void
emitter_sink_set_holds (RxEmitterSink *self, gboolean holds)
{
  if (holds != emitter_sink_holds (self))
    atomic_store (&self->holds, holds);
}

/* Is there something in the queue that may leave it? */
static gboolean
emitter_sink_can_go_on (RxEmitterSink *self)
{
  /* seq_cst: see emitter_sink_set_holds(); relaxed: written with the gate held */
  return emitter_sink_holds (self) &&
         atomic_load (&self->requested) > atomic_load_explicit (&self->accepted, memory_order_relaxed);
}

static void
emitter_sink_wake (RxEmitterSink *self)
{
  /* seq_cst, both: the producer counts itself in before it looks at what is told here */
  atomic_fetch_add (&self->moved, 1);
  if (atomic_load (&self->waiters) > 0)
    _rx_unpark (&self->moved, TRUE);
}

/* Once, on the thread that finds the end. */
static void
emitter_sink_tear_down (RxEmitterSink *self)
{
  RxCompositeSubscription *teardown;
  GCancellable *cancellable;

  atomic_store (&self->over, TRUE);
  _rx_lock (&self->lock);
  self->torn_down = TRUE;
  teardown = g_steal_pointer (&self->teardown);
  cancellable = self->cancellable != NULL ? g_object_ref (self->cancellable) : NULL;
  _rx_unlock (&self->lock);

  emitter_sink_wake (self);
  if (cancellable != NULL)
    {
      _rx_cancellable_cancel (cancellable);
      g_object_unref (cancellable);
    }
  if (teardown != NULL)
    {
      rx_subscription_unsubscribe ((RxSubscription *) teardown);
      g_object_unref (teardown);
    }
}

static void
emitter_sink_late_error (GError *error)
{
  /* The usual echo of one's own cancellation. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_error_free (error);
  else
    _rx_undeliverable (error, NULL);
}

static void
event_drop (RxEvent *event)
{
  if (event->kind == EVENT_NEXT)
    _rx_item_clear (&event->item);
  else if (event->kind == EVENT_ERROR)
    emitter_sink_late_error (event->error);
}

/* The gate is held, and stays so. The caller holds a reference. */
static void
emitter_sink_die (RxEmitterSink *self)
{
  RxEvent event;

  if (!self->base.done)
    emitter_sink_tear_down (self);
  _rx_serializer_die (&self->serializer);
  while (_rx_serializer_take (&self->serializer, &event))
    event_drop (&event);
  _rx_queue_clear (&self->queue);
  if (self->error != NULL)
    emitter_sink_late_error (g_steal_pointer (&self->error));
  _rx_detach (self->base.down);
  _rx_sink_unref (self);
}

static void
emitter_sink_finish (RxEmitterSink *self)
{
  self->base.done = TRUE;
  emitter_sink_tear_down (self);
  if (self->error != NULL)
    _rx_error (self->base.down, g_steal_pointer (&self->error));
  else
    _rx_completed (self->base.down);
}

static void
emitter_sink_accept (RxEmitterSink *self, gint64 accepted)
{
  atomic_store_explicit (&self->accepted, accepted, memory_order_relaxed);      /* relaxed: a hint for the producer */
}

static void
emitter_sink_handle_next (RxEmitterSink *self, GValue *item)
{
  gint64 accepted = atomic_load_explicit (&self->accepted, memory_order_relaxed);       /* relaxed: written here only */

  if (self->ending)
    return;
  /* What waits may have been asked for just now, and goes first. */
  if ((emitter_sink_has_demand (self, accepted) && !emitter_sink_holds (self)) || self->mode == RX_BACKPRESSURE_MISSING)
    {
      emitter_sink_accept (self, accepted + 1);
      _rx_next (self->base.down, item);
      return;
    }

  switch (self->mode)
    {
    case RX_BACKPRESSURE_BUFFER:
      _rx_queue_push (&self->queue, item);
      emitter_sink_set_holds (self, TRUE);
      break;
    case RX_BACKPRESSURE_LATEST:
      _rx_queue_clear (&self->queue);
      _rx_queue_push (&self->queue, item);
      emitter_sink_set_holds (self, TRUE);
      break;
    case RX_BACKPRESSURE_ERROR:
      self->ending = TRUE;
      self->error = g_error_new_literal (RX_ERROR, RX_ERROR_MISSING_BACKPRESSURE,
                                         "An item came that nobody had asked for yet");
      break;
    case RX_BACKPRESSURE_DROP:
    case RX_BACKPRESSURE_MISSING:
    default:
      break;
    }
}

static void
emitter_sink_handle (RxEmitterSink *self, RxEvent *event)
{
  switch (event->kind)
    {
    case EVENT_NEXT:
      emitter_sink_handle_next (self, &event->item);
      _rx_item_clear (&event->item);
      /* seq_cst: after accepted, so that it counts at least once; see _rx_emitter_sink_get_requested() */
      atomic_fetch_sub (&self->posted, 1);
      emitter_sink_wake (self);
      break;

    case EVENT_ERROR:
      if (self->ending)
        emitter_sink_late_error (event->error);
      else
        {
          self->ending = TRUE;
          self->error = event->error;
        }
      break;

    case EVENT_COMPLETED:
      self->ending = TRUE;
      break;

    case EVENT_ABANDON:
      self->abandoned = TRUE;
      break;
    }
}

/* The gate is held; the caller holds a reference. */
static void
emitter_sink_run (RxEmitterSink *self)
{
  RxEvent event;
  GValue item;

  do
    {
      gint64 accepted;

      while (!emitter_sink_is_over (self) && _rx_serializer_take (&self->serializer, &event))
        emitter_sink_handle (self, &event);

      accepted = atomic_load_explicit (&self->accepted, memory_order_relaxed);  /* relaxed: as above */
      while (!emitter_sink_is_over (self) && emitter_sink_has_demand (self, accepted) &&
             _rx_queue_pop (&self->queue, &item))
        {
          emitter_sink_accept (self, ++accepted);
          _rx_next (self->base.down, &item);
          _rx_item_clear (&item);
        }
      emitter_sink_set_holds (self, _rx_queue_peek (&self->queue));

      if (!emitter_sink_is_over (self) && self->ending && !emitter_sink_holds (self))
        emitter_sink_finish (self);
      if (emitter_sink_is_over (self) || (self->abandoned && !self->ending && !emitter_sink_holds (self)))
        {
          emitter_sink_die (self);
          return;
        }
    }
  while (emitter_sink_can_go_on (self) || !_rx_serializer_leave (&self->serializer));
}

static void
emitter_sink_pump (RxSink *sink)
{
  RxEmitterSink *self = (RxEmitterSink *) sink;

  _rx_deferred (sink);
  if (_rx_serializer_signal (&self->serializer))
    emitter_sink_run (self);
}

static void
emitter_sink_post (RxEmitterSink *self, RxEvent *event)
{
  switch (_rx_serializer_post (&self->serializer, event))
    {
    case RX_POST_RUN:
      emitter_sink_run (self);
      break;
    case RX_POST_DEAD:
      event_drop (event);
      break;
    case RX_POST_LEFT:
    case RX_POST_EDIT:
      break;
    }
}

/* Any thread, the caller holds a reference. Moves the item. */
void
_rx_emitter_sink_next (RxEmitterSink *self, GValue *item)
{
  if (G_LIKELY (_rx_serializer_enter (&self->serializer)))
    {
      if (!emitter_sink_is_over (self))
        emitter_sink_handle_next (self, item);
      /* A request from elsewhere may leave it to the producer to see that what waits is wanted now. */
      if (G_UNLIKELY (self->ending || emitter_sink_is_over (self) || emitter_sink_can_go_on (self) ||
                      !_rx_serializer_leave (&self->serializer)))
        emitter_sink_run (self);
    }
  else
    {
      RxEvent event = { .kind = EVENT_NEXT };

      atomic_fetch_add (&self->posted, 1);
      _rx_item_move (&event.item, item);
      emitter_sink_post (self, &event);
    }
}

/* Any thread, the caller holds a reference. How many items may come without having to wait. */
gint64
_rx_emitter_sink_get_requested (RxEmitterSink *self)
{
  gint64 requested = atomic_load (&self->requested);
  guint32 posted = atomic_load (&self->posted);         /* before accepted: what leaves it is found there */

  if (requested == RX_UNBOUNDED)
    return requested;
  return MAX (0, requested - atomic_load (&self->accepted) - posted);
}

/* Takes the error; without one it is completion. */
void
_rx_emitter_sink_end (RxEmitterSink *self, GError *error)
{
  RxEvent event = { .kind = error != NULL ? EVENT_ERROR : EVENT_COMPLETED };

  event.error = error;
  emitter_sink_post (self, &event);
}

void
_rx_emitter_sink_abandon (RxEmitterSink *self)
{
  RxEvent event = { .kind = EVENT_ABANDON };

  emitter_sink_post (self, &event);
  /* acquire: the gate is the last that other users of the emitter have touched, when it was dead already; GLib's
   * reference count is not seen by everybody */
  (void) atomic_load_explicit (&self->serializer.gate, memory_order_acquire);
}

static void
emitter_sink_request (RxSink *sink, gint64 n)
{
  RxEmitterSink *self = (RxEmitterSink *) sink;

  _rx_demand_add (&self->requested, n);
  emitter_sink_wake (self);
  /* seq_cst, as the load: see emitter_sink_set_holds(). Nobody has to come to the gate for what does not wait. */
  if (!atomic_load (&self->holds))
    return;
  if (G_UNLIKELY (_rx_route != NULL))
    {
      if (!_rx_serializer_nudge (&self->serializer))
        _rx_defer (sink, emitter_sink_pump);
    }
  else if (_rx_serializer_signal (&self->serializer))
    emitter_sink_run (self);
}

static void
emitter_sink_cancel (RxSink *sink)
{
  RxEmitterSink *self = (RxEmitterSink *) sink;

  _rx_sink_set_cancelled (sink);
  emitter_sink_wake (self);
  if (_rx_serializer_signal (&self->serializer))
    emitter_sink_run (self);
}

static void
emitter_sink_finalize (RxSink *sink)
{
  RxEmitterSink *self = (RxEmitterSink *) sink;

  _rx_queue_free (&self->queue);
  _rx_serializer_clear (&self->serializer);
  g_clear_object (&self->teardown);
  g_clear_object (&self->cancellable);
  _rx_sink_free (sink);
}

static const RxSinkOps emitter_sink_ops = {
  .size = sizeof (RxEmitterSink),
  .request = emitter_sink_request,
  .cancel = emitter_sink_cancel,
  .finalize = emitter_sink_finalize,
};

RxEmitterSink *
_rx_emitter_sink_new (RxSink *down, RxBackpressure mode)
{
  RxEmitterSink *self = _rx_sink_new (&emitter_sink_ops, down);

  _rx_serializer_init (&self->serializer, TRUE);
  _rx_queue_init (&self->queue, 16);
  self->mode = mode;
  return self;
}

/* Announces the source, then opens the gate. The caller holds a reference. */
void
_rx_emitter_sink_start (RxEmitterSink *self)
{
  _rx_sink_announce (&self->base);
  emitter_sink_run (self);
}
