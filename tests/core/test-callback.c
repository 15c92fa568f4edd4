/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* The record of a user function, and functions that are bound to a thread. */

#include "rx-test-script.h"

#include "core/rx-callback-private.h"

static void
test_record (void)
{
  gint destroyed = 0;
  RxCallback *callback = _rx_callback_new (NULL, &destroyed, rx_test_count);
  GError *error = NULL;

  _rx_callback_ref (callback);
  _rx_callback_unref (callback);
  g_assert_cmpint (destroyed, ==, 0);
  g_assert_true (_rx_callback_enter (callback, &error));
  g_assert_true (_rx_callback_leave (&error));
  _rx_callback_unref (callback);
  g_assert_cmpint (destroyed, ==, 1);

  callback = _rx_callback_new (NULL, &destroyed, NULL);
  _rx_callback_unref (callback);
  g_assert_cmpint (destroyed, ==, 1);
}

static void
closure_gone (gpointer data, GClosure *closure)
{
  ++*(gint *) data;
}

static void
test_closure (void)
{
  gint gone = 0;
  GClosure *closure = g_cclosure_new (G_CALLBACK (rx_test_count), NULL, NULL);
  RxCallback *callback;

  g_closure_add_finalize_notifier (closure, &gone, closure_gone);
  callback = _rx_callback_new_closure (NULL, closure);
  g_assert_cmpint (gone, ==, 0);
  _rx_callback_unref (callback);
  g_assert_cmpint (gone, ==, 1);
}

/* --- how a call ends --- */

static void
test_leave (void)
{
  g_autoptr (GError) first = rx_test_error ("first");
  g_autoptr (GError) second = rx_test_error ("second");
  RxCallback *callback = _rx_callback_new (NULL, NULL, NULL);
  GError *error = NULL;
  GValue result = RX_ITEM_INIT;

  rx_callback_fail (first);
  rx_callback_fail (second);
  g_assert_false (_rx_callback_leave (&error));
  g_assert_cmpstr (error->message, ==, "first");
  g_assert_true (_rx_pending_failure == NULL);
  g_clear_error (&error);
  g_assert_true (_rx_callback_leave (&error));

  g_assert_false (_rx_callback_leave_with (callback, &result, &error));
  g_assert_error (error, RX_ERROR, RX_ERROR_CALLBACK);
  g_assert_cmpstr (error->message, ==, "The function gave neither a result nor an error");
  g_clear_error (&error);
  callback->name = "fold";
  g_assert_false (_rx_callback_leave_with (callback, &result, &error));
  g_assert_cmpstr (error->message, ==, "The function of fold gave neither a result nor an error");
  g_clear_error (&error);
  g_assert_false (_rx_callback_refuse (callback, &error));
  g_assert_error (error, RX_ERROR, RX_ERROR_WRONG_THREAD);
  g_assert_true (g_str_has_prefix (error->message, "The function of fold belongs to another thread"));
  g_clear_error (&error);
  rx_value_set_string (&result, "dropped");
  error = g_error_copy (first);
  g_assert_false (_rx_callback_leave_with (callback, &result, &error));
  g_assert_false (_rx_item_is_set (&result));
  g_clear_error (&error);
  rx_value_set_string (&result, "kept");
  g_assert_true (_rx_callback_leave_with (callback, &result, &error));
  g_assert_cmpstr (rx_value_get_string (&result), ==, "kept");
  _rx_item_clear (&result);
  _rx_callback_unref (callback);

  rx_test_expect_critical ("error != NULL");
  rx_callback_fail (NULL);
  g_test_assert_expected_messages ();
}

/* --- bound to a thread --- */

typedef struct
{
  GThread *thread;              /* that the functions belong to */
  gint next, errors, completed, destroyed;
  RxError code;
} Bound;

static void
bound_next (const GValue *item, gpointer user_data, GError **error)
{
  Bound *self = user_data;

  g_assert_true (self->thread == g_thread_self ());
  self->next++;
}

static void
bound_error (const GError *error, gpointer user_data)
{
  Bound *self = user_data;

  g_assert_true (self->thread == g_thread_self ());
  self->errors++;
  self->code = error->code;
}

static void
bound_completed (gpointer user_data)
{
  Bound *self = user_data;

  g_assert_true (self->thread == g_thread_self ());
  self->completed++;
}

static void
bound_destroy (gpointer user_data)
{
  Bound *self = user_data;

  g_assert_true (self->thread == g_thread_self ());
  self->destroyed++;
}

static void
bound_map (const GValue *item, GValue *result, gpointer user_data, GError **error)
{
  g_assert_true (((Bound *) user_data)->thread == g_thread_self ());
  rx_value_set_value (result, item);
}

/* On another thread the subscriber's function is not called: it gets the error, at home. */
static void
test_bound_subscriber (void)
{
  Bound bound = { .thread = g_thread_self () };
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1 2");
  g_autoptr (RxObservable) home = NULL;

  rx_then (&numbers, observe_on, rx_scheduler_computation ());
  home = rx_observable_observe_on (numbers, rx_scheduler_main ());
  rx_set_thread_affine (TRUE);
  g_object_unref (rx_observable_subscribe (numbers, bound_next, bound_error, bound_completed, &bound, bound_destroy));
  rx_test_wait_until (bound.destroyed == 1);
  g_assert_cmpint (bound.next + bound.completed, ==, 0);
  g_assert_cmpint (bound.errors, ==, 1);
  g_assert_cmpint (bound.code, ==, RX_ERROR_WRONG_THREAD);

  g_object_unref (rx_observable_subscribe (home, bound_next, bound_error, bound_completed, &bound, bound_destroy));
  rx_set_thread_affine (FALSE);
  rx_test_wait_until (bound.destroyed == 2);
  g_assert_cmpint (bound.next, ==, 2);
  g_assert_cmpint (bound.completed, ==, 1);
  g_assert_cmpint (bound.errors, ==, 1);
}

/* An operator's function likewise, and its data goes home. */
static void
test_bound_operator (void)
{
  Bound bound = { .thread = g_thread_self () };
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1 2");
  g_autoptr (RxProbe) probe = NULL;

  rx_then (&numbers, observe_on, rx_scheduler_computation ());
  rx_set_thread_affine (TRUE);
  rx_then (&numbers, map, bound_map, &bound, bound_destroy);
  rx_set_thread_affine (FALSE);
  probe = rx_probe_subscribe (numbers, -1);
  g_clear_object (&numbers);
  rx_probe_wait (probe);
  g_assert_error (probe->error, RX_ERROR, RX_ERROR_WRONG_THREAD);
  rx_test_wait_until (bound.destroyed == 1);
}

/* Only this thread's functions: those of another one run anywhere. */
static gpointer
make_free (gpointer data)
{
  RxObservable **observable = data;

  rx_then (observable, map, rx_test_identity, NULL, NULL);
  return NULL;
}

static void
test_bound_others (void)
{
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1 2");
  g_autoptr (RxProbe) probe = NULL;

  rx_set_thread_affine (TRUE);
  rx_then (&numbers, observe_on, rx_scheduler_computation ());
  rx_test_thread_join (rx_test_thread_start (make_free, &numbers));
  rx_set_thread_affine (FALSE);
  probe = rx_probe_subscribe (numbers, -1);
  rx_probe_wait (probe);
  rx_probe_assert (probe, "1 2 |");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/callback/record", test_record);
  rx_test_add ("/callback/closure", test_closure);
  rx_test_add ("/callback/leave", test_leave);
  rx_test_add ("/callback/bound-subscriber", test_bound_subscriber);
  rx_test_add ("/callback/bound-operator", test_bound_operator);
  rx_test_add ("/callback/bound-others", test_bound_others);

  return g_test_run ();
}
