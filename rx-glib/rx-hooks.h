/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx-types.h>

G_BEGIN_DECLS

RX_AVAILABLE_IN_ALL
void rx_set_undeliverable_func (RxUndeliverableFunc  func,
                                gpointer             user_data,
                                GDestroyNotify       destroy);
RX_AVAILABLE_IN_ALL
void rx_callback_fail          (const GError        *error);
RX_AVAILABLE_IN_ALL
void rx_set_thread_affine      (gboolean             affine);
RX_AVAILABLE_IN_ALL
void rx_bind_type_to_thread    (GType                type);

G_END_DECLS
