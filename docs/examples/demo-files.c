/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "demo-files.h"

/* How many entries of a folder are read at a time. */
#define BATCH 64

G_DEFINE_BOXED_TYPE (DemoFile, demo_file, demo_file_ref, demo_file_unref)

DemoFile *
demo_file_new (GFile *file, GFileType type, gsize chunk_size)
{
  DemoFile *self = g_new0 (DemoFile, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->file = g_object_ref (file);
  self->type = type;
  self->chunk_size = chunk_size;
  self->enough = rx_publish_subject_new ();
  demo_splitter_init (&self->splitter);
  if (type == G_FILE_TYPE_SYMBOLIC_LINK)
    self->fate = DEMO_LINK;
  else if (type != G_FILE_TYPE_REGULAR && type != G_FILE_TYPE_DIRECTORY)
    self->fate = DEMO_SPECIAL;
  return self;
}

DemoFile *
demo_file_ref (DemoFile *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
demo_file_unref (DemoFile *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_object_unref (self->file);
  g_object_unref (self->enough);
  g_clear_object (&self->handle);
  g_clear_error (&self->error);
  demo_splitter_clear (&self->splitter);
  g_free (self);
}

static void
drop_file (gpointer file)
{
  demo_file_unref (file);
}

static void
emit_boxed (RxEmitter *emitter, GType type, gpointer boxed)
{
  GValue item = G_VALUE_INIT;

  rx_value_take_boxed (&item, type, boxed);
  rx_emitter_take (emitter, &item);
}

/* --- one call of GIO after the other, each when somebody wants its items --- */

typedef struct
{
  void     (*begin)  (DemoFile *file, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
  /* Emits what the call has brought, and says whether there is more. */
  gboolean (*finish) (DemoFile *file, GAsyncResult *result, RxEmitter *emitter);
} Steps;

typedef struct
{
  DemoFile *file;
  RxEmitter *emitter;
  const Steps *steps;
} Call;

/* All calls are begun and finished on the main thread. */
static guint calls_running;

guint
demo_calls_running (void)
{
  return calls_running;
}

static void
call_finished (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Call *call = user_data;

  if (!call->steps->finish (call->file, result, call->emitter))
    rx_subject_completed (call->file->enough);
  rx_emitter_completed (call->emitter);

  demo_file_unref (call->file);
  g_object_unref (call->emitter);
  g_free (call);
  calls_running--;
}

static void
call_begin (RxEmitter *emitter, DemoFile *file, const Steps *steps)
{
  Call *call = g_new (Call, 1);

  call->file = demo_file_ref (file);
  call->emitter = g_object_ref (emitter);
  call->steps = steps;
  calls_running++;
  steps->begin (file, rx_emitter_get_cancellable (emitter), call_finished, call);
}

/* The numbers are asked for one at a time, and the next one when the items of the last call have been taken. */
static RxObservable *
call_again_and_again (DemoFile *file, RxFlatMapFunc call_once)
{
  g_autoptr (RxObservable) items = rx_observable_range (0, G_MAXINT64);

  rx_then (&items, take_until, RX_OBSERVABLE (file->enough));
  rx_then (&items, flat_map_full, 1, FALSE, call_once, demo_file_ref (file), drop_file);
  return g_steal_pointer (&items);
}

/* --- the entries of a folder --- */

static void
folder_begin (DemoFile *folder, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  if (folder->handle == NULL)
    g_file_enumerate_children_async (folder->file, "standard::name,standard::type", G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS,
                                     G_PRIORITY_DEFAULT, cancellable, callback, data);
  else
    g_file_enumerator_next_files_async (folder->handle, BATCH, G_PRIORITY_DEFAULT, cancellable, callback, data);
}

static gboolean
folder_finish (DemoFile *folder, GAsyncResult *result, RxEmitter *emitter)
{
  GError *error = NULL;
  GList *infos = NULL;
  gboolean more;

  if (folder->handle == NULL)
    {
      folder->handle = g_file_enumerate_children_finish (folder->file, result, &error);
      more = folder->handle != NULL;
    }
  else
    {
      infos = g_file_enumerator_next_files_finish (folder->handle, result, &error);
      more = infos != NULL;
    }

  for (GList *l = infos; l != NULL; l = l->next)
    {
      g_autoptr (GFile) child = g_file_enumerator_get_child (folder->handle, l->data);
      GFileType type = g_file_info_get_file_type (l->data);

      emit_boxed (emitter, DEMO_TYPE_FILE, demo_file_new (child, type, folder->chunk_size));
    }
  g_list_free_full (infos, g_object_unref);

  if (error != NULL)
    {
      folder->fate = DEMO_UNREADABLE;
      folder->error = error;
      emit_boxed (emitter, DEMO_TYPE_FILE, demo_file_ref (folder));
    }
  return more;
}

static const Steps folder_steps = { folder_begin, folder_finish };

static void
begin_folder (RxEmitter *emitter, gpointer folder, GError **error)
{
  call_begin (emitter, folder, &folder_steps);
}

static RxObservable *
read_entries (const GValue *item, gpointer folder, GError **error)
{
  return rx_observable_create (RX_BACKPRESSURE_BUFFER, begin_folder, demo_file_ref (folder), drop_file);
}

static RxObservable *
walk (const GValue *item, gpointer user_data, GError **error)
{
  return demo_file_walk (rx_value_get_boxed (item));
}

/* One folder after the other, so that there are never more open ones than the tree is deep. */
RxObservable *
demo_file_walk (DemoFile *self)
{
  g_autoptr (RxObservable) files = NULL;

  if (self->type == G_FILE_TYPE_DIRECTORY && self->fate == DEMO_COUNTED)
    {
      files = call_again_and_again (self, read_entries);
      rx_then (&files, flat_map_full, 1, FALSE, walk, NULL, NULL);
    }
  else
    {
      GValue item = G_VALUE_INIT;

      rx_value_set_boxed (&item, DEMO_TYPE_FILE, self);
      files = rx_observable_just (&item);
      g_value_unset (&item);
    }
  return g_steal_pointer (&files);
}

/* --- the content of a file --- */

static void
file_begin (DemoFile *file, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  if (file->handle == NULL)
    g_file_read_async (file->file, G_PRIORITY_DEFAULT, cancellable, callback, data);
  else
    g_input_stream_read_bytes_async (file->handle, file->chunk_size, G_PRIORITY_DEFAULT, cancellable, callback, data);
}

static gboolean
file_finish (DemoFile *file, GAsyncResult *result, RxEmitter *emitter)
{
  GError *error = NULL;
  gboolean more;

  if (file->handle == NULL)
    {
      file->handle = g_file_read_finish (file->file, result, &error);
      more = file->handle != NULL;
    }
  else
    {
      GBytes *bytes = g_input_stream_read_bytes_finish (file->handle, result, &error);

      more = bytes != NULL && g_bytes_get_size (bytes) > 0;
      if (more)
        emit_boxed (emitter, G_TYPE_BYTES, bytes);
      else
        g_clear_pointer (&bytes, g_bytes_unref);
    }

  /* As an item, for an error would end the stream of all files. */
  if (error != NULL)
    emit_boxed (emitter, G_TYPE_ERROR, error);
  return more;
}

static const Steps file_steps = { file_begin, file_finish };

static void
begin_file (RxEmitter *emitter, gpointer file, GError **error)
{
  call_begin (emitter, file, &file_steps);
}

static RxObservable *
read_chunk (const GValue *item, gpointer file, GError **error)
{
  return rx_observable_create (RX_BACKPRESSURE_BUFFER, begin_file, demo_file_ref (file), drop_file);
}

RxObservable *
demo_file_read (DemoFile *self)
{
  return call_again_and_again (self, read_chunk);
}
