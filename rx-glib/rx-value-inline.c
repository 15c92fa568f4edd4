/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* The inline functions of rx-value.h once more, as symbols. */

#define RX_VALUE_IN_LIBRARY_

#include "rx-value.h"
