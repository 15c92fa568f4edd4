/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "testing/rx-protocol-stage-private.h"

#include "rx-observable-private.h"

/* Sinks that have been detached are kept for a while, so that who calls them all the same is told instead of
 * crashing. */
#define MAX_DETACHED 256

RxProtocolStage *
_rx_protocol_stage_ref (RxProtocolStage *self)
{
  atomic_fetch_add_explicit (&self->refs, 1, memory_order_relaxed);     /* relaxed: the caller has a reference */
  return self;
}

void
_rx_protocol_stage_unref (RxProtocolStage *self)
{
  /* acq_rel: all that others did with it comes first */
  if (atomic_fetch_sub_explicit (&self->refs, 1, memory_order_acq_rel) != 1)
    return;
  g_object_unref (self->checker);
  g_free (self);
}

/* Keeps the sink, without what it holds, and lets go of one that has been kept long enough. */
void
_rx_protocol_stage_bury (RxProtocolStage *self, RxSink *sink)
{
  RxSink *old = sink;

  _rx_lock (&self->lock);
  if (!self->closed)
    {
      g_queue_push_tail (&self->detached, sink);
      old = g_queue_get_length (&self->detached) > MAX_DETACHED ? g_queue_pop_head (&self->detached) : NULL;
    }
  _rx_unlock (&self->lock);
  if (old != NULL)
    _rx_sink_unref (old);
}

typedef struct
{
  RxNode base;
  RxProtocolStage *stage;       /* (owned) */
} StageNode;

static void
stage_node_subscribe (RxNode *node, RxSink *down)
{
  RxSink *sink = _rx_protocol_sink_new (((StageNode *) node)->stage, down);

  _rx_sink_ref (sink);          /* whatever upstream does with its own */
  _rx_node_subscribe (node->up, sink);
  _rx_sink_unref (sink);
}

static void
stage_node_finalize (RxNode *node)
{
  RxProtocolStage *stage = ((StageNode *) node)->stage;
  GQueue detached;

  _rx_lock (&stage->lock);
  stage->closed = TRUE;
  detached = stage->detached;
  g_queue_init (&stage->detached);
  _rx_unlock (&stage->lock);
  g_queue_clear_full (&detached, _rx_sink_unref);
  _rx_protocol_stage_unref (stage);
}

static const RxNodeOps stage_node_ops = {
  .size = sizeof (StageNode),
  .name = "check_protocol",
  .subscribe = stage_node_subscribe,
  .finalize = stage_node_finalize,
};

RxObservable *
_rx_protocol_stage_new (RxObservable *source, RxProtocolChecker *checker, const gchar *name, gboolean strict)
{
  g_autoptr (RxObservable) plain = rx_observable_as_observable (source);        /* this one has a node for sure */
  StageNode *node = _rx_node_new (&stage_node_ops, plain->node);
  RxProtocolStage *stage = g_new0 (RxProtocolStage, 1);

  atomic_init (&stage->refs, 1);
  stage->checker = g_object_ref (checker);
  stage->name = g_intern_string (name);
  stage->strict = strict;
  g_queue_init (&stage->detached);
  node->stage = stage;
  return _rx_node_wrap (node);
}
