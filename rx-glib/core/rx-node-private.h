/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-callback-private.h"
#include "core/rx-live-private.h"
#include "core/rx-sink-private.h"

typedef struct _RxNode RxNode;

/* What an observable holds: the description of a stream, immutable once built. */
typedef struct
{
  gsize size;
  const gchar *name;            /* the operator's */
  gboolean anywhere;            /* a source that emits when it is asked, at once, and calls nothing of the user's: it
                                 * makes no difference on which thread it is asked first */

  void (*subscribe) (RxNode *self, RxSink *down);       /* takes down's first reference; the caller holds another */
  void (*finalize)  (RxNode *self);     /* release the contents; the base is released afterwards */
} RxNodeOps;

struct _RxNode
{
  const RxNodeOps *ops;
  RxNode *up;                   /* (owned) (nullable): the upstream, where there is one */
  const gchar *name;            /* (nullable): interned, given by the user */
  atomic_int refs;
  gboolean anywhere;            /* as in ops; also an operator that leaves its source as it is */
};

gpointer      _rx_node_new      (const RxNodeOps *ops, RxNode *up);
gpointer      _rx_node_ref      (gpointer node);
void          _rx_node_unref    (gpointer node);
const gchar  *_rx_node_get_name (RxNode *self);
RxObservable *_rx_node_wrap     (gpointer node);

static inline void
_rx_node_subscribe (RxNode *self, RxSink *down)
{
  self->ops->subscribe (self, down);
}

/* The base of a node with one upstream and one user function, and of its sink. */
typedef struct
{
  RxNode base;
  RxCallback *callback;         /* (owned) */
} RxFuncNode;

typedef struct
{
  RxSink base;
  RxCallback *callback;         /* (owned) */
} RxFuncSink;

gpointer _rx_func_node_new      (const RxNodeOps *ops, RxObservable *up, GCallback func, gpointer user_data,
                                 GDestroyNotify destroy);
void     _rx_func_node_finalize (RxNode *self);
gpointer _rx_func_sink_new      (const RxSinkOps *ops, RxNode *node, RxSink *down);
void     _rx_func_sink_finalize (RxSink *self);
void     _rx_func_sink_cancel   (RxSink *self);

/* For a sink with a user function: it looks at cancelled when the function has returned, since the function may have
 * unsubscribed. */
#define RX_FUNC_SINK_OPS(type, final) RX_SINK_OPS_PASS (type, final), .cancel = _rx_func_sink_cancel
