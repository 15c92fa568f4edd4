/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-observable-creation.h"

#include "core/rx-ending-private.h"
#include "core/rx-node-private.h"
#include "rx-observable-private.h"

/* empty, never and error: no item, and all that they have to say is said before subscribe returns. */

typedef struct
{
  RxNode base;
  GError *error;                /* (owned) (nullable) */
} RxEndingNode;

static void
empty_node_subscribe (RxNode *node, RxSink *down)
{
  const GError *error = ((RxEndingNode *) node)->error;

  _rx_end_at_once (down, error != NULL ? g_error_copy (error) : NULL);
}

/* It will never emit, so it lets go at once. */
static void
never_node_subscribe (RxNode *node, RxSink *down)
{
  _rx_let_go_at_once (down);
}

static void
ending_node_finalize (RxNode *node)
{
  g_clear_error (&((RxEndingNode *) node)->error);
}

static const RxNodeOps empty_node_ops = {
  .size = sizeof (RxEndingNode),
  .name = "empty",
  .subscribe = empty_node_subscribe,
};

static const RxNodeOps never_node_ops = {
  .size = sizeof (RxNode),
  .name = "never",
  .subscribe = never_node_subscribe,
};

RxNode _rx_never_node = { .ops = &never_node_ops, .refs = 1 };

static const RxNodeOps error_node_ops = {
  .size = sizeof (RxEndingNode),
  .name = "error",
  .subscribe = empty_node_subscribe,
  .finalize = ending_node_finalize,
};

/**
 * rx_observable_empty:
 *
 * Completes at once, during the subscribe call, without an item.
 *
 * ![empty ()
 *   |](empty.svg)
 *
 * The completion comes on the subscribing thread and needs no demand. There are no errors.
 *
 * Returns: (transfer full): the observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_empty (void)
{
  return _rx_node_wrap (_rx_node_new (&empty_node_ops, NULL));
}

/**
 * rx_observable_never:
 *
 * Emits nothing and never ends.
 *
 * ![never ()
 *   ------](never.svg)
 *
 * There are no items, errors or completion, whatever is asked for, and no thread or context is used.
 * What waits for it alone is released at once, the subscriber's functions and data among it.
 *
 * Returns: (transfer full): the observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_never (void)
{
  return _rx_node_wrap (_rx_node_new (&never_node_ops, NULL));
}

/**
 * rx_observable_error:
 * @error: the error
 *
 * Fails at once, during the subscribe call, with a copy of @error.
 *
 * ![error (error)
 *   #](error.svg)
 *
 * The error comes on the subscribing thread and needs no demand; completion never comes.
 *
 * Returns: (transfer full): the observable
 *
 * Since: 1.0
 */
RxObservable *
rx_observable_error (const GError *error)
{
  RxEndingNode *self;

  g_return_val_if_fail (error != NULL, NULL);

  self = _rx_node_new (&error_node_ops, NULL);
  self->error = g_error_copy (error);
  return _rx_node_wrap (self);
}
