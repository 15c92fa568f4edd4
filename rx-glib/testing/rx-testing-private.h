/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <glib.h>

/* Sets the error. Who has given no place for it gets a critical warning instead, so that a failure of the kit does
 * not go by unnoticed. Takes the error over; returns FALSE. */
gboolean _rx_testing_fail (GError **error, GError *failure);

/* "3.5 ms", "1 s", "250 us" */
gchar *  _rx_testing_format_time (gint64 time);

/* Between the two, functions that are given to a stream are not bound to this thread, even in a language that wants
 * it. To be called around what binds functions of the kit, and calls none of the user's. */
gboolean _rx_testing_unbind (void);
void     _rx_testing_rebind (gboolean affine);
