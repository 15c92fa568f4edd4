/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-script.h"

/* --- one source: it passes through --- */

static RxObservable *
alone (RxObservable *source)
{
  return rx_observable_merge (&source, 1);
}

static RxObservable *
with_empty (RxObservable *source)
{
  g_autoptr (RxObservable) empty = rx_observable_empty ();

  return rx_observable_merge_with (source, empty);
}

static void
test_table (void)
{
  static const RxTestRow rows[] = {
    { "1 2 3 |", -1, "1 2 3 |" },
    { "1 2 3 |", 0, "" },
    { "1 2 3 |", 1, "1" },
    { "1 2 3 |", 2, "1 2" },
    { "1 2 3 |", 3, "1 2 3 |" },
    { "a NULL |", -1, "a NULL |" },
    { "a b c", 1, "a" },
    { "|", 0, "|" },
    { "1", -1, "1" },
    { "#no", 0, "#no" },
    { "1 #no", -1, "1 #no" },
    /* an error comes behind the items that came before it */
    { "1 2 #no", 2, "1 2 #no" },
    { "1 2 #no", 1, "1" },
  };

  rx_test_rows (alone, rows);
  rx_test_rows (with_empty, rows);
}

/* --- two sources --- */

static void
test_cold (void)
{
  static const struct
  {
    const gchar *a, *b;
    gint64 demand;
    const gchar *events;
  } rows[] = {
    { "1 2 |", "3 4 |", -1, "1 2 3 4 |" },
    { "1 2 |", "3 4 |", 3, "1 2 3" },
    { "1 2", "3 4 |", -1, "1 2 3 4" },
    { "|", "|", 0, "|" },
    { "|", "3 |", -1, "3 |" },
    { "", "3 |", -1, "3" },
    { "#no", "3 |", -1, "#no" },
    { "1 |", "#no", -1, "1 #no" },
    { "1", "3 #no", -1, "1 3 #no" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gint open = 0;
      g_autoptr (RxObservable) a = rx_test_script (rows[i].a, &open);
      g_autoptr (RxObservable) b = rx_test_script (rows[i].b, &open);
      g_autoptr (RxObservable) merged = rx_observable_merge (RX_SOURCES (a, b));

      for (guint round = 0; round < 2; round++)
        rx_test_expect (merged, rows[i].demand, rows[i].events);
      g_assert_cmpint (open, ==, 0);
    }
}

static void
test_never (void)
{
  g_autoptr (RxObservable) never = rx_observable_never ();
  g_autoptr (RxObservable) empty = rx_observable_empty ();
  g_autoptr (RxObservable) failing = rx_test_failing ("no");

  rx_test_expect_take (rx_observable_merge (RX_SOURCES (never, empty)), -1, "");
  rx_test_expect_take (rx_observable_merge (RX_SOURCES (never, never)), -1, "");
  rx_test_expect_take (rx_observable_merge (RX_SOURCES (never, failing)), 0, "#no");
  rx_test_expect_take (rx_observable_merge (RX_SOURCES (empty, empty, empty)), 0, "|");
}

static void
test_none (void)
{
  rx_test_expect_take (rx_observable_merge (NULL, 0), -1, "|");
  rx_test_expect_take (rx_observable_merge (NULL, 0), 0, "|");
}

static void
test_hot (void)
{
  static const struct
  {
    const gchar *steps[6];
    const gchar *events;
  } rows[] = {
    { { "a:1", "b:2", "a:3 |", "b:4", "b:|" }, "1 2 3 4 |" },
    { { "a:1", "b:#no", "a:2" }, "1 #no" },
    { { "a:|", "b:1 #no" }, "1 #no" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (RxSubject) a = rx_publish_subject_new ();
      g_autoptr (RxSubject) b = rx_publish_subject_new ();
      g_autoptr (RxObservable) merged = rx_observable_merge (RX_SOURCES (RX_OBSERVABLE (a), RX_OBSERVABLE (b)));
      g_autoptr (RxProbe) one = rx_probe_subscribe (merged, -1);
      g_autoptr (RxProbe) other = rx_probe_subscribe (merged, -1);
      g_autoptr (RxProbe) none = rx_probe_subscribe (merged, -1);

      rx_probe_cancel (none);
      for (guint j = 0; j < G_N_ELEMENTS (rows[i].steps) && rows[i].steps[j] != NULL; j++)
        rx_test_feed (rows[i].steps[j][0] == 'a' ? a : b, rows[i].steps[j] + 2);
      rx_probe_assert (one, rows[i].events);
      rx_probe_assert (other, rows[i].events);
      rx_probe_assert (none, "");
      g_assert_false (rx_subject_has_observers (a));
      g_assert_false (rx_subject_has_observers (b));
    }
}

/* What a subject brings without being asked waits, from either side in the order of its coming. */
static void
test_hot_demand (void)
{
  g_autoptr (RxSubject) a = rx_publish_subject_new ();
  g_autoptr (RxSubject) b = rx_publish_subject_new ();
  g_autoptr (RxObservable) merged = rx_observable_merge_with (RX_OBSERVABLE (a), RX_OBSERVABLE (b));
  g_autoptr (RxProbe) probe = rx_probe_subscribe (merged, 1);

  rx_test_feed (a, "1 2");
  rx_test_feed (b, "3");
  rx_test_feed (a, "4 |");
  rx_test_feed (b, "5 |");
  rx_probe_assert (probe, "1");
  rx_probe_request (probe, 2);
  rx_probe_assert (probe, "1 2 3");
  rx_probe_request (probe, 2);
  rx_probe_assert (probe, "1 2 3 4 5 |");
}

/* Each source is asked for 128 items ahead, and for 96 more when 96 of its own have left. */
static void
keep (RxEmitter *emitter, gpointer user_data, GError **error)
{
  *(RxEmitter **) user_data = g_object_ref (emitter);
}

static void
test_prefetch (void)
{
  RxEmitter *emitters[2] = { NULL, NULL };
  g_autoptr (RxObservable) a = rx_observable_create (RX_BACKPRESSURE_ERROR, keep, &emitters[0], NULL);
  g_autoptr (RxObservable) b = rx_observable_create (RX_BACKPRESSURE_ERROR, keep, &emitters[1], NULL);
  g_autoptr (RxObservable) merged = rx_observable_merge (RX_SOURCES (a, b));
  g_autoptr (RxProbe) probe = rx_probe_subscribe (merged, 0);

  probe->quiet = TRUE;
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpint (rx_emitter_get_requested (emitters[i]), ==, 128);
      for (gint64 j = 0; j < 128; j++)
        rx_emitter_next (emitters[i], RX_VALUE_INT64 (j));
      g_assert_cmpint (rx_emitter_get_requested (emitters[i]), ==, 0);
    }
  rx_probe_request (probe, 95);
  g_assert_cmpint (rx_emitter_get_requested (emitters[0]), ==, 0);
  rx_probe_request (probe, 1);
  g_assert_cmpint (rx_emitter_get_requested (emitters[0]), ==, 96);
  g_assert_cmpint (rx_emitter_get_requested (emitters[1]), ==, 0);
  rx_probe_request (probe, G_MAXINT64);
  g_assert_cmpuint (probe->n_items, ==, 256);
  g_assert_cmpint (rx_emitter_get_requested (emitters[1]), ==, 96);
  rx_probe_cancel (probe);
  g_object_unref (emitters[0]);
  g_object_unref (emitters[1]);
}

/* --- re-entrance --- */

static void
feed_other (RxProbe *probe, const GValue *item, gpointer data)
{
  gpointer *args = data;

  if (probe->n_items == 1)
    {
      rx_test_feed (args[1], "2");
      rx_test_feed (args[0], "3 |");
      rx_test_feed (args[1], "4 |");
      rx_probe_assert (probe, "1");
    }
}

static void
test_re_entrant (void)
{
  g_autoptr (RxSubject) a = rx_publish_subject_new ();
  g_autoptr (RxSubject) b = rx_publish_subject_new ();
  g_autoptr (RxObservable) merged = rx_observable_merge (RX_SOURCES (RX_OBSERVABLE (a), RX_OBSERVABLE (b)));
  g_autoptr (RxProbe) probe = rx_probe_new ();
  gpointer args[] = { a, b };

  probe->hook = feed_other;
  probe->hook_data = args;
  rx_probe_start (probe, merged, -1);
  rx_test_feed (a, "1");
  /* what b brings goes to the gate at once; what a brings to itself waits until a is through with the item */
  rx_probe_assert (probe, "1 2 4 3 |");
}

static void
cancel_at_two (RxProbe *probe, const GValue *item, gpointer data)
{
  if (probe->n_items == 2)
    rx_probe_cancel (probe);
}

/* An endless source in front of another: the second is not subscribed to once the end has come. */
static void
test_endless (void)
{
  gint open = 0;
  g_autoptr (RxObservable) endless = rx_observable_range (0, G_MAXINT64);
  g_autoptr (RxObservable) second = rx_test_script ("a", &open);
  g_autoptr (RxObservable) merged = rx_observable_merge (RX_SOURCES (endless, second));
  g_autoptr (RxProbe) probe = rx_probe_new ();

  probe->hook = cancel_at_two;
  rx_probe_start (probe, merged, -1);
  rx_probe_assert (probe, "0 1");
  rx_then (&merged, take, 3);
  rx_test_expect (merged, -1, "0 1 2 |");
  g_assert_cmpint (open, ==, 0);
}

/* --- threads --- */

static gpointer
feed_hundred (gpointer subject)
{
  for (gint64 i = 0; i < 100; i++)
    rx_subject_next (subject, RX_VALUE_INT64 (i));
  rx_subject_completed (subject);
  return NULL;
}

/* Events of several threads come one at a time, and none is lost; the probe sees to that. */
static void
test_threads (void)
{
  for (guint round = 0; round < rx_test_rounds (500); round++)
    {
      RxObservable *subjects[3];
      pthread_t threads[3];
      g_autoptr (RxObservable) merged = NULL;
      g_autoptr (RxProbe) probe = rx_probe_new ();

      for (guint i = 0; i < 3; i++)
        subjects[i] = RX_OBSERVABLE (rx_publish_subject_new ());
      merged = rx_observable_merge (subjects, 3);
      probe->quiet = TRUE;
      rx_probe_start (probe, merged, round % 2 == 0 ? -1 : 150);
      for (guint i = 0; i < 3; i++)
        threads[i] = rx_test_thread_start (feed_hundred, subjects[i]);
      for (guint i = 0; i < 3; i++)
        rx_test_thread_join (threads[i]);
      if (round % 2 == 1)
        {
          g_assert_cmpuint (probe->n_items, ==, 150);
          rx_probe_request (probe, 150);
        }
      g_assert_cmpuint (probe->n_items, ==, 300);
      g_assert_cmpuint (probe->n_ends, ==, 1);
      for (guint i = 0; i < 3; i++)
        g_object_unref (subjects[i]);
    }
}

/* B045: one thread ends a source, so that the other is released; a second thread emits or subscribes at that moment.
 * Nothing is locked across a call-out, so neither waits for the other. */
typedef struct
{
  RxObservable *merged;
  RxSubject *a, *b;
  _Atomic guint32 round;        /* even: wait; odd: go */
  _Atomic guint32 done;
  atomic_bool stop;
  gboolean subscribe;
} Race;

static gpointer
race_thread (gpointer data)
{
  Race *self = data;
  guint32 seen = 0;

  for (;;)
    {
      guint32 now;

      while ((now = atomic_load (&self->round)) == seen)
        g_thread_yield ();
      seen = now;
      if (atomic_load (&self->stop))
        return NULL;
      if (self->subscribe)
        {
          g_autoptr (RxSubscription) subscription = rx_observable_subscribe (self->merged, NULL, NULL, NULL, NULL,
                                                                             NULL);

          rx_subscription_unsubscribe (subscription);
        }
      else
        rx_subject_next (self->b, RX_VALUE_INT64 (1));
      atomic_store (&self->done, seen);
    }
}

static void
test_race (void)
{
  Race self = { NULL };
  RxTestWatchdog *watchdog = rx_test_watchdog_start (100);
  pthread_t thread = rx_test_thread_start (race_thread, &self);
  guint rounds = rx_test_rounds (100000);

  for (guint32 i = 1; i <= rounds; i++)
    {
      g_autoptr (RxProbe) probe = rx_probe_new ();

      self.a = rx_publish_subject_new ();
      self.b = rx_publish_subject_new ();
      self.merged = rx_observable_merge (RX_SOURCES (RX_OBSERVABLE (self.a), RX_OBSERVABLE (self.b)));
      self.subscribe = i % 2 == 0;
      probe->quiet = TRUE;
      rx_probe_start (probe, self.merged, -1);
      atomic_store (&self.round, i);
      if (i % 4 < 2)
        rx_test_feed (self.a, "#no");
      else
        rx_test_feed (self.a, "1 |");
      while (atomic_load (&self.done) != i)
        g_thread_yield ();
      rx_probe_cancel (probe);
      g_object_unref (self.a);
      g_object_unref (self.b);
      g_object_unref (self.merged);
    }
  atomic_store (&self.stop, TRUE);
  atomic_store (&self.round, G_MAXUINT32);
  rx_test_thread_join (thread);
  rx_test_watchdog_stop (watchdog);
  /* those that subscribed to the failed stream without a function for errors */
  rx_test_take_undeliverable ();
}

static void
test_bad_arguments (void)
{
  g_autoptr (RxObservable) never = rx_observable_never ();
  RxObservable *sources[] = { never, NULL };

  rx_test_expect_critical ("_rx_sources_are_valid");
  g_assert_null (rx_observable_merge (NULL, 1));
  rx_test_expect_critical ("_rx_sources_are_valid");
  g_assert_null (rx_observable_merge (sources, 2));
  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  g_assert_null (rx_observable_merge_with (NULL, never));
  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  g_assert_null (rx_observable_merge_with (never, NULL));
  g_test_assert_expected_messages ();
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/merge/table", test_table);
  rx_test_add ("/merge/cold", test_cold);
  rx_test_add ("/merge/never", test_never);
  rx_test_add ("/merge/none", test_none);
  rx_test_add ("/merge/hot", test_hot);
  rx_test_add ("/merge/hot-demand", test_hot_demand);
  rx_test_add ("/merge/prefetch", test_prefetch);
  rx_test_add ("/merge/re-entrant", test_re_entrant);
  rx_test_add ("/merge/endless", test_endless);
  rx_test_add ("/merge/threads", test_threads);
  rx_test_add ("/merge/B045-race", test_race);
  rx_test_add ("/merge/bad-arguments", test_bad_arguments);

  return g_test_run ();
}
