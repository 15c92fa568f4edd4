/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-subscription-private.h"

#include "rx-error.h"
#include "rx-hooks-private.h"

/* The end of a chain, where the user's functions are called: part of the subscription. */

static inline RxSubscription *
sink_subscription (RxSink *sink)
{
  return (RxSubscription *) ((gchar *) sink - G_STRUCT_OFFSET (RxSubscription, sink));
}

static void
final_sink_subscribed (RxSink *sink, RxSink *up)
{
  RxSubscription *self = sink_subscription (sink);
  gboolean stopped;
  gint64 requested;

  _rx_lock (&self->lock);
  sink->up = up;
  stopped = _rx_sink_is_cancelled (sink) || atomic_load (&self->refused);
  requested = self->requested;
  _rx_unlock (&self->lock);

  if (stopped)
    _rx_cancel (up);
  else if (requested > 0)
    _rx_request (up, requested);
}

static void
final_sink_tell (RxSubscription *self, RxCallback *callback, GError *error)
{
  self->receiver->error (self, callback, error);
  if (G_UNLIKELY (_rx_pending_failure != NULL))
    _rx_undeliverable (g_steal_pointer (&_rx_pending_failure), self->outermost.name);
  g_error_free (error);
}

/* An error for functions that belong to another thread. */
typedef struct
{
  RxSubscription *self;
  RxCallback *callback;
  GError *error;
  atomic_bool ready;
} Elsewhere;

static gboolean
elsewhere_tell (gpointer data)
{
  Elsewhere *elsewhere = data;

  /* acquire: GLib's hand-over of the source is not seen by everybody, this one is */
  (void) atomic_load_explicit (&elsewhere->ready, memory_order_acquire);
  if (!_rx_sink_is_cancelled (&elsewhere->self->sink))
    final_sink_tell (elsewhere->self, elsewhere->callback, g_steal_pointer (&elsewhere->error));
  return G_SOURCE_REMOVE;
}

/* After the telling, or without it: unsubscribed meanwhile, or the context has gone. */
static void
elsewhere_free (gpointer data)
{
  Elsewhere *elsewhere = data;

  (void) atomic_load_explicit (&elsewhere->ready, memory_order_acquire);        /* acquire: as above */
  if (elsewhere->error != NULL)
    _rx_undeliverable (elsewhere->error, elsewhere->self->outermost.name);
  _rx_callback_unref (elsewhere->callback);
  g_object_unref (elsewhere->self);
  g_free (elsewhere);
}

static void
final_sink_tell_elsewhere (RxSubscription *self, GError *error)
{
  Elsewhere *elsewhere = g_new0 (Elsewhere, 1);
  GSource *source = g_idle_source_new ();

  elsewhere->self = g_object_ref (self);
  elsewhere->callback = _rx_callback_ref (self->callback);
  elsewhere->error = error;
  atomic_store_explicit (&elsewhere->ready, TRUE, memory_order_release);        /* release: see elsewhere_tell() */
  g_source_set_static_name (source, "[rx] error for another thread");
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, elsewhere_tell, elsewhere, elsewhere_free);
  g_source_attach (source, self->callback->home);
  g_source_unref (source);
}

static void
final_sink_error (RxSink *sink, GError *error)
{
  RxSubscription *self = sink_subscription (sink);
  gboolean late = sink->done || _rx_sink_is_cancelled (sink);

  sink->done = TRUE;
  if (late || !self->receiver->handles_error (self, self->callback))
    _rx_undeliverable (error, self->outermost.name);
  else if (_rx_callback_enter (self->callback, NULL))
    final_sink_tell (self, self->callback, error);
  else
    final_sink_tell_elsewhere (self, error);
}

static void G_GNUC_NO_INLINE
final_sink_failed (RxSink *sink, GError *error)
{
  if (_rx_callback_leave (&error))
    return;
  _rx_cancel (sink->up);
  final_sink_error (sink, error);
}

static void G_GNUC_NO_INLINE
final_sink_receive (RxSink *sink, GValue *item)
{
  RxSubscription *self = sink_subscription (sink);
  GError *error = NULL;

  if (_rx_callback_enter (self->callback, &error))
    self->receiver->next (self, self->callback, item, &error);
  final_sink_failed (sink, error);
}

static void
final_sink_next (RxSink *sink, GValue *item)
{
  RxSubscription *self = sink_subscription (sink);
  GError *error = NULL;

  /* relaxed: another thread's unsubscribe may come a moment late, this thread's may not */
  if (G_UNLIKELY (sink->done || atomic_load_explicit (&sink->cancelled, memory_order_relaxed) ||
                  atomic_load_explicit (&self->refused, memory_order_relaxed)))
    return;

  if (self->next_func == NULL)
    {
      final_sink_receive (sink, item);
      return;
    }
  self->next_func (item, self->callback->user_data, &error);
  if (G_UNLIKELY (error != NULL || _rx_pending_failure != NULL))
    final_sink_failed (sink, error);
}

static void
final_sink_completed (RxSink *sink)
{
  RxSubscription *self = sink_subscription (sink);
  GError *error = NULL;

  if (sink->done || _rx_sink_is_cancelled (sink) || atomic_load (&self->refused))
    return;

  if (!_rx_callback_enter (self->callback, &error))
    {
      final_sink_error (sink, error);
      return;
    }
  sink->done = TRUE;
  self->receiver->completed (self, self->callback);
  if (G_UNLIKELY (!_rx_callback_leave (&error)))
    _rx_undeliverable (error, self->outermost.name);
}

static void
final_sink_detach (RxSink *sink)
{
  RxSubscription *self = sink_subscription (sink);
  RxSink *up;

  /* Everything upstream is through: the one moment to speak for a bad request, whatever thread made it. Who has left
   * does not want to hear of it. */
  if (!sink->done && atomic_load (&self->refused) && !_rx_sink_is_cancelled (sink))
    final_sink_error (sink, g_error_new_literal (RX_ERROR, RX_ERROR_BAD_REQUEST,
                                                 "The number of items asked for must be positive"));

  _rx_lock (&self->lock);
  up = g_steal_pointer (&sink->up);
  _rx_unlock (&self->lock);
  atomic_store (&self->over, TRUE);

  _rx_subscription_release (self);
  if (up != NULL)
    _rx_sink_unref (up);
  _rx_sink_unref (sink);
}

static void
final_sink_finalize (RxSink *sink)
{
  RxSubscription *self = sink_subscription (sink);

  _rx_live_add (RX_LIVE_SINKS, -1);
  g_object_unref (self);
}

static const RxOutermost *
final_sink_outermost (RxSink *sink)
{
  return &sink_subscription (sink)->outermost;
}

const RxSinkOps _rx_final_sink_ops = {
  .subscribed = final_sink_subscribed,
  .next = final_sink_next,
  .error = final_sink_error,
  .completed = final_sink_completed,
  .detach = final_sink_detach,
  .finalize = final_sink_finalize,
  .outermost = final_sink_outermost,
};

/* Makes the subscription ready to be subscribed: its sink has two references then, the upstream's and the caller's.
 * Takes callback over. FALSE: it was used before. */
gboolean
_rx_subscription_bind (RxSubscription *self, const RxReceiverOps *receiver, RxCallback *callback)
{
  gboolean used;

  _rx_lock (&self->lock);
  used = self->bound;
  if (!used)
    {
      self->bound = TRUE;
      self->receiver = receiver;
      self->callback = callback;
    }
  _rx_unlock (&self->lock);
  if (used)
    {
      _rx_callback_unref (callback);
      return FALSE;
    }

  _rx_live_add (RX_LIVE_SINKS, 1);
  g_object_ref (self);
  atomic_store_explicit (&self->sink.refs, 2, memory_order_relaxed);    /* relaxed: not shared yet */
  return TRUE;
}
