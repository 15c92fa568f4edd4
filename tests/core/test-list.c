/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include <gio/gio.h>

#include "rx-list-private.h"
#include "rx-value.h"

static void
test_items (void)
{
  GValue items[3] = { G_VALUE_INIT, G_VALUE_INIT, G_VALUE_INIT };
  g_autoptr (RxList) list = NULL;
  const GValue *got;
  gsize n = 99;

  rx_value_set_int64 (&items[0], 7);
  rx_value_set_string (&items[1], "a");
  rx_value_set_null (&items[2]);
  list = rx_list_new (items, 3);
  g_value_unset (&items[1]);

  g_assert_cmpuint (rx_list_get_length (list), ==, 3);
  got = rx_list_get_items (list, &n);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpint (rx_value_get_int64 (&got[0]), ==, 7);
  g_assert_cmpstr (rx_value_get_string (&got[1]), ==, "a");
  g_assert_true (rx_value_is_null (&got[2]));
  for (gsize i = 0; i < n; i++)
    g_assert_true (rx_list_get_item (list, i) == &got[i]);
  g_assert_true (rx_list_get_items (list, NULL) == got);
}

static void
test_empty (void)
{
  g_autoptr (RxList) list = rx_list_new (NULL, 0);
  g_autoptr (RxList) taken = _rx_list_new_take (NULL, 0);
  gsize n = 99;

  g_assert_cmpuint (rx_list_get_length (list), ==, 0);
  rx_list_get_items (list, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpuint (rx_list_get_length (taken), ==, 0);
}

static void
test_take (void)
{
  GValue *items = g_new0 (GValue, 2);
  GCancellable *object = g_cancellable_new ();
  RxList *list;

  rx_value_set_object (&items[0], object);
  rx_value_set_string (&items[1], "a");
  list = _rx_list_new_take (items, 2);
  g_assert_true (rx_list_get_items (list, NULL) == items);
  g_assert_cmpuint (G_OBJECT (object)->ref_count, ==, 2);
  rx_list_unref (list);
  g_assert_cmpuint (G_OBJECT (object)->ref_count, ==, 1);
  g_object_unref (object);
}

static void
test_refused (void)
{
  GValue items[2] = { G_VALUE_INIT, G_VALUE_INIT };
  g_autoptr (RxList) list = rx_list_new (RX_VALUE_INT64 (1), 1);
  gsize n = 99;

  rx_value_set_string (&items[0], "a");
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "rx_list_new: item 1 is unset");
  g_assert_null (rx_list_new (items, 2));
  g_value_unset (&items[0]);

  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*assertion*failed");
  g_assert_null (rx_list_new (NULL, 1));
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*assertion*failed");
  g_assert_null (rx_list_new (items, G_MAXSIZE / 8));
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*assertion*failed");
  g_assert_null (rx_list_get_item (list, 1));
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*assertion*failed");
  g_assert_null (rx_list_get_items (NULL, &n));
  g_assert_cmpuint (n, ==, 0);
  g_test_assert_expected_messages ();
}

static void
test_boxed (void)
{
  GValue value = G_VALUE_INIT, copy = G_VALUE_INIT;
  RxList *list = rx_list_new (RX_VALUE_STRING ("a"), 1);

  rx_value_take_boxed (&value, RX_TYPE_LIST, list);
  rx_value_set_value (&copy, &value);
  g_assert_true (rx_value_get_list (&copy) == list);
  g_value_unset (&value);
  g_assert_cmpstr (rx_value_get_string (rx_list_get_item (rx_value_get_list (&copy), 0)), ==, "a");
  g_value_unset (&copy);
}

static RxList *
make_deep (guint depth, gint64 innermost)
{
  RxList *list = rx_list_new (RX_VALUE_INT64 (innermost), 1);

  for (guint i = 0; i < depth; i++)
    {
      GValue *items = g_new0 (GValue, 2);

      rx_value_take_boxed (&items[0], RX_TYPE_LIST, list);
      rx_value_set_int64 (&items[1], i);
      list = _rx_list_new_take (items, 2);
    }
  return list;
}

/* Lists in lists in lists take no stack to compare, hash and free. */
static void
test_deep (void)
{
  GValue a = G_VALUE_INIT, b = G_VALUE_INIT, c = G_VALUE_INIT;

  rx_value_take_boxed (&a, RX_TYPE_LIST, make_deep (100000, 1));
  rx_value_take_boxed (&b, RX_TYPE_LIST, make_deep (100000, 1));
  rx_value_take_boxed (&c, RX_TYPE_LIST, make_deep (100000, 2));
  g_assert_true (rx_value_equal (&a, &b));
  g_assert_cmpuint (rx_value_hash (&a), ==, rx_value_hash (&b));
  g_assert_false (rx_value_equal (&a, &c));
  g_value_unset (&a);
  g_value_unset (&b);
  g_value_unset (&c);
}

#define N_THREADS 4
#define N_ROUNDS  20000

static gpointer
share (gpointer data)
{
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      RxList *list = rx_list_ref (data);

      g_assert_cmpstr (rx_value_get_string (rx_list_get_item (list, 0)), ==, "a");
      rx_list_unref (list);
    }
  rx_list_unref (data);
  return NULL;
}

static void
test_threads (void)
{
  GThread *threads[N_THREADS];
  RxList *list = rx_list_new (RX_VALUE_STRING ("a"), 1);

  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("share", share, rx_list_ref (list));
  rx_list_unref (list);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/list/items", test_items);
  g_test_add_func ("/list/empty", test_empty);
  g_test_add_func ("/list/take", test_take);
  g_test_add_func ("/list/refused", test_refused);
  g_test_add_func ("/list/boxed", test_boxed);
  g_test_add_func ("/list/deep", test_deep);
  g_test_add_func ("/list/threads", test_threads);

  return g_test_run ();
}
