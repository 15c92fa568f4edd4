/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-subscription-private.h"

struct _RxCompositeSubscription
{
  RxSubscription parent_instance;

  RxLock children_lock;
  /* under the lock */
  gboolean closed;
  GQueue order;                 /* (element-type RxSubscription) (owned): in the order of their coming */
  GHashTable *links;            /* (owned): child → its link in order */
};

/**
 * RxCompositeSubscription:
 *
 * Several subscriptions that end together.
 *
 * Unsubscribing it unsubscribes the children in the order in which they came; a child that comes later is unsubscribed
 * on arrival.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (RxCompositeSubscription, rx_composite_subscription, RX_TYPE_SUBSCRIPTION)

static void
composite_unsubscribe_all (RxCompositeSubscription *self, gboolean close)
{
  GQueue order;
  RxSubscription *child;

  _rx_lock (&self->children_lock);
  self->closed |= close;
  order = self->order;
  g_queue_init (&self->order);
  g_hash_table_remove_all (self->links);
  _rx_unlock (&self->children_lock);

  while ((child = g_queue_pop_head (&order)) != NULL)
    {
      rx_subscription_unsubscribe (child);
      g_object_unref (child);
    }
}

static void
composite_ended (RxSubscription *subscription)
{
  composite_unsubscribe_all ((RxCompositeSubscription *) subscription, TRUE);
}

static void
rx_composite_subscription_finalize (GObject *object)
{
  RxCompositeSubscription *self = (RxCompositeSubscription *) object;

  g_queue_clear_full (&self->order, g_object_unref);
  g_hash_table_unref (self->links);

  G_OBJECT_CLASS (rx_composite_subscription_parent_class)->finalize (object);
}

static void
rx_composite_subscription_class_init (RxCompositeSubscriptionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rx_composite_subscription_finalize;
  _RX_SUBSCRIPTION_ENDED (&klass->parent_class) = composite_ended;
}

static void
rx_composite_subscription_init (RxCompositeSubscription *self)
{
  /* Under the lock: it may be handed on as the data of an object, by GLib's locks, which are not seen by everybody. */
  _rx_lock (&self->children_lock);
  g_queue_init (&self->order);
  self->links = g_hash_table_new (NULL, NULL);
  _rx_unlock (&self->children_lock);
}

/**
 * rx_composite_subscription_new:
 *
 * Makes one without children.
 *
 * Returns: (transfer full): the composite
 *
 * Since: 1.0
 */
RxCompositeSubscription *
rx_composite_subscription_new (void)
{
  return g_object_new (RX_TYPE_COMPOSITE_SUBSCRIPTION, NULL);
}

/**
 * rx_composite_subscription_add:
 * @self: the composite
 * @child: a subscription
 *
 * Adds a child; one that is a child already stays it.
 *
 * Since: 1.0
 */
void
rx_composite_subscription_add (RxCompositeSubscription *self, RxSubscription *child)
{
  g_return_if_fail (RX_IS_SUBSCRIPTION (child));

  rx_composite_subscription_take (self, g_object_ref (child));
}

/**
 * rx_composite_subscription_take: (skip)
 * @self: the composite
 * @child: (transfer full): a subscription
 *
 * Adds a child and takes over the caller's reference to it.
 *
 * Since: 1.0
 */
void
rx_composite_subscription_take (RxCompositeSubscription *self, RxSubscription *child)
{
  gboolean closed, known = FALSE;

  g_return_if_fail (RX_IS_COMPOSITE_SUBSCRIPTION (self));
  g_return_if_fail (RX_IS_SUBSCRIPTION (child));
  g_return_if_fail (child != (RxSubscription *) self);

  _rx_lock (&self->children_lock);
  closed = self->closed;
  if (!closed)
    {
      known = g_hash_table_contains (self->links, child);
      if (!known)
        {
          g_queue_push_tail (&self->order, child);
          g_hash_table_insert (self->links, child, self->order.tail);
        }
    }
  _rx_unlock (&self->children_lock);

  if (closed)
    rx_subscription_unsubscribe (child);
  if (closed || known)
    g_object_unref (child);
}

/**
 * rx_composite_subscription_remove:
 * @self: the composite
 * @child: a subscription
 *
 * Removes a child and unsubscribes it.
 *
 * Returns: whether it was a child
 *
 * Since: 1.0
 */
gboolean
rx_composite_subscription_remove (RxCompositeSubscription *self, RxSubscription *child)
{
  gboolean found;

  g_return_val_if_fail (RX_IS_SUBSCRIPTION (child), FALSE);

  g_object_ref (child);
  found = rx_composite_subscription_detach (self, child);
  if (found)
    rx_subscription_unsubscribe (child);
  g_object_unref (child);
  return found;
}

/**
 * rx_composite_subscription_detach:
 * @self: the composite
 * @child: a subscription
 *
 * Removes a child, which goes on.
 *
 * Returns: whether it was a child
 *
 * Since: 1.0
 */
gboolean
rx_composite_subscription_detach (RxCompositeSubscription *self, RxSubscription *child)
{
  GList *link;

  g_return_val_if_fail (RX_IS_COMPOSITE_SUBSCRIPTION (self), FALSE);
  g_return_val_if_fail (RX_IS_SUBSCRIPTION (child), FALSE);

  _rx_lock (&self->children_lock);
  link = g_hash_table_lookup (self->links, child);
  if (link != NULL)
    {
      g_queue_delete_link (&self->order, link);
      g_hash_table_remove (self->links, child);
    }
  _rx_unlock (&self->children_lock);

  if (link != NULL)
    g_object_unref (child);
  return link != NULL;
}

/**
 * rx_composite_subscription_clear:
 * @self: the composite
 *
 * Unsubscribes and removes all children; the composite can be used on.
 *
 * Since: 1.0
 */
void
rx_composite_subscription_clear (RxCompositeSubscription *self)
{
  g_return_if_fail (RX_IS_COMPOSITE_SUBSCRIPTION (self));

  composite_unsubscribe_all (self, FALSE);
}
