/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* named, as_observable and to_string */

#include "rx-test-script.h"

static RxObservable *
named (RxObservable *source)
{
  return rx_observable_named (source, "stream");
}

static void
test_table (void)
{
  static const RxTestRow rows[] = {
    { "1 2 |", -1, "1 2 |" },
    { "1 2 |", 0, "" },
    { "1 2 |", 1, "1" },
    { "1 #no", -1, "1 #no" },
    { "1", -1, "1" },
  };

  rx_test_rows (named, rows);
  rx_test_rows (rx_observable_as_observable, rows);
}

static void
test_to_string (void)
{
  g_autoptr (RxObservable) chain = rx_observable_range (0, 3);
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autofree gchar *text = NULL;
  g_autofree gchar *subject_text = rx_observable_to_string (RX_OBSERVABLE (subject));

  g_assert_cmpstr (subject_text, ==, "publish_subject");
  rx_then (&chain, map, rx_test_times_ten, NULL, NULL);
  rx_then (&chain, named, "tens");
  rx_then (&chain, filter, rx_test_is_even, NULL, NULL);
  rx_then (&chain, take, 1);
  text = rx_observable_to_string (chain);
  g_assert_cmpstr (text, ==, "range → map → \"tens\" → filter → take");
}

/* Every operator has a name of its own, and every kind of node is counted in. */
static RxObservable *
to_just (const GValue *item, gpointer user_data, GError **error)
{
  return rx_observable_just (item);
}

static void
test_names (void)
{
  g_autoptr (RxObservable) one = rx_observable_just (NULL);
  g_autoptr (GError) error = rx_test_error ("no");
  struct
  {
    RxObservable *observable;
    const gchar *text;
  } rows[] = {
    { rx_observable_just (NULL), "just" },
    { rx_observable_empty (), "empty" },
    { rx_observable_never (), "never" },
    { rx_observable_error (error), "error" },
    { rx_observable_from_array (NULL, 0), "from_array" },
    { rx_observable_interval (1, NULL), "interval" },
    { rx_observable_timer (1, NULL), "timer" },
    { rx_test_script ("", NULL), "create" },
    { rx_observable_scan (one, NULL, rx_test_add_up, NULL, NULL), "just → scan" },
    { rx_observable_scan (one, RX_VALUE_INT64 (0), rx_test_add_up, NULL, NULL), "just → scan" },
    { rx_observable_reduce (one, NULL, rx_test_add_up, NULL, NULL), "just → reduce" },
    { rx_observable_flat_map (one, to_just, NULL, NULL), "just → flat_map" },
    { rx_observable_retry (one, 1), "just → retry" },
    { rx_observable_observe_on (one, NULL), "just → observe_on" },
    { rx_observable_subscribe_on (one, rx_scheduler_main ()), "just → subscribe_on" },
    { rx_observable_take_until (one, one), "just → take_until" },
    { rx_observable_merge (RX_SOURCES (one, one)), "merge" },
    { rx_observable_zip (RX_SOURCES (one, one), rx_test_join, NULL, NULL), "zip" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree gchar *text = rx_observable_to_string (rows[i].observable);

      g_assert_cmpstr (text, ==, rows[i].text);
      g_object_unref (rows[i].observable);
    }
}

/* The name nearest to the subscriber is told with an error that nobody handles. */
static void
catch_name (const GError *error, const gchar *stream, gpointer user_data)
{
  g_string_append_printf (user_data, "%s(%s)", stream != NULL ? stream : "-", error->message);
}

static void
test_undeliverable (void)
{
  g_autoptr (GString) told = g_string_new (NULL);
  g_autoptr (RxObservable) plain = rx_test_failing ("a");
  g_autoptr (RxObservable) once = rx_observable_named (plain, "inner");
  g_autoptr (RxObservable) mapped = rx_observable_map (once, rx_test_identity, NULL, NULL);
  g_autoptr (RxObservable) twice = rx_observable_named (mapped, "outer");

  rx_set_undeliverable_func (catch_name, told, NULL);
  g_object_unref (rx_observable_subscribe (plain, NULL, NULL, NULL, NULL, NULL));
  g_object_unref (rx_observable_subscribe (once, NULL, NULL, NULL, NULL, NULL));
  g_object_unref (rx_observable_subscribe (mapped, NULL, NULL, NULL, NULL, NULL));
  g_object_unref (rx_observable_subscribe (twice, NULL, NULL, NULL, NULL, NULL));
  rx_test_take_undeliverable ();
  g_assert_cmpstr (told->str, ==, "-(a)inner(a)inner(a)outer(a)");
}

/* A plain observable of a subject cannot be fed, and outlives it as a stream without events. */
static void
test_as_observable (void)
{
  RxSubject *subject = rx_publish_subject_new ();
  g_autoptr (RxObservable) plain = rx_observable_as_observable (RX_OBSERVABLE (subject));
  g_autoptr (RxProbe) probe = rx_probe_subscribe (plain, -1);

  g_assert_false (RX_IS_SUBJECT (plain));
  rx_test_feed (subject, "1");
  g_object_unref (subject);
  rx_probe_assert (probe, "1");
  g_assert_true (rx_subscription_is_unsubscribed (probe->handle));
  rx_test_expect (plain, -1, "");
}

static void
test_bad_arguments (void)
{
  g_autoptr (RxObservable) never = rx_observable_never ();

  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  g_assert_null (rx_observable_named (NULL, "x"));
  rx_test_expect_critical ("name != NULL");
  g_assert_null (rx_observable_named (never, NULL));
  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  g_assert_null (rx_observable_as_observable (NULL));
  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  g_assert_null (rx_observable_to_string (NULL));
  g_test_assert_expected_messages ();
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/named/table", test_table);
  rx_test_add ("/named/to-string", test_to_string);
  rx_test_add ("/named/names", test_names);
  rx_test_add ("/named/undeliverable", test_undeliverable);
  rx_test_add ("/named/as-observable", test_as_observable);
  rx_test_add ("/named/bad-arguments", test_bad_arguments);

  return g_test_run ();
}
