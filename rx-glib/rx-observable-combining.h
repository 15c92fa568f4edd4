/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx-types.h>

G_BEGIN_DECLS

RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_merge      (RxObservable  **sources,
                                        gsize           n_sources);
RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_merge_with (RxObservable   *self,
                                        RxObservable   *other);
RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_zip        (RxObservable  **sources,
                                        gsize           n_sources,
                                        RxCombineFunc   func,
                                        gpointer        user_data,
                                        GDestroyNotify  destroy);
RX_AVAILABLE_IN_ALL
RxObservable *rx_observable_zip_with   (RxObservable   *self,
                                        RxObservable   *other,
                                        RxCombineFunc   func,
                                        gpointer        user_data,
                                        GDestroyNotify  destroy);

/**
 * RX_SOURCES: (skip)
 * @...: observables
 *
 * Stands for the two arguments of a combining operator that takes an array of observables and its length.
 *
 * Since: 1.0
 */
#ifndef __cplusplus
# define RX_SOURCES(...) \
  ((RxObservable *[]) { __VA_ARGS__ }), (sizeof ((RxObservable *[]) { __VA_ARGS__ }) / sizeof (RxObservable *))
#endif

G_END_DECLS
