/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "rx-timestamped.h"

/* Moves the item out. */
RxTimestamped *_rx_timestamped_new_take (GValue *item, gint64 time);
