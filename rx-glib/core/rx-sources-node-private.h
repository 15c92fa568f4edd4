/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-node-private.h"

/* The base of a node with any number of upstreams, in an order. */
typedef struct
{
  RxNode base;
  RxNode **sources;             /* (owned) (element-type RxNode) (owned) */
  guint n_sources;
} RxSourcesNode;

gpointer _rx_sources_node_new      (const RxNodeOps *ops, RxObservable **sources, gsize n_sources);
void     _rx_sources_node_finalize (RxNode *self);
gboolean _rx_sources_are_valid     (RxObservable **sources, gsize n_sources);
