/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "rx-notification.h"

/* Moves the item out. */
RxNotification *_rx_notification_new_take_next (GValue *item);
