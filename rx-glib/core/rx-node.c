/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "core/rx-node-private.h"
#include "rx-for-testing-private.h"
#include "rx-observable-private.h"

/* Takes a reference of its own to up. */
gpointer
_rx_node_new (const RxNodeOps *ops, RxNode *up)
{
  RxNode *self = g_malloc0 (ops->size);

  _rx_live_add (RX_LIVE_NODES, 1);
  self->ops = ops;
  self->anywhere = ops->anywhere;
  self->up = up != NULL ? _rx_node_ref (up) : NULL;
  atomic_init (&self->refs, 1);
  return self;
}

gpointer
_rx_node_ref (gpointer node)
{
  RxNode *self = node;

  atomic_fetch_add_explicit (&self->refs, 1, memory_order_relaxed);     /* relaxed: the caller has a reference */
  return node;
}

/* A loop, so that a long chain does not need a deep stack to go. */
void
_rx_node_unref (gpointer node)
{
  RxNode *self = node;

  /* acq_rel: every use happens before the release */
  while (self != NULL && atomic_fetch_sub_explicit (&self->refs, 1, memory_order_acq_rel) == 1)
    {
      RxNode *up = self->up;

      if (self->ops->finalize != NULL)
        self->ops->finalize (self);
      g_free (self);
      _rx_live_add (RX_LIVE_NODES, -1);
      self = up;
    }
}

/* The name that the user gave to the stream or to the nearest part of it upstream. */
const gchar *
_rx_node_get_name (RxNode *self)
{
  for (RxNode *node = self; node != NULL; node = node->up)
    if (node->name != NULL)
      return node->name;
  return NULL;
}

/* Takes the node over. */
RxObservable *
_rx_node_wrap (gpointer node)
{
  return _rx_observable_new (RX_TYPE_OBSERVABLE, node);
}

gpointer
_rx_func_node_new (const RxNodeOps *ops, RxObservable *up, GCallback func, gpointer user_data, GDestroyNotify destroy)
{
  RxFuncNode *self = _rx_node_new (ops, up != NULL ? _rx_observable_get_node (up) : NULL);

  self->callback = _rx_callback_new (func, user_data, destroy);
  self->callback->name = ops->name;
  if (up != NULL)
    _rx_observable_keep_for (up, self->callback);
  return self;
}

void
_rx_func_node_finalize (RxNode *node)
{
  _rx_callback_unref (((RxFuncNode *) node)->callback);
}

gpointer
_rx_func_sink_new (const RxSinkOps *ops, RxNode *node, RxSink *down)
{
  RxFuncSink *self = _rx_sink_new (ops, down);

  self->callback = _rx_callback_ref (((RxFuncNode *) node)->callback);
  return self;
}

void
_rx_func_sink_finalize (RxSink *sink)
{
  _rx_callback_unref (((RxFuncSink *) sink)->callback);
  _rx_sink_free (sink);
}

void
_rx_func_sink_cancel (RxSink *sink)
{
  _rx_sink_set_cancelled (sink);
  _rx_cancel (sink->up);
}
