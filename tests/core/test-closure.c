/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Closures in the place of functions, as language bindings use them, and exceptions as errors. */

#include "rx-test-script.h"

/* --- closures --- */

typedef enum { RETURN, LEAVE, LEAVE_INT64, FAIL, NOTHING } Way;

typedef struct
{
  Way way;
  guint n_calls;
  guint n_params;
  GType asked;                  /* the type of the result */
  gint gone;
} Script;

/* Adds up the numbers among the parameters, and hands the sum over in the way of the script. */
static void
marshal (GClosure *closure, GValue *result, guint n_params, const GValue *params, gpointer hint, gpointer data)
{
  Script *script = closure->data;
  gint64 sum = 0;
  GValue item = G_VALUE_INIT;

  script->n_calls++;
  script->n_params = n_params;
  script->asked = result != NULL ? G_VALUE_TYPE (result) : G_TYPE_NONE;
  for (guint i = 0; i < n_params; i++)
    if (!G_VALUE_HOLDS_OBJECT (&params[i]))
      sum += rx_value_get_int64 (&params[i]);

  if (script->way == FAIL)
    {
      g_autoptr (GError) error = rx_test_error ("closed");

      rx_callback_fail (error);
    }
  else if (script->way == LEAVE_INT64)
    rx_callback_return_int64 (sum);
  else if (script->way == LEAVE)
    rx_callback_return (sum == 0 ? NULL : RX_VALUE_INT64 (sum));
  else if (script->way == RETURN && script->asked == G_TYPE_BOOLEAN)
    g_value_set_boolean (result, sum % 2 == 0);
  else if (script->way == RETURN && script->asked == RX_TYPE_OBSERVABLE)
    g_value_take_object (result, rx_observable_range (sum, 2));
  else if (script->way == RETURN && script->asked == G_TYPE_VALUE)
    {
      rx_value_set_int64 (&item, sum);
      g_value_set_boxed (result, &item);
      g_value_unset (&item);
    }
}

static void
closure_gone (gpointer data, GClosure *closure)
{
  ++*(gint *) data;
}

static void
use (Script *script, const gchar *type)
{
  GClosure *closure = g_closure_new_simple (sizeof (GClosure), script);

  g_closure_set_marshal (closure, marshal);
  g_closure_add_finalize_notifier (closure, &script->gone, closure_gone);
  g_assert_true (rx_callback_use_closure (closure, type));
}

/* What the closure stands for: must not be called. */
static void
never_next (const GValue *item, gpointer data, GError **error)
{
  g_assert_not_reached ();
}

static void
never_map (const GValue *item, GValue *result, gpointer data, GError **error)
{
  g_assert_not_reached ();
}

static void
never_reduce (const GValue *accumulator, const GValue *item, GValue *result, gpointer data, GError **error)
{
  g_assert_not_reached ();
}

static void
never_combine (const GValue *items, gsize n_items, GValue *result, gpointer data, GError **error)
{
  g_assert_not_reached ();
}

static gboolean
never_predicate (const GValue *item, gpointer data, GError **error)
{
  g_assert_not_reached ();
}

static RxObservable *
never_flat_map (const GValue *item, gpointer data, GError **error)
{
  g_assert_not_reached ();
}

static void
never_create (RxEmitter *emitter, gpointer data, GError **error)
{
  g_assert_not_reached ();
}

static void
never_action (gpointer data, GError **error)
{
  g_assert_not_reached ();
}

static RxObservable *
apply (const gchar *type, RxObservable *source, gint *destroyed)
{
  RxObservable *sources[] = { source, source, source };

  if (g_str_equal (type, "MapFunc"))
    return rx_observable_map (source, never_map, destroyed, rx_test_count);
  if (g_str_equal (type, "ReduceFunc"))
    return rx_observable_scan (source, NULL, never_reduce, destroyed, rx_test_count);
  if (g_str_equal (type, "CombineFunc"))
    return rx_observable_zip (sources, 3, never_combine, destroyed, rx_test_count);
  if (g_str_equal (type, "PredicateFunc"))
    return rx_observable_filter (source, never_predicate, destroyed, rx_test_count);
  if (g_str_equal (type, "FlatMapFunc"))
    return rx_observable_flat_map (source, never_flat_map, destroyed, rx_test_count);
  if (g_str_equal (type, "CreateFunc"))
    return rx_observable_create (RX_BACKPRESSURE_BUFFER, never_create, destroyed, rx_test_count);
  g_assert_cmpstr (type, ==, "NextFunc");
  return rx_observable_do_on_next (source, never_next, destroyed, rx_test_count);
}

static void
test_types (void)
{
  static const struct
  {
    const gchar *type;
    Way way;
    const gchar *events;
    guint n_params;
  } rows[] = {
    { "MapFunc", RETURN, "1 2 |", 1 },
    { "MapFunc", LEAVE, "1 2 |", 1 },
    { "MapFunc", LEAVE_INT64, "1 2 |", 1 },
    { "MapFunc", FAIL, "#closed", 1 },
    { "ReduceFunc", RETURN, "1 3 |", 2 },
    { "ReduceFunc", LEAVE_INT64, "1 3 |", 2 },
    { "ReduceFunc", FAIL, "1 #closed", 2 },
    { "CombineFunc", RETURN, "3 6 |", 3 },
    { "CombineFunc", FAIL, "#closed", 3 },
    { "PredicateFunc", RETURN, "2 |", 1 },
    { "PredicateFunc", FAIL, "#closed", 1 },
    { "FlatMapFunc", RETURN, "1 2 2 3 |", 1 },
    { "FlatMapFunc", FAIL, "#closed", 1 },
    { "NextFunc", RETURN, "1 2 |", 1 },
    { "NextFunc", FAIL, "#closed", 1 },
    { "CreateFunc", RETURN, "", 1 },
    { "CreateFunc", FAIL, "#closed", 1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      Script script = { .way = rows[i].way };
      gint destroyed = 0;
      g_autoptr (RxObservable) source = rx_test_numbers ("1 2");
      RxObservable *result;

      use (&script, rows[i].type);
      result = apply (rows[i].type, source, &destroyed);
      g_assert_cmpint (destroyed, ==, 1);       /* of the function whose place it took */
      g_assert_cmpint (script.gone, ==, 0);
      rx_test_expect_take (result, -1, rows[i].events);
      g_assert_cmpuint (script.n_params, ==, rows[i].n_params);
      g_assert_cmpuint (script.n_calls, >, 0);
      g_assert_cmpint (script.gone, ==, 1);
      g_assert_cmpint (destroyed, ==, 1);
    }
}

static void
test_action (void)
{
  Script script = { .way = RETURN };
  gint destroyed = 0;
  RxSubscription *handle;

  use (&script, "ActionFunc");
  handle = rx_subscription_new_with_func (never_action, &destroyed, rx_test_count);
  rx_subscription_unsubscribe (handle);
  g_object_unref (handle);
  g_assert_cmpuint (script.n_calls, ==, 1);
  g_assert_cmpint (script.gone, ==, 1);
  g_assert_cmpint (destroyed, ==, 1);
}

/* A result that was left for another function is not taken for this one's. */
static void
test_nothing (void)
{
  Script script = { .way = NOTHING };
  g_autoptr (RxObservable) source = rx_test_numbers ("1");
  g_autoptr (RxProbe) probe = NULL;
  g_autoptr (RxObservable) mapped = NULL;

  use (&script, "MapFunc");
  mapped = rx_observable_map (source, never_map, NULL, NULL);
  rx_callback_return_int64 (7);
  probe = rx_probe_subscribe (mapped, -1);
  g_assert_error (probe->error, RX_ERROR, RX_ERROR_CALLBACK);

  script.way = LEAVE;
  g_clear_object (&mapped);
  g_clear_object (&source);
  source = rx_test_numbers ("0");
  script.gone = 0;
  use (&script, "MapFunc");
  rx_test_expect_take (rx_observable_map (source, never_map, NULL, NULL), -1, "NULL |");
}

static void
marshal_null (GClosure *closure, GValue *result, guint n_params, const GValue *params, gpointer hint, gpointer data)
{
  guint *n_nulls = closure->data;

  for (guint i = 0; i < n_params; i++)
    {
      g_assert_false (G_VALUE_TYPE (&params[i]) == G_TYPE_POINTER);
      *n_nulls += rx_value_is_null (&params[i]);
    }
  rx_callback_return (&params[n_params - 1]);
}

/* GJS fails at a bare pointer among the parameters, NULL or not. */
static void
test_null (void)
{
  static const gchar *const types[] = { "MapFunc", "ReduceFunc", "CombineFunc" };
  const GValue items[] = { *RX_VALUE_INT64 (1), { .g_type = G_TYPE_POINTER }, *RX_VALUE_STRING ("a") };

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (RxObservable) source = rx_observable_from_array (items, G_N_ELEMENTS (items));
      guint n_nulls = 0;
      gint destroyed = 0;
      GClosure *closure = g_closure_new_simple (sizeof (GClosure), &n_nulls);

      g_closure_set_marshal (closure, marshal_null);
      g_assert_true (rx_callback_use_closure (closure, types[i]));
      rx_test_expect_take (apply (types[i], source, &destroyed), -1, "1 NULL a |");
      g_assert_cmpuint (n_nulls, ==, i + 1);
    }
}

/* One function only, and none if it was taken back. */
static void
test_next_function (void)
{
  Script script = { .way = RETURN }, other = { .way = RETURN };
  g_autoptr (RxObservable) source = rx_test_numbers ("1 2");
  g_autoptr (RxObservable) mapped = NULL;
  GClosure *unknown;

  use (&script, "MapFunc");
  mapped = rx_observable_map (source, never_map, NULL, NULL);
  rx_test_expect_take (rx_observable_map (mapped, rx_test_times_ten, NULL, NULL), -1, "10 20 |");

  use (&other, "MapFunc");
  g_assert_false (rx_callback_use_closure (NULL, NULL));
  g_assert_cmpint (other.gone, ==, 1);
  rx_test_expect_take (rx_observable_map (source, rx_test_times_ten, NULL, NULL), -1, "10 20 |");

  /* a call inside the call, as by a signal handler */
  other = (Script) { .way = RETURN };
  g_clear_object (&mapped);
  use (&other, "MapFunc");
  use (&script, "PredicateFunc");
  rx_test_expect_take (rx_observable_filter (source, never_predicate, NULL, NULL), -1, "2 |");
  mapped = rx_observable_map (source, never_map, NULL, NULL);
  rx_test_expect (mapped, -1, "1 2 |");
  rx_test_expect_take (rx_observable_map (source, rx_test_times_ten, NULL, NULL), -1, "10 20 |");

  unknown = g_closure_new_simple (sizeof (GClosure), NULL);
  g_closure_ref (unknown);
  g_closure_sink (unknown);
  g_assert_false (rx_callback_use_closure (unknown, "NoSuchFunc"));
  g_closure_unref (unknown);
  rx_test_expect_take (rx_observable_map (source, rx_test_times_ten, NULL, NULL), -1, "10 20 |");
}

/* --- exceptions --- */

static gpointer
gone_copy (gpointer data)
{
  return data;
}

static void
gone_free (gpointer data)
{
  ++*(gint *) data;
}

/* A boxed value that counts how often it is released. */
static void
thrown_init (GValue *value, gint *gone)
{
  static GType type;

  if (type == 0)
    type = g_boxed_type_register_static ("RxTestThrown", gone_copy, gone_free);
  g_value_init (value, type);
  g_value_take_boxed (value, gone);
  *gone = -1;                   /* the value that is copied */
}

static void
test_exception (void)
{
  gint gone;
  GValue thrown = G_VALUE_INIT;
  RxException *exception, *found;
  gint code;
  GError *made, *kept, *again;

  thrown_init (&thrown, &gone);
  exception = rx_exception_new (&thrown);
  g_value_unset (&thrown);
  g_assert_cmpint (gone, ==, 0);
  code = rx_exception_get_code (exception);
  g_assert_cmpint (code, >, 0);
  g_assert_true (g_value_get_boxed (rx_exception_get_thrown (exception)) == &gone);

  made = g_error_new_literal (RX_EXCEPTION, code, "thrown");
  kept = g_error_copy (made);
  g_error_free (made);
  rx_exception_unref (exception);
  g_assert_cmpint (gone, ==, 0);        /* the copy has it */

  found = rx_exception_lookup (code);
  g_assert_true (found == exception);
  again = g_error_copy (kept);
  g_error_free (kept);
  rx_exception_unref (found);
  g_assert_cmpint (gone, ==, 0);
  g_assert_error (again, RX_EXCEPTION, code);
  g_assert_cmpstr (again->message, ==, "thrown");
  g_error_free (again);
  g_assert_cmpint (gone, ==, 1);
  g_assert_null (rx_exception_lookup (code));

  /* an error whose exception is gone, or never was, is an error all the same */
  made = g_error_new_literal (RX_EXCEPTION, code, "thrown");
  kept = g_error_copy (made);
  g_error_free (made);
  g_error_free (kept);
}

static void
test_exception_in_a_stream (void)
{
  gint gone;
  GValue thrown = G_VALUE_INIT;
  RxException *exception;
  GError *error;
  RxObservable *failing;
  g_autoptr (RxProbe) probe = NULL;
  gint code;

  thrown_init (&thrown, &gone);
  exception = rx_exception_new (&thrown);
  g_value_unset (&thrown);
  code = rx_exception_get_code (exception);
  error = g_error_new_literal (RX_EXCEPTION, code, "thrown");
  failing = rx_observable_error (error);
  g_error_free (error);
  rx_exception_unref (exception);

  probe = rx_probe_subscribe (failing, -1);
  rx_probe_assert (probe, "#thrown");
  g_object_unref (failing);
  g_assert_cmpint (gone, ==, 0);
  exception = rx_exception_lookup (probe->error->code);
  g_assert_nonnull (exception);
  rx_exception_unref (exception);
  g_clear_error (&probe->error);
  g_assert_cmpint (gone, ==, 1);
}

static gpointer
throw_and_find (gpointer data)
{
  for (guint i = 0; i < 2000; i++)
    {
      RxException *exception = rx_exception_new (RX_VALUE_INT64 (i)), *found;
      gint code = rx_exception_get_code (exception);
      g_autoptr (GError) error = g_error_new_literal (RX_EXCEPTION, code, "x");
      g_autoptr (GError) copy = g_error_copy (error);

      rx_exception_unref (exception);
      found = rx_exception_lookup (code);
      g_assert_cmpint (rx_value_get_int64 (rx_exception_get_thrown (found)), ==, i);
      rx_exception_unref (found);
      if ((found = rx_exception_lookup (code + 1)) != NULL)     /* another thread's */
        rx_exception_unref (found);
    }
  return NULL;
}

static void
test_exception_threads (void)
{
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("throws", throw_and_find, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/closure/types", test_types);
  rx_test_add ("/closure/action", test_action);
  rx_test_add ("/closure/nothing", test_nothing);
  rx_test_add ("/closure/null", test_null);
  rx_test_add ("/closure/next-function", test_next_function);
  rx_test_add ("/exception/life", test_exception);
  rx_test_add ("/exception/stream", test_exception_in_a_stream);
  rx_test_add ("/exception/threads", test_exception_threads);

  return g_test_run ();
}
