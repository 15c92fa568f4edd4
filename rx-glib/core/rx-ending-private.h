/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-sink-private.h"

/* For subscribe functions of nodes that have nothing to emit. Both take down's first reference. */

/* Ends, with completion where error is NULL; takes error over. */
void _rx_end_at_once    (RxSink *down, GError *error);
/* Detaches without an end. */
void _rx_let_go_at_once (RxSink *down);

/* The worker on which an operator is going to work; NULL: the scheduler has none, and down has been told. */
RxWorker *_rx_worker_or_end (RxScheduler *scheduler, RxSink *down);
/* The same for a sink with a place, at that offset: a new one, or NULL. */
gpointer _rx_sink_new_at (const RxSinkOps *ops, gsize offset, RxScheduler *scheduler, RxSink *down);

/* For tasks that are dropped: the error of a user's worker that has failed to take it, to end the stream with; NULL: it
 * was unsubscribed or is gone. What nobody takes goes to the function for undeliverable errors. */
GError *_rx_worker_take_failure (void);
