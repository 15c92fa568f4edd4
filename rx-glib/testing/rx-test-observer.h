/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/testing/rx-marble-table.h>
#include <rx-glib/testing/rx-test-event.h>
#include <rx-glib/testing/rx-test-scheduler.h>

G_BEGIN_DECLS

#define RX_TYPE_TEST_OBSERVER (rx_test_observer_get_type ())
RX_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (RxTestObserver, rx_test_observer, RX, TEST_OBSERVER, GObject)

RX_AVAILABLE_IN_ALL
RxTestObserver  *rx_test_observer_new                 (RxScheduler      *scheduler);
RX_AVAILABLE_IN_ALL
RxTestObserver  *rx_test_observer_subscribe           (RxObservable     *observable,
                                                       gint64            initial_request);
RX_AVAILABLE_IN_ALL
void             rx_test_observer_start               (RxTestObserver   *self,
                                                       RxObservable     *observable,
                                                       gint64            initial_request);
RX_AVAILABLE_IN_ALL
void             rx_test_observer_request             (RxTestObserver   *self,
                                                       gint64            n);
RX_AVAILABLE_IN_ALL
void             rx_test_observer_unsubscribe         (RxTestObserver   *self);
RX_AVAILABLE_IN_ALL
RxSubscription  *rx_test_observer_get_subscription    (RxTestObserver   *self);

RX_AVAILABLE_IN_ALL
guint            rx_test_observer_get_n_items         (RxTestObserver   *self);
RX_AVAILABLE_IN_ALL
GValue          *rx_test_observer_get_items           (RxTestObserver   *self,
                                                       gsize            *n_items);
RX_AVAILABLE_IN_ALL
RxTestEvent    **rx_test_observer_get_events          (RxTestObserver   *self,
                                                       gsize            *n_events);
RX_AVAILABLE_IN_ALL
gboolean         rx_test_observer_has_ended           (RxTestObserver   *self);
RX_AVAILABLE_IN_ALL
gboolean         rx_test_observer_is_completed        (RxTestObserver   *self);
RX_AVAILABLE_IN_ALL
GError          *rx_test_observer_get_error           (RxTestObserver   *self);

RX_AVAILABLE_IN_ALL
gboolean         rx_test_observer_wait                (RxTestObserver   *self,
                                                       GTimeSpan         timeout,
                                                       GError          **error);
RX_AVAILABLE_IN_ALL
gboolean         rx_test_observer_wait_for_items      (RxTestObserver   *self,
                                                       guint             n_items,
                                                       GTimeSpan         timeout,
                                                       GError          **error);

RX_AVAILABLE_IN_ALL
gboolean         rx_test_observer_compare_marbles     (RxTestObserver   *self,
                                                       const gchar      *marbles,
                                                       RxMarbleTable    *table,
                                                       GError          **error);
RX_AVAILABLE_IN_ALL
gboolean         rx_test_observer_compare_events      (RxTestObserver   *self,
                                                       RxTestEvent     **events,
                                                       gsize             n_events,
                                                       RxMarbleTable    *table,
                                                       GError          **error);

RX_AVAILABLE_IN_ALL
RxTestObserver  *rx_test_scheduler_subscribe          (RxTestScheduler  *self,
                                                       RxObservable     *observable);
RX_AVAILABLE_IN_ALL
RxTestObserver  *rx_test_scheduler_subscribe_marbles  (RxTestScheduler  *self,
                                                       RxObservable     *observable,
                                                       const gchar      *marbles,
                                                       RxMarbleTable    *table,
                                                       GError          **error);

G_END_DECLS
