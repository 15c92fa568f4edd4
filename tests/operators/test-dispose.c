/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Unsubscribing on the thread that is at work (B013), and with a loop that runs or does not (B016). */

#include "rx-test-script.h"

/* --- B013 --- */

typedef struct
{
  RxTestLatch through;
} Next;

static void
next_task (RxTask *task, gpointer user_data)
{
  Next *self = user_data;

  g_assert_false (rx_task_is_cancelled (task));
  g_assert_false (g_cancellable_is_cancelled (rx_task_get_cancellable (task)));
  rx_test_latch_open (&self->through);
}

static void
cancel_and_go_on (RxProbe *probe, const GValue *item, gpointer data)
{
  GCancellable *cancellable = g_cancellable_new ();

  rx_probe_cancel (probe);
  rx_probe_cancel (probe);
  /* the rest of the function runs, and nothing of this thread has been cancelled */
  g_assert_false (g_cancellable_set_error_if_cancelled (cancellable, NULL));
  g_object_unref (cancellable);
}

static void
test_self (void)
{
  RxTestWatchdog *watchdog = rx_test_watchdog_start (60);
  RxScheduler *schedulers[] = { rx_scheduler_main (), rx_scheduler_computation () };

  for (guint i = 0; i < G_N_ELEMENTS (schedulers); i++)
    for (guint round = 0; round < rx_test_rounds (200); round++)
      {
        g_autoptr (RxObservable) observable = rx_observable_range (0, G_MAXINT64);
        g_autoptr (RxProbe) probe = rx_probe_new ();
        g_autoptr (RxWorker) worker = rx_scheduler_create_worker (schedulers[i]);
        Next next = { { 0 } };

        if (round % 2 == 0)
          rx_then (&observable, observe_on, schedulers[i]);
        else
          rx_then (&observable, subscribe_on, schedulers[i]);
        probe->hook = cancel_and_go_on;
        rx_probe_start (probe, observable, -1);
        rx_task_unref (rx_worker_schedule (worker, next_task, &next, NULL));
        rx_test_wait_until (rx_subscription_is_unsubscribed (probe->handle));
        rx_test_wait_until (rx_test_latch_is_open (&next.through));
        rx_probe_assert (probe, "0");
      }
  rx_test_watchdog_stop (watchdog);
}

/* --- B016 --- */

static RxObservable *
later (const GValue *item, gpointer scheduler, GError **error)
{
  RxObservable *timer = rx_observable_timer (0, scheduler);

  rx_then (&timer, map, rx_test_identity, NULL, NULL);
  return timer;
}

/* Two delays in a row; from a function on the loop another item makes the first one's timer go. */
static void
push_and_cancel (RxProbe *probe, const GValue *item, gpointer data)
{
  gpointer *args = data;

  rx_test_feed (args[0], "2");
  rx_probe_cancel (args[1]);
}

static void
test_on_the_loop (void)
{
  RxTestWatchdog *watchdog = rx_test_watchdog_start (60);
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxObservable) delayed = rx_observable_flat_map (RX_OBSERVABLE (subject), later, rx_scheduler_main (),
                                                             NULL);
  g_autoptr (RxProbe) probe = rx_probe_new ();
  g_autoptr (RxProbe) other = NULL;
  gpointer args[] = { subject, NULL };

  rx_then (&delayed, flat_map, later, rx_scheduler_main (), NULL);
  other = rx_probe_subscribe (delayed, -1);
  args[1] = other;
  rx_then (&delayed, take, 1);
  probe->hook = push_and_cancel;
  probe->hook_data = args;
  rx_probe_start (probe, delayed, -1);
  rx_test_feed (subject, "1");
  rx_probe_wait (probe);
  rx_probe_assert (probe, "0 |");
  g_assert_false (rx_subject_has_observers (subject));
  rx_test_watchdog_stop (watchdog);
}

/* With nobody to iterate the loop, on another thread: it returns, and what is pending is gone. */
static gpointer
cancel_thread (gpointer probe)
{
  rx_probe_cancel (probe);
  return NULL;
}

static void
test_idle_loop (void)
{
  RxTestWatchdog *watchdog = rx_test_watchdog_start (60);

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (GMainContext) context = g_main_context_new ();
      g_autoptr (RxScheduler) scheduler = rx_scheduler_main_context (context, G_PRIORITY_DEFAULT);
      g_autoptr (RxObservable) observable = NULL;
      g_autoptr (RxProbe) probe = NULL;

      observable = i % 2 == 0 ? rx_observable_timer (G_TIME_SPAN_DAY, scheduler) : rx_test_numbers ("1 2 3");
      if (i % 2 == 1)
        rx_then (&observable, observe_on, scheduler);
      probe = rx_probe_subscribe (observable, -1);
      if (i < 2)
        rx_probe_cancel (probe);
      else
        rx_test_thread_join (rx_test_thread_start (cancel_thread, probe));
      g_assert_true (rx_subscription_is_unsubscribed (probe->handle));
      rx_probe_assert (probe, "");
      rx_test_settle (context);
      rx_probe_assert (probe, "");
    }
  rx_test_watchdog_stop (watchdog);
}

/* --- a function that unsubscribes is the last one that is called --- */

typedef struct
{
  RxProbe *probe;
  guint n_below;                /* calls of a function below */
} Last;

static void
stop (Last *last, const GValue *item)
{
  if (rx_value_get_int64 (item) == 2)
    rx_probe_cancel (last->probe);
}

static void
stop_map (const GValue *item, GValue *result, gpointer user_data, GError **error)
{
  stop (user_data, item);
  rx_value_set_value (result, item);
}

static gboolean
stop_filter (const GValue *item, gpointer user_data, GError **error)
{
  stop (user_data, item);
  return TRUE;
}

static void
stop_next (const GValue *item, gpointer user_data, GError **error)
{
  stop (user_data, item);
}

static void
stop_scan (const GValue *accumulator, const GValue *item, GValue *result, gpointer user_data, GError **error)
{
  stop (user_data, item);
  rx_value_set_value (result, item);
}

static void
stop_zip (const GValue *items, gsize n_items, GValue *result, gpointer user_data, GError **error)
{
  stop (user_data, &items[0]);
  rx_value_set_value (result, &items[0]);
}

static RxObservable *
stop_flat_map (const GValue *item, gpointer user_data, GError **error)
{
  stop (user_data, item);
  return rx_observable_just (item);
}

static void
count_below (const GValue *item, gpointer user_data, GError **error)
{
  ((Last *) user_data)->n_below++;
}

static void
test_last_call (void)
{
  for (guint i = 0; i < 7; i++)
    {
      Last last = { .probe = rx_probe_new () };
      g_autoptr (RxObservable) range = rx_observable_range (1, 5);
      g_autoptr (RxObservable) chain = g_object_ref (range);

      switch (i)
        {
        case 0: rx_then (&chain, map, stop_map, &last, NULL); break;
        case 1: rx_then (&chain, filter, stop_filter, &last, NULL); break;
        case 2: rx_then (&chain, do_on_next, stop_next, &last, NULL); break;
        case 3: rx_then (&chain, scan, NULL, stop_scan, &last, NULL); break;
        case 4: rx_then (&chain, zip_with, range, stop_zip, &last, NULL); break;
        case 5: rx_then (&chain, flat_map, stop_flat_map, &last, NULL); break;
        default: rx_then (&chain, flat_map_full, 1, FALSE, stop_flat_map, &last, NULL); break;
        }
      rx_then (&chain, do_on_next, count_below, &last, NULL);
      rx_probe_start (last.probe, chain, -1);
      g_assert_cmpuint (last.n_below, ==, 1);
      rx_probe_assert (last.probe, "1");
      g_object_unref (last.probe);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/dispose/B013-self", test_self);
  rx_test_add ("/dispose/last-call", test_last_call);
  rx_test_add ("/dispose/B016-on-the-loop", test_on_the_loop);
  rx_test_add ("/dispose/B016-idle-loop", test_idle_loop);

  return g_test_run ();
}
