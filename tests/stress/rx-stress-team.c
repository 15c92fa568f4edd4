/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-stress.h"

guint
rx_stress_draw (guint32 *seed, guint limit)
{
  *seed = *seed * 1664525 + 1013904223;
  return (*seed >> 12) % limit;
}

void
rx_stress_jitter (guint32 *seed)
{
  switch (rx_stress_draw (seed, 8))
    {
    case 0:
      g_thread_yield ();
      break;
    case 1:
    case 2:
    case 3:
      for (guint i = rx_stress_draw (seed, 64); i > 0; i--)
        _rx_pause ();
      break;
    default:
      break;
    }
}

/* --- counters --- */

static atomic_uint n_waiting;   /* for any of them */

void
rx_stress_add (RxStressCounter *self)
{
  atomic_fetch_add (&self->value, 1);
  if (atomic_load (&n_waiting) > 0)
    _rx_unpark (&self->value, TRUE);
}

void
rx_stress_wait (RxStressCounter *self, guint32 value)
{
  guint32 now;

  atomic_fetch_add (&n_waiting, 1);
  while ((now = atomic_load (&self->value)) < value)
    _rx_park (&self->value, now, -1);
  atomic_fetch_sub (&n_waiting, 1);
}

/* --- threads --- */

static struct
{
  RxStressAct act;
  gpointer data;
  guint32 seed;
  guint n;
  gboolean over;

  _Atomic guint32 go[RX_STRESS_THREADS];        /* counts the rounds of each */
  atomic_uint n_arrived;
  _Atomic guint32 n_left;
  pthread_t threads[RX_STRESS_THREADS];
} team;

/* The threads start together as far as there are CPUs for them. */
static void
team_act (guint index)
{
  guint n = team.n;

  atomic_fetch_add (&team.n_arrived, 1);
  for (guint i = 0; atomic_load (&team.n_arrived) < n; i++)
    {
      if (i < 100)
        _rx_pause ();
      else
        g_thread_yield ();
    }
  team.act (index, team.seed + index * 0x9e3779b9, team.data);
}

static gpointer
team_thread (gpointer data)
{
  guint index = GPOINTER_TO_UINT (data);

  for (guint32 round = 0;; round++)
    {
      while (atomic_load (&team.go[index]) == round)
        _rx_park (&team.go[index], round, -1);
      if (team.over)
        return NULL;
      team_act (index);
      if (atomic_fetch_sub (&team.n_left, 1) == 1)
        _rx_unpark (&team.n_left, TRUE);
    }
}

static void
team_go (guint index)
{
  atomic_fetch_add (&team.go[index], 1);
  _rx_unpark (&team.go[index], TRUE);
}

void
rx_stress_team (guint n, guint32 seed, RxStressAct act, gpointer data)
{
  guint32 n_left;

  g_assert_cmpuint (n, <=, RX_STRESS_THREADS);
  team.act = act;
  team.data = data;
  team.seed = seed;
  team.n = n;
  atomic_store (&team.n_arrived, 0);
  atomic_store (&team.n_left, n - 1);
  for (guint i = 1; i < n; i++)
    team_go (i);
  team_act (0);
  while ((n_left = atomic_load (&team.n_left)) > 0)
    _rx_park (&team.n_left, n_left, -1);
}

void
rx_stress_team_start (void)
{
  for (guint i = 1; i < RX_STRESS_THREADS; i++)
    team.threads[i] = rx_test_thread_start (team_thread, GUINT_TO_POINTER (i));
}

void
rx_stress_team_stop (void)
{
  team.over = TRUE;
  for (guint i = 1; i < RX_STRESS_THREADS; i++)
    {
      team_go (i);
      rx_test_thread_join (team.threads[i]);
    }
}
