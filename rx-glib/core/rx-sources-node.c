/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "core/rx-sources-node-private.h"
#include "rx-observable-private.h"

gboolean
_rx_sources_are_valid (RxObservable **sources, gsize n_sources)
{
  if (n_sources > G_MAXINT || (sources == NULL && n_sources > 0))
    return FALSE;
  for (gsize i = 0; i < n_sources; i++)
    if (!RX_IS_OBSERVABLE (sources[i]))
      return FALSE;
  return TRUE;
}

gpointer
_rx_sources_node_new (const RxNodeOps *ops, RxObservable **sources, gsize n_sources)
{
  RxSourcesNode *self = _rx_node_new (ops, NULL);

  self->n_sources = n_sources;
  self->sources = g_new (RxNode *, n_sources);
  for (gsize i = 0; i < n_sources; i++)
    self->sources[i] = _rx_node_ref (_rx_observable_get_node (sources[i]));
  return self;
}

void
_rx_sources_node_finalize (RxNode *node)
{
  RxSourcesNode *self = (RxSourcesNode *) node;

  for (guint i = 0; i < self->n_sources; i++)
    _rx_node_unref (self->sources[i]);
  g_free (self->sources);
}
