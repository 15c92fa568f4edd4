/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "testing/rx-test-source.h"

#include "rx-observable-private.h"
#include "testing/rx-marbles-private.h"
#include "testing/rx-test-feed-private.h"
#include "testing/rx-testing-private.h"

/**
 * RxTestSource:
 *
 * A stream that says at which virtual time it emits what, and writes down who subscribes to it from when to when.
 *
 * A **cold** one, made by [method@RxTesting.TestScheduler.create_cold], begins anew for each subscriber; its times
 * count from the subscription. It honours demand: an item whose time has come but that nobody has asked for waits,
 * with all that is behind it and the completion too, and comes in the moment of the request. An error waits for the
 * items ahead of it.
 *
 * A **hot** one, made by [method@RxTesting.TestScheduler.create_hot], runs on its own, whether somebody listens or
 * not; its times are those of the scheduler's clock. It does not wait for demand: an item goes to all who are
 * subscribed at its time, and the operators below have to see where it stays. Who subscribes after its end gets that
 * end at once.
 *
 * A stream without an end stays open when it has emitted everything, until it is unsubscribed.
 *
 * Since: 1.0
 */
struct _RxTestSource
{
  RxObservable parent_instance;
  RxTestFeed *feed;             /* (owned) (nullable): none in one that was made by g_object_new() */
};

G_DEFINE_FINAL_TYPE (RxTestSource, rx_test_source, RX_TYPE_OBSERVABLE)

static void
rx_test_source_finalize (GObject *object)
{
  g_clear_pointer (&((RxTestSource *) object)->feed, _rx_test_feed_unref);
  G_OBJECT_CLASS (rx_test_source_parent_class)->finalize (object);
}

static void
rx_test_source_class_init (RxTestSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rx_test_source_finalize;
}

static void
rx_test_source_init (RxTestSource *self)
{
}

static RxTestSource *
source_new (RxTestScheduler *scheduler, gboolean hot, RxTestEvent **events, gsize n_events)
{
  RxTestSource *self = g_object_new (RX_TYPE_TEST_SOURCE, NULL);
  RxTestFeed *feed = _rx_test_feed_new (scheduler, hot, events, n_events);
  RxObservable *stream;

  self->feed = _rx_test_feed_ref (feed);
  stream = _rx_test_feed_make_stream (feed);
  self->parent_instance.node = g_steal_pointer (&stream->node);
  g_object_unref (stream);
  return self;
}

/**
 * rx_test_scheduler_create_cold:
 * @self: the scheduler
 * @events: (array length=n_events): what is emitted, and how long after the subscription
 * @n_events: how many
 *
 * Makes a cold source, see [class@RxTesting.TestSource].
 *
 * Returns: (transfer full): the source
 *
 * Since: 1.0
 */
RxTestSource *
rx_test_scheduler_create_cold (RxTestScheduler *self, RxTestEvent **events, gsize n_events)
{
  g_return_val_if_fail (RX_IS_TEST_SCHEDULER (self), NULL);
  g_return_val_if_fail (events != NULL || n_events == 0, NULL);

  return source_new (self, FALSE, events, n_events);
}

/**
 * rx_test_scheduler_create_hot:
 * @self: the scheduler
 * @events: (array length=n_events): what is emitted, and at which time of the scheduler
 * @n_events: how many
 *
 * Makes a hot source, see [class@RxTesting.TestSource]. Nobody gets what lies in the past.
 *
 * Returns: (transfer full): the source
 *
 * Since: 1.0
 */
RxTestSource *
rx_test_scheduler_create_hot (RxTestScheduler *self, RxTestEvent **events, gsize n_events)
{
  g_return_val_if_fail (RX_IS_TEST_SCHEDULER (self), NULL);
  g_return_val_if_fail (events != NULL || n_events == 0, NULL);

  return source_new (self, TRUE, events, n_events);
}

/**
 * rx_test_scheduler_create_cold_marbles:
 * @self: the scheduler
 * @marbles: a diagram of what is emitted, see [func@RxTesting.marbles_parse]
 * @table: (nullable): what its characters stand for
 * @error: return location for a failure
 *
 * Makes a cold source out of a marble diagram, which begins with each subscription.
 *
 * Returns: (transfer full): the source; %NULL with @error set
 *
 * Since: 1.0
 */
RxTestSource *
rx_test_scheduler_create_cold_marbles (RxTestScheduler *self, const gchar *marbles, RxMarbleTable *table,
                                       GError **error)
{
  RxTestSource *source;
  RxTestEvent **events;
  GError *failure = NULL;
  gsize n;

  g_return_val_if_fail (RX_IS_TEST_SCHEDULER (self), NULL);
  g_return_val_if_fail (marbles != NULL, NULL);
  g_return_val_if_fail (table == NULL || RX_IS_MARBLE_TABLE (table), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  events = rx_marbles_parse (marbles, table, &n, &failure);
  if (failure != NULL)
    {
      _rx_testing_fail (error, failure);
      return NULL;
    }
  source = source_new (self, FALSE, events, n);
  rx_test_events_free (events, n);
  return source;
}

/**
 * rx_test_scheduler_create_hot_marbles:
 * @self: the scheduler
 * @marbles: a diagram of what is emitted, see [func@RxTesting.marbles_parse_hot]
 * @table: (nullable): what its characters stand for
 * @error: return location for a failure
 *
 * Makes a hot source out of a marble diagram, which begins where the scheduler's clock did. With a `^` in it that is
 * where the clock began; what stands before is lost.
 *
 * Returns: (transfer full): the source; %NULL with @error set
 *
 * Since: 1.0
 */
RxTestSource *
rx_test_scheduler_create_hot_marbles (RxTestScheduler *self, const gchar *marbles, RxMarbleTable *table, GError **error)
{
  RxTestSource *source;
  RxTestEvent **events;
  GError *failure = NULL;
  gsize n;

  g_return_val_if_fail (RX_IS_TEST_SCHEDULER (self), NULL);
  g_return_val_if_fail (marbles != NULL, NULL);
  g_return_val_if_fail (table == NULL || RX_IS_MARBLE_TABLE (table), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  events = rx_marbles_parse_hot (marbles, table, &n, &failure);
  if (failure != NULL)
    {
      _rx_testing_fail (error, failure);
      return NULL;
    }
  for (gsize i = 0; i < n; i++)
    {
      RxTestEvent *event = events[i];

      events[i] = rx_test_event_new (rx_test_event_get_time (event) + rx_test_scheduler_get_start (self),
                                     rx_test_event_get_notification (event));
      rx_test_event_unref (event);
    }
  source = source_new (self, TRUE, events, n);
  rx_test_events_free (events, n);
  return source;
}

/* --- subscriptions --- */

static RxTestSpan
source_get_span (RxTestSource *self, guint index)
{
  RxTestSpan span = { -1, -1 };

  if (self->feed == NULL)
    return span;
  _rx_lock (&self->feed->lock);
  if (index < self->feed->spans->len)
    span = g_array_index (self->feed->spans, RxTestSpan, index);
  _rx_unlock (&self->feed->lock);
  return span;
}

/**
 * rx_test_source_get_n_subscriptions:
 * @self: the source
 *
 * Tells how often the source has been subscribed to.
 *
 * Returns: how often
 *
 * Since: 1.0
 */
guint
rx_test_source_get_n_subscriptions (RxTestSource *self)
{
  guint n = 0;

  g_return_val_if_fail (RX_IS_TEST_SOURCE (self), 0);

  if (self->feed != NULL)
    {
      _rx_lock (&self->feed->lock);
      n = self->feed->spans->len;
      _rx_unlock (&self->feed->lock);
    }
  return n;
}

/**
 * rx_test_source_get_subscribed_at:
 * @self: the source
 * @index: which subscription, from 0
 *
 * Tells when a subscription began, by the scheduler's clock.
 *
 * Returns: the time, in microseconds; -1 if there is no such subscription
 *
 * Since: 1.0
 */
gint64
rx_test_source_get_subscribed_at (RxTestSource *self, guint index)
{
  g_return_val_if_fail (RX_IS_TEST_SOURCE (self), -1);

  return source_get_span (self, index).from;
}

/**
 * rx_test_source_get_unsubscribed_at:
 * @self: the source
 * @index: which subscription, from 0
 *
 * Tells when a subscription was over, be it that somebody unsubscribed or that the stream had ended.
 *
 * Returns: the time, in microseconds; -1 if it is still open or there is no such subscription
 *
 * Since: 1.0
 */
gint64
rx_test_source_get_unsubscribed_at (RxTestSource *self, guint index)
{
  g_return_val_if_fail (RX_IS_TEST_SOURCE (self), -1);

  return source_get_span (self, index).to;
}

static gchar *
draw_span (const RxTestSpan *span, RxMarbleTable *table)
{
  RxTestEvent *events[2];
  g_autoptr (RxMarbleTable) plain = rx_marble_table_new ();
  gsize n = 0;
  gchar *drawing;

  rx_marble_table_set_frame (plain, _rx_marble_table_frame (table));
  if (span->from >= 0)
    events[n++] = rx_test_event_new_next (span->from, RX_VALUE_STRING ("S"));
  if (span->to >= 0)
    events[n++] = rx_test_event_new_next (span->to, RX_VALUE_STRING ("U"));
  drawing = rx_marbles_print (events, n, plain);
  for (gsize i = 0; i < n; i++)
    rx_test_event_unref (events[i]);
  return g_strdelimit (g_strdelimit (drawing, "S", '^'), "U", '!');
}

static void
append_span (GString *text, const gchar *label, const RxTestSpan *span, RxMarbleTable *table)
{
  g_autofree gchar *drawing = span != NULL ? draw_span (span, table) : g_strdup ("none");

  g_string_append_printf (text, "\n  %s %s", label, drawing);
}

/**
 * rx_test_source_compare_subscriptions:
 * @self: the source
 * @marbles: (array zero-terminated=1): a diagram for each subscription, such as `--^---!`, in the order of their
 *   coming
 * @table: (nullable): where the length of a frame is taken from
 * @error: return location for a failure
 *
 * Compares the subscriptions to the source with diagrams, which begin where the scheduler's clock did.
 *
 * If there is no place for the error, it becomes a critical warning.
 *
 * Returns: TRUE, or FALSE with @error set: to the difference, or to what is wrong with a diagram
 *
 * Since: 1.0
 */
gboolean
rx_test_source_compare_subscriptions (RxTestSource *self, const gchar * const *marbles, RxMarbleTable *table,
                                      GError **error)
{
  g_autoptr (GString) text = NULL;
  GError *failure = NULL;
  gboolean equal = TRUE;
  guint n, n_expected;
  gint64 start;

  g_return_val_if_fail (RX_IS_TEST_SOURCE (self) && self->feed != NULL, FALSE);
  g_return_val_if_fail (marbles != NULL, FALSE);
  g_return_val_if_fail (table == NULL || RX_IS_MARBLE_TABLE (table), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  start = rx_test_scheduler_get_start (self->feed->scheduler);
  text = g_string_new ("The subscriptions are not what was expected");
  n = rx_test_source_get_n_subscriptions (self);
  n_expected = g_strv_length ((gchar **) marbles);
  for (guint i = 0; i < MAX (n, n_expected); i++)
    {
      RxTestSpan expected = { -1, -1 }, actual = source_get_span (self, i);

      if (i < n_expected && !rx_marbles_parse_subscription (marbles[i], table, &expected.from, &expected.to, &failure))
        return _rx_testing_fail (error, failure);
      actual.from -= actual.from >= 0 ? start : 0;
      actual.to -= actual.to >= 0 ? start : 0;
      append_span (text, "expected:", i < n_expected ? &expected : NULL, table);
      append_span (text, "came:    ", i < n ? &actual : NULL, table);
      equal = equal && i < n && i < n_expected && expected.from == actual.from && expected.to == actual.to;
    }
  return equal ||
    _rx_testing_fail (error, g_error_new_literal (RX_ERROR, RX_ERROR_INVALID_ARGUMENT, text->str));
}
