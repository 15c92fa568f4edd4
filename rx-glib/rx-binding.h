/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx-types.h>

G_BEGIN_DECLS

/* What language bindings need and programs do not. */

RX_AVAILABLE_IN_ALL
gboolean      rx_callback_use_closure  (GClosure     *closure,
                                        const gchar  *type);
RX_AVAILABLE_IN_ALL
void          rx_callback_return       (const GValue *result);
RX_AVAILABLE_IN_ALL
void          rx_callback_return_int64 (gint64        result);

/**
 * RX_EXCEPTION: (skip)
 *
 * The domain of errors that stand for an exception of a language; the code is that of the [struct@Rx.Exception].
 *
 * Since: 1.0
 */
#define RX_EXCEPTION (rx_exception_quark ())

typedef struct _RxException RxException;

#define RX_TYPE_EXCEPTION (rx_exception_get_type ())
RX_AVAILABLE_IN_ALL
GType         rx_exception_get_type    (void);
RX_AVAILABLE_IN_ALL
GQuark        rx_exception_quark       (void);
RX_AVAILABLE_IN_ALL
RxException  *rx_exception_new         (const GValue *thrown);
RX_AVAILABLE_IN_ALL
RxException  *rx_exception_lookup      (gint          code);
RX_AVAILABLE_IN_ALL
RxException  *rx_exception_ref         (RxException  *self);
RX_AVAILABLE_IN_ALL
void          rx_exception_unref       (RxException  *self);
RX_AVAILABLE_IN_ALL
gint          rx_exception_get_code    (RxException  *self);
RX_AVAILABLE_IN_ALL
const GValue *rx_exception_get_thrown  (RxException  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RxException, rx_exception_unref)

G_END_DECLS
