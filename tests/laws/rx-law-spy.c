/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-law-spy.h"

#include "core/rx-sync-private.h"
#include "rx-observable-private.h"
#include "rx-test-util.h"

/* relaxed throughout: a stage that watches must not put an order on what it watches */
#define add(counter) atomic_fetch_add_explicit (counter, 1, memory_order_relaxed)
#define get(counter) atomic_load_explicit (counter, memory_order_relaxed)
#define set(flag, value) atomic_store_explicit (flag, value, memory_order_relaxed)

static gint64
demand_add (_Atomic gint64 *demand, gint64 n)
{
  gint64 old = get (demand), sum;

  do
    sum = _rx_demand_plus (old, n);
  while (!atomic_compare_exchange_weak_explicit (demand, &old, sum, memory_order_relaxed, memory_order_relaxed));
  return sum;
}

/* --- taps --- */

typedef struct
{
  RxSink base;
  RxTap *tap;
  _Atomic gint64 requested;
  gint64 n_items;               /* emitting context */
  atomic_int inside;
  atomic_bool open;
  atomic_bool ended;
  atomic_bool detached;
  atomic_bool was_cancelled;
} TapSink;

typedef struct
{
  RxNode base;
  RxTap *tap;
} TapNode;

static TapSink *
tap_enter (RxSink *sink)
{
  TapSink *self = (TapSink *) sink;

  g_assert_cmpint (add (&self->inside), ==, 0);
  g_assert_true (get (&self->open));
  g_assert_false (get (&self->detached));
  return self;
}

static void
tap_leave (TapSink *self)
{
  atomic_fetch_sub_explicit (&self->inside, 1, memory_order_relaxed);
}

static void
tap_subscribed (RxSink *sink, RxSink *up)
{
  TapSink *self = (TapSink *) sink;

  g_assert_false (get (&self->open));
  add (&self->tap->n_subscribed);
  _rx_sink_pass_subscribed (sink, up);
  set (&self->open, TRUE);
  if (self->tap->cancels)
    _rx_cancel (up);
}

static void
tap_next (RxSink *sink, GValue *item)
{
  TapSink *self = tap_enter (sink);

  g_assert_false (get (&self->ended));
  g_assert_true (_rx_item_is_set (item));
  self->n_items++;
  if (self->tap->strict)
    g_assert_cmpint (self->n_items, <=, get (&self->requested));
  add (&self->tap->n_items);
  _rx_next (sink->down, item);
  tap_leave (self);
}

static void
tap_error (RxSink *sink, GError *error)
{
  TapSink *self = tap_enter (sink);

  g_assert_nonnull (error);
  g_assert_false (get (&self->ended));
  set (&self->ended, TRUE);
  add (&self->tap->n_ends);
  _rx_error (sink->down, error);
  tap_leave (self);
}

static void
tap_completed (RxSink *sink)
{
  TapSink *self = tap_enter (sink);

  g_assert_false (get (&self->ended));
  set (&self->ended, TRUE);
  add (&self->tap->n_ends);
  _rx_completed (sink->down);
  tap_leave (self);
}

static void
tap_detach (RxSink *sink)
{
  TapSink *self = tap_enter (sink);

  set (&self->detached, TRUE);
  tap_leave (self);
  /* release: for who reads the counters */
  atomic_fetch_add_explicit (&self->tap->n_detached, 1, memory_order_release);
  _rx_sink_pass_detach (sink);
}

static void
tap_request (RxSink *sink, gint64 n)
{
  TapSink *self = (TapSink *) sink;
  gint64 sum;

  g_assert_cmpint (n, >, 0);
  demand_add (&self->tap->requested, n);
  sum = demand_add (&self->requested, n);
  if (self->tap->max_request != 0)
    g_assert_cmpint (sum, <=, self->tap->max_request);
  _rx_request (sink->up, n);
}

static void
tap_cancel (RxSink *sink)
{
  TapSink *self = (TapSink *) sink;

  if (!atomic_exchange_explicit (&self->was_cancelled, TRUE, memory_order_relaxed))
    add (&self->tap->n_cancelled);
  _rx_cancel (sink->up);
}

static const RxSinkOps tap_sink_ops = {
  RX_SINK_OPS_PASS (TapSink, _rx_sink_free),
  .subscribed = tap_subscribed,
  .next = tap_next,
  .error = tap_error,
  .completed = tap_completed,
  .detach = tap_detach,
  .request = tap_request,
  .cancel = tap_cancel,
};

static void
tap_node_subscribe (RxNode *node, RxSink *down)
{
  TapSink *sink = _rx_sink_new (&tap_sink_ops, down);

  sink->tap = ((TapNode *) node)->tap;
  _rx_node_subscribe (node->up, &sink->base);
}

static const RxNodeOps tap_node_ops = {
  .size = sizeof (TapNode),
  .name = "tap",
  .subscribe = tap_node_subscribe,
};

RxObservable *
rx_tap_new (RxObservable *up, RxTap *tap)
{
  TapNode *node = _rx_node_new (&tap_node_ops, _rx_observable_get_node (up));

  node->tap = tap;
  return _rx_node_wrap (node);
}

/* --- spies --- */

enum { GATE_BUSY, GATE_IDLE, GATE_DEAD };

typedef struct
{
  RxNode base;
  RxSpy *spy;
} SpyNode;

static gboolean
run_take (RxSpyRun *self)
{
  guint32 idle = GATE_IDLE;

  return atomic_compare_exchange_strong (&self->gate, &idle, GATE_BUSY);
}

/* The gate is held, for good. */
static void
run_detach (RxSpyRun *self)
{
  atomic_store (&self->gate, GATE_DEAD);
  atomic_store (&self->detached, TRUE);
  _rx_detach (self->base.down);
  _rx_sink_unref (self);
}

static void
run_leave (RxSpyRun *self)
{
  atomic_store (&self->gate, GATE_IDLE);
  if (!self->stubborn && _rx_sink_is_cancelled (&self->base) && run_take (self))
    run_detach (self);
}

static gboolean
run_enter (RxSpyRun *self)
{
  while (!run_take (self))
    {
      if (atomic_load (&self->gate) == GATE_DEAD)
        return FALSE;
      _rx_pause ();             /* a canceller, on its way out */
    }
  return TRUE;
}

static void
run_request (RxSink *sink, gint64 n)
{
  RxSpyRun *self = (RxSpyRun *) sink;

  g_assert_cmpint (n, >, 0);
  demand_add (&self->requested, n);
  add (&self->n_requests);
}

static void
run_cancel (RxSink *sink)
{
  RxSpyRun *self = (RxSpyRun *) sink;

  atomic_fetch_add (&self->n_cancels, 1);
  _rx_sink_set_cancelled (sink);
  if (!self->stubborn && run_take (self))
    run_detach (self);
}

static atomic_int runs_kept;

gint
rx_spy_runs_kept (void)
{
  return atomic_load (&runs_kept);
}

static const RxSinkOps run_ops = {
  .size = sizeof (RxSpyRun),
  .request = run_request,
  .cancel = run_cancel,
  .finalize = _rx_sink_free,
};

static void
spy_node_subscribe (RxNode *node, RxSink *down)
{
  RxSpy *spy = ((SpyNode *) node)->spy;
  RxSpyRun *run = _rx_sink_new (&run_ops, down);
  void (*on_run) (RxSpy *, gpointer) = spy->on_run;

  g_assert_cmpuint (spy->n_runs, <, G_N_ELEMENTS (spy->runs));
  run->stubborn = spy->stubborn;
  spy->runs[spy->n_runs] = _rx_sink_ref (run);
  atomic_fetch_add (&runs_kept, 1);
  atomic_fetch_add (&spy->n_runs, 1);   /* from here on it may be fed, as soon as the gate is left */
  _rx_sink_announce (&run->base);
  run_leave (run);
  if (on_run != NULL)
    on_run (spy, spy->data);
}

static const RxNodeOps spy_node_ops = {
  .size = sizeof (SpyNode),
  .name = "spy",
  .subscribe = spy_node_subscribe,
};

RxSpy *
rx_spy_new (void)
{
  RxSpy *self = g_new0 (RxSpy, 1);
  SpyNode *node = _rx_node_new (&spy_node_ops, NULL);

  node->spy = self;
  self->observable = _rx_node_wrap (node);
  return self;
}

void
rx_spy_detach_all (RxSpy *self)
{
  for (guint i = 0; i < self->n_runs; i++)
    if (run_enter (self->runs[i]))
      run_detach (self->runs[i]);
}

void
rx_spy_free (RxSpy *self)
{
  for (guint i = 0; i < self->n_runs; i++)
    {
      g_assert_true (self->runs[i]->detached);
      _rx_sink_unref (self->runs[i]);
    }
  atomic_fetch_sub (&runs_kept, self->n_runs);
  g_object_unref (self->observable);
  g_free (self);
}

RxSpyRun *
rx_spy_last (RxSpy *self)
{
  guint n_runs = self->n_runs;

  return n_runs > 0 ? self->runs[n_runs - 1] : NULL;
}

gboolean
rx_spy_next (RxSpy *self, RxLawKind kind, gint64 number)
{
  RxSpyRun *run = rx_spy_last (self);
  GValue item = G_VALUE_INIT;

  if (run == NULL || !run_enter (run))
    return FALSE;
  if (run->stubborn || !_rx_sink_is_cancelled (&run->base))
    {
      rx_law_item_set (&item, kind, number);
      _rx_next (run->base.down, &item);
      _rx_item_clear (&item);
    }
  run_leave (run);
  return !_rx_sink_is_cancelled (&run->base);
}

/* message: NULL for completion */
static void
spy_end (RxSpy *self, const gchar *message)
{
  RxSpyRun *run = rx_spy_last (self);

  if (run == NULL || !run_enter (run))
    return;
  atomic_store (&run->ended, TRUE);
  if (run->stubborn || !_rx_sink_is_cancelled (&run->base))
    {
      if (message != NULL)
        _rx_error (run->base.down, rx_test_error (message));
      else
        _rx_completed (run->base.down);
    }
  if (run->stubborn)
    run_leave (run);
  else
    run_detach (run);
}

void
rx_spy_error (RxSpy *self, const gchar *message)
{
  spy_end (self, message);
}

void
rx_spy_completed (RxSpy *self)
{
  spy_end (self, NULL);
}

void
rx_spy_detach (RxSpy *self)
{
  RxSpyRun *run = rx_spy_last (self);

  if (run != NULL && run_enter (run))
    run_detach (run);
}
