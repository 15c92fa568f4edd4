/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* The squares of the even numbers up to ten. What stands between the marks is shown in README.md. */

#include <rx-glib/rx.h>

/* taste */
static gboolean
is_even (const GValue *item, gpointer user_data, GError **error)
{
  return rx_value_get_int64 (item) % 2 == 0;
}
/* /taste */

static void
square (const GValue *item, GValue *result, gpointer user_data, GError **error)
{
  rx_value_set_int64 (result, rx_value_get_int64 (item) * rx_value_get_int64 (item));
}

static void
print (const GValue *item, gpointer user_data, GError **error)
{
  g_print ("%" G_GINT64_FORMAT "\n", rx_value_get_int64 (item));
}

int
main (void)
{
  /* taste */
  g_autoptr (RxObservable) numbers = rx_observable_range (1, 10);
  rx_then (&numbers, filter, is_even, NULL, NULL);
  rx_then (&numbers, map, square, NULL, NULL);

  g_autoptr (RxSubscription) subscription = rx_observable_subscribe (numbers, print, NULL, NULL, NULL, NULL);
  /* /taste */

  return subscription != NULL ? 0 : 1;
}
