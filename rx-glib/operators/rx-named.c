/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-observable-private.h"

static void
named_node_subscribe (RxNode *node, RxSink *down)
{
  _rx_node_subscribe (node->up, down);
}

static const RxNodeOps named_node_ops = {
  .size = sizeof (RxNode),
  .name = "named",
  .subscribe = named_node_subscribe,
};

/* It hides what an operator below might make use of. */
static const RxNodeOps as_observable_node_ops = {
  .size = sizeof (RxNode),
  .name = "as_observable",
  .subscribe = named_node_subscribe,
};

/**
 * rx_observable_named:
 * @self: the observable
 * @name: a name
 *
 * Gives the stream a name, for people to read: it stands in warnings and in [method@Rx.Observable.to_string].
 *
 * ![-1-2-3-|
 *   named ("numbers")
 *   -1-2-3-|](named.svg)
 *
 * It costs nothing while the stream runs. Names are kept for the life of the process, so do not make up new ones
 * without end.
 *
 * Returns: (transfer full): the new observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_named (RxObservable *self, const gchar *name)
{
  RxNode *node;

  g_return_val_if_fail (RX_IS_OBSERVABLE (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  node = _rx_node_new (&named_node_ops, _rx_observable_get_node (self));
  node->name = g_intern_string (name);
  node->anywhere = node->up->anywhere;
  return _rx_node_wrap (node);
}

/**
 * rx_observable_as_observable:
 * @self: the observable
 *
 * Gets a plain observable of the same stream, which for a subject cannot be fed.
 *
 * ![-1-2-3-|
 *   as_observable ()
 *   -1-2-3-|](as_observable.svg)
 *
 * Operators know nothing of what is behind it and take no short cuts: [method@Rx.Observable.observe_on], which starts a
 * source such as [func@Rx.Observable.range] on its worker, hands over its items instead.
 *
 * Returns: (transfer full): the observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_as_observable (RxObservable *self)
{
  g_return_val_if_fail (RX_IS_OBSERVABLE (self), NULL);

  return _rx_node_wrap (_rx_node_new (&as_observable_node_ops, _rx_observable_get_node (self)));
}

static void
append_chain (GString *string, RxNode *node)
{
  if (node->ops == &as_observable_node_ops)
    {
      append_chain (string, node->up);
      return;
    }
  if (node->up != NULL)
    {
      append_chain (string, node->up);
      g_string_append (string, " → ");
    }
  if (node->ops == &named_node_ops)
    g_string_append_printf (string, "\"%s\"", node->name);
  else
    g_string_append (string, node->ops->name);
}

/**
 * rx_observable_to_string:
 * @self: the observable
 *
 * Describes the chain of operators from the source on, such as `range → map → "squares" → take`.
 *
 * Returns: (transfer full): the description
 *
 * Since: 1.0
 */
gchar *
rx_observable_to_string (RxObservable *self)
{
  GString *string;

  g_return_val_if_fail (RX_IS_OBSERVABLE (self), NULL);

  string = g_string_new (NULL);
  append_chain (string, _rx_observable_get_node (self));
  return g_string_free (string, FALSE);
}
