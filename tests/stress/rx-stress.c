/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-stress.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

/* --- rounds --- */

/* A round takes a millisecond or less, so that one which takes this long hangs. */
#define PATIENCE 120
#define TELL_EVERY (10 * G_TIME_SPAN_SECOND)

static gchar where[128];
static _Atomic guint32 n_through;       /* rounds, of all tests */
static _Atomic guint32 stopped;

static void
on_signal (int number)
{
  gssize written = write (STDERR_FILENO, where, strlen (where));

  (void) written;
  signal (number, SIG_DFL);
  raise (number);
}

/* Ends the program when it gets on no more. */
static gpointer
watch (gpointer unused)
{
  gint64 patience = PATIENCE * G_TIME_SPAN_SECOND * (_rx_under_valgrind () ? 10 : 1);
  guint32 last = G_MAXUINT32;
  gint64 end = 0;

  while (atomic_load (&stopped) == 0)
    {
      guint32 now = atomic_load (&n_through);

      if (now != last)
        end = g_get_monotonic_time () + patience;
      else if (g_get_monotonic_time () > end)
        g_error ("A round hangs");
      last = now;
      _rx_park (&stopped, 0, patience / 4);
    }
  return NULL;
}

static guint
n_rounds (guint share)
{
  const gchar *wanted = g_getenv ("RX_STRESS_ROUNDS");
  guint64 all = RX_STRESS_DEFAULT;

  if (wanted != NULL)
    all = g_ascii_strtoull (wanted, NULL, 10);
#ifdef RX_TSAN
  else
    all /= 5;
#endif
  return rx_test_rounds (MAX (all * share / 1000, 1));
}

/* What is on its way on other threads may arrive, but then nothing is left of a round; the callback is that of the
 * hook for undeliverable errors. */
static void
settle (void)
{
  static const gint base[RX_LIVE_KINDS] = { [RX_LIVE_CALLBACKS] = 1 };
  gint64 end = g_get_monotonic_time () + PATIENCE / 2 * G_TIME_SPAN_SECOND;

  for (guint kind = 0; kind < RX_LIVE_KINDS; kind++)
    while (atomic_load (&_rx_live[kind]) != base[kind])
      {
        if (g_get_monotonic_time () > end)
          g_error ("%d are left of kind %u", atomic_load (&_rx_live[kind]) - base[kind], kind);
        g_thread_yield ();
      }
}

static void
run_rounds (gconstpointer data)
{
  const RxStressTest *test = data;
  const gchar *fixed = g_getenv ("RX_STRESS_SEED");
  gint64 start = g_get_monotonic_time (), told = start;
  guint rounds = n_rounds (test->share);

  rx_test_take_undeliverable ();
  for (guint i = 0; i < rounds; i++)
    {
      guint32 seed = fixed != NULL ? (guint32) g_ascii_strtoull (fixed, NULL, 0) : (guint32) g_test_rand_int ();
      gint64 now = g_get_monotonic_time ();

      g_snprintf (where, sizeof where, "# %s, round %u: RX_STRESS_SEED=0x%08x\n", test->path, i, seed);
      if (now - told >= TELL_EVERY)
        {
          g_test_message ("%s: %u of %u rounds", test->path, i, rounds);
          told = now;
        }
      test->round (seed);
      settle ();
      if (rx_test_take_undeliverable () > 0)
        g_assert_true (test->loses_errors);
      atomic_fetch_add (&n_through, 1);
    }
  rx_test_assert_quiet ();
  g_test_message ("%s: %u rounds in %.1f s", test->path, rounds, (g_get_monotonic_time () - start) / 1e6);
}

/* --- schedulers --- */

static RxTestLoop loop;
static RxScheduler *pool;

RxScheduler *
rx_stress_get_scheduler (RxStressKind kind)
{
  switch (kind)
    {
    case RX_STRESS_COMPUTATION:
      return rx_scheduler_computation ();
    case RX_STRESS_SINGLE:
      return rx_scheduler_single ();
    case RX_STRESS_IO:
      return rx_scheduler_io ();
    case RX_STRESS_NEW_THREAD:
      return rx_scheduler_new_thread ();
    case RX_STRESS_POOL:
      return pool;
    default:
      return loop.scheduler;
    }
}

RxScheduler *
rx_stress_draw_scheduler (guint32 *seed)
{
  return rx_stress_get_scheduler (rx_stress_draw (seed, RX_STRESS_SCHEDULERS));
}

/* --- main --- */

int
rx_stress_main (int argc, char **argv, guint share, const RxStressTest *tests, guint n_tests)
{
  pthread_t watcher;
  guint sum = 0;
  int result;

  g_test_init (&argc, &argv, NULL);
  signal (SIGABRT, on_signal);
  signal (SIGTRAP, on_signal);

  for (guint i = 0; i < n_tests; i++)
    {
      sum += tests[i].share;
      g_test_add_data_func (tests[i].path, &tests[i], run_rounds);
    }
  g_assert_cmpuint (sum, ==, share);

  rx_test_loop_start (&loop);
  pool = rx_scheduler_new_thread_pool (3);
  watcher = rx_test_thread_start (watch, NULL);
  rx_stress_team_start ();

  result = g_test_run ();

  rx_stress_team_stop ();
  atomic_store (&stopped, 1);
  _rx_unpark (&stopped, TRUE);
  rx_test_thread_join (watcher);
  g_object_unref (pool);
  rx_test_loop_stop (&loop);
  return result;
}
