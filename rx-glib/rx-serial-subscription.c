/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-subscription-private.h"

struct _RxSerialSubscription
{
  RxSubscription parent_instance;

  RxLock child_lock;
  /* under the lock */
  gboolean closed;
  RxSubscription *child;        /* (owned) (nullable) */
};

/**
 * RxSerialSubscription:
 *
 * A place for one subscription after another: a new one ends the one before.
 *
 * After it has been unsubscribed, a child is unsubscribed on arrival.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (RxSerialSubscription, rx_serial_subscription, RX_TYPE_SUBSCRIPTION)

static void
serial_swap (RxSerialSubscription *self, RxSubscription *child, gboolean close)
{
  RxSubscription *old;

  _rx_lock (&self->child_lock);
  if (self->closed)
    old = child;
  else
    {
      old = self->child;
      self->child = child;
      self->closed = close;
    }
  _rx_unlock (&self->child_lock);

  rx_clear_subscription (&old);
}

static void
serial_ended (RxSubscription *subscription)
{
  serial_swap ((RxSerialSubscription *) subscription, NULL, TRUE);
}

static void
rx_serial_subscription_finalize (GObject *object)
{
  g_clear_object (&((RxSerialSubscription *) object)->child);

  G_OBJECT_CLASS (rx_serial_subscription_parent_class)->finalize (object);
}

static void
rx_serial_subscription_class_init (RxSerialSubscriptionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rx_serial_subscription_finalize;
  _RX_SUBSCRIPTION_ENDED (&klass->parent_class) = serial_ended;
}

static void
rx_serial_subscription_init (RxSerialSubscription *self)
{
}

/**
 * rx_serial_subscription_new:
 *
 * Makes an empty one.
 *
 * Returns: (transfer full): the serial subscription
 *
 * Since: 1.0
 */
RxSerialSubscription *
rx_serial_subscription_new (void)
{
  return g_object_new (RX_TYPE_SERIAL_SUBSCRIPTION, NULL);
}

/**
 * rx_serial_subscription_set_current:
 * @self: the serial subscription
 * @child: (nullable): a subscription
 *
 * Puts @child in the place and unsubscribes what was there.
 *
 * Since: 1.0
 */
void
rx_serial_subscription_set_current (RxSerialSubscription *self, RxSubscription *child)
{
  g_return_if_fail (child == NULL || RX_IS_SUBSCRIPTION (child));

  rx_serial_subscription_take (self, child != NULL ? g_object_ref (child) : NULL);
}

/**
 * rx_serial_subscription_take: (skip)
 * @self: the serial subscription
 * @child: (transfer full) (nullable): a subscription
 *
 * Puts @child in the place, taking over the caller's reference, and unsubscribes what was there.
 *
 * Since: 1.0
 */
void
rx_serial_subscription_take (RxSerialSubscription *self, RxSubscription *child)
{
  g_return_if_fail (RX_IS_SERIAL_SUBSCRIPTION (self));
  g_return_if_fail (child == NULL || RX_IS_SUBSCRIPTION (child));
  g_return_if_fail (child != (RxSubscription *) self);

  serial_swap (self, child, FALSE);
}

/**
 * rx_serial_subscription_get_current:
 * @self: the serial subscription
 *
 * Gets what is in the place.
 *
 * Returns: (transfer full) (nullable): the subscription
 *
 * Since: 1.0
 */
RxSubscription *
rx_serial_subscription_get_current (RxSerialSubscription *self)
{
  RxSubscription *child;

  g_return_val_if_fail (RX_IS_SERIAL_SUBSCRIPTION (self), NULL);

  _rx_lock (&self->child_lock);
  child = self->child != NULL ? g_object_ref (self->child) : NULL;
  _rx_unlock (&self->child_lock);
  return child;
}
