/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-subscription-private.h"

#include "core/rx-home-private.h"
#include "rx-hooks-private.h"

/**
 * RxSubscription:
 *
 * The handle of a running stream.
 *
 * It stops the stream, and asks for more items where the subscriber has said how many it wants. Dropping the last
 * reference does *not* stop the stream; a stream that has ended drops all that it held, so that a kept handle costs
 * little. All methods may be called on any thread and at any time, also inside the functions of the stream.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (RxSubscription, rx_subscription, G_TYPE_OBJECT)

/* Whatever is held for the user; any thread, any number of times. */
void
_rx_subscription_release (RxSubscription *self)
{
  RxCompositeSubscription *attached;
  RxCallback *callback;
  GMainContext *context;

  _rx_lock (&self->lock);
  attached = g_steal_pointer (&self->attached);
  callback = g_steal_pointer (&self->callback);
  context = g_steal_pointer (&self->outermost.context);
  _rx_unlock (&self->lock);

  if (attached != NULL)
    {
      rx_composite_subscription_detach (attached, self);
      g_object_unref (attached);
    }
  if (callback != NULL)
    _rx_callback_unref (callback);
  if (context != NULL)
    g_main_context_unref (context);
}

static void
action_run (gpointer data)
{
  RxCallback *action = data;
  GError *error = NULL;

  ((RxActionFunc) action->func) (action->user_data, &error);
  if (!_rx_callback_leave (&error))
    _rx_undeliverable (error, NULL);
}

/* Calls out, so nothing is held. A function that cleans up is not refused on a foreign thread but called at home. */
static void
subscription_cancel (RxSubscription *self)
{
  RxSink *up;

  _rx_lock (&self->lock);
  up = self->sink.up != NULL ? _rx_sink_ref (self->sink.up) : NULL;
  _rx_unlock (&self->lock);

  if (up != NULL)
    {
      _rx_cancel (up);
      _rx_sink_unref (up);
    }
}

static void
subscription_ended (RxSubscription *self)
{
  RxCallback *action = NULL;

  subscription_cancel (self);
  _rx_lock (&self->lock);
  if (self->receiver == NULL)
    action = g_steal_pointer (&self->callback);
  _rx_unlock (&self->lock);

  if (action != NULL)
    {
      if (_rx_home_may_call (action->thread))
        {
          action_run (action);
          _rx_callback_unref (action);
        }
      else
        _rx_home_send (action->home, "[rx] clean-up", action_run, action, (GDestroyNotify) _rx_callback_unref);
    }
}

static void
rx_subscription_finalize (GObject *object)
{
  RxSubscription *self = (RxSubscription *) object;

  /* acquire: GLib's reference count is not seen by everybody, this one is */
  (void) atomic_load_explicit (&self->sink.refs, memory_order_acquire);
  _rx_subscription_release (self);

  G_OBJECT_CLASS (rx_subscription_parent_class)->finalize (object);
}

static void
rx_subscription_class_init (RxSubscriptionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rx_subscription_finalize;
  _RX_SUBSCRIPTION_ENDED (klass) = subscription_ended;
}

static void
rx_subscription_init (RxSubscription *self)
{
  self->sink.ops = &_rx_final_sink_ops;
}

/**
 * rx_subscription_new:
 *
 * Makes a handle ahead of its stream, for [method@Rx.Observable.subscribe_observer].
 *
 * So a stream that runs while it is being subscribed to can be stopped from inside. It serves one stream.
 *
 * Returns: (transfer full): the handle
 *
 * Since: 1.0
 */
RxSubscription *
rx_subscription_new (void)
{
  return g_object_new (RX_TYPE_SUBSCRIPTION, NULL);
}

/**
 * rx_subscription_new_with_func:
 * @func: (scope notified) (closure user_data) (destroy destroy): what to do
 * @user_data: data for @func
 * @destroy: (nullable): how to release @user_data
 *
 * Makes a handle that calls @func when it is unsubscribed, once, on the thread that does so.
 *
 * @user_data is released after the call, or with the handle. A failure of @func is undeliverable.
 *
 * Returns: (transfer full): the handle
 *
 * Since: 1.0
 */
RxSubscription *
rx_subscription_new_with_func (RxActionFunc func, gpointer user_data, GDestroyNotify destroy)
{
  RxSubscription *self;

  g_return_val_if_fail (func != NULL, NULL);

  self = rx_subscription_new ();
  self->bound = TRUE;
  self->callback = _rx_callback_new (G_CALLBACK (func), user_data, destroy);
  return self;
}

/**
 * rx_subscription_unsubscribe:
 * @self: the subscription
 *
 * Stops the stream; when it has stopped already, nothing happens.
 *
 * After it has returned on the thread that the stream's functions run on, or inside one of them, none of them is called
 * again. Called on another thread, a call that is under way finishes. The functions' data is released at once where no
 * call is under way, otherwise when it returns.
 *
 * Since: 1.0
 */
void
rx_subscription_unsubscribe (RxSubscription *self)
{
  RxSubscriptionClass *klass;

  g_return_if_fail (RX_IS_SUBSCRIPTION (self));

  g_object_ref (self);          /* what is released below may hold the last one */
  if (atomic_exchange (&self->sink.cancelled, TRUE))
    /* Another thread may still be on its way up, and nothing is to run on this one when this has returned. */
    subscription_cancel (self);
  else
    {
      klass = G_TYPE_INSTANCE_GET_CLASS (self, RX_TYPE_SUBSCRIPTION, RxSubscriptionClass);
      ((RxSubscriptionEndedFunc) _RX_SUBSCRIPTION_ENDED (klass)) (self);
    }
  g_object_unref (self);
}

/**
 * rx_subscription_is_unsubscribed:
 * @self: the subscription
 *
 * Tells whether the stream has been stopped or has ended.
 *
 * A stream of which nothing can come any more counts as well, such as that of [func@Rx.Observable.never].
 *
 * Returns: whether nothing will come any more
 *
 * Since: 1.0
 */
gboolean
rx_subscription_is_unsubscribed (RxSubscription *self)
{
  g_return_val_if_fail (RX_IS_SUBSCRIPTION (self), TRUE);

  return _rx_sink_is_cancelled (&self->sink) || atomic_load (&self->over);
}

/**
 * rx_subscription_request:
 * @self: the subscription
 * @n: how many more items are wanted
 *
 * Asks for @n more items, in addition to what was asked for before.
 *
 * %G_MAXINT64 means everything, for good; a subscription that did not state a number has asked for that already. The
 * items may arrive during the call. A number below 1 stops the stream, which ends with %RX_ERROR_BAD_REQUEST; where
 * nothing of it is running just then, that is told during this call.
 *
 * Since: 1.0
 */
void
rx_subscription_request (RxSubscription *self, gint64 n)
{
  RxRoute *route;
  RxSink *up;

  g_return_if_fail (RX_IS_SUBSCRIPTION (self));

  if (n <= 0)
    atomic_store (&self->refused, TRUE);

  _rx_lock (&self->lock);
  up = self->sink.up != NULL && (n <= 0 || !self->unbounded) ? _rx_sink_ref (self->sink.up) : NULL;
  if (up == NULL && n > 0)
    self->requested = _rx_demand_plus (self->requested, n);
  _rx_unlock (&self->lock);
  if (up == NULL)
    return;

  route = g_steal_pointer (&_rx_route);         /* another stream's promise */
  if (n > 0)
    _rx_request (up, n);
  else
    _rx_cancel (up);
  _rx_route = route;
  _rx_sink_unref (up);
}

static gpointer
attachments_ref (gpointer attachments, gpointer unused)
{
  return attachments != NULL ? g_object_ref (attachments) : NULL;
}

static void
attachments_dispose (gpointer data, GObject *object)
{
  _rx_sweeping++;
  rx_subscription_unsubscribe (data);
  g_object_unref (data);
  _rx_sweeping--;
}

/**
 * rx_subscription_attach_to:
 * @self: the subscription
 * @object: (type GObject.Object): an object
 *
 * Unsubscribes when @object is disposed, on the thread that disposes it.
 *
 * @object is not kept alive, and nothing of the subscription stays with it once the stream has ended. A subscription is
 * attached to one object; a second one takes it over.
 *
 * Since: 1.0
 */
void
rx_subscription_attach_to (RxSubscription *self, gpointer object)
{
  GQuark quark = g_quark_from_static_string ("rx-attachments");
  RxCompositeSubscription *attachments, *old;

  g_return_if_fail (RX_IS_SUBSCRIPTION (self));
  g_return_if_fail (G_IS_OBJECT (object));

  /* One weak reference serves all subscriptions of an object and is never taken back, since that cannot be done safely
   * on another thread. */
  attachments = g_object_dup_qdata (object, quark, attachments_ref, NULL);
  while (attachments == NULL || rx_subscription_is_unsubscribed ((RxSubscription *) attachments))
    {
      RxCompositeSubscription *made = rx_composite_subscription_new ();

      if (g_object_replace_qdata (object, quark, attachments, g_object_ref (made), g_object_unref, NULL))
        {
          g_object_weak_ref (object, attachments_dispose, g_object_ref (made));
          if (attachments != NULL)
            g_object_unref (attachments);       /* what the object held */
        }
      else
        g_object_unref (made);  /* another thread was faster */
      g_object_unref (made);
      g_clear_object (&attachments);
      attachments = g_object_dup_qdata (object, quark, attachments_ref, NULL);
    }

  _rx_lock (&self->lock);
  old = self->attached;
  self->attached = g_object_ref (attachments);
  _rx_unlock (&self->lock);
  if (old != NULL)
    {
      rx_composite_subscription_detach (old, self);
      g_object_unref (old);
    }

  rx_composite_subscription_add (attachments, self);
  if (rx_subscription_is_unsubscribed (self))
    rx_composite_subscription_detach (attachments, self);
  g_object_unref (attachments);
}

/**
 * rx_clear_subscription: (skip)
 * @subscription: (inout) (nullable): a variable that holds a subscription
 *
 * Unsubscribes and drops what the variable holds, and leaves %NULL in it.
 *
 * Since: 1.0
 */
void
rx_clear_subscription (RxSubscription **subscription)
{
  RxSubscription *self;

  g_return_if_fail (subscription != NULL);

  self = g_steal_pointer (subscription);
  if (self != NULL)
    {
      rx_subscription_unsubscribe (self);
      g_object_unref (self);
    }
}
