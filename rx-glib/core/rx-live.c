/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "core/rx-live-private.h"

#ifdef RX_DEBUG_LIVE
atomic_int _rx_live[RX_LIVE_KINDS];
#endif

/* ISO C forbids an empty translation unit */
typedef int RxLiveUnit;
