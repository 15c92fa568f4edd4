/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-script.h"

static void
test_events (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxProbe) early = rx_probe_subscribe (RX_OBSERVABLE (subject), -1);
  g_autoptr (RxProbe) late = NULL;
  g_autoptr (RxProbe) left = rx_probe_subscribe (RX_OBSERVABLE (subject), -1);

  rx_test_feed (subject, "1 a NULL");
  late = rx_probe_subscribe (RX_OBSERVABLE (subject), -1);
  rx_probe_cancel (left);
  rx_test_feed (subject, "2 |");
  rx_probe_assert (early, "1 a NULL 2 |");
  rx_probe_assert (late, "2 |");
  rx_probe_assert (left, "1 a NULL");
}

/* Whoever comes after the end is told it; what is fed then goes nowhere, an error to those without a receiver. */
static void
test_after_end (void)
{
  g_autoptr (RxSubject) completed = rx_publish_subject_new ();
  g_autoptr (RxSubject) failed = rx_publish_subject_new ();

  rx_test_feed (completed, "1 |");
  rx_test_expect (RX_OBSERVABLE (completed), 0, "|");
  rx_test_feed (completed, "2 |");
  rx_test_expect (RX_OBSERVABLE (completed), -1, "|");
  g_assert_cmpuint (rx_test_take_undeliverable (), ==, 0);
  rx_test_feed (completed, "#late");
  g_assert_cmpuint (rx_test_take_undeliverable (), ==, 1);
  rx_test_expect (RX_OBSERVABLE (completed), -1, "|");

  rx_test_feed (failed, "#no");
  rx_test_expect (RX_OBSERVABLE (failed), 0, "#no");
  rx_test_feed (failed, "| 1");
  rx_test_expect (RX_OBSERVABLE (failed), -1, "#no");
  g_assert_false (rx_subject_has_observers (failed));
}

/* By the interface it is an observer like any other. */
static void
test_observer (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1 2");
  g_autoptr (RxObservable) failing = rx_test_failing ("no");
  g_autoptr (RxProbe) probe = rx_probe_subscribe (RX_OBSERVABLE (subject), -1);
  g_autoptr (RxSubject) other = rx_publish_subject_new ();
  g_autoptr (RxProbe) other_probe = rx_probe_subscribe (RX_OBSERVABLE (other), -1);

  rx_observable_subscribe_observer (numbers, RX_OBSERVER (subject), G_MAXINT64, NULL);
  rx_probe_assert (probe, "1 2 |");
  rx_observable_subscribe_observer (failing, RX_OBSERVER (other), G_MAXINT64, NULL);
  rx_probe_assert (other_probe, "#no");
}

static void
test_has_observers (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxProbe) one = NULL;
  g_autoptr (RxProbe) two = NULL;

  g_assert_false (rx_subject_has_observers (subject));
  one = rx_probe_subscribe (RX_OBSERVABLE (subject), -1);
  two = rx_probe_subscribe (RX_OBSERVABLE (subject), 0);
  rx_probe_cancel (one);
  g_assert_true (rx_subject_has_observers (subject));
  rx_probe_cancel (two);
  g_assert_false (rx_subject_has_observers (subject));
}

/* Items come whether they were asked for or not; a subscriber that counts has them wait in front of it. */
static void
test_demand (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxProbe) none = rx_probe_subscribe (RX_OBSERVABLE (subject), 0);
  g_autoptr (RxProbe) two = rx_probe_subscribe (RX_OBSERVABLE (subject), 2);

  rx_test_feed (subject, "a b c |");
  rx_probe_assert (none, "");
  rx_probe_assert (two, "a b");
  rx_probe_request (none, 1);
  rx_probe_request (two, 1);
  rx_probe_assert (none, "a");
  rx_probe_assert (two, "a b c |");
  rx_probe_cancel (none);
}

/* --- B096: fed from inside a subscriber --- */

static void
answer (RxProbe *probe, const GValue *item, gpointer subject)
{
  if (g_strcmp0 (rx_value_get_string (item), "bad") == 0)
    {
      rx_test_feed (subject, "good");
      rx_probe_assert (probe, "bad");
    }
}

static void
test_re_entrant (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxProbe) first = rx_probe_subscribe (RX_OBSERVABLE (subject), -1);
  g_autoptr (RxProbe) second = rx_probe_new ();
  g_autoptr (RxProbe) third = NULL;

  second->hook = answer;
  second->hook_data = subject;
  rx_probe_start (second, RX_OBSERVABLE (subject), -1);
  third = rx_probe_subscribe (RX_OBSERVABLE (subject), -1);
  rx_test_feed (subject, "bad");
  rx_probe_assert (first, "bad good");
  rx_probe_assert (second, "bad good");
  rx_probe_assert (third, "bad good");
}

/* Ended from inside: after the running item, for everybody. */
static void
end_it (RxProbe *probe, const GValue *item, gpointer data)
{
  gpointer *args = data;

  rx_test_feed (args[0], args[1]);
  g_assert_cmpuint (probe->n_ends, ==, 0);
}

static void
test_re_entrant_end (void)
{
  static const gchar *rows[][2] = { { "|", "1 |" }, { "#no", "1 #no" }, { "2 |", "1 2 |" }, { "| 2", "1 |" } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (RxSubject) subject = rx_publish_subject_new ();
      gpointer args[] = { subject, (gpointer) rows[i][0] };
      g_autoptr (RxProbe) first = rx_probe_new ();
      g_autoptr (RxProbe) second = NULL;

      first->hook = end_it;
      first->hook_data = args;
      rx_probe_start (first, RX_OBSERVABLE (subject), -1);
      second = rx_probe_subscribe (RX_OBSERVABLE (subject), -1);
      rx_test_feed (subject, "1");
      if (i == 2)
        {
          /* at the second item it ends it once more, which is nothing */
          rx_probe_assert (first, "1 2 |");
          rx_probe_assert (second, "1 2 |");
        }
      else
        {
          rx_probe_assert (first, rows[i][1]);
          rx_probe_assert (second, rows[i][1]);
        }
    }
}

/* U15: subscribing and unsubscribing while an item is passed round. */
typedef struct
{
  RxSubject *subject;
  RxProbe *leaves;
  RxProbe *comes;
} Round;

static void
change_round (RxProbe *probe, const GValue *item, gpointer data)
{
  Round *self = data;

  if (probe->n_items != 1)
    return;
  rx_probe_cancel (self->leaves);
  rx_probe_start (self->comes, RX_OBSERVABLE (self->subject), -1);
}

static void
test_round (void)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (RxSubject) subject = rx_publish_subject_new ();
      g_autoptr (RxProbe) leaves = rx_probe_new ();
      g_autoptr (RxProbe) comes = rx_probe_new ();
      g_autoptr (RxProbe) changes = rx_probe_new ();
      g_autoptr (RxProbe) stays = rx_probe_new ();
      Round self = { subject, leaves, comes };

      changes->hook = change_round;
      changes->hook_data = &self;
      if (i == 0)
        rx_probe_start (leaves, RX_OBSERVABLE (subject), -1);
      rx_probe_start (changes, RX_OBSERVABLE (subject), -1);
      if (i == 1)
        rx_probe_start (leaves, RX_OBSERVABLE (subject), -1);
      rx_probe_start (stays, RX_OBSERVABLE (subject), -1);
      rx_test_feed (subject, "1 2");
      rx_probe_assert (leaves, i == 0 ? "1" : "");
      rx_probe_assert (comes, "2");
      rx_probe_assert (changes, "1 2");
      rx_probe_assert (stays, "1 2");
    }
}

static void
cancel (RxProbe *probe, const GValue *item, gpointer data)
{
  rx_probe_cancel (probe);
}

static void
test_leave_inside (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxProbe) one = rx_probe_new ();
  g_autoptr (RxProbe) two = rx_probe_new ();

  one->hook = two->hook = cancel;
  rx_probe_start (one, RX_OBSERVABLE (subject), -1);
  rx_probe_start (two, RX_OBSERVABLE (subject), -1);
  rx_test_feed (subject, "1 2");
  rx_probe_assert (one, "1");
  rx_probe_assert (two, "1");
  g_assert_false (rx_subject_has_observers (subject));
}

/* E14: one that fails is told so, and the others get everything. */
static void
test_failing_subscriber (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxProbe) fails = rx_probe_new ();
  g_autoptr (RxProbe) other = NULL;

  fails->fail_with = rx_test_error ("own");
  fails->fail_at = 1;
  rx_probe_start (fails, RX_OBSERVABLE (subject), -1);
  other = rx_probe_subscribe (RX_OBSERVABLE (subject), -1);
  rx_test_feed (subject, "1 2 |");
  rx_probe_assert (fails, "1 #own");
  rx_probe_assert (other, "1 2 |");
}

/* --- the object goes --- */

static void
drop_subject (RxProbe *probe, const GValue *item, gpointer data)
{
  /* U18: it lives until this call has returned to it */
  g_clear_object ((RxSubject **) data);
}

static void
test_abandoned (void)
{
  RxSubject *subject = rx_publish_subject_new ();
  g_autoptr (RxProbe) one = rx_probe_new ();
  g_autoptr (RxProbe) two = NULL;

  one->hook = drop_subject;
  one->hook_data = &subject;
  rx_probe_start (one, RX_OBSERVABLE (subject), -1);
  two = rx_probe_subscribe (RX_OBSERVABLE (subject), -1);
  rx_test_feed (subject, "1");
  g_assert_null (subject);
  rx_probe_assert (one, "1");
  rx_probe_assert (two, "1");
  g_assert_true (rx_subscription_is_unsubscribed (one->handle));
  g_assert_true (rx_subscription_is_unsubscribed (two->handle));
}

/* U20: what waits behind an abandoned subject is neither overtaken nor lost. */
static void
test_abandoned_with_items (void)
{
  RxSubject *subject = rx_publish_subject_new ();
  g_autoptr (RxObservable) observable = rx_observable_observe_on (RX_OBSERVABLE (subject), NULL);
  g_autoptr (RxProbe) probe = rx_probe_subscribe (observable, -1);

  rx_test_feed (subject, "1 2");
  g_object_unref (subject);
  g_assert_false (rx_subscription_is_unsubscribed (probe->handle));
  rx_test_settle (NULL);
  rx_probe_assert (probe, "1 2");
  g_assert_true (rx_subscription_is_unsubscribed (probe->handle));
}

/* --- threads --- */

static gpointer
feed_thousand (gpointer data)
{
  gpointer *args = data;
  gint64 base = GPOINTER_TO_INT (args[1]) * 10000;

  for (gint64 i = 0; i < 1000; i++)
    rx_subject_next (args[0], RX_VALUE_INT64 (base + i));
  return NULL;
}

typedef struct
{
  gint64 last[3];
  GArray *all;
} Feeders;

static void
check_feeder (RxProbe *probe, const GValue *item, gpointer data)
{
  Feeders *self = data;
  gint64 x = rx_value_get_int64 (item);

  g_assert_cmpint (x % 10000, ==, self->last[x / 10000]++);
  g_array_append_val (self->all, x);
}

/* All subscribers see one order, and each feeder's own order in it. */
static void
test_feeders (void)
{
  for (guint round = 0; round < rx_test_rounds (100); round++)
    {
      g_autoptr (RxSubject) subject = rx_publish_subject_new ();
      Feeders feeders[2];
      RxProbe *probes[2];
      pthread_t threads[3];
      gpointer args[3][2];

      for (guint i = 0; i < 2; i++)
        {
          feeders[i] = (Feeders) { { 0, 0, 0 }, g_array_new (FALSE, FALSE, sizeof (gint64)) };
          probes[i] = rx_probe_new ();
          probes[i]->quiet = TRUE;
          probes[i]->hook = check_feeder;
          probes[i]->hook_data = &feeders[i];
          rx_probe_start (probes[i], RX_OBSERVABLE (subject), -1);
        }
      for (guint i = 0; i < 3; i++)
        {
          args[i][0] = subject;
          args[i][1] = GINT_TO_POINTER (i);
          threads[i] = rx_test_thread_start (feed_thousand, args[i]);
        }
      for (guint i = 0; i < 3; i++)
        rx_test_thread_join (threads[i]);
      g_assert_cmpmem (feeders[0].all->data, feeders[0].all->len * sizeof (gint64), feeders[1].all->data,
                       feeders[1].all->len * sizeof (gint64));
      g_assert_cmpuint (feeders[0].all->len, ==, 3000);
      for (guint i = 0; i < 2; i++)
        {
          rx_probe_cancel (probes[i]);
          g_object_unref (probes[i]);
          g_array_unref (feeders[i].all);
        }
    }
}

static gpointer
come_and_go (gpointer subject)
{
  for (guint i = 0; i < rx_test_rounds (1000); i++)
    {
      g_autoptr (RxSubscription) subscription = rx_observable_subscribe (subject, NULL, NULL, NULL, NULL, NULL);

      rx_subscription_unsubscribe (subscription);
    }
  return NULL;
}

static void
test_come_and_go (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxProbe) probe = rx_probe_new ();
  pthread_t feeder, goer;
  gpointer args[] = { subject, GINT_TO_POINTER (0) };

  probe->quiet = TRUE;
  rx_probe_start (probe, RX_OBSERVABLE (subject), -1);
  feeder = rx_test_thread_start (feed_thousand, args);
  goer = rx_test_thread_start (come_and_go, subject);
  rx_test_thread_join (feeder);
  rx_test_thread_join (goer);
  g_assert_cmpuint (probe->n_items, ==, 1000);
  rx_probe_cancel (probe);
  g_assert_false (rx_subject_has_observers (subject));
}

static void
test_bad_arguments (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxProbe) probe = rx_probe_subscribe (RX_OBSERVABLE (subject), -1);
  g_autoptr (GError) error = rx_test_error ("no");
  GValue unset = G_VALUE_INIT;

  rx_test_expect_critical ("G_IS_VALUE");
  rx_subject_next (subject, &unset);
  rx_test_expect_critical ("error != NULL");
  rx_subject_error (subject, NULL);
  rx_test_expect_critical ("RX_IS_SUBJECT");
  rx_subject_next (NULL, RX_VALUE_INT64 (1));
  rx_test_expect_critical ("RX_IS_SUBJECT");
  rx_subject_error (NULL, error);
  rx_test_expect_critical ("RX_IS_SUBJECT");
  rx_subject_completed (NULL);
  rx_test_expect_critical ("RX_IS_SUBJECT");
  g_assert_false (rx_subject_has_observers (NULL));
  g_test_assert_expected_messages ();
  rx_subject_next (subject, NULL);
  rx_probe_assert (probe, "NULL");
}

/* A language derives the abstract class, and brings no core. */
static void
test_derived (void)
{
  GTypeQuery query;
  GType type;
  g_autoptr (RxSubject) subject = NULL;
  g_autoptr (RxProbe) probe = NULL, late = NULL;

  g_type_query (RX_TYPE_SUBJECT, &query);
  type = g_type_register_static_simple (RX_TYPE_SUBJECT, "RxTestDerivedSubject", query.class_size, NULL,
                                        query.instance_size, NULL, 0);
  subject = g_object_new (type, NULL);
  probe = rx_probe_subscribe (RX_OBSERVABLE (subject), -1);
  g_assert_true (rx_subject_has_observers (subject));
  rx_test_feed (subject, "1 2 |");
  late = rx_probe_subscribe (RX_OBSERVABLE (subject), -1);
  rx_probe_assert (probe, "1 2 |");
  rx_probe_assert (late, "|");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/publish-subject/events", test_events);
  rx_test_add ("/publish-subject/after-end", test_after_end);
  rx_test_add ("/publish-subject/observer", test_observer);
  rx_test_add ("/publish-subject/has-observers", test_has_observers);
  rx_test_add ("/publish-subject/demand", test_demand);
  rx_test_add ("/publish-subject/B096-re-entrant", test_re_entrant);
  rx_test_add ("/publish-subject/re-entrant-end", test_re_entrant_end);
  rx_test_add ("/publish-subject/round", test_round);
  rx_test_add ("/publish-subject/leave-inside", test_leave_inside);
  rx_test_add ("/publish-subject/failing-subscriber", test_failing_subscriber);
  rx_test_add ("/publish-subject/abandoned", test_abandoned);
  rx_test_add ("/publish-subject/abandoned-with-items", test_abandoned_with_items);
  rx_test_add ("/publish-subject/feeders", test_feeders);
  rx_test_add ("/publish-subject/come-and-go", test_come_and_go);
  rx_test_add ("/publish-subject/bad-arguments", test_bad_arguments);
  rx_test_add ("/publish-subject/derived", test_derived);

  return g_test_run ();
}
