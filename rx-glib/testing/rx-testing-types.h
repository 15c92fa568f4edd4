/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx.h>

G_BEGIN_DECLS

typedef struct _RxMarbleTable           RxMarbleTable;
typedef struct _RxTestEvent             RxTestEvent;

G_END_DECLS
