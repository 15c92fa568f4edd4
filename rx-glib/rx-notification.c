/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-notification-private.h"

#include <stdatomic.h>

#include "core/rx-item-private.h"
#include "rx-observer.h"

/**
 * RxNotification:
 *
 * An event of a stream as an item: what `materialize` makes and `dematerialize` takes.
 *
 * It is immutable, counted, and may be shared between threads. Two notifications are equal for [func@Rx.value_equal] if
 * they are of the same kind and their items are equal, or their errors have the same domain, code and message.
 *
 * Since: 1.0
 */
struct _RxNotification
{
  atomic_int refs;
  RxEventKind kind;
  GValue item;                  /* (owned): with RX_EVENT_NEXT, otherwise unset */
  GError *error;                /* (owned) (nullable): with RX_EVENT_ERROR */
};

G_DEFINE_BOXED_TYPE (RxNotification, rx_notification, rx_notification_ref, rx_notification_unref)

static RxNotification *
notification_new (RxEventKind kind)
{
  RxNotification *self = g_new0 (RxNotification, 1);

  atomic_init (&self->refs, 1);
  self->kind = kind;
  return self;
}

RxNotification *
_rx_notification_new_take_next (GValue *item)
{
  RxNotification *self = notification_new (RX_EVENT_NEXT);

  _rx_item_move (&self->item, item);
  return self;
}

/**
 * rx_notification_new_next:
 * @item: (nullable): the item, which is copied; %NULL stands for the NULL item
 *
 * Makes a notification of an item. An unset value is a programmer error.
 *
 * Returns: (transfer full): the notification; %NULL after a programmer error
 *
 * Since: 1.0
 */
RxNotification *
rx_notification_new_next (const GValue *item)
{
  GValue copy;

  g_return_val_if_fail (item == NULL || G_IS_VALUE (item), NULL);

  _rx_item_import (&copy, item);
  return _rx_notification_new_take_next (&copy);
}

/**
 * rx_notification_new_error:
 * @error: the error, which is copied
 *
 * Makes a notification that a stream has failed.
 *
 * Returns: (transfer full): the notification; %NULL after a programmer error
 *
 * Since: 1.0
 */
RxNotification *
rx_notification_new_error (const GError *error)
{
  RxNotification *self;

  g_return_val_if_fail (error != NULL, NULL);

  self = notification_new (RX_EVENT_ERROR);
  self->error = g_error_copy (error);
  return self;
}

/**
 * rx_notification_new_completed:
 *
 * Makes a notification that a stream has ended without an error.
 *
 * Returns: (transfer full): the notification
 *
 * Since: 1.0
 */
RxNotification *
rx_notification_new_completed (void)
{
  return notification_new (RX_EVENT_COMPLETED);
}

/**
 * rx_notification_ref:
 * @self: a notification
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
RxNotification *
rx_notification_ref (RxNotification *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  atomic_fetch_add_explicit (&self->refs, 1, memory_order_relaxed);     /* relaxed: the caller has a reference */
  return self;
}

/**
 * rx_notification_unref:
 * @self: (transfer full): a notification
 *
 * Gives a reference back. The last one frees the notification with its item or error.
 *
 * Since: 1.0
 */
void
rx_notification_unref (RxNotification *self)
{
  g_return_if_fail (self != NULL);

  /* acq_rel: what every thread read is read before the contents go */
  if (atomic_fetch_sub_explicit (&self->refs, 1, memory_order_acq_rel) != 1)
    return;

  _rx_item_clear (&self->item);
  g_clear_error (&self->error);
  g_free (self);
}

/**
 * rx_notification_get_kind:
 * @self: a notification
 *
 * Tells what happened.
 *
 * Returns: the kind of event
 *
 * Since: 1.0
 */
RxEventKind
rx_notification_get_kind (RxNotification *self)
{
  g_return_val_if_fail (self != NULL, RX_EVENT_COMPLETED);

  return self->kind;
}

/**
 * rx_notification_get_item:
 * @self: a notification
 *
 * Gives the item. A NULL item is a value all the same, of type `gpointer`.
 *
 * Returns: (transfer none) (nullable): the item, valid as long as @self is; %NULL unless the kind is %RX_EVENT_NEXT
 *
 * Since: 1.0
 */
const GValue *
rx_notification_get_item (RxNotification *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->kind == RX_EVENT_NEXT ? &self->item : NULL;
}

/**
 * rx_notification_get_error:
 * @self: a notification
 *
 * Gives the error.
 *
 * Returns: (transfer none) (nullable): the error, valid as long as @self is; %NULL unless the kind is %RX_EVENT_ERROR
 *
 * Since: 1.0
 */
const GError *
rx_notification_get_error (RxNotification *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->error;
}

/**
 * rx_notification_accept:
 * @self: a notification
 * @observer: who is told
 *
 * Calls the method of @observer that goes with the event: next, error or completed.
 *
 * Since: 1.0
 */
void
rx_notification_accept (RxNotification *self, RxObserver *observer)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (RX_IS_OBSERVER (observer));

  switch (self->kind)
    {
    case RX_EVENT_NEXT:
      rx_observer_on_next (observer, &self->item);
      break;
    case RX_EVENT_ERROR:
      rx_observer_on_error (observer, self->error);
      break;
    case RX_EVENT_COMPLETED:
      rx_observer_on_completed (observer);
      break;
    default:
      g_assert_not_reached ();
    }
}
