/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "testing/rx-test-observer.h"

#include "rx-for-testing-private.h"
#include "testing/rx-test-log-private.h"
#include "testing/rx-testing-private.h"

/**
 * RxTestObserver:
 *
 * A subscriber that writes down what it gets, and when.
 *
 * Times are those of the scheduler that it is made with, or of the monotonic clock. It serves one stream, which it
 * stops when it goes away. Events may come on any thread, and any thread may ask for them.
 *
 * As an [iface@Rx.Observer] it can also be handed to whatever takes one; then it does not know the subscription.
 *
 * Since: 1.0
 */
struct _RxTestObserver
{
  GObject parent_instance;
  RxTestLog *log;               /* (owned) */
  RxSubscription *subscription; /* (owned): made ahead */
  atomic_bool started;
};

static void rx_test_observer_observer_init (RxObserverInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (RxTestObserver, rx_test_observer, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (RX_TYPE_OBSERVER, rx_test_observer_observer_init))

enum
{
  PROP_0,
  PROP_SCHEDULER,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

RxTestLog *
_rx_test_observer_get_log (RxTestObserver *self)
{
  return self->log;
}

static void
log_next (const GValue *item, gpointer user_data, GError **error)
{
  _rx_test_log_add (user_data, rx_notification_new_next (item));
}

static void
log_error (const GError *error, gpointer user_data)
{
  _rx_test_log_add (user_data, rx_notification_new_error (error));
}

static void
log_completed (gpointer user_data)
{
  _rx_test_log_add (user_data, rx_notification_new_completed ());
}

static void
rx_test_observer_next (RxObserver *observer, const GValue *item, GError **error)
{
  log_next (item, ((RxTestObserver *) observer)->log, error);
}

static void
rx_test_observer_error (RxObserver *observer, const GError *error)
{
  log_error (error, ((RxTestObserver *) observer)->log);
}

static void
rx_test_observer_completed (RxObserver *observer)
{
  log_completed (((RxTestObserver *) observer)->log);
}

static void
rx_test_observer_observer_init (RxObserverInterface *iface)
{
  iface->next = rx_test_observer_next;
  iface->error = rx_test_observer_error;
  iface->completed = rx_test_observer_completed;
}

static void
rx_test_observer_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  RxTestObserver *self = (RxTestObserver *) object;

  if (id == PROP_SCHEDULER)
    self->log = _rx_test_log_new (g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
rx_test_observer_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  RxTestObserver *self = (RxTestObserver *) object;

  if (id == PROP_SCHEDULER)
    g_value_set_object (value, self->log->scheduler);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
rx_test_observer_finalize (GObject *object)
{
  RxTestObserver *self = (RxTestObserver *) object;

  rx_subscription_unsubscribe (self->subscription);
  g_object_unref (self->subscription);
  _rx_test_log_unref (self->log);
  G_OBJECT_CLASS (rx_test_observer_parent_class)->finalize (object);
}

static void
rx_test_observer_class_init (RxTestObserverClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->set_property = rx_test_observer_set_property;
  object_class->get_property = rx_test_observer_get_property;
  object_class->finalize = rx_test_observer_finalize;

  /**
   * RxTestObserver:scheduler:
   *
   * Whose time is written down; %NULL: that of the monotonic clock.
   *
   * Since: 1.0
   */
  props[PROP_SCHEDULER] = g_param_spec_object ("scheduler", NULL, NULL, RX_TYPE_SCHEDULER,
                                               G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
rx_test_observer_init (RxTestObserver *self)
{
  self->subscription = rx_subscription_new ();
}

/**
 * rx_test_observer_new:
 * @scheduler: (nullable): whose time is written down; %NULL: that of the monotonic clock
 *
 * Makes an observer, which then is given a stream by [method@RxTesting.TestObserver.start].
 *
 * Returns: (transfer full): the observer
 *
 * Since: 1.0
 */
RxTestObserver *
rx_test_observer_new (RxScheduler *scheduler)
{
  g_return_val_if_fail (scheduler == NULL || RX_IS_SCHEDULER (scheduler), NULL);

  return g_object_new (RX_TYPE_TEST_OBSERVER, "scheduler", scheduler, NULL);
}

/**
 * rx_test_observer_subscribe:
 * @observable: the stream
 * @initial_request: how many items are wanted for now, %G_MAXINT64 for all of them
 *
 * Makes an observer that writes down the time of the monotonic clock, and subscribes it.
 *
 * Returns: (transfer full): the observer
 *
 * Since: 1.0
 */
RxTestObserver *
rx_test_observer_subscribe (RxObservable *observable, gint64 initial_request)
{
  RxTestObserver *self;

  g_return_val_if_fail (RX_IS_OBSERVABLE (observable), NULL);
  g_return_val_if_fail (initial_request >= 0, NULL);

  self = rx_test_observer_new (NULL);
  rx_test_observer_start (self, observable, initial_request);
  return self;
}

/**
 * rx_test_observer_start:
 * @self: the observer
 * @observable: the stream
 * @initial_request: how many items are wanted for now, %G_MAXINT64 for all of them
 *
 * Subscribes the observer. That happens once.
 *
 * Since: 1.0
 */
void
rx_test_observer_start (RxTestObserver *self, RxObservable *observable, gint64 initial_request)
{
  g_autoptr (RxObservable) plain = NULL;
  gboolean affine, bound;

  g_return_if_fail (RX_IS_TEST_OBSERVER (self));
  g_return_if_fail (RX_IS_OBSERVABLE (observable));
  g_return_if_fail (initial_request >= 0);

  if (atomic_exchange (&self->started, TRUE))
    {
      g_critical ("A test observer serves one stream; this one has had its own");
      return;
    }

  affine = _rx_testing_unbind ();
  bound = _rx_subscription_bind_funcs (self->subscription, log_next, log_error, log_completed,
                                       _rx_test_log_ref (self->log), _rx_test_log_unref);
  _rx_testing_rebind (affine);
  if (!bound)
    {
      g_critical ("The subscription of a test observer has been used for another stream");
      return;
    }
  plain = rx_observable_as_observable (observable);     /* this one has a node for sure */
  _rx_observable_subscribe (plain->node, self->subscription, initial_request);
}

/**
 * rx_test_observer_request:
 * @self: the observer
 * @n: how many
 *
 * Asks for more items. A number below 1 is passed on as well, to see what a stream makes of it.
 *
 * Since: 1.0
 */
void
rx_test_observer_request (RxTestObserver *self, gint64 n)
{
  g_return_if_fail (RX_IS_TEST_OBSERVER (self));

  rx_subscription_request (self->subscription, n);
}

/**
 * rx_test_observer_unsubscribe:
 * @self: the observer
 *
 * Stops the stream. What has been written down stays.
 *
 * Since: 1.0
 */
void
rx_test_observer_unsubscribe (RxTestObserver *self)
{
  g_return_if_fail (RX_IS_TEST_OBSERVER (self));

  rx_subscription_unsubscribe (self->subscription);
}

/**
 * rx_test_observer_get_subscription:
 * @self: the observer
 *
 * Gives the subscription, which exists before the stream is started.
 *
 * Returns: (transfer none): the subscription
 *
 * Since: 1.0
 */
RxSubscription *
rx_test_observer_get_subscription (RxTestObserver *self)
{
  g_return_val_if_fail (RX_IS_TEST_OBSERVER (self), NULL);

  return self->subscription;
}

/* --- what has come --- */

/**
 * rx_test_observer_get_n_items:
 * @self: the observer
 *
 * Tells how many items have come.
 *
 * Returns: how many
 *
 * Since: 1.0
 */
guint
rx_test_observer_get_n_items (RxTestObserver *self)
{
  g_return_val_if_fail (RX_IS_TEST_OBSERVER (self), 0);

  return atomic_load (&self->log->n_items);
}

/**
 * rx_test_observer_get_items:
 * @self: the observer
 * @n_items: (out): how many there are
 *
 * Gives the items that have come. In C each has to be unset, and the array freed.
 *
 * Returns: (transfer full) (array length=n_items): the items
 *
 * Since: 1.0
 */
GValue *
rx_test_observer_get_items (RxTestObserver *self, gsize *n_items)
{
  RxTestEvent **events;
  GValue *items;
  gsize n_events;

  g_return_val_if_fail (RX_IS_TEST_OBSERVER (self), NULL);
  g_return_val_if_fail (n_items != NULL, NULL);

  events = _rx_test_log_copy (self->log, &n_events);
  items = g_new0 (GValue, n_events + 1);
  *n_items = 0;
  for (gsize i = 0; i < n_events; i++)
    {
      const GValue *item = rx_notification_get_item (rx_test_event_get_notification (events[i]));

      if (item != NULL)
        rx_value_set_value (&items[(*n_items)++], item);
    }
  rx_test_events_free (events, n_events);
  return items;
}

/**
 * rx_test_observer_get_events:
 * @self: the observer
 * @n_events: (out): how many there are
 *
 * Gives the events that have come, with their times.
 *
 * Returns: (transfer full) (array length=n_events): the events
 *
 * Since: 1.0
 */
RxTestEvent **
rx_test_observer_get_events (RxTestObserver *self, gsize *n_events)
{
  g_return_val_if_fail (RX_IS_TEST_OBSERVER (self), NULL);
  g_return_val_if_fail (n_events != NULL, NULL);

  return _rx_test_log_copy (self->log, n_events);
}

/**
 * rx_test_observer_has_ended:
 * @self: the observer
 *
 * Tells whether the stream has completed or failed.
 *
 * Returns: TRUE if so
 *
 * Since: 1.0
 */
gboolean
rx_test_observer_has_ended (RxTestObserver *self)
{
  g_return_val_if_fail (RX_IS_TEST_OBSERVER (self), FALSE);

  return atomic_load (&self->log->ended);
}

/* The event that ended it, or NULL. */
static RxTestEvent *
observer_get_end (RxTestObserver *self)
{
  RxTestEvent *end = NULL;

  _rx_lock (&self->log->lock);
  for (guint i = 0; i < self->log->events->len && end == NULL; i++)
    {
      RxTestEvent *event = self->log->events->pdata[i];

      if (rx_notification_get_kind (rx_test_event_get_notification (event)) != RX_EVENT_NEXT)
        end = rx_test_event_ref (event);
    }
  _rx_unlock (&self->log->lock);
  return end;
}

/**
 * rx_test_observer_is_completed:
 * @self: the observer
 *
 * Tells whether the stream has completed.
 *
 * Returns: TRUE if so, FALSE also if it has failed
 *
 * Since: 1.0
 */
gboolean
rx_test_observer_is_completed (RxTestObserver *self)
{
  g_autoptr (RxTestEvent) end = NULL;

  g_return_val_if_fail (RX_IS_TEST_OBSERVER (self), FALSE);

  end = observer_get_end (self);
  return end != NULL && rx_notification_get_kind (rx_test_event_get_notification (end)) == RX_EVENT_COMPLETED;
}

/**
 * rx_test_observer_get_error:
 * @self: the observer
 *
 * Gives the error that the stream has failed with.
 *
 * Returns: (transfer full) (nullable): a copy of it; %NULL if it has not failed
 *
 * Since: 1.0
 */
GError *
rx_test_observer_get_error (RxTestObserver *self)
{
  g_autoptr (RxTestEvent) end = NULL;
  const GError *error;

  g_return_val_if_fail (RX_IS_TEST_OBSERVER (self), NULL);

  end = observer_get_end (self);
  error = end != NULL ? rx_notification_get_error (rx_test_event_get_notification (end)) : NULL;
  return error != NULL ? g_error_copy (error) : NULL;
}
