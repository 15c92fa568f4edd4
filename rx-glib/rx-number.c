/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-value-private.h"

#include <string.h>

#include "rx-error.h"

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

static void
number_set_uint64 (RxNumber *number, guint64 value)
{
  if (value <= G_MAXINT64)
    {
      number->kind = RX_NUMBER_INT64;
      number->as.i = (gint64) value;
    }
  else
    {
      number->kind = RX_NUMBER_UINT64;
      number->as.u = value;
    }
}

gboolean
_rx_value_get_number (const GValue *item, RxNumber *number)
{
  if (item == NULL)
    return FALSE;

  number->kind = RX_NUMBER_INT64;
  switch (_rx_type_fundamental (item->g_type))
    {
    case G_TYPE_CHAR:
      number->as.i = (gint8) item->data[0].v_int;
      return TRUE;
    case G_TYPE_UCHAR:
      number->as.i = (guint8) item->data[0].v_uint;
      return TRUE;
    case G_TYPE_BOOLEAN:
      number->as.i = item->data[0].v_int != 0;
      return TRUE;
    case G_TYPE_INT:
      number->as.i = item->data[0].v_int;
      return TRUE;
    case G_TYPE_UINT:
      number->as.i = item->data[0].v_uint;
      return TRUE;
    case G_TYPE_LONG:
    case G_TYPE_ENUM:
      number->as.i = item->data[0].v_long;
      return TRUE;
    case G_TYPE_ULONG:
    case G_TYPE_FLAGS:
      number_set_uint64 (number, item->data[0].v_ulong);
      return TRUE;
    case G_TYPE_INT64:
      number->as.i = item->data[0].v_int64;
      return TRUE;
    case G_TYPE_UINT64:
      number_set_uint64 (number, item->data[0].v_uint64);
      return TRUE;
    case G_TYPE_FLOAT:
      number->kind = RX_NUMBER_DOUBLE;
      number->as.d = (double) item->data[0].v_float;
      return TRUE;
    case G_TYPE_DOUBLE:
      number->kind = RX_NUMBER_DOUBLE;
      number->as.d = item->data[0].v_double;
      return TRUE;
    default:
      return FALSE;
    }
}

static gint64
double_to_int64 (double d)
{
  if (d != d)
    return 0;
  if (d >= RX_TWO_TO_63)
    return G_MAXINT64;
  return d < -RX_TWO_TO_63 ? G_MININT64 : (gint64) d;
}

static guint64
double_to_uint64 (double d)
{
  if (!(d > 0))
    return 0;
  return d >= RX_TWO_TO_64 ? G_MAXUINT64 : (guint64) d;
}

gint64
_rx_number_to_int64 (const RxNumber *number)
{
  switch (number->kind)
    {
    case RX_NUMBER_INT64:
      return number->as.i;
    case RX_NUMBER_UINT64:
      return G_MAXINT64;
    case RX_NUMBER_DOUBLE:
    default:
      return double_to_int64 (number->as.d);
    }
}

guint64
_rx_number_to_uint64 (const RxNumber *number)
{
  switch (number->kind)
    {
    case RX_NUMBER_INT64:
      return (guint64) MAX (number->as.i, 0);
    case RX_NUMBER_UINT64:
      return number->as.u;
    case RX_NUMBER_DOUBLE:
    default:
      return double_to_uint64 (number->as.d);
    }
}

double
_rx_number_to_double (const RxNumber *number)
{
  switch (number->kind)
    {
    case RX_NUMBER_INT64:
      return (double) number->as.i;
    case RX_NUMBER_UINT64:
      return (double) number->as.u;
    case RX_NUMBER_DOUBLE:
    default:
      return number->as.d;
    }
}

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

/* Whole numbers hash alike in every type. */
guint
_rx_number_hash (const RxNumber *number)
{
  double d = number->as.d;
  guint64 bits;

  if (number->kind == RX_NUMBER_INT64)
    return _rx_hash_mix ((guint64) number->as.i);
  if (number->kind == RX_NUMBER_UINT64)
    return _rx_hash_mix (number->as.u);
  if (d != d)
    return _rx_hash_mix (G_MAXUINT64);
  if (d >= -RX_TWO_TO_63 && d < RX_TWO_TO_63 && (double) (gint64) d == d)
    return _rx_hash_mix ((guint64) (gint64) d);
  if (d >= RX_TWO_TO_63 && d < RX_TWO_TO_64)
    return _rx_hash_mix ((guint64) d);
  memcpy (&bits, &d, sizeof (bits));
  return _rx_hash_mix (bits);
}
