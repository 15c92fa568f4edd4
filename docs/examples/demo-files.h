/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Files and folders as streams. */

#pragma once

#include <rx-glib/rx.h>

#include "demo-words.h"

G_BEGIN_DECLS

typedef enum
{
  DEMO_COUNTED,
  DEMO_BINARY,
  DEMO_NOT_UTF8,
  DEMO_UNREADABLE,
  DEMO_LINK,
  DEMO_SPECIAL,
  DEMO_N_FATES
} DemoFate;

/* What is found below a folder, and what becomes of it. It goes from thread to thread, but is only ever used by one. */
typedef struct
{
  gatomicrefcount ref_count;
  GFile *file;
  GFileType type;
  gsize chunk_size;
  DemoFate fate;
  GError *error;                /* why it is unreadable */
  gpointer handle;              /* the GFileEnumerator or GInputStream, once it is open */
  RxSubject *enough;            /* completes when nothing more is to be read */
  DemoSplitter splitter;
  guint64 n_bytes;
} DemoFile;

#define DEMO_TYPE_FILE (demo_file_get_type ())
GType         demo_file_get_type   (void);
DemoFile     *demo_file_new        (GFile *file, GFileType type, gsize chunk_size);
DemoFile     *demo_file_ref        (DemoFile *self);
void          demo_file_unref      (DemoFile *self);

/* Emits everything below a folder, or the file itself, as DemoFiles. */
RxObservable *demo_file_walk       (DemoFile *self);
/* Emits the content as GBytes; a failure is the last item, a GError. */
RxObservable *demo_file_read       (DemoFile *self);

/* How many calls of GIO have not come back yet. */
guint         demo_calls_running   (void);

G_END_DECLS
