/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include <rx-glib/rx.h>

static void
add (const GValue *item, gpointer user_data, GError **error)
{
  (void) error;
  *(gint64 *) user_data += rx_value_get_int64 (item);
}

int
main (void)
{
  g_autoptr (RxObservable) numbers = rx_observable_range (1, 10);
  g_autoptr (RxSubscription) subscription = NULL;
  gint64 sum = 0;

  subscription = rx_observable_subscribe (numbers, add, NULL, NULL, &sum, NULL);

  g_print ("rx-glib %s: %" G_GINT64_FORMAT "\n", RX_VERSION_S, sum);
  return sum == 55 ? 0 : 1;
}
