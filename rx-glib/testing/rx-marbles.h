/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/testing/rx-marble-table.h>
#include <rx-glib/testing/rx-test-event.h>

G_BEGIN_DECLS

RX_AVAILABLE_IN_ALL
RxTestEvent **rx_marbles_parse              (const gchar      *marbles,
                                             RxMarbleTable    *table,
                                             gsize            *n_events,
                                             GError          **error);
RX_AVAILABLE_IN_ALL
RxTestEvent **rx_marbles_parse_hot          (const gchar      *marbles,
                                             RxMarbleTable    *table,
                                             gsize            *n_events,
                                             GError          **error);
RX_AVAILABLE_IN_ALL
gboolean      rx_marbles_parse_subscription (const gchar      *marbles,
                                             RxMarbleTable    *table,
                                             gint64           *subscribed,
                                             gint64           *unsubscribed,
                                             GError          **error);
RX_AVAILABLE_IN_ALL
gchar        *rx_marbles_print              (RxTestEvent     **events,
                                             gsize             n_events,
                                             RxMarbleTable    *table);
RX_AVAILABLE_IN_ALL
gboolean      rx_marbles_compare            (RxTestEvent     **expected,
                                             gsize             n_expected,
                                             RxTestEvent     **actual,
                                             gsize             n_actual,
                                             RxMarbleTable    *table,
                                             GError          **error);

G_END_DECLS
