/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "rx-hooks.h"

/* Takes the error over. stream: the name, where it is known. */
void _rx_undeliverable (GError *error, const gchar *stream);
