/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/testing/rx-protocol-checker.h>
#include <rx-glib/testing/rx-test-observer.h>
#include <rx-glib/testing/rx-test-source.h>

G_BEGIN_DECLS

/* For C: they fail as g_assert_true() and its kin do, with the place and the whole difference. */

RX_AVAILABLE_IN_ALL
void rx_test_assert_marbles_       (const gchar          *domain,
                                    const gchar          *file,
                                    int                   line,
                                    const gchar          *func,
                                    RxTestObserver       *observer,
                                    const gchar          *marbles,
                                    RxMarbleTable        *table);
RX_AVAILABLE_IN_ALL
void rx_test_assert_subscriptions_ (const gchar          *domain,
                                    const gchar          *file,
                                    int                   line,
                                    const gchar          *func,
                                    RxTestSource         *source,
                                    const gchar * const  *marbles,
                                    RxMarbleTable        *table);
RX_AVAILABLE_IN_ALL
void rx_test_assert_no_violations_ (const gchar          *domain,
                                    const gchar          *file,
                                    int                   line,
                                    const gchar          *func,
                                    RxProtocolChecker    *checker);

/**
 * rx_assert_marbles: (skip)
 * @observer: an observer
 * @marbles: a diagram of what should have come
 *
 * Ends the test, as g_assert_true() does, unless [method@RxTesting.TestObserver.compare_marbles] finds no difference.
 *
 * Since: 1.0
 */
#define rx_assert_marbles(observer, marbles) \
  rx_test_assert_marbles_ (G_LOG_DOMAIN, __FILE__, __LINE__, G_STRFUNC, (observer), (marbles), NULL)

/**
 * rx_assert_marbles_with: (skip)
 * @observer: an observer
 * @marbles: a diagram of what should have come
 * @table: (nullable): what its characters stand for
 *
 * The same with a table.
 *
 * Since: 1.0
 */
#define rx_assert_marbles_with(observer, marbles, table) \
  rx_test_assert_marbles_ (G_LOG_DOMAIN, __FILE__, __LINE__, G_STRFUNC, (observer), (marbles), (table))

/**
 * rx_assert_subscriptions: (skip)
 * @source: a source
 * @...: a diagram for each subscription
 *
 * Ends the test unless [method@RxTesting.TestSource.compare_subscriptions] finds no difference.
 *
 * |[<!-- language="C" -->
 * rx_assert_subscriptions (source, "^--!", "----^");
 * ]|
 *
 * Since: 1.0
 */
#define rx_assert_subscriptions(source, ...) \
  G_STMT_START \
  { \
    const gchar * const rx_diagrams_[] = { __VA_ARGS__, NULL }; \
    rx_test_assert_subscriptions_ (G_LOG_DOMAIN, __FILE__, __LINE__, G_STRFUNC, (source), rx_diagrams_, NULL); \
  } \
  G_STMT_END

/**
 * rx_assert_no_violations: (skip)
 * @checker: a checker
 *
 * Ends the test if the checker has seen a violation of the protocol.
 *
 * Since: 1.0
 */
#define rx_assert_no_violations(checker) \
  rx_test_assert_no_violations_ (G_LOG_DOMAIN, __FILE__, __LINE__, G_STRFUNC, (checker))

G_END_DECLS
