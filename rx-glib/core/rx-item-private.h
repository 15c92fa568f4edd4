/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <glib-object.h>
#include <string.h>

/* An item travels between sinks as a GValue that the callee may move out: it then copies the bytes and zeroes the
 * original. Whoever made the item clears it afterwards if it is still set. The helpers keep out of the type system for
 * the fundamental types, since g_value_init() and friends cost ten times a hop. */

#define RX_ITEM_INIT { 0, { { 0 } } }

/* The fundamental types whose values own nothing. */
#define RX_ITEM_PLAIN_TYPES \
  (1u << (G_TYPE_CHAR >> G_TYPE_FUNDAMENTAL_SHIFT) | 1u << (G_TYPE_UCHAR >> G_TYPE_FUNDAMENTAL_SHIFT) | \
   1u << (G_TYPE_BOOLEAN >> G_TYPE_FUNDAMENTAL_SHIFT) | 1u << (G_TYPE_INT >> G_TYPE_FUNDAMENTAL_SHIFT) | \
   1u << (G_TYPE_UINT >> G_TYPE_FUNDAMENTAL_SHIFT) | 1u << (G_TYPE_LONG >> G_TYPE_FUNDAMENTAL_SHIFT) | \
   1u << (G_TYPE_ULONG >> G_TYPE_FUNDAMENTAL_SHIFT) | 1u << (G_TYPE_INT64 >> G_TYPE_FUNDAMENTAL_SHIFT) | \
   1u << (G_TYPE_UINT64 >> G_TYPE_FUNDAMENTAL_SHIFT) | 1u << (G_TYPE_FLOAT >> G_TYPE_FUNDAMENTAL_SHIFT) | \
   1u << (G_TYPE_DOUBLE >> G_TYPE_FUNDAMENTAL_SHIFT) | 1u << (G_TYPE_POINTER >> G_TYPE_FUNDAMENTAL_SHIFT))

static inline gboolean
_rx_item_is_set (const GValue *item)
{
  return item->g_type != 0;
}

static inline gboolean
_rx_item_is_plain (const GValue *item)
{
  GType id = item->g_type >> G_TYPE_FUNDAMENTAL_SHIFT;

  return G_LIKELY (id < 32) && (RX_ITEM_PLAIN_TYPES >> id & 1);
}

static inline void
_rx_item_clear (GValue *item)
{
  if (_rx_item_is_set (item))
    {
      if (G_LIKELY (_rx_item_is_plain (item)))
        item->g_type = 0;
      else
        g_value_unset (item);
    }
}

/* Both are item slots of ours; dest is unset, src is afterwards. */
static inline void
_rx_item_move (GValue *dest, GValue *src)
{
  memcpy (dest, src, sizeof (GValue));
  src->g_type = 0;
}

static inline void
_rx_item_copy (GValue *dest, const GValue *src)
{
  if (G_LIKELY (_rx_item_is_plain (src)))
    memcpy (dest, src, sizeof (GValue));
  else
    {
      memset (dest, 0, sizeof (GValue));
      g_value_init (dest, src->g_type);
      g_value_copy (src, dest);
    }
}

static inline void
_rx_item_init_int64 (GValue *item, gint64 value)
{
  item->g_type = G_TYPE_INT64;
  item->data[0].v_int64 = value;
  item->data[1].v_int64 = 0;
}

static inline void
_rx_item_init_null (GValue *item)
{
  item->g_type = G_TYPE_POINTER;
  item->data[0].v_pointer = NULL;
  item->data[1].v_int64 = 0;
}

/* What comes from a user: no item at all stands for NULL, as languages pass it; an unset one is refused. */
static inline gboolean
_rx_item_import (GValue *dest, const GValue *src)
{
  if (src == NULL)
    _rx_item_init_null (dest);
  else if (G_UNLIKELY (!_rx_item_is_plain (src) && !G_IS_VALUE (src)))
    return FALSE;
  else
    _rx_item_copy (dest, src);
  return TRUE;
}
