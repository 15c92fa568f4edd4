/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx-types.h>

G_BEGIN_DECLS

/**
 * RxForeignFunc:
 * @user_data: the data given with the function
 *
 * Is told that [method@Rx.ForeignOwner.drain] has something to give.
 */
typedef void (*RxForeignFunc) (gpointer user_data);

#define RX_TYPE_FOREIGN_OWNER (rx_foreign_owner_get_type ())
RX_AVAILABLE_IN_ALL
GType           rx_foreign_owner_get_type     (void);
RX_AVAILABLE_IN_ALL
RxForeignOwner *rx_foreign_owner_new          (RxForeignFunc    func,
                                               gpointer         user_data,
                                               GDestroyNotify   destroy);
RX_AVAILABLE_IN_ALL
RxForeignOwner *rx_foreign_owner_ref          (RxForeignOwner  *self);
RX_AVAILABLE_IN_ALL
void            rx_foreign_owner_unref        (RxForeignOwner  *self);
RX_AVAILABLE_IN_ALL
RxForeign      *rx_foreign_owner_wrap         (RxForeignOwner  *self,
                                               guint64          id);
RX_AVAILABLE_IN_ALL
guint64         rx_foreign_owner_lookup       (RxForeignOwner  *self,
                                               RxForeign       *foreign);
RX_AVAILABLE_IN_ALL
guint64        *rx_foreign_owner_drain        (RxForeignOwner  *self,
                                               gsize           *n_ids);
RX_AVAILABLE_IN_ALL
GError         *rx_foreign_owner_wrap_error   (RxForeignOwner  *self,
                                               guint64          id,
                                               const gchar     *message);
RX_AVAILABLE_IN_ALL
guint64         rx_foreign_owner_lookup_error (RxForeignOwner  *self,
                                               const GError    *error);

#define RX_TYPE_FOREIGN (rx_foreign_get_type ())
RX_AVAILABLE_IN_ALL
GType           rx_foreign_get_type           (void);
RX_AVAILABLE_IN_ALL
RxForeign      *rx_foreign_ref                (RxForeign       *self);
RX_AVAILABLE_IN_ALL
void            rx_foreign_unref              (RxForeign       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RxForeignOwner, rx_foreign_owner_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RxForeign, rx_foreign_unref)

/**
 * RX_FOREIGN_ERROR: (skip)
 *
 * The domain of [error@Rx.ForeignError].
 *
 * Since: 1.0
 */
#define RX_FOREIGN_ERROR (rx_foreign_error_quark ())

/**
 * RxForeignError:
 * @RX_FOREIGN_ERROR_THROWN: a function of another language threw a value, which the error carries
 *
 * Codes of the errors that carry a value of another language.
 *
 * Since: 1.0
 */
typedef enum
{
  RX_FOREIGN_ERROR_THROWN
} RxForeignError;

RX_AVAILABLE_IN_ALL
GQuark          rx_foreign_error_quark        (void);

G_END_DECLS
