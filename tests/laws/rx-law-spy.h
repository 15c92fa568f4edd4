/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-node-private.h"
#include "rx-law-item.h"

/* --- taps --- */

/* A stage that changes nothing and holds what passes it to the protocol: subscribed first, nothing at the same time, no
 * item without demand if strict, nothing but detach behind the end, and that once. What is counted is the sum over all
 * subscriptions. */
typedef struct
{
  gboolean strict;              /* items must have been asked for */
  gboolean cancels;             /* cancels its upstream inside subscribed */
  gint64 max_request;           /* 0: no limit; otherwise of each subscription, in all */
  _Atomic gint64 requested;     /* saturating */
  atomic_int n_subscribed;
  atomic_int n_items;
  atomic_int n_ends;
  atomic_int n_cancelled;       /* subscriptions */
  atomic_int n_detached;
} RxTap;

RxObservable *rx_tap_new (RxObservable *up, RxTap *tap);

/* --- spies --- */

typedef struct _RxSpy RxSpy;
typedef struct _RxSpyRun RxSpyRun;

/* A source that is fed by hand, one run a subscription. What is fed to a spy goes to its last run. The feeding thread
 * stands for the emitting context: there is one at a time, and none feeds from inside what it is feeding. */
struct _RxSpyRun
{
  RxSink base;
  _Atomic guint32 gate;
  _Atomic gint64 requested;     /* saturating */
  atomic_int n_requests;
  atomic_int n_cancels;
  atomic_bool ended;            /* its end has been fed, or is being */
  atomic_bool detached;
  gboolean stubborn;
};

struct _RxSpy
{
  RxObservable *observable;
  RxSpyRun *runs[8];            /* (owned) */
  atomic_uint n_runs;
  /* goes on after a cancel and after its own end, until rx_spy_detach() */
  gboolean stubborn;
  /* (nullable): called for a run that is ready to be fed, inside subscribe */
  void (*on_run) (RxSpy *spy, gpointer data);
  gpointer data;
};

RxSpy    *rx_spy_new       (void);
/* How many runs are kept by spies: sinks that live on with nobody else. */
gint      rx_spy_runs_kept (void);
void      rx_spy_free      (RxSpy *self);       /* nothing may be attached any more */
void      rx_spy_detach_all (RxSpy *self);
RxSpyRun *rx_spy_last      (RxSpy *self);       /* (nullable) */
/* FALSE: the run has been cancelled. */
gboolean  rx_spy_next      (RxSpy *self, RxLawKind kind, gint64 number);
void      rx_spy_error     (RxSpy *self, const gchar *message);
void      rx_spy_completed (RxSpy *self);
void      rx_spy_detach    (RxSpy *self);
