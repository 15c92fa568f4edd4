/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-script.h"

#define NONE "#The stream ended without an item"

static RxObservable *
sum (RxObservable *source)
{
  return rx_observable_reduce (source, NULL, rx_test_add_up, NULL, NULL);
}

static RxObservable *
sum_from_hundred (RxObservable *source)
{
  return rx_observable_reduce (source, RX_VALUE_INT64 (100), rx_test_add_up, NULL, NULL);
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
  return rx_observable_reduce (source, NULL, append, NULL, NULL);
}

static void
test_table (void)
{
  static const RxTestRow rows[] = {
    { "1 2 3 |", -1, "6 |" },
    { "1 2 3 |", 0, "" },
    { "1 2 3 |", 1, "6 |" },
    { "1 2 3 |", 2, "6 |" },
    { "7 |", -1, "7 |" },
    { "|", -1, NONE },
    { "|", 0, NONE },
    { "", -1, "" },
    { "1 2", -1, "" },
    { "#no", 0, "#no" },
    { "1 2 #no", -1, "#no" },
    { "1 2 #no", 0, "#no" },
  };
  static const RxTestRow seeded[] = {
    { "1 2 3 |", -1, "106 |" },
    { "1 2 3 |", 0, "" },
    { "1 2 3 |", 1, "106 |" },
    { "|", -1, "100 |" },
    { "|", 0, "" },
    { "1 #no", -1, "#no" },
  };
  static const RxTestRow strings[] = {
    { "a b NULL |", -1, "ab0 |" },
    { "NULL |", -1, "NULL |" },
    { "NULL a |", 1, "0a |" },
    { "a b #no", -1, "#no" },
    { "a b |", 0, "" },
    { "a b", -1, "" },
  };

  rx_test_rows (sum, rows);
  rx_test_rows (sum_from_hundred, seeded);
  rx_test_rows (joined, strings);
}

static void
test_empty (void)
{
  g_autoptr (RxObservable) observable = rx_observable_empty ();
  g_autoptr (RxProbe) probe = NULL;

  rx_then (&observable, reduce, NULL, rx_test_add_up, NULL, NULL);
  probe = rx_probe_subscribe (observable, -1);
  g_assert_error (probe->error, RX_ERROR, RX_ERROR_EMPTY);
}

/* The result waits until it is asked for, and comes where it is asked for. */
static void
test_late_request (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxObservable) observable = sum (RX_OBSERVABLE (subject));
  g_autoptr (RxProbe) asked = rx_probe_subscribe (observable, 0);
  g_autoptr (RxProbe) dropped = rx_probe_subscribe (observable, 0);

  rx_test_feed (subject, "1 2 |");
  g_assert_false (rx_subject_has_observers (subject));
  rx_probe_assert (asked, "");
  rx_probe_request (asked, 1);
  rx_probe_assert (asked, "3 |");
  rx_probe_cancel (dropped);
  rx_probe_request (dropped, 1);
  rx_probe_assert (dropped, "");
}

static void
cancel (RxProbe *probe, const GValue *item, gpointer data)
{
  rx_probe_cancel (probe);
}

static void
test_cancel_at_result (void)
{
  g_autoptr (RxObservable) observable = rx_observable_range (1, 3);
  g_autoptr (RxProbe) probe = rx_probe_new ();

  rx_then (&observable, reduce, NULL, rx_test_add_up, NULL, NULL);
  probe->hook = cancel;
  rx_probe_start (probe, observable, 1);
  rx_probe_assert (probe, "6");
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
  return rx_observable_reduce (source, NULL, faulty_func, faulty, destroy);
}

static void
test_faults (void)
{
  rx_test_faults (apply_faulty, TRUE, "", "");
}

static void
test_bad_arguments (void)
{
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1 2");
  GValue unset = G_VALUE_INIT;

  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  g_assert_null (rx_observable_reduce (NULL, NULL, rx_test_add_up, NULL, NULL));
  rx_test_expect_critical ("func != NULL");
  g_assert_null (rx_observable_reduce (numbers, NULL, NULL, NULL, NULL));
  rx_test_expect_critical ("seed == NULL");
  g_assert_null (rx_observable_reduce (numbers, &unset, rx_test_add_up, NULL, NULL));
  g_test_assert_expected_messages ();
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/reduce/table", test_table);
  rx_test_add ("/reduce/empty", test_empty);
  rx_test_add ("/reduce/late-request", test_late_request);
  rx_test_add ("/reduce/cancel-at-result", test_cancel_at_result);
  rx_test_add ("/reduce/faults", test_faults);
  rx_test_add ("/reduce/bad-arguments", test_bad_arguments);

  return g_test_run ();
}
