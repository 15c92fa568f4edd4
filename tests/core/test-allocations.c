/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Once warm, an int64 or a double costs no heap on its way. */

#include "rx-test-script.h"

#if defined (RX_TSAN) || defined (__SANITIZE_ADDRESS__) || !defined (__GLIBC__)
# define CAN_COUNT 0
#else
# define CAN_COUNT 1
#endif

static _Atomic guint64 n_allocations;

#if CAN_COUNT
/* This program's allocator: that of the C library, with a count. */
extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *memory, size_t size);

void *malloc  (size_t size);
void *calloc  (size_t n, size_t size);
void *realloc (void *memory, size_t size);

static inline void
count (void)
{
  /* relaxed: a statistic */
  atomic_fetch_add_explicit (&n_allocations, 1, memory_order_relaxed);
}

void *
malloc (size_t size)
{
  count ();
  return __libc_malloc (size);
}

void *
calloc (size_t n, size_t size)
{
  count ();
  return __libc_calloc (n, size);
}

void *
realloc (void *memory, size_t size)
{
  count ();
  return __libc_realloc (memory, size);
}
#endif

#define WARM 5000
#define MEASURED 100000

typedef struct
{
  guint64 n, before, after;
  atomic_bool ended;
} Count;

static void
count_next (const GValue *item, gpointer user_data, GError **error)
{
  Count *self = user_data;

  self->n++;
  if (self->n == WARM)
    self->before = atomic_load (&n_allocations);
  else if (self->n == WARM + MEASURED)
    self->after = atomic_load (&n_allocations);
}

static void
count_completed (gpointer user_data)
{
  atomic_store (&((Count *) user_data)->ended, TRUE);
}

static void
to_double (const GValue *item, GValue *result, gpointer user_data, GError **error)
{
  rx_value_set_double (result, rx_value_get_int64 (item) * 0.5);
}

static void
add_doubles (const GValue *accumulator, const GValue *item, GValue *result, gpointer user_data, GError **error)
{
  rx_value_set_double (result, rx_value_get_double (accumulator) + rx_value_get_double (item));
}

static gboolean
is_positive (const GValue *item, gpointer user_data, GError **error)
{
  return rx_value_get_double (item) >= 0;
}

static gboolean
skip (void)
{
  if (!CAN_COUNT)
    g_test_skip ("the sanitizers have an allocator of their own");
  else if (_rx_under_valgrind ())
    g_test_skip ("valgrind has an allocator of its own");
  else
    return FALSE;
  return TRUE;
}

/* Takes the observable. allowed: for all of the items together. */
static void
measure (RxObservable *observable, guint64 allowed)
{
  Count self = { 0 };
  g_autoptr (RxSubscription) subscription = NULL;

  subscription = rx_observable_subscribe (observable, count_next, NULL, count_completed, &self, NULL);
  rx_test_wait_until (atomic_load (&self.ended));
  g_object_unref (observable);
  g_assert_cmpuint (self.n, >=, WARM + MEASURED);
  g_test_message ("%" G_GUINT64_FORMAT " allocations", self.after - self.before);
  g_assert_cmpuint (self.after - self.before, <=, allowed);
}

static void
test_chain (void)
{
  RxObservable *int64s, *doubles;

  if (skip ())
    return;
  int64s = rx_observable_range (0, 2 * (WARM + MEASURED));
  rx_then (&int64s, map, rx_test_times_ten, NULL, NULL);
  rx_then (&int64s, scan, NULL, rx_test_add_up, NULL, NULL);
  rx_then (&int64s, filter, rx_test_is_even, NULL, NULL);
  rx_then (&int64s, take, WARM + MEASURED);
  measure (int64s, 0);

  doubles = rx_observable_range (0, 2 * (WARM + MEASURED));
  rx_then (&doubles, map, to_double, NULL, NULL);
  rx_then (&doubles, filter, is_positive, NULL, NULL);
  rx_then (&doubles, scan, NULL, add_doubles, NULL, NULL);
  rx_then (&doubles, take, WARM + MEASURED);
  measure (doubles, 0);
}

static void
test_observe_on (void)
{
  RxObservable *observable;

  if (skip ())
    return;
  observable = rx_observable_range (0, WARM + MEASURED);
  rx_then (&observable, map, to_double, NULL, NULL);
  rx_then (&observable, observe_on, rx_scheduler_computation ());
  rx_then (&observable, filter, is_positive, NULL, NULL);
  /* the queue has two chunks in all, which it may not need before the worker gives way for the first time */
  measure (observable, 2);
}

/* Through the gate of an operator with several upstreams. */
static void
test_merge (void)
{
  RxObservable *observable;
  g_autoptr (RxObservable) never = rx_observable_never ();

  if (skip ())
    return;
  observable = rx_observable_range (0, WARM + MEASURED);
  rx_then (&observable, merge_with, never);
  rx_then (&observable, take, WARM + MEASURED);
  measure (observable, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/allocations/chain", test_chain);
  rx_test_add ("/allocations/observe-on", test_observe_on);
  rx_test_add ("/allocations/merge", test_merge);

  return g_test_run ();
}
