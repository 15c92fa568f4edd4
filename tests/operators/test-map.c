/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-script.h"

static RxObservable *
times_ten (RxObservable *source)
{
  return rx_observable_map (source, rx_test_times_ten, NULL, NULL);
}

static RxObservable *
identity (RxObservable *source)
{
  return rx_observable_map (source, rx_test_identity, NULL, NULL);
}

static void
test_table (void)
{
  static const RxTestRow rows[] = {
    { "1 2 3 |", -1, "10 20 30 |" },
    { "1 2 3 |", 0, "" },
    { "1 2 3 |", 1, "10" },
    { "1 2 3 |", 2, "10 20" },
    { "1 2 3 |", 3, "10 20 30 |" },
    { "|", -1, "|" },
    { "|", 0, "|" },
    { "", -1, "" },
    { "#no", -1, "#no" },
    { "#no", 0, "#no" },
    { "1 2 #no", -1, "10 20 #no" },
    { "1 2 #no", 1, "10" },
  };
  static const RxTestRow other_types[] = {
    { "NULL a NULL b |", -1, "NULL a NULL b |" },
    { "a b c", 2, "a b" },
  };

  rx_test_rows (times_ten, rows);
  rx_test_rows (identity, other_types);
}

static void
faulty_map (const GValue *item, GValue *result, gpointer faulty, GError **error)
{
  if (!rx_test_faulty (faulty, error))
    rx_value_set_value (result, item);
  else if (((RxTestFaulty *) faulty)->fault == RX_TEST_ERROR_AND_RESULT)
    rx_value_set_string (result, "beside the error");
}

static RxObservable *
apply_faulty (RxObservable *source, gpointer faulty, GDestroyNotify destroy)
{
  return rx_observable_map (source, faulty_map, faulty, destroy);
}

static void
test_faults (void)
{
  rx_test_faults (apply_faulty, TRUE, "", "1");
}

/* A failure of one stream does not leak into another on the same thread. */
static void
test_pending_failure (void)
{
  RxTestFaulty faulty = { .fault = RX_TEST_FAIL, .at = 1 };
  g_autoptr (RxObservable) failing = rx_test_numbers ("1");
  g_autoptr (RxObservable) good = rx_test_numbers ("1 2");

  rx_then (&failing, map, faulty_map, &faulty, NULL);
  rx_then (&good, map, rx_test_identity, NULL, NULL);
  rx_test_expect (failing, -1, "#fault");
  rx_test_expect (good, -1, "1 2 |");
}

static void
feed_more (RxProbe *probe, const GValue *item, gpointer subject)
{
  if (probe->n_items == 1)
    {
      rx_test_feed (subject, "2 3 |");
      rx_probe_assert (probe, "10");
    }
}

static void
test_re_entrant (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxObservable) mapped = times_ten (RX_OBSERVABLE (subject));
  g_autoptr (RxProbe) probe = rx_probe_new ();

  probe->hook = feed_more;
  probe->hook_data = subject;
  rx_probe_start (probe, mapped, -1);
  rx_test_feed (subject, "1");
  rx_probe_assert (probe, "10 20 30 |");
}

/* The item may be changed in type, and the result be an object that goes with the item. */
static void
to_object (const GValue *item, GValue *result, gpointer user_data, GError **error)
{
  rx_value_take_object (result, g_object_ref (user_data));
}

static void
test_objects (void)
{
  g_autoptr (GCancellable) object = g_cancellable_new ();
  g_autoptr (RxObservable) objects = rx_test_numbers ("1 2 3");
  g_autoptr (RxProbe) probe = rx_probe_new ();

  rx_then (&objects, map, to_object, g_object_ref (object), g_object_unref);
  probe->quiet = TRUE;
  rx_probe_start (probe, objects, 2);
  g_assert_cmpuint (probe->n_items, ==, 2);
  rx_probe_cancel (probe);
  g_clear_object (&objects);
  g_assert_cmpuint (G_OBJECT (object)->ref_count, ==, 1);
}

static void
test_bad_arguments (void)
{
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1 2");
  GObject *no_observable = g_object_new (G_TYPE_OBJECT, NULL);

  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  g_assert_null (rx_observable_map (NULL, rx_test_identity, NULL, NULL));
  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  g_assert_null (rx_observable_map ((RxObservable *) no_observable, rx_test_identity, NULL, NULL));
  rx_test_expect_critical ("func != NULL");
  g_assert_null (rx_observable_map (numbers, NULL, NULL, NULL));
  g_test_assert_expected_messages ();
  g_object_unref (no_observable);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/map/table", test_table);
  rx_test_add ("/map/faults", test_faults);
  rx_test_add ("/map/pending-failure", test_pending_failure);
  rx_test_add ("/map/re-entrant", test_re_entrant);
  rx_test_add ("/map/objects", test_objects);
  rx_test_add ("/map/bad-arguments", test_bad_arguments);

  return g_test_run ();
}
