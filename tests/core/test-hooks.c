/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-script.h"

/* Without a function there is one warning, with the stream's name where it has one. */
static void
test_default (void)
{
  g_autoptr (RxObservable) failing = rx_test_failing ("lost");
  g_autoptr (RxObservable) named = rx_observable_named (failing, "search");

  rx_set_undeliverable_func (NULL, NULL, NULL);
  g_test_expect_message ("Rx", G_LOG_LEVEL_WARNING, "Nobody handles the error of a stream or a task: lost");
  g_object_unref (rx_observable_subscribe (failing, NULL, NULL, NULL, NULL, NULL));
  g_test_assert_expected_messages ();
  g_test_expect_message ("Rx", G_LOG_LEVEL_WARNING, "Nobody handles the error of the stream \"search\": lost");
  g_object_unref (rx_observable_subscribe (named, NULL, NULL, NULL, NULL, NULL));
  g_test_assert_expected_messages ();
}

static void
count_hook (const GError *error, const gchar *stream, gpointer user_data)
{
  g_atomic_int_inc ((gint *) user_data);
}

/* Setting another one releases the data of the one before. */
static void
test_replace (void)
{
  g_autoptr (RxObservable) failing = rx_test_failing ("lost");
  gint called[2] = { 0, 0 };
  gint destroyed = 0;

  rx_set_undeliverable_func (count_hook, &called[0], NULL);
  g_object_unref (rx_observable_subscribe (failing, NULL, NULL, NULL, NULL, NULL));
  rx_set_undeliverable_func (count_hook, &called[1], NULL);
  g_object_unref (rx_observable_subscribe (failing, NULL, NULL, NULL, NULL, NULL));
  g_assert_cmpint (called[0], ==, 1);
  g_assert_cmpint (called[1], ==, 1);
  rx_set_undeliverable_func (count_hook, &destroyed, rx_test_count);
  rx_set_undeliverable_func (NULL, NULL, NULL);
  g_assert_cmpint (destroyed, ==, 1);
  rx_set_undeliverable_func (NULL, &destroyed, rx_test_count);
  g_assert_cmpint (destroyed, ==, 2);
}

/* E9: one that fails, sets another one, or brings about the next undeliverable error does no harm. */
static void
awkward_hook (const GError *error, const gchar *stream, gpointer user_data)
{
  g_autoptr (GError) fault = rx_test_error ("of the hook");
  g_autoptr (RxObservable) failing = rx_test_failing ("inner");
  gint *calls = user_data;

  if (++*calls < 3)
    g_object_unref (rx_observable_subscribe (failing, NULL, NULL, NULL, NULL, NULL));
  else
    rx_set_undeliverable_func (count_hook, user_data, NULL);
  rx_callback_fail (fault);
}

static void
test_awkward (void)
{
  g_autoptr (RxObservable) failing = rx_test_failing ("lost");
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1");
  gint calls = 0;

  rx_set_undeliverable_func (awkward_hook, &calls, NULL);
  g_object_unref (rx_observable_subscribe (failing, NULL, NULL, NULL, NULL, NULL));
  g_assert_cmpint (calls, ==, 3);
  rx_test_expect (numbers, -1, "1 |");
  rx_set_undeliverable_func (NULL, NULL, NULL);
}

/* E6 and E12: what fails at the end is told here, and the end is not told twice. */
static void
fail_at_error (const GError *error, gpointer user_data)
{
  g_autoptr (GError) fault = rx_test_error ("in on_error");

  ++*(gint *) user_data;
  rx_callback_fail (fault);
}

static void
fail_at_completed (gpointer user_data)
{
  g_autoptr (GError) fault = rx_test_error ("in on_completed");

  ++*(gint *) user_data;
  rx_callback_fail (fault);
}

static void
test_failing_end (void)
{
  g_autoptr (RxObservable) failing = rx_test_failing ("no");
  g_autoptr (RxObservable) empty = rx_observable_empty ();
  gint calls = 0;

  g_object_unref (rx_observable_subscribe (failing, NULL, fail_at_error, fail_at_completed, &calls, NULL));
  g_assert_cmpuint (rx_test_take_undeliverable (), ==, 1);
  g_assert_cmpstr (rx_test_last_undeliverable (), ==, "in on_error");
  g_object_unref (rx_observable_subscribe (empty, NULL, fail_at_error, fail_at_completed, &calls, NULL));
  g_assert_cmpuint (rx_test_take_undeliverable (), ==, 1);
  g_assert_cmpstr (rx_test_last_undeliverable (), ==, "in on_completed");
  g_assert_cmpint (calls, ==, 2);
}

/* Several threads have errors while the function is changed. */
static gpointer
lose_errors (gpointer data)
{
  g_autoptr (RxObservable) failing = rx_test_failing ("lost");

  for (guint i = 0; i < rx_test_rounds (1000); i++)
    g_object_unref (rx_observable_subscribe (failing, NULL, NULL, NULL, NULL, NULL));
  return NULL;
}

static void
test_threads (void)
{
  gint calls = 0;
  pthread_t one, other;

  rx_set_undeliverable_func (count_hook, &calls, NULL);
  one = rx_test_thread_start (lose_errors, NULL);
  other = rx_test_thread_start (lose_errors, NULL);
  for (guint i = 0; i < rx_test_rounds (1000); i++)
    rx_set_undeliverable_func (count_hook, &calls, NULL);
  rx_test_thread_join (one);
  rx_test_thread_join (other);
  g_assert_cmpint (g_atomic_int_get (&calls), ==, 2 * rx_test_rounds (1000));
  rx_set_undeliverable_func (NULL, NULL, NULL);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/hooks/default", test_default);
  rx_test_add ("/hooks/replace", test_replace);
  rx_test_add ("/hooks/awkward", test_awkward);
  rx_test_add ("/hooks/failing-end", test_failing_end);
  rx_test_add ("/hooks/threads", test_threads);

  return g_test_run ();
}
