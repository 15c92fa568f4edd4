/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-for-testing-private.h"

#include "rx-hooks.h"
#include "rx-observer.h"

/* The kinds of subscribers: how the three events reach each of them. */

static void
func_receiver_next (RxSubscription *self, RxCallback *callback, const GValue *item, GError **error)
{
  if (self->funcs[0] != NULL)
    ((RxNextFunc) self->funcs[0]) (item, callback->user_data, error);
}

static void
func_receiver_error (RxSubscription *self, RxCallback *callback, const GError *error)
{
  ((RxErrorFunc) self->funcs[1]) (error, callback->user_data);
}

static void
func_receiver_completed (RxSubscription *self, RxCallback *callback)
{
  if (self->funcs[2] != NULL)
    ((RxCompletedFunc) self->funcs[2]) (callback->user_data);
}

static gboolean
func_receiver_handles_error (RxSubscription *self, RxCallback *callback)
{
  return self->funcs[1] != NULL;
}

static const RxReceiverOps func_receiver_ops = {
  .next = func_receiver_next,
  .error = func_receiver_error,
  .completed = func_receiver_completed,
  .handles_error = func_receiver_handles_error,
};

static void
event_receiver_next (RxSubscription *self, RxCallback *callback, const GValue *item, GError **error)
{
  ((RxEventFunc) self->funcs[0]) (RX_EVENT_NEXT, item, NULL, callback->user_data, error);
}

static void
event_receiver_end (RxSubscription *self, RxCallback *callback, RxEventKind kind, const GError *error)
{
  g_autoptr (GError) failure = NULL;

  ((RxEventFunc) self->funcs[0]) (kind, NULL, error, callback->user_data, &failure);
  if (failure != NULL)
    rx_callback_fail (failure);
}

static void
event_receiver_error (RxSubscription *self, RxCallback *callback, const GError *error)
{
  event_receiver_end (self, callback, RX_EVENT_ERROR, error);
}

static void
event_receiver_completed (RxSubscription *self, RxCallback *callback)
{
  event_receiver_end (self, callback, RX_EVENT_COMPLETED, NULL);
}

static gboolean
receiver_handles_error (RxSubscription *self, RxCallback *callback)
{
  return TRUE;
}

static const RxReceiverOps event_receiver_ops = {
  .next = event_receiver_next,
  .error = event_receiver_error,
  .completed = event_receiver_completed,
  .handles_error = receiver_handles_error,
};

static void
observer_receiver_next (RxSubscription *self, RxCallback *callback, const GValue *item, GError **error)
{
  RxObserver *observer = callback->user_data;

  if (RX_OBSERVER_GET_IFACE (observer)->next != NULL)
    RX_OBSERVER_GET_IFACE (observer)->next (observer, item, error);
}

static void
observer_receiver_error (RxSubscription *self, RxCallback *callback, const GError *error)
{
  rx_observer_on_error (callback->user_data, error);
}

static void
observer_receiver_completed (RxSubscription *self, RxCallback *callback)
{
  rx_observer_on_completed (callback->user_data);
}

static gboolean
observer_receiver_handles_error (RxSubscription *self, RxCallback *callback)
{
  return RX_OBSERVER_GET_IFACE (callback->user_data)->error != NULL;
}

static const RxReceiverOps observer_receiver_ops = {
  .next = observer_receiver_next,
  .error = observer_receiver_error,
  .completed = observer_receiver_completed,
  .handles_error = observer_receiver_handles_error,
};

typedef struct
{
  GClosure *closures[3];        /* (owned) (nullable) */
} Closures;

static void
closures_free (gpointer data)
{
  Closures *self = data;

  for (guint i = 0; i < G_N_ELEMENTS (self->closures); i++)
    if (self->closures[i] != NULL)
      g_closure_unref (self->closures[i]);
  g_free (self);
}

/* GLib's marshallers take it for granted that there is a first argument. */
static void
marshal_nothing (GClosure *closure, GValue *result, guint n_params, const GValue *params, gpointer hint, gpointer data)
{
  ((RxCompletedFunc) ((GCClosure *) closure)->callback) (closure->data);
}

static void
closures_add (Closures *self, guint i, GClosure *closure)
{
  if (closure == NULL)
    return;
  self->closures[i] = g_closure_ref (closure);
  g_closure_sink (closure);
  if (G_CLOSURE_NEEDS_MARSHAL (closure))
    g_closure_set_marshal (closure, i == 2 ? marshal_nothing : g_cclosure_marshal_generic);
}

static void
closure_receiver_next (RxSubscription *self, RxCallback *callback, const GValue *item, GError **error)
{
  Closures *closures = callback->user_data;
  GValue null = { .g_type = G_TYPE_OBJECT };

  /* GJS takes no bare pointer here, not even NULL. */
  if (G_VALUE_HOLDS_POINTER (item) && g_value_get_pointer (item) == NULL)
    item = &null;
  if (closures->closures[0] != NULL)
    g_closure_invoke (closures->closures[0], NULL, 1, item, NULL);
}

static void
closure_receiver_error (RxSubscription *self, RxCallback *callback, const GError *error)
{
  Closures *closures = callback->user_data;
  GValue value = G_VALUE_INIT;

  g_value_init (&value, G_TYPE_ERROR);
  g_value_set_boxed (&value, error);
  g_closure_invoke (closures->closures[1], NULL, 1, &value, NULL);
  g_value_unset (&value);
}

static void
closure_receiver_completed (RxSubscription *self, RxCallback *callback)
{
  Closures *closures = callback->user_data;

  if (closures->closures[2] != NULL)
    g_closure_invoke (closures->closures[2], NULL, 0, NULL, NULL);
}

static gboolean
closure_receiver_handles_error (RxSubscription *self, RxCallback *callback)
{
  return ((Closures *) callback->user_data)->closures[1] != NULL;
}

static const RxReceiverOps closure_receiver_ops = {
  .next = closure_receiver_next,
  .error = closure_receiver_error,
  .completed = closure_receiver_completed,
  .handles_error = closure_receiver_handles_error,
};

/* The owner is held weakly, and strongly during each call. */
typedef struct
{
  GWeakRef owner;
} Owner;

static void
owner_free (gpointer data)
{
  g_weak_ref_clear (&((Owner *) data)->owner);
  g_free (data);
}

static void
object_receiver_next (RxSubscription *self, RxCallback *callback, const GValue *item, GError **error)
{
  g_autoptr (GObject) owner = g_weak_ref_get (&((Owner *) callback->user_data)->owner);

  if (owner != NULL && self->funcs[0] != NULL)
    ((RxNextFunc) self->funcs[0]) (item, owner, error);
}

static void
object_receiver_error (RxSubscription *self, RxCallback *callback, const GError *error)
{
  g_autoptr (GObject) owner = g_weak_ref_get (&((Owner *) callback->user_data)->owner);

  if (owner != NULL)
    ((RxErrorFunc) self->funcs[1]) (error, owner);
}

static void
object_receiver_completed (RxSubscription *self, RxCallback *callback)
{
  g_autoptr (GObject) owner = g_weak_ref_get (&((Owner *) callback->user_data)->owner);

  if (owner != NULL && self->funcs[2] != NULL)
    ((RxCompletedFunc) self->funcs[2]) (owner);
}

static const RxReceiverOps object_receiver_ops = {
  .next = object_receiver_next,
  .error = object_receiver_error,
  .completed = object_receiver_completed,
  .handles_error = func_receiver_handles_error,
};

/* FALSE: the subscription was used before. */
gboolean
_rx_subscription_bind_funcs (RxSubscription *self, RxNextFunc on_next, RxErrorFunc on_error,
                             RxCompletedFunc on_completed, gpointer user_data, GDestroyNotify destroy)
{
  if (!_rx_subscription_bind (self, &func_receiver_ops, _rx_callback_new (NULL, user_data, destroy)))
    return FALSE;
  self->next_func = self->callback->thread == NULL ? on_next : NULL;
  self->funcs[0] = G_CALLBACK (on_next);
  self->funcs[1] = G_CALLBACK (on_error);
  self->funcs[2] = G_CALLBACK (on_completed);
  return TRUE;
}

void
_rx_subscription_bind_object (RxSubscription *self, RxNextFunc on_next, RxErrorFunc on_error,
                              RxCompletedFunc on_completed, gpointer owner)
{
  Owner *data = g_new0 (Owner, 1);

  g_weak_ref_init (&data->owner, owner);
  self->funcs[0] = G_CALLBACK (on_next);
  self->funcs[1] = G_CALLBACK (on_error);
  self->funcs[2] = G_CALLBACK (on_completed);
  _rx_subscription_bind (self, &object_receiver_ops, _rx_callback_new (NULL, data, owner_free));
}

void
_rx_subscription_bind_closures (RxSubscription *self, GClosure *on_next, GClosure *on_error, GClosure *on_completed)
{
  Closures *data = g_new0 (Closures, 1);

  closures_add (data, 0, on_next);
  closures_add (data, 1, on_error);
  closures_add (data, 2, on_completed);
  _rx_subscription_bind (self, &closure_receiver_ops, _rx_callback_new (NULL, data, closures_free));
}

void
_rx_subscription_bind_events (RxSubscription *self, RxEventFunc func, gpointer user_data, GDestroyNotify destroy)
{
  self->funcs[0] = G_CALLBACK (func);
  _rx_subscription_bind (self, &event_receiver_ops, _rx_callback_new (NULL, user_data, destroy));
}

/* FALSE: the subscription was used before. */
gboolean
_rx_subscription_bind_observer (RxSubscription *self, RxObserver *observer)
{
  return _rx_subscription_bind (self, &observer_receiver_ops,
                                _rx_callback_new (NULL, g_object_ref (observer), g_object_unref));
}
