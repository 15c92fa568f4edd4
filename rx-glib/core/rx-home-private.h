/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <gio/gio.h>

/* The thread that something is bound to, and the context by which it is reached. */
typedef struct
{
  GThread *thread;
  GMainContext *context;        /* (owned) */
} RxHome;

static inline gboolean
_rx_home_is_here (const RxHome *home)
{
  return home == NULL || home->thread == g_thread_self ();
}

/* An object goes, and a language that binds its functions to the thread may be sweeping its heap: nothing of it may be
 * called before the main context runs again. */
extern __thread guint _rx_sweeping __attribute__ ((tls_model ("initial-exec")));

static inline gboolean
_rx_home_may_call (const GThread *thread)
{
  return thread == NULL || (thread == g_thread_self () && _rx_sweeping == 0);
}

/* Has func called there, once. destroy: afterwards, or without the call if the context goes first. */
void          _rx_home_send        (GMainContext *context, const gchar *name, void (*func) (gpointer), gpointer data,
                                    GDestroyNotify destroy);

/* (nullable): of a type that rx_bind_type_to_thread() was called for */
const RxHome *_rx_home_of_type     (GType type);

/* A cancellable that an affine thread asks for tells its handlers there. */
GCancellable *_rx_cancellable_new    (void);
void          _rx_cancellable_cancel (GCancellable *cancellable);
