/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include <rx-glib/rx-testing.h>

static void
count (const GValue *item, gpointer user_data, GError **error)
{
  (void) item;
  (void) error;
  ++*(int *) user_data;
}

int
main (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new ();
  g_autoptr (RxObservable) hours = rx_observable_interval (G_TIME_SPAN_HOUR, RX_SCHEDULER (scheduler));
  g_autoptr (RxSubscription) subscription = NULL;
  int n = 0;

  subscription = rx_observable_subscribe (hours, count, NULL, NULL, &n, NULL);
  rx_test_scheduler_advance_by (scheduler, G_TIME_SPAN_DAY, NULL);
  rx_subscription_unsubscribe (subscription);
  return n == 24 ? 0 : 1;
}
