/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "rx-observable-private.h"
#include "rx-subscription-private.h"

/* What rx-glib-testing of the very same version calls besides the API, and all of it: a stage that sees the protocol
 * as it is has to be a real sink, under a real node; and what the test kit writes in C is not bound to a thread just
 * because the language that calls it is. These symbols are exported for that alone. They are no API, follow no rule
 * of stability, and are declared in no installed header. */
#define RX_FOR_TESTING(function) \
  extern __attribute__ ((visibility ("default"))) __typeof__ (function) function

RX_FOR_TESTING (_rx_node_new);
RX_FOR_TESTING (_rx_node_wrap);
RX_FOR_TESTING (_rx_observable_subscribe);
RX_FOR_TESTING (_rx_sink_free);
RX_FOR_TESTING (_rx_sink_new);
RX_FOR_TESTING (_rx_subscription_bind_funcs);
RX_FOR_TESTING (_rx_thread_is_affine);
