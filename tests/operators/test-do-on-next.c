/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-script.h"

static void
note (const GValue *item, gpointer user_data, GError **error)
{
  if (user_data != NULL)
    g_string_append_printf (user_data, "%" G_GINT64_FORMAT " ", rx_value_get_int64 (item));
}

static RxObservable *
noting (RxObservable *source)
{
  return rx_observable_do_on_next (source, note, NULL, NULL);
}

static void
test_table (void)
{
  static const RxTestRow rows[] = {
    { "1 2 3 |", -1, "1 2 3 |" },
    { "1 2 3 |", 0, "" },
    { "1 2 3 |", 1, "1" },
    { "1 2 3 |", 2, "1 2" },
    { "a NULL |", -1, "a NULL |" },
    { "|", 0, "|" },
    { "", -1, "" },
    { "#no", 0, "#no" },
    { "1 #no", -1, "1 #no" },
  };

  rx_test_rows (noting, rows);
}

/* The function has its turn before the item goes on, and is not called for what was not asked for. */
static void
check_noted (RxProbe *probe, const GValue *item, gpointer noted)
{
  g_autofree gchar *expected = g_strconcat (probe->log->str, " ", NULL);

  g_assert_cmpstr (((GString *) noted)->str, ==, expected);
}

static void
test_order (void)
{
  g_autoptr (GString) noted = g_string_new (NULL);
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1 2 3");
  g_autoptr (RxProbe) probe = rx_probe_new ();

  rx_then (&numbers, do_on_next, note, noted, NULL);
  probe->hook = check_noted;
  probe->hook_data = noted;
  rx_probe_start (probe, numbers, 2);
  rx_probe_assert (probe, "1 2");
  g_assert_cmpstr (noted->str, ==, "1 2 ");
  rx_probe_cancel (probe);
}

static void
faulty_func (const GValue *item, gpointer faulty, GError **error)
{
  rx_test_faulty (faulty, error);
}

static RxObservable *
apply_faulty (RxObservable *source, gpointer faulty, GDestroyNotify destroy)
{
  return rx_observable_do_on_next (source, faulty_func, faulty, destroy);
}

static void
test_faults (void)
{
  rx_test_faults (apply_faulty, FALSE, "", "1");
}

static void
test_bad_arguments (void)
{
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1 2");

  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  g_assert_null (rx_observable_do_on_next (NULL, note, NULL, NULL));
  rx_test_expect_critical ("func != NULL");
  g_assert_null (rx_observable_do_on_next (numbers, NULL, NULL, NULL));
  g_test_assert_expected_messages ();
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/do-on-next/table", test_table);
  rx_test_add ("/do-on-next/order", test_order);
  rx_test_add ("/do-on-next/faults", test_faults);
  rx_test_add ("/do-on-next/bad-arguments", test_bad_arguments);

  return g_test_run ();
}
