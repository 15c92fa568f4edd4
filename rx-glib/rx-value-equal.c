/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-value-private.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "rx-error.h"
#include "rx-foreign-private.h"
#include "rx-list.h"
#include "rx-notification.h"
#include "rx-timestamped.h"

/* Numbers */

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* Compares the whole parts as integers, since a double cannot hold every integer. */
static gint
compare_with_double (const RxNumber *number, double d)
{
  gint order;
  double whole;

  if (d != d)
    return -1;
  if (d >= RX_TWO_TO_64)
    return -1;
  if (d < -RX_TWO_TO_63)
    return 1;

  if (d >= RX_TWO_TO_63)
    {
      guint64 u = (guint64) d;

      order = number->kind == RX_NUMBER_UINT64 ? ORDER (number->as.u, u) : -1;
      whole = (double) u;
    }
  else
    {
      gint64 i = (gint64) d;

      order = number->kind == RX_NUMBER_UINT64 ? 1 : ORDER (number->as.i, i);
      whole = (double) i;
    }
  return order != 0 ? order : ORDER (whole, d);
}

gint
_rx_number_compare (const RxNumber *a, const RxNumber *b)
{
  if (a->kind == RX_NUMBER_DOUBLE && b->kind == RX_NUMBER_DOUBLE)
    {
      if (a->as.d != a->as.d || b->as.d != b->as.d)
        return (a->as.d != a->as.d) - (b->as.d != b->as.d);
      return ORDER (a->as.d, b->as.d);
    }
  if (b->kind == RX_NUMBER_DOUBLE)
    return compare_with_double (a, b->as.d);
  if (a->kind == RX_NUMBER_DOUBLE)
    return -compare_with_double (b, a->as.d);
  if (a->kind != b->kind)
    return a->kind == RX_NUMBER_UINT64 ? 1 : -1;
  return a->kind == RX_NUMBER_UINT64 ? ORDER (a->as.u, b->as.u) : ORDER (a->as.i, b->as.i);
}

gboolean
_rx_value_compare (const GValue *a, const GValue *b, gint *result, GError **error)
{
  RxNumber x, y;

  if (_rx_value_get_number (a, &x) && _rx_value_get_number (b, &y))
    {
      *result = _rx_number_compare (&x, &y);
      return TRUE;
    }
  if (!rx_value_is_null (a) && !rx_value_is_null (b) &&
      _rx_type_fundamental (a->g_type) == G_TYPE_STRING && _rx_type_fundamental (b->g_type) == G_TYPE_STRING)
    {
      *result = strcmp (a->data[0].v_pointer, b->data[0].v_pointer);
      return TRUE;
    }
  g_set_error (error, RX_ERROR, RX_ERROR_TYPE, "There is no order of %s and %s",
               _rx_value_describe (a), _rx_value_describe (b));
  return FALSE;
}

static guint
mix (guint64 bits)
{
  return (guint) ((bits * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 32);
}

/* Whole numbers hash alike in every type. */
static guint
number_hash (const RxNumber *number)
{
  double d = number->as.d;
  guint64 bits;

  if (number->kind == RX_NUMBER_INT64)
    return mix ((guint64) number->as.i);
  if (number->kind == RX_NUMBER_UINT64)
    return mix (number->as.u);
  if (d != d)
    return mix (G_MAXUINT64);
  if (d >= -RX_TWO_TO_63 && d < RX_TWO_TO_63 && (double) (gint64) d == d)
    return mix ((guint64) (gint64) d);
  if (d >= RX_TWO_TO_63 && d < RX_TWO_TO_64)
    return mix ((guint64) d);
  memcpy (&bits, &d, sizeof (bits));
  return mix (bits);
}

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
    return mix ((guint64) error->domain << 32 | (guint32) error->code);
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

  return rx_value_hash (rx_timestamped_get_item (self)) * 31 + mix ((guint64) rx_timestamped_get_time (self));
}

/* Equal variants are of the same type and have the same bytes in normal form. */
static guint
variant_hash (GVariant *variant)
{
  GVariant *normal = g_variant_get_normal_form (variant);
  const guint8 *bytes = g_variant_get_data (normal);
  gsize size = g_variant_get_size (normal);
  guint hash = g_str_hash (g_variant_get_type_string (normal));

  for (gsize i = 0; i < size; i++)
    hash = hash * 31 + bytes[i];
  g_variant_unref (normal);
  return hash;
}

/* The registry: an immutable sorted table, replaced as a whole. */

typedef struct
{
  GType type;
  GEqualFunc equal;             /* NULL for RxList, which is compared without recursion */
  GHashFunc hash;               /* (nullable) */
} Equality;

typedef struct _Registry Registry;

struct _Registry
{
  Registry *older;              /* kept for ever: somebody may be reading it */
  gboolean has_instances;       /* types with ancestors among them */
  guint n;
  Equality types[];
};

static _Atomic (Registry *) the_registry;

static int
equality_order (const void *a, const void *b)
{
  return ORDER (((const Equality *) a)->type, ((const Equality *) b)->type);
}

/* Returns FALSE if another thread was faster; registry is taken over, or else freed. */
static gboolean
registry_publish (Registry *older, Registry *registry)
{
  registry->older = older;
  qsort (registry->types, registry->n, sizeof (Equality), equality_order);
  /* release: whoever finds the table finds it filled; acquire pairs with it */
  if (atomic_compare_exchange_strong_explicit (&the_registry, &older, registry,
                                               memory_order_acq_rel, memory_order_acquire))
    return TRUE;
  g_free (registry);
  return FALSE;
}

static Registry *
registry_get (void)
{
  const Equality known[] = {
    { G_TYPE_BYTES, g_bytes_equal, g_bytes_hash },
    { G_TYPE_DATE_TIME, g_date_time_equal, g_date_time_hash },
    { G_TYPE_STRV, strv_equal, strv_hash },
    { RX_TYPE_LIST, NULL, NULL },
    { RX_TYPE_NOTIFICATION, notification_equal, notification_hash },
    { RX_TYPE_TIMESTAMPED, timestamped_equal, timestamped_hash },
    { RX_TYPE_FOREIGN, _rx_foreign_equal, _rx_foreign_hash },
  };
  Registry *registry;

  /* acquire: pairs with the release of the one who published it */
  while ((registry = atomic_load_explicit (&the_registry, memory_order_acquire)) == NULL)
    {
      registry = g_malloc0 (sizeof (Registry) + sizeof (known));
      registry->n = G_N_ELEMENTS (known);
      memcpy (registry->types, known, sizeof (known));
      registry_publish (NULL, registry);
    }
  return registry;
}

static const Equality *
registry_find (const Registry *registry, GType type)
{
  const Equality key = { .type = type };

  return bsearch (&key, registry->types, registry->n, sizeof (Equality), equality_order);
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
  Registry *older, *registry;
  const Equality *old;

  g_return_if_fail (G_TYPE_IS_DERIVED (type));
  g_return_if_fail (G_TYPE_IS_BOXED (type) || G_TYPE_IS_INSTANTIATABLE (type) ||
                    G_TYPE_FUNDAMENTAL (type) == G_TYPE_POINTER);
  g_return_if_fail (equal != NULL);

  do
    {
      older = registry_get ();
      old = registry_find (older, type);
      if (old != NULL)
        {
          if (old->equal != equal || old->hash != hash)
            g_critical ("%s: %s has an equality already", G_STRFUNC, g_type_name (type));
          return;
        }
      registry = g_malloc (sizeof (Registry) + (older->n + 1) * sizeof (Equality));
      registry->n = older->n + 1;
      registry->has_instances = older->has_instances || G_TYPE_IS_INSTANTIATABLE (type);
      memcpy (registry->types, older->types, older->n * sizeof (Equality));
      registry->types[older->n] = (Equality) { type, equal, hash };
    }
  while (!registry_publish (older, registry));
}

/* Equality and hash of any item */

typedef enum
{
  KIND_UNSET,
  KIND_NULL,
  KIND_NUMBER,
  KIND_STRING,
  KIND_VARIANT,
  KIND_TYPED,                   /* a pointer that the type of the value describes */
  KIND_INSTANCE,                /* a pointer that says of which type it is */
  KIND_OTHER
} Kind;

typedef struct
{
  Kind kind;
  GType type;
  gpointer pointer;
  RxNumber number;
} View;

static void
view_init (View *self, const GValue *item)
{
  self->kind = KIND_NULL;
  if (item == NULL)
    return;
  if (_rx_value_get_number (item, &self->number))
    {
      self->kind = KIND_NUMBER;
      return;
    }

  self->type = item->g_type;
  self->pointer = item->data[0].v_pointer;
  switch (_rx_type_fundamental (self->type))
    {
    case G_TYPE_INVALID:
      self->kind = KIND_UNSET;
      return;
    case G_TYPE_STRING:
      self->kind = KIND_STRING;
      break;
    case G_TYPE_VARIANT:
      self->kind = KIND_VARIANT;
      break;
    case G_TYPE_POINTER:
    case G_TYPE_BOXED:
      self->kind = KIND_TYPED;
      break;
    case G_TYPE_OBJECT:
    case G_TYPE_INTERFACE:
    case G_TYPE_PARAM:
      self->kind = KIND_INSTANCE;
      break;
    default:
      if (!G_TYPE_IS_INSTANTIATABLE (self->type) || !g_value_fits_pointer (item))
        {
          self->kind = KIND_OTHER;
          return;
        }
      self->kind = KIND_INSTANCE;
      self->pointer = g_value_peek_pointer (item);
    }
  if (self->pointer == NULL)
    self->kind = KIND_NULL;
}

static const Equality *
view_get_equality (const View *self, const Registry *registry)
{
  const Equality *equality = NULL;

  if (self->kind == KIND_TYPED)
    return registry_find (registry, self->type);
  if (!registry->has_instances)
    return NULL;
  for (GType type = G_TYPE_FROM_INSTANCE (self->pointer); type != 0 && equality == NULL; type = g_type_parent (type))
    equality = registry_find (registry, type);
  return equality;
}

/* Two runs of items that are still to be compared */
typedef struct
{
  const GValue *a;
  const GValue *b;
  gsize n;
} Pair;

static gboolean
lists_equal (RxList *a, RxList *b, GArray **pending)
{
  Pair pair;
  gsize n;

  pair.a = rx_list_get_items (a, &pair.n);
  pair.b = rx_list_get_items (b, &n);
  if (pair.n != n)
    return FALSE;
  if (n > 0)
    {
      if (*pending == NULL)
        *pending = g_array_new (FALSE, FALSE, sizeof (Pair));
      g_array_append_val (*pending, pair);
    }
  return TRUE;
}

static gboolean
pointers_equal (const View *x, const View *y, GArray **pending)
{
  const Registry *registry;
  const Equality *equality;

  if (x->kind == KIND_TYPED && x->type != y->type)
    return FALSE;
  if (x->pointer == y->pointer)
    return TRUE;
  registry = registry_get ();
  equality = view_get_equality (x, registry);
  if (equality == NULL || (x->kind == KIND_INSTANCE && equality != view_get_equality (y, registry)))
    return FALSE;
  if (equality->equal == NULL)
    return lists_equal (x->pointer, y->pointer, pending);
  return equality->equal (x->pointer, y->pointer);
}

/* What lists hold is left in pending. */
static gboolean
items_equal (const GValue *a, const GValue *b, GArray **pending)
{
  View x, y;

  if (a == b)
    return TRUE;
  view_init (&x, a);
  view_init (&y, b);
  if (G_UNLIKELY (x.kind == KIND_UNSET || y.kind == KIND_UNSET))
    {
      g_critical ("rx_value_equal: expected an item, got an unset value");
      return FALSE;
    }
  if (x.kind != y.kind)
    return FALSE;

  switch (x.kind)
    {
    case KIND_NULL:
      return TRUE;
    case KIND_NUMBER:
      return _rx_number_compare (&x.number, &y.number) == 0;
    case KIND_STRING:
      return strcmp (x.pointer, y.pointer) == 0;
    case KIND_VARIANT:
      return x.pointer == y.pointer || g_variant_equal (x.pointer, y.pointer);
    case KIND_TYPED:
    case KIND_INSTANCE:
      return pointers_equal (&x, &y, pending);
    case KIND_UNSET:
    case KIND_OTHER:
    default:
      return x.type == y.type && a->data[0].v_uint64 == b->data[0].v_uint64;
    }
}

/**
 * rx_value_equal:
 * @a: (nullable): an item; %NULL stands for the NULL item
 * @b: (nullable): another item; %NULL stands for the NULL item
 *
 * Tells whether two items are equal, the way operators such as `distinct` and `contains` compare them.
 *
 * Numbers are compared across their types and exactly, booleans, enumerations and flags being numbers too; NaN equals
 * NaN. Strings, #GVariant, #GBytes, #GDateTime, `GStrv`, [struct@Rx.List], [struct@Rx.Notification] and
 * [struct@Rx.Timestamped] are compared by content, a [struct@Rx.Foreign] by the value that it stands for. Any NULL
 * equals any other one. Objects, pointers and other boxed types are equal only if they are the same one, unless
 * rx_value_register_equal() gave their type an equality. An unset value is a programmer error.
 *
 * Returns: %TRUE if they are equal
 *
 * Since: 1.0
 */
gboolean
rx_value_equal (const GValue *a, const GValue *b)
{
  GArray *pending = NULL;
  gboolean equal;

  if (a != NULL && b != NULL && a->g_type == G_TYPE_INT64 && b->g_type == G_TYPE_INT64)
    return a->data[0].v_int64 == b->data[0].v_int64;

  equal = items_equal (a, b, &pending);
  if (G_LIKELY (pending == NULL))
    return equal;

  while (equal && pending->len > 0)
    {
      Pair *pair = &g_array_index (pending, Pair, pending->len - 1);
      const GValue *x = pair->a++, *y = pair->b++;

      if (--pair->n == 0)
        g_array_set_size (pending, pending->len - 1);
      equal = items_equal (x, y, &pending);
    }
  g_array_unref (pending);
  return equal;
}

/* How deep the hash looks into lists in lists */
#define HASH_DEPTH 4

static guint
item_hash (const GValue *item, guint depth)
{
  const Equality *equality;
  const GValue *items;
  gsize n_items;
  guint hash;
  View view;

  view_init (&view, item);
  switch (view.kind)
    {
    case KIND_NULL:
      return 0;
    case KIND_NUMBER:
      return number_hash (&view.number);
    case KIND_STRING:
      return g_str_hash (view.pointer);
    case KIND_VARIANT:
      return variant_hash (view.pointer);
    case KIND_TYPED:
    case KIND_INSTANCE:
      equality = view_get_equality (&view, registry_get ());
      if (equality == NULL)
        return mix ((guintptr) view.pointer);
      if (equality->equal != NULL)
        return equality->hash != NULL ? equality->hash (view.pointer) : mix (equality->type);
      items = rx_list_get_items (view.pointer, &n_items);
      hash = mix (n_items);
      for (gsize i = 0; i < n_items && depth > 0; i++)
        hash = hash * 31 + item_hash (&items[i], depth - 1);
      return hash;
    case KIND_OTHER:
      return mix (item->data[0].v_uint64);
    case KIND_UNSET:
    default:
      g_critical ("rx_value_hash: expected an item, got an unset value");
      return 0;
    }
}

/**
 * rx_value_hash:
 * @value: (nullable): an item; %NULL stands for the NULL item
 *
 * Gives a hash of an item. Items that are equal for [func@Rx.value_equal] have the same one. An unset value is a
 * programmer error.
 *
 * Returns: the hash
 *
 * Since: 1.0
 */
guint
rx_value_hash (const GValue *value)
{
  return item_hash (value, HASH_DEPTH);
}
