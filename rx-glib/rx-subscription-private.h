/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-callback-private.h"
#include "core/rx-sink-private.h"
#include "rx-subscription.h"

/* How the three events reach the user. The callback holds user data and thread; it is released at the end. */
typedef struct
{
  void     (*next)          (RxSubscription *self, RxCallback *callback, const GValue *item, GError **error);
  void     (*error)         (RxSubscription *self, RxCallback *callback, const GError *error);
  void     (*completed)     (RxSubscription *self, RxCallback *callback);
  gboolean (*handles_error) (RxSubscription *self, RxCallback *callback);
} RxReceiverOps;

/* What the kinds of subscriptions do when they are unsubscribed; called once. No virtual function for users. */
typedef void (*RxSubscriptionEndedFunc) (RxSubscription *self);
#define _RX_SUBSCRIPTION_ENDED(klass) ((klass)->padding[0])

/* The final sink is part of the subscription. All references to the sink together hold one to the object. */
struct _RxSubscription
{
  GObject parent_instance;

  RxSink sink;                  /* up: under the lock */
  RxLock lock;
  guint8 bound;                 /* it has got its stream; under the lock */
  guint8 unbounded;             /* nobody counts; under the lock */
  atomic_bool refused;          /* a bad request: RX_ERROR_BAD_REQUEST is on its way; any thread */
  atomic_bool over;             /* the stream has ended or let go; any thread */
  gint64 requested;             /* before there is an upstream; under the lock */

  const RxReceiverOps *receiver;
  RxNextFunc next_func;         /* (nullable): a C function for any thread, called without the receiver's help */
  GCallback funcs[3];           /* of the C forms */
  RxCallback *callback;         /* (owned) (nullable) */
  RxOutermost outermost;        /* context: owned */
  RxCompositeSubscription *attached;    /* (owned) (nullable): what the owner object holds; under the lock */
};

extern const RxSinkOps _rx_final_sink_ops;

void     _rx_subscription_release       (RxSubscription *self);
gboolean _rx_subscription_bind          (RxSubscription *self, const RxReceiverOps *receiver, RxCallback *callback);
gboolean _rx_subscription_bind_funcs    (RxSubscription *self, RxNextFunc on_next, RxErrorFunc on_error,
                                         RxCompletedFunc on_completed, gpointer user_data, GDestroyNotify destroy);
void     _rx_subscription_bind_object   (RxSubscription *self, RxNextFunc on_next, RxErrorFunc on_error,
                                         RxCompletedFunc on_completed, gpointer owner);
void     _rx_subscription_bind_closures (RxSubscription *self, GClosure *on_next, GClosure *on_error,
                                         GClosure *on_completed);
void     _rx_subscription_bind_events   (RxSubscription *self, RxEventFunc func, gpointer user_data,
                                         GDestroyNotify destroy);
gboolean _rx_subscription_bind_observer (RxSubscription *self, RxObserver *observer);
