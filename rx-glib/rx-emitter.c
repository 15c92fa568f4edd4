/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-emitter.h"

#include "core/rx-home-private.h"
#include "rx-subscription-private.h"
#include "sources/rx-emitter-sink-private.h"

struct _RxEmitter
{
  GObject parent_instance;

  _Atomic (RxEmitterSink *) sink;       /* (owned); constant */
};

/**
 * RxEmitter:
 *
 * Where the function of [func@Rx.Observable.create] puts the items of one subscription.
 *
 * All methods may be called on any thread and at any time; the events go down one at a time, in the order of their
 * coming, on the thread that brings them, or on one that is bringing another just then. After the end they are dropped,
 * except for errors, which go to the function of [func@Rx.set_undeliverable_func] unless they are
 * `G_IO_ERROR_CANCELLED`. When the last reference is dropped without an end, the subscriber is released without a word.
 *
 * Since: 1.0
 */
G_DEFINE_FINAL_TYPE (RxEmitter, rx_emitter, G_TYPE_OBJECT)

static inline RxEmitterSink *
emitter_sink (RxEmitter *self)
{
  /* acquire: GLib's means of bringing the object to this thread are not seen by everybody, this one is */
  return atomic_load_explicit (&self->sink, memory_order_acquire);
}

static void
abandon (gpointer sink)
{
  _rx_emitter_sink_abandon (sink);
}

static void
rx_emitter_finalize (GObject *object)
{
  RxEmitterSink *sink = emitter_sink ((RxEmitter *) object);

  if (sink != NULL && _rx_thread_is_affine ())
    {
      /* The language may be sweeping its heap, and the end of the stream calls into it. */
      g_autoptr (GMainContext) context = g_main_context_ref_thread_default ();

      _rx_home_send (context, "[rx] forgotten emitter", abandon, sink, _rx_sink_unref);
    }
  else if (sink != NULL)
    {
      _rx_emitter_sink_abandon (sink);
      _rx_sink_unref (sink);
    }

  G_OBJECT_CLASS (rx_emitter_parent_class)->finalize (object);
}

static void
rx_emitter_class_init (RxEmitterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rx_emitter_finalize;
}

static void
rx_emitter_init (RxEmitter *self)
{
}

RxEmitter *
_rx_emitter_new (RxEmitterSink *sink)
{
  RxEmitter *self = g_object_new (RX_TYPE_EMITTER, NULL);

  /* release: see emitter_sink() */
  atomic_store_explicit (&self->sink, _rx_sink_ref (sink), memory_order_release);
  return self;
}

/**
 * rx_emitter_next:
 * @self: the emitter
 * @item: (nullable): the item; %NULL stands for a NULL item
 *
 * Emits a copy of an item.
 *
 * Since: 1.0
 */
void
rx_emitter_next (RxEmitter *self, const GValue *item)
{
  GValue copy;

  g_return_if_fail (RX_IS_EMITTER (self) && emitter_sink (self) != NULL);
  g_return_if_fail (item == NULL || G_IS_VALUE (item));

  _rx_item_import (&copy, item);
  _rx_emitter_sink_next (emitter_sink (self), &copy);
  _rx_item_clear (&copy);
}

/**
 * rx_emitter_take: (skip)
 * @self: the emitter
 * @item: the item; it is unset afterwards
 *
 * Emits an item without copying it.
 *
 * Since: 1.0
 */
void
rx_emitter_take (RxEmitter *self, GValue *item)
{
  GValue moved;

  g_return_if_fail (RX_IS_EMITTER (self) && emitter_sink (self) != NULL);
  g_return_if_fail (item != NULL && G_IS_VALUE (item));

  _rx_item_move (&moved, item);
  memset (item, 0, sizeof *item);
  _rx_emitter_sink_next (emitter_sink (self), &moved);
  _rx_item_clear (&moved);
}

/**
 * rx_emitter_error:
 * @self: the emitter
 * @error: the error
 *
 * Ends the stream with a copy of @error, behind the items that wait.
 *
 * Since: 1.0
 */
void
rx_emitter_error (RxEmitter *self, const GError *error)
{
  g_return_if_fail (RX_IS_EMITTER (self) && emitter_sink (self) != NULL);
  g_return_if_fail (error != NULL);

  _rx_emitter_sink_end (emitter_sink (self), g_error_copy (error));
}

/**
 * rx_emitter_take_error: (skip)
 * @self: the emitter
 * @error: (transfer full): the error
 *
 * Ends the stream with @error, behind the items that wait.
 *
 * Since: 1.0
 */
void
rx_emitter_take_error (RxEmitter *self, GError *error)
{
  g_return_if_fail (RX_IS_EMITTER (self) && emitter_sink (self) != NULL);
  g_return_if_fail (error != NULL);

  _rx_emitter_sink_end (emitter_sink (self), error);
}

/**
 * rx_emitter_completed:
 * @self: the emitter
 *
 * Ends the stream, behind the items that wait.
 *
 * Since: 1.0
 */
void
rx_emitter_completed (RxEmitter *self)
{
  g_return_if_fail (RX_IS_EMITTER (self) && emitter_sink (self) != NULL);

  _rx_emitter_sink_end (emitter_sink (self), NULL);
}

/**
 * rx_emitter_is_unsubscribed:
 * @self: the emitter
 *
 * Tells whether the stream has ended or has been unsubscribed, so that it is of no use to go on.
 *
 * Returns: whether nothing that is emitted now would arrive
 *
 * Since: 1.0
 */
gboolean
rx_emitter_is_unsubscribed (RxEmitter *self)
{
  RxEmitterSink *sink;

  g_return_val_if_fail (RX_IS_EMITTER (self) && emitter_sink (self) != NULL, TRUE);

  sink = emitter_sink (self);
  return _rx_sink_is_cancelled (&sink->base) || atomic_load (&sink->over);
}

/**
 * rx_emitter_get_requested:
 * @self: the emitter
 *
 * Gets how many items may be emitted now without having to wait.
 *
 * Returns: the number; %G_MAXINT64 when all are wanted
 *
 * Since: 1.0
 */
gint64
rx_emitter_get_requested (RxEmitter *self)
{
  g_return_val_if_fail (RX_IS_EMITTER (self) && emitter_sink (self) != NULL, 0);

  return _rx_emitter_sink_get_requested (emitter_sink (self));
}

/**
 * rx_emitter_wait_for_demand:
 * @self: the emitter
 *
 * Blocks until an item is wanted.
 *
 * For a producer on a thread of its own, whose memory then stays bounded. Do not call it on the thread that the
 * subscriber runs on, since the demand comes from there. If [method@Rx.Observable.subscribe_on] makes that thread, put
 * it directly behind the source: an operator between the two that asks ahead, such as merge or flat_map, would wait for
 * the thread to pass on what it holds, and the producer for the operator to ask for more.
 *
 * Returns: %TRUE if an item is wanted, %FALSE if the stream has ended or has been unsubscribed
 *
 * Since: 1.0
 */
gboolean
rx_emitter_wait_for_demand (RxEmitter *self)
{
  RxEmitterSink *sink;

  g_return_val_if_fail (RX_IS_EMITTER (self) && emitter_sink (self) != NULL, FALSE);

  sink = emitter_sink (self);
  for (;;)
    {
      guint32 moved;

      /* seq_cst, all: see emitter_sink_wake() */
      atomic_fetch_add (&sink->waiters, 1);
      moved = atomic_load (&sink->moved);
      if (!rx_emitter_is_unsubscribed (self) && rx_emitter_get_requested (self) == 0)
        _rx_park (&sink->moved, moved, -1);
      atomic_fetch_sub (&sink->waiters, 1);

      if (rx_emitter_is_unsubscribed (self))
        return FALSE;
      if (rx_emitter_get_requested (self) > 0)
        return TRUE;
    }
}

/**
 * rx_emitter_get_cancellable:
 * @self: the emitter
 *
 * Gets a cancellable that is cancelled when the stream ends or is unsubscribed.
 *
 * Returns: (transfer none): the cancellable
 *
 * Since: 1.0
 */
GCancellable *
rx_emitter_get_cancellable (RxEmitter *self)
{
  RxEmitterSink *sink;
  GCancellable *made, *cancellable;
  gboolean over;

  g_return_val_if_fail (RX_IS_EMITTER (self) && emitter_sink (self) != NULL, NULL);

  sink = emitter_sink (self);
  made = _rx_cancellable_new ();
  _rx_lock (&sink->lock);
  if (sink->cancellable == NULL)
    sink->cancellable = g_steal_pointer (&made);
  cancellable = sink->cancellable;
  over = sink->torn_down;
  _rx_unlock (&sink->lock);

  g_clear_object (&made);
  if (over)
    _rx_cancellable_cancel (cancellable);
  return cancellable;
}

/**
 * rx_emitter_add_subscription:
 * @self: the emitter
 * @subscription: a subscription
 *
 * Unsubscribes @subscription when the stream ends or is unsubscribed, at once if that has happened.
 *
 * Since: 1.0
 */
void
rx_emitter_add_subscription (RxEmitter *self, RxSubscription *subscription)
{
  RxEmitterSink *sink;
  RxCompositeSubscription *made, *teardown = NULL;

  g_return_if_fail (RX_IS_EMITTER (self) && emitter_sink (self) != NULL);
  g_return_if_fail (RX_IS_SUBSCRIPTION (subscription));

  sink = emitter_sink (self);
  made = rx_composite_subscription_new ();
  _rx_lock (&sink->lock);
  if (!sink->torn_down)
    {
      if (sink->teardown == NULL)
        sink->teardown = g_object_ref (made);
      teardown = g_object_ref (sink->teardown);
    }
  _rx_unlock (&sink->lock);
  g_object_unref (made);

  if (teardown != NULL)
    {
      rx_composite_subscription_add (teardown, subscription);
      g_object_unref (teardown);
    }
  else
    rx_subscription_unsubscribe (subscription);
}

/**
 * rx_emitter_add_teardown:
 * @self: the emitter
 * @func: (scope notified) (closure user_data) (destroy destroy): what to do
 * @user_data: data for @func
 * @destroy: (nullable): how to release @user_data
 *
 * Calls @func once when the stream ends or is unsubscribed, at once if that has happened.
 *
 * At an end that the emitter is given, it runs before the subscriber is told. When an item that the emitter is passing
 * on leads to the unsubscription, as the last one of [method@Rx.Observable.take] does, it runs as soon as the item is
 * through. It runs on the thread that ends the stream or unsubscribes, or that is passing an item on just then; several
 * run in the order in which they were added. A failure of @func is undeliverable.
 *
 * Since: 1.0
 */
void
rx_emitter_add_teardown (RxEmitter *self, RxActionFunc func, gpointer user_data, GDestroyNotify destroy)
{
  RxSubscription *subscription;

  g_return_if_fail (RX_IS_EMITTER (self) && emitter_sink (self) != NULL);
  g_return_if_fail (func != NULL);

  subscription = rx_subscription_new_with_func (func, user_data, destroy);
  rx_emitter_add_subscription (self, subscription);
  g_object_unref (subscription);
}
