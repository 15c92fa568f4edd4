/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-script.h"

/* --- one source --- */

static void
first_of (const GValue *items, gsize n_items, GValue *result, gpointer user_data, GError **error)
{
  rx_value_set_value (result, &items[0]);
}

static RxObservable *
alone (RxObservable *source)
{
  return rx_observable_zip (&source, 1, first_of, NULL, NULL);
}

static RxObservable *
with_many (RxObservable *source)
{
  g_autoptr (RxObservable) many = rx_observable_range (0, G_MAXINT64);

  return rx_observable_zip_with (source, many, first_of, NULL, NULL);
}

static RxObservable *
with_itself (RxObservable *source)
{
  return rx_observable_zip_with (source, source, first_of, NULL, NULL);
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
  };
  /* with another source, the error would not wait for the items to find their partners */
  static const RxTestRow failing[] = {
    { "1 #no", -1, "1 #no" },
    { "1 2 #no", 1, "1 #no" },
  };

  rx_test_rows (alone, failing);
  rx_test_rows (alone, rows);
  rx_test_rows (with_many, rows);
  rx_test_rows (with_itself, rows);
}

/* --- two and three sources --- */

static const struct
{
  const gchar *sources[3];
  gint64 demand;
  const gchar *events;
} cold_rows[] = {
  { { "1 2 |", "3 4 |" }, -1, "1+3 2+4 |" },
  { { "1 2 |", "3 4 |" }, 1, "1+3" },
  { { "1 2 |", "3 4 |" }, 2, "1+3 2+4 |" },
  { { "1 2 |", "3 4 |" }, 0, "" },
  { { "1 2", "3 |" }, -1, "1+3 |" },
  { { "1 |", "3 4" }, -1, "1+3 |" },
  { { "1 2", "3" }, -1, "1+3" },
  { { "1 2 3 |", "4 5 |", "6 7 8" }, -1, "1+4+6 2+5+7 |" },
  { { "|", "1 2" }, -1, "|" },
  { { "1 2", "|" }, -1, "|" },
  { { "", "|" }, -1, "|" },
  { { "|", "" }, 0, "|" },
  /* an error does not wait for the other side */
  { { "1 2 #no", "" }, -1, "#no" },
  { { "", "1 #no" }, 0, "#no" },
  { { "1 2 #no", "3" }, -1, "#no" },
  { { "3", "1 2 #no" }, -1, "3+1 #no" },
  /* the shorter one is used up before the longer one fails */
  { { "1 |", "2 #no" }, -1, "1+2 |" },
};

static void
test_cold (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cold_rows); i++)
    {
      gint open = 0;
      RxObservable *sources[3];
      guint n = 0;
      g_autoptr (RxObservable) zipped = NULL;

      for (; n < 3 && cold_rows[i].sources[n] != NULL; n++)
        sources[n] = rx_test_script (cold_rows[i].sources[n], &open);
      zipped = rx_observable_zip (sources, n, rx_test_join, NULL, NULL);
      for (guint j = 0; j < n; j++)
        g_object_unref (sources[j]);

      for (guint round = 0; round < 2; round++)
        rx_test_expect (zipped, cold_rows[i].demand, cold_rows[i].events);
      g_assert_cmpint (open, ==, 0);
    }
}

/* No further combination can come once one is empty, whatever the others do. */
static void
test_never (void)
{
  g_autoptr (RxObservable) never = rx_observable_never ();
  g_autoptr (RxObservable) empty = rx_observable_empty ();
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1 2");

  rx_test_expect_take (rx_observable_zip (RX_SOURCES (never, empty), rx_test_join, NULL, NULL), -1, "|");
  rx_test_expect_take (rx_observable_zip (RX_SOURCES (empty, never), rx_test_join, NULL, NULL), 0, "|");
  rx_test_expect_take (rx_observable_zip (RX_SOURCES (numbers, never), rx_test_join, NULL, NULL), -1, "");
  rx_test_expect_take (rx_observable_zip (RX_SOURCES (never, never), rx_test_join, NULL, NULL), -1, "");
}

static void
test_none (void)
{
  gint destroyed = 0;

  rx_test_expect_take (rx_observable_zip (NULL, 0, rx_test_join, &destroyed, rx_test_count), 0, "|");
  g_assert_cmpint (destroyed, ==, 1);
}

static void
test_hot (void)
{
  static const struct
  {
    const gchar *steps[6];
    const gchar *events;
  } rows[] = {
    { { "a:1 2", "b:3", "b:4", "a:|" }, "1+3 2+4 |" },
    { { "a:1 2 |", "b:3", "b:4 5" }, "1+3 2+4 |" },
    { { "a:1 2", "b:3 |" }, "1+3 |" },
    { { "a:1", "b:#no" }, "#no" },
    { { "a:1 #no", "b:2" }, "#no" },
    { { "a:|" }, "|" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (RxSubject) a = rx_publish_subject_new ();
      g_autoptr (RxSubject) b = rx_publish_subject_new ();
      g_autoptr (RxObservable) zipped = rx_observable_zip (RX_SOURCES (RX_OBSERVABLE (a), RX_OBSERVABLE (b)),
                                                           rx_test_join, NULL, NULL);
      g_autoptr (RxProbe) one = rx_probe_subscribe (zipped, -1);
      g_autoptr (RxProbe) other = rx_probe_subscribe (zipped, -1);
      g_autoptr (RxProbe) none = rx_probe_subscribe (zipped, -1);

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

/* What comes unasked waits, and the end behind the combinations that wait. */
static void
test_demand (void)
{
  g_autoptr (RxSubject) a = rx_publish_subject_new ();
  g_autoptr (RxSubject) b = rx_publish_subject_new ();
  g_autoptr (RxObservable) zipped = NULL;
  g_autoptr (RxProbe) probe = NULL;

  zipped = rx_observable_zip_with (RX_OBSERVABLE (a), RX_OBSERVABLE (b), rx_test_join, NULL, NULL);
  probe = rx_probe_subscribe (zipped, 0);
  rx_test_feed (a, "1 2 3 |");
  rx_test_feed (b, "4 5 |");
  rx_probe_assert (probe, "");
  rx_probe_request (probe, 1);
  rx_probe_assert (probe, "1+4");
  rx_probe_request (probe, 1);
  rx_probe_assert (probe, "1+4 2+5 |");
}

/* --- the function fails --- */

static void
faulty_func (const GValue *items, gsize n_items, GValue *result, gpointer faulty, GError **error)
{
  if (!rx_test_faulty (faulty, error))
    rx_value_set_value (result, &items[0]);
  else if (((RxTestFaulty *) faulty)->fault == RX_TEST_ERROR_AND_RESULT)
    rx_value_set_string (result, "beside the error");
}

static RxObservable *
apply_faulty (RxObservable *source, gpointer faulty, GDestroyNotify destroy)
{
  g_autoptr (RxObservable) words = rx_test_script ("a b c", NULL);

  return rx_observable_zip_with (source, words, faulty_func, faulty, destroy);
}

static void
test_faults (void)
{
  rx_test_faults (apply_faulty, TRUE, "", "1");
}

/* --- re-entrance --- */

static void
feed_other (RxProbe *probe, const GValue *item, gpointer data)
{
  gpointer *args = data;

  if (probe->n_items == 1)
    {
      rx_test_feed (args[0], "2 |");
      rx_test_feed (args[1], "4 |");
      rx_probe_assert (probe, "1+3");
    }
}

static void
test_re_entrant (void)
{
  g_autoptr (RxSubject) a = rx_publish_subject_new ();
  g_autoptr (RxSubject) b = rx_publish_subject_new ();
  g_autoptr (RxObservable) zipped = rx_observable_zip (RX_SOURCES (RX_OBSERVABLE (a), RX_OBSERVABLE (b)), rx_test_join,
                                                       NULL, NULL);
  g_autoptr (RxProbe) probe = rx_probe_new ();
  gpointer args[] = { a, b };

  probe->hook = feed_other;
  probe->hook_data = args;
  rx_probe_start (probe, zipped, -1);
  rx_test_feed (a, "1");
  rx_test_feed (b, "3");
  rx_probe_assert (probe, "1+3 2+4 |");
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

static void
check_pair (RxProbe *probe, const GValue *item, gpointer data)
{
  g_autofree gchar *expected = g_strdup_printf ("%u+%u", (guint) probe->n_items - 1, (guint) probe->n_items - 1);

  g_assert_cmpstr (rx_value_get_string (item), ==, expected);
}

static void
test_threads (void)
{
  for (guint round = 0; round < rx_test_rounds (500); round++)
    {
      g_autoptr (RxSubject) a = rx_publish_subject_new ();
      g_autoptr (RxSubject) b = rx_publish_subject_new ();
      g_autoptr (RxObservable) zipped = rx_observable_zip (RX_SOURCES (RX_OBSERVABLE (a), RX_OBSERVABLE (b)),
                                                           rx_test_join, NULL, NULL);
      g_autoptr (RxProbe) probe = rx_probe_new ();
      pthread_t one, other;

      probe->quiet = TRUE;
      probe->hook = check_pair;
      rx_probe_start (probe, zipped, -1);
      one = rx_test_thread_start (feed_hundred, a);
      other = rx_test_thread_start (feed_hundred, b);
      rx_test_thread_join (one);
      rx_test_thread_join (other);
      g_assert_cmpuint (probe->n_items, ==, 100);
      g_assert_cmpuint (probe->n_ends, ==, 1);
    }
}

/* B045, as in merge: one thread ends a source while another emits, asks for more or subscribes. */
typedef struct
{
  RxObservable *zipped;
  RxProbe *probe;
  RxSubject *a, *b;
  _Atomic guint32 round;
  _Atomic guint32 done;
  atomic_bool stop;
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
      if (seen % 3 == 0)
        {
          g_autoptr (RxSubscription) subscription = rx_observable_subscribe (self->zipped, NULL, NULL, NULL, NULL,
                                                                             NULL);

          rx_subscription_unsubscribe (subscription);
        }
      else if (seen % 3 == 1)
        rx_subject_next (self->b, RX_VALUE_INT64 (1));
      else
        rx_probe_request (self->probe, 1);
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

      self.probe = probe;
      self.a = rx_publish_subject_new ();
      self.b = rx_publish_subject_new ();
      self.zipped = rx_observable_zip (RX_SOURCES (RX_OBSERVABLE (self.a), RX_OBSERVABLE (self.b)), rx_test_join, NULL,
                                       NULL);
      probe->quiet = TRUE;
      rx_probe_start (probe, self.zipped, i % 2);
      if (i % 5 == 0)
        rx_test_feed (self.b, "1");
      atomic_store (&self.round, i);
      rx_test_feed (self.a, i % 4 < 2 ? "1 |" : "1 #no");
      while (atomic_load (&self.done) != i)
        g_thread_yield ();
      rx_probe_cancel (probe);
      g_object_unref (self.a);
      g_object_unref (self.b);
      g_object_unref (self.zipped);
    }
  atomic_store (&self.stop, TRUE);
  atomic_store (&self.round, G_MAXUINT32);
  rx_test_thread_join (thread);
  rx_test_watchdog_stop (watchdog);
  rx_test_take_undeliverable ();
}

static void
test_bad_arguments (void)
{
  g_autoptr (RxObservable) never = rx_observable_never ();
  RxObservable *sources[] = { never, NULL };

  rx_test_expect_critical ("_rx_sources_are_valid");
  g_assert_null (rx_observable_zip (NULL, 1, rx_test_join, NULL, NULL));
  rx_test_expect_critical ("_rx_sources_are_valid");
  g_assert_null (rx_observable_zip (sources, 2, rx_test_join, NULL, NULL));
  rx_test_expect_critical ("func != NULL");
  g_assert_null (rx_observable_zip (sources, 1, NULL, NULL, NULL));
  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  g_assert_null (rx_observable_zip_with (NULL, never, rx_test_join, NULL, NULL));
  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  g_assert_null (rx_observable_zip_with (never, NULL, rx_test_join, NULL, NULL));
  g_test_assert_expected_messages ();
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/zip/table", test_table);
  rx_test_add ("/zip/cold", test_cold);
  rx_test_add ("/zip/never", test_never);
  rx_test_add ("/zip/none", test_none);
  rx_test_add ("/zip/hot", test_hot);
  rx_test_add ("/zip/demand", test_demand);
  rx_test_add ("/zip/faults", test_faults);
  rx_test_add ("/zip/re-entrant", test_re_entrant);
  rx_test_add ("/zip/threads", test_threads);
  rx_test_add ("/zip/B045-race", test_race);
  rx_test_add ("/zip/bad-arguments", test_bad_arguments);

  return g_test_run ();
}
