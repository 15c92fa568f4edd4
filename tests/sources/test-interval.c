/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* interval and timer */

#include <rx-glib/rx-testing.h>

#include "rx-test-script.h"

typedef RxScheduler *(*GetScheduler) (void);

static const GetScheduler schedulers[] = { rx_scheduler_main, rx_scheduler_computation };

static void
test_timer (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (schedulers); i++)
    {
      g_autoptr (RxObservable) timer = rx_observable_timer (2 * G_TIME_SPAN_MILLISECOND, schedulers[i] ());

      for (guint round = 0; round < 2; round++)
        {
          gint64 start = g_get_monotonic_time ();
          g_autoptr (RxProbe) probe = rx_probe_subscribe (timer, -1);

          rx_probe_wait (probe);
          g_assert_cmpint (g_get_monotonic_time () - start, >=, 2 * G_TIME_SPAN_MILLISECOND);
          rx_probe_assert (probe, "0 |");
          g_assert_true ((probe->thread == g_thread_self ()) == (schedulers[i] == rx_scheduler_main));
        }
    }
}

static void
test_interval (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (schedulers); i++)
    {
      g_autoptr (RxObservable) three = rx_observable_interval (500, schedulers[i] ());
      g_autoptr (RxProbe) one = NULL;
      g_autoptr (RxProbe) other = NULL;

      rx_then (&three, take, 3);
      one = rx_probe_subscribe (three, -1);
      other = rx_probe_subscribe (three, -1);
      rx_probe_wait (one);
      rx_probe_wait (other);
      rx_probe_assert (one, "0 1 2 |");
      rx_probe_assert (other, "0 1 2 |");
    }
}

/* On the immediate scheduler each number is scheduled from inside the last one; the stack does not show it. */
static void
look_at_stack (RxProbe *probe, const GValue *item, gpointer data)
{
  gchar **first = data, *here = __builtin_frame_address (0);

  if (*first == NULL)
    *first = here;
  g_assert_cmpint (ABS (*first - here), <, 1024);
}

static void
test_immediate (void)
{
  for (GTimeSpan period = 0; period < 2; period++)
    {
      g_autoptr (RxObservable) numbers = rx_observable_interval (period, rx_scheduler_immediate ());
      g_autoptr (RxProbe) probe = rx_probe_new ();
      gchar *first = NULL;
      guint n = rx_test_rounds (period == 0 ? 100000 : 1000);

      rx_then (&numbers, take, n);
      probe->quiet = TRUE;
      probe->hook = look_at_stack;
      probe->hook_data = &first;
      rx_probe_start (probe, numbers, -1);
      g_assert_cmpuint (probe->n_items, ==, n);
      g_assert_cmpuint (probe->n_ends, ==, 1);
    }
}

/* The first number at once, and no wait between the others: it still lets the loop live and can be stopped. */
static void
test_no_period (void)
{
  g_autoptr (RxObservable) fast = rx_observable_interval_full (0, 0, NULL);
  g_autoptr (RxObservable) first = rx_observable_interval_full (-5, G_MAXINT64, NULL);
  g_autoptr (RxProbe) probe = NULL;

  rx_then (&fast, take, 1000);
  probe = rx_probe_subscribe (fast, -1);
  rx_probe_assert (probe, "");
  rx_probe_wait (probe);
  g_assert_cmpuint (probe->n_items, ==, 1000);

  g_clear_object (&probe);
  rx_then (&first, take, 1);
  probe = rx_probe_subscribe (first, -1);
  rx_probe_wait (probe);
  rx_probe_assert (probe, "0 |");
}

/* NULL is the context of whoever subscribes, wherever the chain is iterated. */
static void
test_default_context (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (RxObservable) timer = rx_observable_timer (0, NULL);
  g_autoptr (RxProbe) probe = NULL;

  g_main_context_push_thread_default (context);
  probe = rx_probe_subscribe (timer, -1);
  g_main_context_pop_thread_default (context);

  rx_test_settle (NULL);
  rx_probe_assert (probe, "");
  while (!atomic_load (&probe->ended))
    g_main_context_iteration (context, TRUE);
  rx_probe_assert (probe, "0 |");
}

static void
hold_up (RxProbe *probe, const GValue *item, gpointer data)
{
  gint64 until = g_get_monotonic_time () + 3000;

  if (probe->n_items == 1)
    while (g_get_monotonic_time () < until)
      g_thread_yield ();
}

/* A slow subscriber misses turns, not numbers. */
static void
test_slow (void)
{
  g_autoptr (RxObservable) interval = rx_observable_interval (100, NULL);
  g_autoptr (RxProbe) probe = rx_probe_new ();

  rx_then (&interval, take, 4);
  probe->hook = hold_up;
  rx_probe_start (probe, interval, -1);
  rx_probe_wait (probe);
  rx_probe_assert (probe, "0 1 2 3 |");
}

/* What was not asked for waits in front of the subscriber. */
static void
test_demand (void)
{
  g_autoptr (RxObservable) timer = rx_observable_timer (0, NULL);
  g_autoptr (RxProbe) probe = rx_probe_subscribe (timer, 0);
  g_autoptr (RxProbe) after = NULL;

  after = rx_probe_subscribe (timer, -1);
  rx_probe_wait (after);
  rx_test_settle (NULL);
  rx_probe_assert (probe, "");
  rx_probe_request (probe, 1);
  rx_probe_assert (probe, "0 |");
}

/* B105: times so long that adding or multiplying them could wrap around neither fire nor keep anything back. */
static void
test_long (void)
{
  static const gint64 spans[] = {
    G_MAXINT64, G_MAXINT64 - 1, G_MAXINT64 / 1000, G_MAXINT64 / 2,
    (gint64) 1 << 31, ((gint64) 1 << 31) * 1000, (((gint64) 1 << 32) + 5) * 1000,
    (gint64) 50 * G_TIME_SPAN_DAY, G_MAXUINT32, (gint64) G_MAXUINT32 * 1000 + 1000,
  };

  for (guint i = 0; i < G_N_ELEMENTS (schedulers); i++)
    {
      RxScheduler *scheduler = schedulers[i] ();
      g_autoptr (RxObservable) soon = rx_observable_timer (20 * G_TIME_SPAN_MILLISECOND, scheduler);
      g_autoptr (RxProbe) end = NULL;
      RxProbe *probes[3 * G_N_ELEMENTS (spans)];
      guint n = 0;

      for (guint j = 0; j < G_N_ELEMENTS (spans); j++)
        {
          g_autoptr (RxObservable) timer = rx_observable_timer (spans[j], scheduler);
          g_autoptr (RxObservable) interval = rx_observable_interval (spans[j], scheduler);
          g_autoptr (RxObservable) late = rx_observable_interval_full (0, spans[j], scheduler);

          probes[n++] = rx_probe_subscribe (timer, -1);
          probes[n++] = rx_probe_subscribe (interval, -1);
          probes[n++] = rx_probe_subscribe (late, -1);
        }
      end = rx_probe_subscribe (soon, -1);
      rx_probe_wait (end);
      for (guint j = 0; j < n; j++)
        rx_probe_cancel (probes[j]);
      rx_test_settle (NULL);
      for (guint j = 0; j < n; j++)
        {
          /* the event of another thread may be under way when this one cancels */
          if (j % 3 != 2)
            rx_probe_assert (probes[j], "");
          else if (schedulers[i] == rx_scheduler_main)
            rx_probe_assert (probes[j], "0");
          g_object_unref (probes[j]);
        }
    }
}

/* B105: below 0 counts as 0. */
static void
test_negative (void)
{
  static const gint64 spans[] = { 0, -1, G_MININT64, -((gint64) 1 << 32) };

  for (guint i = 0; i < G_N_ELEMENTS (schedulers); i++)
    for (guint j = 0; j < G_N_ELEMENTS (spans); j++)
      {
        g_autoptr (RxObservable) timer = rx_observable_timer (spans[j], schedulers[i] ());
        g_autoptr (RxObservable) interval = rx_observable_interval (spans[j], schedulers[i] ());
        g_autoptr (RxProbe) probe = rx_probe_subscribe (timer, -1);
        g_autoptr (RxProbe) other = NULL;

        rx_then (&interval, take, 2);
        other = rx_probe_subscribe (interval, -1);
        rx_probe_wait (probe);
        rx_probe_wait (other);
        rx_probe_assert (probe, "0 |");
        rx_probe_assert (other, "0 1 |");
      }
}

static void
cancel (RxProbe *probe, const GValue *item, gpointer data)
{
  rx_probe_cancel (probe);
}

static void
test_cancel_inside (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (schedulers); i++)
    {
      g_autoptr (RxObservable) interval = rx_observable_interval (100, schedulers[i] ());
      g_autoptr (RxObservable) later = rx_observable_timer (2000, schedulers[i] ());
      g_autoptr (RxProbe) probe = rx_probe_new ();
      g_autoptr (RxProbe) end = NULL;

      probe->hook = cancel;
      rx_probe_start (probe, interval, -1);
      rx_test_wait_until (rx_subscription_is_unsubscribed (probe->handle));
      end = rx_probe_subscribe (later, -1);
      rx_probe_wait (end);
      rx_probe_assert (probe, "0");
    }
}

/* S30: each subscription has a clock of its own; a subject between them is one clock for all, and late ones miss what
 * was before. */
static void
test_several (void)
{
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new ();
  g_autoptr (RxObservable) interval = rx_observable_interval (10, RX_SCHEDULER (scheduler));
  g_autoptr (RxObservable) timer = rx_observable_timer (10, RX_SCHEDULER (scheduler));
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxSubscription) clock = rx_subscription_new ();
  g_autoptr (RxProbe) one = rx_probe_subscribe (interval, -1);
  g_autoptr (RxProbe) shared_one = rx_probe_subscribe (RX_OBSERVABLE (subject), -1);
  g_autoptr (RxProbe) timer_one = rx_probe_subscribe (timer, -1);
  g_autoptr (RxProbe) other = NULL;
  g_autoptr (RxProbe) shared_other = NULL;
  g_autoptr (RxProbe) timer_other = NULL;

  rx_observable_subscribe_observer (interval, RX_OBSERVER (subject), G_MAXINT64, clock);
  g_assert_true (rx_test_scheduler_advance_to (scheduler, 6, NULL));
  timer_other = rx_probe_subscribe (timer, -1);
  g_assert_true (rx_test_scheduler_advance_to (scheduler, 15, NULL));
  rx_probe_assert (timer_one, "0 |");
  rx_probe_assert (timer_other, "");
  other = rx_probe_subscribe (interval, -1);
  shared_other = rx_probe_subscribe (RX_OBSERVABLE (subject), -1);
  g_assert_true (rx_test_scheduler_advance_to (scheduler, 24, NULL));
  rx_probe_assert (timer_other, "0 |");
  rx_probe_assert (one, "0 1");
  rx_probe_assert (other, "");
  rx_probe_assert (shared_one, "0 1");
  rx_probe_assert (shared_other, "1");
  g_assert_true (rx_test_scheduler_advance_to (scheduler, 25, NULL));
  rx_probe_assert (one, "0 1");
  rx_probe_assert (other, "0");
  g_assert_cmpuint (rx_test_scheduler_get_n_pending (scheduler), ==, 3);

  rx_probe_cancel (one);
  g_assert_true (rx_test_scheduler_advance_to (scheduler, 35, NULL));
  rx_probe_assert (one, "0 1");
  rx_probe_assert (other, "0 1");
  rx_probe_assert (shared_one, "0 1 2");
  rx_probe_assert (shared_other, "1 2");
  rx_probe_cancel (other);
  rx_subscription_unsubscribe (clock);
  g_assert_cmpuint (rx_test_scheduler_get_n_pending (scheduler), ==, 0);
}

/* B001: a timer that loses against its source, again and again, as a timeout does. */
static void
test_lost_timers (void)
{
  g_autoptr (RxObservable) source = rx_test_numbers ("1");

  for (guint i = 0; i < G_N_ELEMENTS (schedulers); i++)
    {
      g_autoptr (RxObservable) timer = rx_observable_timer (60 * G_TIME_SPAN_SECOND, schedulers[i] ());
      g_autoptr (RxObservable) either = rx_observable_merge_with (timer, source);
      gint before = atomic_load (&_rx_live[RX_LIVE_SINKS]);

      rx_then (&either, take, 1);
      for (guint round = 0; round < rx_test_rounds (20000); round++)
        {
          g_autoptr (RxProbe) probe = rx_probe_subscribe (either, -1);

          rx_probe_assert (probe, "1 |");
          /* all that the timer was, and what it stood in, is gone when the answer is there */
          g_assert_cmpint (atomic_load (&_rx_live[RX_LIVE_SINKS]), ==, before);
        }
    }
}

static void
test_bad_arguments (void)
{
  RxScheduler *not_one = (RxScheduler *) g_cancellable_new ();

  rx_test_expect_critical ("RX_IS_SCHEDULER");
  g_assert_null (rx_observable_timer (1, not_one));
  rx_test_expect_critical ("RX_IS_SCHEDULER");
  g_assert_null (rx_observable_interval (1, not_one));
  g_test_assert_expected_messages ();
  g_object_unref (not_one);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/timer/fires", test_timer);
  rx_test_add ("/timer/default-context", test_default_context);
  rx_test_add ("/timer/demand", test_demand);
  rx_test_add ("/interval/numbers", test_interval);
  rx_test_add ("/interval/numbers-immediate", test_immediate);
  rx_test_add ("/interval/no-period", test_no_period);
  rx_test_add ("/interval/S15-slow-subscriber", test_slow);
  rx_test_add ("/interval/cancel-inside", test_cancel_inside);
  rx_test_add ("/interval/S30-several", test_several);
  rx_test_add ("/timer/B001-lost", test_lost_timers);
  rx_test_add ("/interval/bad-arguments", test_bad_arguments);
  rx_test_add ("/timer/B105-long", test_long);
  rx_test_add ("/timer/B105-negative", test_negative);

  return g_test_run ();
}
