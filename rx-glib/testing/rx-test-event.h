/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/testing/rx-testing-types.h>

G_BEGIN_DECLS

#define RX_TYPE_TEST_EVENT (rx_test_event_get_type ())
RX_AVAILABLE_IN_ALL
GType           rx_test_event_get_type         (void);
RX_AVAILABLE_IN_ALL
RxTestEvent    *rx_test_event_new              (gint64           time,
                                                RxNotification  *notification);
RX_AVAILABLE_IN_ALL
RxTestEvent    *rx_test_event_new_next         (gint64           time,
                                                const GValue    *item);
RX_AVAILABLE_IN_ALL
RxTestEvent    *rx_test_event_new_error        (gint64           time,
                                                const GError    *error);
RX_AVAILABLE_IN_ALL
RxTestEvent    *rx_test_event_new_completed    (gint64           time);
RX_AVAILABLE_IN_ALL
RxTestEvent    *rx_test_event_ref              (RxTestEvent     *self);
RX_AVAILABLE_IN_ALL
void            rx_test_event_unref            (RxTestEvent     *self);
RX_AVAILABLE_IN_ALL
gint64          rx_test_event_get_time         (RxTestEvent     *self);
RX_AVAILABLE_IN_ALL
RxNotification *rx_test_event_get_notification (RxTestEvent     *self);
RX_AVAILABLE_IN_ALL
gboolean        rx_test_event_equal            (RxTestEvent     *self,
                                                RxTestEvent     *other);
RX_AVAILABLE_IN_ALL
gchar          *rx_test_event_to_string        (RxTestEvent     *self);
RX_AVAILABLE_IN_ALL
void            rx_test_events_free            (RxTestEvent    **events,
                                                gsize            n_events);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RxTestEvent, rx_test_event_unref)

G_END_DECLS
