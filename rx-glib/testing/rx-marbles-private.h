/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "testing/rx-marble-table.h"
#include "testing/rx-marbles.h"

/* What a symbol stands for, in a table or without one. (transfer full) */
RxNotification *_rx_marble_table_lookup  (RxMarbleTable *self, gunichar symbol);
/* The reverse, 0: it has no symbol. */
gunichar        _rx_marble_table_find    (RxMarbleTable *self, RxNotification *notification);
gboolean        _rx_marble_table_has     (RxMarbleTable *self, gunichar symbol);
GTimeSpan       _rx_marble_table_frame   (RxMarbleTable *self);

/* Has it a meaning of its own in a diagram, or no picture? */
gboolean        _rx_marbles_is_reserved  (gunichar symbol);

typedef struct
{
  RxTestEvent **events;
  gsize n_events;
} RxTestEvents;

/* Draws several streams so that the same time is in the same column, and says what the symbols mean that it has made
 * up; legend may be NULL. */
void            _rx_marbles_draw         (const RxTestEvents *streams, gchar **drawings, guint n_streams,
                                          RxMarbleTable *table, GString *legend);

/* Compares; without timed only the order counts. */
gboolean        _rx_marbles_compare      (const RxTestEvents *expected, const RxTestEvents *actual,
                                          RxMarbleTable *table, gboolean timed, GError **error);
