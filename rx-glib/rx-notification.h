/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx-types.h>

G_BEGIN_DECLS

#define RX_TYPE_NOTIFICATION (rx_notification_get_type ())
RX_AVAILABLE_IN_ALL
GType           rx_notification_get_type      (void);
RX_AVAILABLE_IN_ALL
RxNotification *rx_notification_new_next      (const GValue   *item);
RX_AVAILABLE_IN_ALL
RxNotification *rx_notification_new_error     (const GError   *error);
RX_AVAILABLE_IN_ALL
RxNotification *rx_notification_new_completed (void);
RX_AVAILABLE_IN_ALL
RxNotification *rx_notification_ref           (RxNotification *self);
RX_AVAILABLE_IN_ALL
void            rx_notification_unref         (RxNotification *self);
RX_AVAILABLE_IN_ALL
RxEventKind     rx_notification_get_kind      (RxNotification *self);
RX_AVAILABLE_IN_ALL
const GValue   *rx_notification_get_item      (RxNotification *self);
RX_AVAILABLE_IN_ALL
const GError   *rx_notification_get_error     (RxNotification *self);
RX_AVAILABLE_IN_ALL
void            rx_notification_accept        (RxNotification *self,
                                               RxObserver     *observer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RxNotification, rx_notification_unref)

G_END_DECLS
