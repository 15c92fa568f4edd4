/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <glib.h>
#include <stdatomic.h>

#if defined (__SANITIZE_THREAD__)
# define RX_TSAN 1
#elif defined (__has_feature)
# if __has_feature (thread_sanitizer)
#  define RX_TSAN 1
# endif
#endif

/* What two threads write all the time lies that far apart. */
#define RX_CACHE_LINE 64

/* A lock of four bytes, for sections of a few instructions. Made of C11 atomics so that ThreadSanitizer
 * sees it although GLib is not built with it. Never held across a call-out. */
typedef struct
{
  _Atomic guint32 state;        /* 0 free, 1 held, 2 held and somebody sleeps */
} RxLock;

void _rx_lock_slow (RxLock *self);
void _rx_lock_wake (RxLock *self);

static inline void
_rx_lock (RxLock *self)
{
  guint32 expected = 0;

  /* acquire: what the last holder wrote is visible from here on */
  if (G_UNLIKELY (!atomic_compare_exchange_strong_explicit (&self->state, &expected, 1,
                                                            memory_order_acquire, memory_order_relaxed)))
    _rx_lock_slow (self);
}

static inline void
_rx_unlock (RxLock *self)
{
  /* release: what this holder wrote is visible to the next one */
  if (G_UNLIKELY (atomic_exchange_explicit (&self->state, 0, memory_order_release) == 2))
    _rx_lock_wake (self);
}

/* Sleeps while *word is value, until woken or timeout_us have passed (negative: no limit). May return early. */
void _rx_park (_Atomic guint32 *word, guint32 value, gint64 timeout_us);
void _rx_unpark (_Atomic guint32 *word, gboolean all);

static inline void
_rx_pause (void)
{
#if defined (__x86_64__) || defined (__i386__)
  __builtin_ia32_pause ();
#elif defined (__aarch64__)
  __asm__ __volatile__ ("yield");
#endif
}

/* Fetches the lines of a struct that another CPU has just written, all at once instead of one after the other. */
static inline void
_rx_fetch (gpointer data, gsize size)
{
  for (gsize i = 0; i < size; i += RX_CACHE_LINE)
    __builtin_prefetch ((gchar *) data + i, 1);
}

/* CPUs that this process may use, at least 1. */
guint _rx_n_cpus (void);

gboolean _rx_under_valgrind (void);

/* Microseconds, monotonic, in steps of some milliseconds where that is cheaper. */
gint64 _rx_coarse_time (void);

/* How many threads may spin at once: one CPU is left for those that have work. */
gint _rx_spin_limit (void);
