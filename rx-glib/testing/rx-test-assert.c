/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "testing/rx-test-assert.h"

/* What stands behind the macros. */

static void
check (const gchar *domain, const gchar *file, int line, const gchar *func, const GError *error)
{
  if (error != NULL)
    g_assertion_message (domain, file, line, func, error->message);
}

void
rx_test_assert_marbles_ (const gchar *domain, const gchar *file, int line, const gchar *func, RxTestObserver *observer,
                         const gchar *marbles, RxMarbleTable *table)
{
  g_autoptr (GError) error = NULL;

  if (!rx_test_observer_compare_marbles (observer, marbles, table, &error))
    check (domain, file, line, func, error);
}

void
rx_test_assert_subscriptions_ (const gchar *domain, const gchar *file, int line, const gchar *func,
                               RxTestSource *source, const gchar * const *marbles, RxMarbleTable *table)
{
  g_autoptr (GError) error = NULL;

  if (!rx_test_source_compare_subscriptions (source, marbles, table, &error))
    check (domain, file, line, func, error);
}

void
rx_test_assert_no_violations_ (const gchar *domain, const gchar *file, int line, const gchar *func,
                               RxProtocolChecker *checker)
{
  g_auto (GStrv) violations = rx_protocol_checker_get_violations (checker);
  g_autofree gchar *text = NULL;

  if (violations == NULL || violations[0] == NULL)
    return;
  text = g_strjoinv ("\n", violations);
  g_assertion_message (domain, file, line, func, text);
}
