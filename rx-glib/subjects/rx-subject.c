/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "subjects/rx-subject.h"

#include "rx-observable-private.h"
#include "subjects/rx-subject-private.h"

static void rx_subject_observer_init (RxObserverInterface *iface);

/**
 * RxSubject:
 *
 * An observable that is fed by hand: it is also an observer, and passes what it gets to its subscribers.
 *
 * It may be fed on any thread: the events go down one at a time, in one order for all subscribers, on the thread that
 * brings them or on one that is bringing another just then. What is fed from inside a subscriber's function comes after
 * the running event. Items come whether they were asked for or not. Whoever subscribes after the end is told the end.
 * When the last reference to the object is dropped without an end, the subscribers are released without a word.
 *
 * A class that derives from this one passes on what comes, as [class@Rx.PublishSubject] does.
 *
 * Since: 1.0
 */
G_DEFINE_ABSTRACT_TYPE_WITH_CODE (RxSubject, rx_subject, RX_TYPE_OBSERVABLE,
                                  G_IMPLEMENT_INTERFACE (RX_TYPE_OBSERVER, rx_subject_observer_init))

/* A class that somebody derives has no node: it does what the plainest subject does. */
static void
rx_subject_constructed (GObject *object)
{
  RxObservable *self = (RxObservable *) object;

  if (self->node == NULL)
    self->node = _rx_publish_subject_core_new ();

  G_OBJECT_CLASS (rx_subject_parent_class)->constructed (object);
}

static void
rx_subject_finalize (GObject *object)
{
  RxObservable *self = (RxObservable *) object;

  /* The core takes a reference; the object's own goes as every observable's does. Nothing is written to the object:
   * what other threads have read of it is ordered by GLib's reference count, which is not seen by everybody. */
  _rx_subject_core_abandon (_rx_node_ref (self->node));

  G_OBJECT_CLASS (rx_subject_parent_class)->finalize (object);
}

static void
rx_subject_class_init (RxSubjectClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->constructed = rx_subject_constructed;
  object_class->finalize = rx_subject_finalize;
}

static void
rx_subject_init (RxSubject *self)
{
}

static inline RxSubjectCore *
subject_core (RxSubject *self)
{
  return (RxSubjectCore *) ((RxObservable *) self)->node;
}

static void
subject_observer_next (RxObserver *observer, const GValue *item, GError **error)
{
  rx_subject_next ((RxSubject *) observer, item);
}

static void
subject_observer_error (RxObserver *observer, const GError *error)
{
  rx_subject_error ((RxSubject *) observer, error);
}

static void
subject_observer_completed (RxObserver *observer)
{
  rx_subject_completed ((RxSubject *) observer);
}

static void
rx_subject_observer_init (RxObserverInterface *iface)
{
  iface->next = subject_observer_next;
  iface->error = subject_observer_error;
  iface->completed = subject_observer_completed;
}

/**
 * rx_subject_has_observers:
 * @self: the subject
 *
 * Tells whether anybody is subscribed.
 *
 * Returns: whether there is a subscriber
 *
 * Since: 1.0
 */
gboolean
rx_subject_has_observers (RxSubject *self)
{
  g_return_val_if_fail (RX_IS_SUBJECT (self), FALSE);

  return atomic_load (&subject_core (self)->n_links) > 0;
}

/**
 * rx_subject_next: (skip)
 * @self: the subject
 * @item: (nullable): the item; %NULL stands for a NULL item
 *
 * Passes a copy of an item to the subscribers.
 *
 * Since: 1.0
 */
void
rx_subject_next (RxSubject *self, const GValue *item)
{
  GValue copy;

  g_return_if_fail (RX_IS_SUBJECT (self));
  g_return_if_fail (item == NULL || G_IS_VALUE (item));

  _rx_item_import (&copy, item);
  _rx_subject_core_next (subject_core (self), &copy);
  _rx_item_clear (&copy);
}

/**
 * rx_subject_error: (skip)
 * @self: the subject
 * @error: the error
 *
 * Ends the stream of all subscribers with a copy of @error.
 *
 * Since: 1.0
 */
void
rx_subject_error (RxSubject *self, const GError *error)
{
  g_return_if_fail (RX_IS_SUBJECT (self));
  g_return_if_fail (error != NULL);

  _rx_subject_core_end (subject_core (self), g_error_copy (error));
}

/**
 * rx_subject_completed: (skip)
 * @self: the subject
 *
 * Ends the stream of all subscribers.
 *
 * Since: 1.0
 */
void
rx_subject_completed (RxSubject *self)
{
  g_return_if_fail (RX_IS_SUBJECT (self));

  _rx_subject_core_end (subject_core (self), NULL);
}
