/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include <rx-glib/rx-testing.h>

#include "../laws/rx-law-registry.h"
#include "rx-test-util.h"

/* Every operator of the laws' registry, with a checker above and below it: neither sees a violation, and the stream is
 * what it is without them. */

#define LONG_ENOUGH (60 * G_TIME_SPAN_SECOND)

/* Words that are no end. */
static guint
count_items (const gchar *events)
{
  g_auto (GStrv) words = g_strsplit (events, " ", -1);
  guint n = 0;

  for (gchar **word = words; *word != NULL; word++)
    n += **word != '\0' && **word != '|' && **word != '#';
  return n;
}

static void
run_law (const RxLaw *law, gint64 first, gint64 then)
{
  RxLawEnv env = { .fault = RX_LAW_WELL };
  g_autoptr (RxProtocolChecker) checker = rx_protocol_checker_new ();
  g_autoptr (RxTestObserver) observer = rx_test_observer_new (NULL);
  g_autoptr (RxObservable) observable = NULL, watched = NULL;
  g_autoptr (GError) error = NULL;
  RxObservable *upstreams[RX_LAW_MAX_UPSTREAMS];
  guint n_items = count_items (law->events);

  for (guint i = 0; i < law->n_upstreams; i++)
    {
      g_autoptr (RxObservable) numbers = rx_test_numbers ("1 2 3 4 5 6");

      upstreams[i] = rx_protocol_checker_watch (checker, numbers, "above");
    }
  observable = law->build (upstreams, &env);
  rx_protocol_checker_set_strict_demand (checker, (law->flags & RX_LAW_UNASKED) == 0);
  watched = rx_protocol_checker_watch (checker, observable, "below");

  rx_test_observer_start (observer, watched, first);
  for (guint i = 0; i < n_items && then > 0; i++)
    {
      rx_test_observer_wait_for_items (observer, i + 1, LONG_ENOUGH, &error);
      g_assert_no_error (error);
      rx_test_observer_request (observer, then);
    }
  if ((law->flags & RX_LAW_ENDLESS) != 0)
    rx_test_observer_wait_for_items (observer, n_items, LONG_ENOUGH, &error);
  else
    rx_test_observer_wait (observer, LONG_ENOUGH, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (rx_test_observer_get_n_items (observer), >=, n_items);
  if ((law->flags & RX_LAW_ENDLESS) == 0)
    g_assert_cmpuint (rx_test_observer_get_n_items (observer), ==, n_items);
  rx_test_observer_unsubscribe (observer);
  rx_assert_no_violations (checker);

  for (guint i = 0; i < law->n_upstreams; i++)
    g_object_unref (upstreams[i]);
  g_clear_object (&observable);
  g_clear_object (&watched);
  rx_test_wait_until (atomic_load (&_rx_live[RX_LIVE_SINKS]) == 0 && atomic_load (&_rx_live[RX_LIVE_TASKS]) == 0 &&
                      atomic_load (&_rx_live[RX_LIVE_NODES]) == 0);
}

static void
test_law (gconstpointer data)
{
  run_law (data, G_MAXINT64, 0);
  run_law (data, 1, 1);
  run_law (data, 2, 3);
  rx_test_assert_quiet ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < rx_n_laws; i++)
    {
      g_autofree gchar *path = g_strdup_printf ("/testing/checked/%s", rx_laws[i].name);

      g_test_add_data_func (path, &rx_laws[i], test_law);
    }
  return g_test_run ();
}
