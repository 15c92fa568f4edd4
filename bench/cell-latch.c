/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#define _GNU_SOURCE
#include "cell.h"

#include <sched.h>
#include <stdatomic.h>

#define SPIN_TIME 50            /* microseconds: half of what a sleep and a wake-up cost */
#define SPINS_PER_LOOK 32       /* at the clock */

static atomic_int is_open, sleeps;
static GMutex mutex;
static GCond cond;

static inline void
pause_briefly (void)
{
#if defined (__x86_64__) || defined (__i386__)
  __builtin_ia32_pause ();
#elif defined (__aarch64__)
  __asm__ volatile ("yield");
#endif
}

void
cell_latch_reset (void)
{
  atomic_store (&is_open, FALSE);
}

/* Whoever waits may be gone as soon as it is open: only what is static is touched. */
void
cell_latch_open (void)
{
  /* seq_cst, both: the other side says that it sleeps, then looks whether it is open */
  atomic_store (&is_open, TRUE);
  if (!atomic_load (&sleeps))
    return;
  /* behind the lock: who is woken may run at once, on this CPU, and needs it */
  g_mutex_lock (&mutex);
  g_mutex_unlock (&mutex);
  g_cond_signal (&cond);
}

/* GLib counts those that are there, not those that may be used. */
static guint
count_processors (void)
{
  cpu_set_t set;

  return sched_getaffinity (0, sizeof set, &set) == 0 ? (guint) CPU_COUNT (&set) : g_get_num_processors ();
}

void
cell_latch_wait (void)
{
  static guint n_processors;
  gint64 end;

  if (n_processors == 0)
    n_processors = count_processors ();
  end = n_processors > 1 ? g_get_monotonic_time () + SPIN_TIME : 0;

  for (guint i = 1; !atomic_load (&is_open); i++)
    {
      if (i % SPINS_PER_LOOK == 0 || end == 0)
        if (end == 0 || g_get_monotonic_time () >= end)
          break;
      pause_briefly ();
    }
  if (atomic_load (&is_open))
    return;

  g_mutex_lock (&mutex);
  atomic_store (&sleeps, TRUE);
  while (!atomic_load (&is_open))
    g_cond_wait (&cond, &mutex);
  atomic_store (&sleeps, FALSE);
  g_mutex_unlock (&mutex);
}

guint *
cell_shuffled (guint64 n)
{
  guint *numbers = g_new (guint, n);
  g_autoptr (GRand) rand = g_rand_new_with_seed (42);

  for (guint i = 0; i < n; i++)
    numbers[i] = i;
  for (guint i = (guint) n - 1; i > 0; i--)
    {
      guint j = g_rand_int_range (rand, 0, (gint32) i + 1), other = numbers[j];

      numbers[j] = numbers[i];
      numbers[i] = other;
    }
  return numbers;
}
