/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-script.h"

static RxObservable *
until_never (RxObservable *source)
{
  g_autoptr (RxObservable) never = rx_observable_never ();

  return rx_observable_take_until (source, never);
}

static RxObservable *
until_open (RxObservable *source)
{
  g_autoptr (RxObservable) other = rx_test_script ("", NULL);

  return rx_observable_take_until (source, other);
}

static void
test_table (void)
{
  static const RxTestRow rows[] = {
    { "1 2 3 |", -1, "1 2 3 |" },
    { "1 2 3 |", 0, "" },
    { "1 2 3 |", 1, "1" },
    { "1 2 3 |", 2, "1 2" },
    { "a NULL |", -1, "a NULL |" },
    { "|", 0, "|" },
    { "1", -1, "1" },
    { "#no", 0, "#no" },
    { "1 #no", -1, "1 #no" },
  };

  rx_test_rows (until_never, rows);
  rx_test_rows (until_open, rows);
}

/* The notifier is subscribed to first: if it speaks at once, the source is not subscribed to. */
static void
test_notifier_at_once (void)
{
  static const struct
  {
    const gchar *notifier;
    const gchar *events;
  } rows[] = {
    { "x", "|" },
    { "x |", "|" },
    { "|", "|" },
    { "#no", "#no" },
    { "NULL", "|" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gint opened = 0;
      g_autoptr (RxObservable) source = rx_test_script ("1 2 3 |", NULL);
      g_autoptr (RxObservable) other = rx_test_script (rows[i].notifier, &opened);

      rx_then (&source, take_until, other);
      for (gint64 demand = -1; demand <= 1; demand++)
        {
          rx_test_expect (source, demand, rows[i].events);
          g_assert_cmpint (opened, ==, 0);
        }
    }
}

/* Two subjects; each step says which is fed, s: or n:. */
static void
test_hot (void)
{
  static const struct
  {
    const gchar *steps[4];
    const gchar *events;
  } rows[] = {
    { { "s:1 2", "n:x", "s:3" }, "1 2 |" },
    { { "s:1", "n:|", "s:2" }, "1 |" },
    { { "s:1", "n:#no", "s:2" }, "1 #no" },
    { { "s:1 |", "n:x" }, "1 |" },
    { { "s:1 #no", "n:x" }, "1 #no" },
    { { "n:x", "s:1" }, "|" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (RxSubject) source = rx_publish_subject_new ();
      g_autoptr (RxSubject) notifier = rx_publish_subject_new ();
      g_autoptr (RxObservable) observable = rx_observable_take_until (RX_OBSERVABLE (source), RX_OBSERVABLE (notifier));
      g_autoptr (RxProbe) probe = rx_probe_subscribe (observable, -1);
      g_autoptr (RxProbe) cancelled = rx_probe_subscribe (observable, -1);

      rx_probe_cancel (cancelled);
      g_assert_true (rx_subject_has_observers (source));
      g_assert_true (rx_subject_has_observers (notifier));
      for (guint j = 0; j < G_N_ELEMENTS (rows[i].steps) && rows[i].steps[j] != NULL; j++)
        rx_test_feed (rows[i].steps[j][0] == 's' ? source : notifier, rows[i].steps[j] + 2);
      rx_probe_assert (probe, rows[i].events);
      rx_probe_assert (cancelled, "");
      g_assert_false (rx_subject_has_observers (source));
      g_assert_false (rx_subject_has_observers (notifier));
    }
}

/* The other side is released before the end goes down. */
static void
check_released (gpointer user_data)
{
  gpointer *args = user_data;

  g_assert_false (rx_subject_has_observers (args[0]));
  g_assert_false (rx_subject_has_observers (args[1]));
  args[2] = GINT_TO_POINTER (TRUE);
}

static void
test_release_order (void)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (RxSubject) source = rx_publish_subject_new ();
      g_autoptr (RxSubject) notifier = rx_publish_subject_new ();
      g_autoptr (RxObservable) observable = rx_observable_take_until (RX_OBSERVABLE (source), RX_OBSERVABLE (notifier));
      gpointer args[] = { i == 0 ? source : notifier, i == 0 ? source : notifier, NULL };
      g_autoptr (RxSubscription) subscription = rx_observable_subscribe (observable, NULL, NULL, check_released, args,
                                                                         NULL);

      rx_test_feed (i == 0 ? notifier : source, i == 0 ? "x" : "|");
      g_assert_nonnull (args[2]);
    }
}

/* The notifier speaks from inside an item. */
static void
end_inside (RxProbe *probe, const GValue *item, gpointer notifier)
{
  if (probe->n_items == 2)
    {
      rx_test_feed (notifier, "x");
      g_assert_cmpuint (probe->n_ends, ==, 0);
    }
}

static void
test_re_entrant (void)
{
  g_autoptr (RxSubject) notifier = rx_publish_subject_new ();
  g_autoptr (RxObservable) endless = rx_observable_range (1, G_MAXINT64);
  g_autoptr (RxProbe) probe = rx_probe_new ();

  rx_then (&endless, take_until, RX_OBSERVABLE (notifier));
  probe->hook = end_inside;
  probe->hook_data = notifier;
  rx_probe_start (probe, endless, -1);
  rx_probe_assert (probe, "1 2 |");
}

/* One observable on both sides. */
static void
test_same (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxObservable) observable = rx_observable_take_until (RX_OBSERVABLE (subject), RX_OBSERVABLE (subject));
  g_autoptr (RxProbe) probe = rx_probe_subscribe (observable, -1);

  rx_test_feed (subject, "1 2");
  rx_probe_assert (probe, "|");
}

/* --- threads: the notifier ends it while the source is at it --- */

static gpointer
feed_numbers (gpointer data)
{
  RxSubject *subject = data;

  for (gint64 i = 0; rx_subject_has_observers (subject); i++)
    rx_subject_next (subject, RX_VALUE_INT64 (i));
  return NULL;
}

static void
test_threads (void)
{
  RxTestWatchdog *watchdog = rx_test_watchdog_start (100);

  for (guint round = 0; round < rx_test_rounds (1000); round++)
    {
      g_autoptr (RxSubject) source = rx_publish_subject_new ();
      g_autoptr (RxSubject) notifier = rx_publish_subject_new ();
      g_autoptr (RxObservable) observable = rx_observable_take_until (RX_OBSERVABLE (source), RX_OBSERVABLE (notifier));
      g_autoptr (RxProbe) probe = rx_probe_new ();
      pthread_t thread;

      probe->quiet = TRUE;
      rx_probe_start (probe, observable, -1);
      thread = rx_test_thread_start (feed_numbers, source);
      rx_test_feed (notifier, "x");
      rx_test_thread_join (thread);
      rx_probe_wait (probe);
      g_assert_cmpuint (probe->n_ends, ==, 1);
      g_assert_no_error (probe->error);
    }
  rx_test_watchdog_stop (watchdog);
}

static void
test_bad_arguments (void)
{
  g_autoptr (RxObservable) never = rx_observable_never ();

  rx_test_expect_critical ("RX_IS_OBSERVABLE (self)");
  g_assert_null (rx_observable_take_until (NULL, never));
  rx_test_expect_critical ("RX_IS_OBSERVABLE (other)");
  g_assert_null (rx_observable_take_until (never, NULL));
  g_test_assert_expected_messages ();
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/take-until/table", test_table);
  rx_test_add ("/take-until/notifier-at-once", test_notifier_at_once);
  rx_test_add ("/take-until/hot", test_hot);
  rx_test_add ("/take-until/release-order", test_release_order);
  rx_test_add ("/take-until/re-entrant", test_re_entrant);
  rx_test_add ("/take-until/same", test_same);
  rx_test_add ("/take-until/threads", test_threads);
  rx_test_add ("/take-until/bad-arguments", test_bad_arguments);

  return g_test_run ();
}
