/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* empty, never and error */

#include "rx-test-script.h"

/* The end does not wait to be asked for. */
static void
test_empty (void)
{
  for (gint64 demand = -1; demand <= 2; demand++)
    rx_test_expect_take (rx_observable_empty (), demand, "|");
}

static void
test_error (void)
{
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_EXISTS, "there");
  g_autoptr (RxObservable) failing = rx_observable_error (error);
  g_autoptr (RxProbe) probe = rx_probe_subscribe (failing, 0);

  g_clear_error (&error);
  g_assert_error (probe->error, G_IO_ERROR, G_IO_ERROR_EXISTS);
  for (gint64 demand = -1; demand <= 2; demand++)
    rx_test_expect (failing, demand, "#there");
}

/* What would wait for ever is released at once. */
static void
test_never (void)
{
  g_autoptr (RxObservable) never = rx_observable_never ();
  gint released = 0;
  RxSubscription *subscription;

  rx_test_expect (never, -1, "");
  rx_test_expect (never, 1, "");

  subscription = rx_observable_subscribe (never, NULL, NULL, NULL, &released, rx_test_count);
  g_assert_cmpint (released, ==, 1);
  rx_subscription_unsubscribe (subscription);
  g_object_unref (subscription);
  g_assert_cmpint (released, ==, 1);
}

/* Cancelled before it begins: not even the end comes. */
static void
test_cancelled_before (void)
{
  RxObservable *sources[] = { rx_observable_empty (), rx_observable_never (), rx_test_failing ("no") };

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      g_autoptr (RxObservable) source = sources[i];
      g_autoptr (RxProbe) probe = rx_probe_new ();

      rx_probe_cancel (probe);
      rx_probe_start (probe, source, -1);
      rx_probe_assert (probe, "");
    }
}

static void
test_bad_arguments (void)
{
  rx_test_expect_critical ("error != NULL");
  g_assert_null (rx_observable_error (NULL));
  g_test_assert_expected_messages ();
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/empty/demand", test_empty);
  rx_test_add ("/error/demand", test_error);
  rx_test_add ("/never/released", test_never);
  rx_test_add ("/empty/cancelled-before", test_cancelled_before);
  rx_test_add ("/error/bad-arguments", test_bad_arguments);

  return g_test_run ();
}
