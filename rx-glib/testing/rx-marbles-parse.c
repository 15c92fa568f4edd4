/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "testing/rx-marbles-private.h"

#include <string.h>

#include "schedulers/rx-task-private.h"

typedef struct
{
  const gchar *text;
  const gchar *at;
  GTimeSpan frame;
  gint64 time;                  /* of the next character */
  gint64 group;                 /* of the group that is open, or -1 */
  const gchar *group_at;
  gboolean after_space;         /* a span of time may begin here */
  GError *error;                /* (owned) (nullable) */
} Scanner;

static gunichar
scanner_fail (Scanner *self, const gchar *at, const gchar *reason)
{
  if (self->error == NULL)
    self->error = g_error_new (RX_ERROR, RX_ERROR_INVALID_ARGUMENT, "In the diagram \"%s\", at character %ld: %s",
                               self->text, g_utf8_pointer_to_offset (self->text, at) + 1, reason);
  return 0;
}

static gboolean
scanner_init (Scanner *self, const gchar *text, RxMarbleTable *table, GError **error)
{
  *self = (Scanner) {
    .text = text,
    .at = text,
    .frame = _rx_marble_table_frame (table),
    .group = -1,
    .after_space = TRUE,
  };
  if (g_utf8_validate (text, -1, NULL))
    return TRUE;
  g_set_error_literal (error, RX_ERROR, RX_ERROR_INVALID_ARGUMENT, "The diagram is not UTF-8");
  return FALSE;
}

/* "10ms", "1.5s", "2m", "250us" between spaces or ends: how long it is, and where it ends in end. Anything else is
 * made of items. -1: a span that cannot be. */
static gint64
scan_span (const gchar *text, const gchar **end)
{
  static const struct
  {
    const gchar *name;
    gint64 length;
  } units[] = {
    { "us", 1 },
    { "ms", G_TIME_SPAN_MILLISECOND },
    { "s", G_TIME_SPAN_SECOND },
    { "m", G_TIME_SPAN_MINUTE },
  };
  gint64 whole = 0, fraction = 0, scale = 1;
  gboolean too_much = FALSE;
  const gchar *at = text;

  for (; g_ascii_isdigit (*at); at++)
    too_much |= __builtin_mul_overflow (whole, 10, &whole) || __builtin_add_overflow (whole, *at - '0', &whole);
  if (at == text)
    return 0;
  if (*at == '.' && g_ascii_isdigit (at[1]))
    {
      /* Digits beyond those of a minute in microseconds are either zeroes or too fine. */
      for (at++; g_ascii_isdigit (*at); at++)
        {
          too_much |= scale >= G_GINT64_CONSTANT (1000000000000) && *at != '0';
          if (scale < G_GINT64_CONSTANT (1000000000000))
            {
              fraction = 10 * fraction + (*at - '0');
              scale *= 10;
            }
        }
    }

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      gsize length = strlen (units[i].name);
      gint64 span, rest;

      if (strncmp (at, units[i].name, length) != 0 || (at[length] != '\0' && !g_ascii_isspace (at[length])))
        continue;
      *end = at + length;
      while (fraction != 0 && fraction % 10 == 0)
        {
          fraction /= 10;
          scale /= 10;
        }
      if (too_much || __builtin_mul_overflow (fraction, units[i].length, &rest) || rest % scale != 0 ||
          __builtin_mul_overflow (whole, units[i].length, &span) || __builtin_add_overflow (span, rest / scale, &span))
        return -1;
      return span;
    }
  return 0;
}

/* The next symbol and its time; 0 at the end or after an error. */
static gunichar
scanner_next (Scanner *self, gint64 *time, const gchar **place)
{
  while (*self->at != '\0' && self->error == NULL)
    {
      const gchar *at = self->at, *end = NULL;
      gunichar symbol = g_utf8_get_char (at);
      gint64 span = self->after_space ? scan_span (at, &end) : 0;

      if (end != NULL)
        {
          if (self->group >= 0)
            return scanner_fail (self, at, "time does not pass inside a group");
          if (span < 0 || _rx_time_add (self->time, span) == G_MAXINT64)
            return scanner_fail (self, at, "this span of time is too long, or finer than a microsecond");
          self->time += span;
          self->at = end;
          continue;
        }

      self->at = g_utf8_next_char (at);
      self->after_space = g_unichar_isspace (symbol);
      if (self->after_space)
        continue;
      if (!g_unichar_isgraph (symbol))
        return scanner_fail (self, at, "this character cannot be seen");

      *time = self->group >= 0 ? self->group : self->time;
      *place = at;
      self->time = _rx_time_add (self->time, self->frame);
      switch (symbol)
        {
        case '-':
          if (self->group >= 0)
            return scanner_fail (self, at, "time does not pass inside a group");
          break;
        case '(':
          if (self->group >= 0)
            return scanner_fail (self, at, "a group is open already");
          self->group = *time;
          self->group_at = at;
          break;
        case ')':
          if (self->group < 0)
            return scanner_fail (self, at, "no group is open");
          self->group = -1;
          break;
        default:
          return symbol;
        }
    }
  if (self->group >= 0)
    scanner_fail (self, self->group_at, "this group is not closed");
  return 0;
}

static RxTestEvent **
parse_events (const gchar *marbles, RxMarbleTable *table, gboolean hot, gsize *n_events, GError **error)
{
  g_autoptr (GPtrArray) notifications = g_ptr_array_new_with_free_func ((GDestroyNotify) rx_notification_unref);
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 time, zero = -1;
  gboolean ended = FALSE;
  RxTestEvent **events;
  const gchar *place;
  Scanner scanner;
  gunichar symbol;

  *n_events = 0;
  if (!scanner_init (&scanner, marbles, table, error))
    return NULL;

  while ((symbol = scanner_next (&scanner, &time, &place)) != 0)
    {
      RxNotification *notification;

      if (symbol == '!')
        scanner_fail (&scanner, place, "only the diagram of a subscription has an end of it");
      else if (symbol == '^' && !hot)
        scanner_fail (&scanner, place, "only the diagram of a hot source says where one subscribes");
      else if (symbol == '^' && zero >= 0)
        scanner_fail (&scanner, place, "one subscribes once");
      else if (symbol == '^')
        zero = time;
      else if (ended)
        scanner_fail (&scanner, place, "nothing comes after the end");
      else
        {
          notification = symbol == '|' ? rx_notification_new_completed () : _rx_marble_table_lookup (table, symbol);
          ended = rx_notification_get_kind (notification) != RX_EVENT_NEXT;
          g_ptr_array_add (notifications, notification);
          g_array_append_val (times, time);
        }
    }
  if (scanner.error != NULL)
    {
      g_propagate_error (error, scanner.error);
      return NULL;
    }

  events = g_new0 (RxTestEvent *, notifications->len + 1);
  for (guint i = 0; i < notifications->len; i++)
    events[i] = rx_test_event_new (g_array_index (times, gint64, i) - MAX (zero, 0), notifications->pdata[i]);
  *n_events = notifications->len;
  return events;
}

/**
 * rx_marbles_parse:
 * @marbles: a diagram
 * @table: (nullable): what the characters stand for
 * @n_events: (out): how many events there are
 * @error: return location for a failure
 *
 * Reads a marble diagram, in the syntax that RxJS has for it in its run mode.
 *
 * Each character takes one frame: `-` is nothing but time; `|` completion, `#` the error; any other the item that it
 * stands for in the table, or else a string of that one character, digits too. Spaces take no time and are there to
 * line diagrams up. What stands in parentheses happens at the same time, that of the opening one; all characters of a
 * group, the parentheses too, take their frame afterwards, so that `(ab|)` lasts five. Between spaces (or an end) a
 * number with a unit is a span of time: `10ms`, `1.5s`, `2m`, and also `250us`.
 *
 * Times count from 0, the beginning of the diagram. A diagram that cannot be read gives %RX_ERROR_INVALID_ARGUMENT,
 * with the place and the reason in the message.
 *
 * Returns: (transfer full) (array length=n_events): the events; %NULL with @error set
 *
 * Since: 1.0
 */
RxTestEvent **
rx_marbles_parse (const gchar *marbles, RxMarbleTable *table, gsize *n_events, GError **error)
{
  g_return_val_if_fail (marbles != NULL, NULL);
  g_return_val_if_fail (table == NULL || RX_IS_MARBLE_TABLE (table), NULL);
  g_return_val_if_fail (n_events != NULL, NULL);

  return parse_events (marbles, table, FALSE, n_events, error);
}

/**
 * rx_marbles_parse_hot:
 * @marbles: a diagram
 * @table: (nullable): what the characters stand for
 * @n_events: (out): how many events there are
 * @error: return location for a failure
 *
 * Reads the diagram of a hot source, in which a `^` may stand for the moment when the test subscribes: times count
 * from there, and are below 0 before. Otherwise it is as [func@RxTesting.marbles_parse].
 *
 * Returns: (transfer full) (array length=n_events): the events; %NULL with @error set
 *
 * Since: 1.0
 */
RxTestEvent **
rx_marbles_parse_hot (const gchar *marbles, RxMarbleTable *table, gsize *n_events, GError **error)
{
  g_return_val_if_fail (marbles != NULL, NULL);
  g_return_val_if_fail (table == NULL || RX_IS_MARBLE_TABLE (table), NULL);
  g_return_val_if_fail (n_events != NULL, NULL);

  return parse_events (marbles, table, TRUE, n_events, error);
}

/**
 * rx_marbles_parse_subscription:
 * @marbles: a diagram, such as `--^---!`
 * @table: (nullable): where the length of a frame is taken from
 * @subscribed: (out): when one subscribes, in microseconds, or -1
 * @unsubscribed: (out): when one unsubscribes, in microseconds, or -1
 * @error: return location for a failure
 *
 * Reads the diagram of a subscription: `^` is its beginning and `!` its end.
 *
 * Returns: TRUE, or FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
rx_marbles_parse_subscription (const gchar *marbles, RxMarbleTable *table, gint64 *subscribed, gint64 *unsubscribed,
                               GError **error)
{
  const gchar *place;
  Scanner scanner;
  gunichar symbol;
  gint64 time;

  g_return_val_if_fail (marbles != NULL, FALSE);
  g_return_val_if_fail (table == NULL || RX_IS_MARBLE_TABLE (table), FALSE);
  g_return_val_if_fail (subscribed != NULL && unsubscribed != NULL, FALSE);

  *subscribed = *unsubscribed = -1;
  if (!scanner_init (&scanner, marbles, table, error))
    return FALSE;
  while ((symbol = scanner_next (&scanner, &time, &place)) != 0)
    {
      if (symbol != '^' && symbol != '!')
        scanner_fail (&scanner, place, "the diagram of a subscription has no items");
      else if ((symbol == '^' ? *subscribed : *unsubscribed) >= 0)
        scanner_fail (&scanner, place, "this happens once");
      else if (symbol == '!' && *subscribed < 0)
        scanner_fail (&scanner, place, "the end comes after the beginning");
      else
        *(symbol == '^' ? subscribed : unsubscribed) = time;
    }
  if (scanner.error == NULL)
    return TRUE;
  g_propagate_error (error, scanner.error);
  return FALSE;
}
