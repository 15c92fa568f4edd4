/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-law-graph.h"

#include "core/rx-sync-private.h"
#include "rx-law-spy.h"
#include "rx-test-script.h"
#include "rx-test-util.h"

#include <string.h>

#define N_THREADS 5
#define MAX_INLETS 6
#define MAX_EMITTERS 12
#define MAX_RECEIVERS 2
#define MAX_TAPS 64

/* --- numbers, one generator a thread --- */

typedef struct
{
  guint64 state;
} Dice;

static void
dice_init (Dice *self, guint32 seed, guint32 stream)
{
  self->state = ((guint64) seed << 32 | (stream + 1)) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
}

static guint32
dice_roll (Dice *self, guint32 n)
{
  self->state ^= self->state << 13;
  self->state ^= self->state >> 7;
  self->state ^= self->state << 17;
  return (guint32) (self->state >> 32) % n;
}

/* --- where items are put in --- */

typedef struct _Round Round;

/* A subject, of which every thread has a reference of its own, or what a function of create() has got so far. */
typedef struct
{
  Round *round;
  RxSubject *subjects[N_THREADS + 1];   /* (nullable): each thread's; the last is the main thread's */
  RxLock lock;
  RxEmitter *emitters[MAX_EMITTERS];    /* under the lock */
  guint n_emitters;
  guint n_at_once;                      /* what the function emits before it returns */
  gboolean ends_at_once;
} Inlet;

/* --- who gets them --- */

typedef struct
{
  GObject parent_instance;

  /* the plan, constant */
  Round *round;
  RxSubscription *handle;       /* (owned) */
  guint64 cancel_at;
  guint64 fail_at;
  guint64 request_at;           /* from then on, one more at each item */
  guint64 feed_at;
  /* in the calls, and not atomic: the stream has to order them */
  guint64 n_items;
  guint n_ends;
  gboolean stopped;
  Dice dice;
  /* relaxed, not to order anything; but for the main thread */
  atomic_int inside;
  _Atomic guint64 seen;
} Receiver;

typedef GObjectClass ReceiverClass;

struct _Round
{
  Dice dice;
  guint32 seed;
  const RxGraphPlan *plan;
  RxLawEnv env;
  Inlet inlets[MAX_INLETS];
  guint n_inlets;
  RxTap taps[MAX_TAPS];
  guint n_taps;
  RxObservable *inners[4];      /* (owned): what functions give */
  guint n_inners;
  Receiver *receivers[MAX_RECEIVERS];   /* (owned) */
  guint n_receivers;
  guint call_cancels;           /* the call of a user function that cancels; 0: none */
  guint n_actions;              /* of each thread */
};

/* --- playing --- */

/* (transfer full) (nullable) */
static RxEmitter *
inlet_pick (Inlet *self, Dice *dice, gboolean take)
{
  RxEmitter *emitter = NULL;

  _rx_lock (&self->lock);
  if (self->n_emitters > 0)
    {
      guint i = dice_roll (dice, self->n_emitters);

      emitter = self->emitters[i];
      if (take)
        self->emitters[i] = self->emitters[--self->n_emitters];
      else
        g_object_ref (emitter);
    }
  _rx_unlock (&self->lock);
  return emitter;
}

static void
inlet_feed (Inlet *self, guint thread, Dice *dice, gint64 number)
{
  GValue item = G_VALUE_INIT;

  rx_law_item_set (&item, dice_roll (dice, RX_LAW_N_KINDS), number);
  if (self->subjects[thread] != NULL)
    rx_subject_next (self->subjects[thread], &item);
  else
    {
      g_autoptr (RxEmitter) emitter = inlet_pick (self, dice, FALSE);

      if (emitter != NULL)
        rx_emitter_take (emitter, &item);
    }
  if (G_IS_VALUE (&item))
    g_value_unset (&item);
}

static void
inlet_end (Inlet *self, guint thread, Dice *dice, const gchar *message)
{
  g_autoptr (GError) error = rx_test_error (message != NULL ? message : "");

  if (self->subjects[thread] != NULL)
    {
      if (message != NULL)
        rx_subject_error (self->subjects[thread], error);
      else
        rx_subject_completed (self->subjects[thread]);
    }
  else
    {
      g_autoptr (RxEmitter) emitter = inlet_pick (self, dice, FALSE);

      if (emitter != NULL && message != NULL)
        rx_emitter_error (emitter, error);
      else if (emitter != NULL)
        rx_emitter_completed (emitter);
    }
}

static void
inlet_drop (Inlet *self, guint thread, Dice *dice)
{
  RxEmitter *emitter;

  if (self->subjects[thread] != NULL)
    g_clear_object (&self->subjects[thread]);
  else if ((emitter = inlet_pick (self, dice, TRUE)) != NULL)
    g_object_unref (emitter);
}

static gint64
roll_demand (Dice *dice)
{
  static const gint64 demands[] = { 1, 1, 2, 5, 130, G_MAXINT64 - 1, G_MAXINT64 };

  return demands[dice_roll (dice, G_N_ELEMENTS (demands))];
}

static void
round_act (Round *self, guint thread, Dice *dice, guint step)
{
  Inlet *inlet = &self->inlets[dice_roll (dice, self->n_inlets)];
  RxSubscription *handle = self->receivers[dice_roll (dice, self->n_receivers)]->handle;
  guint action = dice_roll (dice, 400);

  if (action < 240)
    inlet_feed (inlet, thread, dice, (thread + 1) * 1000 + step);
  else if (action < 350)
    rx_subscription_request (handle, roll_demand (dice));
  else if (action < 356)
    inlet_drop (inlet, thread, dice);
  else if (action < 358)
    inlet_end (inlet, thread, dice, NULL);
  else if (action < 360)
    inlet_end (inlet, thread, dice, "thread");
  else if (action < 362)
    rx_subscription_unsubscribe (handle);
  else if (action < 363 && dice_roll (dice, 4) == 0)
    rx_subscription_request (handle, 0);
  else if (action < 380)
    g_thread_yield ();
  else
    for (guint i = dice_roll (dice, 100); i > 0; i--)
      _rx_pause ();
}

/* --- receivers --- */

static void receiver_observer_init (RxObserverInterface *iface);

static GType receiver_get_type (void);
G_DEFINE_FINAL_TYPE_WITH_CODE (Receiver, receiver, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (RX_TYPE_OBSERVER, receiver_observer_init))

static void
receiver_class_init (ReceiverClass *klass)
{
}

static void
receiver_init (Receiver *self)
{
  self->handle = rx_subscription_new ();
}

static Receiver *
receiver_enter (RxObserver *observer)
{
  Receiver *self = (Receiver *) observer;

  g_assert_cmpint (atomic_fetch_add_explicit (&self->inside, 1, memory_order_relaxed), ==, 0);
  g_assert_cmpuint (self->n_ends, ==, 0);
  g_assert_false (self->stopped);
  return self;
}

static void
receiver_leave (Receiver *self)
{
  g_assert_cmpint (atomic_fetch_sub_explicit (&self->inside, 1, memory_order_relaxed), ==, 1);
  /* release, for the main thread only */
  atomic_store_explicit (&self->seen, self->n_items + self->n_ends, memory_order_release);
}

static void
receiver_next (RxObserver *observer, const GValue *item, GError **error)
{
  Receiver *self = receiver_enter (observer);
  Round *round = self->round;

  rx_law_item_get (item);
  self->n_items++;
  if (self->n_items == self->feed_at)
    {
      Inlet *inlet = &round->inlets[dice_roll (&self->dice, round->n_inlets)];
      g_autoptr (RxEmitter) emitter = inlet_pick (inlet, &self->dice, FALSE);

      if (emitter != NULL)
        rx_emitter_next (emitter, item);
    }
  if (self->n_items >= self->request_at)
    rx_subscription_request (self->handle, 1);
  if (self->n_items == self->cancel_at)
    {
      rx_subscription_unsubscribe (self->handle);
      self->stopped = TRUE;
    }
  if (self->n_items == self->fail_at)
    *error = rx_test_error ("receiver");
  receiver_leave (self);
}

static void
receiver_error (RxObserver *observer, const GError *error)
{
  Receiver *self = receiver_enter (observer);

  g_assert_nonnull (error);
  self->n_ends++;
  receiver_leave (self);
}

static void
receiver_completed (RxObserver *observer)
{
  Receiver *self = receiver_enter (observer);

  self->n_ends++;
  if (self->cancel_at % 2 == 0)
    rx_subscription_unsubscribe (self->handle);
  receiver_leave (self);
}

static void
receiver_observer_init (RxObserverInterface *iface)
{
  iface->next = receiver_next;
  iface->error = receiver_error;
  iface->completed = receiver_completed;
}

/* Mostly never. */
static guint64
roll_moment (Dice *dice)
{
  return dice_roll (dice, 6) == 0 ? 1 + dice_roll (dice, 12) : G_MAXUINT64;
}

static void
round_add_receiver (Round *self)
{
  Receiver *receiver = g_object_new (receiver_get_type (), NULL);

  receiver->round = self;
  receiver->cancel_at = roll_moment (&self->dice);
  receiver->fail_at = roll_moment (&self->dice);
  receiver->request_at = roll_moment (&self->dice);
  receiver->feed_at = roll_moment (&self->dice);
  dice_init (&receiver->dice, self->seed, 100 + self->n_receivers);
  self->receivers[self->n_receivers++] = receiver;
}

/* --- graphs --- */

static RxObservable *round_build (Round *self, guint depth);

static gpointer
round_give (Round *self, Inlet *inlet)
{
  atomic_fetch_add (&self->env.n_given, 1);
  return inlet;
}

static void
round_release (gpointer inlet)
{
  atomic_fetch_add (&((Inlet *) inlet)->round->env.n_released, 1);
}

static void
inlet_create (RxEmitter *emitter, gpointer data, GError **error)
{
  Inlet *self = data;

  _rx_lock (&self->lock);
  if (self->n_emitters < MAX_EMITTERS)
    self->emitters[self->n_emitters++] = g_object_ref (emitter);
  _rx_unlock (&self->lock);

  for (guint i = 0; i < self->n_at_once; i++)
    rx_emitter_next (emitter, RX_VALUE_INT64 (i));
  if (self->ends_at_once)
    rx_emitter_completed (emitter);
}

static RxObservable *
round_add_inlet (Round *self)
{
  Inlet *inlet = &self->inlets[self->n_inlets++];

  inlet->round = self;
  if (dice_roll (&self->dice, 2) == 0)
    {
      RxSubject *subject = rx_publish_subject_new ();

      for (guint i = 0; i <= N_THREADS; i++)
        inlet->subjects[i] = g_object_ref (subject);
      return (RxObservable *) subject;
    }
  inlet->n_at_once = dice_roll (&self->dice, 3);
  inlet->ends_at_once = dice_roll (&self->dice, 8) == 0;
  return rx_observable_create (dice_roll (&self->dice, RX_BACKPRESSURE_MISSING + 1), inlet_create,
                               round_give (self, inlet), round_release);
}

static RxObservable *
round_build_source (Round *self)
{
  const RxLaw *law;

  if (self->n_inlets < MAX_INLETS && dice_roll (&self->dice, 4) != 0)
    return round_add_inlet (self);
  do
    law = &rx_laws[dice_roll (&self->dice, rx_n_laws)];
  while (law->n_upstreams > 0);
  return law->build (NULL, &self->env);
}

static RxObservable *
give_inner (const GValue *item, gpointer data, GError **error)
{
  Round *self = ((Inlet *) data)->round;

  return g_object_ref (self->inners[(guint64) rx_law_item_get (item) % self->n_inners]);
}

static RxObservable *
round_build_with_inners (Round *self, RxObservable *upstream)
{
  guint max_concurrency = dice_roll (&self->dice, 3);
  gboolean delay_error = dice_roll (&self->dice, 4) == 0;

  return rx_observable_flat_map_full (upstream, max_concurrency, delay_error, give_inner,
                                      round_give (self, &self->inlets[0]),
                                      round_release);
}

static RxObservable *
round_build_operator (Round *self, const RxLaw *law, guint depth)
{
  RxObservable *upstreams[RX_LAW_MAX_UPSTREAMS] = { NULL };
  RxObservable *result;

  for (guint i = 0; i < law->n_upstreams; i++)
    if (i > 0 && dice_roll (&self->dice, 4) == 0)
      upstreams[i] = g_object_ref (upstreams[0]);
    else
      upstreams[i] = round_build (self, depth - 1);
  if (self->n_inners > 0 && law->n_upstreams == 1 && (law->flags & RX_LAW_STREAM) != 0 &&
      dice_roll (&self->dice, 2) == 0)
    result = round_build_with_inners (self, upstreams[0]);
  else
    result = law->build (upstreams, &self->env);
  for (guint i = 0; i < law->n_upstreams; i++)
    g_object_unref (upstreams[i]);
  return result;
}

static RxObservable *
round_build (Round *self, guint depth)
{
  g_autoptr (RxObservable) built = NULL;
  const RxLaw *law;

  if (depth == 0)
    built = round_build_source (self);
  else if (depth == self->plan->depth && self->plan->law != NULL)
    built = round_build_operator (self, self->plan->law, depth);
  else if (dice_roll (&self->dice, 8) == 0)
    built = round_build_source (self);
  else
    {
      do
        law = &rx_laws[dice_roll (&self->dice, rx_n_laws)];
      while (law->n_upstreams == 0);
      built = round_build_operator (self, law, depth);
    }

  if (!self->plan->tapped || self->n_taps == MAX_TAPS)
    return g_steal_pointer (&built);
  return rx_tap_new (built, &self->taps[self->n_taps++]);
}

static void
round_on_call (RxLawEnv *env, guint call, gpointer data)
{
  Round *self = data;

  if (call == self->call_cancels)
    rx_subscription_unsubscribe (self->receivers[0]->handle);
}

/* --- the threads --- */

static struct
{
  pthread_t ids[N_THREADS];
  _Atomic guint32 generation;
  atomic_int n_busy;
  Round *round;                 /* published by generation; NULL: the end */
} crew;

static gpointer
crew_run (gpointer data)
{
  guint thread = GPOINTER_TO_UINT (data);
  guint32 generation = 0;

  for (;;)
    {
      Round *round;
      Dice dice;

      while (atomic_load (&crew.generation) == generation)
        _rx_park (&crew.generation, generation, -1);
      generation++;
      round = crew.round;
      if (round == NULL)
        return NULL;

      dice_init (&dice, round->seed, thread);
      for (guint i = dice_roll (&dice, round->n_actions + 1); i > 0; i--)
        round_act (round, thread, &dice, i);
      atomic_fetch_sub (&crew.n_busy, 1);
    }
}

static void
crew_call (Round *round)
{
  crew.round = round;
  atomic_store (&crew.n_busy, N_THREADS);
  atomic_fetch_add (&crew.generation, 1);
  _rx_unpark (&crew.generation, TRUE);
}

void
rx_graph_threads_start (void)
{
  /* GLib sets classes up under a lock that ThreadSanitizer does not see. */
  g_type_class_unref (g_type_class_ref (RX_TYPE_COMPOSITE_SUBSCRIPTION));
  g_type_class_unref (g_type_class_ref (RX_TYPE_PUBLISH_SUBJECT));
  g_type_class_unref (g_type_class_ref (RX_TYPE_EMITTER));
  for (RxLawKind kind = 0; kind < RX_LAW_N_KINDS; kind++)
    {
      GValue item = G_VALUE_INIT;

      rx_law_item_set (&item, kind, 0);
      g_value_unset (&item);
    }
  for (guint i = 0; i < N_THREADS; i++)
    crew.ids[i] = rx_test_thread_start (crew_run, GUINT_TO_POINTER (i));
}

void
rx_graph_threads_stop (void)
{
  crew_call (NULL);
  for (guint i = 0; i < N_THREADS; i++)
    rx_test_thread_join (crew.ids[i]);
}

/* --- a round --- */

static void
round_end_inlets (Round *self)
{
  for (guint i = 0; i < self->n_inlets; i++)
    {
      Inlet *inlet = &self->inlets[i];
      gboolean ends = dice_roll (&self->dice, 2) == 0;

      if (ends)
        inlet_end (inlet, N_THREADS, &self->dice, dice_roll (&self->dice, 2) == 0 ? "main" : NULL);
      for (guint k = 0; k <= N_THREADS; k++)
        g_clear_object (&inlet->subjects[k]);
    }
}

static void
round_clear_emitters (Round *self)
{
  for (guint i = 0; i < self->n_inlets; i++)
    {
      RxEmitter *emitter;

      while ((emitter = inlet_pick (&self->inlets[i], &self->dice, TRUE)) != NULL)
        g_object_unref (emitter);
    }
}

/* While there are any, a user function may be called, and take a reference to an inner stream. */
static gboolean
round_has_sinks (Round *self)
{
  round_clear_emitters (self);
  return atomic_load (&_rx_live[RX_LIVE_SINKS]) != 0;
}

/* A source that is being subscribed to on the pool may still have put an emitter there. */
static gboolean
round_is_over (Round *self)
{
  round_clear_emitters (self);
  for (guint i = 0; i < RX_LIVE_KINDS; i++)
    if (atomic_load (&_rx_live[i]) != (i == RX_LIVE_CALLBACKS))      /* the hook for undeliverable errors */
      return FALSE;
  return TRUE;
}

guint64
rx_graph_round (guint32 seed, const RxGraphPlan *plan)
{
  Round *self = g_new0 (Round, 1);
  RxObservable *root;
  guint64 n_events = 0;

  rx_test_take_undeliverable ();
  dice_init (&self->dice, seed, 1000);
  self->seed = seed;
  self->plan = plan;
  self->n_actions = 8 + dice_roll (&self->dice, 24);
  self->call_cancels = dice_roll (&self->dice, 8) == 0 ? 1 + dice_roll (&self->dice, 10) : 0;
  self->env.on_call = round_on_call;
  self->env.data = self;
  if (dice_roll (&self->dice, 6) == 0)
    {
      self->env.fault = 1 + dice_roll (&self->dice, RX_LAW_N_FAULTS - 1);
      self->env.fault_at = 1 + dice_roll (&self->dice, 20);
    }
  self->inners[0] = round_add_inlet (self);
  self->inners[1] = round_build_source (self);
  self->n_inners = 2;
  root = round_build (self, plan->depth);
  for (guint i = dice_roll (&self->dice, 4) == 0 ? 2 : 1; i > 0; i--)
    round_add_receiver (self);

  /* subscribe before, between or among the threads' doings */
  if (dice_roll (&self->dice, 4) == 0)
    crew_call (self);
  for (guint i = 0; i < self->n_receivers; i++)
    {
      gint64 demand = dice_roll (&self->dice, 3) == 0 ? 0 : roll_demand (&self->dice);

      rx_observable_subscribe_observer (root, (RxObserver *) self->receivers[i], demand, self->receivers[i]->handle);
    }
  if (crew.round != self)
    crew_call (self);
  g_object_unref (root);
  for (guint i = 0; i < self->n_inlets; i++)
    if (dice_roll (&self->dice, 2) == 0)
      g_clear_object (&self->inlets[i].subjects[N_THREADS]);
  rx_test_wait_until (atomic_load (&crew.n_busy) == 0);
  crew.round = NULL;

  /* some streams come to their own end, the others are stopped */
  round_end_inlets (self);
  if (dice_roll (&self->dice, 2) == 0)
    {
      round_clear_emitters (self);
      for (guint i = 0; i < self->n_receivers; i++)
        rx_subscription_request (self->receivers[i]->handle, G_MAXINT64);
      for (guint i = dice_roll (&self->dice, 4); i > 0; i--)
        if (!g_main_context_iteration (NULL, FALSE))
          g_thread_yield ();
    }
  for (guint i = 0; i < self->n_receivers; i++)
    rx_subscription_unsubscribe (self->receivers[i]->handle);
  rx_test_wait_until (!round_has_sinks (self));
  for (guint i = 0; i < self->n_inners; i++)
    g_object_unref (self->inners[i]);

  rx_test_wait_until (round_is_over (self));
  g_assert_cmpint (atomic_load (&self->env.n_released), ==, atomic_load (&self->env.n_given));
  g_assert_cmpint (rx_law_items_alive (), ==, 0);
  for (guint i = 0; i < self->n_receivers; i++)
    {
      Receiver *receiver = self->receivers[i];
      guint64 seen = atomic_load_explicit (&receiver->seen, memory_order_acquire);

      g_assert_cmpuint (receiver->n_items + receiver->n_ends, ==, seen);
      g_assert_cmpuint (receiver->n_ends, <=, 1);
      n_events += seen;
      g_assert_cmpuint (((GObject *) receiver)->ref_count, ==, 1);
      rx_test_wait_until (g_atomic_int_get (&((GObject *) receiver->handle)->ref_count) == 1);
      g_object_unref (receiver->handle);
      g_object_unref (receiver);
    }
  for (guint i = 0; i < self->n_taps; i++)
    g_assert_cmpint (self->taps[i].n_detached, ==, self->taps[i].n_subscribed);
  rx_test_take_undeliverable ();
  g_free (self);
  return n_events;
}
