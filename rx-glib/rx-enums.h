/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * RxEventKind:
 * @RX_EVENT_NEXT: an item
 * @RX_EVENT_ERROR: the stream failed; nothing follows
 * @RX_EVENT_COMPLETED: the stream ended; nothing follows
 *
 * The three events of a stream.
 */
typedef enum
{
  RX_EVENT_NEXT,
  RX_EVENT_ERROR,
  RX_EVENT_COMPLETED
} RxEventKind;

/**
 * RxBackpressure:
 * @RX_BACKPRESSURE_BUFFER: keep the items, without bound, until they are asked for
 * @RX_BACKPRESSURE_DROP: drop the item
 * @RX_BACKPRESSURE_LATEST: keep the newest item only
 * @RX_BACKPRESSURE_ERROR: end the stream with %RX_ERROR_MISSING_BACKPRESSURE
 * @RX_BACKPRESSURE_MISSING: pass the item on all the same; the operators below buffer what they have to
 *
 * What becomes of an item that nobody has asked for yet.
 */
typedef enum
{
  RX_BACKPRESSURE_BUFFER,
  RX_BACKPRESSURE_DROP,
  RX_BACKPRESSURE_LATEST,
  RX_BACKPRESSURE_ERROR,
  RX_BACKPRESSURE_MISSING
} RxBackpressure;

G_END_DECLS
