/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-value-private.h"

#include <string.h>

#include "rx-list.h"

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

static const RxEquality *
view_get_equality (const View *self, const RxRegistry *registry)
{
  const RxEquality *equality = NULL;

  if (self->kind == KIND_TYPED)
    return _rx_registry_find (registry, self->type);
  if (!registry->has_instances)
    return NULL;
  for (GType type = G_TYPE_FROM_INSTANCE (self->pointer); type != 0 && equality == NULL; type = g_type_parent (type))
    equality = _rx_registry_find (registry, type);
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
  const RxRegistry *registry;
  const RxEquality *equality;

  if (x->kind == KIND_TYPED && x->type != y->type)
    return FALSE;
  if (x->pointer == y->pointer)
    return TRUE;
  registry = _rx_registry_get ();
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
  const RxEquality *equality;
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
      return _rx_number_hash (&view.number);
    case KIND_STRING:
      return g_str_hash (view.pointer);
    case KIND_VARIANT:
      return variant_hash (view.pointer);
    case KIND_TYPED:
    case KIND_INSTANCE:
      equality = view_get_equality (&view, _rx_registry_get ());
      if (equality == NULL)
        return _rx_hash_mix ((guintptr) view.pointer);
      if (equality->equal != NULL)
        return equality->hash != NULL ? equality->hash (view.pointer) : _rx_hash_mix (equality->type);
      items = rx_list_get_items (view.pointer, &n_items);
      hash = _rx_hash_mix (n_items);
      for (gsize i = 0; i < n_items && depth > 0; i++)
        hash = hash * 31 + item_hash (&items[i], depth - 1);
      return hash;
    case KIND_OTHER:
      return _rx_hash_mix (item->data[0].v_uint64);
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
