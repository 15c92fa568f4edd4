/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "rx-law-registry.h"

typedef struct
{
  guint depth;                  /* of the graph, at most */
  gboolean tapped;              /* with a tap on every edge */
  const RxLaw *law;             /* (nullable): the operator at the root */
} RxGraphPlan;

/* The threads that play with the graphs. */
void rx_graph_threads_start (void);
void rx_graph_threads_stop  (void);

/* Builds one graph, plays with it, and sees to it that nothing is left. Gives the number of events that came down. */
guint64 rx_graph_round      (guint32 seed, const RxGraphPlan *plan);
