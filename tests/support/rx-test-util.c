/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-util.h"

#include <string.h>

/* See rx-scheduler-fixture.h: one for all the files of a program. */
extern atomic_uint rx_test_n_waiting;
atomic_uint rx_test_n_waiting;

/* --- live objects --- */

static guint n_undeliverable;
static gchar *last_undeliverable;
static RxLock undeliverable_lock;

static void
catch_undeliverable (const GError *error, const gchar *stream, gpointer user_data)
{
  gchar *old;

  _rx_lock (&undeliverable_lock);
  n_undeliverable++;
  old = last_undeliverable;
  last_undeliverable = g_strdup (error->message);
  _rx_unlock (&undeliverable_lock);
  g_free (old);
}

guint
rx_test_take_undeliverable (void)
{
  guint n;

  rx_set_undeliverable_func (catch_undeliverable, NULL, NULL);
  _rx_lock (&undeliverable_lock);
  n = n_undeliverable;
  n_undeliverable = 0;
  _rx_unlock (&undeliverable_lock);
  return n;
}

const gchar *
rx_test_last_undeliverable (void)
{
  return last_undeliverable;
}

static gboolean
all_gone (void)
{
  for (guint i = 0; i < RX_LIVE_KINDS; i++)
    if (atomic_load (&_rx_live[i]) != 0)
      return FALSE;
  return TRUE;
}

void
rx_test_assert_quiet (void)
{
  static const gchar *names[RX_LIVE_KINDS] = { "sinks", "nodes", "tasks", "callbacks" };
  gint64 deadline;

  g_assert_cmpuint (rx_test_take_undeliverable (), ==, 0);
  rx_set_undeliverable_func (NULL, NULL, NULL);

  /* what is on its way on other threads may arrive */
  deadline = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;
  while (!all_gone () && g_get_monotonic_time () < deadline)
    if (!g_main_context_iteration (NULL, FALSE))
      g_thread_yield ();
  for (guint i = 0; i < RX_LIVE_KINDS; i++)
    if (atomic_load (&_rx_live[i]) != 0)
      g_error ("%d %s are left", atomic_load (&_rx_live[i]), names[i]);
}

static void
run_and_check (gconstpointer data)
{
  rx_test_take_undeliverable ();
  ((void (*) (void)) data) ();
  rx_test_assert_quiet ();
}

void
rx_test_add_ (const gchar *path, void (*func) (void))
{
  g_test_add_data_func (path, (gconstpointer) func, run_and_check);
}

guint
rx_test_rounds (guint rounds)
{
  return _rx_under_valgrind () ? MAX (1, rounds / 100) : rounds;
}

/* --- probes --- */

static void rx_probe_observer_init (RxObserverInterface *iface);

typedef struct
{
  GObjectClass parent_class;
} RxProbeClass;

G_DEFINE_FINAL_TYPE_WITH_CODE (RxProbe, rx_probe, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (RX_TYPE_OBSERVER, rx_probe_observer_init))

static void
rx_probe_finalize (GObject *object)
{
  RxProbe *self = (RxProbe *) object;

  (void) atomic_load (&self->inside);
  g_object_unref (self->handle);
  g_string_free (self->log, TRUE);
  g_clear_error (&self->fail_with);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (rx_probe_parent_class)->finalize (object);
}

static void
rx_probe_class_init (RxProbeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rx_probe_finalize;
}

static void
rx_probe_init (RxProbe *self)
{
  self->handle = rx_subscription_new ();
  self->log = g_string_new (NULL);
}

static void
probe_enter (RxProbe *self)
{
  g_assert_cmpint (atomic_fetch_add (&self->inside, 1), ==, 0);
  g_assert_cmpuint (self->n_ends, ==, 0);
  self->thread = g_thread_self ();
}

static void
probe_leave (RxProbe *self)
{
  g_assert_cmpint (atomic_fetch_sub (&self->inside, 1), ==, 1);
}

static void
probe_write (RxProbe *self, const gchar *text)
{
  if (self->quiet)
    return;
  if (self->log->len > 0)
    g_string_append_c (self->log, ' ');
  g_string_append (self->log, text);
}

static void
probe_next (RxObserver *observer, const GValue *item, GError **error)
{
  RxProbe *self = (RxProbe *) observer;

  probe_enter (self);
  self->n_items++;
  if (!self->quiet)
    {
      g_autofree gchar *text = NULL;

      if (self->describe != NULL)
        text = self->describe (item);
      else if (G_VALUE_HOLDS_INT64 (item))
        text = g_strdup_printf ("%" G_GINT64_FORMAT, g_value_get_int64 (item));
      else if (G_VALUE_HOLDS_STRING (item))
        text = g_value_dup_string (item);
      else if (G_VALUE_HOLDS_POINTER (item) && g_value_get_pointer (item) == NULL)
        text = g_strdup ("NULL");
      else
        text = g_strdup_value_contents (item);
      probe_write (self, text);
    }
  if (self->hook != NULL)
    self->hook (self, item, self->hook_data);
  if (self->fail_with != NULL && self->n_items == self->fail_at)
    *error = g_error_copy (self->fail_with);
  probe_leave (self);
  atomic_fetch_add (&self->n_through, 1);
}

static void
probe_error (RxObserver *observer, const GError *error)
{
  RxProbe *self = (RxProbe *) observer;
  g_autofree gchar *text = g_strconcat ("#", error->message, NULL);

  probe_enter (self);
  self->n_ends++;
  self->error = g_error_copy (error);
  probe_write (self, text);
  if (self->end_hook != NULL)
    self->end_hook (self, error, self->end_data);
  probe_leave (self);
  atomic_store (&self->ended, TRUE);
}

static void
probe_completed (RxObserver *observer)
{
  RxProbe *self = (RxProbe *) observer;

  probe_enter (self);
  self->n_ends++;
  probe_write (self, "|");
  if (self->end_hook != NULL)
    self->end_hook (self, NULL, self->end_data);
  probe_leave (self);
  atomic_store (&self->ended, TRUE);
}

static void
rx_probe_observer_init (RxObserverInterface *iface)
{
  iface->next = probe_next;
  iface->error = probe_error;
  iface->completed = probe_completed;
}

RxProbe *
rx_probe_new (void)
{
  return g_object_new (RX_TYPE_PROBE, NULL);
}

void
rx_probe_start (RxProbe *self, RxObservable *observable, gint64 demand)
{
  rx_observable_subscribe_observer (observable, (RxObserver *) self, demand < 0 ? G_MAXINT64 : demand, self->handle);
}

RxProbe *
rx_probe_subscribe (RxObservable *observable, gint64 demand)
{
  RxProbe *self = rx_probe_new ();

  rx_probe_start (self, observable, demand);
  return self;
}

void
rx_probe_request (RxProbe *self, gint64 n)
{
  rx_subscription_request (self->handle, n);
}

void
rx_probe_cancel (RxProbe *self)
{
  rx_subscription_unsubscribe (self->handle);
}

void
rx_probe_wait (RxProbe *self)
{
  rx_test_wait_until (atomic_load (&self->ended));
}

/* --- small things --- */

GError *
rx_test_error (const gchar *message)
{
  return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, message);
}

RxObservable *
rx_test_failing (const gchar *message)
{
  g_autoptr (GError) error = rx_test_error (message);

  return rx_observable_error (error);
}

RxObservable *
rx_test_numbers (const gchar *numbers)
{
  g_auto (GStrv) words = g_strsplit (numbers, " ", -1);
  guint n = g_strv_length (words);
  g_autofree GValue *items = g_new0 (GValue, n);

  for (guint i = 0; i < n; i++)
    rx_value_set_int64 (&items[i], g_ascii_strtoll (words[i], NULL, 10));
  return rx_observable_from_array (items, n);
}

void
rx_test_times_ten (const GValue *item, GValue *result, gpointer user_data, GError **error)
{
  rx_value_set_int64 (result, rx_value_get_int64 (item) * 10);
}

void
rx_test_identity (const GValue *item, GValue *result, gpointer user_data, GError **error)
{
  rx_value_set_value (result, item);
}

gboolean
rx_test_is_even (const GValue *item, gpointer user_data, GError **error)
{
  return rx_value_get_int64 (item) % 2 == 0;
}

void
rx_test_add_up (const GValue *accumulator, const GValue *item, GValue *result, gpointer user_data, GError **error)
{
  rx_value_set_int64 (result, rx_value_get_int64 (accumulator) + rx_value_get_int64 (item));
}

void
rx_test_join (const GValue *items, gsize n_items, GValue *result, gpointer user_data, GError **error)
{
  GString *string = g_string_new (NULL);

  for (gsize i = 0; i < n_items; i++)
    g_string_append_printf (string, "%s%" G_GINT64_FORMAT, i > 0 ? "+" : "", rx_value_get_int64 (&items[i]));
  rx_value_take_string (result, g_string_free (string, FALSE));
}

void
rx_test_count (gpointer user_data)
{
  g_atomic_int_inc ((gint *) user_data);
}
