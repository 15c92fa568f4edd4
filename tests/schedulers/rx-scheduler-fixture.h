/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "schedulers/rx-scheduler.h"
#include "core/rx-live-private.h"
#include "core/rx-sync-private.h"

/* Helpers that ThreadSanitizer can see through. */

#define WATCHDOG (60 * G_TIME_SPAN_SECOND)
#define FAR_AWAY (1000 * G_TIME_SPAN_SECOND)

/* A number that others wait for. */
typedef struct
{
  _Atomic guint32 value;
} Counter;

/* Threads that wait for some counter: the counter itself may be gone as soon as it is counted up. */
extern atomic_uint rx_test_n_waiting;

static inline guint32
counter_get (Counter *self)
{
  return atomic_load (&self->value);
}

static inline guint32
counter_add (Counter *self)
{
  guint32 value = atomic_fetch_add (&self->value, 1) + 1;

  if (atomic_load (&rx_test_n_waiting) > 0)
    _rx_unpark (&self->value, TRUE);
  return value;
}

/* Waits until the number is at least value; runs the context meanwhile if there is one. */
static inline void
counter_wait_iterating (Counter *self, guint32 value, GMainContext *context)
{
  gint64 end = g_get_monotonic_time () + WATCHDOG;
  guint32 now;

  atomic_fetch_add (&rx_test_n_waiting, 1);
  while ((now = atomic_load (&self->value)) < value)
    {
      if (context != NULL && g_main_context_iteration (context, FALSE))
        continue;
      _rx_park (&self->value, now, context != NULL ? 200 : 100000);
      if (g_get_monotonic_time () > end)
        g_error ("waited in vain: %u instead of %u", now, value);
    }
  atomic_fetch_sub (&rx_test_n_waiting, 1);
}

static inline void
counter_wait (Counter *self, guint32 value)
{
  counter_wait_iterating (self, value, NULL);
}

/* Lets n threads go at the same time. */
typedef struct
{
  atomic_uint n_arrived;
  guint n;
} Barrier;

static inline void
barrier_wait (Barrier *self)
{
  guint ticket = atomic_fetch_add (&self->n_arrived, 1), end = (ticket / self->n + 1) * self->n;
  gint64 limit = g_get_monotonic_time () + WATCHDOG;

  for (guint i = 0; atomic_load (&self->n_arrived) < end; i++)
    {
      if (i < 200)
        _rx_pause ();
      else
        g_thread_yield ();
      if (i % 4096 == 4095 && g_get_monotonic_time () > limit)
        g_error ("threads do not meet");
    }
}

/* Some time, or none, to get threads out of step. */
static inline void
jitter (guint32 *seed)
{
  *seed = *seed * 1664525 + 1013904223;
  switch ((*seed >> 20) % 8)
    {
    case 0:
      g_thread_yield ();
      break;
    case 1:
    case 2:
    case 3:
      for (guint i = (*seed >> 24) % 64; i > 0; i--)
        _rx_pause ();
      break;
    default:
      break;
    }
}

/* Threads that do something at the same time, round after round; the one that has the team prepares each round and
 * checks it. */
typedef struct
{
  Barrier barrier;
  gboolean over;                /* written while all wait */
  void (*act) (gpointer member);
  guint n;
  GThread *threads[4];
  gpointer members[4];
} Team;

typedef struct
{
  Team *team;
  guint index;
} TeamPlace;

static inline gpointer
team_thread (gpointer data)
{
  TeamPlace place = *(TeamPlace *) data;

  g_free (data);
  for (;;)
    {
      barrier_wait (&place.team->barrier);
      if (place.team->over)
        return NULL;
      place.team->act (place.team->members[place.index]);
      barrier_wait (&place.team->barrier);
    }
}

static inline void
team_start (Team *self, guint n, void (*act) (gpointer member))
{
  *self = (Team) { .barrier = { .n = n + 1 }, .act = act, .n = n };
  for (guint i = 0; i < n; i++)
    {
      TeamPlace *place = g_new (TeamPlace, 1);

      *place = (TeamPlace) { self, i };
      self->threads[i] = g_thread_new ("team", team_thread, place);
    }
}

static inline void
team_round (Team *self)
{
  barrier_wait (&self->barrier);
  barrier_wait (&self->barrier);
}

static inline void
team_stop (Team *self)
{
  self->over = TRUE;
  barrier_wait (&self->barrier);
  for (guint i = 0; i < self->n; i++)
    g_thread_join (self->threads[i]);
}

static inline guint
race_rounds (guint rounds)
{
  return _rx_under_valgrind () ? MAX (rounds / 100, 3) : rounds;
}

/* Nothing is left behind. */
static inline void
assert_no_tasks (GMainContext *context)
{
  gint64 end = g_get_monotonic_time () + WATCHDOG;

  while (atomic_load (&_rx_live[RX_LIVE_TASKS]) != 0)
    {
      if (context == NULL || !g_main_context_iteration (context, FALSE))
        g_thread_yield ();
      if (g_get_monotonic_time () > end)
        g_error ("%d tasks are left", atomic_load (&_rx_live[RX_LIVE_TASKS]));
    }
}

/* A piece of user data that counts its calls and its releases. */
typedef struct
{
  Counter runs, freed;
} Probe;

static inline void
probe_run (RxTask *task, gpointer user_data)
{
  counter_add (&((Probe *) user_data)->runs);
}

static inline void
probe_free (gpointer user_data)
{
  guint32 n = counter_add (&((Probe *) user_data)->freed);

  g_assert_cmpuint (n, ==, 1);
}
