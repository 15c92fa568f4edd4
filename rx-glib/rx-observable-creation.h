/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx-types.h>

G_BEGIN_DECLS

RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_create        (RxBackpressure  mode,
                                           RxCreateFunc    func,
                                           gpointer        user_data,
                                           GDestroyNotify  destroy);
RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_just          (const GValue   *item);
RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_empty         (void);
RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_never         (void);
RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_error         (const GError   *error);
RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_from_array    (const GValue   *items,
                                           gsize           n_items);
RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_range         (gint64          start,
                                           guint64         n);
RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_range_full    (gint64          start,
                                           guint64         n,
                                           gint64          step);
RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_interval      (GTimeSpan       period,
                                           RxScheduler    *scheduler);
RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_interval_full (GTimeSpan       initial,
                                           GTimeSpan       period,
                                           RxScheduler    *scheduler);
RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_timer         (GTimeSpan       delay,
                                           RxScheduler    *scheduler);

G_END_DECLS
