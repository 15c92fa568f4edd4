/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/testing/rx-testing-types.h>

G_BEGIN_DECLS

#define RX_TYPE_MARBLE_TABLE (rx_marble_table_get_type ())
RX_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (RxMarbleTable, rx_marble_table, RX, MARBLE_TABLE, GObject)

RX_AVAILABLE_IN_ALL
RxMarbleTable *rx_marble_table_new       (void);
RX_AVAILABLE_IN_ALL
void           rx_marble_table_set_item  (RxMarbleTable  *self,
                                          gunichar        symbol,
                                          const GValue   *item);
RX_AVAILABLE_IN_ALL
void           rx_marble_table_set_error (RxMarbleTable  *self,
                                          gunichar        symbol,
                                          const GError   *error);
RX_AVAILABLE_IN_ALL
GTimeSpan      rx_marble_table_get_frame (RxMarbleTable  *self);
RX_AVAILABLE_IN_ALL
void           rx_marble_table_set_frame (RxMarbleTable  *self,
                                          GTimeSpan       frame);

G_END_DECLS
