/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include <rx-glib/rx.h>

static void
show_seconds (const GValue *item, GValue *result, gpointer user_data, GError **error)
{
  gint64 ticks = rx_value_get_int64 (item) + 1;

  rx_value_take_string (result, g_strdup_printf ("%.1f s", ticks * 0.1));
}

static void
print (const GValue *item, gpointer user_data, GError **error)
{
  g_print ("%s\n", rx_value_get_string (item));
}

static void
done (gpointer loop)
{
  g_print ("done\n");
  g_main_loop_quit (loop);
}

int
main (void)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (RxObservable) times = rx_observable_interval (100 * G_TIME_SPAN_MILLISECOND, NULL);

  rx_then (&times, take, 3);
  rx_then (&times, map, show_seconds, NULL, NULL);

  g_autoptr (RxSubscription) subscription = rx_observable_subscribe (times, print, NULL, done, loop, NULL);

  g_main_loop_run (loop);
  return 0;
}
