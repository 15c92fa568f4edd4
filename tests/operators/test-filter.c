/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-script.h"

static RxObservable *
even (RxObservable *source)
{
  return rx_observable_filter (source, rx_test_is_even, NULL, NULL);
}

static gboolean
is_set (const GValue *item, gpointer user_data, GError **error)
{
  return !rx_value_is_null (item);
}

static RxObservable *
set (RxObservable *source)
{
  return rx_observable_filter (source, is_set, NULL, NULL);
}

static void
test_table (void)
{
  static const RxTestRow rows[] = {
    { "1 2 3 4 |", -1, "2 4 |" },
    { "1 2 3 4 |", 0, "" },
    { "1 2 3 4 |", 1, "2" },
    { "1 2 3 4 |", 2, "2 4 |" },
    /* what is dropped is asked for again, so the end is reached */
    { "1 3 5 |", 1, "|" },
    { "2 3 5 |", 1, "2" },
    { "2 3 5 |", 2, "2 |" },
    { "|", 0, "|" },
    { "", -1, "" },
    { "#no", 0, "#no" },
    { "1 2 #no", -1, "2 #no" },
    { "1 3 #no", 1, "#no" },
  };
  static const RxTestRow other_types[] = {
    { "NULL a NULL b |", -1, "a b |" },
    { "NULL a NULL b |", 1, "a" },
  };

  rx_test_rows (even, rows);
  rx_test_rows (set, other_types);
}

static gboolean
faulty_predicate (const GValue *item, gpointer faulty, GError **error)
{
  /* TRUE beside an error must not let the item through */
  rx_test_faulty (faulty, error);
  return TRUE;
}

static RxObservable *
apply_faulty (RxObservable *source, gpointer faulty, GDestroyNotify destroy)
{
  return rx_observable_filter (source, faulty_predicate, faulty, destroy);
}

static void
test_faults (void)
{
  rx_test_faults (apply_faulty, FALSE, "", "1");
}

static void
count_requests (RxEmitter *emitter, gpointer user_data, GError **error)
{
  *(RxEmitter **) user_data = g_object_ref (emitter);
}

/* One more for each item dropped, none for those that pass, and no account once everything is wanted. */
static void
test_replacement (void)
{
  g_autoptr (RxEmitter) emitter = NULL;
  g_autoptr (RxObservable) numbers = rx_observable_create (RX_BACKPRESSURE_ERROR, count_requests, &emitter, NULL);
  g_autoptr (RxProbe) probe = NULL;

  rx_then (&numbers, filter, rx_test_is_even, NULL, NULL);
  probe = rx_probe_subscribe (numbers, 2);
  g_assert_cmpint (rx_emitter_get_requested (emitter), ==, 2);
  rx_emitter_next (emitter, RX_VALUE_INT64 (1));
  g_assert_cmpint (rx_emitter_get_requested (emitter), ==, 2);
  rx_emitter_next (emitter, RX_VALUE_INT64 (2));
  g_assert_cmpint (rx_emitter_get_requested (emitter), ==, 1);
  rx_probe_request (probe, G_MAXINT64);
  g_assert_cmpint (rx_emitter_get_requested (emitter), ==, G_MAXINT64);
  rx_emitter_next (emitter, RX_VALUE_INT64 (3));
  rx_emitter_completed (emitter);
  rx_probe_assert (probe, "2 |");
}

/* --- B066: as deep as the data --- */

static gboolean
never_true (const GValue *item, gpointer user_data, GError **error)
{
  return FALSE;
}

static void
run_never_true (gpointer data)
{
  g_autoptr (RxObservable) numbers = rx_observable_range (0, rx_test_rounds (1000000));

  rx_then (&numbers, filter, never_true, NULL, NULL);
  rx_test_expect (numbers, 1, "|");
  rx_test_expect (numbers, 0, "");
}

static void
request_one (RxProbe *probe, const GValue *item, gpointer data)
{
  rx_probe_request (probe, 1);
}

static void
run_request_one (gpointer data)
{
  guint n = rx_test_rounds (1000000);
  g_autoptr (RxObservable) numbers = rx_observable_range (0, n);
  g_autoptr (RxProbe) probe = rx_probe_new ();

  if (data != NULL)
    rx_then (&numbers, filter, rx_test_is_even, NULL, NULL);
  probe->quiet = TRUE;
  probe->hook = request_one;
  rx_probe_start (probe, numbers, 1);
  g_assert_cmpuint (probe->n_items, ==, data != NULL ? n / 2 : n);
  g_assert_cmpuint (probe->n_ends, ==, 1);
}

static void
test_deep (void)
{
  rx_test_on_small_stack (run_never_true, NULL);
  rx_test_on_small_stack (run_request_one, NULL);
  rx_test_on_small_stack (run_request_one, (gpointer) "filtered");
}

static void
test_bad_arguments (void)
{
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1 2");

  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  g_assert_null (rx_observable_filter (NULL, rx_test_is_even, NULL, NULL));
  rx_test_expect_critical ("func != NULL");
  g_assert_null (rx_observable_filter (numbers, NULL, NULL, NULL));
  g_test_assert_expected_messages ();
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/filter/table", test_table);
  rx_test_add ("/filter/faults", test_faults);
  rx_test_add ("/filter/replacement", test_replacement);
  rx_test_add ("/filter/B066-deep", test_deep);
  rx_test_add ("/filter/bad-arguments", test_bad_arguments);

  return g_test_run ();
}
