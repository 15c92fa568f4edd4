/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-script.h"

static void
count_action (gpointer user_data, GError **error)
{
  g_atomic_int_inc ((gint *) user_data);
}

/* --- new_with_func --- */

static void
test_func (void)
{
  gint called = 0, destroyed[2] = { 0, 0 };
  RxSubscription *subscription = rx_subscription_new_with_func (count_action, &called, NULL);

  g_assert_false (rx_subscription_is_unsubscribed (subscription));
  rx_subscription_unsubscribe (subscription);
  rx_subscription_unsubscribe (subscription);
  g_assert_true (rx_subscription_is_unsubscribed (subscription));
  g_assert_cmpint (called, ==, 1);
  g_object_unref (subscription);

  /* released after the call, or with the handle that was never used */
  subscription = rx_subscription_new_with_func (count_action, &destroyed[0], rx_test_count);
  rx_subscription_unsubscribe (subscription);
  g_assert_cmpint (destroyed[0], ==, 2);
  g_object_unref (subscription);
  subscription = rx_subscription_new_with_func (count_action, &destroyed[1], rx_test_count);
  g_object_unref (subscription);
  g_assert_cmpint (destroyed[1], ==, 1);
}

static void
failing_action (gpointer user_data, GError **error)
{
  if (user_data != NULL)
    {
      g_autoptr (GError) fault = rx_test_error ("pending");

      rx_callback_fail (fault);
    }
  else
    g_propagate_error (error, rx_test_error ("set"));
}

static void
test_func_fails (void)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (RxSubscription) subscription = rx_subscription_new_with_func (failing_action, GINT_TO_POINTER (i),
                                                                               NULL);

      rx_subscription_unsubscribe (subscription);
      g_assert_cmpuint (rx_test_take_undeliverable (), ==, 1);
      g_assert_cmpstr (rx_test_last_undeliverable (), ==, i == 0 ? "set" : "pending");
    }
}

/* Drops its own last reference inside its function. */
static void
drop_itself (gpointer user_data, GError **error)
{
  RxSubscription **subscription = user_data;

  rx_subscription_unsubscribe (*subscription);
  g_clear_object (subscription);
}

static void
test_func_drops (void)
{
  RxSubscription *subscription = NULL;

  subscription = rx_subscription_new_with_func (drop_itself, &subscription, NULL);
  rx_subscription_unsubscribe (subscription);
  g_assert_null (subscription);
}

static gpointer
unsubscribe_thread (gpointer data)
{
  rx_subscription_unsubscribe (data);
  return NULL;
}

static void
test_func_threads (void)
{
  for (guint round = 0; round < rx_test_rounds (1000); round++)
    {
      gint called = 0;
      g_autoptr (RxSubscription) subscription = rx_subscription_new_with_func (count_action, &called, NULL);
      pthread_t thread = rx_test_thread_start (unsubscribe_thread, subscription);

      rx_subscription_unsubscribe (subscription);
      rx_test_thread_join (thread);
      g_assert_cmpint (g_atomic_int_get (&called), ==, 1);
    }
}

/* --- request --- */

/* What is asked for before there is a stream adds up. */
static void
test_request_before (void)
{
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1 2 3 4 5");
  g_autoptr (RxProbe) probe = rx_probe_new ();

  rx_probe_request (probe, 1);
  rx_probe_request (probe, 1);
  rx_probe_start (probe, numbers, 1);
  rx_probe_assert (probe, "1 2 3");
  rx_probe_request (probe, 1);
  rx_probe_assert (probe, "1 2 3 4");
  rx_probe_cancel (probe);
  rx_probe_request (probe, 1);
  rx_probe_assert (probe, "1 2 3 4");
}

/* B7: a request for nothing, before, in between, inside and after the end. */
static void
request_nothing (RxProbe *probe, const GValue *item, gpointer data)
{
  if (probe->n_items == 2)
    rx_probe_request (probe, GPOINTER_TO_INT (data));
}

#define BAD "#The number of items asked for must be positive"

static void
test_bad_request (void)
{
  static const gint64 bad[] = { 0, -1, G_MININT64 };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      gint open = 0;
      g_autoptr (RxObservable) script = rx_test_script ("1 2 3 4", &open);
      g_autoptr (RxProbe) before = rx_probe_new ();
      g_autoptr (RxProbe) between = NULL;
      g_autoptr (RxProbe) unbounded = NULL;
      g_autoptr (RxProbe) inside = rx_probe_new ();

      rx_probe_request (before, bad[i]);
      rx_probe_start (before, script, 1);
      rx_probe_assert (before, BAD);
      g_assert_error (before->error, RX_ERROR, RX_ERROR_BAD_REQUEST);

      between = rx_probe_subscribe (script, 1);
      rx_probe_request (between, bad[i]);
      rx_probe_assert (between, "1 " BAD);
      g_assert_error (between->error, RX_ERROR, RX_ERROR_BAD_REQUEST);
      rx_probe_request (between, 1);
      rx_probe_request (between, bad[i]);
      rx_probe_assert (between, "1 " BAD);

      unbounded = rx_probe_subscribe (script, -1);
      rx_probe_request (unbounded, bad[i]);
      rx_probe_assert (unbounded, "1 2 3 4 " BAD);

      inside->hook = request_nothing;
      inside->hook_data = GINT_TO_POINTER (bad[i] == 0 ? 0 : -1);
      rx_probe_start (inside, script, -1);
      rx_probe_assert (inside, "1 2 " BAD);
      g_assert_cmpint (open, ==, 0);
    }
}

static void
test_bad_request_late (void)
{
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1");
  g_autoptr (RxProbe) ended = rx_probe_subscribe (numbers, -1);
  g_autoptr (RxProbe) cancelled = rx_probe_subscribe (numbers, 0);

  rx_probe_request (ended, 0);
  rx_probe_assert (ended, "1 |");
  rx_probe_cancel (cancelled);
  rx_probe_request (cancelled, 0);
  rx_probe_assert (cancelled, "");
}

/* --- unsubscribe, wherever --- */

static void
unsubscribe_next (const GValue *item, gpointer user_data, GError **error)
{
  RxSubscription **handle = user_data;

  if (*handle != NULL)
    rx_subscription_unsubscribe (*handle);
}

static void
unsubscribe_error (const GError *error, gpointer user_data)
{
  unsubscribe_next (NULL, user_data, NULL);
}

static void
unsubscribe_completed (gpointer user_data)
{
  unsubscribe_next (NULL, user_data, NULL);
}

static void
unsubscribe_destroy (gpointer user_data)
{
  RxSubscription **handle = user_data;

  rx_subscription_unsubscribe (*handle);
  g_clear_object (handle);
}

/* In every function of the subscriber, the last reference going in the destroy notify. */
static void
test_inside_everything (void)
{
  static const gchar *scripts[] = { "1 |", "1 #no", "|", "#no", "1 2" };

  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      g_autoptr (RxSubject) subject = rx_publish_subject_new ();
      RxSubscription *handle = NULL;

      handle = rx_observable_subscribe (RX_OBSERVABLE (subject), unsubscribe_next, unsubscribe_error,
                                        unsubscribe_completed,
                                        &handle, unsubscribe_destroy);
      rx_test_feed (subject, scripts[i]);
      g_assert_null (handle);
      g_assert_false (rx_subject_has_observers (subject));
    }
}

/* Unsubscribing before the stream is there: nothing comes, and the source is not run. */
static void
test_before (void)
{
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1 2");
  g_autoptr (RxProbe) probe = rx_probe_new ();

  rx_probe_cancel (probe);
  rx_probe_start (probe, numbers, -1);
  rx_probe_assert (probe, "");
}

/* U14: dropping the handle does not stop the stream. U13: unsubscribing releases the data at once. */
static void
count_next (const GValue *item, gpointer user_data, GError **error)
{
  ++*(gint *) user_data;
}

static void
test_dropped (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  RxSubscription *subscription;
  gint n = 0;

  subscription = rx_observable_subscribe (RX_OBSERVABLE (subject), count_next, NULL, NULL, &n, NULL);
  g_object_unref (subscription);
  rx_test_feed (subject, "1 2");
  g_assert_cmpint (n, ==, 2);
}

static void
test_released_at_once (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  RxSubscription *subscription;
  gint destroyed = 0;

  subscription = rx_observable_subscribe (RX_OBSERVABLE (subject), NULL, NULL, NULL, &destroyed, rx_test_count);
  rx_subscription_unsubscribe (subscription);
  g_assert_cmpint (destroyed, ==, 1);
  rx_clear_subscription (&subscription);
  g_assert_null (subscription);
  rx_clear_subscription (&subscription);
}

/* A handle serves one stream. */
static void
test_used_twice (void)
{
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1 2");
  g_autoptr (RxSubscription) func = NULL;
  g_autoptr (RxProbe) probe = rx_probe_subscribe (numbers, -1);
  gint called = 0;

  rx_test_expect_critical ("one stream");
  rx_probe_start (probe, numbers, -1);
  g_test_assert_expected_messages ();
  rx_probe_assert (probe, "1 2 |");

  func = rx_subscription_new_with_func (count_action, &called, NULL);
  rx_test_expect_critical ("one stream");
  rx_observable_subscribe_observer (numbers, (RxObserver *) probe, 1, func);
  g_test_assert_expected_messages ();
}

/* --- attach_to --- */

static void
test_attach (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  GObject *owner = g_object_new (G_TYPE_OBJECT, NULL);
  g_autoptr (RxProbe) one = rx_probe_subscribe (RX_OBSERVABLE (subject), -1);
  g_autoptr (RxProbe) two = rx_probe_subscribe (RX_OBSERVABLE (subject), -1);

  rx_subscription_attach_to (one->handle, owner);
  rx_subscription_attach_to (one->handle, owner);
  rx_subscription_attach_to (two->handle, owner);
  g_assert_cmpuint (owner->ref_count, ==, 1);
  rx_test_feed (subject, "1");
  g_object_run_dispose (owner);
  g_assert_true (rx_subscription_is_unsubscribed (one->handle));
  g_assert_true (rx_subscription_is_unsubscribed (two->handle));
  rx_test_feed (subject, "2");
  rx_probe_assert (one, "1");

  /* an object that was disposed and lives on can be attached to again */
  g_clear_object (&one);
  one = rx_probe_subscribe (RX_OBSERVABLE (subject), -1);
  rx_subscription_attach_to (one->handle, owner);
  g_assert_false (rx_subscription_is_unsubscribed (one->handle));
  g_object_unref (owner);
  g_assert_true (rx_subscription_is_unsubscribed (one->handle));
}

/* Nothing of a stream that has ended stays with the object. */
static void
test_attach_ended (void)
{
  g_autoptr (GObject) owner = g_object_new (G_TYPE_OBJECT, NULL);

  for (guint i = 0; i < 6; i++)
    {
      g_autoptr (RxSubject) subject = rx_publish_subject_new ();
      RxProbe *probe = rx_probe_new ();
      gpointer weak = probe->handle;

      if (i % 2 == 0)
        rx_subscription_attach_to (probe->handle, owner);
      rx_probe_start (probe, RX_OBSERVABLE (subject), -1);
      if (i % 2 == 1)
        rx_subscription_attach_to (probe->handle, owner);
      g_object_add_weak_pointer (weak, &weak);
      if (i < 2)
        rx_test_feed (subject, "1 |");
      else if (i < 4)
        rx_test_feed (subject, "1 #no");
      else
        rx_probe_cancel (probe);
      g_object_unref (probe);
      g_assert_null (weak);
    }
}

static void
test_attach_over (void)
{
  g_autoptr (GObject) owner = g_object_new (G_TYPE_OBJECT, NULL);
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1");
  RxProbe *probe = rx_probe_subscribe (numbers, -1);
  gpointer weak = probe->handle;

  g_object_add_weak_pointer (weak, &weak);
  rx_subscription_attach_to (probe->handle, owner);
  g_object_unref (probe);
  g_assert_null (weak);
}

/* The last one attached to has it. */
static void
test_attach_second (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  GObject *one = g_object_new (G_TYPE_OBJECT, NULL), *other = g_object_new (G_TYPE_OBJECT, NULL);
  g_autoptr (RxProbe) probe = rx_probe_subscribe (RX_OBSERVABLE (subject), -1);

  rx_subscription_attach_to (probe->handle, one);
  rx_subscription_attach_to (probe->handle, other);
  g_object_unref (one);
  g_assert_false (rx_subscription_is_unsubscribed (probe->handle));
  g_object_unref (other);
  g_assert_true (rx_subscription_is_unsubscribed (probe->handle));
}

static gpointer
attach_thread (gpointer data)
{
  gpointer *args = data;

  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (RxProbe) probe = rx_probe_subscribe (args[1], -1);

      rx_subscription_attach_to (probe->handle, args[0]);
      if (i % 2 == 0)
        rx_probe_cancel (probe);
    }
  return NULL;
}

static void
test_attach_threads (void)
{
  for (guint round = 0; round < rx_test_rounds (200); round++)
    {
      g_autoptr (RxSubject) subject = rx_publish_subject_new ();
      GObject *owner = g_object_new (G_TYPE_OBJECT, NULL);
      gpointer args[] = { owner, subject };
      pthread_t one = rx_test_thread_start (attach_thread, args);
      pthread_t other = rx_test_thread_start (attach_thread, args);

      rx_test_thread_join (one);
      rx_test_thread_join (other);
      g_object_unref (owner);
      g_assert_false (rx_subject_has_observers (subject));
    }
}

/* --- composite (U9, U10) --- */

static void
append_action (gpointer user_data, GError **error)
{
  gpointer *args = user_data;

  g_string_append (args[0], args[1]);
}

static void
test_composite (void)
{
  g_autoptr (RxCompositeSubscription) composite = rx_composite_subscription_new ();
  g_autoptr (GString) log = g_string_new (NULL);
  gpointer args[][2] = {
    { log, (gpointer) "a" }, { log, (gpointer) "b" }, { log, (gpointer) "c" }, { log, (gpointer) "d" },
  };
  RxSubscription *children[4];

  for (guint i = 0; i < 4; i++)
    children[i] = rx_subscription_new_with_func (append_action, args[i], NULL);
  rx_composite_subscription_add (composite, children[0]);
  rx_composite_subscription_add (composite, children[1]);
  rx_composite_subscription_add (composite, children[0]);
  rx_composite_subscription_add (composite, children[2]);

  g_assert_true (rx_composite_subscription_remove (composite, children[1]));
  g_assert_cmpstr (log->str, ==, "b");
  g_assert_false (rx_composite_subscription_remove (composite, children[1]));
  g_assert_false (rx_composite_subscription_detach (composite, children[3]));

  rx_subscription_unsubscribe (RX_SUBSCRIPTION (composite));
  rx_subscription_unsubscribe (RX_SUBSCRIPTION (composite));
  g_assert_cmpstr (log->str, ==, "bac");
  rx_composite_subscription_take (composite, g_object_ref (children[3]));
  g_assert_cmpstr (log->str, ==, "bacd");
  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpuint (G_OBJECT (children[i])->ref_count, ==, 1);
      g_object_unref (children[i]);
    }
}

static void
test_composite_clear (void)
{
  g_autoptr (RxCompositeSubscription) composite = rx_composite_subscription_new ();
  g_autoptr (RxSubscription) one = rx_subscription_new ();
  g_autoptr (RxSubscription) other = rx_subscription_new ();

  rx_composite_subscription_add (composite, one);
  rx_composite_subscription_clear (composite);
  g_assert_true (rx_subscription_is_unsubscribed (one));
  g_assert_false (rx_subscription_is_unsubscribed (RX_SUBSCRIPTION (composite)));
  rx_composite_subscription_add (composite, other);
  g_assert_false (rx_subscription_is_unsubscribed (other));
  g_assert_true (rx_composite_subscription_detach (composite, other));
  rx_subscription_unsubscribe (RX_SUBSCRIPTION (composite));
  g_assert_false (rx_subscription_is_unsubscribed (other));
}

/* All go, though some fail. */
static void
test_composite_failing (void)
{
  g_autoptr (RxCompositeSubscription) composite = rx_composite_subscription_new ();
  gint called = 0;

  for (guint i = 0; i < 4; i++)
    rx_composite_subscription_take (composite,
                                    rx_subscription_new_with_func (i % 2 == 0 ? failing_action : count_action,
                                                                              i % 2 == 0 ? NULL : &called, NULL));
  rx_subscription_unsubscribe (RX_SUBSCRIPTION (composite));
  g_assert_cmpint (called, ==, 2);
  g_assert_cmpuint (rx_test_take_undeliverable (), ==, 2);
}

/* A child that changes the composite while it goes. */
static void
add_another (gpointer user_data, GError **error)
{
  gpointer *args = user_data;

  rx_composite_subscription_add (args[0], args[1]);
}

static void
test_composite_re_entrant (void)
{
  g_autoptr (RxCompositeSubscription) composite = rx_composite_subscription_new ();
  g_autoptr (RxSubscription) late = rx_subscription_new ();
  gpointer args[] = { composite, late };

  rx_composite_subscription_take (composite, rx_subscription_new_with_func (add_another, args, NULL));
  rx_subscription_unsubscribe (RX_SUBSCRIPTION (composite));
  g_assert_true (rx_subscription_is_unsubscribed (late));
}

static gpointer
add_thread (gpointer data)
{
  gpointer *args = data;

  for (guint i = 0; i < 50; i++)
    rx_composite_subscription_take (args[0], rx_subscription_new_with_func (count_action, args[1], NULL));
  return NULL;
}

static void
test_composite_threads (void)
{
  for (guint round = 0; round < rx_test_rounds (500); round++)
    {
      g_autoptr (RxCompositeSubscription) composite = rx_composite_subscription_new ();
      gint called = 0;
      gpointer args[] = { composite, &called };
      pthread_t one = rx_test_thread_start (add_thread, args), other = rx_test_thread_start (add_thread, args);

      rx_subscription_unsubscribe (RX_SUBSCRIPTION (composite));
      rx_test_thread_join (one);
      rx_test_thread_join (other);
      g_assert_cmpint (g_atomic_int_get (&called), ==, 100);
    }
}

/* --- serial (U11) --- */

static void
test_serial (void)
{
  g_autoptr (RxSerialSubscription) serial = rx_serial_subscription_new ();
  g_autoptr (RxSubscription) one = rx_subscription_new ();
  g_autoptr (RxSubscription) two = rx_subscription_new ();
  g_autoptr (RxSubscription) three = rx_subscription_new ();
  RxSubscription *current;

  g_assert_null (rx_serial_subscription_get_current (serial));
  rx_serial_subscription_set_current (serial, one);
  current = rx_serial_subscription_get_current (serial);
  g_assert_true (current == one);
  g_object_unref (current);
  rx_serial_subscription_take (serial, g_object_ref (two));
  g_assert_true (rx_subscription_is_unsubscribed (one));
  g_assert_false (rx_subscription_is_unsubscribed (two));
  rx_serial_subscription_set_current (serial, NULL);
  g_assert_true (rx_subscription_is_unsubscribed (two));
  g_assert_false (rx_subscription_is_unsubscribed (RX_SUBSCRIPTION (serial)));
  rx_subscription_unsubscribe (RX_SUBSCRIPTION (serial));
  rx_serial_subscription_set_current (serial, three);
  g_assert_true (rx_subscription_is_unsubscribed (three));
  g_assert_null (rx_serial_subscription_get_current (serial));
  g_assert_cmpuint (G_OBJECT (three)->ref_count, ==, 1);
}

static gpointer
set_thread (gpointer data)
{
  gpointer *args = data;

  for (guint i = 0; i < 50; i++)
    rx_serial_subscription_take (args[0], rx_subscription_new_with_func (count_action, args[1], NULL));
  return NULL;
}

static void
test_serial_threads (void)
{
  for (guint round = 0; round < rx_test_rounds (500); round++)
    {
      g_autoptr (RxSerialSubscription) serial = rx_serial_subscription_new ();
      gint called = 0;
      gpointer args[] = { serial, &called };
      pthread_t one = rx_test_thread_start (set_thread, args), other = rx_test_thread_start (set_thread, args);

      rx_subscription_unsubscribe (RX_SUBSCRIPTION (serial));
      rx_test_thread_join (one);
      rx_test_thread_join (other);
      g_assert_cmpint (g_atomic_int_get (&called), ==, 100);
    }
}

static void
test_bad_arguments (void)
{
  g_autoptr (RxCompositeSubscription) composite = rx_composite_subscription_new ();
  g_autoptr (RxSerialSubscription) serial = rx_serial_subscription_new ();
  g_autoptr (RxSubscription) subscription = rx_subscription_new ();

  rx_test_expect_critical ("func != NULL");
  g_assert_null (rx_subscription_new_with_func (NULL, NULL, NULL));
  rx_test_expect_critical ("RX_IS_SUBSCRIPTION");
  rx_subscription_unsubscribe (NULL);
  rx_test_expect_critical ("RX_IS_SUBSCRIPTION");
  g_assert_true (rx_subscription_is_unsubscribed (NULL));
  rx_test_expect_critical ("RX_IS_SUBSCRIPTION");
  rx_subscription_request (NULL, 1);
  rx_test_expect_critical ("G_IS_OBJECT");
  rx_subscription_attach_to (subscription, NULL);
  rx_test_expect_critical ("subscription != NULL");
  rx_clear_subscription (NULL);
  rx_test_expect_critical ("RX_IS_SUBSCRIPTION");
  rx_composite_subscription_add (composite, NULL);
  rx_test_expect_critical ("child != ");
  rx_composite_subscription_take (composite, (RxSubscription *) composite);
  rx_test_expect_critical ("RX_IS_SUBSCRIPTION");
  g_assert_false (rx_composite_subscription_remove (composite, NULL));
  rx_test_expect_critical ("child != ");
  rx_serial_subscription_take (serial, (RxSubscription *) serial);
  rx_test_expect_critical ("RX_IS_SERIAL_SUBSCRIPTION");
  g_assert_null (rx_serial_subscription_get_current (NULL));
  g_test_assert_expected_messages ();
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/subscription/func", test_func);
  rx_test_add ("/subscription/func-fails", test_func_fails);
  rx_test_add ("/subscription/func-drops", test_func_drops);
  rx_test_add ("/subscription/func-threads", test_func_threads);
  rx_test_add ("/subscription/request-before", test_request_before);
  rx_test_add ("/subscription/bad-request", test_bad_request);
  rx_test_add ("/subscription/bad-request-late", test_bad_request_late);
  rx_test_add ("/subscription/inside-everything", test_inside_everything);
  rx_test_add ("/subscription/before", test_before);
  rx_test_add ("/subscription/dropped", test_dropped);
  rx_test_add ("/subscription/released-at-once", test_released_at_once);
  rx_test_add ("/subscription/used-twice", test_used_twice);
  rx_test_add ("/subscription/attach", test_attach);
  rx_test_add ("/subscription/attach-ended", test_attach_ended);
  rx_test_add ("/subscription/attach-over", test_attach_over);
  rx_test_add ("/subscription/attach-second", test_attach_second);
  rx_test_add ("/subscription/attach-threads", test_attach_threads);
  rx_test_add ("/subscription/bad-arguments", test_bad_arguments);
  rx_test_add ("/composite/children", test_composite);
  rx_test_add ("/composite/clear", test_composite_clear);
  rx_test_add ("/composite/failing", test_composite_failing);
  rx_test_add ("/composite/re-entrant", test_composite_re_entrant);
  rx_test_add ("/composite/threads", test_composite_threads);
  rx_test_add ("/serial/children", test_serial);
  rx_test_add ("/serial/threads", test_serial_threads);

  return g_test_run ();
}
