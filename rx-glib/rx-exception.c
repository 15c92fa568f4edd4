/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-binding.h"

#include "core/rx-item-private.h"
#include "core/rx-sync-private.h"

/**
 * RxException:
 *
 * What a language has thrown, on its way down a stream.
 *
 * For bindings that know of an error its domain, code and message only: PyGObject makes a `GError` anew from these
 * whenever one goes in or out. A binding that wants the very object back makes an exception of it, and an error of the
 * domain %RX_EXCEPTION with its code. Every copy of that error keeps the exception, so it lives exactly as long as some
 * stream still has the error, and [func@Rx.Exception.lookup] finds it meanwhile. (Where the error itself goes in and
 * out, [method@Rx.ForeignOwner.wrap_error] needs no code.)
 *
 * The first `GError` keeps nothing, since it is made without the library's knowledge: whoever made the exception holds
 * it until the error was handed over.
 *
 * Since: 1.0
 */
struct _RxException
{
  gint refs;                    /* under the lock, with which lookup() meets the last unref() */
  gint code;
  GValue thrown;                /* (owned) */
};

static RxLock lock;
static GHashTable *living;      /* under the lock: code → exception (unowned) */
static gint last_code;          /* under the lock */

G_DEFINE_BOXED_TYPE (RxException, rx_exception, rx_exception_ref, rx_exception_unref)

/* --- the error that keeps it --- */

typedef struct
{
  RxException *exception;       /* (owned) (nullable) */
} RxExceptionErrorPrivate;

/* As GLib lays it out: in front of the error, to the alignment of malloc(). */
static RxExceptionErrorPrivate *
exception_error_get_private (const GError *error)
{
  const gsize alignment = 2 * sizeof (gsize);
  gsize size = (sizeof (RxExceptionErrorPrivate) + alignment - 1) & -alignment;

  return (RxExceptionErrorPrivate *) ((guint8 *) error - size);
}

static void
exception_error_init (GError *error)
{
  exception_error_get_private (error)->exception = NULL;        /* the code is not known yet */
}

static void
exception_error_copy (const GError *source, GError *dest)
{
  RxException *exception = exception_error_get_private (source)->exception;

  exception_error_get_private (dest)->exception =
    exception != NULL ? rx_exception_ref (exception) : rx_exception_lookup (source->code);
}

static void
exception_error_clear (GError *error)
{
  RxException *exception = exception_error_get_private (error)->exception;

  if (exception != NULL)
    rx_exception_unref (exception);
}

/**
 * rx_exception_quark:
 *
 * Gives the domain of errors that stand for an exception.
 *
 * Returns: the domain
 *
 * Since: 1.0
 */
GQuark
rx_exception_quark (void)
{
  static gsize quark;

  if (g_once_init_enter (&quark))
    g_once_init_leave (&quark, g_error_domain_register_static ("rx-exception-quark", sizeof (RxExceptionErrorPrivate),
                                                               exception_error_init, exception_error_copy,
                                                               exception_error_clear));
  return (GQuark) quark;
}

/* --- the object --- */

/**
 * rx_exception_new:
 * @thrown: (nullable): what was thrown, which is copied
 *
 * Makes an exception, which can be found by its code until the last reference is given back.
 *
 * Returns: (transfer full): the exception; %NULL after a programmer error
 *
 * Since: 1.0
 */
RxException *
rx_exception_new (const GValue *thrown)
{
  RxException *self;

  g_return_val_if_fail (thrown == NULL || G_IS_VALUE (thrown), NULL);

  rx_exception_quark ();        /* before a binding makes the error */
  self = g_new (RxException, 1);
  self->refs = 1;
  _rx_item_import (&self->thrown, thrown);

  _rx_lock (&lock);
  if (living == NULL)
    living = g_hash_table_new (NULL, NULL);
  do
    last_code = last_code < G_MAXINT ? last_code + 1 : 1;
  while (g_hash_table_contains (living, GINT_TO_POINTER (last_code)));
  self->code = last_code;
  g_hash_table_insert (living, GINT_TO_POINTER (self->code), self);
  _rx_unlock (&lock);
  return self;
}

/**
 * rx_exception_lookup:
 * @code: the code of an error of the domain %RX_EXCEPTION
 *
 * Finds the exception that an error stands for.
 *
 * Returns: (transfer full) (nullable): the exception, or %NULL if nothing holds it any more
 *
 * Since: 1.0
 */
RxException *
rx_exception_lookup (gint code)
{
  RxException *self;

  _rx_lock (&lock);
  self = living != NULL ? g_hash_table_lookup (living, GINT_TO_POINTER (code)) : NULL;
  if (self != NULL)
    self->refs++;
  _rx_unlock (&lock);
  return self;
}

/**
 * rx_exception_ref:
 * @self: an exception
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
RxException *
rx_exception_ref (RxException *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  _rx_lock (&lock);
  self->refs++;
  _rx_unlock (&lock);
  return self;
}

/**
 * rx_exception_unref:
 * @self: (transfer full): an exception
 *
 * Gives a reference back. The last one frees what was thrown, on this thread.
 *
 * Since: 1.0
 */
void
rx_exception_unref (RxException *self)
{
  gboolean last;

  g_return_if_fail (self != NULL);

  _rx_lock (&lock);
  last = --self->refs == 0;
  if (last)
    g_hash_table_remove (living, GINT_TO_POINTER (self->code));
  _rx_unlock (&lock);

  if (last)
    {
      _rx_item_clear (&self->thrown);
      g_free (self);
    }
}

/**
 * rx_exception_get_code:
 * @self: an exception
 *
 * Gives the code, which no other living exception has.
 *
 * Returns: the code, a positive number
 *
 * Since: 1.0
 */
gint
rx_exception_get_code (RxException *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->code;
}

/**
 * rx_exception_get_thrown:
 * @self: an exception
 *
 * Gives what was thrown.
 *
 * Returns: (transfer none): the value, valid as long as @self is
 *
 * Since: 1.0
 */
const GValue *
rx_exception_get_thrown (RxException *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return &self->thrown;
}
