/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include <rx-glib/rx-testing.h>

#include "core/rx-node-private.h"
#include "rx-observable-private.h"
#include "rx-test-script.h"

/* A source that does what its script says, letter by letter, inside the subscribe call:
 *   s subscribed   n next   u next with an unset value   e error   E error without one   c completed   d detach
 *   x cancel, 0 request (0), 1 request (1), as if from downstream   N next, and another one while it is under way */
typedef struct
{
  RxNode base;
  const gchar *script;
} RogueNode;

static gint rogue_cancels;
static gint64 rogue_requested;

static void
rogue_request (RxSink *sink, gint64 n)
{
  rogue_requested = _rx_demand_plus (rogue_requested, n);
}

static void
rogue_cancel (RxSink *sink)
{
  rogue_cancels++;
}

static const RxSinkOps rogue_sink_ops = {
  .size = sizeof (RxSink),
  .request = rogue_request,
  .cancel = rogue_cancel,
  .finalize = _rx_sink_free,
};

static void
rogue_next (RxSink *down)
{
  GValue item = RX_ITEM_INIT;

  _rx_item_init_int64 (&item, 1);
  _rx_next (down, &item);
  _rx_item_clear (&item);
}

static RxSink *nest_into;

static void
nest (const GValue *item, gpointer user_data, GError **error)
{
  RxSink *down = g_steal_pointer (&nest_into);

  if (down != NULL)
    rogue_next (down);
}

static void
rogue_node_subscribe (RxNode *node, RxSink *down)
{
  RxSink *self = _rx_sink_new (&rogue_sink_ops, down);
  GValue unset = G_VALUE_INIT;

  for (const gchar *at = ((RogueNode *) node)->script; *at != '\0'; at++)
    switch (*at)
      {
      case 's':
        _rx_sink_announce (self);
        break;
      case 'n':
        rogue_next (down);
        break;
      case 'N':
        nest_into = down;
        rogue_next (down);
        break;
      case 'u':
        _rx_next (down, &unset);
        break;
      case 'e':
        _rx_error (down, rx_test_error ("rogue"));
        break;
      case 'E':
        _rx_error (down, NULL);
        break;
      case 'c':
        _rx_completed (down);
        break;
      case 'd':
        _rx_detach (down);
        break;
      case 'x':
        _rx_cancel (down);
        break;
      default:
        _rx_request (down, *at - '0');
        break;
      }
  _rx_sink_unref (self);
}

static const RxNodeOps rogue_node_ops = {
  .size = sizeof (RogueNode),
  .name = "rogue",
  .subscribe = rogue_node_subscribe,
};

static RxObservable *
rogue_new (const gchar *script)
{
  RogueNode *node = _rx_node_new (&rogue_node_ops, NULL);

  node->script = script;
  return _rx_node_wrap (node);
}

/* The rules as letters, in the order of the enumeration. */
static void
note_rule (const gchar *stage, RxProtocolRule rule, const gchar *message, gpointer user_data)
{
  g_assert_cmpstr (stage, ==, "rogue");
  g_assert_true (g_str_has_prefix (message, "At \"rogue\" the protocol was broken: "));
  g_string_append_c (user_data, "STODUEBR"[rule]);
}

static void
test_rules (void)
{
  static const struct
  {
    const gchar *script;
    gint64 demand;
    /* S not subscribed, T subscribed twice, O overlap, D no demand, U unset, E after end, B after detach, R request */
    const gchar *rules;
    const gchar *events;
  } rows[] = {
    { "snncd", G_MAXINT64, "", "nn|" },
    { "snned", G_MAXINT64, "", "nn#" },
    { "sd", G_MAXINT64, "", "" },
    { "scd", 0, "", "|" },
    { "nsnd", G_MAXINT64, "S", "n" },
    { "csnd", G_MAXINT64, "S", "n" },
    { "esd", G_MAXINT64, "S", "" },
    { "1sd", G_MAXINT64, "S", "" },
    { "xsd", G_MAXINT64, "S", "" },
    { "d", G_MAXINT64, "S", "" },
    { "ssnd", G_MAXINT64, "T", "n" },
    { "sNcd", G_MAXINT64, "O", "nn|" },
    { "snnnd", 2, "D", "nnn" },
    { "snd", 0, "D", "n" },
    { "sn1nd", 1, "", "nn" },
    { "sund", G_MAXINT64, "U", "n" },
    { "sEnd", G_MAXINT64, "U", "n" },
    { "scnd", G_MAXINT64, "E", "|" },
    { "sccd", G_MAXINT64, "E", "|" },
    { "sced", G_MAXINT64, "E", "|" },
    { "secd", G_MAXINT64, "E", "#" },
    { "scneced", G_MAXINT64, "EEEE", "|" },
    { "sdn", G_MAXINT64, "B", "" },
    { "sde", G_MAXINT64, "B", "" },
    { "scdc", G_MAXINT64, "B", "|" },
    { "scdd", G_MAXINT64, "B", "|" },
    { "s0nd", G_MAXINT64, "R", "n" },
    { "sd1x", G_MAXINT64, "", "" },     /* what comes too late from downstream is nobody's fault */
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (RxProtocolChecker) checker = rx_protocol_checker_new ();
      g_autoptr (RxObservable) rogue = rogue_new (rows[i].script);
      g_autoptr (RxObservable) watched = rx_protocol_checker_watch (checker, rogue, "rogue");
      g_autoptr (GString) rules = g_string_new (NULL);
      g_autoptr (GString) got = g_string_new (NULL);
      g_autoptr (RxTestObserver) observer = rx_test_observer_new (NULL);
      g_auto (GStrv) violations = NULL;
      RxTestEvent **events;
      gsize n;

      rx_protocol_checker_set_handler (checker, note_rule, rules, NULL);
      if (rows[i].demand == G_MAXINT64)
        {
          rx_then (&watched, do_on_next, nest, NULL, NULL);
          rx_test_observer_start (observer, watched, G_MAXINT64);
        }
      else
        {
          /* what was not asked for waits in front of the observer */
          rx_test_observer_start (observer, watched, rows[i].demand);
          rx_test_observer_request (observer, G_MAXINT64);
        }
      events = rx_test_observer_get_events (observer, &n);
      for (gsize j = 0; j < n; j++)
        g_string_append_c (got, "n#|"[rx_notification_get_kind (rx_test_event_get_notification (events[j]))]);
      rx_test_events_free (events, n);

      if (!g_str_equal (rules->str, rows[i].rules) || !g_str_equal (got->str, rows[i].events))
        g_error ("script %s: rules \"%s\", events \"%s\"", rows[i].script, rules->str, got->str);
      g_assert_cmpuint (rx_protocol_checker_get_n_violations (checker), ==, strlen (rows[i].rules));
      violations = rx_protocol_checker_get_violations (checker);
      g_assert_cmpuint (g_strv_length (violations), ==, strlen (rows[i].rules));
    }
}

static void
test_critical (void)
{
  g_autoptr (RxObservable) rogue = rogue_new ("snnnd");
  g_autoptr (RxObservable) watched = rx_test_check_protocol (rogue, "the search");
  g_autoptr (RxTestObserver) observer = NULL;

  g_test_expect_message ("RxTesting", G_LOG_LEVEL_CRITICAL,
                         "At \"the search\" the protocol was broken: item 3 came when 2 had been asked for");
  observer = rx_test_observer_subscribe (watched, 2);
  g_test_assert_expected_messages ();
}

static void
count_note (const gchar *stage, RxProtocolRule rule, const gchar *message, gpointer user_data)
{
  ++*(gint *) user_data;
}

/* Handlers are released, and the last one is told. */
static void
test_handlers (void)
{
  gint notes[2] = { 0, 0 };
  RxProtocolChecker *checker = rx_protocol_checker_new ();
  g_autoptr (RxObservable) rogue = rogue_new ("ssd");
  RxObservable *watched = rx_protocol_checker_watch (checker, rogue, "rogue");
  g_autoptr (RxTestObserver) observer = NULL;

  rx_protocol_checker_set_handler (checker, count_note, &notes[0], rx_test_count);
  rx_protocol_checker_set_handler (checker, count_note, &notes[1], rx_test_count);
  g_assert_cmpint (notes[0], ==, 1);
  observer = rx_test_observer_subscribe (watched, 1);
  g_assert_cmpint (notes[1], ==, 1);
  g_object_unref (checker);
  g_assert_cmpint (notes[1], ==, 1);
  g_object_unref (watched);
  g_assert_cmpint (notes[1], ==, 2);
}

static void
test_macro_subprocess (void)
{
  g_autoptr (RxProtocolChecker) checker = rx_protocol_checker_new ();
  g_autoptr (RxObservable) rogue = rogue_new ("s0d");
  g_autoptr (RxObservable) watched = rx_protocol_checker_watch (checker, rogue, "rogue");
  g_autoptr (RxTestObserver) observer = NULL;
  gint n = 0;

  rx_protocol_checker_set_handler (checker, count_note, &n, NULL);
  rx_assert_no_violations (checker);
  if (g_test_subprocess ())
    {
      observer = rx_test_observer_subscribe (watched, 1);
      rx_assert_no_violations (checker);
    }
}

static void
test_macro (void)
{
  g_test_trap_subprocess ("/testing/protocol/macro/subprocess", 0, 0);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*test-protocol-checker.c:*At \"rogue\" the protocol was broken: 0 items were asked for*");
}

/* --- between all operators of a stream that keeps the rules --- */

static RxObservable *
two_of (const GValue *item, gpointer user_data, GError **error)
{
  RxObservable *range = rx_observable_range (rx_value_get_int64 (item) * 10, 2);
  RxProtocolChecker *checker = user_data;
  RxObservable *watched = rx_protocol_checker_watch (checker, range, "inner");

  g_object_unref (range);
  return watched;
}

static void
watch (RxObservable **stream, RxProtocolChecker *checker, const gchar *name)
{
  RxObservable *watched = rx_protocol_checker_watch (checker, *stream, name);

  g_object_unref (*stream);
  *stream = watched;
}

static RxObservable *
make_chain (RxProtocolChecker *checker, RxScheduler *scheduler)
{
  RxObservable *stream = rx_observable_range (0, 1000), *other = rx_observable_range (5000, 7), *both[2];

  watch (&stream, checker, "range");
  rx_then (&stream, map, rx_test_times_ten, NULL, NULL);
  watch (&stream, checker, "map");
  rx_then (&stream, observe_on, scheduler);
  watch (&stream, checker, "observe_on");
  rx_then (&stream, filter, rx_test_is_even, NULL, NULL);
  rx_then (&stream, flat_map, two_of, checker, NULL);
  watch (&stream, checker, "flat_map");
  both[0] = stream;
  both[1] = other;
  stream = rx_observable_merge (both, 2);
  g_object_unref (both[0]);
  g_object_unref (both[1]);
  watch (&stream, checker, "merge");
  rx_then (&stream, subscribe_on, scheduler);
  watch (&stream, checker, "subscribe_on");
  rx_then (&stream, take, 500);
  watch (&stream, checker, "take");
  return stream;
}

static void
test_chain (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new ();
  g_autoptr (RxProtocolChecker) checker = rx_protocol_checker_new ();
  g_autoptr (RxObservable) stream = make_chain (checker, RX_SCHEDULER (scheduler));
  g_autoptr (RxTestObserver) observer = rx_test_observer_new (NULL);

  rx_test_observer_start (observer, stream, 3);
  g_assert_true (rx_test_scheduler_run (scheduler, NULL));
  g_assert_cmpuint (rx_test_observer_get_n_items (observer), ==, 3);
  rx_test_observer_request (observer, 100);
  g_assert_true (rx_test_scheduler_run (scheduler, NULL));
  g_assert_cmpuint (rx_test_observer_get_n_items (observer), ==, 103);
  rx_test_observer_request (observer, G_MAXINT64);
  g_assert_true (rx_test_scheduler_run (scheduler, NULL));
  g_assert_cmpuint (rx_test_observer_get_n_items (observer), ==, 500);
  g_assert_true (rx_test_observer_is_completed (observer));
  rx_assert_no_violations (checker);
}

static void
test_chain_threads (void)
{
  g_autoptr (RxProtocolChecker) checker = rx_protocol_checker_new ();
  g_autoptr (RxObservable) stream = make_chain (checker, rx_scheduler_computation ());

  for (guint i = 0; i < rx_test_rounds (200); i++)
    {
      g_autoptr (RxTestObserver) whole = rx_test_observer_subscribe (stream, i % 2 == 0 ? G_MAXINT64 : 10);
      g_autoptr (RxTestObserver) part = rx_test_observer_subscribe (stream, 20);
      g_autoptr (GError) error = NULL;

      rx_test_observer_request (part, i % 7 + 1);
      g_assert_true (rx_test_observer_wait_for_items (part, i % 20, 60 * G_TIME_SPAN_SECOND, &error));
      rx_test_observer_unsubscribe (part);
      rx_test_observer_request (whole, G_MAXINT64);
      g_assert_true (rx_test_observer_wait (whole, 60 * G_TIME_SPAN_SECOND, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (rx_test_observer_get_n_items (whole), ==, 500);
    }
  rx_assert_no_violations (checker);
  g_clear_object (&stream);
  rx_test_wait_until (atomic_load (&_rx_live[RX_LIVE_SINKS]) == 0 && atomic_load (&_rx_live[RX_LIVE_TASKS]) == 0);
}

/* Cancel and demand go through as they are, and what a stage keeps has an end. */
static void
test_transparent (void)
{
  g_autoptr (RxObservable) rogue = rogue_new ("s");
  RxObservable *watched = rx_test_check_protocol (rogue, "rogue");
  g_autoptr (RxObservable) plain = rx_observable_empty ();
  g_autofree gchar *text = rx_observable_to_string (watched);
  gint sinks;

  g_assert_cmpstr (text, ==, "rogue → check_protocol");
  g_object_unref (watched);

  watched = rx_test_check_protocol (plain, "empty");
  for (guint i = 0; i < 1000; i++)
    g_object_unref (rx_test_observer_subscribe (watched, 1));
  sinks = atomic_load (&_rx_live[RX_LIVE_SINKS]);
  g_assert_cmpint (sinks, <=, 256);
  g_object_unref (watched);
  g_assert_cmpint (atomic_load (&_rx_live[RX_LIVE_SINKS]), ==, 0);

  /* a source that is asked and cancelled through the stage */
  rogue_cancels = 0;
  rogue_requested = 0;
  g_clear_object (&rogue);
  rogue = rogue_new ("s15xd");
  watched = rx_test_check_protocol (rogue, "rogue");
  g_object_unref (rx_test_observer_subscribe (watched, 0));
  g_assert_cmpint (rogue_requested, >=, 6);
  g_assert_cmpint (rogue_cancels, ==, 1);
  g_object_unref (watched);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/testing/protocol/rules", test_rules);
  rx_test_add ("/testing/protocol/critical", test_critical);
  rx_test_add ("/testing/protocol/handlers", test_handlers);
  rx_test_add ("/testing/protocol/macro", test_macro);
  rx_test_add ("/testing/protocol/macro/subprocess", test_macro_subprocess);
  rx_test_add ("/testing/protocol/chain", test_chain);
  rx_test_add ("/testing/protocol/chain-threads", test_chain_threads);
  rx_test_add ("/testing/protocol/transparent", test_transparent);

  return g_test_run ();
}
