/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-script.h"

static RxObservable *
sums (RxObservable *source)
{
  return rx_observable_scan (source, NULL, rx_test_add_up, NULL, NULL);
}

static RxObservable *
sums_from_hundred (RxObservable *source)
{
  return rx_observable_scan (source, RX_VALUE_INT64 (100), rx_test_add_up, NULL, NULL);
}

static void
append (const GValue *accumulator, const GValue *item, GValue *result, gpointer user_data, GError **error)
{
  const gchar *a = rx_value_is_null (accumulator) ? "0" : rx_value_get_string (accumulator);
  const gchar *b = rx_value_is_null (item) ? "0" : rx_value_get_string (item);

  rx_value_take_string (result, g_strconcat (a, b, NULL));
}

static RxObservable *
joined (RxObservable *source)
{
  return rx_observable_scan (source, NULL, append, NULL, NULL);
}

static RxObservable *
joined_from_x (RxObservable *source)
{
  return rx_observable_scan (source, RX_VALUE_STRING ("x"), append, NULL, NULL);
}

static void
test_table (void)
{
  static const RxTestRow rows[] = {
    { "1 2 3 |", -1, "1 3 6 |" },
    { "1 2 3 |", 0, "" },
    { "1 2 3 |", 1, "1" },
    { "1 2 3 |", 2, "1 3" },
    { "1 2 3 |", 3, "1 3 6 |" },
    { "|", -1, "|" },
    { "|", 0, "|" },
    { "", -1, "" },
    { "#no", 0, "#no" },
    { "1 2 #no", -1, "1 3 #no" },
  };
  static const RxTestRow strings[] = {
    { "a b NULL c |", -1, "a ab ab0 ab0c |" },
    { "NULL b |", -1, "NULL 0b |" },
    { "a b c", 2, "a ab" },
  };

  rx_test_rows (sums, rows);
  rx_test_rows (joined, strings);
}

/* The seed comes first and counts as an item. */
static void
test_seed (void)
{
  static const RxTestRow rows[] = {
    { "1 2 3 |", -1, "100 101 103 106 |" },
    { "1 2 3 |", 0, "" },
    { "1 2 3 |", 1, "100" },
    { "1 2 3 |", 2, "100 101" },
    { "1 2 3 |", 4, "100 101 103 106 |" },
    { "|", -1, "100 |" },
    { "|", 1, "100 |" },
    { "|", 0, "" },
    { "", -1, "100" },
    { "#no", -1, "100 #no" },
    { "1 #no", -1, "100 101 #no" },
  };
  static const RxTestRow strings[] = {
    { "a b |", -1, "x xa xab |" },
    { "a b c", 2, "x xa" },
  };

  rx_test_rows (sums_from_hundred, rows);
  rx_test_rows (joined_from_x, strings);
}

/* Upstream is never asked for nothing, nor for more than will be passed on. */
static void
keep (RxEmitter *emitter, gpointer user_data, GError **error)
{
  *(RxEmitter **) user_data = g_object_ref (emitter);
}

static void
test_seed_demand (void)
{
  g_autoptr (RxEmitter) emitter = NULL;
  g_autoptr (RxObservable) source = rx_observable_create (RX_BACKPRESSURE_ERROR, keep, &emitter, NULL);
  g_autoptr (RxProbe) probe = NULL;

  rx_then (&source, scan, RX_VALUE_INT64 (100), rx_test_add_up, NULL, NULL);
  probe = rx_probe_subscribe (source, 0);
  g_assert_cmpint (rx_emitter_get_requested (emitter), ==, 0);
  rx_probe_request (probe, 1);
  g_assert_cmpint (rx_emitter_get_requested (emitter), ==, 0);
  rx_probe_assert (probe, "100");
  rx_probe_request (probe, 2);
  g_assert_cmpint (rx_emitter_get_requested (emitter), ==, 2);
  rx_probe_cancel (probe);
}

static void
cancel (RxProbe *probe, const GValue *item, gpointer data)
{
  rx_probe_cancel (probe);
}

static void
test_cancel_at_seed (void)
{
  g_autoptr (RxObservable) observable = rx_observable_range (1, G_MAXINT64);
  g_autoptr (RxProbe) probe = rx_probe_new ();

  rx_then (&observable, scan, RX_VALUE_INT64 (0), rx_test_add_up, NULL, NULL);
  probe->hook = cancel;
  rx_probe_start (probe, observable, -1);
  rx_probe_assert (probe, "0");
}

static void
faulty_func (const GValue *accumulator, const GValue *item, GValue *result, gpointer faulty, GError **error)
{
  if (!rx_test_faulty (faulty, error))
    rx_test_add_up (accumulator, item, result, NULL, error);
  else if (((RxTestFaulty *) faulty)->fault == RX_TEST_ERROR_AND_RESULT)
    rx_value_set_string (result, "beside the error");
}

static RxObservable *
apply_faulty (RxObservable *source, gpointer faulty, GDestroyNotify destroy)
{
  return rx_observable_scan (source, NULL, faulty_func, faulty, destroy);
}

static RxObservable *
apply_faulty_seed (RxObservable *source, gpointer faulty, GDestroyNotify destroy)
{
  return rx_observable_scan (source, RX_VALUE_INT64 (100), faulty_func, faulty, destroy);
}

static void
test_faults (void)
{
  rx_test_faults (apply_faulty, TRUE, "1", "1 3");
  rx_test_faults (apply_faulty_seed, TRUE, "100", "100 101");
}

static void
feed_more (RxProbe *probe, const GValue *item, gpointer subject)
{
  if (probe->n_items == 2)
    rx_test_feed (subject, "10 |");
}

static void
test_re_entrant (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxObservable) observable = sums_from_hundred (RX_OBSERVABLE (subject));
  g_autoptr (RxProbe) probe = rx_probe_new ();

  probe->hook = feed_more;
  probe->hook_data = subject;
  rx_probe_start (probe, observable, -1);
  rx_test_feed (subject, "1");
  rx_probe_assert (probe, "100 101 111 |");
}

static void
test_bad_arguments (void)
{
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1 2");
  GValue unset = G_VALUE_INIT;

  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  g_assert_null (rx_observable_scan (NULL, NULL, rx_test_add_up, NULL, NULL));
  rx_test_expect_critical ("func != NULL");
  g_assert_null (rx_observable_scan (numbers, NULL, NULL, NULL, NULL));
  rx_test_expect_critical ("seed == NULL");
  g_assert_null (rx_observable_scan (numbers, &unset, rx_test_add_up, NULL, NULL));
  g_test_assert_expected_messages ();
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/scan/table", test_table);
  rx_test_add ("/scan/seed", test_seed);
  rx_test_add ("/scan/seed-demand", test_seed_demand);
  rx_test_add ("/scan/cancel-at-seed", test_cancel_at_seed);
  rx_test_add ("/scan/faults", test_faults);
  rx_test_add ("/scan/re-entrant", test_re_entrant);
  rx_test_add ("/scan/bad-arguments", test_bad_arguments);

  return g_test_run ();
}
