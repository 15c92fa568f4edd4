/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* What the function of create does, and what becomes of it; tests/core/test-emitter.c has the threads. */

#include "rx-test-script.h"

/* --- backpressure modes --- */

static void
one_to_four (RxEmitter *emitter, gpointer user_data, GError **error)
{
  for (gint64 i = 1; i <= 4; i++)
    rx_emitter_next (emitter, RX_VALUE_INT64 (i));
  rx_emitter_completed (emitter);
}

#define NOT_ASKED "#An item came that nobody had asked for yet"

static const struct
{
  RxBackpressure mode;
  gint64 demand;
  const gchar *events;
  gint64 request;
  const gchar *after;
} mode_rows[] = {
  { RX_BACKPRESSURE_BUFFER, -1, "1 2 3 4 |", 1, "1 2 3 4 |" },
  { RX_BACKPRESSURE_BUFFER, 0, "", 4, "1 2 3 4 |" },
  { RX_BACKPRESSURE_BUFFER, 1, "1", 2, "1 2 3" },
  { RX_BACKPRESSURE_BUFFER, 4, "1 2 3 4 |", 1, "1 2 3 4 |" },
  { RX_BACKPRESSURE_DROP, -1, "1 2 3 4 |", 1, "1 2 3 4 |" },
  { RX_BACKPRESSURE_DROP, 0, "|", 1, "|" },
  { RX_BACKPRESSURE_DROP, 1, "1 |", 1, "1 |" },
  { RX_BACKPRESSURE_LATEST, -1, "1 2 3 4 |", 1, "1 2 3 4 |" },
  { RX_BACKPRESSURE_LATEST, 0, "", 1, "4 |" },
  { RX_BACKPRESSURE_LATEST, 1, "1", 1, "1 4 |" },
  { RX_BACKPRESSURE_LATEST, 4, "1 2 3 4 |", 1, "1 2 3 4 |" },
  { RX_BACKPRESSURE_ERROR, -1, "1 2 3 4 |", 1, "1 2 3 4 |" },
  { RX_BACKPRESSURE_ERROR, 0, NOT_ASKED, 1, NOT_ASKED },
  { RX_BACKPRESSURE_ERROR, 2, "1 2 " NOT_ASKED, 1, "1 2 " NOT_ASKED },
  { RX_BACKPRESSURE_ERROR, 4, "1 2 3 4 |", 1, "1 2 3 4 |" },
  /* the subscriber's own queue holds what it has not asked for */
  { RX_BACKPRESSURE_MISSING, -1, "1 2 3 4 |", 1, "1 2 3 4 |" },
  { RX_BACKPRESSURE_MISSING, 0, "", 3, "1 2 3" },
  { RX_BACKPRESSURE_MISSING, 1, "1", 3, "1 2 3 4 |" },
};

static void
test_modes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (mode_rows); i++)
    {
      g_autoptr (RxObservable) source = rx_observable_create (mode_rows[i].mode, one_to_four, NULL, NULL);

      for (guint round = 0; round < 2; round++)
        {
          g_autoptr (RxProbe) probe = rx_probe_subscribe (source, mode_rows[i].demand);

          rx_probe_assert (probe, mode_rows[i].events);
          rx_probe_request (probe, mode_rows[i].request);
          rx_probe_assert (probe, mode_rows[i].after);
          if (probe->error != NULL)
            g_assert_error (probe->error, RX_ERROR, RX_ERROR_MISSING_BACKPRESSURE);
          rx_probe_cancel (probe);
        }
    }
}

/* --- a kept emitter --- */

static void
keep (RxEmitter *emitter, gpointer user_data, GError **error)
{
  g_assert_null (*(RxEmitter **) user_data);
  *(RxEmitter **) user_data = g_object_ref (emitter);
}

static RxObservable *
kept (RxBackpressure mode, RxEmitter **emitter)
{
  return rx_observable_create (mode, keep, emitter, NULL);
}

static void
next (RxEmitter *emitter, gint64 number)
{
  rx_emitter_next (emitter, RX_VALUE_INT64 (number));
}

static void
test_get_requested (void)
{
  static const RxBackpressure modes[] = { RX_BACKPRESSURE_BUFFER, RX_BACKPRESSURE_DROP, RX_BACKPRESSURE_LATEST };

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_autoptr (RxEmitter) emitter = NULL;
      g_autoptr (RxObservable) source = kept (modes[i], &emitter);
      g_autoptr (RxProbe) probe = rx_probe_subscribe (source, 2);

      g_assert_cmpint (rx_emitter_get_requested (emitter), ==, 2);
      next (emitter, 1);
      g_assert_cmpint (rx_emitter_get_requested (emitter), ==, 1);
      next (emitter, 2);
      g_assert_cmpint (rx_emitter_get_requested (emitter), ==, 0);
      next (emitter, 3);
      g_assert_cmpint (rx_emitter_get_requested (emitter), ==, 0);
      rx_probe_request (probe, 2);
      g_assert_cmpint (rx_emitter_get_requested (emitter), ==, modes[i] == RX_BACKPRESSURE_DROP ? 2 : 1);
      rx_probe_assert (probe, modes[i] == RX_BACKPRESSURE_DROP ? "1 2" : "1 2 3");
      rx_probe_request (probe, G_MAXINT64);
      g_assert_cmpint (rx_emitter_get_requested (emitter), ==, G_MAXINT64);
      next (emitter, 4);
      g_assert_cmpint (rx_emitter_get_requested (emitter), ==, G_MAXINT64);
      rx_emitter_completed (emitter);
    }
}

/* --- how it ends --- */

typedef enum
{
  END_COMPLETED,
  END_ERROR,
  END_FAILURE,                  /* of the function */
  END_CALLBACK_FAIL,
  END_CANCEL,
  END_CANCEL_INSIDE,
  END_DOWNSTREAM_FAILS,
  END_DROPPED,
  N_ENDS
} End;

typedef struct
{
  RxEmitter *emitter;
  RxProbe *probe;
  gint teardowns;
  gint destroyed;
  GString *order;
  End end;
  gboolean late;                /* end after the function has returned */
} Ending;

static void
tear_down_a (gpointer user_data, GError **error)
{
  Ending *self = user_data;

  self->teardowns++;
  g_string_append (self->order, self->probe->n_ends > 0 ? "a!" : "a");
}

static void
tear_down_b (gpointer user_data, GError **error)
{
  g_string_append (((Ending *) user_data)->order, "b");
}

static void
count_destroyed (gpointer user_data)
{
  ((Ending *) user_data)->destroyed++;
}

static void
bring_about (RxEmitter *emitter, Ending *self, GError **error)
{
  g_autoptr (GError) fault = rx_test_error ("end");

  switch (self->end)
    {
    case END_COMPLETED:
      rx_emitter_completed (emitter);
      break;
    case END_ERROR:
      rx_emitter_error (emitter, fault);
      break;
    case END_FAILURE:
      if (error != NULL)
        *error = g_steal_pointer (&fault);
      else
        rx_emitter_take_error (emitter, g_steal_pointer (&fault));
      break;
    case END_CALLBACK_FAIL:
      if (error != NULL)
        rx_callback_fail (fault);
      else
        rx_emitter_error (emitter, fault);
      break;
    case END_CANCEL:
      rx_probe_cancel (self->probe);
      break;
    case END_CANCEL_INSIDE:
    case END_DOWNSTREAM_FAILS:
      next (emitter, 2);
      break;
    case END_DROPPED:
    case N_ENDS:
      break;
    }
}

static void
run_ending (RxEmitter *emitter, gpointer user_data, GError **error)
{
  Ending *self = user_data;

  rx_emitter_add_teardown (emitter, tear_down_a, self, count_destroyed);
  rx_emitter_add_teardown (emitter, tear_down_b, self, NULL);
  next (emitter, 1);
  if (self->late)
    self->emitter = g_object_ref (emitter);
  else
    bring_about (emitter, self, error);
}

static void
cancel_at_two (RxProbe *probe, const GValue *item, gpointer data)
{
  if (probe->n_items == 2)
    rx_probe_cancel (probe);
}

/* Whatever ends the stream, the teardowns run once, in their order, and before the subscriber is told; only where the
 * subscriber itself fails, the source is busy with its item until it has been told. */
static void
test_teardown (void)
{
  static const gchar *events[N_ENDS] = { "1 |", "1 #end", "1 #end", "1 #end", "1", "1 2", "1 2 #downstream", "1" };

  for (guint i = 0; i < 2 * N_ENDS; i++)
    {
      Ending self = { .end = i % N_ENDS, .late = i >= N_ENDS, .order = g_string_new (NULL) };
      g_autoptr (RxObservable) source = rx_observable_create (RX_BACKPRESSURE_BUFFER, run_ending, &self, NULL);
      g_autoptr (RxProbe) probe = rx_probe_new ();
      gboolean dropped = self.end == END_DROPPED;

      self.probe = probe;
      if (self.end == END_CANCEL_INSIDE)
        probe->hook = cancel_at_two;
      if (self.end == END_DOWNSTREAM_FAILS)
        {
          probe->fail_with = rx_test_error ("downstream");
          probe->fail_at = 2;
        }
      rx_probe_start (probe, source, -1);
      if (self.late)
        {
          g_assert_cmpint (self.teardowns, ==, 0);
          bring_about (self.emitter, &self, NULL);
          g_object_unref (self.emitter);
        }
      rx_probe_assert (probe, events[self.end]);
      g_assert_cmpstr (self.order->str, ==, self.end == END_DOWNSTREAM_FAILS ? "a!b" : "ab");
      g_assert_cmpint (self.teardowns, ==, 1);
      g_assert_cmpint (self.destroyed, ==, 1);
      g_assert_true (rx_subscription_is_unsubscribed (probe->handle));
      rx_probe_cancel (probe);
      g_assert_cmpint (self.teardowns, ==, 1);
      g_assert_cmpuint (probe->n_ends, ==, dropped || self.end == END_CANCEL || self.end == END_CANCEL_INSIDE ? 0 : 1);
      g_string_free (self.order, TRUE);
    }
}

/* With items waiting, the end waits behind them, and the teardown with it. */
static void
test_teardown_waits (void)
{
  Ending self = { .end = END_COMPLETED, .order = g_string_new (NULL) };
  g_autoptr (RxObservable) source = rx_observable_create (RX_BACKPRESSURE_BUFFER, run_ending, &self, NULL);
  g_autoptr (RxProbe) probe = rx_probe_new ();

  self.probe = probe;
  rx_probe_start (probe, source, 0);
  g_assert_cmpint (self.teardowns, ==, 0);
  rx_probe_request (probe, 1);
  rx_probe_assert (probe, "1 |");
  g_assert_cmpstr (self.order->str, ==, "ab");
  g_string_free (self.order, TRUE);
}

/* B031: the teardown of a created stream runs where it ends; here, on the thread that unsubscribes. */
static void
note_thread (gpointer user_data, GError **error)
{
  g_assert_null (*(GThread **) user_data);
  *(GThread **) user_data = g_thread_self ();
}

static void
keep_and_note (RxEmitter *emitter, gpointer user_data, GError **error)
{
  rx_emitter_add_teardown (emitter, note_thread, user_data, NULL);
  rx_emitter_add_teardown (emitter, note_thread, (GThread **) user_data + 1, NULL);
  ((gpointer *) user_data)[2] = g_object_ref (emitter);
}

static gpointer
unsubscribe_thread (gpointer data)
{
  RxProbe *probe = data;

  rx_probe_cancel (probe);
  return NULL;
}

static gpointer
complete_thread (gpointer data)
{
  rx_emitter_completed (data);
  return NULL;
}

static void
test_teardown_thread (void)
{
  for (guint i = 0; i < 3; i++)
    {
      gpointer noted[3] = { NULL, NULL, NULL };
      g_autoptr (RxObservable) source = rx_observable_create (RX_BACKPRESSURE_BUFFER, keep_and_note, noted, NULL);
      g_autoptr (RxProbe) probe = rx_probe_subscribe (source, -1);

      if (i == 0)
        rx_probe_cancel (probe);
      else if (i == 1)
        rx_test_thread_join (rx_test_thread_start (unsubscribe_thread, probe));
      else
        rx_test_thread_join (rx_test_thread_start (complete_thread, noted[2]));
      g_assert_nonnull (noted[0]);
      g_assert_true (noted[0] == noted[1]);
      g_assert_true ((noted[0] == g_thread_self ()) == (i == 0));
      g_object_unref (noted[2]);
    }
}

/* B031: with take (1) above observe_on(), the teardown runs on the thread that has brought the item; with take (1)
 * below it, on the worker that takes the item, unless the source is still busy with it: then that thread does it. */
static void
test_teardown_thread_take (void)
{
  for (guint i = 0; i < 2; i++)
    {
      gpointer noted[3] = { NULL, NULL, NULL };
      g_autoptr (RxObservable) source = rx_observable_create (RX_BACKPRESSURE_BUFFER, keep_and_note, noted, NULL);
      g_autoptr (RxProbe) probe = NULL;

      if (i == 1)
        rx_then (&source, take, 1);
      rx_then (&source, observe_on, rx_scheduler_computation ());
      if (i == 0)
        rx_then (&source, take, 1);
      probe = rx_probe_subscribe (source, -1);
      next (noted[2], 1);
      rx_probe_wait (probe);
      rx_probe_assert (probe, "1 |");
      /* the emitter may still be on its way out of the item when the worker is through with it */
      rx_test_wait_until (rx_subscription_is_unsubscribed (probe->handle));
      g_assert_true (noted[0] == g_thread_self () || (i == 0 && noted[0] == probe->thread));
      g_object_unref (noted[2]);
    }
}

/* --- after the end --- */

static void
count_action (gpointer user_data, GError **error)
{
  ++*(gint *) user_data;
}

static void
test_used_after_end (void)
{
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (RxEmitter) emitter = NULL;
      g_autoptr (RxObservable) source = kept (RX_BACKPRESSURE_BUFFER, &emitter);
      g_autoptr (RxProbe) probe = rx_probe_subscribe (source, -1);
      g_autoptr (GError) late = rx_test_error ("late");
      g_autoptr (GError) cancelled = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "echo");
      g_autoptr (RxSubscription) child = rx_subscription_new ();
      gint teardowns = 0;
      g_autofree gchar *before = NULL;

      if (i == 0)
        rx_emitter_completed (emitter);
      else if (i == 1)
        rx_emitter_take_error (emitter, rx_test_error ("end"));
      else
        rx_probe_cancel (probe);
      before = g_strdup (probe->log->str);

      g_assert_true (rx_emitter_is_unsubscribed (emitter));
      g_assert_false (rx_emitter_wait_for_demand (emitter));
      next (emitter, 1);
      rx_emitter_completed (emitter);
      rx_emitter_error (emitter, cancelled);
      g_assert_cmpuint (rx_test_take_undeliverable (), ==, 0);
      rx_emitter_error (emitter, late);
      g_assert_cmpuint (rx_test_take_undeliverable (), ==, 1);
      g_assert_cmpstr (rx_test_last_undeliverable (), ==, "late");
      rx_probe_assert (probe, before);

      rx_emitter_add_teardown (emitter, count_action, &teardowns, rx_test_count);
      g_assert_cmpint (teardowns, ==, 2);
      rx_emitter_add_subscription (emitter, child);
      g_assert_true (rx_subscription_is_unsubscribed (child));
      g_assert_true (g_cancellable_is_cancelled (rx_emitter_get_cancellable (emitter)));
    }
}

/* What is emitted behind an end that waits for demand is dropped too. */
static void
test_after_waiting_end (void)
{
  g_autoptr (RxEmitter) emitter = NULL;
  g_autoptr (RxObservable) source = kept (RX_BACKPRESSURE_BUFFER, &emitter);
  g_autoptr (RxProbe) probe = rx_probe_subscribe (source, 0);

  next (emitter, 1);
  rx_emitter_completed (emitter);
  next (emitter, 2);
  rx_emitter_completed (emitter);
  rx_emitter_take_error (emitter, rx_test_error ("late"));
  g_assert_cmpuint (rx_test_take_undeliverable (), ==, 1);
  rx_probe_request (probe, 5);
  rx_probe_assert (probe, "1 |");
}

/* Dropped with items waiting: they still come, then the subscriber is released. */
static void
test_dropped_with_items (void)
{
  RxEmitter *emitter = NULL;
  g_autoptr (RxObservable) source = kept (RX_BACKPRESSURE_BUFFER, &emitter);
  g_autoptr (RxProbe) probe = rx_probe_subscribe (source, 0);

  next (emitter, 1);
  next (emitter, 2);
  g_object_unref (emitter);
  g_assert_false (rx_subscription_is_unsubscribed (probe->handle));
  rx_probe_request (probe, 1);
  rx_probe_assert (probe, "1");
  rx_probe_request (probe, 1);
  rx_probe_assert (probe, "1 2");
  g_assert_true (rx_subscription_is_unsubscribed (probe->handle));
}

static void
test_dropped_at_once (void)
{
  RxEmitter *emitter = NULL;
  g_autoptr (RxObservable) source = kept (RX_BACKPRESSURE_BUFFER, &emitter);
  gint released = 0;
  g_autoptr (RxSubscription) subscription = rx_observable_subscribe (source, NULL, NULL, NULL, &released,
                                                                     rx_test_count);

  g_assert_cmpint (released, ==, 0);
  g_object_unref (emitter);
  g_assert_cmpint (released, ==, 1);
}

/* --- the cancellable, children --- */

static void
test_cancellable (void)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (RxEmitter) emitter = NULL;
      g_autoptr (RxObservable) source = kept (RX_BACKPRESSURE_BUFFER, &emitter);
      g_autoptr (RxProbe) probe = rx_probe_subscribe (source, -1);
      GCancellable *cancellable = rx_emitter_get_cancellable (emitter);
      g_autoptr (RxSubscription) child = rx_subscription_new ();

      g_assert_true (cancellable == rx_emitter_get_cancellable (emitter));
      g_assert_false (g_cancellable_is_cancelled (cancellable));
      rx_emitter_add_subscription (emitter, child);
      g_assert_false (rx_subscription_is_unsubscribed (child));
      if (i == 0)
        rx_probe_cancel (probe);
      else
        rx_emitter_completed (emitter);
      g_assert_true (g_cancellable_is_cancelled (cancellable));
      g_assert_true (rx_subscription_is_unsubscribed (child));
    }
}

/* --- failures --- */

static void
fail_after_end (RxEmitter *emitter, gpointer user_data, GError **error)
{
  rx_emitter_completed (emitter);
  g_propagate_error (error, rx_test_error ("too late"));
}

static void
test_failure_after_end (void)
{
  rx_test_expect_take (rx_observable_create (RX_BACKPRESSURE_BUFFER, fail_after_end, NULL, NULL), -1, "|");
  g_assert_cmpuint (rx_test_take_undeliverable (), ==, 1);
  g_assert_cmpstr (rx_test_last_undeliverable (), ==, "too late");
}

static void
failing_action (gpointer user_data, GError **error)
{
  g_propagate_error (error, rx_test_error ("teardown"));
}

static void
test_failing_teardown (void)
{
  g_autoptr (RxEmitter) emitter = NULL;
  g_autoptr (RxObservable) source = kept (RX_BACKPRESSURE_BUFFER, &emitter);
  g_autoptr (RxProbe) probe = rx_probe_subscribe (source, -1);
  gint others = 0;

  rx_emitter_add_teardown (emitter, failing_action, NULL, NULL);
  rx_emitter_add_teardown (emitter, count_action, &others, NULL);
  rx_emitter_completed (emitter);
  rx_probe_assert (probe, "|");
  g_assert_cmpint (others, ==, 1);
  g_assert_cmpuint (rx_test_take_undeliverable (), ==, 1);
}

static void
never_called (RxEmitter *emitter, gpointer user_data, GError **error)
{
  g_assert_not_reached ();
}

static void
test_cancelled_before (void)
{
  g_autoptr (RxObservable) source = rx_observable_create (RX_BACKPRESSURE_BUFFER, never_called, NULL, NULL);
  g_autoptr (RxProbe) probe = rx_probe_new ();

  rx_probe_cancel (probe);
  rx_probe_start (probe, source, -1);
}

/* --- re-entrance --- */

static void
emit_more (RxProbe *probe, const GValue *item, gpointer data)
{
  RxEmitter **emitter = data;

  if (rx_value_get_int64 (item) == 1)
    {
      next (*emitter, 2);
      next (*emitter, 3);
      rx_probe_assert (probe, "1");
      rx_emitter_completed (*emitter);
      rx_probe_assert (probe, "1");
      next (*emitter, 4);
    }
}

static void
test_re_entrant (void)
{
  g_autoptr (RxEmitter) emitter = NULL;
  g_autoptr (RxObservable) source = kept (RX_BACKPRESSURE_BUFFER, &emitter);
  g_autoptr (RxProbe) probe = rx_probe_new ();

  probe->hook = emit_more;
  probe->hook_data = &emitter;
  rx_probe_start (probe, source, -1);
  next (emitter, 1);
  rx_probe_assert (probe, "1 2 3 |");
}

static void
test_strings (void)
{
  g_autoptr (RxEmitter) emitter = NULL;
  g_autoptr (RxObservable) source = kept (RX_BACKPRESSURE_LATEST, &emitter);
  g_autoptr (RxProbe) probe = rx_probe_subscribe (source, 1);
  GValue item = G_VALUE_INIT;

  rx_value_set_string (&item, "a");
  rx_emitter_take (emitter, &item);
  g_assert_false (G_IS_VALUE (&item));
  rx_emitter_next (emitter, RX_VALUE_STRING ("b"));
  rx_emitter_next (emitter, NULL);
  rx_emitter_next (emitter, RX_VALUE_STRING ("c"));
  rx_probe_request (probe, 1);
  rx_probe_assert (probe, "a c");
  /* waits, and is released with the stream */
  rx_emitter_next (emitter, RX_VALUE_STRING ("left"));
  rx_probe_cancel (probe);
}

static void
test_bad_arguments (void)
{
  g_autoptr (RxEmitter) emitter = NULL;
  g_autoptr (RxObservable) source = kept (RX_BACKPRESSURE_BUFFER, &emitter);
  g_autoptr (RxProbe) probe = rx_probe_subscribe (source, -1);
  GValue unset = G_VALUE_INIT;

  rx_test_expect_critical ("func != NULL");
  g_assert_null (rx_observable_create (RX_BACKPRESSURE_BUFFER, NULL, NULL, NULL));
  rx_test_expect_critical ("mode");
  g_assert_null (rx_observable_create ((RxBackpressure) 17, keep, NULL, NULL));
  rx_test_expect_critical ("G_IS_VALUE");
  rx_emitter_next (emitter, &unset);
  rx_test_expect_critical ("G_IS_VALUE");
  rx_emitter_take (emitter, &unset);
  rx_test_expect_critical ("error != NULL");
  rx_emitter_error (emitter, NULL);
  rx_test_expect_critical ("error != NULL");
  rx_emitter_take_error (emitter, NULL);
  rx_test_expect_critical ("RX_IS_EMITTER");
  g_assert_true (rx_emitter_is_unsubscribed (NULL));
  rx_test_expect_critical ("RX_IS_EMITTER");
  g_assert_cmpint (rx_emitter_get_requested (NULL), ==, 0);
  rx_test_expect_critical ("RX_IS_EMITTER");
  g_assert_false (rx_emitter_wait_for_demand (NULL));
  rx_test_expect_critical ("RX_IS_EMITTER");
  g_assert_null (rx_emitter_get_cancellable (NULL));
  rx_test_expect_critical ("func != NULL");
  rx_emitter_add_teardown (emitter, NULL, NULL, NULL);
  rx_test_expect_critical ("RX_IS_SUBSCRIPTION");
  rx_emitter_add_subscription (emitter, NULL);
  g_test_assert_expected_messages ();
  rx_probe_assert (probe, "");
  rx_emitter_completed (emitter);
  rx_probe_assert (probe, "|");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/create/modes", test_modes);
  rx_test_add ("/create/get-requested", test_get_requested);
  rx_test_add ("/create/teardown", test_teardown);
  rx_test_add ("/create/teardown-waits", test_teardown_waits);
  rx_test_add ("/create/B031-teardown-thread", test_teardown_thread);
  rx_test_add ("/create/B031-teardown-thread-take", test_teardown_thread_take);
  rx_test_add ("/create/used-after-end", test_used_after_end);
  rx_test_add ("/create/after-waiting-end", test_after_waiting_end);
  rx_test_add ("/create/dropped-with-items", test_dropped_with_items);
  rx_test_add ("/create/dropped-at-once", test_dropped_at_once);
  rx_test_add ("/create/cancellable", test_cancellable);
  rx_test_add ("/create/failure-after-end", test_failure_after_end);
  rx_test_add ("/create/failing-teardown", test_failing_teardown);
  rx_test_add ("/create/cancelled-before", test_cancelled_before);
  rx_test_add ("/create/re-entrant", test_re_entrant);
  rx_test_add ("/create/strings", test_strings);
  rx_test_add ("/create/bad-arguments", test_bad_arguments);

  return g_test_run ();
}
