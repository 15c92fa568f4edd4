/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-value-private.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "rx-foreign-private.h"
#include "rx-list.h"
#include "rx-notification.h"
#include "rx-timestamped.h"

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* Equalities of single types */

static gboolean
strv_equal (gconstpointer a, gconstpointer b)
{
  return g_strv_equal (a, b);
}

static guint
strv_hash (gconstpointer data)
{
  guint hash = 0;

  for (const char *const *string = data; *string != NULL; string++)
    hash = hash * 31 + g_str_hash (*string) + 1;
  return hash;
}

static gboolean
notification_equal (gconstpointer a, gconstpointer b)
{
  RxNotification *x = (RxNotification *) a, *y = (RxNotification *) b;
  const GError *e = rx_notification_get_error (x), *f = rx_notification_get_error (y);

  if (rx_notification_get_kind (x) != rx_notification_get_kind (y))
    return FALSE;
  if (e != NULL)
    return e->domain == f->domain && e->code == f->code && g_strcmp0 (e->message, f->message) == 0;
  return rx_value_equal (rx_notification_get_item (x), rx_notification_get_item (y));
}

static guint
notification_hash (gconstpointer data)
{
  RxNotification *self = (RxNotification *) data;
  const GError *error = rx_notification_get_error (self);

  if (error != NULL)
    return _rx_hash_mix ((guint64) error->domain << 32 | (guint32) error->code);
  return rx_value_hash (rx_notification_get_item (self)) + (guint) rx_notification_get_kind (self);
}

static gboolean
timestamped_equal (gconstpointer a, gconstpointer b)
{
  RxTimestamped *x = (RxTimestamped *) a, *y = (RxTimestamped *) b;

  return rx_timestamped_get_time (x) == rx_timestamped_get_time (y) &&
         rx_value_equal (rx_timestamped_get_item (x), rx_timestamped_get_item (y));
}

static guint
timestamped_hash (gconstpointer data)
{
  RxTimestamped *self = (RxTimestamped *) data;

  return rx_value_hash (rx_timestamped_get_item (self)) * 31 + _rx_hash_mix ((guint64) rx_timestamped_get_time (self));
}

/* The registry: an immutable sorted table, replaced as a whole. */

static _Atomic (RxRegistry *) the_registry;

static int
equality_order (const void *a, const void *b)
{
  return ORDER (((const RxEquality *) a)->type, ((const RxEquality *) b)->type);
}

/* Returns FALSE if another thread was faster; registry is taken over, or else freed. */
static gboolean
registry_publish (RxRegistry *older, RxRegistry *registry)
{
  registry->older = older;
  qsort (registry->types, registry->n, sizeof (RxEquality), equality_order);
  /* release: whoever finds the table finds it filled; acquire pairs with it */
  if (atomic_compare_exchange_strong_explicit (&the_registry, &older, registry,
                                               memory_order_acq_rel, memory_order_acquire))
    return TRUE;
  g_free (registry);
  return FALSE;
}

RxRegistry *
_rx_registry_get (void)
{
  const RxEquality known[] = {
    { G_TYPE_BYTES, g_bytes_equal, g_bytes_hash },
    { G_TYPE_DATE_TIME, g_date_time_equal, g_date_time_hash },
    { G_TYPE_STRV, strv_equal, strv_hash },
    { RX_TYPE_LIST, NULL, NULL },
    { RX_TYPE_NOTIFICATION, notification_equal, notification_hash },
    { RX_TYPE_TIMESTAMPED, timestamped_equal, timestamped_hash },
    { RX_TYPE_FOREIGN, _rx_foreign_equal, _rx_foreign_hash },
  };
  RxRegistry *registry;

  /* acquire: pairs with the release of the one who published it */
  while ((registry = atomic_load_explicit (&the_registry, memory_order_acquire)) == NULL)
    {
      registry = g_malloc0 (sizeof (RxRegistry) + sizeof (known));
      registry->n = G_N_ELEMENTS (known);
      memcpy (registry->types, known, sizeof (known));
      registry_publish (NULL, registry);
    }
  return registry;
}

const RxEquality *
_rx_registry_find (const RxRegistry *registry, GType type)
{
  const RxEquality key = { .type = type };

  return bsearch (&key, registry->types, registry->n, sizeof (RxEquality), equality_order);
}

/**
 * rx_value_register_equal: (skip)
 * @type: a type of your own: boxed, a pointer type, or a class of objects
 * @equal: tells whether two of them are equal
 * @hash: (nullable): a hash that goes with @equal
 *
 * Gives a type an equality for [func@Rx.value_equal], and so for every operator that compares items.
 *
 * Both functions are handed the pointers that the items hold, which are never %NULL. They may be called on any thread.
 * Without @hash all values of the type hash alike, which makes operators that keep a set, such as `distinct`, slow.
 * An equality for a class holds for the classes derived from it too, unless they have one of their own; two objects
 * are compared if it is the same for both.
 *
 * To be called before items of the type are compared. The equality of a type cannot be changed afterwards; registering
 * the same functions again does nothing.
 *
 * Since: 1.0
 */
void
rx_value_register_equal (GType type, GEqualFunc equal, GHashFunc hash)
{
  RxRegistry *older, *registry;
  const RxEquality *old;

  g_return_if_fail (G_TYPE_IS_DERIVED (type));
  g_return_if_fail (G_TYPE_IS_BOXED (type) || G_TYPE_IS_INSTANTIATABLE (type) ||
                    G_TYPE_FUNDAMENTAL (type) == G_TYPE_POINTER);
  g_return_if_fail (equal != NULL);

  do
    {
      older = _rx_registry_get ();
      old = _rx_registry_find (older, type);
      if (old != NULL)
        {
          if (old->equal != equal || old->hash != hash)
            g_critical ("%s: %s has an equality already", G_STRFUNC, g_type_name (type));
          return;
        }
      registry = g_malloc (sizeof (RxRegistry) + (older->n + 1) * sizeof (RxEquality));
      registry->n = older->n + 1;
      registry->has_instances = older->has_instances || G_TYPE_IS_INSTANTIATABLE (type);
      memcpy (registry->types, older->types, older->n * sizeof (RxEquality));
      registry->types[older->n] = (RxEquality) { type, equal, hash };
    }
  while (!registry_publish (older, registry));
}
