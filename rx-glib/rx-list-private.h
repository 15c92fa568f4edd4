/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "rx-list.h"

/* Takes the items over together with their array, which g_free() will free. Every one is set. */
RxList *_rx_list_new_take (GValue *items, gsize n_items);
