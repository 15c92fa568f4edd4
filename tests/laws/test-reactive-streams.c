/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* The rules of Reactive Streams, by their numbers, over every line of rx-law-registry.c (1.x, 3.x, 4.x) and every way
 * to subscribe (2.x). An operator joins by its line there. Not here, since no test could fail on them: 2.2, 2.7, 2.11
 * (advice to subscribers), 3.4, 3.15, 3.16 (calls are quick and return), 3.14 (what a source may do). 2.5 and 2.12
 * speak of a second subscription handed to one subscriber, which no call here can do: 1.10 has what comes nearest. */

#include "rx-law-bench.h"

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  rx_rules_add_publisher ();
  rx_rules_add_subscription ();
  rx_rules_add_subscriber ();

  return g_test_run ();
}
