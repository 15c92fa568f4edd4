/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "testing/rx-protocol-checker.h"

/* Writes a violation down and tells the handler. */
void           _rx_protocol_checker_report   (RxProtocolChecker *self, const gchar *stage, RxProtocolRule rule,
                                              const gchar *what);

/* The observable with a stage that looks at what passes it, and changes nothing. */
RxObservable * _rx_protocol_stage_new        (RxObservable *source, RxProtocolChecker *checker, const gchar *name,
                                              gboolean strict);
