/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Work goes to a thread, and comes back. */

#include <rx-glib/rx.h>

static GThread *main_thread;

/* work */
static void
square (const GValue *item, GValue *result, gpointer user_data, GError **error)
{
  gint64 x = rx_value_get_int64 (item);
  const char *where = g_thread_self () == main_thread ? "here" : "elsewhere";

  rx_value_take_string (result, g_strdup_printf ("%" G_GINT64_FORMAT " (worked on %s)", x * x, where));
}

static RxObservable *
squares (void)
{
  g_autoptr (RxObservable) squares = rx_observable_range (1, 3);

  rx_then (&squares, observe_on, rx_scheduler_computation ());
  rx_then (&squares, map, square, NULL, NULL);
  rx_then (&squares, observe_on, rx_scheduler_main ());
  return g_steal_pointer (&squares);
}
/* /work */

static void
print (const GValue *item, gpointer user_data, GError **error)
{
  g_print ("%s\n", rx_value_get_string (item));
}

static void
done (gpointer loop)
{
  g_print ("shown on %s\n", g_thread_self () == main_thread ? "the main loop" : "some thread");
  g_main_loop_quit (loop);
}

int
main (void)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (RxObservable) all = NULL;
  g_autoptr (RxSubscription) subscription = NULL;

  main_thread = g_thread_self ();
  all = squares ();
  subscription = rx_observable_subscribe (all, print, NULL, done, loop, NULL);
  g_main_loop_run (loop);
  return 0;
}
