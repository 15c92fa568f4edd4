/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include <gio/gio.h>

#include "rx-notification-private.h"
#include "rx-observer.h"
#include "rx-timestamped-private.h"
#include "rx-value.h"

/* An observer that writes down what it is told */

typedef struct
{
  GObject parent;
  GString *log;
} Recorder;

typedef GObjectClass RecorderClass;

static GType recorder_get_type (void);
static void recorder_observer_init (RxObserverInterface *iface);

G_DEFINE_TYPE_WITH_CODE (Recorder, recorder, G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (RX_TYPE_OBSERVER, recorder_observer_init))

static void
recorder_next (RxObserver *observer, const GValue *item, GError **error)
{
  if (rx_value_is_null (item))
    g_string_append (((Recorder *) observer)->log, "next NULL ");
  else
    g_string_append_printf (((Recorder *) observer)->log, "next %" G_GINT64_FORMAT " ", rx_value_get_int64 (item));
}

static void
recorder_error (RxObserver *observer, const GError *error)
{
  g_string_append_printf (((Recorder *) observer)->log, "error %s ", error->message);
}

static void
recorder_completed (RxObserver *observer)
{
  g_string_append (((Recorder *) observer)->log, "completed ");
}

static void
recorder_observer_init (RxObserverInterface *iface)
{
  iface->next = recorder_next;
  iface->error = recorder_error;
  iface->completed = recorder_completed;
}

static void
recorder_init (Recorder *self)
{
  self->log = g_string_new (NULL);
}

static void
recorder_finalize (GObject *object)
{
  g_string_free (((Recorder *) object)->log, TRUE);
  G_OBJECT_CLASS (recorder_parent_class)->finalize (object);
}

static void
recorder_class_init (RecorderClass *klass)
{
  klass->finalize = recorder_finalize;
}

static void
check (RxNotification *notification /* (transfer full) */, RxEventKind kind, const gchar *log)
{
  Recorder *recorder = g_object_new (recorder_get_type (), NULL);

  g_assert_cmpint (rx_notification_get_kind (notification), ==, kind);
  g_assert_true ((rx_notification_get_item (notification) != NULL) == (kind == RX_EVENT_NEXT));
  g_assert_true ((rx_notification_get_error (notification) != NULL) == (kind == RX_EVENT_ERROR));
  rx_notification_accept (notification, (RxObserver *) recorder);
  g_assert_cmpstr (recorder->log->str, ==, log);
  g_object_unref (recorder);
  rx_notification_unref (notification);
}

static void
test_kinds (void)
{
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_BUSY, "busy");

  check (rx_notification_new_next (RX_VALUE_INT64 (7)), RX_EVENT_NEXT, "next 7 ");
  check (rx_notification_new_next (NULL), RX_EVENT_NEXT, "next NULL ");
  check (rx_notification_new_error (error), RX_EVENT_ERROR, "error busy ");
  check (rx_notification_new_completed (), RX_EVENT_COMPLETED, "completed ");
}

static void
test_contents (void)
{
  GError *error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_BUSY, "busy");
  g_autoptr (RxNotification) failed = rx_notification_new_error (error);
  g_autoptr (RxNotification) next = rx_notification_new_next (RX_VALUE_STRING ("a"));
  g_autoptr (RxNotification) null = rx_notification_new_next (NULL);

  g_error_free (error);
  g_assert_error (rx_notification_get_error (failed), G_IO_ERROR, G_IO_ERROR_BUSY);
  g_assert_cmpstr (rx_value_get_string (rx_notification_get_item (next)), ==, "a");
  g_assert_true (G_VALUE_HOLDS_POINTER (rx_notification_get_item (null)));
  g_assert_true (rx_value_is_null (rx_notification_get_item (null)));
}

static void
test_take (void)
{
  GValue item = G_VALUE_INIT;
  g_autoptr (RxNotification) next = NULL;
  g_autoptr (RxTimestamped) stamped = NULL;
  const gchar *string;

  rx_value_set_string (&item, "a");
  string = rx_value_get_string (&item);
  next = _rx_notification_new_take_next (&item);
  g_assert_cmpuint (item.g_type, ==, 0);
  g_assert_true (rx_value_get_string (rx_notification_get_item (next)) == string);

  rx_value_set_string (&item, "b");
  string = rx_value_get_string (&item);
  stamped = _rx_timestamped_new_take (&item, 5);
  g_assert_cmpuint (item.g_type, ==, 0);
  g_assert_true (rx_value_get_string (rx_timestamped_get_item (stamped)) == string);
}

static void
test_refused (void)
{
  const GValue unset = G_VALUE_INIT;

  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*assertion*failed");
  g_assert_null (rx_notification_new_next (&unset));
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*assertion*failed");
  g_assert_null (rx_notification_new_error (NULL));
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*assertion*failed");
  g_assert_null (rx_timestamped_new (&unset, 1));
  g_test_assert_expected_messages ();
}

static void
test_boxed (void)
{
  GValue value = G_VALUE_INIT, copy = G_VALUE_INIT;
  RxNotification *notification = rx_notification_new_next (RX_VALUE_STRING ("a"));
  RxTimestamped *stamped = rx_timestamped_new (RX_VALUE_STRING ("b"), G_MININT64);

  rx_value_take_boxed (&value, RX_TYPE_NOTIFICATION, notification);
  rx_value_set_value (&copy, &value);
  g_assert_true (rx_value_get_boxed (&copy) == notification);
  g_value_unset (&value);

  rx_value_take_boxed (&value, RX_TYPE_TIMESTAMPED, stamped);
  rx_value_set_value (&copy, &value);
  g_assert_true (rx_value_get_boxed (&copy) == stamped);
  g_value_unset (&value);
  g_assert_cmpstr (rx_value_get_string (rx_timestamped_get_item (stamped)), ==, "b");
  g_assert_cmpint (rx_timestamped_get_time (stamped), ==, G_MININT64);
  g_value_unset (&copy);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/notification/kinds", test_kinds);
  g_test_add_func ("/notification/contents", test_contents);
  g_test_add_func ("/notification/take", test_take);
  g_test_add_func ("/notification/refused", test_refused);
  g_test_add_func ("/notification/boxed", test_boxed);

  return g_test_run ();
}
