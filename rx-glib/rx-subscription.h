/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx-types.h>

G_BEGIN_DECLS

#define RX_TYPE_SUBSCRIPTION            (rx_subscription_get_type ())
#define RX_SUBSCRIPTION(object)         (G_TYPE_CHECK_INSTANCE_CAST ((object), RX_TYPE_SUBSCRIPTION, RxSubscription))
#define RX_IS_SUBSCRIPTION(object)      (G_TYPE_CHECK_INSTANCE_TYPE ((object), RX_TYPE_SUBSCRIPTION))

typedef struct _RxSubscriptionClass     RxSubscriptionClass;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RxSubscription, g_object_unref)

/**
 * RxSubscriptionClass:
 * @parent_class: the parent class
 *
 * The class of subscriptions.
 */
struct _RxSubscriptionClass
{
  GObjectClass parent_class;

  /*< private >*/
  gpointer padding[4];
};

RX_AVAILABLE_IN_ALL
GType           rx_subscription_get_type        (void);
RX_AVAILABLE_IN_ALL
RxSubscription *rx_subscription_new             (void);
RX_AVAILABLE_IN_ALL
RxSubscription *rx_subscription_new_with_func   (RxActionFunc    func,
                                                 gpointer        user_data,
                                                 GDestroyNotify  destroy);
RX_AVAILABLE_IN_ALL
void            rx_subscription_unsubscribe     (RxSubscription *self);
RX_AVAILABLE_IN_ALL
gboolean        rx_subscription_is_unsubscribed (RxSubscription *self);
RX_AVAILABLE_IN_ALL
void            rx_subscription_request         (RxSubscription *self,
                                                 gint64          n);
RX_AVAILABLE_IN_ALL
void            rx_subscription_attach_to       (RxSubscription *self,
                                                 gpointer        object);
RX_AVAILABLE_IN_ALL
void            rx_clear_subscription           (RxSubscription **subscription);

#define RX_TYPE_COMPOSITE_SUBSCRIPTION (rx_composite_subscription_get_type ())
RX_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (RxCompositeSubscription, rx_composite_subscription, RX, COMPOSITE_SUBSCRIPTION, RxSubscription)

RX_AVAILABLE_IN_ALL
RxCompositeSubscription *rx_composite_subscription_new    (void);
RX_AVAILABLE_IN_ALL
void                     rx_composite_subscription_add    (RxCompositeSubscription *self,
                                                           RxSubscription          *child);
RX_AVAILABLE_IN_ALL
void                     rx_composite_subscription_take   (RxCompositeSubscription *self,
                                                           RxSubscription          *child);
RX_AVAILABLE_IN_ALL
gboolean                 rx_composite_subscription_remove (RxCompositeSubscription *self,
                                                           RxSubscription          *child);
RX_AVAILABLE_IN_ALL
gboolean                 rx_composite_subscription_detach (RxCompositeSubscription *self,
                                                           RxSubscription          *child);
RX_AVAILABLE_IN_ALL
void                     rx_composite_subscription_clear  (RxCompositeSubscription *self);

#define RX_TYPE_SERIAL_SUBSCRIPTION (rx_serial_subscription_get_type ())
RX_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (RxSerialSubscription, rx_serial_subscription, RX, SERIAL_SUBSCRIPTION, RxSubscription)

RX_AVAILABLE_IN_ALL
RxSerialSubscription *rx_serial_subscription_new         (void);
RX_AVAILABLE_IN_ALL
void                  rx_serial_subscription_set_current (RxSerialSubscription *self,
                                                          RxSubscription       *child);
RX_AVAILABLE_IN_ALL
void                  rx_serial_subscription_take        (RxSerialSubscription *self,
                                                          RxSubscription       *child);
RX_AVAILABLE_IN_ALL
RxSubscription       *rx_serial_subscription_get_current (RxSerialSubscription *self);

G_END_DECLS
