/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-law-bench.h"

#include <string.h>

RxBench *
rx_bench_new (const RxLaw *law)
{
  RxBench *self = g_new0 (RxBench, 1);

  self->law = law;
  self->below.strict = (law->flags & RX_LAW_UNASKED) == 0;
  for (guint i = 0; i < law->n_upstreams; i++)
    {
      self->above[i].strict = TRUE;
      self->above[i].max_request = law->max_request;
    }
  self->probes = g_ptr_array_new_with_free_func (g_object_unref);
  return self;
}

void
rx_bench_build (RxBench *self, RxUpstreamFunc upstream)
{
  RxObservable *upstreams[RX_LAW_MAX_UPSTREAMS] = { NULL };
  g_autoptr (RxObservable) built = NULL;

  for (guint i = 0; i < self->law->n_upstreams; i++)
    {
      g_autoptr (RxObservable) bare = upstream (self, i);

      upstreams[i] = rx_tap_new (bare, &self->above[i]);
    }
  built = self->law->build (upstreams, &self->env);
  for (guint i = 0; i < self->law->n_upstreams; i++)
    g_object_unref (upstreams[i]);
  self->observable = rx_tap_new (built, &self->below);
}

static RxObservable *
upstream_items (RxBench *self, guint i)
{
  return rx_law_items (GPOINTER_TO_UINT (self->env.data), 6);
}

RxBench *
rx_bench_on_items (const RxLaw *law, RxLawKind kind)
{
  RxBench *self = rx_bench_new (law);

  self->env.data = GUINT_TO_POINTER (kind);
  rx_bench_build (self, upstream_items);
  self->env.data = NULL;
  return self;
}

static void
bench_not_strict (RxBench *self)
{
  if ((self->law->flags & RX_LAW_BUFFERS) == 0)
    self->below.strict = FALSE;
  for (guint i = 0; i < self->law->n_upstreams; i++)
    self->above[i].strict = FALSE;
}

static RxObservable *
upstream_spy (RxBench *self, guint i)
{
  self->spies[i] = rx_spy_new ();
  return g_object_ref (self->spies[i]->observable);
}

RxBench *
rx_bench_on_spies (const RxLaw *law)
{
  RxBench *self = rx_bench_new (law);

  bench_not_strict (self);
  rx_bench_build (self, upstream_spy);
  return self;
}

static RxObservable *
upstream_subject (RxBench *self, guint i)
{
  self->subjects[i] = rx_publish_subject_new ();
  return (RxObservable *) g_object_ref (self->subjects[i]);
}

RxBench *
rx_bench_on_subjects (const RxLaw *law)
{
  RxBench *self = rx_bench_new (law);

  bench_not_strict (self);
  rx_bench_build (self, upstream_subject);
  return self;
}

void
rx_bench_free (RxBench *self)
{
  for (guint i = 0; i < self->probes->len; i++)
    rx_probe_cancel (g_ptr_array_index (self->probes, i));
  for (guint i = 0; i < RX_LAW_MAX_UPSTREAMS; i++)
    {
      g_clear_object (&self->subjects[i]);
      if (self->spies[i] != NULL)
        rx_spy_detach_all (self->spies[i]);
    }
  g_object_unref (self->observable);
  rx_bench_wait_gone (self);    /* a subscription that is under way elsewhere still comes to the spy */
  for (guint i = 0; i < RX_LAW_MAX_UPSTREAMS; i++)
    g_clear_pointer (&self->spies[i], rx_spy_free);
  rx_test_wait_until (atomic_load (&self->env.n_released) >= atomic_load (&self->env.n_given));
  g_assert_cmpint (atomic_load (&self->env.n_released), ==, atomic_load (&self->env.n_given));
  g_assert_cmpint (self->below.n_detached, ==, self->below.n_subscribed);
  for (guint i = 0; i < self->law->n_upstreams; i++)
    g_assert_cmpint (self->above[i].n_detached, ==, self->above[i].n_subscribed);
  g_ptr_array_unref (self->probes);
  g_free (self);
}

RxProbe *
rx_bench_probe (RxBench *self)
{
  RxProbe *probe = rx_probe_new ();

  probe->describe = rx_law_item_text;
  g_ptr_array_add (self->probes, probe);
  return probe;
}

void
rx_bench_start (RxBench *self, RxProbe *probe, gint64 demand)
{
  rx_probe_start (probe, self->observable, demand);
}

RxProbe *
rx_bench_subscribe (RxBench *self, gint64 demand)
{
  RxProbe *probe = rx_bench_probe (self);

  rx_bench_start (self, probe, demand);
  return probe;
}

gboolean
rx_bench_is_released (RxBench *self)
{
  for (guint i = 0; i < self->law->n_upstreams; i++)
    {
      RxTap *tap = &self->above[i];

      if (atomic_load (&tap->n_ends) + atomic_load (&tap->n_cancelled) < atomic_load (&tap->n_subscribed))
        return FALSE;
    }
  return TRUE;
}

void
rx_bench_wait_ready (RxBench *self)
{
  if (self->spies[0] != NULL)
    rx_test_wait_until (self->spies[0]->n_runs > 0 || self->below.n_detached > 0);
  else if (self->subjects[0] != NULL)
    rx_test_wait_until (rx_subject_has_observers (self->subjects[0]) || self->below.n_detached > 0);
  rx_bench_settle (self);
}

void
rx_bench_wait_gone (RxBench *self)
{
  rx_test_wait_until (atomic_load (&_rx_live[RX_LIVE_SINKS]) == rx_spy_runs_kept ());
  /* The counters of what lives put nothing in order; these do. */
  for (guint i = 0; i < self->probes->len; i++)
    (void) atomic_load (&((RxProbe *) g_ptr_array_index (self->probes, i))->n_through);
}

void
rx_bench_wait_items (RxBench *self, RxProbe *probe, guint64 n_items)
{
  rx_test_wait_until (atomic_load (&probe->n_through) >= n_items || atomic_load (&probe->ended));
}

void
rx_bench_settle (RxBench *self)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

guint
rx_law_count_items (const gchar *events)
{
  g_auto (GStrv) words = g_strsplit (events, " ", -1);
  guint n = 0;

  for (guint i = 0; words[i] != NULL; i++)
    n += words[i][0] != '|' && words[i][0] != '#' && words[i][0] != '\0';
  return n;
}

const gchar *
rx_bench_finish (RxBench *self, RxProbe *probe)
{
  if ((self->law->flags & RX_LAW_ENDLESS) != 0)
    {
      guint n = rx_law_count_items (self->law->events);
      const gchar *at;

      rx_bench_wait_items (self, probe, n);
      rx_probe_cancel (probe);
      rx_bench_wait_gone (self);
      for (at = probe->log->str; n > 0; n--)
        at += strcspn (at + 1, " ") + 1;
      g_string_truncate (probe->log, at - probe->log->str);
    }
  else
    rx_probe_wait (probe);
  return probe->log->str;
}

void
rx_bench_feed (RxBench *self, guint i, gint64 number)
{
  if (self->spies[i] != NULL)
    rx_spy_next (self->spies[i], RX_LAW_INT64, number);
  else if (self->subjects[i] != NULL)
    rx_subject_next (self->subjects[i], RX_VALUE_INT64 (number));
}

void
rx_bench_fail (RxBench *self, guint i, const gchar *message)
{
  g_autoptr (GError) error = rx_test_error (message);

  if (self->spies[i] != NULL)
    rx_spy_error (self->spies[i], message);
  else if (self->subjects[i] != NULL)
    rx_subject_error (self->subjects[i], error);
}

void
rx_bench_complete (RxBench *self, guint i)
{
  if (self->spies[i] != NULL)
    rx_spy_completed (self->spies[i]);
  else if (self->subjects[i] != NULL)
    rx_subject_completed (self->subjects[i]);
}

void
rx_bench_abandon (RxBench *self, guint i)
{
  if (self->spies[i] != NULL)
    rx_spy_detach (self->spies[i]);
  else
    g_clear_object (&self->subjects[i]);
}

/* --- laws --- */

typedef struct
{
  const RxLawTest *test;
  const RxLaw *law;
} Case;

static void
case_run (gconstpointer data)
{
  const Case *self = data;

  rx_test_take_undeliverable ();
  self->test->run (self->law);
  rx_test_assert_quiet ();
  g_assert_cmpint (rx_law_items_alive (), ==, 0);
}

void
rx_law_add_tests (const gchar *suite, const RxLawTest *tests, guint n_tests)
{
  for (guint i = 0; i < n_tests; i++)
    for (guint j = 0; j < rx_n_laws; j++)
      {
        const RxLaw *law = &rx_laws[j];
        g_autofree gchar *path = NULL;
        Case *self;

        if (law->n_upstreams < tests[i].min_upstreams || (law->flags & tests[i].needs) != tests[i].needs ||
            (law->flags & tests[i].forbids) != 0 ||
            (tests[i].max_upstreams != 0 && law->n_upstreams > tests[i].max_upstreams))
          continue;
        self = g_new (Case, 1);
        self->test = &tests[i];
        self->law = law;
        path = g_strdup_printf ("/rx/%s/%s/%s", suite, tests[i].name, law->name);
        g_test_add_data_func_full (path, self, (GTestDataFunc) case_run, g_free);
      }
}
