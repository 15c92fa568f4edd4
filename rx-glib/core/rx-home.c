/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "core/rx-home-private.h"

#include "core/rx-callback-private.h"
#include "rx-hooks.h"

__thread guint _rx_sweeping __attribute__ ((tls_model ("initial-exec")));

typedef struct
{
  void (*func) (gpointer data);
  gpointer data;
  GDestroyNotify destroy;
  atomic_bool ready;
} Message;

static gboolean
message_read (gpointer data)
{
  Message *message = data;

  /* acquire: GLib's hand-over of the source is not seen by everybody, this one is */
  (void) atomic_load_explicit (&message->ready, memory_order_acquire);
  message->func (message->data);
  return G_SOURCE_REMOVE;
}

static void
message_free (gpointer data)
{
  Message *message = data;

  (void) atomic_load_explicit (&message->ready, memory_order_acquire);  /* acquire: as above */
  message->destroy (message->data);
  g_free (message);
}

void
_rx_home_send (GMainContext *context, const gchar *name, void (*func) (gpointer), gpointer data, GDestroyNotify destroy)
{
  Message *message = g_new0 (Message, 1);
  GSource *source = g_idle_source_new ();

  message->func = func;
  message->data = data;
  message->destroy = destroy;
  atomic_store_explicit (&message->ready, TRUE, memory_order_release);  /* release: see message_read() */
  g_source_set_static_name (source, name);
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, message_read, message, message_free);
  g_source_attach (source, context);
  g_source_unref (source);
}

static RxHome *
home_new (void)
{
  RxHome *self = g_new (RxHome, 1);

  self->thread = g_thread_self ();
  self->context = g_main_context_ref_thread_default ();
  return self;
}

static void
home_free (gpointer data)
{
  g_main_context_unref (((RxHome *) data)->context);
  g_free (data);
}

/* --- types --- */

static GQuark
home_quark (void)
{
  return g_quark_from_static_string ("rx-home");
}

const RxHome *
_rx_home_of_type (GType type)
{
  return g_type_get_qdata (type, home_quark ());
}

/**
 * rx_bind_type_to_thread:
 * @type: a class of schedulers or workers
 *
 * Says that the methods of a class can be called on this thread only.
 *
 * For language bindings whose functions cannot run on other threads, and for classes that are written in such a
 * language. The library then calls a scheduler's or worker's methods in the main context that is the thread's default
 * now, whatever thread schedules; the time is that of the monotonic clock for other threads. Derived classes have to be
 * bound themselves. A class is bound for good, once.
 *
 * Since: 1.0
 */
void
rx_bind_type_to_thread (GType type)
{
  g_return_if_fail (G_TYPE_IS_OBJECT (type));

  if (_rx_home_of_type (type) == NULL)
    g_type_set_qdata (type, home_quark (), home_new ());
}

/* --- cancellables --- */

GCancellable *
_rx_cancellable_new (void)
{
  GCancellable *self = g_cancellable_new ();

  if (_rx_thread_is_affine ())
    g_object_set_qdata_full (G_OBJECT (self), home_quark (), home_new (), home_free);
  return self;
}

static void
cancel (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
}

void
_rx_cancellable_cancel (GCancellable *self)
{
  const RxHome *home = g_object_get_qdata (G_OBJECT (self), home_quark ());

  if (home == NULL || _rx_home_may_call (home->thread))
    g_cancellable_cancel (self);
  else
    _rx_home_send (home->context, "[rx] cancel", cancel, g_object_ref (self), g_object_unref);
}
