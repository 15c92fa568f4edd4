/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-observable-private.h"

#include "core/rx-hold-private.h"
#include "rx-for-testing-private.h"
#include "rx-observer.h"
#include "rx-subscription-private.h"
#include "subjects/rx-subject.h"

/**
 * RxObservable:
 *
 * The description of a stream: items, then at most one error or completion.
 *
 * Nothing happens before somebody subscribes; each subscription runs the stream anew, with a state of its own.
 * Operators are methods that return a new observable and leave this one as it is. An observable is immutable and may be
 * used on any thread.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (RxObservable, rx_observable, G_TYPE_OBJECT)

static void
rx_observable_finalize (GObject *object)
{
  RxObservable *self = (RxObservable *) object;

  if (self->node != NULL)
    _rx_node_unref (self->node);

  G_OBJECT_CLASS (rx_observable_parent_class)->finalize (object);
}

static void
rx_observable_class_init (RxObservableClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rx_observable_finalize;
}

static void
rx_observable_init (RxObservable *self)
{
}

/* Takes the node over. */
RxObservable *
_rx_observable_new (GType type, RxNode *node)
{
  RxObservable *self = g_object_new (type, NULL);

  self->node = node;
  return self;
}

/* See _rx_callback_set_scope(). What hangs on a dead subject is never called again: it need not be kept, and would be
 * kept for ever. */
void
_rx_observable_keep_for (RxObservable *self, RxCallback *callback)
{
  if (!RX_IS_SUBJECT (self))
    _rx_callback_set_scope (callback, self);
}

/* Every subscription from outside comes through here. The subscription is bound. */
void
_rx_observable_subscribe (RxNode *node, RxSubscription *subscription, gint64 initial_request)
{
  RxRoute *route = g_steal_pointer (&_rx_route);        /* another stream's promise */
  GMainContext *context = g_main_context_get_thread_default ();
  RxSink *sink = &subscription->sink;

  subscription->outermost.context = context != NULL ? g_main_context_ref (context) : NULL;
  subscription->outermost.name = _rx_node_get_name (node);
  _rx_lock (&subscription->lock);
  subscription->unbounded = initial_request == RX_UNBOUNDED;
  subscription->requested = _rx_demand_plus (subscription->requested, initial_request);
  _rx_unlock (&subscription->lock);

  if (initial_request == RX_UNBOUNDED)
    _rx_node_subscribe (node, sink);
  else
    _rx_hold_subscribe (node, sink);
  _rx_sink_unref (sink);
  _rx_route = route;
}

static RxSubscription *
observable_run (RxObservable *self, RxSubscription *subscription)
{
  _rx_observable_subscribe (_rx_observable_get_node (self), subscription, RX_UNBOUNDED);
  return subscription;
}

/**
 * rx_observable_subscribe: (skip)
 * @self: the observable
 * @on_next: (nullable): what to do with an item
 * @on_error: (nullable): what to do with an error
 * @on_completed: (nullable): what to do at the end
 * @user_data: data for the three functions
 * @destroy: (nullable): how to release @user_data
 *
 * Runs the stream, asking for all of its items.
 *
 * The functions are called one at a time, on the thread that the stream's operators lead to: without
 * [method@Rx.Observable.observe_on] that is where the source emits, which may be this one, before the call has
 * returned. If @on_next fails, the stream is stopped and @on_error gets the failure. Without @on_error an error goes to
 * the function of [func@Rx.set_undeliverable_func].
 *
 * @user_data is released when the stream has ended or has been unsubscribed, never during a call, on the thread where
 * that happens.
 *
 * The stream goes on when the returned reference is dropped. To stop it from inside while it runs during the call, use
 * [method@Rx.Observable.subscribe_full] with a handle made before.
 *
 * Returns: (transfer full): the handle
 *
 * Since: 1.0
 */
RxSubscription *
rx_observable_subscribe (RxObservable *self, RxNextFunc on_next, RxErrorFunc on_error, RxCompletedFunc on_completed,
                         gpointer user_data, GDestroyNotify destroy)
{
  RxSubscription *subscription;

  g_return_val_if_fail (RX_IS_OBSERVABLE (self), NULL);

  subscription = rx_subscription_new ();
  _rx_subscription_bind_funcs (subscription, on_next, on_error, on_completed, user_data, destroy);
  return observable_run (self, subscription);
}

/**
 * rx_observable_subscribe_full: (skip)
 * @self: the observable
 * @initial_request: how many items are wanted for now, %G_MAXINT64 for all of them
 * @handle: (nullable): a handle that was made before, by [ctor@Rx.Subscription.new]
 * @on_next: (nullable): what to do with an item
 * @on_error: (nullable): what to do with an error
 * @on_completed: (nullable): what to do at the end
 * @user_data: data for the three functions
 * @destroy: (nullable): how to release @user_data
 *
 * Runs the stream with a handle that exists before it does, and with a stated demand.
 *
 * So @on_next can unsubscribe a stream that runs while it is being subscribed to. More items are asked for by
 * [method@Rx.Subscription.request]; what a source cannot hold back waits without bound. Otherwise it is as
 * [method@Rx.Observable.subscribe].
 *
 * Since: 1.0
 */
void
rx_observable_subscribe_full (RxObservable *self, gint64 initial_request, RxSubscription *handle, RxNextFunc on_next,
                              RxErrorFunc on_error, RxCompletedFunc on_completed, gpointer user_data,
                              GDestroyNotify destroy)
{
  RxSubscription *subscription;

  g_return_if_fail (RX_IS_OBSERVABLE (self));
  g_return_if_fail (initial_request >= 0);
  g_return_if_fail (handle == NULL || RX_IS_SUBSCRIPTION (handle));

  subscription = handle != NULL ? g_object_ref (handle) : rx_subscription_new ();
  if (_rx_subscription_bind_funcs (subscription, on_next, on_error, on_completed, user_data, destroy))
    _rx_observable_subscribe (_rx_observable_get_node (self), subscription, initial_request);
  else
    g_critical ("A subscription serves one stream; this one has had its own");
  g_object_unref (subscription);
}

/**
 * rx_observable_subscribe_object: (skip)
 * @self: the observable
 * @on_next: (nullable): what to do with an item
 * @on_error: (nullable): what to do with an error
 * @on_completed: (nullable): what to do at the end
 * @owner: (type GObject.Object): what the functions get as their data
 *
 * Runs the stream for as long as @owner lives.
 *
 * @owner is held weakly, and strongly during each call; when it is disposed, the stream is unsubscribed. There is
 * nothing to keep and nothing to release.
 *
 * Since: 1.0
 */
void
rx_observable_subscribe_object (RxObservable *self, RxNextFunc on_next, RxErrorFunc on_error,
                                RxCompletedFunc on_completed, gpointer owner)
{
  RxSubscription *subscription;

  g_return_if_fail (RX_IS_OBSERVABLE (self));
  g_return_if_fail (G_IS_OBJECT (owner));

  subscription = rx_subscription_new ();
  _rx_subscription_bind_object (subscription, on_next, on_error, on_completed, owner);
  rx_subscription_attach_to (subscription, owner);
  g_object_unref (observable_run (self, subscription));
}

/**
 * rx_observable_subscribe_with_closures: (rename-to rx_observable_subscribe)
 * @self: the observable
 * @on_next: (nullable): called with each item
 * @on_error: (nullable): called with the error
 * @on_completed: (nullable): called without arguments at the end
 *
 * Runs the stream, asking for all of its items.
 *
 * The functions are called one at a time, on the thread that the stream's operators lead to. Without @on_error an error
 * goes to the function of [func@Rx.set_undeliverable_func]. The stream goes on when the returned handle is dropped.
 *
 * Returns: (transfer full): the handle
 *
 * Since: 1.0
 */
RxSubscription *
rx_observable_subscribe_with_closures (RxObservable *self, GClosure *on_next, GClosure *on_error,
                                       GClosure *on_completed)
{
  RxSubscription *subscription;

  g_return_val_if_fail (RX_IS_OBSERVABLE (self), NULL);

  subscription = rx_subscription_new ();
  _rx_subscription_bind_closures (subscription, on_next, on_error, on_completed);
  return observable_run (self, subscription);
}

/**
 * rx_observable_subscribe_events:
 * @self: the observable
 * @func: (scope notified) (closure user_data) (destroy destroy): what to do with an event
 * @user_data: data for @func
 * @destroy: (nullable): how to release @user_data
 *
 * Runs the stream with one function for all events.
 *
 * Otherwise it is as with three functions; a failure at an item comes back as the error event.
 *
 * Returns: (transfer full): the handle
 *
 * Since: 1.0
 */
RxSubscription *
rx_observable_subscribe_events (RxObservable *self, RxEventFunc func, gpointer user_data, GDestroyNotify destroy)
{
  RxSubscription *subscription;

  g_return_val_if_fail (RX_IS_OBSERVABLE (self), NULL);
  g_return_val_if_fail (func != NULL, NULL);

  subscription = rx_subscription_new ();
  _rx_subscription_bind_events (subscription, func, user_data, destroy);
  _rx_observable_keep_for (self, subscription->callback);
  return observable_run (self, subscription);
}

/**
 * rx_observable_subscribe_observer:
 * @self: the observable
 * @observer: what receives the events; it is kept until the stream has ended
 * @initial_request: how many items are wanted for now, %G_MAXINT64 for all of them
 * @handle: (nullable): a handle that was made before
 *
 * Runs the stream for an observer, which may say how many items it wants.
 *
 * More are asked for by [method@Rx.Subscription.request] on @handle; what a source cannot hold back waits without bound
 * in front of the observer. The end of the stream does not wait to be asked for.
 *
 * Since: 1.0
 */
void
rx_observable_subscribe_observer (RxObservable *self, RxObserver *observer, gint64 initial_request,
                                  RxSubscription *handle)
{
  RxSubscription *subscription;

  g_return_if_fail (RX_IS_OBSERVABLE (self));
  g_return_if_fail (RX_IS_OBSERVER (observer));
  g_return_if_fail (initial_request >= 0);
  g_return_if_fail (handle == NULL || RX_IS_SUBSCRIPTION (handle));

  subscription = handle != NULL ? g_object_ref (handle) : rx_subscription_new ();
  if (_rx_subscription_bind_observer (subscription, observer))
    _rx_observable_subscribe (_rx_observable_get_node (self), subscription, initial_request);
  else
    g_critical ("A subscription serves one stream; this one has had its own");
  g_object_unref (subscription);
}
