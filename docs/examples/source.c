/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* A timeout of GLib becomes a stream. */

#include <rx-glib/rx.h>

/* source */
static gboolean
beat (gpointer emitter)
{
  rx_emitter_next (emitter, RX_VALUE_STRING ("beat"));
  return G_SOURCE_CONTINUE;
}

static void
stop (gpointer id, GError **error)
{
  g_source_remove (GPOINTER_TO_UINT (id));
  g_print ("the timeout is removed\n");
}

static void
start (RxEmitter *emitter, gpointer user_data, GError **error)
{
  guint id = g_timeout_add_full (G_PRIORITY_DEFAULT, 20, beat, g_object_ref (emitter), g_object_unref);

  rx_emitter_add_teardown (emitter, stop, GUINT_TO_POINTER (id), NULL);
}
/* /source */

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
  /* use */
  g_autoptr (RxObservable) beats = rx_observable_create (RX_BACKPRESSURE_BUFFER, start, NULL, NULL);

  rx_then (&beats, take, 3);
  g_autoptr (RxSubscription) subscription = rx_observable_subscribe (beats, print, NULL, done, loop, NULL);
  /* /use */

  g_main_loop_run (loop);
  return 0;
}
