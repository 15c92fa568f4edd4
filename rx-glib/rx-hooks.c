/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-hooks-private.h"

#include "core/rx-callback-private.h"
#include "core/rx-home-private.h"
#include "core/rx-sync-private.h"

static RxLock hook_lock;
static RxCallback *hook;        /* under the lock */

/**
 * rx_set_undeliverable_func:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): the function, or %NULL for the default
 * @user_data: data for @func
 * @destroy: (nullable): how to release @user_data
 *
 * Sets what is done, in the whole process, with an error that no subscriber can be told.
 *
 * That is an error of a stream whose subscriber gave no function for errors, one that comes after the end of the stream
 * or after the unsubscription or was still waiting then, the failure of a function that is called at the end, and that
 * of a task that you scheduled. The default logs a warning with the name of the stream, if it has one. @func is called
 * on the thread that has the error, perhaps on several at once, and must not fail.
 *
 * Since: 1.0
 */
void
rx_set_undeliverable_func (RxUndeliverableFunc func, gpointer user_data, GDestroyNotify destroy)
{
  RxCallback *callback = NULL, *old;

  if (func != NULL)
    callback = _rx_callback_new (G_CALLBACK (func), user_data, destroy);
  else if (destroy != NULL)
    destroy (user_data);

  _rx_lock (&hook_lock);
  old = hook;
  hook = callback;
  _rx_unlock (&hook_lock);

  if (old != NULL)
    _rx_callback_unref (old);
}

static void
hook_call (RxCallback *callback, const GError *error, const gchar *stream)
{
  ((RxUndeliverableFunc) callback->func) (error, stream, callback->user_data);
  g_clear_error (&_rx_pending_failure);         /* there is nobody left to tell */
}

/* An error for a hook that is bound to another thread */
typedef struct
{
  RxCallback *callback;         /* (owned) */
  GError *error;                /* (owned) */
  gchar *stream;                /* (owned) (nullable) */
} Report;

static void
report_make (gpointer data)
{
  Report *self = data;

  hook_call (self->callback, self->error, self->stream);
}

static void
report_free (gpointer data)
{
  Report *self = data;

  _rx_callback_unref (self->callback);
  g_error_free (self->error);
  g_free (self->stream);
  g_free (self);
}

void
_rx_undeliverable (GError *error, const gchar *stream)
{
  g_autoptr (GError) owned = error;
  RxCallback *callback;

  _rx_lock (&hook_lock);
  callback = hook != NULL ? _rx_callback_ref (hook) : NULL;
  _rx_unlock (&hook_lock);

  if (callback != NULL && _rx_callback_enter (callback, NULL))
    hook_call (callback, owned, stream);
  else if (callback != NULL)
    {
      Report *report = g_new (Report, 1);

      *report = (Report) { _rx_callback_ref (callback), g_steal_pointer (&owned), g_strdup (stream) };
      _rx_home_send (callback->home, "[rx] undeliverable error", report_make, report, report_free);
    }
  else if (stream != NULL)
    g_warning ("Nobody handles the error of the stream \"%s\": %s", stream, owned->message);
  else
    g_warning ("Nobody handles the error of a stream or a task: %s", owned->message);

  if (callback != NULL)
    _rx_callback_unref (callback);
}
