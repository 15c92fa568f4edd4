/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx-types.h>

G_BEGIN_DECLS

RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_do_on_next      (RxObservable   *self,
                                             RxNextFunc      func,
                                             gpointer        user_data,
                                             GDestroyNotify  destroy);
RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_observe_on      (RxObservable   *self,
                                             RxScheduler    *scheduler);
RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_observe_on_full (RxObservable   *self,
                                             guint           capacity,
                                             gboolean        delay_error,
                                             RxScheduler    *scheduler);
RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_subscribe_on    (RxObservable   *self,
                                             RxScheduler    *scheduler);

G_END_DECLS
