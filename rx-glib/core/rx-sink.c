/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "core/rx-sink-private.h"
#include "rx-for-testing-private.h"
#include "rx-hooks-private.h"
#include "schedulers/rx-scheduler.h"

__thread RxRoute *_rx_route __attribute__ ((tls_model ("initial-exec")));

void
_rx_sink_init (RxSink *self, const RxSinkOps *ops, RxSink *down)
{
  self->ops = ops;
  self->down = down;
  self->up = NULL;
  atomic_init (&self->refs, 1);
  atomic_init (&self->cancelled, FALSE);
  atomic_init (&self->deferred, FALSE);
  self->done = FALSE;
  _rx_live_add (RX_LIVE_SINKS, 1);
}

/* Born with one reference, which detach() gives back; the rest of the struct is zeroed. */
gpointer
_rx_sink_new (const RxSinkOps *ops, RxSink *down)
{
  RxSink *self = g_malloc0 (ops->size);

  _rx_sink_init (self, ops, down);
  return self;
}

/* The end of every finalize of a sink that was made by _rx_sink_new(). */
void
_rx_sink_free (RxSink *self)
{
  if (self->up != NULL)
    _rx_sink_unref (self->up);
  _rx_live_add (RX_LIVE_SINKS, -1);
  g_free (self);
}

/* The one exit for a user function that has failed: upstream goes first. */
void
_rx_sink_fail (RxSink *self, GError *error)
{
  self->done = TRUE;
  _rx_cancel (self->up);
  _rx_error (self->down, error);
}

/* An error that came after the end of this sink. */
void
_rx_sink_late_error (RxSink *self, GError *error)
{
  _rx_undeliverable (error, _rx_sink_get_outermost (self)->name);
}

void
_rx_sink_pass_subscribed (RxSink *self, RxSink *up)
{
  self->up = up;
  _rx_sink_announce (self);
}

void
_rx_sink_pass_next (RxSink *self, GValue *item)
{
  _rx_next (self->down, item);
}

void
_rx_sink_pass_error (RxSink *self, GError *error)
{
  if (G_UNLIKELY (self->done))
    {
      _rx_sink_late_error (self, error);
      return;
    }
  self->done = TRUE;
  _rx_error (self->down, error);
}

void
_rx_sink_pass_completed (RxSink *self)
{
  if (G_UNLIKELY (self->done))
    return;
  self->done = TRUE;
  _rx_completed (self->down);
}

void
_rx_sink_pass_detach (RxSink *self)
{
  _rx_detach (self->down);
  _rx_sink_unref (self);
}

void
_rx_sink_pass_request (RxSink *self, gint64 n)
{
  _rx_request (self->up, n);
}

void
_rx_sink_pass_cancel (RxSink *self)
{
  _rx_cancel (self->up);
}

/* Call it only while down is valid: in an emitting context, or in subscribe. */
const RxOutermost *
_rx_sink_get_outermost (RxSink *self)
{
  while (self->ops->outermost == NULL)
    self = self->down;
  return self->ops->outermost (self);
}

/* For a sink that keeps the answer. */
void
_rx_outermost_init (RxOutermost *self, RxSink *down)
{
  *self = *_rx_sink_get_outermost (down);
  if (self->context != NULL)
    g_main_context_ref (self->context);
}

void
_rx_outermost_clear (RxOutermost *self)
{
  g_clear_pointer (&self->context, g_main_context_unref);
}

/* (transfer full): for an operator that needs time and was given no scheduler. Call it in subscribe. */
RxScheduler *
_rx_sink_default_scheduler (RxSink *self)
{
  const RxOutermost *outermost = _rx_sink_get_outermost (self);

  if (outermost->context == NULL)
    return g_object_ref (rx_scheduler_main ());
  return rx_scheduler_main_context (outermost->context, G_PRIORITY_DEFAULT);
}
