/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx-types.h>

G_BEGIN_DECLS

#define RX_TYPE_OBSERVABLE              (rx_observable_get_type ())
#define RX_OBSERVABLE(object)           (G_TYPE_CHECK_INSTANCE_CAST ((object), RX_TYPE_OBSERVABLE, RxObservable))
#define RX_IS_OBSERVABLE(object)        (G_TYPE_CHECK_INSTANCE_TYPE ((object), RX_TYPE_OBSERVABLE))

typedef struct _RxObservableClass       RxObservableClass;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RxObservable, g_object_unref)

/**
 * RxObservableClass:
 * @parent_class: the parent class
 *
 * The class of observables.
 */
struct _RxObservableClass
{
  GObjectClass parent_class;

  /*< private >*/
  gpointer padding[4];
};

RX_AVAILABLE_IN_ALL
GType           rx_observable_get_type                (void);

RX_AVAILABLE_IN_ALL
RxSubscription *rx_observable_subscribe               (RxObservable    *self,
                                                       RxNextFunc       on_next,
                                                       RxErrorFunc      on_error,
                                                       RxCompletedFunc  on_completed,
                                                       gpointer         user_data,
                                                       GDestroyNotify   destroy) G_GNUC_WARN_UNUSED_RESULT;
RX_AVAILABLE_IN_ALL
void            rx_observable_subscribe_full          (RxObservable    *self,
                                                       gint64           initial_request,
                                                       RxSubscription  *handle,
                                                       RxNextFunc       on_next,
                                                       RxErrorFunc      on_error,
                                                       RxCompletedFunc  on_completed,
                                                       gpointer         user_data,
                                                       GDestroyNotify   destroy);
RX_AVAILABLE_IN_ALL
void            rx_observable_subscribe_object        (RxObservable    *self,
                                                       RxNextFunc       on_next,
                                                       RxErrorFunc      on_error,
                                                       RxCompletedFunc  on_completed,
                                                       gpointer         owner);
RX_AVAILABLE_IN_ALL
RxSubscription *rx_observable_subscribe_with_closures (RxObservable    *self,
                                                       GClosure        *on_next,
                                                       GClosure        *on_error,
                                                       GClosure        *on_completed) G_GNUC_WARN_UNUSED_RESULT;
RX_AVAILABLE_IN_ALL
RxSubscription *rx_observable_subscribe_events        (RxObservable    *self,
                                                       RxEventFunc      func,
                                                       gpointer         user_data,
                                                       GDestroyNotify   destroy) G_GNUC_WARN_UNUSED_RESULT;
RX_AVAILABLE_IN_ALL
void            rx_observable_subscribe_observer      (RxObservable    *self,
                                                       RxObserver      *observer,
                                                       gint64           initial_request,
                                                       RxSubscription  *handle);

RX_AVAILABLE_IN_ALL
RxObservable   *rx_observable_named                   (RxObservable    *self,
                                                       const gchar     *name);
RX_AVAILABLE_IN_ALL
RxObservable   *rx_observable_as_observable           (RxObservable    *self);
RX_AVAILABLE_IN_ALL
gchar          *rx_observable_to_string               (RxObservable    *self);

/**
 * rx_then: (skip)
 * @observable: address of a variable that holds an observable
 * @op: name of an operator, without `rx_observable_`
 * @...: the operator's arguments after the observable
 *
 * Puts an operator behind the observable in a variable: the variable holds the result, and what it held is released.
 *
 * The arguments are checked as in a plain call, since only the function's name is put together.
 *
 * |[<!-- language="C" -->
 * g_autoptr (RxObservable) words = rx_observable_from_array (items, n_items);
 * rx_then (&words, filter, is_long, NULL, NULL);
 * rx_then (&words, take, 10);
 * ]|
 *
 * Since: 1.0
 */
#define rx_then(observable, op, ...) \
  G_STMT_START \
  { \
    RxObservable **rx_then_place_ = (observable); \
    RxObservable *rx_then_source_ = *rx_then_place_; \
    *rx_then_place_ = rx_observable_##op (rx_then_source_, ##__VA_ARGS__); \
    g_clear_object (&rx_then_source_); \
  } \
  G_STMT_END

G_END_DECLS
