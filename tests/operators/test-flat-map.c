/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-script.h"

static const guint limits[] = { 1, 2, 0 };

static RxObservable *
to_pair (const GValue *item, gpointer user_data, GError **error)
{
  gint64 x = rx_value_get_int64 (item);
  g_autofree gchar *text = g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT, x * 10, x * 10 + 1);

  return rx_test_numbers (text);
}

static RxObservable *
pairs (RxObservable *source)
{
  return rx_observable_flat_map (source, to_pair, NULL, NULL);
}

static RxObservable *
pairs_1 (RxObservable *source)
{
  return rx_observable_flat_map_full (source, 1, FALSE, to_pair, NULL, NULL);
}

static RxObservable *
pairs_2 (RxObservable *source)
{
  return rx_observable_flat_map_full (source, 2, FALSE, to_pair, NULL, NULL);
}

static RxObservable *
to_just (const GValue *item, gpointer user_data, GError **error)
{
  return rx_observable_just (item);
}

static RxObservable *
justs (RxObservable *source)
{
  return rx_observable_flat_map (source, to_just, NULL, NULL);
}

/* Inner streams that are over in the subscribe call come in the order of their items, whatever the limit. */
static void
test_table (void)
{
  static const RxTestRow rows[] = {
    { "1 2 |", -1, "10 11 20 21 |" },
    { "1 2", -1, "10 11 20 21" },
    { "1 2 |", 0, "" },
    { "1 2 |", 1, "10" },
    { "1 2 |", 2, "10 11" },
    { "1 2 |", 3, "10 11 20" },
    { "1 2 |", 4, "10 11 20 21 |" },
    { "|", 0, "|" },
    { "", -1, "" },
    { "#no", 0, "#no" },
    { "1 #no", -1, "10 11 #no" },
  };
  static const RxTestRow other_types[] = {
    { "a NULL b |", -1, "a NULL b |" },
    { "a NULL b |", 2, "a NULL" },
    { "a b c", 1, "a" },
  };

  rx_test_rows (pairs, rows);
  rx_test_rows (pairs_1, rows);
  rx_test_rows (pairs_2, rows);
  rx_test_rows (justs, other_types);
}

/* --- inner streams by hand: item n is mapped to subject n --- */

#define N_INNERS 4

typedef struct
{
  RxSubject *inners[N_INNERS];
  guint n_mapped;
} Inners;

static void
inners_init (Inners *self)
{
  for (guint i = 0; i < N_INNERS; i++)
    self->inners[i] = rx_publish_subject_new ();
  self->n_mapped = 0;
}

static void
inners_clear (Inners *self)
{
  for (guint i = 0; i < N_INNERS; i++)
    {
      g_assert_false (rx_subject_has_observers (self->inners[i]));
      g_clear_object (&self->inners[i]);
    }
}

static RxObservable *
to_inner (const GValue *item, gpointer user_data, GError **error)
{
  Inners *self = user_data;

  self->n_mapped++;
  return RX_OBSERVABLE (g_object_ref (self->inners[rx_value_get_int64 (item)]));
}

/* A step feeds the outer stream (o:) or an inner one by its number (0:). */
static void
inners_step (Inners *self, RxSubject *outer, const gchar *step)
{
  rx_test_feed (step[0] == 'o' ? outer : self->inners[step[0] - '0'], step + 2);
}

static const struct
{
  guint limit;
  const gchar *steps[10];
  const gchar *events;
  guint n_mapped;
} hot_rows[] = {
  { 0, { "o:0 1", "0:a", "1:b", "0:c |", "o:|", "1:d", "1:|" }, "a b c d |", 2 },
  { 0, { "o:0 1 |", "0:|", "1:|" }, "|", 2 },
  { 0, { "o:0 1 |", "0:a" }, "a", 2 },
  { 1, { "o:0 1 2", "0:a", "1:lost", "0:|", "1:b", "2:lost", "1:|", "2:c |", "o:|" }, "a b c |", 3 },
  { 2, { "o:0 1 2", "0:a", "1:b", "2:lost", "0:|", "2:c", "1:d" }, "a b c d", 3 },
  { 1, { "o:0 1 |", "0:a |", "1:b |" }, "a b |", 2 },
  { 1, { "o:0 1", "0:a #no", "1:lost" }, "a #no", 1 },
  /* an error of either side ends all */
  { 0, { "o:0 1", "0:a", "1:#no", "0:lost" }, "a #no", 2 },
  { 0, { "o:0 1", "0:a", "o:#no", "0:lost" }, "a #no", 2 },
  { 1, { "o:0 1", "0:a", "o:#no", "0:lost" }, "a #no", 1 },
  { 2, { "o:0 1 2", "0:a", "o:#no" }, "a #no", 2 },
};

static void
test_hot (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (hot_rows); i++)
    {
      g_autoptr (RxSubject) outer = rx_publish_subject_new ();
      g_autoptr (RxObservable) observable = NULL;
      g_autoptr (RxProbe) probe = NULL;
      Inners inners;

      inners_init (&inners);
      observable = rx_observable_flat_map_full (RX_OBSERVABLE (outer), hot_rows[i].limit, FALSE, to_inner, &inners,
                                                NULL);
      probe = rx_probe_subscribe (observable, -1);
      for (guint j = 0; hot_rows[i].steps[j] != NULL; j++)
        inners_step (&inners, outer, hot_rows[i].steps[j]);
      rx_probe_assert (probe, hot_rows[i].events);
      g_assert_cmpuint (inners.n_mapped, ==, hot_rows[i].n_mapped);
      rx_probe_cancel (probe);
      g_assert_false (rx_subject_has_observers (outer));
      inners_clear (&inners);
    }
}

/* With delay_error the others go on, and the error comes when all are through. */
static const struct
{
  guint limit;
  const gchar *steps[8];
  const gchar *events;
  gboolean composite;
} delayed_rows[] = {
  { 0, { "o:0 1", "0:a #no", "1:b", "o:2 |", "2:c |", "1:d |" }, "a b c d #no", FALSE },
  { 0, { "o:0 1 #outer", "0:a |", "1:b |" }, "a b #outer", FALSE },
  { 0, { "o:0 1", "0:#x", "1:#y", "o:#z" }, "#x; y; z", TRUE },
  { 1, { "o:0 1 |", "0:#x", "1:a |" }, "a #x", FALSE },
  { 2, { "o:0 1 2 #outer", "0:a #x", "1:b |", "2:c" }, "a b c", FALSE },
};

static void
test_delay_error (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (delayed_rows); i++)
    {
      g_autoptr (RxSubject) outer = rx_publish_subject_new ();
      g_autoptr (RxObservable) observable = NULL;
      g_autoptr (RxProbe) probe = NULL;
      Inners inners;

      inners_init (&inners);
      observable = rx_observable_flat_map_full (RX_OBSERVABLE (outer), delayed_rows[i].limit, TRUE, to_inner, &inners,
                                                NULL);
      probe = rx_probe_subscribe (observable, -1);
      for (guint j = 0; delayed_rows[i].steps[j] != NULL; j++)
        inners_step (&inners, outer, delayed_rows[i].steps[j]);
      rx_probe_assert (probe, delayed_rows[i].events);
      if (delayed_rows[i].composite)
        g_assert_error (probe->error, RX_ERROR, RX_ERROR_COMPOSITE);
      rx_probe_cancel (probe);
      inners_clear (&inners);
    }
  /* those that had to wait when the last subscriber went */
  rx_test_take_undeliverable ();
}

/* The source is asked for as many items as may run at once, and for one more whenever one is through. */
static void
keep (RxEmitter *emitter, gpointer user_data, GError **error)
{
  *(RxEmitter **) user_data = g_object_ref (emitter);
}

static void
test_outer_demand (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      gint64 all = limits[i] != 0 ? (gint64) limits[i] : G_MAXINT64;
      g_autoptr (RxEmitter) emitter = NULL;
      g_autoptr (RxObservable) observable = rx_observable_create (RX_BACKPRESSURE_ERROR, keep, &emitter, NULL);
      g_autoptr (RxProbe) probe = NULL;
      Inners inners;

      inners_init (&inners);
      rx_then (&observable, flat_map_full, limits[i], FALSE, to_inner, &inners, NULL);
      probe = rx_probe_subscribe (observable, -1);
      g_assert_cmpint (rx_emitter_get_requested (emitter), ==, all);
      rx_emitter_next (emitter, RX_VALUE_INT64 (0));
      g_assert_cmpint (rx_emitter_get_requested (emitter), ==, all - (limits[i] != 0));
      rx_test_feed (inners.inners[0], "1 2 |");
      g_assert_cmpint (rx_emitter_get_requested (emitter), ==, all);
      rx_probe_cancel (probe);
      inners_clear (&inners);
    }
}

/* Of each inner stream 128 items are asked for, and 96 more when 96 have left. */
static RxObservable *
to_kept (const GValue *item, gpointer user_data, GError **error)
{
  return rx_observable_create (RX_BACKPRESSURE_ERROR, keep, user_data, NULL);
}

static void
test_inner_demand (void)
{
  g_autoptr (RxEmitter) emitter = NULL;
  g_autoptr (RxObservable) observable = rx_test_numbers ("1");
  g_autoptr (RxProbe) probe = NULL;

  rx_then (&observable, flat_map, to_kept, &emitter, NULL);
  probe = rx_probe_subscribe (observable, 50);
  probe->quiet = TRUE;
  g_assert_cmpint (rx_emitter_get_requested (emitter), ==, 128);
  for (gint64 i = 0; i < 100; i++)
    rx_emitter_next (emitter, RX_VALUE_INT64 (i));
  g_assert_cmpint (rx_emitter_get_requested (emitter), ==, 28);
  g_assert_cmpuint (probe->n_items, ==, 50);
  rx_probe_request (probe, 45);
  g_assert_cmpint (rx_emitter_get_requested (emitter), ==, 28);
  rx_probe_request (probe, 1);
  g_assert_cmpint (rx_emitter_get_requested (emitter), ==, 124);
  rx_emitter_completed (emitter);
  g_assert_cmpuint (probe->n_ends, ==, 0);
  rx_probe_request (probe, 4);
  g_assert_cmpuint (probe->n_ends, ==, 1);
}

/* --- B038: the end of one side releases the others, before it goes down --- */

typedef struct
{
  gint opened;
  gint released;
  RxProbe *probe;
} Released;

static void
count_release (gpointer user_data, GError **error)
{
  Released *self = user_data;

  self->released++;
  g_assert_cmpuint (self->probe->n_ends, ==, 0);
}

static void
keep_alive (gpointer user_data, GError **error)
{
}

static void
run_open (RxEmitter *emitter, gpointer user_data, GError **error)
{
  Released *self = user_data;

  self->opened++;
  rx_emitter_add_teardown (emitter, count_release, self, NULL);
  rx_emitter_next (emitter, RX_VALUE_INT64 (self->opened));
  /* kept alive by its own teardown */
  rx_emitter_add_teardown (emitter, keep_alive, g_object_ref (emitter), g_object_unref);
}

static RxObservable *
to_open (const GValue *item, gpointer user_data, GError **error)
{
  if (rx_value_get_int64 (item) == 9)
    return rx_test_failing ("inner");
  return rx_observable_create (RX_BACKPRESSURE_BUFFER, run_open, user_data, NULL);
}

static void
test_release (void)
{
  static const struct
  {
    const gchar *outer;
    const gchar *events;
  } rows[] = {
    { "1 1 #outer", "1 2 #outer" },
    { "1 1 9", "1 2 #inner" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint j = 0; j < 2; j++)
      {
        g_autoptr (RxSubject) outer = rx_publish_subject_new ();
        g_autoptr (RxObservable) observable = NULL;
        g_autoptr (RxProbe) probe = rx_probe_new ();
        Released released = { .probe = probe };

        observable = rx_observable_flat_map_full (RX_OBSERVABLE (outer), j == 0 ? 0 : 3, FALSE, to_open, &released,
                                                  NULL);
        rx_probe_start (probe, observable, -1);
        rx_test_feed (outer, rows[i].outer);
        rx_probe_assert (probe, rows[i].events);
        g_assert_cmpint (released.opened, ==, 2);
        g_assert_cmpint (released.released, ==, 2);
        g_assert_false (rx_subject_has_observers (outer));
      }
}

/* --- the function fails --- */

static RxObservable *
faulty_func (const GValue *item, gpointer faulty, GError **error)
{
  if (!rx_test_faulty (faulty, error))
    return rx_observable_just (item);
  if (((RxTestFaulty *) faulty)->fault == RX_TEST_ERROR_AND_RESULT)
    return rx_observable_just (item);
  return NULL;
}

static RxObservable *
apply_faulty (RxObservable *source, gpointer faulty, GDestroyNotify destroy)
{
  return rx_observable_flat_map (source, faulty_func, faulty, destroy);
}

static RxObservable *
apply_faulty_1 (RxObservable *source, gpointer faulty, GDestroyNotify destroy)
{
  return rx_observable_flat_map_full (source, 1, FALSE, faulty_func, faulty, destroy);
}

static RxObservable *
to_nothing (const GValue *item, gpointer user_data, GError **error)
{
  return NULL;
}

static void
test_faults (void)
{
  g_autoptr (RxObservable) observable = rx_test_numbers ("1 2");
  g_autoptr (RxProbe) probe = NULL;

  rx_test_faults (apply_faulty, FALSE, "", "1");
  rx_test_faults (apply_faulty_1, FALSE, "", "1");

  /* G13 */
  rx_then (&observable, flat_map, to_nothing, NULL, NULL);
  probe = rx_probe_subscribe (observable, 0);
  rx_probe_assert (probe, "#The function of flat_map gave neither an observable nor an error");
  g_assert_error (probe->error, RX_ERROR, RX_ERROR_CALLBACK);
}

/* --- inner streams on a pool and by timer --- */

static RxObservable *
to_timer (const GValue *item, gpointer user_data, GError **error)
{
  g_autoptr (RxObservable) timer = rx_observable_timer (rx_value_get_int64 (item) % 3 * 100, user_data);

  return g_steal_pointer (&timer);
}

static void
test_timers (void)
{
  RxScheduler *schedulers[] = { rx_scheduler_main (), rx_scheduler_computation () };

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    for (guint j = 0; j < G_N_ELEMENTS (schedulers); j++)
      {
        g_autoptr (RxObservable) observable = rx_observable_range (0, 20);
        g_autoptr (RxProbe) probe = NULL;

        rx_then (&observable, flat_map_full, limits[i], FALSE, to_timer, schedulers[j], NULL);
        probe = rx_probe_subscribe (observable, -1);
        rx_probe_wait (probe);
        g_assert_cmpuint (probe->n_items, ==, 20);
      }
}

/* Each inner stream comes from a worker of its own; the order within each holds. */
static RxObservable *
to_worker (const GValue *item, gpointer user_data, GError **error)
{
  g_autoptr (RxObservable) inner = rx_observable_range (rx_value_get_int64 (item) * 1000, 300);

  rx_then (&inner, subscribe_on, rx_scheduler_computation ());
  return g_steal_pointer (&inner);
}

static void
check_order (RxProbe *probe, const GValue *item, gpointer data)
{
  gint64 *last = data;
  gint64 x = rx_value_get_int64 (item);

  g_assert_cmpint (x % 1000, ==, last[x / 1000] + 1);
  last[x / 1000]++;
}

static void
test_workers (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    for (guint round = 0; round < rx_test_rounds (100); round++)
      {
        g_autoptr (RxObservable) observable = rx_observable_range (0, 8);
        g_autoptr (RxProbe) probe = rx_probe_new ();
        gint64 last[8];

        for (guint j = 0; j < 8; j++)
          last[j] = -1;
        rx_then (&observable, flat_map_full, limits[i], FALSE, to_worker, NULL, NULL);
        probe->quiet = TRUE;
        probe->hook = check_order;
        probe->hook_data = last;
        rx_probe_start (probe, observable, -1);
        rx_probe_wait (probe);
        g_assert_cmpuint (probe->n_items, ==, 8 * 300);
      }
}

/* --- re-entrance and depth --- */

static void
feed_outer (RxProbe *probe, const GValue *item, gpointer subject)
{
  if (probe->n_items == 1)
    {
      rx_test_feed (subject, "2 |");
      rx_probe_assert (probe, "10");
    }
}

static void
test_re_entrant (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      g_autoptr (RxSubject) subject = rx_publish_subject_new ();
      g_autoptr (RxObservable) observable = NULL;
      g_autoptr (RxProbe) probe = rx_probe_new ();

      observable = rx_observable_flat_map_full (RX_OBSERVABLE (subject), limits[i], FALSE, to_pair, NULL, NULL);
      probe->hook = feed_outer;
      probe->hook_data = subject;
      rx_probe_start (probe, observable, -1);
      rx_test_feed (subject, "1");
      rx_probe_assert (probe, "10 11 20 21 |");
    }
}

static RxObservable *
to_empty (const GValue *item, gpointer user_data, GError **error)
{
  return rx_observable_empty ();
}

static void
run_deep (gpointer data)
{
  guint n = rx_test_rounds (100000);

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      g_autoptr (RxObservable) range = rx_observable_range (0, n);
      g_autoptr (RxObservable) justs_ = rx_observable_flat_map_full (range, limits[i], FALSE, to_just, NULL, NULL);
      g_autoptr (RxObservable) empties = rx_observable_flat_map_full (range, limits[i], FALSE, to_empty, NULL, NULL);
      g_autoptr (RxProbe) probe = rx_probe_new ();

      probe->quiet = TRUE;
      rx_probe_start (probe, justs_, -1);
      g_assert_cmpuint (probe->n_items, ==, n);
      g_assert_cmpuint (probe->n_ends, ==, 1);
      rx_test_expect (empties, -1, "|");
    }
}

static void
test_deep (void)
{
  rx_test_on_small_stack (run_deep, NULL);
}

static void
cancel_at_two (RxProbe *probe, const GValue *item, gpointer data)
{
  if (probe->n_items == 2)
    rx_probe_cancel (probe);
}

static RxObservable *
to_endless (const GValue *item, gpointer user_data, GError **error)
{
  return rx_observable_range (0, G_MAXINT64);
}

static void
test_endless_inner (void)
{
  g_autoptr (RxObservable) observable = rx_observable_range (0, G_MAXINT64);
  g_autoptr (RxObservable) three = NULL;
  g_autoptr (RxProbe) probe = rx_probe_new ();

  rx_then (&observable, flat_map_full, 1, FALSE, to_endless, NULL, NULL);
  probe->hook = cancel_at_two;
  rx_probe_start (probe, observable, -1);
  rx_probe_assert (probe, "0 1");
  three = rx_observable_take (observable, 3);
  rx_test_expect (three, -1, "0 1 2 |");
}

static void
test_bad_arguments (void)
{
  g_autoptr (RxObservable) never = rx_observable_never ();

  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  g_assert_null (rx_observable_flat_map (NULL, to_just, NULL, NULL));
  rx_test_expect_critical ("func != NULL");
  g_assert_null (rx_observable_flat_map (never, NULL, NULL, NULL));
  rx_test_expect_critical ("func != NULL");
  g_assert_null (rx_observable_flat_map_full (never, 1, FALSE, NULL, NULL, NULL));
  g_test_assert_expected_messages ();
}

static RxObservable *
count_and_just (const GValue *item, gpointer user_data, GError **error)
{
  (*(guint *) user_data)++;
  return rx_observable_just (item);
}

/* Short inner streams make room only when their items have been taken: what waits is bounded by the limit. */
static void
test_bounded (void)
{
  for (guint limit = 1; limit <= 4; limit++)
    {
      guint n_calls = 0;
      g_autoptr (RxObservable) chain = rx_observable_range (1, 1000);
      g_autoptr (RxProbe) probe = NULL;

      rx_then (&chain, flat_map_full, limit, FALSE, count_and_just, &n_calls, NULL);
      probe = rx_probe_subscribe (chain, 3);
      rx_probe_assert (probe, "1 2 3");
      g_assert_cmpuint (n_calls, <=, 3 + limit);
      rx_probe_cancel (probe);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/flat-map/table", test_table);
  rx_test_add ("/flat-map/hot", test_hot);
  rx_test_add ("/flat-map/delay-error", test_delay_error);
  rx_test_add ("/flat-map/outer-demand", test_outer_demand);
  rx_test_add ("/flat-map/inner-demand", test_inner_demand);
  rx_test_add ("/flat-map/B038-release", test_release);
  rx_test_add ("/flat-map/faults", test_faults);
  rx_test_add ("/flat-map/timers", test_timers);
  rx_test_add ("/flat-map/workers", test_workers);
  rx_test_add ("/flat-map/re-entrant", test_re_entrant);
  rx_test_add ("/flat-map/deep", test_deep);
  rx_test_add ("/flat-map/endless-inner", test_endless_inner);
  rx_test_add ("/flat-map/bounded", test_bounded);
  rx_test_add ("/flat-map/bad-arguments", test_bad_arguments);

  return g_test_run ();
}
