/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-error.h"

/**
 * rx_error_quark:
 *
 * Names the domain of [error@Rx.Error]. In C, write %RX_ERROR.
 *
 * Returns: the quark of the domain
 *
 * Since: 1.0
 */
G_DEFINE_QUARK (rx-error-quark, rx_error)
