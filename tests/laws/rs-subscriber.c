/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Reactive Streams, rules 2.1 to 2.13 and 3.8: what each way of subscribing owes its upstream. A new way to subscribe
 * is one line more in the table. */

#include "rx-law-bench.h"

#include "rx-test-script.h"

/* What came, over all ways. */
typedef struct
{
  guint n_items;
  guint n_errors;
  guint n_completed;
  gint n_released;
  gboolean fails;               /* the function for items does */
} Seen;

static void
seen_next (const GValue *item, gpointer seen, GError **error)
{
  Seen *self = seen;

  self->n_items++;
  if (self->fails)
    *error = rx_test_error ("mine");
}

static void
seen_error (const GError *error, gpointer seen)
{
  ((Seen *) seen)->n_errors++;
}

static void
seen_completed (gpointer seen)
{
  ((Seen *) seen)->n_completed++;
}

static void
seen_release (gpointer seen)
{
  ((Seen *) seen)->n_released++;
}

static void
seen_event (RxEventKind kind, const GValue *item, const GError *error, gpointer seen, GError **failure)
{
  if (kind == RX_EVENT_NEXT)
    seen_next (item, seen, failure);
  else if (kind == RX_EVENT_ERROR)
    seen_error (error, seen);
  else
    seen_completed (seen);
}

static RxSubscription *
by_functions (RxObservable *observable, gint64 demand, Seen *seen)
{
  return rx_observable_subscribe (observable, seen_next, seen_error, seen_completed, seen, seen_release);
}

static RxSubscription *
by_full (RxObservable *observable, gint64 demand, Seen *seen)
{
  RxSubscription *handle = rx_subscription_new ();

  rx_observable_subscribe_full (observable, demand, handle, seen_next, seen_error, seen_completed, seen, seen_release);
  return handle;
}

static RxSubscription *
by_events (RxObservable *observable, gint64 demand, Seen *seen)
{
  return rx_observable_subscribe_events (observable, seen_event, seen, seen_release);
}

static void
closure_next (const GValue *item, gpointer seen)
{
  g_autoptr (GError) error = NULL;

  seen_next (item, seen, &error);
  if (error != NULL)
    rx_callback_fail (error);
}

static void
marshal_next (GClosure *closure, GValue *result, guint n_values, const GValue *values, gpointer hint, gpointer data)
{
  closure_next (values, closure->data);
}

static void
marshal_error (GClosure *closure, GValue *result, guint n_values, const GValue *values, gpointer hint, gpointer data)
{
  seen_error (g_value_get_boxed (values), closure->data);
}

static void
marshal_completed (GClosure *closure, GValue *result, guint n_values, const GValue *values, gpointer hint,
                   gpointer data)
{
  seen_completed (closure->data);
}

static void
closure_release (gpointer seen, GClosure *closure)
{
  seen_release (seen);
}

static RxSubscription *
by_closures (RxObservable *observable, gint64 demand, Seen *seen)
{
  GClosureMarshal marshals[] = { marshal_next, marshal_error, marshal_completed };
  GClosure *closures[G_N_ELEMENTS (marshals)];

  for (guint i = 0; i < G_N_ELEMENTS (marshals); i++)
    {
      closures[i] = g_closure_new_simple (sizeof (GClosure), seen);
      g_closure_set_marshal (closures[i], marshals[i]);
    }
  g_closure_add_finalize_notifier (closures[0], seen, closure_release);
  return rx_observable_subscribe_with_closures (observable, closures[0], closures[1], closures[2]);
}

/* --- observers --- */

typedef struct
{
  GObject parent_instance;
  Seen *seen;
} RxSeer;

typedef struct
{
  GObjectClass parent_class;
} RxSeerClass;

static void rx_seer_observer_init (RxObserverInterface *iface);
static GType rx_seer_get_type (void);
G_DEFINE_FINAL_TYPE_WITH_CODE (RxSeer, rx_seer, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (RX_TYPE_OBSERVER, rx_seer_observer_init))

static void
seer_next (RxObserver *self, const GValue *item, GError **error)
{
  seen_next (item, ((RxSeer *) self)->seen, error);
}

static void
seer_error (RxObserver *self, const GError *error)
{
  seen_error (error, ((RxSeer *) self)->seen);
}

static void
seer_completed (RxObserver *self)
{
  seen_completed (((RxSeer *) self)->seen);
}

static void
rx_seer_observer_init (RxObserverInterface *iface)
{
  iface->next = seer_next;
  iface->error = seer_error;
  iface->completed = seer_completed;
}

static void
rx_seer_finalize (GObject *object)
{
  seen_release (((RxSeer *) object)->seen);
  G_OBJECT_CLASS (rx_seer_parent_class)->finalize (object);
}

static void
rx_seer_class_init (RxSeerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rx_seer_finalize;
}

static void
rx_seer_init (RxSeer *self)
{
}

static RxSubscription *
by_observer (RxObservable *observable, gint64 demand, Seen *seen)
{
  RxSubscription *handle = rx_subscription_new ();
  RxSeer *seer = g_object_new (rx_seer_get_type (), NULL);

  seer->seen = seen;
  rx_observable_subscribe_observer (observable, (RxObserver *) seer, demand, handle);
  g_object_unref (seer);
  return handle;
}

/* --- rules --- */

typedef struct
{
  const gchar *name;
  RxSubscription *(*subscribe) (RxObservable *observable, gint64 demand, Seen *seen);
  gboolean counts;              /* takes an initial demand */
} Way;

static const Way ways[] = {
  { "functions", by_functions, FALSE },
  { "full", by_full, TRUE },
  { "events", by_events, FALSE },
  { "closures", by_closures, FALSE },
  { "observer", by_observer, TRUE },
};

/* A demand of its own, and later ones, reach upstream as they are. */
static void
rule_demand (const Way *way, RxSpy *spy)
{
  Seen seen = { 0 };
  g_autoptr (RxSubscription) handle = way->subscribe (spy->observable, 5, &seen);

  g_assert_cmpint (rx_spy_last (spy)->requested, ==, way->counts ? 5 : G_MAXINT64);
  if (way->counts)
    {
      rx_subscription_request (handle, 3);
      g_assert_cmpint (rx_spy_last (spy)->requested, ==, 8);
    }
  rx_subscription_unsubscribe (handle);
}

/* The ends, with and without a demand, call nothing of the subscription. */
static void
rule_ends (const Way *way, RxSpy *spy)
{
  for (guint i = 0; i < 4; i++)
    {
      Seen seen = { 0 };
      g_autoptr (RxSubscription) handle = way->subscribe (spy->observable, i < 2 ? 0 : 5, &seen);
      RxSpyRun *run = rx_spy_last (spy);
      gint n_requests = run->n_requests;

      if (i % 2 == 0)
        rx_spy_completed (spy);
      else
        rx_spy_error (spy, "boom");
      g_assert_cmpint (run->n_requests, ==, n_requests);
      g_assert_cmpint (run->n_cancels, ==, 0);
      g_assert_cmpuint (seen.n_completed, ==, i % 2 == 0);
      g_assert_cmpuint (seen.n_errors, ==, i % 2 != 0);
      g_assert_true (rx_subscription_is_unsubscribed (handle));
      g_assert_cmpint (seen.n_released, ==, 1);
    }
}

/* What still comes after a cancel, or behind an end, is not passed on. */
static void
rule_late (const Way *way, RxSpy *spy)
{
  Seen seen = { 0 };
  g_autoptr (RxSubscription) handle = NULL;

  spy->stubborn = TRUE;
  handle = way->subscribe (spy->observable, 5, &seen);
  rx_spy_next (spy, RX_LAW_STRING, 1);
  rx_subscription_unsubscribe (handle);
  rx_subscription_unsubscribe (handle);
  rx_spy_next (spy, RX_LAW_STRING, 2);
  rx_spy_completed (spy);
  rx_spy_detach (spy);
  g_assert_cmpuint (seen.n_items, ==, 1);
  g_assert_cmpuint (seen.n_completed, ==, 0);
  g_assert_cmpint (seen.n_released, ==, 1);
  spy->stubborn = FALSE;
}

/* A function that fails cancels upstream, and is told of by the one for errors. */
static void
rule_fails (const Way *way, RxSpy *spy)
{
  Seen seen = { .fails = TRUE };
  g_autoptr (RxSubscription) handle = way->subscribe (spy->observable, 5, &seen);

  rx_spy_next (spy, RX_LAW_INT64, 1);
  g_assert_cmpint (rx_spy_last (spy)->n_cancels, ==, 1);
  g_assert_cmpuint (seen.n_items, ==, 1);
  g_assert_cmpuint (seen.n_errors, ==, 1);
  g_assert_cmpint (seen.n_released, ==, 1);
}

/* Bad arguments are refused, and nothing is changed by them. */
static void
test_arguments (void)
{
  Seen seen = { 0 };
  RxSeer *seer = g_object_new (rx_seer_get_type (), NULL);
  RxObserver *observer = (RxObserver *) seer;
  GValue unset = G_VALUE_INIT;

  seer->seen = &seen;
  rx_test_expect_critical ("G_IS_VALUE (item)");
  rx_observer_on_next (observer, &unset);
  rx_test_expect_critical ("error != NULL");
  rx_observer_on_error (observer, NULL);
  g_test_assert_expected_messages ();
  g_assert_cmpuint (seen.n_items + seen.n_errors, ==, 0);
  rx_observer_on_next (observer, NULL);           /* a NULL item is an item */
  g_assert_cmpuint (seen.n_items, ==, 1);
  g_object_unref (seer);
}

typedef void (*Rule) (const Way *way, RxSpy *spy);

static const struct
{
  const gchar *name;
  Rule run;
} rules[] = {
  { "2.1-3.8-demand", rule_demand },
  { "2.3-2.4-2.9-2.10-ends", rule_ends },
  { "2.6-2.8-late", rule_late },
  { "2.13-fails", rule_fails },
};

typedef struct
{
  Rule run;
  const Way *way;
} Case;

static void
case_run (gconstpointer data)
{
  const Case *self = data;
  RxSpy *spy = rx_spy_new ();

  rx_test_take_undeliverable ();
  self->run (self->way, spy);
  rx_spy_free (spy);
  rx_test_assert_quiet ();
}

void
rx_rules_add_subscriber (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    for (guint j = 0; j < G_N_ELEMENTS (ways); j++)
      {
        g_autofree gchar *path = g_strdup_printf ("/rx/reactive-streams/%s/%s", rules[i].name, ways[j].name);
        Case *data = g_new (Case, 1);

        *data = (Case) { rules[i].run, &ways[j] };
        g_test_add_data_func_full (path, data, (GTestDataFunc) case_run, g_free);
      }
  rx_test_add ("/rx/reactive-streams/2.13-arguments", test_arguments);
}
