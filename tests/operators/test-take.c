/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-script.h"

static RxObservable *
two (RxObservable *source)
{
  return rx_observable_take (source, 2);
}

static RxObservable *
all (RxObservable *source)
{
  return rx_observable_take (source, G_MAXUINT64);
}

static void
test_table (void)
{
  static const RxTestRow rows[] = {
    { "1 2 3 |", -1, "1 2 |" },
    { "1 2 3", -1, "1 2 |" },
    { "1 2 3 |", 0, "" },
    { "1 2 3 |", 1, "1" },
    { "1 2 3 |", 2, "1 2 |" },
    { "1 2 #no", -1, "1 2 |" },
    { "1 2 |", -1, "1 2 |" },
    { "1 |", -1, "1 |" },
    { "1 |", 1, "1 |" },
    { "a NULL b |", -1, "a NULL |" },
    { "|", 0, "|" },
    { "1", -1, "1" },
    { "#no", 0, "#no" },
    { "1 #no", -1, "1 #no" },
  };
  static const RxTestRow unlimited[] = {
    { "1 2 3 |", -1, "1 2 3 |" },
    { "1 2 3 |", 2, "1 2" },
    { "1 2 #no", -1, "1 2 #no" },
  };

  rx_test_rows (two, rows);
  rx_test_rows (all, unlimited);
}

static void
never_run (RxEmitter *emitter, gpointer user_data, GError **error)
{
  g_assert_not_reached ();
}

static void
test_zero (void)
{
  g_autoptr (RxObservable) source = rx_observable_create (RX_BACKPRESSURE_BUFFER, never_run, NULL, NULL);

  rx_then (&source, take, 0);
  rx_test_expect (source, -1, "|");
  rx_test_expect (source, 0, "|");
}

/* Upstream is never asked for more than what will pass. */
static void
keep (RxEmitter *emitter, gpointer user_data, GError **error)
{
  *(RxEmitter **) user_data = g_object_ref (emitter);
}

static void
test_demand (void)
{
  static const struct
  {
    gint64 demand, request, before, after;
  } rows[] = {
    { -1, 1, 5, 5 },
    { 0, 3, 0, 3 },
    { 2, 2, 2, 4 },
    { 2, 9, 2, 5 },
    { 9, 9, 5, 5 },
    { 2, G_MAXINT64, 2, 5 },
    { 5, 1, 5, 5 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (RxEmitter) emitter = NULL;
      g_autoptr (RxObservable) source = rx_observable_create (RX_BACKPRESSURE_ERROR, keep, &emitter, NULL);
      g_autoptr (RxProbe) probe = NULL;

      rx_then (&source, take, 5);
      probe = rx_probe_subscribe (source, rows[i].demand);
      g_assert_cmpint (rx_emitter_get_requested (emitter), ==, rows[i].before);
      rx_probe_request (probe, rows[i].request);
      g_assert_cmpint (rx_emitter_get_requested (emitter), ==, rows[i].after);
      rx_probe_cancel (probe);
    }
}

/* U7: upstream is told to go after the last item and before the completion. As it is busy with that item, its teardown
 * runs as soon as it has control again. */
typedef struct
{
  RxEmitter *emitter;
  guint n_items, n_teardowns;
  gboolean completed;
} Release;

static void
released (gpointer user_data, GError **error)
{
  Release *self = user_data;

  self->n_teardowns++;
  g_assert_cmpuint (self->n_items, ==, 2);
}

static void
run_until_released (RxEmitter *emitter, gpointer user_data, GError **error)
{
  Release *self = user_data;

  self->emitter = emitter;
  rx_emitter_add_teardown (emitter, released, self, NULL);
  for (gint64 i = 1; !rx_emitter_is_unsubscribed (emitter); i++)
    rx_emitter_next (emitter, RX_VALUE_INT64 (i));
  g_assert_cmpuint (self->n_teardowns, ==, 1);
  self->emitter = NULL;
}

static void
release_next (const GValue *item, gpointer user_data, GError **error)
{
  Release *self = user_data;

  self->n_items++;
  g_assert_false (rx_emitter_is_unsubscribed (self->emitter));
}

static void
release_completed (gpointer user_data)
{
  Release *self = user_data;

  self->completed = TRUE;
  g_assert_true (rx_emitter_is_unsubscribed (self->emitter));
}

static void
test_release_order (void)
{
  Release self = { NULL };
  g_autoptr (RxObservable) source = rx_observable_create (RX_BACKPRESSURE_BUFFER, run_until_released, &self, NULL);
  g_autoptr (RxSubscription) subscription = NULL;

  rx_then (&source, take, 2);
  subscription = rx_observable_subscribe (source, release_next, NULL, release_completed, &self, NULL);
  g_assert_true (self.completed);
  g_assert_cmpuint (self.n_teardowns, ==, 1);
}

/* B088: an endless source that emits in the subscribe call is stopped by the operator and by the subscriber. */
typedef struct
{
  guint emitted;
  gboolean told;
} Endless;

static void
run_endless (RxEmitter *emitter, gpointer user_data, GError **error)
{
  Endless *self = user_data;

  while (!rx_emitter_is_unsubscribed (emitter))
    rx_emitter_next (emitter, RX_VALUE_INT64 (++self->emitted));
  self->told = TRUE;
}

static void
cancel_at_two (RxProbe *probe, const GValue *item, gpointer data)
{
  if (probe->n_items == 2)
    rx_probe_cancel (probe);
}

static void
test_endless (void)
{
  Endless counts = { 0 };
  g_autoptr (RxObservable) source = rx_observable_create (RX_BACKPRESSURE_BUFFER, run_endless, &counts, NULL);
  g_autoptr (RxObservable) three = rx_observable_take (source, 3);
  g_autoptr (RxProbe) probe = rx_probe_new ();
  RxTestWatchdog *watchdog = rx_test_watchdog_start (30);

  rx_test_expect (three, -1, "1 2 3 |");
  g_assert_cmpuint (counts.emitted, ==, 3);
  g_assert_true (counts.told);

  counts = (Endless) { 0 };
  probe->hook = cancel_at_two;
  rx_probe_start (probe, source, -1);
  rx_probe_assert (probe, "1 2");
  g_assert_cmpuint (counts.emitted, ==, 2);
  g_assert_true (counts.told);
  rx_test_watchdog_stop (watchdog);
}

/* B084: what is pushed from inside the last item does not pass, be it an item or the end. */
static void
push (RxProbe *probe, const GValue *item, gpointer data)
{
  gpointer *args = data;

  if (rx_value_get_int64 (item) == 1)
    rx_test_feed (args[0], args[1]);
}

static void
test_re_entrant (void)
{
  static const struct
  {
    guint64 n;
    const gchar *pushed;
    const gchar *events;
  } rows[] = {
    { 1, "2", "1 |" },
    { 1, "2 3 |", "1 |" },
    { 1, "#no", "1 |" },
    { 1, "|", "1 |" },
    { 2, "2", "1 2 |" },
    { 2, "2 3 4", "1 2 |" },
    { 2, "2 #no", "1 2 |" },
    { 2, "#no", "1 #no" },
    { 2, "|", "1 |" },
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (rows); i++)
    {
      guint row = i / 2;
      g_autoptr (RxSubject) subject = rx_publish_subject_new ();
      g_autoptr (RxObservable) observable = g_object_ref (RX_OBSERVABLE (subject));
      g_autoptr (RxProbe) probe = rx_probe_new ();
      gpointer args[] = { subject, (gpointer) rows[row].pushed };

      if (i % 2 == 1)
        rx_then (&observable, map, rx_test_identity, NULL, NULL);
      rx_then (&observable, take, rows[row].n);
      probe->hook = push;
      probe->hook_data = args;
      rx_probe_start (probe, observable, -1);
      rx_test_feed (subject, "1");
      rx_probe_assert (probe, rows[row].events);
      g_assert_false (rx_subject_has_observers (subject));
    }
  /* the source's own error had nobody to go to any more: a subject without subscribers has told those it had */
  g_assert_cmpuint (rx_test_take_undeliverable (), ==, 0);
}

/* The same with a source that calls straight down, without a queue in between. */
typedef struct
{
  RxObservable *observable;
  RxEmitter *emitter;
} Straight;

static void
push_straight (RxProbe *probe, const GValue *item, gpointer data)
{
  Straight *self = data;

  rx_emitter_next (self->emitter, RX_VALUE_INT64 (2));
  rx_emitter_completed (self->emitter);
}

static void
test_re_entrant_emitter (void)
{
  Straight self = { NULL, NULL };
  g_autoptr (RxObservable) observable = rx_observable_create (RX_BACKPRESSURE_MISSING, keep, &self.emitter, NULL);
  g_autoptr (RxProbe) probe = rx_probe_new ();

  rx_then (&observable, take, 1);
  probe->hook = push_straight;
  probe->hook_data = &self;
  rx_probe_start (probe, observable, -1);
  rx_emitter_next (self.emitter, RX_VALUE_INT64 (1));
  rx_probe_assert (probe, "1 |");
  g_object_unref (self.emitter);
}

static void
test_bad_arguments (void)
{
  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  g_assert_null (rx_observable_take (NULL, 1));
  g_test_assert_expected_messages ();
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/take/table", test_table);
  rx_test_add ("/take/zero", test_zero);
  rx_test_add ("/take/demand", test_demand);
  rx_test_add ("/take/release-order", test_release_order);
  rx_test_add ("/take/B088-endless", test_endless);
  rx_test_add ("/take/B084-re-entrant", test_re_entrant);
  rx_test_add ("/take/B084-re-entrant-emitter", test_re_entrant_emitter);
  rx_test_add ("/take/bad-arguments", test_bad_arguments);

  return g_test_run ();
}
