/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-error.h"

#include <stdatomic.h>

/**
 * rx_error_quark:
 *
 * Names the domain of [error@Rx.Error]. In C, write %RX_ERROR.
 *
 * Returns: the quark of the domain
 *
 * Since: 1.0
 */
GQuark
rx_error_quark (void)
{
  /* Not G_DEFINE_QUARK, whose variable is not atomic. relaxed: it stands for nothing else. */
  static _Atomic GQuark known;
  GQuark quark = atomic_load_explicit (&known, memory_order_relaxed);

  if (G_UNLIKELY (quark == 0))
    {
      quark = g_quark_from_static_string ("rx-error-quark");
      atomic_store_explicit (&known, quark, memory_order_relaxed);
    }
  return quark;
}
