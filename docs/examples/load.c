/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* How large are these files together? One is read after the other. */

#include <rx-glib/rx.h>

/* load */
static void
loaded (GObject *file, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (RxEmitter) emitter = user_data;
  g_autoptr (GError) error = NULL;
  GBytes *bytes = g_file_load_bytes_finish (G_FILE (file), result, NULL, &error);

  if (bytes == NULL)
    {
      rx_emitter_error (emitter, error);
      return;
    }
  GValue item = G_VALUE_INIT;
  rx_value_take_boxed (&item, G_TYPE_BYTES, bytes);
  rx_emitter_take (emitter, &item);
  rx_emitter_completed (emitter);
}

static void
start_loading (RxEmitter *emitter, gpointer file, GError **error)
{
  g_file_load_bytes_async (file, rx_emitter_get_cancellable (emitter), loaded, g_object_ref (emitter));
}

static RxObservable *
load (const GValue *path, gpointer user_data, GError **error)
{
  GFile *file = g_file_new_for_commandline_arg (rx_value_get_string (path));

  return rx_observable_create (RX_BACKPRESSURE_BUFFER, start_loading, file, g_object_unref);
}
/* /load */

/* use */
static void
add_size (const GValue *sum, const GValue *bytes, GValue *result, gpointer user_data, GError **error)
{
  rx_value_set_int64 (result, rx_value_get_int64 (sum) + g_bytes_get_size (rx_value_get_boxed (bytes)));
}

static RxObservable *
total_size (const GValue *paths, gsize n_paths)
{
  g_autoptr (RxObservable) sizes = rx_observable_from_array (paths, n_paths);

  rx_then (&sizes, flat_map_full, 1, FALSE, load, NULL, NULL);
  rx_then (&sizes, reduce, RX_VALUE_INT64 (0), add_size, NULL, NULL);
  return g_steal_pointer (&sizes);
}
/* /use */

static void
print (const GValue *size, gpointer user_data, GError **error)
{
  g_print ("%" G_GINT64_FORMAT " bytes\n", rx_value_get_int64 (size));
}

static void
failed (const GError *error, gpointer loop)
{
  g_printerr ("%s\n", error->message);
  g_main_loop_quit (loop);
}

static void
done (gpointer loop)
{
  g_main_loop_quit (loop);
}

int
main (int argc, char *argv[])
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GArray) paths = g_array_new (FALSE, TRUE, sizeof (GValue));
  g_autoptr (RxObservable) total = NULL;
  g_autoptr (RxSubscription) subscription = NULL;

  g_array_set_clear_func (paths, (GDestroyNotify) g_value_unset);
  g_array_set_size (paths, argc - 1);
  for (int i = 1; i < argc; i++)
    rx_value_set_string (&g_array_index (paths, GValue, i - 1), argv[i]);

  total = total_size ((const GValue *) paths->data, paths->len);
  subscription = rx_observable_subscribe (total, print, failed, done, loop, NULL);
  if (!rx_subscription_is_unsubscribed (subscription))
    g_main_loop_run (loop);
  return 0;
}
