/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-hooks-private.h"

#include "core/rx-callback-private.h"
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
 * or after the unsubscription or was still waiting then, and the failure of a function that is called at the end. The
 * default logs a warning with the name of the stream. @func is called on the thread that has the error, perhaps on
 * several at once, and must not fail.
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

void
_rx_undeliverable (GError *error, const gchar *stream)
{
  g_autoptr (GError) owned = error;
  g_autoptr (GError) refused = NULL;
  RxCallback *callback;

  _rx_lock (&hook_lock);
  callback = hook != NULL ? _rx_callback_ref (hook) : NULL;
  _rx_unlock (&hook_lock);

  if (callback != NULL && _rx_callback_enter (callback, &refused))
    {
      ((RxUndeliverableFunc) callback->func) (owned, stream, callback->user_data);
      g_clear_error (&_rx_pending_failure);     /* there is nobody left to tell */
    }
  else if (stream != NULL)
    g_warning ("Nobody handles the error of the stream \"%s\": %s", stream, owned->message);
  else
    g_warning ("Nobody handles the error of a stream: %s", owned->message);

  if (callback != NULL)
    _rx_callback_unref (callback);
}
