/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx-types.h>

G_BEGIN_DECLS

/* Names that end in an underscore belong to the inline functions and macros and are not to be used directly. */

static inline void
rx_value_begin_ (GValue *result, GType type)
{
  if (G_UNLIKELY (result->g_type != 0))
    g_value_unset (result);
  result->g_type = type;
  result->data[1].v_int64 = 0;
}

RX_AVAILABLE_IN_ALL
gboolean    rx_value_convert_boolean_ (const GValue   *item);
RX_AVAILABLE_IN_ALL
gint64      rx_value_convert_int64_   (const GValue   *item);
RX_AVAILABLE_IN_ALL
guint64     rx_value_convert_uint64_  (const GValue   *item);
RX_AVAILABLE_IN_ALL
double      rx_value_convert_double_  (const GValue   *item);
RX_AVAILABLE_IN_ALL
const char *rx_value_convert_string_  (const GValue   *item);

/* What follows is inline, and stands in the library too: for debuggers, for languages that call symbols, and so that
 * the GIR, which leaves inline functions out, names what is there. rx-value-inline.c makes it. */
#ifdef __GI_SCANNER__
# define RX_VALUE_IN_LIBRARY_
#endif
#ifdef RX_VALUE_IN_LIBRARY_
RX_AVAILABLE_IN_ALL
void        rx_value_set_boolean       (GValue *result, gboolean value);
RX_AVAILABLE_IN_ALL
void        rx_value_set_int64         (GValue *result, gint64 value);
RX_AVAILABLE_IN_ALL
void        rx_value_set_uint64        (GValue *result, guint64 value);
RX_AVAILABLE_IN_ALL
void        rx_value_set_double        (GValue *result, double value);
RX_AVAILABLE_IN_ALL
void        rx_value_take_string       (GValue *result, char *value);
RX_AVAILABLE_IN_ALL
void        rx_value_set_string        (GValue *result, const char *value);
RX_AVAILABLE_IN_ALL
void        rx_value_set_static_string (GValue *result, const char *value);
RX_AVAILABLE_IN_ALL
void        rx_value_set_null          (GValue *result);
RX_AVAILABLE_IN_ALL
gboolean    rx_value_get_boolean       (const GValue *item);
RX_AVAILABLE_IN_ALL
gint64      rx_value_get_int64         (const GValue *item);
RX_AVAILABLE_IN_ALL
guint64     rx_value_get_uint64        (const GValue *item);
RX_AVAILABLE_IN_ALL
double      rx_value_get_double        (const GValue *item);
RX_AVAILABLE_IN_ALL
const char *rx_value_get_string        (const GValue *item);
# define RX_VALUE_INLINE_
#else
# define RX_VALUE_INLINE_ static inline
#endif

/* Init and set */

/**
 * rx_value_set_boolean: (skip)
 * @result: an unset value, or one that may be overwritten
 * @value: the boolean
 *
 * Makes @result an item of type `gboolean`. What it held is released.
 *
 * Since: 1.0
 */
RX_VALUE_INLINE_ void
rx_value_set_boolean (GValue *result, gboolean value)
{
  rx_value_begin_ (result, G_TYPE_BOOLEAN);
  result->data[0].v_int = value != FALSE;
}

/**
 * rx_value_set_int64: (skip)
 * @result: an unset value, or one that may be overwritten
 * @value: the number
 *
 * Makes @result an item of type `gint64`. What it held is released.
 *
 * Since: 1.0
 */
RX_VALUE_INLINE_ void
rx_value_set_int64 (GValue *result, gint64 value)
{
  rx_value_begin_ (result, G_TYPE_INT64);
  result->data[0].v_int64 = value;
}

/**
 * rx_value_set_uint64: (skip)
 * @result: an unset value, or one that may be overwritten
 * @value: the number
 *
 * Makes @result an item of type `guint64`. What it held is released.
 *
 * Since: 1.0
 */
RX_VALUE_INLINE_ void
rx_value_set_uint64 (GValue *result, guint64 value)
{
  rx_value_begin_ (result, G_TYPE_UINT64);
  result->data[0].v_uint64 = value;
}

/**
 * rx_value_set_double: (skip)
 * @result: an unset value, or one that may be overwritten
 * @value: the number
 *
 * Makes @result an item of type `double`. What it held is released.
 *
 * Since: 1.0
 */
RX_VALUE_INLINE_ void
rx_value_set_double (GValue *result, double value)
{
  rx_value_begin_ (result, G_TYPE_DOUBLE);
  result->data[0].v_double = value;
}

/**
 * rx_value_take_string: (skip)
 * @result: an unset value, or one that may be overwritten
 * @value: (transfer full) (nullable): the string
 *
 * Makes @result a string item and gives it @value, to be freed by g_free(). What it held is released.
 *
 * Since: 1.0
 */
RX_VALUE_INLINE_ void
rx_value_take_string (GValue *result, char *value)
{
  rx_value_begin_ (result, G_TYPE_STRING);
  result->data[0].v_pointer = value;
}

/**
 * rx_value_set_string: (skip)
 * @result: an unset value, or one that may be overwritten
 * @value: (nullable): the string
 *
 * Makes @result a string item with a copy of @value. What it held is released, after the copy is made.
 *
 * Since: 1.0
 */
RX_VALUE_INLINE_ void
rx_value_set_string (GValue *result, const char *value)
{
  rx_value_take_string (result, g_strdup (value));
}

/**
 * rx_value_set_static_string: (skip)
 * @result: an unset value, or one that may be overwritten
 * @value: (nullable): a string that is never freed nor changed
 *
 * Makes @result a string item without copying @value. What it held is released.
 *
 * Since: 1.0
 */
RX_VALUE_INLINE_ void
rx_value_set_static_string (GValue *result, const char *value)
{
  rx_value_begin_ (result, G_TYPE_STRING);
  result->data[0].v_pointer = (gpointer) (guintptr) value;
  result->data[1].v_uint = G_VALUE_NOCOPY_CONTENTS;
}

/**
 * rx_value_set_null: (skip)
 * @result: an unset value, or one that may be overwritten
 *
 * Makes @result the NULL item, which is of type `gpointer`. What it held is released.
 *
 * Since: 1.0
 */
RX_VALUE_INLINE_ void
rx_value_set_null (GValue *result)
{
  rx_value_begin_ (result, G_TYPE_POINTER);
  result->data[0].v_pointer = NULL;
}

RX_AVAILABLE_IN_ALL
void        rx_value_set_object     (GValue         *result,
                                     gpointer        object);
RX_AVAILABLE_IN_ALL
void        rx_value_take_object    (GValue         *result,
                                     gpointer        object);
RX_AVAILABLE_IN_ALL
void        rx_value_set_boxed      (GValue         *result,
                                     GType           type,
                                     gconstpointer   boxed);
RX_AVAILABLE_IN_ALL
void        rx_value_take_boxed     (GValue         *result,
                                     GType           type,
                                     gpointer        boxed);
RX_AVAILABLE_IN_ALL
void        rx_value_set_variant    (GValue         *result,
                                     GVariant       *variant);
RX_AVAILABLE_IN_ALL
void        rx_value_take_variant   (GValue         *result,
                                     GVariant       *variant);
RX_AVAILABLE_IN_ALL
void        rx_value_set_value      (GValue         *result,
                                     const GValue   *value);

/* Read */

/**
 * rx_value_get_boolean: (skip)
 * @item: an item that is a number
 *
 * Reads a boolean. Any number will do: what is not zero is true. Other items are a programmer error and give %FALSE.
 *
 * Returns: the boolean
 *
 * Since: 1.0
 */
RX_VALUE_INLINE_ gboolean
rx_value_get_boolean (const GValue *item)
{
  if (G_LIKELY (item != NULL && item->g_type == G_TYPE_BOOLEAN))
    return item->data[0].v_int;
  return rx_value_convert_boolean_ (item);
}

/**
 * rx_value_get_int64: (skip)
 * @item: an item that is a number
 *
 * Reads a whole number.
 *
 * Every type of number is converted, booleans, enumerations and flags included, since languages mix them. A fraction
 * is cut off, a number out of range becomes the nearest one in range, and NaN becomes 0. Other items are a programmer
 * error and give 0.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
RX_VALUE_INLINE_ gint64
rx_value_get_int64 (const GValue *item)
{
  if (G_LIKELY (item != NULL && item->g_type == G_TYPE_INT64))
    return item->data[0].v_int64;
  return rx_value_convert_int64_ (item);
}

/**
 * rx_value_get_uint64: (skip)
 * @item: an item that is a number
 *
 * Reads a whole number that is not negative. It converts as rx_value_get_int64() does, so a negative number becomes 0.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
RX_VALUE_INLINE_ guint64
rx_value_get_uint64 (const GValue *item)
{
  if (G_LIKELY (item != NULL && item->g_type == G_TYPE_UINT64))
    return item->data[0].v_uint64;
  return rx_value_convert_uint64_ (item);
}

/**
 * rx_value_get_double: (skip)
 * @item: an item that is a number
 *
 * Reads a number as a `double`. Every type of number is converted, rounded where a `double` is not exact. Other items
 * are a programmer error and give 0.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
RX_VALUE_INLINE_ double
rx_value_get_double (const GValue *item)
{
  if (G_LIKELY (item != NULL && item->g_type == G_TYPE_DOUBLE))
    return item->data[0].v_double;
  return rx_value_convert_double_ (item);
}

/**
 * rx_value_get_string: (skip)
 * @item: (nullable): an item that is a string or NULL
 *
 * Reads a string; it is not copied. Items that are neither a string nor NULL are a programmer error and give %NULL.
 *
 * Returns: (transfer none) (nullable): the string, valid as long as @item is
 *
 * Since: 1.0
 */
RX_VALUE_INLINE_ const char *
rx_value_get_string (const GValue *item)
{
  if (G_LIKELY (item != NULL && item->g_type == G_TYPE_STRING))
    return (const char *) item->data[0].v_pointer;
  return rx_value_convert_string_ (item);
}

RX_AVAILABLE_IN_ALL
gpointer    rx_value_get_object     (const GValue   *item);
RX_AVAILABLE_IN_ALL
gpointer    rx_value_get_boxed      (const GValue   *item);
RX_AVAILABLE_IN_ALL
GVariant   *rx_value_get_variant    (const GValue   *item);
RX_AVAILABLE_IN_ALL
RxList     *rx_value_get_list       (const GValue   *item);
RX_AVAILABLE_IN_ALL
gboolean    rx_value_is_null        (const GValue   *item);

RX_AVAILABLE_IN_ALL
void        rx_value_free           (GValue         *value);
RX_AVAILABLE_IN_ALL
gboolean    rx_value_equal          (const GValue   *a,
                                     const GValue   *b);
RX_AVAILABLE_IN_ALL
guint       rx_value_hash           (const GValue   *value);
RX_AVAILABLE_IN_ALL
void        rx_value_register_equal (GType           type,
                                     GEqualFunc      equal,
                                     GHashFunc       hash);

/* Literals */

static inline gpointer
rx_check_string_ (const char *string)
{
  return (gpointer) (guintptr) string;
}

#ifndef __cplusplus
# define RX_VALUE_LITERAL_(type, field, x, flags) \
    ((const GValue *) &(GValue) { .g_type = (type), .data = { { .field = (x) }, { .v_uint = (flags) } } })
#else
extern "C++"
{
struct RxValueLiteral_
{
  GValue value;

  RxValueLiteral_ (GType type, guint flags) : value ()
  {
    value.g_type = type;
    value.data[1].v_uint = flags;
  }
  RxValueLiteral_ &v_int (gint x) { value.data[0].v_int = x; return *this; }
  RxValueLiteral_ &v_int64 (gint64 x) { value.data[0].v_int64 = x; return *this; }
  RxValueLiteral_ &v_double (gdouble x) { value.data[0].v_double = x; return *this; }
  RxValueLiteral_ &v_pointer (gpointer x) { value.data[0].v_pointer = x; return *this; }
  operator const GValue * () const { return &value; }
};
}
# define RX_VALUE_LITERAL_(type, field, x, flags) (RxValueLiteral_ (type, flags).field (x))
#endif

/**
 * RX_VALUE_INT64: (skip)
 * @x: the number
 *
 * A `const GValue *` to a `gint64` item that needs no heap, to be emitted or compared with:
 * `rx_emitter_next (emitter, RX_VALUE_INT64 (42))`.
 *
 * In C it lives to the end of the block, in C++ to the end of the full expression.
 *
 * Since: 1.0
 */
#define RX_VALUE_INT64(x)   RX_VALUE_LITERAL_ (G_TYPE_INT64, v_int64, x, 0)

/**
 * RX_VALUE_DOUBLE: (skip)
 * @x: the number
 *
 * A `const GValue *` to a `double` item; it lives as long as one of %RX_VALUE_INT64.
 *
 * Since: 1.0
 */
#define RX_VALUE_DOUBLE(x)  RX_VALUE_LITERAL_ (G_TYPE_DOUBLE, v_double, x, 0)

/**
 * RX_VALUE_BOOLEAN: (skip)
 * @x: the boolean
 *
 * A `const GValue *` to a `gboolean` item; it lives as long as one of %RX_VALUE_INT64.
 *
 * Since: 1.0
 */
#define RX_VALUE_BOOLEAN(x) RX_VALUE_LITERAL_ (G_TYPE_BOOLEAN, v_int, !!(x), 0)

/**
 * RX_VALUE_STRING: (skip)
 * @x: (nullable): the string
 *
 * A `const GValue *` to a string item that borrows @x; it lives as long as one of %RX_VALUE_INT64. The string is copied
 * where the item is kept.
 *
 * Since: 1.0
 */
#define RX_VALUE_STRING(x) \
  RX_VALUE_LITERAL_ (G_TYPE_STRING, v_pointer, rx_check_string_ (x), G_VALUE_NOCOPY_CONTENTS)

/**
 * RX_VALUE_OBJECT: (skip)
 * @x: (nullable): a #GObject
 *
 * A `const GValue *` to an object item that borrows @x; it lives as long as one of %RX_VALUE_INT64. A reference is
 * taken where the item is kept.
 *
 * Since: 1.0
 */
#define RX_VALUE_OBJECT(x)  RX_VALUE_LITERAL_ (G_TYPE_OBJECT, v_pointer, (gpointer) (x), 0)

G_END_DECLS
