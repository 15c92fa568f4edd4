/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/testing/rx-testing-types.h>

G_BEGIN_DECLS

#define RX_TYPE_TEST_SCHEDULER (rx_test_scheduler_get_type ())
RX_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (RxTestScheduler, rx_test_scheduler, RX, TEST_SCHEDULER, RxScheduler)

RX_AVAILABLE_IN_ALL
RxTestScheduler *rx_test_scheduler_new              (void);
RX_AVAILABLE_IN_ALL
RxTestScheduler *rx_test_scheduler_new_at           (gint64            start);
RX_AVAILABLE_IN_ALL
gint64           rx_test_scheduler_get_start        (RxTestScheduler  *self);

RX_AVAILABLE_IN_ALL
gboolean         rx_test_scheduler_advance_by       (RxTestScheduler  *self,
                                                     GTimeSpan         span,
                                                     GError          **error);
RX_AVAILABLE_IN_ALL
gboolean         rx_test_scheduler_advance_to       (RxTestScheduler  *self,
                                                     gint64            time,
                                                     GError          **error);
RX_AVAILABLE_IN_ALL
gboolean         rx_test_scheduler_run              (RxTestScheduler  *self,
                                                     GError          **error);

RX_AVAILABLE_IN_ALL
guint            rx_test_scheduler_get_n_pending    (RxTestScheduler  *self);
RX_AVAILABLE_IN_ALL
gint64           rx_test_scheduler_get_next_due     (RxTestScheduler  *self);
RX_AVAILABLE_IN_ALL
guint            rx_test_scheduler_get_max_tasks    (RxTestScheduler  *self);
RX_AVAILABLE_IN_ALL
void             rx_test_scheduler_set_max_tasks    (RxTestScheduler  *self,
                                                     guint             max_tasks);

G_END_DECLS
