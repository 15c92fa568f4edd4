/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/testing/rx-testing-enums.h>
#include <rx-glib/testing/rx-testing-types.h>

G_BEGIN_DECLS

/**
 * RxViolationFunc:
 * @stage: the name of the place that was watched
 * @rule: what was violated
 * @message: the violation in words
 * @user_data: the data given with the function
 *
 * Is told of a violation of the protocol, on the thread where it happens and while it happens.
 *
 * Since: 1.0
 */
typedef void (*RxViolationFunc) (const gchar *stage, RxProtocolRule rule, const gchar *message, gpointer user_data);

#define RX_TYPE_PROTOCOL_CHECKER (rx_protocol_checker_get_type ())
RX_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (RxProtocolChecker, rx_protocol_checker, RX, PROTOCOL_CHECKER, GObject)

RX_AVAILABLE_IN_ALL
RxProtocolChecker *rx_protocol_checker_new               (void);
RX_AVAILABLE_IN_ALL
void               rx_protocol_checker_set_handler       (RxProtocolChecker  *self,
                                                          RxViolationFunc     func,
                                                          gpointer            user_data,
                                                          GDestroyNotify      destroy);
RX_AVAILABLE_IN_ALL
void               rx_protocol_checker_set_strict_demand (RxProtocolChecker  *self,
                                                          gboolean            strict);
RX_AVAILABLE_IN_ALL
RxObservable      *rx_protocol_checker_watch             (RxProtocolChecker  *self,
                                                          RxObservable       *source,
                                                          const gchar        *name);
RX_AVAILABLE_IN_ALL
guint              rx_protocol_checker_get_n_violations  (RxProtocolChecker  *self);
RX_AVAILABLE_IN_ALL
gchar            **rx_protocol_checker_get_violations    (RxProtocolChecker  *self);

RX_AVAILABLE_IN_ALL
RxObservable      *rx_test_check_protocol                (RxObservable       *source,
                                                          const gchar        *name);

G_END_DECLS
