/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Two ways to end a subscription: by its handle, and with an object. */

#include <rx-glib/rx.h>

/* own */
static void
print (const GValue *item, gpointer name, GError **error)
{
  g_print ("%s: %" G_GINT64_FORMAT "\n", (const char *) name, rx_value_get_int64 (item));
}

static void
print_for_object (const GValue *item, gpointer object, GError **error)
{
  print (item, g_object_get_data (object, "name"), error);
}
/* /own */

int
main (void)
{
  g_autoptr (GObject) window = g_object_new (G_TYPE_OBJECT, NULL);
  g_autoptr (RxSubject) numbers = rx_publish_subject_new ();

  g_object_set_data_full (window, "name", g_strdup ("second"), g_free);
  /* use */
  RxSubscription *first =
    rx_observable_subscribe (RX_OBSERVABLE (numbers), print, NULL, NULL, g_strdup ("first"), g_free);
  rx_observable_subscribe_object (RX_OBSERVABLE (numbers), print_for_object, NULL, NULL, window);

  rx_subject_next (numbers, RX_VALUE_INT64 (1));
  rx_clear_subscription (&first);
  rx_subject_next (numbers, RX_VALUE_INT64 (2));
  g_clear_object (&window);
  rx_subject_next (numbers, RX_VALUE_INT64 (3));
  /* /use */

  if (!rx_subject_has_observers (numbers))
    g_print ("nobody listens\n");
  return 0;
}
