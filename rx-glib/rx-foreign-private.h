/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <stdatomic.h>

#include "rx-foreign.h"

struct _RxForeign
{
  RxForeignOwner *owner;        /* (owned) */
  guint64 id;
  RxForeign *next;              /* (owned) (nullable): another one whose number waits to be drained */
  atomic_int refs;
};

void     _rx_foreign_owner_bury (RxForeign     *foreign);

gboolean _rx_foreign_equal      (gconstpointer  a,
                                 gconstpointer  b);
guint    _rx_foreign_hash       (gconstpointer  foreign);
