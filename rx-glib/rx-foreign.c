/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-foreign-private.h"

/**
 * RxForeign:
 *
 * A value of another language on its way through a stream. It is meant for those who write language bindings.
 *
 * A binding keeps its value at home, in a table, and puts a handle with the value's number into the item. The handle is
 * counted and may be copied and released on any thread; only its owner gets from it to the value. Two handles are equal
 * for [func@Rx.value_equal] if they have the same owner and the same number.
 *
 * Since: 1.0
 */
G_DEFINE_BOXED_TYPE (RxForeign, rx_foreign, rx_foreign_ref, rx_foreign_unref)

/**
 * rx_foreign_owner_wrap:
 * @self: an owner
 * @id: the number of a value, not 0
 *
 * Makes a handle. Two handles of one number are equal, and the number is drained once for each.
 *
 * Returns: (transfer full): the handle
 *
 * Since: 1.0
 */
RxForeign *
rx_foreign_owner_wrap (RxForeignOwner *self, guint64 id)
{
  RxForeign *foreign;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (id != 0, NULL);

  foreign = g_new (RxForeign, 1);
  foreign->owner = rx_foreign_owner_ref (self);
  foreign->id = id;
  foreign->next = NULL;
  atomic_init (&foreign->refs, 1);
  return foreign;
}

/**
 * rx_foreign_owner_lookup:
 * @self: an owner
 * @foreign: a handle
 *
 * Gives the number of a handle that is this owner's.
 *
 * Returns: the number, or 0 if the handle is another engine's
 *
 * Since: 1.0
 */
guint64
rx_foreign_owner_lookup (RxForeignOwner *self, RxForeign *foreign)
{
  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (foreign != NULL, 0);

  return foreign->owner == self ? foreign->id : 0;
}

/**
 * rx_foreign_ref:
 * @self: a handle
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
RxForeign *
rx_foreign_ref (RxForeign *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  atomic_fetch_add_explicit (&self->refs, 1, memory_order_relaxed);     /* relaxed: the caller has a reference */
  return self;
}

/**
 * rx_foreign_unref:
 * @self: (transfer full): a handle
 *
 * Gives a reference back. After the last one the number waits for its owner to drain it.
 *
 * Since: 1.0
 */
void
rx_foreign_unref (RxForeign *self)
{
  g_return_if_fail (self != NULL);

  /* acq_rel: the owner may reuse the number, so every use of it happens before it is drained */
  if (atomic_fetch_sub_explicit (&self->refs, 1, memory_order_acq_rel) == 1)
    _rx_foreign_owner_bury (self);
}

gboolean
_rx_foreign_equal (gconstpointer a, gconstpointer b)
{
  const RxForeign *x = a, *y = b;

  return x->owner == y->owner && x->id == y->id;
}

guint
_rx_foreign_hash (gconstpointer foreign)
{
  const RxForeign *self = foreign;

  return (guint) ((self->id * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 32) ^ GPOINTER_TO_UINT (self->owner);
}

/* --- errors that carry a value --- */

typedef struct
{
  RxForeign *foreign;           /* (owned) (nullable): none in an error that was made in another way */
} RxForeignErrorPrivate;

static void
rx_foreign_error_private_init (RxForeignErrorPrivate *self)
{
}

static void
rx_foreign_error_private_copy (const RxForeignErrorPrivate *src, RxForeignErrorPrivate *dest)
{
  if (src->foreign != NULL)
    dest->foreign = rx_foreign_ref (src->foreign);
}

static void
rx_foreign_error_private_clear (RxForeignErrorPrivate *self)
{
  g_clear_pointer (&self->foreign, rx_foreign_unref);
}

/**
 * rx_foreign_error_quark:
 *
 * Names the domain of [error@Rx.ForeignError]. In C, write %RX_FOREIGN_ERROR.
 *
 * Returns: the quark of the domain
 *
 * Since: 1.0
 */
G_DEFINE_EXTENDED_ERROR (RxForeignError, rx_foreign_error)

/**
 * rx_foreign_owner_wrap_error:
 * @self: an owner
 * @id: the number of a value that was thrown, not 0
 * @message: what to tell those who do not know the value
 *
 * Makes an error that carries a handle, through every copy of it.
 *
 * Returns: (transfer full): the error, %RX_FOREIGN_ERROR_THROWN
 *
 * Since: 1.0
 */
GError *
rx_foreign_owner_wrap_error (RxForeignOwner *self, guint64 id, const gchar *message)
{
  GError *error;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (id != 0, NULL);
  g_return_val_if_fail (message != NULL, NULL);

  error = g_error_new_literal (RX_FOREIGN_ERROR, RX_FOREIGN_ERROR_THROWN, message);
  rx_foreign_error_get_private (error)->foreign = rx_foreign_owner_wrap (self, id);
  return error;
}

/**
 * rx_foreign_owner_lookup_error:
 * @self: an owner
 * @error: any error
 *
 * Gives the number of the value that an error carries.
 *
 * Returns: the number, or 0 if the error carries none or another engine's
 *
 * Since: 1.0
 */
guint64
rx_foreign_owner_lookup_error (RxForeignOwner *self, const GError *error)
{
  RxForeign *foreign;

  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (error != NULL, 0);

  if (error->domain != RX_FOREIGN_ERROR)
    return 0;
  foreign = rx_foreign_error_get_private (error)->foreign;
  return foreign != NULL ? rx_foreign_owner_lookup (self, foreign) : 0;
}
