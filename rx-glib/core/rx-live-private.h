/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <stdatomic.h>

/* How many sinks, nodes and tasks exist: the tests' proof that nothing is left. Counted in the copy of the
 * library that the tests link; the installed one does not pay for it. */
typedef enum
{
  RX_LIVE_SINKS,
  RX_LIVE_NODES,
  RX_LIVE_TASKS,
  RX_LIVE_CALLBACKS,
  RX_LIVE_KINDS
} RxLiveKind;

#ifdef RX_DEBUG_LIVE
extern atomic_int _rx_live[RX_LIVE_KINDS];
/* release: a test that waits for 0 sees what was done before the end; no acquire, which would hide missing ones */
# define _rx_live_add(kind, n) atomic_fetch_add_explicit (&_rx_live[kind], (n), memory_order_release)
#else
# define _rx_live_add(kind, n) ((void) 0)
#endif
