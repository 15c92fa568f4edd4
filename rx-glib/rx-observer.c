/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-observer.h"

#include "core/rx-callback-private.h"
#include "rx-hooks-private.h"

/**
 * RxObserver:
 *
 * The receiving end of a stream: items, then at most one error or completion.
 *
 * Implement it where three functions are not enough, in any language, and subscribe it with
 * [method@Rx.Observable.subscribe_observer]. A [class@Rx.Subject] is an observer as well as an observable.
 *
 * Since: 1.0
 */
G_DEFINE_INTERFACE (RxObserver, rx_observer, G_TYPE_OBJECT)

static void
rx_observer_default_init (RxObserverInterface *iface)
{
}

/**
 * rx_observer_on_next:
 * @self: the observer
 * @item: (nullable): the item; %NULL stands for a NULL item
 *
 * Hands an item to the observer. If the observer fails, it gets its own failure as the error.
 *
 * Since: 1.0
 */
void
rx_observer_on_next (RxObserver *self, const GValue *item)
{
  RxObserverInterface *iface;
  g_autoptr (GError) error = NULL;
  GValue null_item;

  g_return_if_fail (RX_IS_OBSERVER (self));
  g_return_if_fail (item == NULL || G_IS_VALUE (item));

  if (item == NULL)
    {
      _rx_item_init_null (&null_item);
      item = &null_item;
    }
  iface = RX_OBSERVER_GET_IFACE (self);
  if (iface->next != NULL)
    iface->next (self, item, &error);
  if (!_rx_callback_leave (&error))
    {
      if (iface->error != NULL)
        iface->error (self, error);
      else
        _rx_undeliverable (g_steal_pointer (&error), NULL);
    }
}

/**
 * rx_observer_on_error:
 * @self: the observer
 * @error: what ended the stream
 *
 * Tells the observer that its stream has failed.
 *
 * Since: 1.0
 */
void
rx_observer_on_error (RxObserver *self, const GError *error)
{
  RxObserverInterface *iface;

  g_return_if_fail (RX_IS_OBSERVER (self));
  g_return_if_fail (error != NULL);

  iface = RX_OBSERVER_GET_IFACE (self);
  if (iface->error != NULL)
    iface->error (self, error);
}

/**
 * rx_observer_on_completed:
 * @self: the observer
 *
 * Tells the observer that its stream has ended.
 *
 * Since: 1.0
 */
void
rx_observer_on_completed (RxObserver *self)
{
  RxObserverInterface *iface;

  g_return_if_fail (RX_IS_OBSERVER (self));

  iface = RX_OBSERVER_GET_IFACE (self);
  if (iface->completed != NULL)
    iface->completed (self);
}
