/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-item-private.h"
#include "core/rx-sync-private.h"

/* Brings events from any thread into one order: who finds the gate idle handles events, and whoever comes meanwhile
 * leaves his in a queue for the one at the gate. The gate's word:
 *
 *   IDLE → BUSY → IDLE     BUSY → PENDING (an event or a signal was left) → BUSY     IDLE → EDIT → IDLE
 *                                                                               EDIT → AWAITED (others sleep) → IDLE
 *
 * EDIT is held for a few instructions only, to add or remove a receiver: others wait for it to pass, so that who
 * subscribes or unsubscribes is never left with other people's items. After the end the gate stays held. */
typedef struct
{
  guint kind;                   /* the owner's */
  gpointer who;                 /* the owner's */
  union
  {
    GValue item;
    GError *error;
  };
} RxEvent;

typedef struct
{
  _Atomic guint32 gate;
  RxLock lock;
  /* under the lock */
  RxEvent *events;              /* a ring */
  guint head, count, capacity;
  gboolean dead;
} RxSerializer;

enum
{
  RX_GATE_IDLE,
  RX_GATE_BUSY,
  RX_GATE_PENDING,
  RX_GATE_EDIT,
  RX_GATE_AWAITED
};

typedef enum
{
  RX_POST_LEFT,                 /* the holder of the gate will handle it */
  RX_POST_RUN,                  /* the caller has the gate now and handles it */
  RX_POST_EDIT,                 /* the caller has the gate for an edit, and the event is not there any more */
  RX_POST_DEAD                  /* nobody will: the event is still the caller's */
} RxPost;

void     _rx_serializer_init      (RxSerializer *self, gboolean held);
RxPost   _rx_serializer_post      (RxSerializer *self, const RxEvent *event);
RxPost   _rx_serializer_post_edit (RxSerializer *self, const RxEvent *event);
gboolean _rx_serializer_take      (RxSerializer *self, RxEvent *event);
gboolean _rx_serializer_signal    (RxSerializer *self);
gboolean _rx_serializer_nudge     (RxSerializer *self);
void     _rx_serializer_edit_done (RxSerializer *self);
gboolean _rx_serializer_leave     (RxSerializer *self);
void     _rx_serializer_die       (RxSerializer *self);
void     _rx_serializer_clear     (RxSerializer *self);

/* The fast way in. */
static inline gboolean
_rx_serializer_enter (RxSerializer *self)
{
  guint32 idle = RX_GATE_IDLE;

  /* acquire: what the last holder has left */
  return atomic_compare_exchange_strong_explicit (&self->gate, &idle, RX_GATE_BUSY,
                                                  memory_order_acquire, memory_order_relaxed);
}
