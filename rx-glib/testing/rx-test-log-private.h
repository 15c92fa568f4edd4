/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-sync-private.h"
#include "testing/rx-test-event.h"
#include "testing/rx-test-observer.h"

/* What a stream has brought, for the observer and for the stream's callbacks, either of which may outlive the other. */
typedef struct
{
  atomic_int refs;
  RxScheduler *scheduler;       /* (owned) (nullable): whose time is written down */
  RxLock lock;
  GPtrArray *events;            /* (owned): RxTestEvent, under the lock */
  GSList *waiting;              /* (owned): contexts that somebody iterates to wait, under the lock */
  _Atomic guint n_items;
  atomic_bool ended;
  _Atomic guint32 changed;      /* counts the events, for who sleeps */
} RxTestLog;

RxTestLog *   _rx_test_log_new    (RxScheduler *scheduler);
RxTestLog *   _rx_test_log_ref    (RxTestLog *self);
void          _rx_test_log_unref  (gpointer log);

/* Takes the notification over. */
void          _rx_test_log_add    (RxTestLog *self, RxNotification *notification);

/* What there is now. */
RxTestEvent **_rx_test_log_copy   (RxTestLog *self, gsize *n_events);

/* Iterates the context of this thread, or sleeps if another has it, until the stream has ended (until_end) or has
 * brought n items, and FALSE if the time is over before. */
gboolean      _rx_test_log_wait   (RxTestLog *self, gboolean until_end, guint n_items, GTimeSpan timeout);

RxTestLog *   _rx_test_observer_get_log (RxTestObserver *self);
