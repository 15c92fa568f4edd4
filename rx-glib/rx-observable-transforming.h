/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx-types.h>

G_BEGIN_DECLS

RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_map           (RxObservable   *self,
                                           RxMapFunc       func,
                                           gpointer        user_data,
                                           GDestroyNotify  destroy);
RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_scan          (RxObservable   *self,
                                           const GValue   *seed,
                                           RxReduceFunc    func,
                                           gpointer        user_data,
                                           GDestroyNotify  destroy);
RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_flat_map      (RxObservable   *self,
                                           RxFlatMapFunc   func,
                                           gpointer        user_data,
                                           GDestroyNotify  destroy);
RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_flat_map_full (RxObservable   *self,
                                           guint           max_concurrency,
                                           gboolean        delay_error,
                                           RxFlatMapFunc   func,
                                           gpointer        user_data,
                                           GDestroyNotify  destroy);

G_END_DECLS
