/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Every law over every line of rx-law-registry.c. */

#include "rx-law-bench.h"

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  rx_laws_add_values ();
  rx_laws_add_demand ();
  rx_laws_add_cancel ();
  rx_laws_add_grammar ();
  rx_laws_add_failure ();

  return g_test_run ();
}
