/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "testing/rx-marbles-private.h"

#include <string.h>

#include "schedulers/rx-task-private.h"
#include "testing/rx-test-event-private.h"

/* Longer stretches of nothing are written as a span of time. */
#define MAX_DASHES 10

typedef struct
{
  const RxTestEvents *events;
  gsize next;
  GString *text;
  gint64 cursor;                /* the time that the text has come to */
  gboolean caret;               /* a ^ is still to be drawn at 0 */
} Line;

typedef struct
{
  RxMarbleTable *table;
  GTimeSpan frame;
  Line *lines;
  guint n_lines;
  GPtrArray *strangers;         /* (unowned): notifications that have no symbol */
  GArray *symbols;              /* and the one that each is given */
  gunichar last_symbol;
} Drawing;

static gboolean
symbol_is_taken (Drawing *self, gunichar symbol)
{
  gchar text[7] = { 0 };

  if (_rx_marbles_is_reserved (symbol) || _rx_marble_table_has (self->table, symbol))
    return TRUE;
  g_unichar_to_utf8 (symbol, text);
  for (guint i = 0; i < self->n_lines; i++)
    for (gsize j = 0; j < self->lines[i].events->n_events; j++)
      {
        RxNotification *n = rx_test_event_get_notification (self->lines[i].events->events[j]);
        const GValue *item = rx_notification_get_item (n);

        if (item != NULL && G_VALUE_HOLDS_STRING (item) && g_strcmp0 (g_value_get_string (item), text) == 0)
          return TRUE;
      }
  return FALSE;
}

/* Capitals first, then small letters, then whatever letters there are. */
static gunichar
symbol_make (Drawing *self)
{
  do
    {
      self->last_symbol = self->last_symbol == 0 ? 'A' : self->last_symbol + 1;
    }
  while (!g_unichar_isalpha (self->last_symbol) || symbol_is_taken (self, self->last_symbol));
  return self->last_symbol;
}

static gunichar
symbol_for (Drawing *self, RxNotification *notification)
{
  gunichar symbol;

  if (rx_notification_get_kind (notification) == RX_EVENT_COMPLETED)
    return '|';
  symbol = _rx_marble_table_find (self->table, notification);
  if (symbol != 0)
    return symbol;
  if (rx_notification_get_kind (notification) == RX_EVENT_ERROR && !_rx_marble_table_has (self->table, '#'))
    return '#';

  for (guint i = 0; i < self->strangers->len; i++)
    if (_rx_notification_equal (self->strangers->pdata[i], notification))
      return g_array_index (self->symbols, gunichar, i);
  symbol = symbol_make (self);
  g_ptr_array_add (self->strangers, notification);
  g_array_append_val (self->symbols, symbol);
  return symbol;
}

static RxTestEvent *
line_peek (const Line *self)
{
  return self->next < self->events->n_events ? self->events->events[self->next] : NULL;
}

static gboolean
line_get_next_time (const Line *self, gint64 *time)
{
  RxTestEvent *event = line_peek (self);

  if (event == NULL && !self->caret)
    return FALSE;
  *time = event != NULL ? rx_test_event_get_time (event) : 0;
  if (self->caret && *time > 0)
    *time = 0;
  return TRUE;
}

static void
line_pad (Line *self, gint64 until, GTimeSpan frame)
{
  for (gint64 next; (next = _rx_time_add (self->cursor, frame)) <= until && next > self->cursor; self->cursor = next)
    g_string_append_c (self->text, '-');
}

/* Would the items so far, and this one, be read as a span of time? */
static gboolean
line_reads_as_span (const Line *self, gchar symbol)
{
  const gchar *at = self->text->str + self->text->len;

  if (strchr ("ums", symbol) == NULL || self->text->len == 0 || !g_ascii_isdigit (at[-1]))
    return FALSE;
  while (at > self->text->str && (g_ascii_isdigit (at[-1]) || at[-1] == '.'))
    at--;
  return at == self->text->str || at[-1] == ' ';
}

/* All that happens at one time. */
static void
line_draw (Line *self, Drawing *drawing, gint64 time)
{
  g_autoptr (GString) symbols = g_string_new (NULL);
  glong width;
  RxTestEvent *event;

  if (self->caret && time == 0)
    {
      g_string_append_c (symbols, '^');
      self->caret = FALSE;
    }
  while ((event = line_peek (self)) != NULL && rx_test_event_get_time (event) == time)
    {
      g_string_append_unichar (symbols, symbol_for (drawing, rx_test_event_get_notification (event)));
      self->next++;
    }

  width = g_utf8_strlen (symbols->str, -1);
  if (width == 0)
    return;
  if (width > 1)
    {
      g_string_prepend_c (symbols, '(');
      g_string_append_c (symbols, ')');
      width += 2;
    }
  if (line_reads_as_span (self, symbols->str[0]))
    g_string_append_c (self->text, ' ');
  g_string_append (self->text, symbols->str);
  self->cursor = MAX (self->cursor, time);
  for (; width > 0; width--)
    self->cursor = _rx_time_add (self->cursor, drawing->frame);
}

/* Brings all lines to the same column, with spaces, which take no time. */
static void
drawing_align (Drawing *self)
{
  glong column = 0;

  for (guint i = 0; i < self->n_lines; i++)
    column = MAX (column, g_utf8_strlen (self->lines[i].text->str, -1));
  for (guint i = 0; i < self->n_lines; i++)
    for (glong n = g_utf8_strlen (self->lines[i].text->str, -1); n < column; n++)
      g_string_append_c (self->lines[i].text, ' ');
}

static void
append_span (GString *text, gint64 span)
{
  g_string_append_printf (text, " %" G_GINT64_FORMAT, span / G_TIME_SPAN_MILLISECOND);
  if (span % G_TIME_SPAN_MILLISECOND != 0)
    {
      g_string_append_printf (text, ".%03d", (gint) (span % G_TIME_SPAN_MILLISECOND));
      while (text->str[text->len - 1] == '0')
        g_string_truncate (text, text->len - 1);
    }
  g_string_append (text, "ms ");
}

/* What lies between the last thing that has been drawn and time. */
static void
drawing_pass (Drawing *self, gint64 time)
{
  gint64 last = self->lines[0].cursor, gap;

  for (guint i = 1; i < self->n_lines; i++)
    last = MAX (last, self->lines[i].cursor);
  if (__builtin_sub_overflow (time, last, &gap))
    gap = G_MAXINT64;

  if (gap > 0 && (gap / self->frame > MAX_DASHES || gap % self->frame != 0))
    {
      for (guint i = 0; i < self->n_lines; i++)
        line_pad (&self->lines[i], last, self->frame);
      drawing_align (self);
      for (guint i = 0; i < self->n_lines; i++)
        {
          append_span (self->lines[i].text, gap);
          self->lines[i].cursor = time;
        }
    }
}

void
_rx_marbles_draw (const RxTestEvents *streams, gchar **drawings, guint n_streams, RxMarbleTable *table, GString *legend)
{
  g_autofree Line *lines = g_new0 (Line, n_streams);
  g_autoptr (GPtrArray) strangers = g_ptr_array_new ();
  g_autoptr (GArray) symbols = g_array_new (FALSE, FALSE, sizeof (gunichar));
  Drawing self = { table, _rx_marble_table_frame (table), lines, n_streams, strangers, symbols, 0 };
  gint64 start = 0;

  for (guint i = 0; i < n_streams; i++)
    if (streams[i].n_events > 0)
      start = MIN (start, rx_test_event_get_time (streams[i].events[0]));
  for (guint i = 0; i < n_streams; i++)
    lines[i] = (Line) { &streams[i], 0, g_string_new (NULL), start, start < 0 };

  for (;;)
    {
      gint64 time = G_MAXINT64, t;
      gboolean any = FALSE;

      for (guint i = 0; i < n_streams; i++)
        if (line_get_next_time (&lines[i], &t))
          {
            any = TRUE;
            time = MIN (time, t);
          }
      if (!any)
        break;
      drawing_pass (&self, time);
      for (guint i = 0; i < n_streams; i++)
        if (line_get_next_time (&lines[i], &t) && t == time)
          {
            line_pad (&lines[i], time, self.frame);
            line_draw (&lines[i], &self, time);
          }
    }

  for (guint i = 0; i < n_streams; i++)
    drawings[i] = g_strchomp (g_string_free (lines[i].text, FALSE));
  for (guint i = 0; legend != NULL && i < strangers->len; i++)
    {
      g_autofree gchar *text = _rx_notification_to_string (strangers->pdata[i]);
      gchar symbol[7] = { 0 };

      g_unichar_to_utf8 (g_array_index (symbols, gunichar, i), symbol);
      g_string_append_printf (legend, "  %s: %s\n", symbol, text);
    }
}

/**
 * rx_marbles_print:
 * @events: (array length=n_events): events in the order of their times
 * @n_events: how many
 * @table: (nullable): the characters for them
 *
 * Draws the marble diagram of events.
 *
 * What happens at the same time is put into parentheses, and a long time without events is written as such (` 25ms
 * `). Items that have no character in the table and are no string of a single one get letters that are free, from `A`
 * on. An event that comes before the diagram of those ahead of it is over, as a group takes time to be written,
 * stands right behind it: such a diagram cannot be exact.
 *
 * Returns: (transfer full): the diagram
 *
 * Since: 1.0
 */
gchar *
rx_marbles_print (RxTestEvent **events, gsize n_events, RxMarbleTable *table)
{
  RxTestEvents stream = { events, n_events };
  gchar *drawing;

  g_return_val_if_fail (events != NULL || n_events == 0, NULL);
  g_return_val_if_fail (table == NULL || RX_IS_MARBLE_TABLE (table), NULL);

  _rx_marbles_draw (&stream, &drawing, 1, table, NULL);
  return drawing;
}
