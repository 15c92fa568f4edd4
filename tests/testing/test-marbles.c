/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include <rx-glib/rx-testing.h>

#include "rx-test-util.h"

/* 1, 2, 3 are numbers, x is NULL, # is an error of its own, e another. */
static RxMarbleTable *
make_table (void)
{
  RxMarbleTable *table = rx_marble_table_new ();
  g_autoptr (GError) overflow = g_error_new_literal (RX_ERROR, RX_ERROR_OVERFLOW, "too much");
  g_autoptr (GError) late = g_error_new_literal (RX_ERROR, RX_ERROR_TIMED_OUT, "too late");

  for (gint64 i = 1; i <= 3; i++)
    rx_marble_table_set_item (table, '0' + i, RX_VALUE_INT64 (i));
  rx_marble_table_set_item (table, 'x', NULL);
  rx_marble_table_set_error (table, '#', overflow);
  rx_marble_table_set_error (table, 'e', late);
  return table;
}

static gchar *
describe (RxTestEvent **events, gsize n_events)
{
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < n_events; i++)
    {
      g_autofree gchar *event = rx_test_event_to_string (events[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", event);
    }
  return g_string_free (text, FALSE);
}

static void
test_parse (void)
{
  static const struct
  {
    const gchar *marbles;
    const gchar *events;
  } rows[] = {
    { "", "" },
    { "---", "" },
    { "a", "0 ms: next \"a\"" },
    { "-a-b|", "1 ms: next \"a\"; 3 ms: next \"b\"; 4 ms: completed" },
    { " - a -- b | ", "1 ms: next \"a\"; 4 ms: next \"b\"; 5 ms: completed" },
    { "-#", "1 ms: error \"error\" (g-io-error-quark, 0)" },
    { "7é", "0 ms: next \"7\"; 1 ms: next \"é\"" },
    { "(ab|)", "0 ms: next \"a\"; 0 ms: next \"b\"; 0 ms: completed" },
    { "-(ab)c", "1 ms: next \"a\"; 1 ms: next \"b\"; 5 ms: next \"c\"" },
    { "-( a b )c", "1 ms: next \"a\"; 1 ms: next \"b\"; 5 ms: next \"c\"" },
    { "()a", "2 ms: next \"a\"" },
    { "a 10ms b", "0 ms: next \"a\"; 11 ms: next \"b\"" },
    { "10ms a 1.5s b 2m (c|)", "10 ms: next \"a\"; 1511 ms: next \"b\"; 121512 ms: next \"c\"; 121512 ms: completed" },
    { "250us a 0.25ms b", "250 us: next \"a\"; 1.500 ms: next \"b\"" },
    { "a 1.50000000000000ms b", "0 ms: next \"a\"; 2.500 ms: next \"b\"" },
    { "a 3s", "0 ms: next \"a\"" },
    /* not between spaces: items, as RxJS has it */
    { "a1m|", "0 ms: next \"a\"; 1 ms: next \"1\"; 2 ms: next \"m\"; 3 ms: completed" },
    { "9ms|", "0 ms: next \"9\"; 1 ms: next \"m\"; 2 ms: next \"s\"; 3 ms: completed" },
    { "0 9ms 1", "0 ms: next \"0\"; 10 ms: next \"1\"" },
    { "a|--", "0 ms: next \"a\"; 1 ms: completed" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree gchar *got = NULL;
      gsize n;
      RxTestEvent **events = rx_marbles_parse (rows[i].marbles, NULL, &n, &error);

      g_assert_no_error (error);
      g_assert_nonnull (events);
      got = describe (events, n);
      g_assert_cmpstr (got, ==, rows[i].events);
      rx_test_events_free (events, n);
    }
}

static void
test_parse_table (void)
{
  g_autoptr (RxMarbleTable) table = make_table ();
  g_autofree gchar *got = NULL;
  gsize n;
  RxTestEvent **events;

  g_assert_cmpint (rx_marble_table_get_frame (table), ==, 1000);
  rx_marble_table_set_frame (table, 10);
  events = rx_marbles_parse ("1-a(2x)e", table, &n, NULL);
  got = describe (events, n);
  g_assert_cmpstr (got, ==, "0 ms: next 1; 20 us: next \"a\"; 30 us: next 2; 30 us: next NULL; "
                   "70 us: error \"too late\" (rx-error-quark, 7)");
  rx_test_events_free (events, n);

  g_test_expect_message ("RxTesting", G_LOG_LEVEL_CRITICAL, "*is_reserved*");
  rx_marble_table_set_item (table, '-', NULL);
  g_test_expect_message ("RxTesting", G_LOG_LEVEL_CRITICAL, "*symbol != '#'*");
  rx_marble_table_set_item (table, '#', NULL);
  g_test_expect_message ("RxTesting", G_LOG_LEVEL_CRITICAL, "*frame >= 1*");
  rx_marble_table_set_frame (table, 0);
  g_test_assert_expected_messages ();
}

static void
test_parse_hot (void)
{
  static const struct
  {
    const gchar *marbles;
    const gchar *events;
  } rows[] = {
    { "-a-b", "1 ms: next \"a\"; 3 ms: next \"b\"" },
    { "-a-^b", "-2 ms: next \"a\"; 1 ms: next \"b\"" },
    { "^-b|", "2 ms: next \"b\"; 3 ms: completed" },
    { "a(^b)c", "-1 ms: next \"a\"; 0 ms: next \"b\"; 4 ms: next \"c\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree gchar *got = NULL;
      gsize n;
      RxTestEvent **events = rx_marbles_parse_hot (rows[i].marbles, NULL, &n, NULL);

      got = describe (events, n);
      g_assert_cmpstr (got, ==, rows[i].events);
      rx_test_events_free (events, n);
    }
}

static void
test_parse_subscription (void)
{
  static const struct
  {
    const gchar *marbles;
    gint64 subscribed, unsubscribed;
  } rows[] = {
    { "", -1, -1 },
    { "^", 0, -1 },
    { "--^---!", 2000, 6000 },
    { "-(^!)", 1000, 1000 },
    { "10ms ^ 1s !", 10000, 1011000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gint64 subscribed, unsubscribed;

      g_assert_true (rx_marbles_parse_subscription (rows[i].marbles, NULL, &subscribed, &unsubscribed, NULL));
      g_assert_cmpint (subscribed, ==, rows[i].subscribed);
      g_assert_cmpint (unsubscribed, ==, rows[i].unsubscribed);
    }
}

static void
test_malformed (void)
{
  enum { COLD, HOT, SUBSCRIPTION };
  static const struct
  {
    guint kind;
    const gchar *marbles;
    guint place;
    const gchar *reason;
  } rows[] = {
    { COLD, "-a(b-c)", 5, "time does not pass inside a group" },
    { COLD, "-é(b 3ms c)", 6, "time does not pass inside a group" },
    { COLD, "-(a(b))", 4, "a group is open already" },
    { COLD, "-a)", 3, "no group is open" },
    { COLD, "--(ab", 3, "this group is not closed" },
    { COLD, "-a|b", 4, "nothing comes after the end" },
    { COLD, "(a#|)", 4, "nothing comes after the end" },
    { COLD, "-^a", 2, "only the diagram of a hot source says where one subscribes" },
    { COLD, "-a!", 3, "only the diagram of a subscription has an end of it" },
    { COLD, "-\001", 2, "this character cannot be seen" },
    { COLD, "a 0.5us b", 3, "this span of time is too long, or finer than a microsecond" },
    { COLD, "a 0.0005ms b", 3, "this span of time is too long, or finer than a microsecond" },
    { COLD, "99999999999999999999m", 1, "this span of time is too long, or finer than a microsecond" },
    { COLD, "9000000000000000ms 9000000000000000ms", 20, "this span of time is too long, or finer than a microsecond" },
    { HOT, "^-^", 3, "one subscribes once" },
    { SUBSCRIPTION, "-^a", 3, "the diagram of a subscription has no items" },
    { SUBSCRIPTION, "-!^", 2, "the end comes after the beginning" },
    { SUBSCRIPTION, "-^-!-!", 6, "this happens once" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree gchar *message = g_strdup_printf ("In the diagram \"%s\", at character %u: %s", rows[i].marbles,
                                                   rows[i].place, rows[i].reason);
      g_autoptr (GError) error = NULL;
      gsize n = 1;
      gint64 from, to;

      if (rows[i].kind == SUBSCRIPTION)
        g_assert_false (rx_marbles_parse_subscription (rows[i].marbles, NULL, &from, &to, &error));
      else if (rows[i].kind == HOT)
        g_assert_null (rx_marbles_parse_hot (rows[i].marbles, NULL, &n, &error));
      else
        {
          g_assert_null (rx_marbles_parse (rows[i].marbles, NULL, &n, &error));
          g_assert_cmpuint (n, ==, 0);
        }
      g_assert_error (error, RX_ERROR, RX_ERROR_INVALID_ARGUMENT);
      g_assert_cmpstr (error->message, ==, message);
    }
}

static void
test_malformed_text (void)
{
  g_autoptr (GError) error = NULL;
  gsize n;

  g_assert_null (rx_marbles_parse ("a\xff", NULL, &n, &error));
  g_assert_error (error, RX_ERROR, RX_ERROR_INVALID_ARGUMENT);
  g_assert_cmpstr (error->message, ==, "The diagram is not UTF-8");
}

/* What is read and drawn again: the same text, or that of the second column. */
static void
test_print (void)
{
  static const struct
  {
    const gchar *marbles;
    const gchar *drawn;
  } rows[] = {
    { "", NULL },
    { "a", NULL },
    { "-a-b--1|", NULL },
    { "-(ab)c", NULL },
    { "-(ab#)", NULL },
    { "-x--e", NULL },
    { "a----------b", NULL },
    { "a-----------b", "a 11ms b" },
    { "a 25ms b 2m |", "a 25ms b 120000ms |" },
    { "a 2.5ms (bc) 999us |", "a 2.5ms (bc) 0.999ms |" },
    { "-a-^--b", "a-^--b" },
    { "a(^b)c|", NULL },
  };
  g_autoptr (RxMarbleTable) table = make_table ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree gchar *drawn = NULL;
      gsize n, m;
      RxTestEvent **events = rx_marbles_parse_hot (rows[i].marbles, table, &n, &error), **again;

      g_assert_no_error (error);
      drawn = rx_marbles_print (events, n, table);
      g_assert_cmpstr (drawn, ==, rows[i].drawn != NULL ? rows[i].drawn : rows[i].marbles);
      again = rx_marbles_parse_hot (drawn, table, &m, &error);
      g_assert_no_error (error);
      g_assert_true (rx_marbles_compare (events, n, again, m, table, NULL));
      rx_test_events_free (events, n);
      rx_test_events_free (again, m);
    }
}

/* Items without a symbol, and events that are too close. */
/* Digits and letters of units that follow each other are not a span of time. */
static void
test_print_no_span (void)
{
  static const gchar letters[] = "015smu.x";

  for (guint round = 0; round < 3000; round++)
    {
      RxTestEvent *events[5];
      RxTestEvent **parsed;
      g_autofree gchar *drawn = NULL;
      g_autoptr (GError) error = NULL;
      gsize n;

      for (guint i = 0, r = round; i < G_N_ELEMENTS (events); i++, r /= G_N_ELEMENTS (letters) - 1)
        {
          const gchar text[] = { letters[r % (G_N_ELEMENTS (letters) - 1)], '\0' };

          events[i] = rx_test_event_new_next (i * G_TIME_SPAN_MILLISECOND, RX_VALUE_STRING (text));
        }
      drawn = rx_marbles_print (events, G_N_ELEMENTS (events), NULL);
      parsed = rx_marbles_parse (drawn, NULL, &n, &error);
      g_assert_no_error (error);
      g_assert_true (rx_marbles_compare (events, G_N_ELEMENTS (events), parsed, n, NULL, &error));
      rx_test_events_free (parsed, n);
      for (guint i = 0; i < G_N_ELEMENTS (events); i++)
        rx_test_event_unref (events[i]);
    }
}

/* Times at both ends of what can be told. */
static void
test_print_extremes (void)
{
  static const gint64 times[] = { G_MININT64, G_MININT64 + 1, 0, G_MAXINT64 - 1, G_MAXINT64 };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    for (guint j = i; j < G_N_ELEMENTS (times); j++)
      {
        g_autoptr (RxMarbleTable) table = rx_marble_table_new ();
        RxTestEvent *events[] = {
          rx_test_event_new_next (times[i], RX_VALUE_STRING ("a")),
          rx_test_event_new_next (times[j], RX_VALUE_STRING ("b")),
        };

        for (guint k = 0; k < 2; k++)
          {
            g_autofree gchar *drawn = rx_marbles_print (events, 2, table);

            g_assert_cmpuint (strlen (drawn), <, 200);
            rx_marble_table_set_frame (table, G_MAXINT64 / 4);
          }
        rx_test_event_unref (events[0]);
        rx_test_event_unref (events[1]);
      }
}

static void
test_print_strangers (void)
{
  g_autoptr (GError) failure = rx_test_error ("boom");
  RxTestEvent *events[] = {
    rx_test_event_new_next (0, RX_VALUE_STRING ("A")),
    rx_test_event_new_next (1000, RX_VALUE_INT64 (42)),
    rx_test_event_new_next (2000, RX_VALUE_STRING ("word")),
    rx_test_event_new_next (3000, RX_VALUE_INT64 (42)),
    rx_test_event_new_next (3000, RX_VALUE_STRING ("-")),
    rx_test_event_new_next (3500, RX_VALUE_STRING ("z")),
    rx_test_event_new_error (9000, failure),
  };
  g_autofree gchar *drawn = rx_marbles_print (events, G_N_ELEMENTS (events), NULL);

  g_assert_cmpstr (drawn, ==, "ABC(BD)z-#");
  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    rx_test_event_unref (events[i]);
}

static void
test_compare (void)
{
  static const struct
  {
    const gchar *expected;
    const gchar *actual;
    const gchar *message;
  } rows[] = {
    { "-a-b-|", "-a--b|",
      "The stream is not what was expected (one character is 1 ms)\n"
      "  expected: -a-b-|\n"
      "  came:     -a--b|\n"
      "and differs\n"
      "  at 3 ms: next \"b\" was expected, and came at 4 ms" },
    { "-a-b-|", "-a",
      "The stream is not what was expected (one character is 1 ms)\n"
      "  expected: -a-b-|\n"
      "  came:     -a\n"
      "and differs\n"
      "  at 3 ms: next \"b\" was expected, and did not come\n"
      "  at 5 ms: completed was expected, and did not come" },
    { "-a-|", "-a-#",
      "The stream is not what was expected (one character is 1 ms)\n"
      "  expected: -a-|\n"
      "  came:     -a-#\n"
      "and differs\n"
      "  at 3 ms: completed was expected, error \"too much\" (rx-error-quark, 4) came" },
    { "(ab)--c|", "a--bc--|",
      "The stream is not what was expected (one character is 1 ms)\n"
      "  expected: (ab)--c|\n"
      "  came:     a--bc--|\n"
      "and differs\n"
      "  at 0 ms: next \"b\" was expected, and came at 3 ms\n"
      "  at 6 ms: next \"c\" was expected, and came at 4 ms" },
    { "(ab)", "(ba)",
      "The stream is not what was expected (one character is 1 ms)\n"
      "  expected: (ab)\n"
      "  came:     (ba)\n"
      "and differs\n"
      "  at 0 ms: next \"b\" came in another order" },
    { "(ab) 50ms c|", "a 53ms c1|",
      "The stream is not what was expected (one character is 1 ms)\n"
      "  expected: (ab) 50ms c|\n"
      "  came:     a--- 50ms c1|\n"
      "and differs\n"
      "  at 0 ms: next \"b\" was expected, and did not come\n"
      "  at 55 ms: completed was expected, next 1 came\n"
      "  at 56 ms: completed came, and was not expected" },
    { "", "2",
      "The stream is not what was expected (one character is 1 ms)\n"
      "  expected: \n"
      "  came:     2\n"
      "and differs\n"
      "  at 0 ms: next 2 came, and was not expected" },
  };
  g_autoptr (RxMarbleTable) table = make_table ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      gsize n, m;
      RxTestEvent **expected = rx_marbles_parse (rows[i].expected, table, &n, &error), **actual;

      g_assert_no_error (error);
      actual = rx_marbles_parse (rows[i].actual, table, &m, &error);
      g_assert_no_error (error);
      g_assert_true (rx_marbles_compare (expected, n, expected, n, table, &error));
      g_assert_true (rx_marbles_compare (actual, m, actual, m, table, &error));
      g_assert_no_error (error);
      g_assert_false (rx_marbles_compare (expected, n, actual, m, table, &error));
      g_assert_error (error, RX_ERROR, RX_ERROR_INVALID_ARGUMENT);
      g_assert_cmpstr (error->message, ==, rows[i].message);
      rx_test_events_free (expected, n);
      rx_test_events_free (actual, m);
    }
}

/* Numbers of different types are equal, what only looks the same is told apart, and items without symbols are named. */
static void
test_compare_values (void)
{
  GValue number = G_VALUE_INIT;
  RxTestEvent *a[2], *b[2];
  g_autoptr (GError) error = NULL;

  g_value_init (&number, G_TYPE_INT);
  g_value_set_int (&number, 7);
  a[0] = rx_test_event_new_next (0, RX_VALUE_INT64 (7));
  b[0] = rx_test_event_new_next (0, &number);
  a[1] = rx_test_event_new_next (1000, RX_VALUE_INT64 (12));
  b[1] = rx_test_event_new_next (1000, RX_VALUE_STRING ("12"));
  g_assert_true (rx_test_event_equal (a[0], b[0]));
  g_assert_false (rx_test_event_equal (a[1], b[1]));
  g_assert_false (rx_marbles_compare (a, 2, b, 2, NULL, &error));
  g_assert_cmpstr (error->message, ==,
                   "The stream is not what was expected (one character is 1 ms)\n"
                   "  expected: AB\n"
                   "  came:     AC\n"
                   "where\n"
                   "  A: next 7\n"
                   "  B: next 12\n"
                   "  C: next \"12\"\n"
                   "and differs\n"
                   "  at 1 ms: next 12 was expected, next \"12\" came");
  g_test_expect_message ("RxTesting", G_LOG_LEVEL_CRITICAL, "*next 12 was expected, next \"12\" came");
  g_assert_false (rx_marbles_compare (a, 2, b, 2, NULL, NULL));
  g_test_assert_expected_messages ();
  for (guint i = 0; i < 2; i++)
    {
      rx_test_event_unref (a[i]);
      rx_test_event_unref (b[i]);
    }
}

static void
test_event (void)
{
  g_autoptr (RxNotification) completed = rx_notification_new_completed ();
  g_autoptr (RxTestEvent) event = rx_test_event_new (-1500, completed);
  g_autoptr (RxTestEvent) copy = g_boxed_copy (RX_TYPE_TEST_EVENT, event);
  g_autofree gchar *text = rx_test_event_to_string (event);
  g_autoptr (RxList) list = rx_list_new ((GValue[]) { *RX_VALUE_INT64 (1), *RX_VALUE_STRING ("a") }, 2);
  GValue item = G_VALUE_INIT;
  g_autoptr (RxTestEvent) of_list = NULL;
  g_autofree gchar *list_text = NULL;

  g_assert_true (copy == event);
  g_assert_cmpint (rx_test_event_get_time (event), ==, -1500);
  g_assert_true (rx_test_event_get_notification (event) == completed);
  g_assert_cmpstr (text, ==, "-1.500 ms: completed");

  rx_value_set_boxed (&item, RX_TYPE_LIST, list);
  of_list = rx_test_event_new_next (G_TIME_SPAN_MINUTE, &item);
  g_value_unset (&item);
  list_text = rx_test_event_to_string (of_list);
  g_assert_cmpstr (list_text, ==, "1 m: next [1, \"a\"]");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/testing/marbles/parse", test_parse);
  rx_test_add ("/testing/marbles/parse-table", test_parse_table);
  rx_test_add ("/testing/marbles/parse-hot", test_parse_hot);
  rx_test_add ("/testing/marbles/parse-subscription", test_parse_subscription);
  rx_test_add ("/testing/marbles/malformed", test_malformed);
  rx_test_add ("/testing/marbles/malformed-text", test_malformed_text);
  rx_test_add ("/testing/marbles/print", test_print);
  rx_test_add ("/testing/marbles/print-extremes", test_print_extremes);
  rx_test_add ("/testing/marbles/print-no-span", test_print_no_span);
  rx_test_add ("/testing/marbles/print-strangers", test_print_strangers);
  rx_test_add ("/testing/marbles/compare", test_compare);
  rx_test_add ("/testing/marbles/compare-values", test_compare_values);
  rx_test_add ("/testing/event", test_event);

  return g_test_run ();
}
