/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "testing/rx-marbles-private.h"

#include "testing/rx-test-event-private.h"

/**
 * RxMarbleTable:
 *
 * What the characters of a marble diagram stand for, and how long one of them lasts.
 *
 * A character that is not in the table stands for a string item of that one character, and `#` for an error
 * (%G_IO_ERROR_FAILED, “error”). A frame, the time that each character takes, is a millisecond at first.
 *
 * A table is filled before it is used; after that any thread may use it.
 *
 * Since: 1.0
 */
struct _RxMarbleTable
{
  GObject parent_instance;
  GHashTable *entries;          /* (owned): character → RxNotification */
  GTimeSpan frame;
};

G_DEFINE_FINAL_TYPE (RxMarbleTable, rx_marble_table, G_TYPE_OBJECT)

static void
rx_marble_table_finalize (GObject *object)
{
  g_hash_table_unref (((RxMarbleTable *) object)->entries);
  G_OBJECT_CLASS (rx_marble_table_parent_class)->finalize (object);
}

static void
rx_marble_table_class_init (RxMarbleTableClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rx_marble_table_finalize;
}

static void
rx_marble_table_init (RxMarbleTable *self)
{
  self->entries = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) rx_notification_unref);
  self->frame = G_TIME_SPAN_MILLISECOND;
}

gboolean
_rx_marbles_is_reserved (gunichar symbol)
{
  return symbol == '-' || symbol == '|' || symbol == '(' || symbol == ')' || symbol == '^' || symbol == '!' ||
         !g_unichar_isgraph (symbol);
}

RxNotification *
_rx_marble_table_lookup (RxMarbleTable *self, gunichar symbol)
{
  RxNotification *known = self != NULL ? g_hash_table_lookup (self->entries, GUINT_TO_POINTER (symbol)) : NULL;
  g_autoptr (GError) error = NULL;
  gchar text[7] = { 0 };

  if (known != NULL)
    return rx_notification_ref (known);
  if (symbol == '#')
    {
      error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "error");
      return rx_notification_new_error (error);
    }
  g_unichar_to_utf8 (symbol, text);
  return rx_notification_new_next (RX_VALUE_STRING (text));
}

gboolean
_rx_marble_table_has (RxMarbleTable *self, gunichar symbol)
{
  return self != NULL && g_hash_table_contains (self->entries, GUINT_TO_POINTER (symbol));
}

/* A string of one character that stands for itself, as long as the table has no other use for it. */
static gunichar
find_plain (RxMarbleTable *self, RxNotification *notification)
{
  const GValue *item = rx_notification_get_item (notification);
  const gchar *text = item != NULL && G_VALUE_HOLDS_STRING (item) ? g_value_get_string (item) : NULL;
  gunichar symbol;

  if (text == NULL || !g_utf8_validate (text, -1, NULL) || g_utf8_strlen (text, -1) != 1)
    return 0;
  symbol = g_utf8_get_char (text);
  return symbol == '#' || _rx_marbles_is_reserved (symbol) || _rx_marble_table_has (self, symbol) ? 0 : symbol;
}

gunichar
_rx_marble_table_find (RxMarbleTable *self, RxNotification *notification)
{
  GHashTableIter iter;
  gpointer key, value;
  gunichar found = 0;

  if (self != NULL)
    {
      g_hash_table_iter_init (&iter, self->entries);
      while (g_hash_table_iter_next (&iter, &key, &value))
        {
          gunichar symbol = GPOINTER_TO_UINT (key);

          /* the first one, if several mean the same */
          if ((found == 0 || symbol < found) && _rx_notification_equal (value, notification))
            found = symbol;
        }
    }
  return found != 0 ? found : find_plain (self, notification);
}

GTimeSpan
_rx_marble_table_frame (RxMarbleTable *self)
{
  return self != NULL ? self->frame : G_TIME_SPAN_MILLISECOND;
}

/**
 * rx_marble_table_new:
 *
 * Makes an empty table, with a frame of one millisecond.
 *
 * Returns: (transfer full): the table
 *
 * Since: 1.0
 */
RxMarbleTable *
rx_marble_table_new (void)
{
  return g_object_new (RX_TYPE_MARBLE_TABLE, NULL);
}

static void
table_set (RxMarbleTable *self, gunichar symbol, RxNotification *notification)
{
  g_hash_table_replace (self->entries, GUINT_TO_POINTER (symbol), notification);
}

/**
 * rx_marble_table_set_item:
 * @self: the table
 * @symbol: a character that has no meaning of its own in a diagram
 * @item: (nullable): the item, which is copied; %NULL stands for the NULL item
 *
 * Says which item a character stands for.
 *
 * Since: 1.0
 */
void
rx_marble_table_set_item (RxMarbleTable *self, gunichar symbol, const GValue *item)
{
  g_return_if_fail (RX_IS_MARBLE_TABLE (self));
  g_return_if_fail (!_rx_marbles_is_reserved (symbol) && symbol != '#');
  g_return_if_fail (item == NULL || G_IS_VALUE (item));

  table_set (self, symbol, rx_notification_new_next (item));
}

/**
 * rx_marble_table_set_error:
 * @self: the table
 * @symbol: `#`, or a character that has no meaning of its own in a diagram
 * @error: the error, which is copied
 *
 * Says which error a character stands for.
 *
 * Since: 1.0
 */
void
rx_marble_table_set_error (RxMarbleTable *self, gunichar symbol, const GError *error)
{
  g_return_if_fail (RX_IS_MARBLE_TABLE (self));
  g_return_if_fail (!_rx_marbles_is_reserved (symbol));
  g_return_if_fail (error != NULL);

  table_set (self, symbol, rx_notification_new_error (error));
}

/**
 * rx_marble_table_get_frame:
 * @self: the table
 *
 * Tells how much time one character takes.
 *
 * Returns: microseconds
 *
 * Since: 1.0
 */
GTimeSpan
rx_marble_table_get_frame (RxMarbleTable *self)
{
  g_return_val_if_fail (RX_IS_MARBLE_TABLE (self), 0);

  return self->frame;
}

/**
 * rx_marble_table_set_frame:
 * @self: the table
 * @frame: microseconds, at least 1
 *
 * Says how much time one character takes.
 *
 * Since: 1.0
 */
void
rx_marble_table_set_frame (RxMarbleTable *self, GTimeSpan frame)
{
  g_return_if_fail (RX_IS_MARBLE_TABLE (self));
  g_return_if_fail (frame >= 1);

  self->frame = frame;
}
