/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "core/rx-ending-private.h"

#include "rx-error.h"
#include "schedulers/rx-place-private.h"

/* No gate, since what it has to say is said before subscribe returns. */

static void
ending_sink_request (RxSink *sink, gint64 n)
{
}

static void
ending_sink_cancel (RxSink *sink)
{
  _rx_sink_set_cancelled (sink);
}

static const RxSinkOps ending_sink_ops = {
  .size = sizeof (RxSink),
  .request = ending_sink_request,
  .cancel = ending_sink_cancel,
  .finalize = _rx_sink_free,
};

void
_rx_end_at_once (RxSink *down, GError *error)
{
  RxSink *self = _rx_sink_new (&ending_sink_ops, down);

  _rx_sink_announce (self);
  if (_rx_sink_is_cancelled (self))
    g_clear_error (&error);
  else if (error != NULL)
    _rx_error (down, error);
  else
    _rx_completed (down);
  _rx_detach (down);
  _rx_sink_unref (self);
}

void
_rx_let_go_at_once (RxSink *down)
{
  RxSink *self = _rx_sink_new (&ending_sink_ops, down);

  _rx_sink_announce (self);
  _rx_detach (down);
  _rx_sink_unref (self);
}

static void
end_without_worker (RxScheduler *scheduler, RxSink *down)
{
  _rx_end_at_once (down, g_error_new (RX_ERROR, RX_ERROR_INVALID_ARGUMENT, "%s does not make workers",
                                      G_OBJECT_TYPE_NAME (scheduler)));
}

RxWorker *
_rx_worker_or_end (RxScheduler *scheduler, RxSink *down)
{
  RxWorker *worker = rx_scheduler_create_worker (scheduler);

  if (G_UNLIKELY (worker == NULL))
    end_without_worker (scheduler, down);
  return worker;
}

gpointer
_rx_sink_new_at (const RxSinkOps *ops, gsize offset, RxScheduler *scheduler, RxSink *down)
{
  RxSink *self = _rx_sink_new (ops, down);

  if (G_LIKELY (_rx_place_init ((RxPlace *) ((gchar *) self + offset), scheduler)))
    return self;
  end_without_worker (scheduler, down);
  _rx_sink_free (self);
  return NULL;
}
