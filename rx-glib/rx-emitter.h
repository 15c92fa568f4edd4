/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx-types.h>

G_BEGIN_DECLS

#define RX_TYPE_EMITTER (rx_emitter_get_type ())
RX_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (RxEmitter, rx_emitter, RX, EMITTER, GObject)

RX_AVAILABLE_IN_ALL
void          rx_emitter_next             (RxEmitter      *self,
                                           const GValue   *item);
RX_AVAILABLE_IN_ALL
void          rx_emitter_take             (RxEmitter      *self,
                                           GValue         *item);
RX_AVAILABLE_IN_ALL
void          rx_emitter_error            (RxEmitter      *self,
                                           const GError   *error);
RX_AVAILABLE_IN_ALL
void          rx_emitter_take_error       (RxEmitter      *self,
                                           GError         *error);
RX_AVAILABLE_IN_ALL
void          rx_emitter_completed        (RxEmitter      *self);
RX_AVAILABLE_IN_ALL
gboolean      rx_emitter_is_unsubscribed  (RxEmitter      *self);
RX_AVAILABLE_IN_ALL
gint64        rx_emitter_get_requested    (RxEmitter      *self);
RX_AVAILABLE_IN_ALL
gboolean      rx_emitter_wait_for_demand  (RxEmitter      *self);
RX_AVAILABLE_IN_ALL
GCancellable *rx_emitter_get_cancellable  (RxEmitter      *self);
RX_AVAILABLE_IN_ALL
void          rx_emitter_add_teardown     (RxEmitter      *self,
                                           RxActionFunc    func,
                                           gpointer        user_data,
                                           GDestroyNotify  destroy);
RX_AVAILABLE_IN_ALL
void          rx_emitter_add_subscription (RxEmitter      *self,
                                           RxSubscription *subscription);

G_END_DECLS
