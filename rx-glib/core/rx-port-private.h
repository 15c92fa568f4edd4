/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-coordinator-private.h"

/* What a coordinator and its ports know of each other, and operators do not. */

/* The kinds of the events that ports leave at the gate. */
enum
{
  RX_PORT_NEXT,
  RX_PORT_ERROR,
  RX_PORT_COMPLETED,
  RX_PORT_DETACH
};

static inline const RxCoordinatorOps *
_rx_coordinator_ops (RxCoordinator *self)
{
  return (const RxCoordinatorOps *) self->base.ops;
}

static inline RxCoordinator *
_rx_port_coordinator (RxPort *self)
{
  return (RxCoordinator *) self->base.down;
}

void _rx_port_unlink      (RxPort *self);
void _rx_coordinator_run  (RxCoordinator *self);
void _rx_coordinator_drop (RxEvent *event);
