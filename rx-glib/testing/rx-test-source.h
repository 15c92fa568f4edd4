/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/testing/rx-marble-table.h>
#include <rx-glib/testing/rx-test-event.h>
#include <rx-glib/testing/rx-test-scheduler.h>

G_BEGIN_DECLS

#define RX_TYPE_TEST_SOURCE (rx_test_source_get_type ())
RX_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (RxTestSource, rx_test_source, RX, TEST_SOURCE, RxObservable)

RX_AVAILABLE_IN_ALL
RxTestSource *rx_test_scheduler_create_cold           (RxTestScheduler      *self,
                                                       RxTestEvent         **events,
                                                       gsize                 n_events);
RX_AVAILABLE_IN_ALL
RxTestSource *rx_test_scheduler_create_hot            (RxTestScheduler      *self,
                                                       RxTestEvent         **events,
                                                       gsize                 n_events);
RX_AVAILABLE_IN_ALL
RxTestSource *rx_test_scheduler_create_cold_marbles   (RxTestScheduler      *self,
                                                       const gchar          *marbles,
                                                       RxMarbleTable        *table,
                                                       GError              **error);
RX_AVAILABLE_IN_ALL
RxTestSource *rx_test_scheduler_create_hot_marbles    (RxTestScheduler      *self,
                                                       const gchar          *marbles,
                                                       RxMarbleTable        *table,
                                                       GError              **error);

RX_AVAILABLE_IN_ALL
guint         rx_test_source_get_n_subscriptions      (RxTestSource         *self);
RX_AVAILABLE_IN_ALL
gint64        rx_test_source_get_subscribed_at        (RxTestSource         *self,
                                                       guint                 index);
RX_AVAILABLE_IN_ALL
gint64        rx_test_source_get_unsubscribed_at      (RxTestSource         *self,
                                                       guint                 index);
RX_AVAILABLE_IN_ALL
gboolean      rx_test_source_compare_subscriptions    (RxTestSource         *self,
                                                       const gchar * const  *marbles,
                                                       RxMarbleTable        *table,
                                                       GError              **error);

G_END_DECLS
