/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "testing/rx-test-event.h"

gboolean _rx_notification_equal     (RxNotification *a, RxNotification *b);

/* "next 1", "error …", "completed" */
gchar *  _rx_notification_to_string (RxNotification *self);
gchar *  _rx_testing_describe_value (const GValue *value);
