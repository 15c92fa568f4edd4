/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "testing/rx-marbles-private.h"

#include "testing/rx-test-event-private.h"
#include "testing/rx-testing-private.h"

typedef struct
{
  const RxTestEvents *expected, *actual;
  gboolean *found;              /* expected events that have come */
  gboolean *known;              /* actual events that were expected */
  gboolean timed;
  GTimeSpan frame;              /* without times: the step from one event to the next */
} Comparison;

static RxNotification *
what (RxTestEvent *event)
{
  return rx_test_event_get_notification (event);
}

/* Pairs off what is equal. Both lists are in the order of their times. */
static gboolean
comparison_match (Comparison *self)
{
  gsize j = 0, n_found = 0;

  for (gsize i = 0; i < self->expected->n_events; i++)
    {
      RxTestEvent *event = self->expected->events[i];

      for (gsize k = j; k < self->actual->n_events; k++)
        {
          RxTestEvent *other = self->actual->events[k];

          if (rx_test_event_get_time (other) > rx_test_event_get_time (event))
            break;
          if (rx_test_event_equal (event, other))
            {
              self->found[i] = self->known[k] = TRUE;
              n_found++;
              j = k + 1;
              break;
            }
        }
    }
  return n_found == self->expected->n_events && n_found == self->actual->n_events;
}

/* An event that was not expected, of that time and that content if given. */
static gssize
comparison_find_stranger (Comparison *self, const gint64 *time, RxNotification *notification)
{
  for (gsize k = 0; k < self->actual->n_events; k++)
    if (!self->known[k] && (time == NULL || rx_test_event_get_time (self->actual->events[k]) == *time) &&
        (notification == NULL || _rx_notification_equal (what (self->actual->events[k]), notification)))
      return k;
  return -1;
}

static gchar *
comparison_format_time (Comparison *self, RxTestEvent *event)
{
  gint64 time = rx_test_event_get_time (event);

  if (self->timed)
    {
      g_autofree gchar *text = _rx_testing_format_time (time);

      return g_strdup_printf ("at %s", text);
    }
  return g_strdup_printf ("at place %" G_GINT64_FORMAT, time / self->frame + 1);
}

static void
comparison_list_missing (Comparison *self, RxTestEvent *event, GString *text)
{
  g_autofree gchar *time = comparison_format_time (self, event);
  g_autofree gchar *wanted = _rx_notification_to_string (what (event));
  gint64 due = rx_test_event_get_time (event);
  gssize k;

  k = comparison_find_stranger (self, &due, what (event));
  if (k >= 0)
    {
      g_string_append_printf (text, "  %s: %s came in another order\n", time, wanted);
      self->known[k] = TRUE;
      return;
    }

  k = comparison_find_stranger (self, &due, NULL);
  if (k >= 0)
    {
      g_autofree gchar *got = _rx_notification_to_string (what (self->actual->events[k]));

      if (g_str_equal (wanted, got) && rx_notification_get_kind (what (event)) == RX_EVENT_NEXT)
        {
          g_string_append_printf (text, "  %s: %s (%s) was expected, %s (%s) came\n", time,
                                  wanted, G_VALUE_TYPE_NAME (rx_notification_get_item (what (event))),
                                  got, G_VALUE_TYPE_NAME (rx_notification_get_item (what (self->actual->events[k]))));
        }
      else
        g_string_append_printf (text, "  %s: %s was expected, %s came\n", time, wanted, got);
      self->known[k] = TRUE;
      return;
    }

  k = comparison_find_stranger (self, NULL, what (event));
  if (k >= 0)
    {
      g_autofree gchar *when = comparison_format_time (self, self->actual->events[k]);

      g_string_append_printf (text, "  %s: %s was expected, and came %s\n", time, wanted, when);
      self->known[k] = TRUE;
      return;
    }
  g_string_append_printf (text, "  %s: %s was expected, and did not come\n", time, wanted);
}

static GError *
comparison_make_error (Comparison *self, RxMarbleTable *table)
{
  const RxTestEvents streams[2] = { *self->expected, *self->actual };
  g_autofree gchar *frame = _rx_testing_format_time (self->frame);
  g_autoptr (GString) legend = g_string_new (NULL);
  GString *text = g_string_new ("The stream is not what was expected");
  gchar *drawings[2];
  GError *error;

  _rx_marbles_draw (streams, drawings, 2, table, legend);
  if (self->timed)
    g_string_append_printf (text, " (one character is %s)", frame);
  g_string_append_printf (text, "\n  expected: %s\n  came:     %s\n", drawings[0], drawings[1]);
  if (legend->len > 0)
    g_string_append_printf (text, "where\n%s", legend->str);
  g_string_append (text, "and differs\n");

  for (gsize i = 0; i < self->expected->n_events; i++)
    if (!self->found[i])
      comparison_list_missing (self, self->expected->events[i], text);
  for (gsize k = 0; k < self->actual->n_events; k++)
    if (!self->known[k])
      {
        g_autofree gchar *time = comparison_format_time (self, self->actual->events[k]);
        g_autofree gchar *got = _rx_notification_to_string (what (self->actual->events[k]));

        g_string_append_printf (text, "  %s: %s came, and was not expected\n", time, got);
      }
  g_string_truncate (text, text->len - 1);

  error = g_error_new_literal (RX_ERROR, RX_ERROR_INVALID_ARGUMENT, text->str);
  g_string_free (text, TRUE);
  g_free (drawings[0]);
  g_free (drawings[1]);
  return error;
}

/* The same events, one frame apart. */
static RxTestEvents
in_steps (const RxTestEvents *events, GTimeSpan frame)
{
  RxTestEvents result = { g_new0 (RxTestEvent *, events->n_events + 1), events->n_events };

  for (gsize i = 0; i < events->n_events; i++)
    result.events[i] = rx_test_event_new ((gint64) i * frame, what (events->events[i]));
  return result;
}

gboolean
_rx_marbles_compare (const RxTestEvents *expected, const RxTestEvents *actual, RxMarbleTable *table, gboolean timed,
                     GError **error)
{
  GTimeSpan frame = _rx_marble_table_frame (table);
  RxTestEvents steps[2] = { { NULL, 0 }, { NULL, 0 } };
  Comparison self = { .expected = expected, .actual = actual, .timed = timed, .frame = frame };
  gboolean equal;

  if (!timed)
    {
      steps[0] = in_steps (expected, frame);
      steps[1] = in_steps (actual, frame);
      self.expected = &steps[0];
      self.actual = &steps[1];
    }
  self.found = g_new0 (gboolean, expected->n_events + 1);
  self.known = g_new0 (gboolean, actual->n_events + 1);
  equal = comparison_match (&self);
  if (!equal)
    _rx_testing_fail (error, comparison_make_error (&self, table));
  g_free (self.found);
  g_free (self.known);
  rx_test_events_free (steps[0].events, steps[0].n_events);
  rx_test_events_free (steps[1].events, steps[1].n_events);
  return equal;
}

/**
 * rx_marbles_compare:
 * @expected: (array length=n_expected): the events that should have come
 * @n_expected: how many
 * @actual: (array length=n_actual): the events that have come
 * @n_actual: how many
 * @table: (nullable): the characters to draw them with
 * @error: return location for a failure
 *
 * Compares what was expected with what came, both in the order of their times.
 *
 * If they are not the same the error (%RX_ERROR_INVALID_ARGUMENT) has it in its message: both diagrams, drawn one
 * below the other so that the same time is in the same column, and a list of the events that are missing, too much or
 * come at the wrong time. If there is no place for the error, it becomes a critical warning.
 *
 * Returns: TRUE, or FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
rx_marbles_compare (RxTestEvent **expected, gsize n_expected, RxTestEvent **actual, gsize n_actual,
                    RxMarbleTable *table, GError **error)
{
  const RxTestEvents a = { expected, n_expected }, b = { actual, n_actual };

  g_return_val_if_fail (expected != NULL || n_expected == 0, FALSE);
  g_return_val_if_fail (actual != NULL || n_actual == 0, FALSE);
  g_return_val_if_fail (table == NULL || RX_IS_MARBLE_TABLE (table), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return _rx_marbles_compare (&a, &b, table, TRUE, error);
}
