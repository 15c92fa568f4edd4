/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-script.h"

static const struct
{
  gint64 start;
  guint64 n;
  gint64 step;
  gint64 demand;
  const gchar *events;
} rows[] = {
  { 1, 3, 1, -1, "1 2 3 |" },
  { 1, 3, 1, 0, "" },
  { 1, 3, 1, 1, "1" },
  { 1, 3, 1, 2, "1 2" },
  { 1, 3, 1, 3, "1 2 3 |" },
  { 5, 0, 1, -1, "|" },
  { 5, 0, 1, 0, "|" },
  { 10, 3, -5, -1, "10 5 0 |" },
  { 4, 3, 0, -1, "4 4 4 |" },
  { G_MAXINT64 - 1, 2, 1, -1, "9223372036854775806 9223372036854775807 |" },
  { G_MAXINT64, 1, G_MAXINT64, -1, "9223372036854775807 |" },
  { G_MININT64 + 1, 2, -1, -1, "-9223372036854775807 -9223372036854775808 |" },
  { G_MININT64, 2, G_MAXINT64, -1, "-9223372036854775808 -1 |" },
  { G_MAXINT64, 2, G_MININT64, -1, "9223372036854775807 -1 |" },
};

static void
test_table (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (RxObservable) range = rx_observable_range_full (rows[i].start, rows[i].n, rows[i].step);

      rx_test_expect (range, rows[i].demand, rows[i].events);
      rx_test_expect (range, rows[i].demand, rows[i].events);
    }
}

/* Past the end of the type: told, and nothing is made. */
static void
test_overflow (void)
{
  static const struct
  {
    gint64 start;
    guint64 n;
    gint64 step;
  } bad[] = {
    { G_MAXINT64, 2, 1 },
    { G_MININT64, 2, -1 },
    { 0, G_MAXUINT64, 1 },
    { 0, 3, G_MAXINT64 },
    { -1, 2, G_MININT64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      rx_test_expect_critical ("n - 1 <= room / size");
      g_assert_null (rx_observable_range_full (bad[i].start, bad[i].n, bad[i].step));
      g_test_assert_expected_messages ();
    }
  rx_test_expect_critical ("n - 1 <= room / size");
  g_assert_null (rx_observable_range (1, (guint64) G_MAXINT64 + 1));
  g_test_assert_expected_messages ();
}

/* The whole of the type can be asked for, so unsubscribing has to stop it. */
static void
cancel_at_three (RxProbe *probe, const GValue *item, gpointer data)
{
  if (probe->n_items == 3)
    rx_probe_cancel (probe);
}

static void
test_endless (void)
{
  g_autoptr (RxObservable) range = rx_observable_range (0, G_MAXINT64);
  g_autoptr (RxObservable) still = rx_observable_range_full (5, G_MAXUINT64, 0);
  g_autoptr (RxProbe) probe = rx_probe_new ();
  g_autoptr (RxProbe) other = rx_probe_new ();

  probe->hook = cancel_at_three;
  rx_probe_start (probe, range, -1);
  rx_probe_assert (probe, "0 1 2");
  other->hook = cancel_at_three;
  rx_probe_start (other, still, -1);
  rx_probe_assert (other, "5 5 5");
}

/* Requests that overflow together, also while it emits, neither restart it nor make it stop. */
static void
request_all (RxProbe *probe, const GValue *item, gpointer data)
{
  if (probe->n_items <= 2)
    rx_probe_request (probe, G_MAXINT64 - 1);
}

static void
test_overflowing_requests (void)
{
  g_autoptr (RxObservable) range = rx_observable_range (1, 5);
  g_autoptr (RxProbe) probe = rx_probe_new ();

  probe->hook = request_all;
  rx_probe_start (probe, range, 1);
  rx_probe_assert (probe, "1 2 3 4 5 |");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/range/table", test_table);
  rx_test_add ("/range/overflow", test_overflow);
  rx_test_add ("/range/endless", test_endless);
  rx_test_add ("/range/overflowing-requests", test_overflowing_requests);

  return g_test_run ();
}
