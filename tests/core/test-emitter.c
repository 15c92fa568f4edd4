/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* The emitter on threads; tests/sources/test-create.c has the rest. */

#include "rx-test-script.h"

static void
keep (RxEmitter *emitter, gpointer user_data, GError **error)
{
  *(RxEmitter **) user_data = g_object_ref (emitter);
}

/* --- producers on several threads --- */

typedef struct
{
  RxEmitter *emitter;
  gint64 base;
} Producer;

static gpointer
produce (gpointer data)
{
  Producer *self = data;

  for (gint64 i = 0; i < 1000; i++)
    rx_emitter_next (self->emitter, RX_VALUE_INT64 (self->base + i));
  return NULL;
}

static void
check_order (RxProbe *probe, const GValue *item, gpointer data)
{
  gint64 *last = data;
  gint64 x = rx_value_get_int64 (item);

  g_assert_cmpint (x % 10000, ==, last[x / 10000]++);
}

static void
test_producers (void)
{
  for (guint round = 0; round < rx_test_rounds (200); round++)
    {
      g_autoptr (RxEmitter) emitter = NULL;
      g_autoptr (RxObservable) source = rx_observable_create (RX_BACKPRESSURE_BUFFER, keep, &emitter, NULL);
      g_autoptr (RxProbe) probe = rx_probe_new ();
      gint64 last[3] = { 0, 0, 0 };
      Producer producers[3];
      pthread_t threads[3];

      probe->quiet = TRUE;
      probe->hook = check_order;
      probe->hook_data = last;
      rx_probe_start (probe, source, round % 2 == 0 ? -1 : 500);
      for (guint i = 0; i < 3; i++)
        {
          producers[i] = (Producer) { emitter, i * 10000 };
          threads[i] = rx_test_thread_start (produce, &producers[i]);
        }
      for (guint i = 0; i < 3; i++)
        rx_test_thread_join (threads[i]);
      rx_emitter_completed (emitter);
      if (round % 2 == 1)
        {
          g_assert_cmpuint (probe->n_items, ==, 500);
          rx_probe_request (probe, 2500);
        }
      g_assert_cmpuint (probe->n_items, ==, 3000);
      g_assert_cmpuint (probe->n_ends, ==, 1);
    }
}

/* Ends and a cancel race: one end at most, one teardown, and each error told once, here or there. */
static void
count_action (gpointer user_data, GError **error)
{
  g_atomic_int_inc ((gint *) user_data);
}

static gpointer
fail (gpointer emitter)
{
  rx_emitter_take_error (emitter, rx_test_error ("raced"));
  return NULL;
}

static gpointer
complete (gpointer emitter)
{
  rx_emitter_completed (emitter);
  return NULL;
}

static void
test_end_race (void)
{
  for (guint round = 0; round < rx_test_rounds (1000); round++)
    {
      g_autoptr (RxEmitter) emitter = NULL;
      g_autoptr (RxObservable) source = rx_observable_create (RX_BACKPRESSURE_BUFFER, keep, &emitter, NULL);
      g_autoptr (RxProbe) probe = rx_probe_subscribe (source, -1);
      gint teardowns = 0;
      pthread_t one, other;
      guint lost;

      rx_emitter_add_teardown (emitter, count_action, &teardowns, NULL);
      one = rx_test_thread_start (fail, emitter);
      other = rx_test_thread_start (round % 2 == 0 ? complete : fail, emitter);
      if (round % 3 == 0)
        rx_probe_cancel (probe);
      rx_test_thread_join (one);
      rx_test_thread_join (other);
      g_assert_cmpint (g_atomic_int_get (&teardowns), ==, 1);
      g_assert_cmpuint (probe->n_ends, <=, 1);
      lost = rx_test_take_undeliverable ();
      g_assert_cmpuint (lost + (probe->error != NULL), ==, round % 2 == 0 ? 1 : 2);
    }
}

/* --- in step with the demand --- */

typedef struct
{
  RxEmitter *emitter;
  guint n;
} InStep;

static gpointer
produce_in_step (gpointer data)
{
  InStep *self = data;

  while (rx_emitter_wait_for_demand (self->emitter))
    {
      if (self->n == 0)
        {
          rx_emitter_completed (self->emitter);
          break;
        }
      rx_emitter_next (self->emitter, RX_VALUE_INT64 (self->n--));
    }
  return NULL;
}

/* A producer that waits never brings an item that was not asked for, whoever asks and when: here that would be an error
 * and, with RX_BACKPRESSURE_DROP, a loss. */
static void
test_in_step (void)
{
  static const RxBackpressure modes[] = { RX_BACKPRESSURE_ERROR, RX_BACKPRESSURE_DROP, RX_BACKPRESSURE_BUFFER };
  RxTestWatchdog *watchdog = rx_test_watchdog_start (100);

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    for (guint round = 0; round < rx_test_rounds (100); round++)
      {
        InStep self = { NULL, 100 };
        g_autoptr (RxObservable) source = rx_observable_create (modes[i], keep, &self.emitter, NULL);
        g_autoptr (RxProbe) probe = rx_probe_new ();
        pthread_t thread;

        probe->quiet = TRUE;
        rx_probe_start (probe, source, 1);
        thread = rx_test_thread_start (produce_in_step, &self);
        for (guint j = 0; j < 100; j++)
          {
            if (j % 8 == 0)
              g_thread_yield ();
            rx_probe_request (probe, 1);
          }
        rx_test_thread_join (thread);
        g_assert_no_error (probe->error);
        g_assert_cmpuint (probe->n_items, ==, 100);
        g_assert_cmpuint (probe->n_ends, ==, 1);
        g_object_unref (self.emitter);
      }
  rx_test_watchdog_stop (watchdog);
}

static gpointer
wait_for_end (gpointer emitter)
{
  return GINT_TO_POINTER (rx_emitter_wait_for_demand (emitter));
}

/* A producer that waits is woken by the end, of either kind. */
static void
test_woken (void)
{
  RxTestWatchdog *watchdog = rx_test_watchdog_start (100);

  for (guint round = 0; round < rx_test_rounds (300); round++)
    {
      g_autoptr (RxEmitter) emitter = NULL;
      g_autoptr (RxObservable) source = rx_observable_create (RX_BACKPRESSURE_BUFFER, keep, &emitter, NULL);
      g_autoptr (RxProbe) probe = rx_probe_subscribe (source, 0);
      pthread_t thread = rx_test_thread_start (wait_for_end, emitter);
      gpointer wanted;

      if (round % 3 == 0)
        rx_probe_cancel (probe);
      else if (round % 3 == 1)
        rx_emitter_completed (emitter);
      else
        rx_probe_request (probe, 1);
      g_assert_cmpint (pthread_join (thread, &wanted), ==, 0);
      g_assert_cmpint (GPOINTER_TO_INT (wanted), ==, round % 3 == 2);
      rx_probe_cancel (probe);
    }
  rx_test_watchdog_stop (watchdog);
}

/* The last reference goes on one thread while another unsubscribes. */
static gpointer
drop (gpointer emitter)
{
  g_object_unref (emitter);
  return NULL;
}

static void
test_drop_race (void)
{
  for (guint round = 0; round < rx_test_rounds (1000); round++)
    {
      RxEmitter *emitter = NULL;
      g_autoptr (RxObservable) source = rx_observable_create (RX_BACKPRESSURE_BUFFER, keep, &emitter, NULL);
      g_autoptr (RxProbe) probe = rx_probe_subscribe (source, round % 2);
      pthread_t thread;

      rx_emitter_next (emitter, NULL);
      thread = rx_test_thread_start (drop, emitter);
      rx_probe_cancel (probe);
      rx_test_thread_join (thread);
      g_assert_true (rx_subscription_is_unsubscribed (probe->handle));
    }
}

/* Made by the first who asks, also when several do at once and the end comes meanwhile. */
static gpointer
get_cancellable (gpointer emitter)
{
  return rx_emitter_get_cancellable (emitter);
}

static void
test_cancellable_race (void)
{
  for (guint round = 0; round < rx_test_rounds (1000); round++)
    {
      g_autoptr (RxEmitter) emitter = NULL;
      g_autoptr (RxObservable) source = rx_observable_create (RX_BACKPRESSURE_BUFFER, keep, &emitter, NULL);
      g_autoptr (RxProbe) probe = rx_probe_subscribe (source, -1);
      pthread_t thread = rx_test_thread_start (get_cancellable, emitter);
      gpointer theirs;

      rx_probe_cancel (probe);
      g_assert_cmpint (pthread_join (thread, &theirs), ==, 0);
      g_assert_true (theirs == rx_emitter_get_cancellable (emitter));
      g_assert_true (g_cancellable_is_cancelled (theirs));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/emitter/producers", test_producers);
  rx_test_add ("/emitter/end-race", test_end_race);
  rx_test_add ("/emitter/in-step", test_in_step);
  rx_test_add ("/emitter/woken", test_woken);
  rx_test_add ("/emitter/drop-race", test_drop_race);
  rx_test_add ("/emitter/cancellable-race", test_cancellable_race);

  return g_test_run ();
}
