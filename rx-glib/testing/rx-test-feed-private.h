/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-sync-private.h"
#include "testing/rx-test-event.h"
#include "testing/rx-test-scheduler.h"

typedef struct
{
  gint64 from;
  gint64 to;                    /* -1: still open */
} RxTestSpan;

/* What stands behind a source, for its subscriptions and tasks. */
typedef struct
{
  atomic_int refs;
  atomic_int users;             /* the source itself and its subscriptions: without any, nobody is left to be fed */
  RxTestScheduler *scheduler;   /* (owned) */
  RxTestEvent **events;         /* (owned) */
  gsize n_events;
  RxWorker *worker;             /* (owned) (nullable): of a hot source */

  RxLock lock;
  GArray *spans;                /* (owned): RxTestSpan, under the lock */
  GPtrArray *emitters;          /* (owned): of a hot source, in the order of their coming; under the lock */
  RxTestEvent *end;             /* (owned) (nullable): of a hot source, when it has happened; under the lock */
} RxTestFeed;

/* Copies the events. The user is the caller. */
RxTestFeed *   _rx_test_feed_new         (RxTestScheduler *scheduler, gboolean hot, RxTestEvent **events,
                                          gsize n_events);
void           _rx_test_feed_unref       (RxTestFeed *self);
void           _rx_test_feed_drop_user   (gpointer self);
RxTestFeed *   _rx_test_feed_ref         (RxTestFeed *self);
RxObservable * _rx_test_feed_make_stream (RxTestFeed *self);    /* takes the user's place */
