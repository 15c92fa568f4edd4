/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-util.h"

static guint64
drain_sum (RxForeignOwner *owner, gsize *n)
{
  gsize n_ids = 99;
  g_autofree guint64 *ids = rx_foreign_owner_drain (owner, &n_ids);
  guint64 sum = 0;

  g_assert_true ((ids == NULL) == (n_ids == 0));
  for (gsize i = 0; i < n_ids; i++)
    sum += ids[i];
  *n += n_ids;
  return sum;
}

static void
test_numbers (void)
{
  g_autoptr (RxForeignOwner) owner = rx_foreign_owner_new (NULL, NULL, NULL);
  g_autoptr (RxForeignOwner) other = rx_foreign_owner_new (NULL, NULL, NULL);
  RxForeign *one = rx_foreign_owner_wrap (owner, 7);
  RxForeign *two = rx_foreign_owner_wrap (owner, G_MAXUINT64);
  gsize n = 0;

  g_assert_cmpuint (rx_foreign_owner_lookup (owner, one), ==, 7);
  g_assert_cmpuint (rx_foreign_owner_lookup (owner, two), ==, G_MAXUINT64);
  g_assert_cmpuint (rx_foreign_owner_lookup (other, one), ==, 0);
  g_assert_cmpuint (drain_sum (owner, &n), ==, 0);

  g_assert_true (rx_foreign_ref (one) == one);
  rx_foreign_unref (one);
  g_assert_cmpuint (drain_sum (owner, &n), ==, 0);
  rx_foreign_unref (one);
  rx_foreign_unref (two);
  rx_foreign_unref (rx_foreign_owner_wrap (owner, 8));
  g_assert_cmpuint (drain_sum (owner, &n), ==, 14);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (drain_sum (owner, &n), ==, 0);
}

/* The owner's binding may be gone while handles live, and with numbers that nobody drains. */
static void
test_owner_goes (void)
{
  RxForeignOwner *owner = rx_foreign_owner_new (NULL, NULL, NULL);
  RxForeign *foreign = rx_foreign_owner_wrap (owner, 1);

  rx_foreign_unref (rx_foreign_owner_wrap (owner, 2));
  rx_foreign_owner_unref (owner);
  rx_foreign_unref (foreign);
}

static void
test_equality (void)
{
  g_autoptr (RxForeignOwner) owner = rx_foreign_owner_new (NULL, NULL, NULL);
  g_autoptr (RxForeignOwner) other = rx_foreign_owner_new (NULL, NULL, NULL);
  GValue a = G_VALUE_INIT, b = G_VALUE_INIT, c = G_VALUE_INIT, d = G_VALUE_INIT;

  rx_value_take_boxed (&a, RX_TYPE_FOREIGN, rx_foreign_owner_wrap (owner, 1));
  rx_value_take_boxed (&b, RX_TYPE_FOREIGN, rx_foreign_owner_wrap (owner, 1));
  rx_value_take_boxed (&c, RX_TYPE_FOREIGN, rx_foreign_owner_wrap (owner, 2));
  rx_value_take_boxed (&d, RX_TYPE_FOREIGN, rx_foreign_owner_wrap (other, 1));

  g_assert_true (rx_value_equal (&a, &b));
  g_assert_cmpuint (rx_value_hash (&a), ==, rx_value_hash (&b));
  g_assert_false (rx_value_equal (&a, &c));
  g_assert_false (rx_value_equal (&a, &d));
  g_assert_false (rx_value_equal (&a, RX_VALUE_INT64 (1)));
  g_assert_cmpuint (rx_value_hash (&a), !=, rx_value_hash (&c));

  g_value_unset (&a);
  g_value_unset (&b);
  g_value_unset (&c);
  g_value_unset (&d);
}

static void
test_errors (void)
{
  g_autoptr (RxForeignOwner) owner = rx_foreign_owner_new (NULL, NULL, NULL);
  g_autoptr (RxForeignOwner) other = rx_foreign_owner_new (NULL, NULL, NULL);
  g_autoptr (RxObservable) failing = NULL;
  g_autoptr (RxProbe) probe = NULL;
  g_autoptr (GError) plain = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "plain");
  g_autoptr (GError) bare = g_error_new_literal (RX_FOREIGN_ERROR, RX_FOREIGN_ERROR_THROWN, "bare");
  g_autoptr (GError) bare_copy = g_error_copy (bare);
  GError *error = rx_foreign_owner_wrap_error (owner, 5, "thrown");
  gsize n = 0;

  g_assert_error (error, RX_FOREIGN_ERROR, RX_FOREIGN_ERROR_THROWN);
  g_assert_cmpstr (error->message, ==, "thrown");
  g_assert_cmpuint (rx_foreign_owner_lookup_error (owner, error), ==, 5);
  g_assert_cmpuint (rx_foreign_owner_lookup_error (other, error), ==, 0);
  g_assert_cmpuint (rx_foreign_owner_lookup_error (owner, plain), ==, 0);
  g_assert_cmpuint (rx_foreign_owner_lookup_error (owner, bare_copy), ==, 0);

  failing = rx_observable_error (error);
  g_error_free (error);
  probe = rx_probe_subscribe (failing, -1);
  g_clear_object (&failing);
  rx_probe_assert (probe, "#thrown");
  g_assert_cmpuint (rx_foreign_owner_lookup_error (owner, probe->error), ==, 5);
  g_assert_cmpuint (drain_sum (owner, &n), ==, 0);
  g_clear_object (&probe);
  g_assert_cmpuint (drain_sum (owner, &n), ==, 5);
  g_assert_cmpuint (n, ==, 1);
}

static void
test_programmer_errors (void)
{
  g_autoptr (RxForeignOwner) owner = rx_foreign_owner_new (NULL, NULL, NULL);

  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*id != 0*");
  g_assert_null (rx_foreign_owner_wrap (owner, 0));
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*id != 0*");
  g_assert_null (rx_foreign_owner_wrap_error (owner, 0, "x"));
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*foreign != NULL*");
  g_assert_cmpuint (rx_foreign_owner_lookup (owner, NULL), ==, 0);
  g_test_assert_expected_messages ();
}

/* --- being told --- */

typedef struct
{
  RxForeignOwner *owner;
  GThread *thread;
  guint calls;
  gsize n;
  guint64 sum;
  atomic_int destroyed;
} Told;

static void
told (gpointer data)
{
  Told *self = data;

  g_assert_true (g_thread_self () == self->thread);
  self->calls++;
  self->sum += drain_sum (self->owner, &self->n);
}

static void
told_destroyed (gpointer data)
{
  Told *self = data;

  g_assert_true (g_thread_self () == self->thread);
  atomic_fetch_add (&self->destroyed, 1);
}

static void
test_told_once (void)
{
  Told data = { .thread = g_thread_self () };
  gint destroyed = 0;

  data.owner = rx_foreign_owner_new (told, &data, told_destroyed);
  for (guint i = 1; i <= 10; i++)
    rx_foreign_unref (rx_foreign_owner_wrap (data.owner, i));
  g_assert_cmpuint (data.calls, ==, 0);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (data.calls, ==, 1);
  g_assert_cmpuint (data.sum, ==, 55);

  rx_foreign_unref (rx_foreign_owner_wrap (data.owner, 1));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (data.calls, ==, 2);
  rx_foreign_owner_unref (data.owner);
  g_assert_cmpint (atomic_load (&data.destroyed), ==, 1);

  rx_foreign_owner_unref (rx_foreign_owner_new (NULL, &destroyed, rx_test_count));
  g_assert_cmpint (destroyed, ==, 1);
}

#define N_THREADS 4
#define N_ROUNDS  20000

typedef struct
{
  RxForeign **handles;
  guint n;
} Load;

static gpointer
churn (gpointer data)
{
  Load *load = data;

  for (guint i = 0; i < load->n; i++)
    {
      GValue item = G_VALUE_INIT, copy = G_VALUE_INIT;

      rx_value_set_boxed (&item, RX_TYPE_FOREIGN, load->handles[i]);
      rx_value_set_value (&copy, &item);
      g_value_unset (&item);
      rx_foreign_unref (load->handles[i]);
      g_value_unset (&copy);
    }
  return NULL;
}

/* Handles die on every thread while their owner drains; the owner's function and its data stay at home. */
static void
test_threads (void)
{
  Told data = { .thread = g_thread_self () };
  guint n = rx_test_rounds (N_ROUNDS);
  GThread *threads[N_THREADS];
  Load loads[N_THREADS];
  guint64 wanted = 0;

  rx_set_thread_affine (TRUE);
  data.owner = rx_foreign_owner_new (told, &data, told_destroyed);
  for (guint i = 0; i < N_THREADS; i++)
    {
      loads[i] = (Load) { g_new (RxForeign *, n), n };
      for (guint j = 0; j < n; j++)
        {
          loads[i].handles[j] = rx_foreign_owner_wrap (data.owner, 1 + i * n + j);
          wanted += 1 + i * n + j;
        }
    }
  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("churn", churn, &loads[i]);
  rx_test_wait_until (data.n == N_THREADS * (gsize) n);
  for (guint i = 0; i < N_THREADS; i++)
    {
      g_thread_join (threads[i]);
      g_free (loads[i].handles);
    }
  g_assert_cmpuint (data.sum, ==, wanted);

  rx_foreign_owner_unref (data.owner);
  rx_test_wait_until (atomic_load (&data.destroyed) == 1);
  rx_set_thread_affine (FALSE);
}

static gpointer
last_handle (gpointer data)
{
  rx_foreign_unref (data);
  return NULL;
}

static void
test_last_handle_elsewhere (void)
{
  Told data = { .thread = g_thread_self () };
  RxForeign *foreign;

  rx_set_thread_affine (TRUE);
  data.owner = rx_foreign_owner_new (told, &data, told_destroyed);
  foreign = rx_foreign_owner_wrap (data.owner, 1);
  g_thread_join (g_thread_new ("last", last_handle, foreign));
  rx_test_wait_until (data.n == 1);
  g_assert_cmpint (atomic_load (&data.destroyed), ==, 0);
  rx_foreign_owner_unref (data.owner);
  rx_test_wait_until (atomic_load (&data.destroyed) == 1);
  rx_set_thread_affine (FALSE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/foreign/numbers", test_numbers);
  rx_test_add ("/foreign/owner-goes", test_owner_goes);
  rx_test_add ("/foreign/equality", test_equality);
  rx_test_add ("/foreign/errors", test_errors);
  rx_test_add ("/foreign/programmer-errors", test_programmer_errors);
  rx_test_add ("/foreign/told-once", test_told_once);
  rx_test_add ("/foreign/threads", test_threads);
  rx_test_add ("/foreign/last-handle-elsewhere", test_last_handle_elsewhere);

  return g_test_run ();
}
