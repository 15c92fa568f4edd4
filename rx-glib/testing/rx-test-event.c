/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "testing/rx-test-event-private.h"

#include <stdatomic.h>

#include "testing/rx-testing-private.h"

/**
 * RxTestEvent:
 *
 * An event of a stream and when it happened, or has to happen.
 *
 * Times are microseconds of the clock of a [class@RxTesting.TestScheduler]; in what a cold source is made of they
 * count from the subscription.
 *
 * It is immutable, counted, and may be shared between threads.
 *
 * Since: 1.0
 */
struct _RxTestEvent
{
  atomic_int refs;
  gint64 time;
  RxNotification *notification; /* (owned) */
};

G_DEFINE_BOXED_TYPE (RxTestEvent, rx_test_event, rx_test_event_ref, rx_test_event_unref)

static RxTestEvent *
event_new_take (gint64 time, RxNotification *notification)
{
  RxTestEvent *self = g_new (RxTestEvent, 1);

  atomic_init (&self->refs, 1);
  self->time = time;
  self->notification = notification;
  return self;
}

/**
 * rx_test_event_new:
 * @time: when, in microseconds
 * @notification: what
 *
 * Makes an event.
 *
 * Returns: (transfer full): the event
 *
 * Since: 1.0
 */
RxTestEvent *
rx_test_event_new (gint64 time, RxNotification *notification)
{
  g_return_val_if_fail (notification != NULL, NULL);

  return event_new_take (time, rx_notification_ref (notification));
}

/**
 * rx_test_event_new_next:
 * @time: when, in microseconds
 * @item: (nullable): the item, which is copied; %NULL stands for the NULL item
 *
 * Makes an event of an item.
 *
 * Returns: (transfer full): the event
 *
 * Since: 1.0
 */
RxTestEvent *
rx_test_event_new_next (gint64 time, const GValue *item)
{
  g_return_val_if_fail (item == NULL || G_IS_VALUE (item), NULL);

  return event_new_take (time, rx_notification_new_next (item));
}

/**
 * rx_test_event_new_error:
 * @time: when, in microseconds
 * @error: the error, which is copied
 *
 * Makes an event of an error.
 *
 * Returns: (transfer full): the event
 *
 * Since: 1.0
 */
RxTestEvent *
rx_test_event_new_error (gint64 time, const GError *error)
{
  g_return_val_if_fail (error != NULL, NULL);

  return event_new_take (time, rx_notification_new_error (error));
}

/**
 * rx_test_event_new_completed:
 * @time: when, in microseconds
 *
 * Makes an event of a completion.
 *
 * Returns: (transfer full): the event
 *
 * Since: 1.0
 */
RxTestEvent *
rx_test_event_new_completed (gint64 time)
{
  return event_new_take (time, rx_notification_new_completed ());
}

/**
 * rx_test_event_ref:
 * @self: an event
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
RxTestEvent *
rx_test_event_ref (RxTestEvent *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  atomic_fetch_add_explicit (&self->refs, 1, memory_order_relaxed);     /* relaxed: the caller has a reference */
  return self;
}

/**
 * rx_test_event_unref:
 * @self: (transfer full): an event
 *
 * Gives a reference back. The last one frees the event.
 *
 * Since: 1.0
 */
void
rx_test_event_unref (RxTestEvent *self)
{
  g_return_if_fail (self != NULL);

  /* acq_rel: what every thread read is read before the contents go */
  if (atomic_fetch_sub_explicit (&self->refs, 1, memory_order_acq_rel) != 1)
    return;

  rx_notification_unref (self->notification);
  g_free (self);
}

/**
 * rx_test_event_get_time:
 * @self: an event
 *
 * Tells when it happened.
 *
 * Returns: the time, in microseconds
 *
 * Since: 1.0
 */
gint64
rx_test_event_get_time (RxTestEvent *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->time;
}

/**
 * rx_test_event_get_notification:
 * @self: an event
 *
 * Tells what happened.
 *
 * Returns: (transfer none): the notification
 *
 * Since: 1.0
 */
RxNotification *
rx_test_event_get_notification (RxTestEvent *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->notification;
}

gboolean
_rx_notification_equal (RxNotification *a, RxNotification *b)
{
  return rx_value_equal (&(GValue) { .g_type = RX_TYPE_NOTIFICATION, .data = { { .v_pointer = a } } },
                         &(GValue) { .g_type = RX_TYPE_NOTIFICATION, .data = { { .v_pointer = b } } });
}

/**
 * rx_test_event_equal:
 * @self: an event
 * @other: another one
 *
 * Compares two events: their times, kinds, and the items by [func@Rx.value_equal], or the domains, codes and messages
 * of the errors.
 *
 * Returns: whether they are equal
 *
 * Since: 1.0
 */
gboolean
rx_test_event_equal (RxTestEvent *self, RxTestEvent *other)
{
  g_return_val_if_fail (self != NULL && other != NULL, FALSE);

  return self->time == other->time && _rx_notification_equal (self->notification, other->notification);
}

/* --- for people --- */

static gchar *
describe_string (const gchar *text)
{
  gchar beyond_ascii[129];
  g_autofree gchar *escaped = NULL;

  for (guint i = 0; i < 128; i++)
    beyond_ascii[i] = (gchar) (128 + i);
  beyond_ascii[128] = '\0';
  escaped = g_strescape (text, g_utf8_validate (text, -1, NULL) ? beyond_ascii : NULL);
  return g_strdup_printf ("\"%s\"", escaped);
}

gchar *
_rx_testing_describe_value (const GValue *value)
{
  if (rx_value_is_null (value))
    return g_strdup ("NULL");
  if (G_VALUE_HOLDS_STRING (value))
    return describe_string (g_value_get_string (value));
  if (G_VALUE_HOLDS (value, RX_TYPE_LIST))
    {
      GString *text = g_string_new ("[");
      gsize n;
      const GValue *items = rx_list_get_items (g_value_get_boxed (value), &n);

      for (gsize i = 0; i < n; i++)
        {
          g_autofree gchar *item = _rx_testing_describe_value (&items[i]);

          g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", item);
        }
      return g_string_free (g_string_append_c (text, ']'), FALSE);
    }
  if (G_VALUE_HOLDS (value, RX_TYPE_NOTIFICATION))
    return _rx_notification_to_string (g_value_get_boxed (value));
  if (G_VALUE_HOLDS (value, RX_TYPE_TIMESTAMPED))
    {
      RxTimestamped *stamped = g_value_get_boxed (value);
      g_autofree gchar *item = _rx_testing_describe_value (rx_timestamped_get_item (stamped));
      g_autofree gchar *time = _rx_testing_format_time (rx_timestamped_get_time (stamped));

      return g_strdup_printf ("%s at %s", item, time);
    }
  return g_strdup_value_contents (value);
}

gchar *
_rx_notification_to_string (RxNotification *self)
{
  const GError *error;
  g_autofree gchar *item = NULL;

  switch (rx_notification_get_kind (self))
    {
    case RX_EVENT_NEXT:
      item = _rx_testing_describe_value (rx_notification_get_item (self));
      return g_strdup_printf ("next %s", item);
    case RX_EVENT_ERROR:
      error = rx_notification_get_error (self);
      return g_strdup_printf ("error \"%s\" (%s, %d)", error->message, g_quark_to_string (error->domain), error->code);
    case RX_EVENT_COMPLETED:
    default:
      return g_strdup ("completed");
    }
}

/**
 * rx_test_event_to_string:
 * @self: an event
 *
 * Describes an event for people, such as `2 ms: next "a"`.
 *
 * Returns: (transfer full): the description
 *
 * Since: 1.0
 */
gchar *
rx_test_event_to_string (RxTestEvent *self)
{
  g_autofree gchar *time = NULL, *what = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  time = _rx_testing_format_time (self->time);
  what = _rx_notification_to_string (self->notification);
  return g_strdup_printf ("%s: %s", time, what);
}

/**
 * rx_test_events_free: (skip)
 * @events: (array length=n_events) (transfer full): events
 * @n_events: how many
 *
 * Frees an array with its events.
 *
 * Since: 1.0
 */
void
rx_test_events_free (RxTestEvent **events, gsize n_events)
{
  for (gsize i = 0; i < n_events; i++)
    rx_test_event_unref (events[i]);
  g_free (events);
}
