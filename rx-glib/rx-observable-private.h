/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-node-private.h"
#include "rx-observable.h"

struct _RxObservable
{
  GObject parent_instance;

  RxNode *node;                 /* (owned) (nullable): none in one that was made by g_object_new(); constant */
};

/* Emits nothing, is never released. */
extern RxNode _rx_never_node;

RxObservable *_rx_observable_new       (GType type, RxNode *node);
void          _rx_observable_subscribe (RxNode *node, RxSubscription *subscription, gint64 initial_request);
void          _rx_observable_keep_for  (RxObservable *self, RxCallback *callback);

static inline RxNode *
_rx_observable_get_node (RxObservable *self)
{
  return G_LIKELY (self->node != NULL) ? self->node : &_rx_never_node;
}
