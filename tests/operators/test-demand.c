/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* One table over all that counts demand or keeps a state: requests that overflow (B035), and subscriptions that have
 * nothing of one another (B064). */

#include "rx-test-script.h"

static RxObservable *
source (void)
{
  return rx_test_numbers ("1 2 3 4 5 6 7 8 9 10");
}

#define SOURCE_THEN(...) \
  RxObservable *observable = source (); \
  rx_then (&observable, __VA_ARGS__); \
  return observable

static RxObservable *make_range (void) { return rx_observable_range (1, 10); }
static RxObservable *make_create (void) { return rx_test_script ("1 2 3 4 5 6 7 8 9 10 |", NULL); }
static RxObservable *make_map (void) { SOURCE_THEN (map, rx_test_identity, NULL, NULL); }
static RxObservable *make_filter (void) { SOURCE_THEN (filter, rx_test_is_even, NULL, NULL); }
static RxObservable *make_scan (void) { SOURCE_THEN (scan, NULL, rx_test_add_up, NULL, NULL); }
static RxObservable *make_seed (void) { SOURCE_THEN (scan, RX_VALUE_INT64 (0), rx_test_add_up, NULL, NULL); }
static RxObservable *make_take (void) { SOURCE_THEN (take, 4); }
static RxObservable *make_reduce (void) { SOURCE_THEN (reduce, NULL, rx_test_add_up, NULL, NULL); }
static RxObservable *make_reduce_seed (void) { SOURCE_THEN (reduce, RX_VALUE_INT64 (1), rx_test_add_up, NULL, NULL); }
static RxObservable *make_named (void) { SOURCE_THEN (named, "table"); }
static RxObservable *make_observe_on (void) { SOURCE_THEN (observe_on_full, 3, TRUE, NULL); }
static RxObservable *make_subscribe_on (void) { SOURCE_THEN (subscribe_on, rx_scheduler_main ()); }
static RxObservable *make_interval (void)
{
  RxObservable *observable = rx_observable_interval_full (0, 0, NULL);

  rx_then (&observable, take, 10);
  return observable;
}

static RxObservable *
to_just (const GValue *item, gpointer user_data, GError **error)
{
  return rx_observable_just (item);
}

static RxObservable *make_flat_map (void) { SOURCE_THEN (flat_map, to_just, NULL, NULL); }
static RxObservable *make_flat_map_1 (void) { SOURCE_THEN (flat_map_full, 1, FALSE, to_just, NULL, NULL); }

static RxObservable *
make_retry (void)
{
  RxObservable *observable = rx_test_script ("1 2 3 4 5 #no", NULL);

  rx_then (&observable, retry, 1);
  return observable;
}

static RxObservable *
make_take_until (void)
{
  g_autoptr (RxObservable) never = rx_observable_never ();

  SOURCE_THEN (take_until, never);
}

static RxObservable *
make_merge (void)
{
  g_autoptr (RxObservable) other = source ();

  SOURCE_THEN (merge_with, other);
}

static RxObservable *
make_zip (void)
{
  g_autoptr (RxObservable) other = source ();

  SOURCE_THEN (zip_with, other, rx_test_join, NULL, NULL);
}

#define TEN "1 2 3 4 5 6 7 8 9 10 |"

static const struct
{
  const gchar *name;
  RxObservable *(*make) (void);
  const gchar *events;
  gboolean later;               /* comes by the main context */
} rows[] = {
  { "range", make_range, TEN },
  { "from_array", source, TEN },
  { "create", make_create, TEN },
  { "interval", make_interval, "0 1 2 3 4 5 6 7 8 9 |", TRUE },
  { "map", make_map, TEN },
  { "filter", make_filter, "2 4 6 8 10 |" },
  { "scan", make_scan, "1 3 6 10 15 21 28 36 45 55 |" },
  { "scan, seed", make_seed, "0 1 3 6 10 15 21 28 36 45 55 |" },
  { "take", make_take, "1 2 3 4 |" },
  { "reduce", make_reduce, "55 |" },
  { "reduce, seed", make_reduce_seed, "56 |" },
  { "named", make_named, TEN },
  { "observe_on", make_observe_on, TEN, TRUE },
  { "subscribe_on", make_subscribe_on, TEN, TRUE },
  { "flat_map", make_flat_map, TEN },
  { "flat_map, 1", make_flat_map_1, TEN },
  { "retry", make_retry, "1 2 3 4 5 1 2 3 4 5 #no" },
  { "take_until", make_take_until, TEN },
  { "merge", make_merge, "1 2 3 4 5 6 7 8 9 10 1 2 3 4 5 6 7 8 9 10 |" },
  { "zip", make_zip, "1+1 2+2 3+3 4+4 5+5 6+6 7+7 8+8 9+9 10+10 |" },
};

/* B035: 2, then nearly all, then all; from outside and from inside an item. */
static void
request_more (RxProbe *probe, const GValue *item, gpointer data)
{
  if (probe->n_items == 1)
    rx_probe_request (probe, G_MAXINT64 - 1);
  else if (probe->n_items == 2)
    rx_probe_request (probe, G_MAXINT64);
}

static void
test_overflow (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (RxObservable) observable = rows[i].make ();
      g_autoptr (RxProbe) outside = rx_probe_subscribe (observable, 0);
      g_autoptr (RxProbe) inside = rx_probe_new ();
      g_autoptr (RxProbe) before = rx_probe_new ();

      g_test_message ("%s", rows[i].name);
      rx_probe_request (outside, 2);
      rx_probe_request (outside, G_MAXINT64 - 1);
      rx_probe_request (outside, G_MAXINT64);
      rx_probe_request (outside, 1);
      inside->hook = request_more;
      rx_probe_start (inside, observable, 2);
      rx_probe_request (before, 2);
      rx_probe_request (before, G_MAXINT64 - 1);
      rx_probe_start (before, observable, 5);
      rx_probe_wait (outside);
      rx_probe_wait (inside);
      rx_probe_wait (before);
      rx_probe_assert (outside, rows[i].events);
      rx_probe_assert (inside, rows[i].events);
      rx_probe_assert (before, rows[i].events);
    }
}

/* One at a time, from inside each item and by hand: the same events. */
static void
request_one (RxProbe *probe, const GValue *item, gpointer data)
{
  rx_probe_request (probe, 1);
}

static void
test_one_by_one (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (RxObservable) observable = rows[i].make ();
      g_autoptr (RxProbe) inside = rx_probe_new ();
      g_autoptr (RxProbe) by_hand = NULL;

      g_test_message ("%s", rows[i].name);
      inside->hook = request_one;
      rx_probe_start (inside, observable, 1);
      rx_probe_wait (inside);
      rx_probe_assert (inside, rows[i].events);

      by_hand = rx_probe_subscribe (observable, 0);
      for (guint64 j = 1; !atomic_load (&by_hand->ended); j++)
        {
          rx_probe_request (by_hand, 1);
          rx_test_settle (NULL);
          g_assert_cmpuint (by_hand->n_items, <=, j);
          if (!rows[i].later)
            g_assert_cmpuint (by_hand->n_items, ==, j);
        }
      rx_probe_assert (by_hand, rows[i].events);
    }
}

/* B064: one after another and both at once. */
static void
test_fresh_state (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (RxObservable) observable = rows[i].make ();
      g_autoptr (RxProbe) slow = rx_probe_subscribe (observable, 2);
      g_autoptr (RxProbe) stopped = rx_probe_subscribe (observable, 1);
      g_autoptr (RxProbe) first = rx_probe_subscribe (observable, -1);
      g_autoptr (RxProbe) second = rx_probe_subscribe (observable, -1);
      g_autoptr (RxProbe) third = NULL;

      g_test_message ("%s", rows[i].name);
      rx_probe_wait (first);
      rx_probe_wait (second);
      rx_probe_cancel (stopped);
      third = rx_probe_subscribe (observable, -1);
      rx_probe_wait (third);
      rx_probe_request (slow, G_MAXINT64);
      rx_probe_wait (slow);
      rx_probe_assert (first, rows[i].events);
      rx_probe_assert (second, rows[i].events);
      rx_probe_assert (third, rows[i].events);
      rx_probe_assert (slow, rows[i].events);
      /* that of retry, whose attempt was under way */
      rx_test_take_undeliverable ();
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/demand/B035-overflow", test_overflow);
  rx_test_add ("/demand/one-by-one", test_one_by_one);
  rx_test_add ("/demand/B064-fresh-state", test_fresh_state);

  return g_test_run ();
}
