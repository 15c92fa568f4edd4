/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx-types.h>

G_BEGIN_DECLS

#define RX_TYPE_TIMESTAMPED (rx_timestamped_get_type ())
RX_AVAILABLE_IN_ALL
GType          rx_timestamped_get_type (void);
RX_AVAILABLE_IN_ALL
RxTimestamped *rx_timestamped_new      (const GValue  *item,
                                        gint64         time);
RX_AVAILABLE_IN_ALL
RxTimestamped *rx_timestamped_ref      (RxTimestamped *self);
RX_AVAILABLE_IN_ALL
void           rx_timestamped_unref    (RxTimestamped *self);
RX_AVAILABLE_IN_ALL
const GValue  *rx_timestamped_get_item (RxTimestamped *self);
RX_AVAILABLE_IN_ALL
gint64         rx_timestamped_get_time (RxTimestamped *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RxTimestamped, rx_timestamped_unref)

G_END_DECLS
