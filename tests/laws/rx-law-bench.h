/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "rx-law-registry.h"
#include "rx-law-spy.h"
#include "rx-test-util.h"

/* One observable of a line, with taps above and below it, and those who subscribe to it. */
typedef struct
{
  const RxLaw *law;
  RxLawEnv env;
  RxTap above[RX_LAW_MAX_UPSTREAMS];
  RxTap below;                  /* strict where the line honours demand */
  RxObservable *observable;     /* with the taps */
  RxSpy *spies[RX_LAW_MAX_UPSTREAMS];           /* (nullable) */
  RxSubject *subjects[RX_LAW_MAX_UPSTREAMS];    /* (nullable) */
  GPtrArray *probes;            /* (element-type RxProbe) (owned) */
} RxBench;

typedef RxObservable *(*RxUpstreamFunc) (RxBench *bench, guint i);

RxBench *rx_bench_new         (const RxLaw *law);
void     rx_bench_build       (RxBench *self, RxUpstreamFunc upstream);
/* Upstreams that emit 1 to 6, that are spies, that are subjects. */
RxBench *rx_bench_on_items    (const RxLaw *law, RxLawKind kind);
RxBench *rx_bench_on_spies    (const RxLaw *law);
RxBench *rx_bench_on_subjects (const RxLaw *law);
/* Lets go of everything, and waits until nothing is left of it. */
void     rx_bench_free        (RxBench *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RxBench, rx_bench_free)

/* The bench keeps its probes. */
RxProbe *rx_bench_probe       (RxBench *self);                  /* not subscribed yet */
void     rx_bench_start       (RxBench *self, RxProbe *probe, gint64 demand);
RxProbe *rx_bench_subscribe   (RxBench *self, gint64 demand);

/* Has every upstream that was subscribed to ended, or been cancelled? */
gboolean rx_bench_is_released (RxBench *self);
/* Waits until the upstreams have been subscribed to, where that happens elsewhere. */
void     rx_bench_wait_ready   (RxBench *self);
/* Waits until no sink is left but the runs that spies keep. */
void     rx_bench_wait_gone   (RxBench *self);
/* Waits until so many items have come, or the end. */
void     rx_bench_wait_items  (RxBench *self, RxProbe *probe, guint64 n_items);
/* Lets the main context do what is ready now; more may be pending. */
void     rx_bench_settle      (RxBench *self);
/* Waits for the end; an endless line is cancelled when it has emitted as much as its events say. Gives the log. */
const gchar *rx_bench_finish  (RxBench *self, RxProbe *probe);

/* Feeding by hand, to spies or subjects, whichever there are. */
void     rx_bench_feed        (RxBench *self, guint i, gint64 number);
void     rx_bench_fail        (RxBench *self, guint i, const gchar *message);
void     rx_bench_complete    (RxBench *self, guint i);
void     rx_bench_abandon     (RxBench *self, guint i);

/* How many items are there in a log? */
guint    rx_law_count_items   (const gchar *events);

/* --- laws --- */

typedef struct
{
  const gchar *name;
  void (*run) (const RxLaw *law);
  guint min_upstreams;
  RxLawFlags needs;             /* all of these */
  RxLawFlags forbids;           /* none of these */
  guint max_upstreams;          /* 0: any number */
} RxLawTest;

/* The tests are /rx/suite/test/line. */
void rx_law_add_tests    (const gchar *suite, const RxLawTest *tests, guint n_tests);

void rx_laws_add_values  (void);
void rx_laws_add_demand  (void);
void rx_laws_add_cancel  (void);
void rx_laws_add_grammar (void);
void rx_laws_add_failure (void);

void rx_rules_add_publisher    (void);
void rx_rules_add_subscription (void);
void rx_rules_add_subscriber   (void);
