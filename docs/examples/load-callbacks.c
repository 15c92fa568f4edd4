/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* How large are these files together? Without the library: what load.c does. */

#include <gio/gio.h>

/* callbacks */
typedef struct
{
  char **paths;
  guint next;
  gint64 size;
} Sizes;

static void load_next (GTask *task);

static void
loaded (GObject *file, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Sizes *sizes = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_file_load_bytes_finish (G_FILE (file), result, NULL, &error);

  if (bytes == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      g_object_unref (task);
      return;
    }
  sizes->size += g_bytes_get_size (bytes);
  load_next (task);
}

static void
load_next (GTask *task)
{
  Sizes *sizes = g_task_get_task_data (task);
  const char *path = sizes->paths[sizes->next];

  if (path == NULL)
    {
      g_task_return_int (task, sizes->size);
      g_object_unref (task);
      return;
    }
  sizes->next++;
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_file_load_bytes_async (file, g_task_get_cancellable (task), loaded, task);
}

static void
total_size (char **paths, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Sizes *sizes = g_new0 (Sizes, 1);

  sizes->paths = paths;
  g_task_set_task_data (task, sizes, g_free);
  load_next (task);
}
/* /callbacks */

static void
done (GObject *source, GAsyncResult *result, gpointer loop)
{
  g_autoptr (GError) error = NULL;
  gint64 size = g_task_propagate_int (G_TASK (result), &error);

  if (error != NULL)
    g_printerr ("%s\n", error->message);
  else
    g_print ("%" G_GINT64_FORMAT " bytes\n", size);
  g_main_loop_quit (loop);
}

int
main (int argc, char *argv[])
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);

  total_size (argv + 1, NULL, done, loop);
  g_main_loop_run (loop);
  return 0;
}
