/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-observable-combining.h"

#include "core/rx-merger-private.h"
#include "core/rx-sources-node-private.h"
#include "rx-observable-creation.h"
#include "rx-observable-private.h"

static const RxCoordinatorOps merge_sink_ops = {
  RX_MERGER_OPS (RxMerger, _rx_merger_free),
};

static void
merge_node_subscribe (RxNode *node, RxSink *down)
{
  RxSourcesNode *self = (RxSourcesNode *) node;
  RxMerger *sink = g_new0 (RxMerger, 1);

  _rx_coordinator_init (&sink->base, &merge_sink_ops, down, self->n_sources);
  _rx_sink_ref (sink);
  _rx_coordinator_start (&sink->base);
  for (guint i = 0; i < self->n_sources; i++)
    _rx_port_subscribe (_rx_port_new (&sink->base, i, RX_DEFAULT_PREFETCH), self->sources[i]);
  _rx_sink_unref (sink);
}

static const RxNodeOps merge_node_ops = {
  .size = sizeof (RxSourcesNode),
  .name = "merge",
  .subscribe = merge_node_subscribe,
  .finalize = _rx_sources_node_finalize,
};

/**
 * rx_observable_merge:
 * @sources: (array length=n_sources) (nullable): the observables
 * @n_sources: how many
 *
 * Emits the items of several streams as they come.
 *
 * ![-1---2---|
 *   ---a---b---|
 *   merge ([first, second])
 *   -1-a-2-b---|](merge.svg)
 *
 * The streams are subscribed to in their order and may emit on threads of their own; the items go down one at a time,
 * each stream's in its order. The result completes when all have, at once when there are none. The first error ends it,
 * behind the items that came before it; the other streams are released first. Of each stream up to 128 items are asked
 * for ahead and wait until the subscriber wants them; what a stream cannot hold back waits without bound: that is the
 * buffer of this operator.
 *
 * Returns: (transfer full): the observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_merge (RxObservable **sources, gsize n_sources)
{
  g_return_val_if_fail (_rx_sources_are_valid (sources, n_sources), NULL);

  if (n_sources == 0)
    return rx_observable_empty ();
  return _rx_node_wrap (_rx_sources_node_new (&merge_node_ops, sources, n_sources));
}

/**
 * rx_observable_merge_with:
 * @self: the observable
 * @other: another one
 *
 * Emits the items of two streams as they come.
 *
 * ![-1---2---|
 *   ---a---b---|
 *   merge_with (other)
 *   -1-a-2-b---|](merge_with.svg)
 *
 * It is as [func@Rx.Observable.merge].
 *
 * Returns: (transfer full): the new observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_merge_with (RxObservable *self, RxObservable *other)
{
  RxObservable *sources[] = { self, other };

  g_return_val_if_fail (RX_IS_OBSERVABLE (self), NULL);
  g_return_val_if_fail (RX_IS_OBSERVABLE (other), NULL);

  return rx_observable_merge (sources, 2);
}
