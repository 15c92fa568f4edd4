/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* just and from_array */

#include "rx-test-script.h"

static RxObservable *
just_number (gint64 number)
{
  return rx_observable_just (RX_VALUE_INT64 (number));
}

static void
test_just (void)
{
  g_autoptr (RxObservable) one = just_number (7);

  for (guint i = 0; i < 2; i++)
    {
      rx_test_expect (one, -1, "7 |");
      rx_test_expect (one, 0, "");
      rx_test_expect (one, 1, "7 |");
      rx_test_expect (one, 2, "7 |");
    }
}

static void
test_just_null (void)
{
  rx_test_expect_take (rx_observable_just (NULL), -1, "NULL |");
}

static void
test_from_array (void)
{
  g_autoptr (RxObservable) three = rx_test_numbers ("1 2 3");
  g_autoptr (RxProbe) probe = rx_probe_subscribe (three, 0);

  rx_test_expect (three, -1, "1 2 3 |");
  rx_test_expect (three, 1, "1");
  rx_test_expect (three, 2, "1 2");
  /* as many as there are: the end needs no further request */
  rx_test_expect (three, 3, "1 2 3 |");
  rx_test_expect (three, 4, "1 2 3 |");

  rx_probe_assert (probe, "");
  rx_probe_request (probe, 1);
  rx_probe_assert (probe, "1");
  rx_probe_request (probe, 2);
  rx_probe_assert (probe, "1 2 3 |");
  rx_probe_request (probe, 2);
  rx_probe_assert (probe, "1 2 3 |");
}

static void
test_from_array_empty (void)
{
  rx_test_expect_take (rx_observable_from_array (NULL, 0), -1, "|");
  rx_test_expect_take (rx_observable_from_array (NULL, 0), 0, "|");
}

/* The array is copied, and its strings are released once. */
static void
test_strings (void)
{
  GValue items[3] = { G_VALUE_INIT, G_VALUE_INIT, G_VALUE_INIT };
  g_autoptr (RxObservable) words = NULL;

  rx_value_set_string (&items[0], "a");
  rx_value_set_null (&items[1]);
  rx_value_set_string (&items[2], NULL);
  words = rx_observable_from_array (items, 3);
  g_value_unset (&items[0]);
  rx_test_expect (words, 2, "a NULL");
  rx_test_expect (words, 1, "a");
}

static void
test_objects (void)
{
  g_autoptr (GCancellable) object = g_cancellable_new ();
  g_autoptr (RxObservable) just = rx_observable_just (RX_VALUE_OBJECT (object));
  g_autoptr (RxProbe) probe = rx_probe_new ();

  probe->quiet = TRUE;
  rx_probe_start (probe, just, -1);
  g_assert_cmpuint (probe->n_items, ==, 1);
  g_assert_cmpuint (G_OBJECT (object)->ref_count, ==, 2);
  g_clear_object (&just);
  g_assert_cmpuint (G_OBJECT (object)->ref_count, ==, 1);
}

static void
cancel_at_two (RxProbe *probe, const GValue *item, gpointer data)
{
  if (probe->n_items == 2)
    rx_probe_cancel (probe);
}

static void
test_cancel_inside (void)
{
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1 2 3 4");
  g_autoptr (RxProbe) probe = rx_probe_new ();

  probe->hook = cancel_at_two;
  rx_probe_start (probe, numbers, -1);
  rx_probe_assert (probe, "1 2");
}

static void
request_one (RxProbe *probe, const GValue *item, gpointer data)
{
  rx_probe_request (probe, 1);
}

static void
test_request_inside (void)
{
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1 2 3 4");
  g_autoptr (RxProbe) probe = rx_probe_new ();

  probe->hook = request_one;
  rx_probe_start (probe, numbers, 1);
  rx_probe_assert (probe, "1 2 3 4 |");
}

static void
test_bad_arguments (void)
{
  GValue unset[2] = { G_VALUE_INIT, G_VALUE_INIT };

  rx_value_set_int64 (&unset[0], 1);

  rx_test_expect_critical ("G_IS_VALUE (item)");
  g_assert_null (rx_observable_just (&unset[1]));
  rx_test_expect_critical ("G_IS_VALUE (&items[i])");
  g_assert_null (rx_observable_from_array (unset, 2));
  rx_test_expect_critical ("items != NULL");
  g_assert_null (rx_observable_from_array (NULL, 1));
  g_test_assert_expected_messages ();
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/just/item", test_just);
  rx_test_add ("/just/null", test_just_null);
  rx_test_add ("/from-array/demand", test_from_array);
  rx_test_add ("/from-array/empty", test_from_array_empty);
  rx_test_add ("/from-array/strings", test_strings);
  rx_test_add ("/from-array/objects", test_objects);
  rx_test_add ("/from-array/cancel-inside", test_cancel_inside);
  rx_test_add ("/from-array/request-inside", test_request_inside);
  rx_test_add ("/from-array/bad-arguments", test_bad_arguments);

  return g_test_run ();
}
