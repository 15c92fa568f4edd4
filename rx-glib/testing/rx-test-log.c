/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "testing/rx-test-log-private.h"

#include "schedulers/rx-task-private.h"

RxTestLog *
_rx_test_log_new (RxScheduler *scheduler)
{
  RxTestLog *self = g_new0 (RxTestLog, 1);

  atomic_init (&self->refs, 1);
  self->scheduler = scheduler != NULL ? g_object_ref (scheduler) : NULL;
  self->events = g_ptr_array_new_with_free_func ((GDestroyNotify) rx_test_event_unref);
  return self;
}

RxTestLog *
_rx_test_log_ref (RxTestLog *self)
{
  atomic_fetch_add_explicit (&self->refs, 1, memory_order_relaxed);     /* relaxed: the caller has a reference */
  return self;
}

void
_rx_test_log_unref (gpointer log)
{
  RxTestLog *self = log;

  /* acq_rel: all that others did with it comes first */
  if (atomic_fetch_sub_explicit (&self->refs, 1, memory_order_acq_rel) != 1)
    return;
  g_clear_object (&self->scheduler);
  g_ptr_array_unref (self->events);
  g_assert (self->waiting == NULL);
  g_free (self);
}

void
_rx_test_log_add (RxTestLog *self, RxNotification *notification)
{
  gint64 time = self->scheduler != NULL ? rx_scheduler_now (self->scheduler) : g_get_monotonic_time ();
  RxTestEvent *event = rx_test_event_new (time, notification);

  _rx_lock (&self->lock);
  g_ptr_array_add (self->events, event);
  if (rx_notification_get_kind (notification) == RX_EVENT_NEXT)
    atomic_fetch_add (&self->n_items, 1);
  else
    atomic_store (&self->ended, TRUE);
  atomic_fetch_add (&self->changed, 1);
  for (GSList *link = self->waiting; link != NULL; link = link->next)
    g_main_context_wakeup (link->data);
  _rx_unlock (&self->lock);

  _rx_unpark (&self->changed, TRUE);
  rx_notification_unref (notification);
}

RxTestEvent **
_rx_test_log_copy (RxTestLog *self, gsize *n_events)
{
  RxTestEvent **events;

  _rx_lock (&self->lock);
  *n_events = self->events->len;
  events = g_new0 (RxTestEvent *, self->events->len + 1);
  for (guint i = 0; i < self->events->len; i++)
    events[i] = rx_test_event_ref (self->events->pdata[i]);
  _rx_unlock (&self->lock);
  return events;
}

static gboolean
log_is_through (RxTestLog *self, gboolean until_end, guint n_items)
{
  return atomic_load (&self->ended) || (!until_end && atomic_load (&self->n_items) >= n_items);
}

static gboolean
wake_up (gpointer user_data)
{
  return G_SOURCE_REMOVE;
}

static void
log_iterate (RxTestLog *self, GMainContext *context, gboolean until_end, guint n_items, gint64 deadline)
{
  GSource *alarm = g_timeout_source_new (0);

  g_source_set_callback (alarm, wake_up, NULL, NULL);
  g_source_set_ready_time (alarm, deadline);
  g_source_attach (alarm, context);
  _rx_lock (&self->lock);
  self->waiting = g_slist_prepend (self->waiting, context);
  _rx_unlock (&self->lock);

  while (!log_is_through (self, until_end, n_items) && g_get_monotonic_time () < deadline)
    g_main_context_iteration (context, TRUE);

  _rx_lock (&self->lock);
  self->waiting = g_slist_remove (self->waiting, context);
  _rx_unlock (&self->lock);
  g_source_destroy (alarm);
  g_source_unref (alarm);
}

gboolean
_rx_test_log_wait (RxTestLog *self, gboolean until_end, guint n_items, GTimeSpan timeout)
{
  g_autoptr (GMainContext) context = g_main_context_ref_thread_default ();
  gint64 deadline = _rx_time_add (g_get_monotonic_time (), timeout);
  gboolean through;

  _rx_test_log_ref (self);
  if (g_main_context_acquire (context))
    {
      log_iterate (self, context, until_end, n_items, deadline);
      g_main_context_release (context);
    }
  else
    {
      for (;;)
        {
          guint32 changed = atomic_load (&self->changed);
          gint64 left = deadline - g_get_monotonic_time ();

          if (left <= 0 || log_is_through (self, until_end, n_items))
            break;
          _rx_park (&self->changed, changed, MIN (left, G_TIME_SPAN_DAY));
        }
    }
  through = log_is_through (self, until_end, n_items);
  _rx_test_log_unref (self);
  return through;
}
