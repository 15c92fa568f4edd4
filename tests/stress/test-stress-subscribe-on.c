/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* subscribe_on: requests from elsewhere, cancelling and the end, while the source is subscribed to on its worker. */

#include "rx-stress.h"

#define MAX_ITEMS 12

typedef struct
{
  RxProbe *probe;
  guint n_items;
  gboolean cancels, asks;
  gboolean fed;                 /* by the one who found the emitter */
  _Atomic (RxEmitter *) emitter;        /* (owned) (nullable): of a source that is fed from elsewhere */
  _Atomic (gpointer) source_thread;
  atomic_uint n_started;
  RxStressCounter freed, ended, started, torn_down;
} Round;

static Round round_data;

static void
on_item (RxProbe *probe, const GValue *item, gpointer data)
{
  gint64 number = G_VALUE_HOLDS_INT64 (item) ? rx_value_get_int64 (item) : rx_stress_item_number (item);

  g_assert_cmpint (number, ==, probe->n_items - 1);
}

static void
on_end (RxProbe *probe, const GError *error, gpointer data)
{
  g_assert_no_error (error);
  rx_stress_add (&((Round *) data)->ended);
}

static Round *
round_new (guint32 *seed, RxProbe *probe)
{
  Round *self = &round_data;

  memset (self, 0, sizeof *self);
  self->probe = probe;
  self->n_items = rx_stress_draw (seed, MAX_ITEMS);
  self->asks = rx_stress_draw (seed, 2) == 0;
  probe->quiet = TRUE;
  probe->hook = on_item;
  probe->end_hook = on_end;
  probe->end_data = self;
  return self;
}

static void
ask (Round *self, guint32 *seed)
{
  for (guint i = 0; i < self->n_items; i++)
    {
      rx_probe_request (self->probe, 1);
      rx_stress_jitter (seed);
    }
}

static void
cancel (Round *self, guint32 *seed)
{
  rx_stress_jitter (seed);
  rx_stress_jitter (seed);
  rx_probe_cancel (self->probe);
}

/* Subscribes, has the threads go, and sees to the end. */
static void
run_round (Round *self, RxObservable *observable, guint32 seed, RxStressAct act)
{
  rx_probe_start (self->probe, observable, self->asks ? 0 : -1);
  rx_stress_team (3, seed, act, self);
  if (!self->cancels)
    {
      rx_stress_wait (&self->ended, 1);
      g_assert_cmpuint (atomic_load (&self->probe->n_items), ==, self->n_items);
    }
  rx_probe_cancel (self->probe);
  g_assert_true (rx_subscription_is_unsubscribed (self->probe->handle));
}

/* --- a source that emits what it is asked for --- */

/* Wherever the request comes from, the source works on one thread, and not on those. */
static void
note_thread (const GValue *item, gpointer user_data, GError **error)
{
  gpointer thread = atomic_exchange (&((Round *) user_data)->source_thread, g_thread_self ());

  g_assert_true (thread == NULL || thread == g_thread_self ());
}

static void
request_act (guint index, guint32 seed, gpointer data)
{
  Round *self = data;

  if (index < 2 && self->asks)
    ask (self, &seed);
  else if (index == 2 && self->cancels)
    cancel (self, &seed);
}

static void
request_round (guint32 seed)
{
  g_autoptr (RxProbe) probe = rx_probe_new ();
  Round *self = round_new (&seed, probe);
  g_autoptr (RxObservable) observable = rx_observable_range (0, self->n_items);
  RxStressKind kind = rx_stress_draw (&seed, RX_STRESS_SCHEDULERS);

  self->cancels = rx_stress_draw (&seed, 2) == 0;
  /* a pool runs its workers now on this thread and now on that one */
  if (kind != RX_STRESS_POOL)
    rx_then (&observable, do_on_next, note_thread, self, NULL);
  rx_then (&observable, subscribe_on, rx_stress_get_scheduler (kind));
  if (rx_stress_draw (&seed, 4) == 0)
    rx_then (&observable, subscribe_on, rx_stress_draw_scheduler (&seed));
  run_round (self, observable, seed, request_act);
}

/* --- a source that is fed from elsewhere as soon as it is there, and ends at once --- */

static void
tear_down (gpointer data, GError **error)
{
  rx_stress_add (&((Round *) data)->torn_down);
}

static void
hand_out (RxEmitter *emitter, gpointer user_data, GError **error)
{
  Round *self = user_data;

  g_assert_cmpuint (atomic_fetch_add (&self->n_started, 1), ==, 0);
  rx_emitter_add_teardown (emitter, tear_down, self, NULL);
  atomic_store (&self->emitter, g_object_ref (emitter));
  rx_stress_add (&self->started);
}

/* FALSE: the source is not there, or somebody else feeds it. */
static gboolean
feed (Round *self, guint32 *seed)
{
  RxEmitter *emitter = atomic_exchange (&self->emitter, NULL);

  if (emitter == NULL)
    return FALSE;
  self->fed = TRUE;
  for (guint i = 0; i < self->n_items; i++)
    {
      GValue item = G_VALUE_INIT;

      rx_stress_item_init (&item, i, &self->freed);
      rx_emitter_take (emitter, &item);
      if (rx_stress_draw (seed, 2) == 0)
        rx_stress_jitter (seed);
    }
  rx_emitter_completed (emitter);
  g_object_unref (emitter);
  return TRUE;
}

static void
feed_act (guint index, guint32 seed, gpointer data)
{
  Round *self = data;

  if (index == 0)
    {
      for (guint i = 0; i < 100 && !feed (self, &seed); i++)
        g_thread_yield ();
    }
  else if (index == 1 && self->asks)
    ask (self, &seed);
  else if (index == 2 && self->cancels)
    cancel (self, &seed);

  /* who could not be fed in time is now */
  if (index == 0 && !self->cancels)
    {
      rx_stress_wait (&self->started, 1);
      feed (self, &seed);
    }
}

static void
feed_round (guint32 seed)
{
  g_autoptr (RxProbe) probe = rx_probe_new ();
  Round *self = round_new (&seed, probe);
  RxObservable *observable = rx_observable_create (RX_BACKPRESSURE_BUFFER, hand_out, self, NULL);
  RxEmitter *emitter;

  self->cancels = rx_stress_draw (&seed, 2) == 0;
  rx_then (&observable, subscribe_on, rx_stress_draw_scheduler (&seed));
  run_round (self, observable, seed, feed_act);
  g_object_unref (observable);

  /* The subscription to the source may still be on its way, or it never comes. */
  g_clear_object (&probe);
  while (atomic_load (&_rx_live[RX_LIVE_SINKS]) != 0)
    {
      emitter = atomic_exchange (&self->emitter, NULL);
      if (emitter != NULL)
        g_object_unref (emitter);
      g_thread_yield ();
    }
  g_assert_cmpuint (rx_stress_get (&self->torn_down), ==, atomic_load (&self->n_started));
  g_assert_cmpuint (rx_stress_get (&self->freed), ==, self->fed ? self->n_items : 0);
}

/* --- with observe_on behind --- */

static void
chain_round (guint32 seed)
{
  g_autoptr (RxProbe) probe = rx_probe_new ();
  Round *self = round_new (&seed, probe);
  g_autoptr (RxObservable) observable = rx_observable_range (0, self->n_items);

  self->cancels = rx_stress_draw (&seed, 2) == 0;
  rx_then (&observable, subscribe_on, rx_stress_draw_scheduler (&seed));
  rx_then (&observable, observe_on_full, 1 + rx_stress_draw (&seed, 4), TRUE, rx_stress_draw_scheduler (&seed));
  if (rx_stress_draw (&seed, 2) == 0)
    rx_then (&observable, subscribe_on, rx_stress_draw_scheduler (&seed));
  run_round (self, observable, seed, request_act);
}

static const RxStressTest tests[] = {
  { "/rx/stress/subscribe-on/request", 60, request_round },
  { "/rx/stress/subscribe-on/fed", 60, feed_round },
  { "/rx/stress/subscribe-on/chain", 40, chain_round },
};

int
main (int argc, char **argv)
{
  return rx_stress_main (argc, argv, RX_STRESS_SUBSCRIBE_ON, tests, G_N_ELEMENTS (tests));
}
