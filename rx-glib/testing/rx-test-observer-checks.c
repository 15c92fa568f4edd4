/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "testing/rx-test-observer.h"

#include "testing/rx-marbles-private.h"
#include "testing/rx-test-log-private.h"
#include "testing/rx-test-scheduler-private.h"
#include "testing/rx-testing-private.h"

/* What one asks of an observer, and how a test scheduler makes one. */

static gboolean
time_is_over (RxTestObserver *self, const gchar *wanted, GTimeSpan timeout, GError **error)
{
  g_autofree gchar *span = _rx_testing_format_time (timeout);
  g_autofree gchar *drawing = NULL;
  gsize n;
  RxTestEvent **events = rx_test_observer_get_events (self, &n);
  RxTestEvent **steps = g_new0 (RxTestEvent *, n + 1);

  for (gsize i = 0; i < n; i++)
    steps[i] = rx_test_event_new ((gint64) i * G_TIME_SPAN_MILLISECOND, rx_test_event_get_notification (events[i]));
  drawing = rx_marbles_print (steps, n, NULL);
  rx_test_events_free (events, n);
  rx_test_events_free (steps, n);
  return _rx_testing_fail (error, g_error_new (RX_ERROR, RX_ERROR_TIMED_OUT,
                                               "%s did not come within %s; there is \"%s\"", wanted, span, drawing));
}

/**
 * rx_test_observer_wait:
 * @self: the observer
 * @timeout: how long, in microseconds of real time
 * @error: return location for a failure
 *
 * Waits for the end of the stream.
 *
 * Meanwhile the thread-default main context of this thread is iterated; if another thread has it, this one sleeps.
 * The time of a test scheduler does not pass by that: see [method@RxTesting.TestScheduler.run]. If the stream has not
 * ended when the time is over, the error is %RX_ERROR_TIMED_OUT; if there is no place for it, it becomes a critical
 * warning.
 *
 * Returns: TRUE, or FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
rx_test_observer_wait (RxTestObserver *self, GTimeSpan timeout, GError **error)
{
  gboolean through;

  g_return_val_if_fail (RX_IS_TEST_OBSERVER (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  g_object_ref (self);
  through = _rx_test_log_wait (_rx_test_observer_get_log (self), TRUE, 0, timeout) ||
    time_is_over (self, "The end", timeout, error);
  g_object_unref (self);
  return through;
}

/**
 * rx_test_observer_wait_for_items:
 * @self: the observer
 * @n_items: how many
 * @timeout: how long, in microseconds of real time
 * @error: return location for a failure
 *
 * Waits until as many items have come, those included that were there before.
 *
 * If the stream ends before, or the time is over, the error is %RX_ERROR_TIMED_OUT. Otherwise it is as
 * [method@RxTesting.TestObserver.wait].
 *
 * Returns: TRUE, or FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
rx_test_observer_wait_for_items (RxTestObserver *self, guint n_items, GTimeSpan timeout, GError **error)
{
  g_autofree gchar *wanted = NULL;
  gboolean through;

  g_return_val_if_fail (RX_IS_TEST_OBSERVER (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  g_object_ref (self);
  wanted = g_strdup_printf ("Item %u", n_items);
  _rx_test_log_wait (_rx_test_observer_get_log (self), FALSE, n_items, timeout);
  through = rx_test_observer_get_n_items (self) >= n_items || time_is_over (self, wanted, timeout, error);
  g_object_unref (self);
  return through;
}

/* --- comparisons --- */

static gint64
observer_get_origin (RxTestObserver *self, gboolean *timed)
{
  RxScheduler *scheduler = _rx_test_observer_get_log (self)->scheduler;

  *timed = scheduler != NULL && RX_IS_TEST_SCHEDULER (scheduler);
  return *timed ? rx_test_scheduler_get_start (RX_TEST_SCHEDULER (scheduler)) : 0;
}

static gboolean
observer_compare (RxTestObserver *self, const RxTestEvents *expected, gint64 origin, gboolean timed,
                  RxMarbleTable *table, GError **error)
{
  gsize n;
  RxTestEvent **events = rx_test_observer_get_events (self, &n);
  RxTestEvents actual = { g_new0 (RxTestEvent *, n + 1), n };
  gboolean equal;

  for (gsize i = 0; i < n; i++)
    actual.events[i] = rx_test_event_new (rx_test_event_get_time (events[i]) - origin,
                                          rx_test_event_get_notification (events[i]));
  equal = _rx_marbles_compare (expected, &actual, table, timed, error);
  rx_test_events_free (events, n);
  rx_test_events_free (actual.events, n);
  return equal;
}

/**
 * rx_test_observer_compare_marbles:
 * @self: the observer
 * @marbles: a diagram of what should have come
 * @table: (nullable): what its characters stand for
 * @error: return location for a failure
 *
 * Compares what has come with a marble diagram, which begins where the test scheduler's clock did. See
 * [func@RxTesting.marbles_parse] and [func@RxTesting.marbles_compare].
 *
 * For an observer without a test scheduler times mean nothing: only the order of the events is compared.
 *
 * Returns: TRUE, or FALSE with @error set: to the difference, or to what is wrong with the diagram
 *
 * Since: 1.0
 */
gboolean
rx_test_observer_compare_marbles (RxTestObserver *self, const gchar *marbles, RxMarbleTable *table, GError **error)
{
  RxTestEvents expected;
  GError *failure = NULL;
  gboolean timed, equal;
  gint64 origin;

  g_return_val_if_fail (RX_IS_TEST_OBSERVER (self), FALSE);
  g_return_val_if_fail (marbles != NULL, FALSE);
  g_return_val_if_fail (table == NULL || RX_IS_MARBLE_TABLE (table), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  expected.events = rx_marbles_parse (marbles, table, &expected.n_events, &failure);
  if (failure != NULL)
    return _rx_testing_fail (error, failure);
  origin = observer_get_origin (self, &timed);
  equal = observer_compare (self, &expected, origin, timed, table, error);
  rx_test_events_free (expected.events, expected.n_events);
  return equal;
}

/**
 * rx_test_observer_compare_events:
 * @self: the observer
 * @events: (array length=n_events): what should have come, in the order of the times, which are those of the
 *   scheduler
 * @n_events: how many
 * @table: (nullable): characters to draw the events with
 * @error: return location for a failure
 *
 * Compares what has come with a list of events.
 *
 * For an observer without a test scheduler times mean nothing: only the order of the events is compared.
 *
 * Returns: TRUE, or FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
rx_test_observer_compare_events (RxTestObserver *self, RxTestEvent **events, gsize n_events, RxMarbleTable *table,
                                 GError **error)
{
  const RxTestEvents expected = { events, n_events };
  gboolean timed;

  g_return_val_if_fail (RX_IS_TEST_OBSERVER (self), FALSE);
  g_return_val_if_fail (events != NULL || n_events == 0, FALSE);
  g_return_val_if_fail (table == NULL || RX_IS_MARBLE_TABLE (table), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  observer_get_origin (self, &timed);
  return observer_compare (self, &expected, 0, timed, table, error);
}

/* --- made by a test scheduler --- */

/**
 * rx_test_scheduler_subscribe:
 * @self: the scheduler
 * @observable: the stream
 *
 * Subscribes, now, an observer that asks for everything and writes down the time of the scheduler.
 *
 * Returns: (transfer full): the observer
 *
 * Since: 1.0
 */
RxTestObserver *
rx_test_scheduler_subscribe (RxTestScheduler *self, RxObservable *observable)
{
  RxTestObserver *observer;

  g_return_val_if_fail (RX_IS_TEST_SCHEDULER (self), NULL);
  g_return_val_if_fail (RX_IS_OBSERVABLE (observable), NULL);

  observer = rx_test_observer_new (RX_SCHEDULER (self));
  rx_test_observer_start (observer, observable, G_MAXINT64);
  return observer;
}

typedef struct
{
  GWeakRef observer;
  RxObservable *observable;     /* (owned) (nullable): to be subscribed to; NULL: to unsubscribe */
} Appointment;

static void
appointment_keep (RxTask *task, gpointer user_data)
{
  Appointment *self = user_data;
  g_autoptr (RxTestObserver) observer = g_weak_ref_get (&self->observer);

  if (observer == NULL)
    return;
  if (self->observable != NULL)
    rx_test_observer_start (observer, self->observable, G_MAXINT64);
  else
    rx_test_observer_unsubscribe (observer);
}

static void
appointment_free (gpointer data)
{
  Appointment *self = data;

  g_weak_ref_clear (&self->observer);
  g_clear_object (&self->observable);
  g_free (self);
}

static void
make_appointment (RxTestObserver *observer, RxWorker *worker, gint64 delay, RxObservable *observable)
{
  Appointment *self = g_new0 (Appointment, 1);

  g_weak_ref_init (&self->observer, observer);
  self->observable = observable != NULL ? g_object_ref (observable) : NULL;
  rx_task_unref (rx_worker_schedule_delayed (worker, delay, appointment_keep, self, appointment_free));
}

/**
 * rx_test_scheduler_subscribe_marbles:
 * @self: the scheduler
 * @observable: the stream
 * @marbles: the diagram of a subscription, such as `--^---!`
 * @table: (nullable): where the length of a frame is taken from
 * @error: return location for a failure
 *
 * Makes an observer that subscribes, asking for everything, and unsubscribes when the diagram says so. It begins
 * where the clock did; what is past happens at once. See [func@RxTesting.marbles_parse_subscription].
 *
 * Both come ahead of whatever else happens at that time: an item of the moment of subscribing is seen, one of the
 * moment of unsubscribing is not.
 *
 * Returns: (transfer full): the observer; %NULL with @error set
 *
 * Since: 1.0
 */
RxTestObserver *
rx_test_scheduler_subscribe_marbles (RxTestScheduler *self, RxObservable *observable, const gchar *marbles,
                                     RxMarbleTable *table, GError **error)
{
  RxTestObserver *observer;
  RxWorker *worker;
  gint64 from, to, passed;

  g_return_val_if_fail (RX_IS_TEST_SCHEDULER (self), NULL);
  g_return_val_if_fail (RX_IS_OBSERVABLE (observable), NULL);
  g_return_val_if_fail (marbles != NULL, NULL);
  g_return_val_if_fail (table == NULL || RX_IS_MARBLE_TABLE (table), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (!rx_marbles_parse_subscription (marbles, table, &from, &to, error))
    return NULL;

  observer = rx_test_observer_new (RX_SCHEDULER (self));
  worker = _rx_test_scheduler_create_worker_ahead (self);
  passed = rx_scheduler_now (RX_SCHEDULER (self)) - rx_test_scheduler_get_start (self);
  if (from >= 0)
    make_appointment (observer, worker, from - passed, observable);
  if (to >= 0)
    make_appointment (observer, worker, to - passed, NULL);
  /* The observer keeps the worker, so that what is pending goes with it. */
  g_object_set_data_full (G_OBJECT (observer), "rx-worker", worker, g_object_unref);
  return observer;
}
