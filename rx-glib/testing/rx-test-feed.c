/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "testing/rx-test-feed-private.h"

#include "testing/rx-testing-private.h"

static gint64
feed_now (RxTestFeed *self)
{
  return rx_scheduler_now (RX_SCHEDULER (self->scheduler));
}

RxTestFeed *
_rx_test_feed_ref (RxTestFeed *self)
{
  atomic_fetch_add_explicit (&self->refs, 1, memory_order_relaxed);     /* relaxed: the caller has a reference */
  return self;
}

void
_rx_test_feed_unref (RxTestFeed *self)
{
  /* acq_rel: all that others did with it comes first */
  if (atomic_fetch_sub_explicit (&self->refs, 1, memory_order_acq_rel) != 1)
    return;
  rx_test_events_free (self->events, self->n_events);
  g_array_unref (self->spans);
  g_ptr_array_unref (self->emitters);
  g_clear_pointer (&self->end, rx_test_event_unref);
  g_clear_object (&self->worker);
  g_object_unref (self->scheduler);
  g_free (self);
}

static void
feed_add_user (RxTestFeed *self)
{
  atomic_fetch_add (&self->users, 1);
  _rx_test_feed_ref (self);
}

/* The tasks of a hot source hold the feed, and it holds their worker: that is broken up here. */
void
_rx_test_feed_drop_user (gpointer data)
{
  RxTestFeed *self = data;

  if (atomic_fetch_sub (&self->users, 1) == 1 && self->worker != NULL)
    rx_worker_unsubscribe (self->worker);
  _rx_test_feed_unref (self);
}

/* --- subscriptions --- */

/* One subscription. Its teardown holds it, and with it the emitter: the stream stays open until somebody
 * unsubscribes. */
typedef struct
{
  atomic_int refs;
  RxTestFeed *feed;             /* (owned): as a user */
  RxEmitter *emitter;           /* (owned) */
  RxWorker *worker;             /* (owned) (nullable): of a cold source */
  guint index;
} Run;

typedef struct
{
  Run *run;                     /* (owned) */
  RxTestEvent *event;           /* (owned) */
} RunTask;

static Run *
run_ref (Run *self)
{
  atomic_fetch_add_explicit (&self->refs, 1, memory_order_relaxed);     /* relaxed: the caller has a reference */
  return self;
}

static void
run_unref (gpointer data)
{
  Run *self = data;

  /* acq_rel: as above */
  if (atomic_fetch_sub_explicit (&self->refs, 1, memory_order_acq_rel) != 1)
    return;
  _rx_test_feed_drop_user (self->feed);
  g_object_unref (self->emitter);
  g_clear_object (&self->worker);
  g_free (self);
}

static void
emit (RxEmitter *emitter, RxTestEvent *event)
{
  RxNotification *notification = rx_test_event_get_notification (event);

  switch (rx_notification_get_kind (notification))
    {
    case RX_EVENT_NEXT:
      rx_emitter_next (emitter, rx_notification_get_item (notification));
      break;
    case RX_EVENT_ERROR:
      rx_emitter_error (emitter, rx_notification_get_error (notification));
      break;
    case RX_EVENT_COMPLETED:
    default:
      rx_emitter_completed (emitter);
      break;
    }
}

static void
run_torn_down (gpointer user_data, GError **error)
{
  Run *self = user_data;
  RxTestFeed *feed = self->feed;
  gboolean found;

  _rx_lock (&feed->lock);
  g_array_index (feed->spans, RxTestSpan, self->index).to = feed_now (feed);
  found = g_ptr_array_remove (feed->emitters, self->emitter);      /* frees nothing */
  _rx_unlock (&feed->lock);

  if (found)
    g_object_unref (self->emitter);
  if (self->worker != NULL)
    rx_worker_unsubscribe (self->worker);
}

static void
run_task (RxTask *task, gpointer user_data)
{
  RunTask *self = user_data;

  emit (self->run->emitter, self->event);
}

static void
run_task_free (gpointer data)
{
  RunTask *self = data;

  run_unref (self->run);
  rx_test_event_unref (self->event);
  g_free (self);
}

static void
run_start (Run *self)
{
  RxTestFeed *feed = self->feed;

  self->worker = rx_scheduler_create_worker (RX_SCHEDULER (feed->scheduler));
  for (gsize i = 0; i < feed->n_events; i++)
    {
      RunTask *task = g_new0 (RunTask, 1);

      task->run = run_ref (self);
      task->event = rx_test_event_ref (feed->events[i]);
      rx_task_unref (rx_worker_schedule_delayed (self->worker, rx_test_event_get_time (task->event), run_task, task,
                                                 run_task_free));
    }
}

static void
feed_subscribe (RxEmitter *emitter, gpointer user_data, GError **error)
{
  RxTestFeed *feed = user_data;
  RxTestSpan span = { feed_now (feed), -1 };
  Run *run = g_new0 (Run, 1);
  gboolean affine;
  RxTestEvent *end;

  atomic_init (&run->refs, 1);
  run->feed = feed;
  feed_add_user (feed);
  run->emitter = g_object_ref (emitter);

  _rx_lock (&feed->lock);
  run->index = feed->spans->len;
  g_array_append_val (feed->spans, span);
  end = feed->end != NULL ? rx_test_event_ref (feed->end) : NULL;
  if (feed->worker != NULL && end == NULL)
    g_ptr_array_add (feed->emitters, g_object_ref (emitter));
  _rx_unlock (&feed->lock);

  if (feed->worker == NULL)
    run_start (run);
  affine = _rx_testing_unbind ();
  rx_emitter_add_teardown (emitter, run_torn_down, run, run_unref);
  _rx_testing_rebind (affine);
  if (end != NULL)
    {
      emit (emitter, end);
      rx_test_event_unref (end);
    }
}

/* --- hot sources --- */

typedef struct
{
  RxTestFeed *feed;             /* (owned) */
  RxTestEvent *event;           /* (owned) */
} HotTask;

static gboolean
is_end (RxTestEvent *event)
{
  return rx_notification_get_kind (rx_test_event_get_notification (event)) != RX_EVENT_NEXT;
}

static void
hot_task (RxTask *task, gpointer user_data)
{
  HotTask *self = user_data;
  RxTestFeed *feed = self->feed;
  g_autoptr (GPtrArray) emitters = g_ptr_array_new_with_free_func (g_object_unref);

  _rx_lock (&feed->lock);
  if (feed->end == NULL)
    for (guint i = 0; i < feed->emitters->len; i++)
      g_ptr_array_add (emitters, g_object_ref (feed->emitters->pdata[i]));
  if (feed->end == NULL && is_end (self->event))
    feed->end = rx_test_event_ref (self->event);
  _rx_unlock (&feed->lock);

  for (guint i = 0; i < emitters->len; i++)
    emit (emitters->pdata[i], self->event);
}

static void
hot_task_free (gpointer data)
{
  HotTask *self = data;

  _rx_test_feed_unref (self->feed);
  rx_test_event_unref (self->event);
  g_free (self);
}

/* What is past was missed by everybody, except the end. */
static void
feed_start (RxTestFeed *self)
{
  gint64 now = feed_now (self);

  self->worker = rx_scheduler_create_worker (RX_SCHEDULER (self->scheduler));
  for (gsize i = 0; i < self->n_events; i++)
    {
      gint64 time = rx_test_event_get_time (self->events[i]);
      HotTask *task;

      if (time < now)
        {
          if (is_end (self->events[i]) && self->end == NULL)
            self->end = rx_test_event_ref (self->events[i]);
          continue;
        }
      task = g_new0 (HotTask, 1);
      task->feed = _rx_test_feed_ref (self);
      task->event = rx_test_event_ref (self->events[i]);
      rx_task_unref (rx_worker_schedule_delayed (self->worker, time - now, hot_task, task, hot_task_free));
    }
}

RxTestFeed *
_rx_test_feed_new (RxTestScheduler *scheduler, gboolean hot, RxTestEvent **events, gsize n_events)
{
  RxTestFeed *self = g_new0 (RxTestFeed, 1);

  atomic_init (&self->refs, 1);
  atomic_init (&self->users, 1);
  self->scheduler = g_object_ref (scheduler);
  self->events = g_new0 (RxTestEvent *, n_events + 1);
  for (gsize i = 0; i < n_events; i++)
    self->events[i] = rx_test_event_ref (events[i]);
  self->n_events = n_events;
  self->spans = g_array_new (FALSE, FALSE, sizeof (RxTestSpan));
  self->emitters = g_ptr_array_new ();
  if (hot)
    feed_start (self);
  return self;
}

RxObservable *
_rx_test_feed_make_stream (RxTestFeed *self)
{
  gboolean affine = _rx_testing_unbind ();
  RxObservable *stream;

  stream = rx_observable_create (self->worker != NULL ? RX_BACKPRESSURE_MISSING : RX_BACKPRESSURE_BUFFER,
                                 feed_subscribe, self, _rx_test_feed_drop_user);
  _rx_testing_rebind (affine);
  return stream;
}
