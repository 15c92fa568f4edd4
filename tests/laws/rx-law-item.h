/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx.h>

/* Items of every kind that stand for a number. Those that own something are counted. */
typedef enum
{
  RX_LAW_INT64,
  RX_LAW_STRING,
  RX_LAW_OBJECT,
  RX_LAW_BOXED,
  RX_LAW_NULL,                  /* stands for 0 */
  RX_LAW_N_KINDS
} RxLawKind;

extern const gchar *const rx_law_kind_names[RX_LAW_N_KINDS];

void      rx_law_item_set    (GValue *item, RxLawKind kind, gint64 number);     /* item: all zeroes */
gint64    rx_law_item_get    (const GValue *item);
RxLawKind rx_law_item_kind   (const GValue *item);
/* The number as text, for all kinds alike but for NULL. */
gchar    *rx_law_item_text   (const GValue *item);
/* How many objects and boxed values exist. */
gint      rx_law_items_alive (void);

/* 1 to n. */
RxObservable *rx_law_items (RxLawKind kind, guint n);
