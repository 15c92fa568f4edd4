/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "testing/rx-protocol-stage-private.h"

typedef struct
{
  RxSink base;                  /* up: under the lock */
  RxProtocolStage *stage;       /* (owned) */
  RxLock lock;
  _Atomic gint64 requested;     /* saturating */
  _Atomic gint64 n_items;
  atomic_int inside;            /* calls from upstream that are under way */
  atomic_bool subscribed, open, ended, detached;
} StageSink;

static void
report (StageSink *self, RxProtocolRule rule, const gchar *what)
{
  _rx_protocol_checker_report (self->stage->checker, self->stage->name, rule, what);
}

/* --- from upstream --- */

/* relaxed throughout: a stage that watches must not put an order on what it watches */
#define get(flag) atomic_load_explicit (flag, memory_order_relaxed)
#define set(flag) atomic_store_explicit (flag, TRUE, memory_order_relaxed)
#define swap(flag) atomic_exchange_explicit (flag, TRUE, memory_order_relaxed)
#define add(counter, n) atomic_fetch_add_explicit (counter, n, memory_order_relaxed)

static void
stage_leave (StageSink *self)
{
  add (&self->inside, -1);
}

/* FALSE: it must not be passed on. Texts: what came. */
static gboolean
stage_enter (StageSink *self, const gchar *event)
{
  g_autofree gchar *text = NULL;

  if (add (&self->inside, 1) > 0)
    {
      text = g_strdup_printf ("%s came while another event was under way", event);
      report (self, RX_PROTOCOL_RULE_OVERLAP, text);
    }
  if (get (&self->detached))
    {
      g_autofree gchar *late = g_strdup_printf ("%s came after upstream had let go", event);

      report (self, RX_PROTOCOL_RULE_AFTER_DETACH, late);
      stage_leave (self);
      return FALSE;
    }
  if (!get (&self->open))
    {
      g_autofree gchar *early = g_strdup_printf ("%s came before everybody downstream was subscribed", event);

      report (self, RX_PROTOCOL_RULE_NOT_SUBSCRIBED, early);
      stage_leave (self);
      return FALSE;
    }
  return TRUE;
}

static void
stage_sink_subscribed (RxSink *sink, RxSink *up)
{
  StageSink *self = (StageSink *) sink;

  if (swap (&self->subscribed))
    {
      report (self, RX_PROTOCOL_RULE_SUBSCRIBED_TWICE, "it was subscribed a second time");
      _rx_sink_unref (up);
      return;
    }
  _rx_lock (&self->lock);
  sink->up = up;
  _rx_unlock (&self->lock);
  _rx_sink_announce (sink);
  set (&self->open);
}

static void
stage_sink_next (RxSink *sink, GValue *item)
{
  StageSink *self = (StageSink *) sink;
  gint64 n;

  if (!stage_enter (self, "an item"))
    return;
  n = add (&self->n_items, 1) + 1;
  if (self->stage->strict && n > get (&self->requested))
    {
      g_autofree gchar *text = g_strdup_printf ("item %" G_GINT64_FORMAT " came when %" G_GINT64_FORMAT
                                                " had been asked for", n, get (&self->requested));

      report (self, RX_PROTOCOL_RULE_NO_DEMAND, text);
    }
  if (get (&self->ended))
    report (self, RX_PROTOCOL_RULE_AFTER_END, "an item came after the end");
  else if (item == NULL || !_rx_item_is_set (item))
    report (self, RX_PROTOCOL_RULE_UNSET, "an item was an unset value");
  else
    _rx_next (sink->down, item);
  stage_leave (self);
}

static void
stage_sink_error (RxSink *sink, GError *error)
{
  StageSink *self = (StageSink *) sink;

  if (!stage_enter (self, "an error"))
    {
      g_clear_error (&error);
      return;
    }
  if (error == NULL)
    report (self, RX_PROTOCOL_RULE_UNSET, "an error was none");
  else if (swap (&self->ended))
    {
      report (self, RX_PROTOCOL_RULE_AFTER_END, "an error came after the end");
      g_error_free (error);
    }
  else
    _rx_error (sink->down, error);
  stage_leave (self);
}

static void
stage_sink_completed (RxSink *sink)
{
  StageSink *self = (StageSink *) sink;

  if (!stage_enter (self, "completion"))
    return;
  if (swap (&self->ended))
    report (self, RX_PROTOCOL_RULE_AFTER_END, "completion came after the end");
  else
    _rx_completed (sink->down);
  stage_leave (self);
}

static void
stage_sink_detach (RxSink *sink)
{
  StageSink *self = (StageSink *) sink;
  RxSink *up;

  if (!stage_enter (self, "a detach"))
    {
      /* What was never subscribed can be let go of all the same. */
      if (get (&self->detached))
        return;
      add (&self->inside, 1);
    }
  set (&self->detached);
  stage_leave (self);
  _rx_lock (&self->lock);
  up = g_steal_pointer (&sink->up);
  _rx_unlock (&self->lock);
  _rx_detach (sink->down);
  if (up != NULL)
    _rx_sink_unref (up);
  _rx_protocol_stage_bury (self->stage, sink);       /* takes upstream's reference over */
}

/* --- from downstream --- */

static RxSink *
stage_get_up (StageSink *self, const gchar *what)
{
  RxSink *up;

  _rx_lock (&self->lock);
  up = self->base.up != NULL ? _rx_sink_ref (self->base.up) : NULL;
  _rx_unlock (&self->lock);
  if (up == NULL && !get (&self->subscribed))
    report (self, RX_PROTOCOL_RULE_NOT_SUBSCRIBED, what);
  return up;
}

static void
stage_sink_request (RxSink *sink, gint64 n)
{
  StageSink *self = (StageSink *) sink;
  RxSink *up;

  if (n < 1)
    {
      g_autofree gchar *text = g_strdup_printf ("%" G_GINT64_FORMAT " items were asked for", n);

      report (self, RX_PROTOCOL_RULE_BAD_REQUEST, text);
      return;
    }
  up = stage_get_up (self, "items were asked for before it was subscribed");
  if (up == NULL)
    return;
  _rx_demand_add (&self->requested, n);
  _rx_request (up, n);
  _rx_sink_unref (up);
}

static void
stage_sink_cancel (RxSink *sink)
{
  RxSink *up = stage_get_up ((StageSink *) sink, "it was cancelled before it was subscribed");

  if (up == NULL)
    return;
  _rx_cancel (up);
  _rx_sink_unref (up);
}

static void
stage_sink_finalize (RxSink *sink)
{
  RxProtocolStage *stage = ((StageSink *) sink)->stage;

  _rx_sink_free (sink);
  _rx_protocol_stage_unref (stage);
}

static const RxSinkOps stage_sink_ops = {
  .size = sizeof (StageSink),
  .subscribed = stage_sink_subscribed,
  .next = stage_sink_next,
  .error = stage_sink_error,
  .completed = stage_sink_completed,
  .detach = stage_sink_detach,
  .request = stage_sink_request,
  .cancel = stage_sink_cancel,
  .finalize = stage_sink_finalize,
};

RxSink *
_rx_protocol_sink_new (RxProtocolStage *stage, RxSink *down)
{
  StageSink *self = _rx_sink_new (&stage_sink_ops, down);

  self->stage = _rx_protocol_stage_ref (stage);
  return &self->base;
}
