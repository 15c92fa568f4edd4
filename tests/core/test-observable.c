/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* The ways to subscribe, and the macros. */

#include "rx-test-script.h"

/* --- functions --- */

typedef struct
{
  GString *log;
  gint destroyed;
  const gchar *fail_at;         /* n, e or c */
} Log;

static void
log_fault (Log *self, const gchar *where, GError **error)
{
  if (self->fail_at == NULL || !g_str_equal (self->fail_at, where))
    return;
  if (error != NULL)
    g_propagate_error (error, rx_test_error ("own"));
}

static void
log_next (const GValue *item, gpointer user_data, GError **error)
{
  Log *self = user_data;

  g_string_append_printf (self->log, "%" G_GINT64_FORMAT " ", rx_value_get_int64 (item));
  log_fault (self, "n", error);
}

static void
log_error (const GError *error, gpointer user_data)
{
  g_string_append_printf (((Log *) user_data)->log, "#%s", error->message);
}

static void
log_completed (gpointer user_data)
{
  g_string_append_c (((Log *) user_data)->log, '|');
}

static void
log_destroy (gpointer user_data)
{
  ((Log *) user_data)->destroyed++;
}

#define log_check(self, text) \
  G_STMT_START \
  { \
    g_assert_cmpstr ((self)->log->str, ==, text); \
    g_string_truncate ((self)->log, 0); \
  } \
  G_STMT_END

static void
test_funcs (void)
{
  Log self = { g_string_new (NULL), 0, NULL };
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1 2");
  g_autoptr (RxObservable) failing = rx_test_script ("1 #no", NULL);

  g_object_unref (rx_observable_subscribe (numbers, log_next, log_error, log_completed, &self, log_destroy));
  log_check (&self, "1 2 |");
  g_object_unref (rx_observable_subscribe (failing, log_next, log_error, log_completed, &self, log_destroy));
  log_check (&self, "1 #no");
  /* each may be left out; an error is then undeliverable */
  g_object_unref (rx_observable_subscribe (numbers, NULL, NULL, NULL, NULL, NULL));
  g_object_unref (rx_observable_subscribe (numbers, log_next, NULL, NULL, &self, log_destroy));
  log_check (&self, "1 2 ");
  g_object_unref (rx_observable_subscribe (failing, log_next, NULL, log_completed, &self, log_destroy));
  log_check (&self, "1 ");
  g_assert_cmpuint (rx_test_take_undeliverable (), ==, 1);
  /* E4: a failing on_next ends it with its own error */
  self.fail_at = "n";
  g_object_unref (rx_observable_subscribe (numbers, log_next, log_error, log_completed, &self, log_destroy));
  log_check (&self, "1 #own");
  g_object_unref (rx_observable_subscribe (numbers, log_next, NULL, log_completed, &self, log_destroy));
  log_check (&self, "1 ");
  g_assert_cmpuint (rx_test_take_undeliverable (), ==, 1);
  g_assert_cmpint (self.destroyed, ==, 6);
  g_string_free (self.log, TRUE);
}

/* --- one function for all events --- */

static void
log_event (RxEventKind kind, const GValue *item, const GError *error, gpointer user_data, GError **failure)
{
  Log *self = user_data;

  g_assert_cmpint (kind == RX_EVENT_NEXT, ==, item != NULL);
  g_assert_cmpint (kind == RX_EVENT_ERROR, ==, error != NULL);
  switch (kind)
    {
    case RX_EVENT_NEXT:
      log_next (item, self, failure);
      break;
    case RX_EVENT_ERROR:
      log_error (error, self);
      log_fault (self, "e", failure);
      break;
    case RX_EVENT_COMPLETED:
      log_completed (self);
      log_fault (self, "c", failure);
      break;
    }
}

static void
test_events (void)
{
  Log self = { g_string_new (NULL), 0, NULL };
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1 2");
  g_autoptr (RxObservable) failing = rx_test_failing ("no");
  static const gchar *faults[] = { "n", "e", "c" };

  g_object_unref (rx_observable_subscribe_events (numbers, log_event, &self, log_destroy));
  log_check (&self, "1 2 |");
  g_object_unref (rx_observable_subscribe_events (failing, log_event, &self, log_destroy));
  log_check (&self, "#no");
  for (guint i = 0; i < 3; i++)
    {
      self.fail_at = faults[i];
      g_object_unref (rx_observable_subscribe_events (i == 1 ? failing : numbers, log_event, &self, log_destroy));
      log_check (&self, i == 0 ? "1 #own" : i == 1 ? "#no" : "1 2 |");
      g_assert_cmpuint (rx_test_take_undeliverable (), ==, i != 0);
    }
  g_assert_cmpint (self.destroyed, ==, 5);
  g_string_free (self.log, TRUE);
}

/* --- closures --- */

static void
closure_number (gint64 number, gpointer user_data)
{
  g_string_append_printf (((Log *) user_data)->log, "%" G_GINT64_FORMAT " ", number);
  if (((Log *) user_data)->fail_at != NULL)
    {
      g_autoptr (GError) fault = rx_test_error ("own");

      rx_callback_fail (fault);
    }
}

static void
closure_error (GError *error, gpointer user_data)
{
  log_error (error, user_data);
}

static void
closure_destroy (gpointer user_data, GClosure *closure)
{
  log_destroy (user_data);
}

static GClosure *
closure (gpointer func, Log *self)
{
  return g_cclosure_new ((GCallback) func, self, closure_destroy);
}

static void
test_closures (void)
{
  Log self = { g_string_new (NULL), 0, NULL };
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1 2");
  g_autoptr (RxObservable) failing = rx_test_failing ("no");

  g_object_unref (rx_observable_subscribe_with_closures (numbers, closure (closure_number, &self), NULL,
                                                         closure (log_completed, &self)));
  log_check (&self, "1 2 |");
  g_object_unref (rx_observable_subscribe_with_closures (failing, NULL, closure (closure_error, &self), NULL));
  log_check (&self, "#no");
  g_object_unref (rx_observable_subscribe_with_closures (failing, NULL, NULL, NULL));
  g_assert_cmpuint (rx_test_take_undeliverable (), ==, 1);
  self.fail_at = "n";
  g_object_unref (rx_observable_subscribe_with_closures (numbers, closure (closure_number, &self),
                                                         closure (closure_error, &self), NULL));
  log_check (&self, "1 #own");
  g_assert_cmpint (self.destroyed, ==, 5);
  g_string_free (self.log, TRUE);
}

/* --- an observer --- */

static void
test_observer (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  RxProbe *probe = rx_probe_new ();
  gpointer weak = probe;

  /* kept while the stream runs, without a handle too */
  g_object_add_weak_pointer (G_OBJECT (probe), &weak);
  rx_observable_subscribe_observer (RX_OBSERVABLE (subject), (RxObserver *) probe, 1, NULL);
  g_object_unref (probe);
  g_assert_nonnull (weak);
  rx_test_feed (subject, "1 |");
  g_assert_null (weak);
}

static void
test_observer_interface (void)
{
  g_autoptr (RxProbe) probe = rx_probe_new ();
  g_autoptr (RxProbe) fails = rx_probe_new ();
  g_autoptr (GError) error = rx_test_error ("no");
  GValue unset = G_VALUE_INIT;

  rx_observer_on_next ((RxObserver *) probe, RX_VALUE_INT64 (1));
  rx_observer_on_next ((RxObserver *) probe, NULL);
  rx_observer_on_error ((RxObserver *) probe, error);
  rx_probe_assert (probe, "1 NULL #no");
  fails->fail_with = rx_test_error ("own");
  fails->fail_at = 1;
  rx_observer_on_next ((RxObserver *) fails, RX_VALUE_INT64 (1));
  rx_probe_assert (fails, "1 #own");

  rx_test_expect_critical ("RX_IS_OBSERVER");
  rx_observer_on_next (NULL, NULL);
  rx_test_expect_critical ("G_IS_VALUE");
  rx_observer_on_next ((RxObserver *) probe, &unset);
  rx_test_expect_critical ("error != NULL");
  rx_observer_on_error ((RxObserver *) probe, NULL);
  rx_test_expect_critical ("RX_IS_OBSERVER");
  rx_observer_on_completed (NULL);
  g_test_assert_expected_messages ();
}

/* --- for as long as an object lives --- */

static GString *owner_log;

static void
owner_next (const GValue *item, gpointer owner, GError **error)
{
  g_assert_true (G_IS_OBJECT (owner));
  g_assert_cmpuint (G_OBJECT (owner)->ref_count, >=, 2);
  g_string_append_printf (owner_log, "%" G_GINT64_FORMAT " ", rx_value_get_int64 (item));
  if (rx_value_get_int64 (item) == 9)
    g_object_unref (owner);     /* the user's reference; the call's own is left */
}

static void
owner_error (const GError *error, gpointer owner)
{
  g_string_append_printf (owner_log, "#%s", error->message);
}

static void
owner_completed (gpointer owner)
{
  g_string_append_c (owner_log, '|');
}

static void
test_object (void)
{
  static const struct
  {
    const gchar *script;
    const gchar *events;
    gboolean keeps;             /* the owner is still there */
  } rows[] = {
    { "1 |", "1 |", TRUE },
    { "1 #no", "1 #no", TRUE },
    { "1", "1 ", TRUE },
    { "1 9 2", "1 9 ", FALSE },
  };

  owner_log = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (RxSubject) subject = rx_publish_subject_new ();
      GObject *owner = g_object_new (G_TYPE_OBJECT, NULL);
      gpointer weak = owner;

      g_object_add_weak_pointer (owner, &weak);
      g_string_truncate (owner_log, 0);
      rx_observable_subscribe_object (RX_OBSERVABLE (subject), owner_next, owner_error, owner_completed, owner);
      g_assert_cmpuint (owner->ref_count, ==, 1);
      rx_test_feed (subject, rows[i].script);
      g_assert_cmpstr (owner_log->str, ==, rows[i].events);
      g_assert_cmpint (weak != NULL, ==, rows[i].keeps);
      if (weak != NULL)
        {
          g_assert_cmpuint (owner->ref_count, ==, 1);
          g_object_unref (owner);
        }
      g_assert_null (weak);
      g_assert_false (rx_subject_has_observers (subject));
    }
  g_string_free (owner_log, TRUE);
}

/* The owner goes on the main thread while its stream runs on others. */
static void
owner_count (const GValue *item, gpointer owner, GError **error)
{
  g_assert_true (G_IS_OBJECT (owner));
}

static void
test_object_threads (void)
{
  for (guint round = 0; round < rx_test_rounds (200); round++)
    {
      g_autoptr (RxObservable) endless = rx_observable_range (0, G_MAXINT64);
      GObject *owner = g_object_new (G_TYPE_OBJECT, NULL);

      rx_then (&endless, observe_on, rx_scheduler_computation ());
      rx_observable_subscribe_object (endless, owner_count, NULL, NULL, owner);
      g_object_unref (owner);
    }
}

/* --- macros --- */

static RxObservable *
first_of_two (RxObservable **sources, gsize n_sources)
{
  g_assert_cmpuint (n_sources, ==, 2);
  return g_object_ref (sources[0]);
}

static void
test_macros (void)
{
  g_autoptr (RxObservable) chain = rx_test_numbers ("1 2 3 4");
  RxObservable *chains[2];
  g_autoptr (RxObservable) first = NULL;
  guint i = 0;

  rx_then (&chain, filter, rx_test_is_even, NULL, NULL);
  rx_then (&chain, map, rx_test_times_ten, NULL, NULL);
  rx_then (&chain, as_observable);
  if (i == 0)
    rx_then (&chain, take, 1);
  else
    g_assert_not_reached ();
  rx_test_expect (chain, -1, "20 |");

  /* its arguments are evaluated once */
  chains[0] = g_object_ref (chain);
  chains[1] = g_object_ref (chain);
  rx_then (&chains[i++], take, 1);
  g_assert_cmpuint (i, ==, 1);
  first = first_of_two (RX_SOURCES (chains[0], chains[1]));
  g_assert_true (first == chains[0]);
  g_object_unref (chains[0]);
  g_object_unref (chains[1]);
}

/* With a source that is no observable the variable is NULL afterwards, and what follows says so too. */
static void
test_macro_null (void)
{
  RxObservable *nothing = NULL;

  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  rx_then (&nothing, take, 1);
  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  rx_then (&nothing, map, rx_test_identity, NULL, NULL);
  g_test_assert_expected_messages ();
  g_assert_null (nothing);
}

static void
test_bad_arguments (void)
{
  g_autoptr (RxObservable) numbers = rx_test_numbers ("1 2");
  g_autoptr (RxProbe) probe = rx_probe_new ();
  RxSubscription *none;

  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  none = rx_observable_subscribe (NULL, NULL, NULL, NULL, NULL, NULL);
  g_assert_null (none);
  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  none = rx_observable_subscribe_events (NULL, log_event, NULL, NULL);
  g_assert_null (none);
  rx_test_expect_critical ("func != NULL");
  none = rx_observable_subscribe_events (numbers, NULL, NULL, NULL);
  g_assert_null (none);
  rx_test_expect_critical ("RX_IS_OBSERVABLE");
  none = rx_observable_subscribe_with_closures (NULL, NULL, NULL, NULL);
  g_assert_null (none);
  rx_test_expect_critical ("G_IS_OBJECT");
  rx_observable_subscribe_object (numbers, owner_count, NULL, NULL, NULL);
  rx_test_expect_critical ("RX_IS_OBSERVER");
  rx_observable_subscribe_observer (numbers, NULL, 1, NULL);
  rx_test_expect_critical ("initial_request >= 0");
  rx_observable_subscribe_observer (numbers, (RxObserver *) probe, -1, NULL);
  g_test_assert_expected_messages ();
  rx_probe_assert (probe, "");
}

static void
unsubscribe_at_two (const GValue *item, gpointer user_data, GError **error)
{
  if (rx_value_get_int64 (item) == 2)
    rx_subscription_unsubscribe (user_data);
}

/* A handle made before stops a stream that runs while it is being subscribed to. */
static void
test_full (void)
{
  g_autoptr (RxSubscription) handle = rx_subscription_new ();
  g_autoptr (RxObservable) chain = rx_observable_range (1, 1000);
  gint n = 0;

  rx_then (&chain, do_on_next, unsubscribe_at_two, handle, NULL);
  rx_observable_subscribe_full (chain, G_MAXINT64, handle, NULL, NULL, NULL, &n, rx_test_count);
  g_assert_true (rx_subscription_is_unsubscribed (handle));
  g_assert_cmpint (n, ==, 1);
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*serves one stream*");
  rx_observable_subscribe_full (chain, 1, handle, NULL, NULL, NULL, &n, rx_test_count);
  g_test_assert_expected_messages ();
  g_assert_cmpint (n, ==, 2);
}

/* What bindings do with new. */
static void
test_bare_objects (void)
{
  RxObservable *bare = g_object_new (RX_TYPE_OBSERVABLE, NULL);
  RxSubject *subject = g_object_new (RX_TYPE_PUBLISH_SUBJECT, NULL);
  RxEmitter *emitter = g_object_new (RX_TYPE_EMITTER, NULL);
  g_autoptr (RxProbe) nothing = rx_probe_subscribe (bare, -1);
  g_autoptr (RxProbe) fed = rx_probe_subscribe ((RxObservable *) subject, -1);
  g_autofree gchar *text = rx_observable_to_string (bare);

  rx_probe_assert (nothing, "");
  g_assert_cmpstr (text, ==, "never");
  rx_subject_next (subject, RX_VALUE_INT64 (1));
  rx_subject_completed (subject);
  rx_probe_assert (fed, "1 |");
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*emitter_sink (self) != NULL*");
  rx_emitter_next (emitter, NULL);
  g_test_assert_expected_messages ();
  g_object_unref (bare);
  g_object_unref (subject);
  g_object_unref (emitter);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/observable/funcs", test_funcs);
  rx_test_add ("/observable/full", test_full);
  rx_test_add ("/observable/bare-objects", test_bare_objects);
  rx_test_add ("/observable/events", test_events);
  rx_test_add ("/observable/closures", test_closures);
  rx_test_add ("/observable/observer", test_observer);
  rx_test_add ("/observable/observer-interface", test_observer_interface);
  rx_test_add ("/observable/object", test_object);
  rx_test_add ("/observable/object-threads", test_object_threads);
  rx_test_add ("/observable/macros", test_macros);
  rx_test_add ("/observable/macro-null", test_macro_null);
  rx_test_add ("/observable/bad-arguments", test_bad_arguments);

  return g_test_run ();
}
