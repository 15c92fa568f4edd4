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
  for (guint i = 1; i < RX_STRESS_THREADS; i++)
    team.threads[i] = rx_test_thread_start (team_thread, GUINT_TO_POINTER (i));

  result = g_test_run ();

  team.over = TRUE;
  for (guint i = 1; i < RX_STRESS_THREADS; i++)
    {
      team_go (i);
      rx_test_thread_join (team.threads[i]);
    }
  atomic_store (&stopped, 1);
  _rx_unpark (&stopped, TRUE);
  rx_test_thread_join (watcher);
  g_object_unref (pool);
  rx_test_loop_stop (&loop);
  return result;
}
