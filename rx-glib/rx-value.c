/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-value-private.h"

#include "core/rx-item-private.h"
#include "rx-list.h"

const char *
_rx_value_describe (const GValue *item)
{
  if (item == NULL)
    return "NULL";
  if (item->g_type == 0)
    return "an unset value";
  if (rx_value_is_null (item))
    return "NULL";
  return g_type_name (item->g_type);
}

static void
wrong_type (const char *func, const char *expected, const GValue *item)
{
  g_critical ("%s: expected %s, got %s", func, expected, _rx_value_describe (item));
}

/* The slow half of rx_value_get_boolean(). */
gboolean
rx_value_convert_boolean_ (const GValue *item)
{
  RxNumber number;

  if (!_rx_value_get_number (item, &number))
    {
      wrong_type ("rx_value_get_boolean", "a boolean", item);
      return FALSE;
    }
  return number.kind == RX_NUMBER_DOUBLE ? number.as.d != 0 : number.as.u != 0;
}

/* The slow half of rx_value_get_int64(). */
gint64
rx_value_convert_int64_ (const GValue *item)
{
  RxNumber number;

  if (!_rx_value_get_number (item, &number))
    {
      wrong_type ("rx_value_get_int64", "a number", item);
      return 0;
    }
  return _rx_number_to_int64 (&number);
}

/* The slow half of rx_value_get_uint64(). */
guint64
rx_value_convert_uint64_ (const GValue *item)
{
  RxNumber number;

  if (!_rx_value_get_number (item, &number))
    {
      wrong_type ("rx_value_get_uint64", "a number", item);
      return 0;
    }
  return _rx_number_to_uint64 (&number);
}

/* The slow half of rx_value_get_double(). */
double
rx_value_convert_double_ (const GValue *item)
{
  RxNumber number;

  if (!_rx_value_get_number (item, &number))
    {
      wrong_type ("rx_value_get_double", "a number", item);
      return 0;
    }
  return _rx_number_to_double (&number);
}

/* The slow half of rx_value_get_string(). */
const char *
rx_value_convert_string_ (const GValue *item)
{
  if (item != NULL && _rx_type_fundamental (item->g_type) == G_TYPE_STRING)
    return item->data[0].v_pointer;
  if (!rx_value_is_null (item))
    wrong_type ("rx_value_get_string", "a string", item);
  return NULL;
}

/**
 * rx_value_get_object: (skip)
 * @item: (nullable): an item that is a #GObject or NULL
 *
 * Reads an object; no reference is taken. Items that are neither an object nor NULL are a programmer error and
 * give %NULL.
 *
 * Returns: (transfer none) (type GObject.Object) (nullable): the object, valid as long as @item is
 *
 * Since: 1.0
 */
gpointer
rx_value_get_object (const GValue *item)
{
  if (item != NULL && _rx_type_fundamental (item->g_type) == G_TYPE_OBJECT)
    return item->data[0].v_pointer;
  if (rx_value_is_null (item))
    return NULL;
  /* an interface that only objects implement */
  if (G_IS_VALUE (item) && G_VALUE_HOLDS_OBJECT (item))
    return item->data[0].v_pointer;
  wrong_type (G_STRFUNC, "an object", item);
  return NULL;
}

/**
 * rx_value_get_boxed: (skip)
 * @item: (nullable): an item of a boxed type or NULL
 *
 * Reads a pointer to what is boxed; it is not copied. Items that are neither boxed nor NULL are a programmer error and
 * give %NULL.
 *
 * Returns: (transfer none) (nullable): what is boxed, valid as long as @item is
 *
 * Since: 1.0
 */
gpointer
rx_value_get_boxed (const GValue *item)
{
  if (item != NULL && _rx_type_fundamental (item->g_type) == G_TYPE_BOXED)
    return item->data[0].v_pointer;
  if (!rx_value_is_null (item))
    wrong_type (G_STRFUNC, "a boxed value", item);
  return NULL;
}

/**
 * rx_value_get_variant: (skip)
 * @item: (nullable): an item that is a #GVariant or NULL
 *
 * Reads a variant; no reference is taken. Items that are neither a variant nor NULL are a programmer error and
 * give %NULL.
 *
 * Returns: (transfer none) (nullable): the variant, valid as long as @item is
 *
 * Since: 1.0
 */
GVariant *
rx_value_get_variant (const GValue *item)
{
  if (item != NULL && _rx_type_fundamental (item->g_type) == G_TYPE_VARIANT)
    return item->data[0].v_pointer;
  if (!rx_value_is_null (item))
    wrong_type (G_STRFUNC, "a variant", item);
  return NULL;
}

/**
 * rx_value_get_list: (skip)
 * @item: (nullable): an item that is a [struct@Rx.List] or NULL
 *
 * Reads a list; no reference is taken. Items that are neither a list nor NULL are a programmer error and give %NULL.
 *
 * Returns: (transfer none) (nullable): the list, valid as long as @item is
 *
 * Since: 1.0
 */
RxList *
rx_value_get_list (const GValue *item)
{
  if (item != NULL && item->g_type == RX_TYPE_LIST)
    return item->data[0].v_pointer;
  if (!rx_value_is_null (item))
    wrong_type (G_STRFUNC, "a list", item);
  return NULL;
}

/**
 * rx_value_is_null: (skip)
 * @item: (nullable): an item; %NULL stands for the NULL item
 *
 * Tells whether an item is NULL: a pointer, string, object or other reference to nothing, of whatever type.
 *
 * Returns: %TRUE if it is
 *
 * Since: 1.0
 */
gboolean
rx_value_is_null (const GValue *item)
{
  if (item == NULL)
    return TRUE;

  switch (_rx_type_fundamental (item->g_type))
    {
    case G_TYPE_POINTER:
    case G_TYPE_STRING:
    case G_TYPE_BOXED:
    case G_TYPE_OBJECT:
    case G_TYPE_INTERFACE:
    case G_TYPE_VARIANT:
    case G_TYPE_PARAM:
      return item->data[0].v_pointer == NULL;
    default:
      return G_TYPE_IS_INSTANTIATABLE (item->g_type) && g_value_fits_pointer (item) &&
             g_value_peek_pointer (item) == NULL;
    }
}

/* Writing */

/**
 * rx_value_set_object: (skip)
 * @result: an unset value, or one that may be overwritten
 * @object: (type GObject.Object) (nullable): the object
 *
 * Makes @result an item of the type of @object, with a reference to it. What it held is released, after the reference
 * is taken.
 *
 * Since: 1.0
 */
void
rx_value_set_object (GValue *result, gpointer object)
{
  g_return_if_fail (result != NULL);
  g_return_if_fail (object == NULL || G_IS_OBJECT (object));

  rx_value_take_object (result, object != NULL ? g_object_ref (object) : NULL);
}

/**
 * rx_value_take_object: (skip)
 * @result: an unset value, or one that may be overwritten
 * @object: (transfer full) (type GObject.Object) (nullable): the object
 *
 * Makes @result an item of the type of @object and gives it the reference. What it held is released.
 *
 * Since: 1.0
 */
void
rx_value_take_object (GValue *result, gpointer object)
{
  g_return_if_fail (result != NULL);
  g_return_if_fail (object == NULL || G_IS_OBJECT (object));

  rx_value_begin_ (result, object != NULL ? G_OBJECT_TYPE (object) : G_TYPE_OBJECT);
  result->data[0].v_pointer = object;
}

/**
 * rx_value_set_boxed: (skip)
 * @result: an unset value, or one that may be overwritten
 * @type: a boxed type
 * @boxed: (nullable): what is to be boxed
 *
 * Makes @result an item of type @type with a copy of @boxed. What it held is released, after the copy is made.
 *
 * Since: 1.0
 */
void
rx_value_set_boxed (GValue *result, GType type, gconstpointer boxed)
{
  g_return_if_fail (result != NULL);
  g_return_if_fail (G_TYPE_IS_BOXED (type) && type != G_TYPE_BOXED);

  rx_value_take_boxed (result, type, boxed != NULL ? g_boxed_copy (type, boxed) : NULL);
}

/**
 * rx_value_take_boxed: (skip)
 * @result: an unset value, or one that may be overwritten
 * @type: a boxed type
 * @boxed: (transfer full) (nullable): what is to be boxed
 *
 * Makes @result an item of type @type and gives it @boxed. What it held is released.
 *
 * Since: 1.0
 */
void
rx_value_take_boxed (GValue *result, GType type, gpointer boxed)
{
  g_return_if_fail (result != NULL);
  g_return_if_fail (G_TYPE_IS_BOXED (type) && type != G_TYPE_BOXED);

  rx_value_begin_ (result, type);
  result->data[0].v_pointer = boxed;
}

/**
 * rx_value_set_variant: (skip)
 * @result: an unset value, or one that may be overwritten
 * @variant: (nullable): the variant; a floating reference is sunk
 *
 * Makes @result a variant item with a reference to @variant. What it held is released, after the reference is taken.
 *
 * Since: 1.0
 */
void
rx_value_set_variant (GValue *result, GVariant *variant)
{
  g_return_if_fail (result != NULL);

  rx_value_take_variant (result, variant != NULL ? g_variant_ref_sink (variant) : NULL);
}

/**
 * rx_value_take_variant: (skip)
 * @result: an unset value, or one that may be overwritten
 * @variant: (transfer full) (nullable): the variant; a floating reference is sunk
 *
 * Makes @result a variant item and gives it the reference. What it held is released.
 *
 * Since: 1.0
 */
void
rx_value_take_variant (GValue *result, GVariant *variant)
{
  g_return_if_fail (result != NULL);

  rx_value_begin_ (result, G_TYPE_VARIANT);
  result->data[0].v_pointer = variant != NULL ? g_variant_take_ref (variant) : NULL;
}

/**
 * rx_value_set_value: (skip)
 * @result: an unset value, or one that may be overwritten
 * @value: (nullable): an item; %NULL stands for the NULL item
 *
 * Makes @result a copy of @value. What it held is released, after the copy is made. An unset @value is a programmer
 * error.
 *
 * Since: 1.0
 */
void
rx_value_set_value (GValue *result, const GValue *value)
{
  GValue copy;

  g_return_if_fail (result != NULL);
  g_return_if_fail (value == NULL || G_IS_VALUE (value));

  _rx_item_import (&copy, value);
  if (G_UNLIKELY (_rx_item_is_set (result)))
    g_value_unset (result);
  _rx_item_move (result, &copy);
}

/**
 * rx_value_free: (skip)
 * @value: (transfer full) (nullable): an item that a function returned
 *
 * Frees an item together with its `GValue`, as functions return it `(transfer full)`.
 *
 * Since: 1.0
 */
void
rx_value_free (GValue *value)
{
  if (value == NULL)
    return;

  _rx_item_clear (value);
  g_free (value);
}
