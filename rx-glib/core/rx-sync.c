/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#define _GNU_SOURCE
#include "core/rx-sync-private.h"

#ifdef __linux__
# include <errno.h>
# include <linux/futex.h>
# include <sched.h>
# include <sys/syscall.h>
# include <time.h>
# include <unistd.h>
#endif

#ifdef __linux__

void
_rx_park (_Atomic guint32 *word, guint32 value, gint64 timeout_us)
{
  struct timespec span, *limit = NULL;

  if (timeout_us >= 0)
    {
      span.tv_sec = timeout_us / G_USEC_PER_SEC;
      span.tv_nsec = (timeout_us % G_USEC_PER_SEC) * 1000;
      limit = &span;
    }
  syscall (SYS_futex, (guint32 *) word, FUTEX_WAIT_PRIVATE, value, limit, NULL, 0);
}

void
_rx_unpark (_Atomic guint32 *word, gboolean all)
{
  syscall (SYS_futex, (guint32 *) word, FUTEX_WAKE_PRIVATE, all ? G_MAXINT : 1, NULL, NULL, 0);
}

gint64
_rx_coarse_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC_COARSE, &now);
  return (gint64) now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

guint
_rx_n_cpus (void)
{
  cpu_set_t set;

  if (sched_getaffinity (0, sizeof set, &set) == 0)
    return MAX (1, CPU_COUNT (&set));
  return MAX (1, g_get_num_processors ());
}

#else

/* Without futexes one lock and one condition serve every sleeper; the words themselves stay atomic. */
static GMutex park_mutex;
static GCond park_cond;

void
_rx_park (_Atomic guint32 *word, guint32 value, gint64 timeout_us)
{
  g_mutex_lock (&park_mutex);
  if (atomic_load (word) == value)
    {
      if (timeout_us < 0)
        g_cond_wait (&park_cond, &park_mutex);
      else
        g_cond_wait_until (&park_cond, &park_mutex, g_get_monotonic_time () + timeout_us);
    }
  g_mutex_unlock (&park_mutex);
}

void
_rx_unpark (_Atomic guint32 *word, gboolean all)
{
  g_mutex_lock (&park_mutex);
  g_cond_broadcast (&park_cond);
  g_mutex_unlock (&park_mutex);
}

gint64
_rx_coarse_time (void)
{
  return g_get_monotonic_time ();
}

guint
_rx_n_cpus (void)
{
  return MAX (1, g_get_num_processors ());
}

#endif

void
_rx_lock_slow (RxLock *self)
{
  for (guint i = 0; i < 40; i++)
    {
      guint32 expected = 0;

      _rx_pause ();
      /* acquire: as in _rx_lock() */
      if (atomic_load_explicit (&self->state, memory_order_relaxed) == 0 &&
          atomic_compare_exchange_strong_explicit (&self->state, &expected, 1,
                                                   memory_order_acquire, memory_order_relaxed))
        return;
    }

  /* From here on the word says 2, so that whoever unlocks wakes us; acquire as in _rx_lock() */
  while (atomic_exchange_explicit (&self->state, 2, memory_order_acquire) != 0)
    _rx_park (&self->state, 2, -1);
}

void
_rx_lock_wake (RxLock *self)
{
  _rx_unpark (&self->state, FALSE);
}

gboolean
_rx_under_valgrind (void)
{
  static gsize known = 0;

  if (g_once_init_enter (&known))
    {
      /* valgrind preloads its own library into the process that it watches */
      const gchar *preload = g_getenv ("LD_PRELOAD");
      gboolean found = g_getenv ("RX_UNDER_VALGRIND") != NULL ||
                       (preload != NULL && g_strrstr (preload, "vgpreload") != NULL);

      g_once_init_leave (&known, found ? 2 : 1);
    }
  return known == 2;
}

gint
_rx_spin_limit (void)
{
  static gsize known = 0;

  if (g_once_init_enter (&known))
    {
      const gchar *wanted = g_getenv ("RX_SPIN");
      gint limit = (gint) _rx_n_cpus () - 1;

      if (g_strcmp0 (wanted, "0") == 0)
        limit = 0;
      else if (g_strcmp0 (wanted, "1") == 0)
        limit = MAX (limit, 1);
      else if (_rx_under_valgrind ())
        limit = 0;
      g_once_init_leave (&known, (gsize) limit + 1);
    }
  return (gint) known - 1;
}
