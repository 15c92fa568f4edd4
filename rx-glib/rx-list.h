/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx-types.h>

G_BEGIN_DECLS

#define RX_TYPE_LIST (rx_list_get_type ())
RX_AVAILABLE_IN_ALL
GType         rx_list_get_type   (void);
RX_AVAILABLE_IN_ALL
RxList       *rx_list_new        (const GValue *items,
                                  gsize         n_items);
RX_AVAILABLE_IN_ALL
RxList       *rx_list_ref        (RxList       *self);
RX_AVAILABLE_IN_ALL
void          rx_list_unref      (RxList       *self);
RX_AVAILABLE_IN_ALL
gsize         rx_list_get_length (RxList       *self);
RX_AVAILABLE_IN_ALL
const GValue *rx_list_get_items  (RxList       *self,
                                  gsize        *n_items);
RX_AVAILABLE_IN_ALL
const GValue *rx_list_get_item   (RxList       *self,
                                  gsize         index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RxList, rx_list_unref)

G_END_DECLS
