/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Items, then at most one end: whatever a source does, and whoever feeds it from where. */

#include "rx-law-bench.h"

#include "rx-test-script.h"

#include <stdlib.h>
#include <string.h>

/* --- a function that does not stop at the end --- */

static void
emit_well (RxEmitter *emitter, gpointer data, GError **error)
{
  rx_emitter_next (emitter, RX_VALUE_INT64 (1));
  rx_emitter_next (emitter, RX_VALUE_INT64 (2));
  if (data == NULL)
    {
      rx_emitter_completed (emitter);
      return;
    }
  *error = rx_test_error (data);
}

static void
emit_badly (RxEmitter *emitter, gpointer data, GError **error)
{
  g_autoptr (GError) late = rx_test_error ("late");
  g_autoptr (GError) first = NULL;

  rx_emitter_next (emitter, RX_VALUE_INT64 (1));
  rx_emitter_next (emitter, RX_VALUE_INT64 (2));
  if (data == NULL)
    rx_emitter_completed (emitter);
  else
    {
      first = rx_test_error (data);
      rx_emitter_error (emitter, first);
    }
  rx_emitter_next (emitter, RX_VALUE_INT64 (3));
  rx_emitter_completed (emitter);
  rx_emitter_error (emitter, late);
  rx_emitter_next (emitter, RX_VALUE_INT64 (4));
  *error = rx_test_error ("last");
}

static const gchar *ending;

static RxObservable *
upstream_well (RxBench *bench, guint i)
{
  return rx_observable_create (RX_BACKPRESSURE_BUFFER, emit_well, (gpointer) ending, NULL);
}

static RxObservable *
upstream_badly (RxBench *bench, guint i)
{
  return rx_observable_create (RX_BACKPRESSURE_BUFFER, emit_badly, (gpointer) ending, NULL);
}

/* What comes too late is dropped without a word, but for errors, which go to the hook. */
static void
law_bad_producer (const RxLaw *law)
{
  static const gchar *const endings[] = { NULL, "boom" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree gchar *expected = NULL;

      ending = endings[i];
      {
        g_autoptr (RxBench) bench = rx_bench_new (law);

        rx_bench_build (bench, upstream_well);
        expected = g_strdup (rx_bench_finish (bench, rx_bench_subscribe (bench, -1)));
      }
      {
        g_autoptr (RxBench) bench = rx_bench_new (law);
        RxProbe *probe;
        guint subscribed = 0;

        rx_test_take_undeliverable ();
        rx_bench_build (bench, upstream_badly);
        probe = rx_bench_subscribe (bench, -1);
        rx_probe_wait (probe);
        rx_bench_wait_gone (bench);
        rx_probe_assert (probe, expected);
        for (guint k = 0; k < law->n_upstreams; k++)
          subscribed += bench->above[k].n_subscribed;
        /* "late" and "last" of each, and of a producer that was cut off the first one too */
        g_assert_cmpuint (rx_test_take_undeliverable (), >=, 1);
        (void) subscribed;
      }
    }
}

/* A source that goes on after the subscriber has left. */
static void
law_stubborn (const RxLaw *law)
{
  g_autoptr (RxBench) bench = rx_bench_new (law);
  RxObservable *upstreams[RX_LAW_MAX_UPSTREAMS] = { NULL };
  RxProbe *probe;
  guint64 n_items;

  /* without the taps, which would object */
  for (guint i = 0; i < law->n_upstreams; i++)
    {
      bench->spies[i] = rx_spy_new ();
      bench->spies[i]->stubborn = TRUE;
      upstreams[i] = bench->spies[i]->observable;
    }
  bench->observable = law->build (upstreams, &bench->env);
  probe = rx_bench_subscribe (bench, -1);
  rx_bench_wait_ready (bench);

  rx_bench_feed (bench, 0, 1);
  rx_bench_settle (bench);
  rx_probe_cancel (probe);
  n_items = probe->n_items;
  for (guint i = 0; i < law->n_upstreams; i++)
    {
      rx_bench_feed (bench, i, 2);
      rx_bench_fail (bench, i, "late");
    }
  for (guint i = 0; i < law->n_upstreams; i++)
    rx_bench_abandon (bench, i);
  rx_bench_wait_gone (bench);

  g_assert_cmpuint (probe->n_items - n_items, <=, (law->flags & RX_LAW_POOL) != 0);
  g_assert_cmpuint (probe->n_ends, <=, (law->flags & RX_LAW_ENDS_EARLY) != 0);
  g_assert_cmpuint (rx_test_take_undeliverable (), ==, law->n_upstreams);
}

/* --- feeding from inside --- */

typedef enum
{
  INSIDE_NEXT,
  INSIDE_COMPLETED,
  INSIDE_ERROR,
  N_INSIDE
} Inside;

typedef struct
{
  RxBench *bench;
  Inside what;
  atomic_bool armed;
} Feeder;

static void
feed_more (Feeder *self)
{
  guint n_upstreams = self->bench->law->n_upstreams;

  for (gint64 n = 3; n <= 6; n++)
    for (guint i = 0; i < n_upstreams; i++)
      rx_bench_feed (self->bench, i, n);
  for (guint i = 0; i < n_upstreams && self->what != INSIDE_NEXT; i++)
    if (self->what == INSIDE_COMPLETED)
      rx_bench_complete (self->bench, i);
    else
      rx_bench_fail (self->bench, i, "boom");
}

static void
hook_feed (RxProbe *probe, const GValue *item, gpointer data)
{
  if (atomic_exchange (&((Feeder *) data)->armed, FALSE))
    feed_more (data);
}

static void
end_feed (RxProbe *probe, const GError *error, gpointer data)
{
  RxBench *bench = ((Feeder *) data)->bench;

  for (guint i = 0; i < bench->law->n_upstreams; i++)
    rx_bench_feed (bench, i, 8);
}

static gint
compare_words (gconstpointer a, gconstpointer b)
{
  return strcmp (*(gchar *const *) a, *(gchar *const *) b);
}

/* The words in order, for streams that mix what comes from different sides. */
static gchar *
sort_words (const gchar *events)
{
  g_auto (GStrv) words = g_strsplit (events, " ", -1);

  qsort (words, g_strv_length (words), sizeof *words, compare_words);
  return g_strjoinv (" ", words);
}

/* What is fed from inside a call comes as if it were fed after it; the probe and the taps see that calls are not
 * nested. Several upstreams may then be mixed in another way, and an end may overtake the items of another upstream. */
static void
law_reentrant (const RxLaw *law)
{
  for (Inside what = 0; what < N_INSIDE; what++)
    {
      g_autofree gchar *expected = NULL;

      for (guint inside = 0; inside < 2; inside++)
        {
          g_autoptr (RxBench) bench = rx_bench_on_subjects (law);
          Feeder feeder = { bench, what, FALSE };
          RxProbe *probe = rx_bench_probe (bench);
          gboolean fed = FALSE;
          guint64 before;

          if (inside)
            {
              probe->hook = hook_feed;
              probe->hook_data = &feeder;
              probe->end_hook = end_feed;
              probe->end_data = &feeder;
            }
          rx_bench_start (bench, probe, -1);
          rx_bench_wait_ready (bench);
          before = probe->n_through;
          atomic_store (&feeder.armed, inside);
          for (guint i = 0; i < law->n_upstreams; i++)
            {
              rx_bench_feed (bench, i, 2);
              if ((law->flags & (RX_LAW_MAIN | RX_LAW_POOL)) != 0)
                rx_bench_wait_items (bench, probe, before + 1);
              if (!inside && !fed && (probe->n_through > before || i + 1 == law->n_upstreams))
                {
                  fed = TRUE;
                  feed_more (&feeder);
                }
            }
          for (guint i = 0; i < law->n_upstreams && what == INSIDE_NEXT; i++)
            rx_bench_complete (bench, i);
          rx_probe_wait (probe);
          rx_bench_wait_gone (bench);

          if (what != INSIDE_ERROR)
            g_assert_cmpuint (rx_test_take_undeliverable (), ==, 0);
          rx_test_take_undeliverable ();
          g_assert_cmpuint (probe->n_ends, ==, 1);
          if (law->n_upstreams > 1 && (what == INSIDE_ERROR || (law->flags & RX_LAW_ENDS_EARLY) != 0))
            continue;
          if (!inside)
            expected = law->n_upstreams > 1 ? sort_words (probe->log->str) : g_strdup (probe->log->str);
          else if (law->n_upstreams > 1)
            {
              g_autofree gchar *sorted = sort_words (probe->log->str);

              g_assert_cmpstr (sorted, ==, expected);
            }
          else
            rx_probe_assert (probe, expected);
        }
    }
}

/* --- feeding from several threads --- */

typedef struct
{
  RxBench *bench;
  guint index;
  RxTestLatch *start;
} Thread;

#define PER_THREAD 50

static gpointer
thread_run (gpointer data)
{
  Thread *self = data;

  rx_test_latch_wait (self->start);
  for (guint n = 0; n < PER_THREAD; n++)
    rx_bench_feed (self->bench, self->index, self->index * 1000 + n);
  rx_bench_complete (self->bench, self->index);
  return NULL;
}

typedef struct
{
  gint64 last[RX_LAW_MAX_UPSTREAMS];
  gboolean ordered;
} Order;

static void
hook_order (RxProbe *probe, const GValue *item, gpointer data)
{
  Order *self = data;
  gint64 number = rx_law_item_get (item);
  gint64 *last = &self->last[CLAMP (number / 1000, 0, RX_LAW_MAX_UPSTREAMS - 1)];

  if (self->ordered)
    g_assert_cmpint (number, >=, *last);
  *last = number;
  rx_probe_request (probe, 1);
}

/* One upstream a thread: one call at a time, each upstream's items in their order. */
static void
law_threads (const RxLaw *law)
{
  guint rounds = rx_test_rounds (50);

  for (guint round = 0; round < rounds; round++)
    {
      g_autoptr (RxBench) bench = round % 2 == 0 ? rx_bench_on_spies (law) : rx_bench_on_subjects (law);
      Thread threads[RX_LAW_MAX_UPSTREAMS];
      pthread_t ids[RX_LAW_MAX_UPSTREAMS];
      RxTestLatch start = { 0 };
      RxProbe *probe = rx_bench_probe (bench);
      Order order = { { -1, -1, -1 }, (law->flags & RX_LAW_RESULT) == 0 };

      probe->quiet = TRUE;
      probe->hook = hook_order;
      probe->hook_data = &order;
      rx_bench_start (bench, probe, round % 4 < 2 ? -1 : 1);
      rx_bench_wait_ready (bench);
      for (guint i = 0; i < law->n_upstreams; i++)
        {
          threads[i] = (Thread) { bench, i, &start };
          ids[i] = rx_test_thread_start (thread_run, &threads[i]);
        }
      rx_test_latch_open (&start);
      rx_probe_wait (probe);
      for (guint i = 0; i < law->n_upstreams; i++)
        rx_test_thread_join (ids[i]);
      rx_bench_wait_gone (bench);
    }
}

static const RxLawTest tests[] = {
  { "bad_producer", law_bad_producer, 1 },
  { "stubborn", law_stubborn, 1 },
  { "reentrant", law_reentrant, 1, 0, RX_LAW_SCALAR },
  { "threads", law_threads, 1 },
};

void
rx_laws_add_grammar (void)
{
  rx_law_add_tests ("laws", tests, G_N_ELEMENTS (tests));
}
