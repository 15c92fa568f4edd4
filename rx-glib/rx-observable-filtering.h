/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx-types.h>

G_BEGIN_DECLS

RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_filter     (RxObservable    *self,
                                        RxPredicateFunc  func,
                                        gpointer         user_data,
                                        GDestroyNotify   destroy);
RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_take       (RxObservable    *self,
                                        guint64          n);
RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_take_until (RxObservable    *self,
                                        RxObservable    *other);

G_END_DECLS
