/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-drain-private.h"
#include "core/rx-node-private.h"

/* Subscribes down to node with a queue between them: what a source cannot hold back waits until it is asked for. */
void    _rx_hold_subscribe (RxNode *node, RxSink *down);
RxSink *_rx_hold_new       (RxSink *down);
