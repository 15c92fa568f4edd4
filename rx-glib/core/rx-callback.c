/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "core/rx-callback-private.h"
#include "core/rx-home-private.h"
#include "rx-error.h"
#include "rx-for-testing-private.h"
#include "rx-hooks.h"

__thread GError *_rx_pending_failure __attribute__ ((tls_model ("initial-exec")));
static __thread gboolean thread_is_affine __attribute__ ((tls_model ("initial-exec")));

gboolean
_rx_thread_is_affine (void)
{
  return thread_is_affine;
}

RxCallback *
_rx_callback_new (GCallback func, gpointer user_data, GDestroyNotify destroy)
{
  RxCallback *self = g_new0 (RxCallback, 1);

  if (func != NULL)
    _rx_closure_replace (&func, &user_data, &destroy);
  _rx_live_add (RX_LIVE_CALLBACKS, 1);
  atomic_init (&self->refs, 1);
  self->func = func;
  self->user_data = user_data;
  self->destroy = destroy;
  if (thread_is_affine)
    {
      self->thread = g_thread_self ();
      self->home = g_main_context_ref_thread_default ();
    }
  return self;
}

RxCallback *
_rx_callback_new_closure (GCallback func, GClosure *closure)
{
  g_closure_ref (closure);
  g_closure_sink (closure);
  return _rx_callback_new (func, closure, (GDestroyNotify) g_closure_unref);
}

RxCallback *
_rx_callback_ref (RxCallback *self)
{
  atomic_fetch_add_explicit (&self->refs, 1, memory_order_relaxed);     /* relaxed: the caller has a reference */
  return self;
}

static void
callback_free (gpointer data)
{
  RxCallback *self = data;

  if (self->destroy != NULL)
    self->destroy (self->user_data);
  g_clear_object (&self->scope);
  if (self->home != NULL)
    g_main_context_unref (self->home);
  g_free (self);
  _rx_live_add (RX_LIVE_CALLBACKS, -1);
}

static void
callback_come_home (gpointer data)
{
  /* the message's own release does it, also where the context goes first */
}

void
_rx_callback_unref (RxCallback *self)
{
  /* acq_rel: the calls of every thread happen before the destroy notify */
  if (atomic_fetch_sub_explicit (&self->refs, 1, memory_order_acq_rel) != 1)
    return;

  if (self->thread == NULL || self->thread == g_thread_self ())
    callback_free (self);
  else
    /* g_main_context_invoke() would run it here and now if nobody owned the context at this moment. */
    _rx_home_send (self->home, "[rx] release of a callback", callback_come_home, self, callback_free);
}

/* The function was given to a method of the object. GJS ties the two together, so that the function goes when nobody
 * has the object any more: not before the record does. */
void
_rx_callback_set_scope (RxCallback *self, gpointer object)
{
  if (self->thread != NULL)
    self->scope = g_object_ref (object);
}

gboolean
_rx_callback_refuse (RxCallback *self, GError **error)
{
  g_set_error (error, RX_ERROR, RX_ERROR_WRONG_THREAD,
               "The function%s%s belongs to another thread; put observe_on (Rx.Scheduler.main ()) above it, or the "
               "scheduler of its thread, to bring the items there",
               self->name != NULL ? " of " : "", self->name != NULL ? self->name : "");
  return FALSE;
}

gboolean
_rx_callback_take_pending (GError **error)
{
  *error = g_steal_pointer (&_rx_pending_failure);
  return FALSE;
}

gboolean
_rx_callback_no_result (RxCallback *self, const gchar *result, GError **error)
{
  g_set_error (error, RX_ERROR, RX_ERROR_CALLBACK, "The function%s%s gave neither %s nor an error",
               self->name != NULL ? " of " : "", self->name != NULL ? self->name : "", result);
  return FALSE;
}

/**
 * rx_callback_fail:
 * @error: the error
 *
 * Makes the user function that runs on this thread fail with @error.
 *
 * For functions that have no error parameter, such as closures: what the function returns is ignored, and the stream
 * ends with a copy of @error as if the function had set it. Of several calls during one function the first one counts.
 * Outside a user function of a stream the error would hit the next one on this thread, so do not call it there.
 *
 * Since: 1.0
 */
void
rx_callback_fail (const GError *error)
{
  g_return_if_fail (error != NULL);

  if (_rx_pending_failure == NULL)
    _rx_pending_failure = g_error_copy (error);
}

/**
 * rx_set_thread_affine:
 * @affine: whether functions are bound to this thread
 *
 * Binds every user function that this thread gives to a stream from now on to this thread.
 *
 * A bound function is never called on another thread: the stream fails with %RX_ERROR_WRONG_THREAD instead. Its data
 * is released in the main context that was the thread's default when it was given. Language bindings whose functions
 * cannot run elsewhere switch this on; other threads and other languages in the process are not touched.
 *
 * Since: 1.0
 */
void
rx_set_thread_affine (gboolean affine)
{
  thread_is_affine = affine;
}
