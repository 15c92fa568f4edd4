/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <glib-object.h>

#include "core/rx-item-private.h"
#include "core/rx-live-private.h"
#include <rx-glib/rx-types.h>

/* One record for every user function. The node holds it, and each sink for its whole life; a sink is pinned while a
 * function of its runs, so the destroy notify never runs during a call and no reference is taken for one. */
typedef struct
{
  GCallback func;
  gpointer user_data;
  GDestroyNotify destroy;
  const gchar *name;            /* (nullable): of the operator that has the function, static */
  GMainContext *home;           /* (owned) (nullable): where the destroy notify has to run */
  GThread *thread;              /* (nullable): the only thread that may run the function */
  GObject *scope;               /* (owned) (nullable): lives as long as the function is in use */
  atomic_int refs;
} RxCallback;

RxCallback *_rx_callback_new         (GCallback func, gpointer user_data, GDestroyNotify destroy);
RxCallback *_rx_callback_new_closure (GCallback func, GClosure *closure);
RxCallback *_rx_callback_ref         (RxCallback *self);
void        _rx_callback_unref       (RxCallback *self);
void        _rx_callback_set_scope   (RxCallback *self, gpointer object);

void        _rx_closure_replace      (GCallback *func, gpointer *user_data, GDestroyNotify *destroy);

gboolean    _rx_thread_is_affine     (void);

gboolean    _rx_callback_refuse      (RxCallback *self, GError **error);
gboolean    _rx_callback_take_pending (GError **error);
gboolean    _rx_callback_no_result   (RxCallback *self, const gchar *result, GError **error);

/* What rx_callback_fail() has left for this thread. initial-exec: reading it is then one instruction. */
extern __thread GError *_rx_pending_failure __attribute__ ((tls_model ("initial-exec")));

/* May the function be called on this thread? Otherwise sets error. */
static inline gboolean
_rx_callback_enter (RxCallback *self, GError **error)
{
  if (G_UNLIKELY (self->thread != NULL && self->thread != g_thread_self ()))
    return _rx_callback_refuse (self, error);
  return TRUE;
}

/* Did the call go well? Otherwise error is set. */
static inline gboolean
_rx_callback_leave (GError **error)
{
  if (G_UNLIKELY (*error != NULL))
    return FALSE;
  if (G_UNLIKELY (_rx_pending_failure != NULL))
    return _rx_callback_take_pending (error);
  return TRUE;
}

/* The same for a function with a result; a result beside an error is dropped. */
static inline gboolean
_rx_callback_leave_with (RxCallback *self, GValue *result, GError **error)
{
  if (G_UNLIKELY (!_rx_callback_leave (error)))
    {
      _rx_item_clear (result);
      return FALSE;
    }
  if (G_UNLIKELY (!_rx_item_is_set (result)))
    return _rx_callback_no_result (self, "a result", error);
  return TRUE;
}
