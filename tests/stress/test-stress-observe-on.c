/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* observe_on: items that come, the drain, requests and the end of the subscription, all at once. */

#include "rx-stress.h"

#define MAX_CAPACITY 8

/* What the feeding thread does when it has fed its items. */
typedef enum
{
  END_COMPLETED,
  END_ERROR,
  END_DROP,                     /* nothing: the last reference to the emitter goes */
  N_ENDS
} End;

typedef struct
{
  RxEmitter *emitter;           /* (owned) (nullable): until the feeding thread is through */
  RxProbe *probe;
  guint n_items;
  End end;
  gboolean cancels, asks, inside;
  guint cancel_at;              /* the item at which the subscriber cancels, if it does so inside */
  RxStressCounter freed, ended;
} Round;

static Round round_data;

static void
keep (RxEmitter *emitter, gpointer user_data, GError **error)
{
  *(RxEmitter **) user_data = g_object_ref (emitter);
}

static void
on_item (RxProbe *probe, const GValue *item, gpointer data)
{
  Round *self = data;

  rx_stress_expect_in_order (probe, item, NULL);
  if (self->inside && probe->n_items == self->cancel_at)
    rx_probe_cancel (probe);
}

static void
on_end (RxProbe *probe, const GError *error, gpointer data)
{
  Round *self = data;

  g_assert_true (error != NULL ? self->end == END_ERROR : self->end == END_COMPLETED);
  rx_stress_add (&self->ended);
}

static void
feed (Round *self, guint32 *seed)
{
  for (guint i = 0; i < self->n_items; i++)
    {
      GValue item = G_VALUE_INIT;

      rx_stress_item_init (&item, i, &self->freed);
      rx_emitter_take (self->emitter, &item);
      g_assert_false (G_IS_VALUE (&item));
      if (rx_stress_draw (seed, 2) == 0)
        rx_stress_jitter (seed);
    }
  if (self->end == END_COMPLETED)
    rx_emitter_completed (self->emitter);
  else if (self->end == END_ERROR)
    rx_emitter_take_error (self->emitter, rx_test_error ("the end"));
  g_clear_object (&self->emitter);
}

static void
round_act (guint index, guint32 seed, gpointer data)
{
  Round *self = data;

  if (index == 0)
    feed (self, &seed);
  else if (index == 1 && self->asks)
    {
      for (guint i = 0; i < self->n_items; i++)
        {
          rx_probe_request (self->probe, 1);
          rx_stress_jitter (&seed);
        }
    }
  else if (self->cancels)
    {
      rx_stress_jitter (&seed);
      rx_stress_jitter (&seed);
      rx_stress_jitter (&seed);
      rx_probe_cancel (self->probe);
    }
}

/* The observable has n operators; the items are from none to a few more than the capacity. */
static void
run_round (guint32 *seed, gboolean delay_error, guint n_hops)
{
  Round *self = &round_data;
  g_autoptr (RxProbe) probe = rx_probe_new ();
  g_autoptr (RxObservable) observable = NULL;
  guint capacity = 1 + rx_stress_draw (seed, MAX_CAPACITY);

  self->n_items = rx_stress_draw (seed, 2 * capacity + 3);
  self->cancel_at = rx_stress_draw (seed, self->n_items + 1);
  self->probe = probe;
  observable = rx_observable_create (RX_BACKPRESSURE_MISSING, keep, &self->emitter, NULL);
  for (guint i = 0; i < n_hops; i++)
    rx_then (&observable, observe_on_full, i == 0 ? capacity : 1 + rx_stress_draw (seed, 4), delay_error,
             rx_stress_draw_scheduler (seed));
  probe->quiet = TRUE;
  probe->hook = on_item;
  probe->hook_data = self;
  probe->end_hook = on_end;
  probe->end_data = self;
  rx_probe_start (probe, observable, self->asks ? 0 : -1);
  rx_stress_team (3, *seed, round_act, self);

  /* What has not come is freed, and whatever was not cancelled has come. */
  if (!self->cancels && !self->inside)
    {
      if (self->end != END_DROP)
        rx_stress_wait (&self->ended, 1);
      rx_stress_wait (&self->freed, self->n_items);
      if (self->end == END_COMPLETED || delay_error)
        g_assert_cmpuint (atomic_load (&probe->n_items), ==, self->n_items);
    }
  rx_probe_cancel (probe);
  rx_stress_wait (&self->freed, self->n_items);
  g_assert_cmpuint (rx_stress_get (&self->freed), ==, self->n_items);
}

/* --- items against the drain, and the end against both --- */

static void
drain_round (guint32 seed)
{
  round_data = (Round) { .end = rx_stress_draw (&seed, N_ENDS) };
  run_round (&seed, TRUE, 1);
}

/* An error that overtakes what waits. */
static void
error_round (guint32 seed)
{
  round_data = (Round) { .end = END_ERROR };
  run_round (&seed, FALSE, 1);
}

/* --- with a thread that cancels --- */

static void
cancel_round (guint32 seed)
{
  round_data = (Round) { .end = rx_stress_draw (&seed, N_ENDS), .cancels = TRUE };
  run_round (&seed, rx_stress_draw (&seed, 2) == 0, 1);
}

/* ... or a subscriber that does so inside an item */
static void
inside_round (guint32 seed)
{
  round_data = (Round) { .end = rx_stress_draw (&seed, N_ENDS), .inside = TRUE,
                         .cancels = rx_stress_draw (&seed, 4) == 0 };
  run_round (&seed, TRUE, 1);
}

/* --- with a thread that asks --- */

static void
demand_round (guint32 seed)
{
  round_data = (Round) { .end = rx_stress_draw (&seed, N_ENDS), .asks = TRUE };
  run_round (&seed, TRUE, 1);
}

static void
demand_cancel_round (guint32 seed)
{
  round_data = (Round) { .end = rx_stress_draw (&seed, N_ENDS), .asks = TRUE, .cancels = TRUE };
  run_round (&seed, rx_stress_draw (&seed, 2) == 0, 1);
}

/* --- several, one after another --- */

static void
chain_round (guint32 seed)
{
  round_data = (Round) { .end = rx_stress_draw (&seed, N_ENDS), .asks = rx_stress_draw (&seed, 2) == 0,
                         .cancels = rx_stress_draw (&seed, 2) == 0 };
  run_round (&seed, TRUE, 2 + rx_stress_draw (&seed, 2));
}

static const RxStressTest tests[] = {
  { "/rx/stress/observe-on/drain", 60, drain_round },
  { "/rx/stress/observe-on/error-first", 20, error_round },
  { "/rx/stress/observe-on/cancel", 60, cancel_round, TRUE },
  { "/rx/stress/observe-on/cancel-inside", 20, inside_round, TRUE },
  { "/rx/stress/observe-on/demand", 30, demand_round },
  { "/rx/stress/observe-on/demand-cancel", 30, demand_cancel_round, TRUE },
  { "/rx/stress/observe-on/chain", 30, chain_round, TRUE },
};

int
main (int argc, char **argv)
{
  return rx_stress_main (argc, argv, RX_STRESS_OBSERVE_ON, tests, G_N_ELEMENTS (tests));
}
