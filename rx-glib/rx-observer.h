/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx-types.h>

G_BEGIN_DECLS

#define RX_TYPE_OBSERVER (rx_observer_get_type ())
RX_AVAILABLE_IN_ALL
G_DECLARE_INTERFACE (RxObserver, rx_observer, RX, OBSERVER, GObject)

/**
 * RxObserverInterface:
 * @parent_iface: the parent interface
 * @next: takes an item; a failure ends the stream and comes back by @error
 * @error: takes the error that ended the stream
 * @completed: is told that the stream has ended
 *
 * What receives the events of a stream. Each method may be left out.
 */
struct _RxObserverInterface
{
  GTypeInterface parent_iface;

  void (*next)      (RxObserver *self, const GValue *item, GError **error);
  void (*error)     (RxObserver *self, const GError *error);
  void (*completed) (RxObserver *self);

  /*< private >*/
  gpointer padding[4];
};

RX_AVAILABLE_IN_ALL
void rx_observer_on_next      (RxObserver   *self,
                               const GValue *item);
RX_AVAILABLE_IN_ALL
void rx_observer_on_error     (RxObserver   *self,
                               const GError *error);
RX_AVAILABLE_IN_ALL
void rx_observer_on_completed (RxObserver   *self);

G_END_DECLS
