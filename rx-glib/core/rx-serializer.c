/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "core/rx-serializer-private.h"

void
_rx_serializer_init (RxSerializer *self, gboolean held)
{
  memset (self, 0, sizeof *self);
  atomic_init (&self->gate, held ? RX_GATE_BUSY : RX_GATE_IDLE);
}

static inline gboolean
gate_is_edited (guint32 gate)
{
  return gate == RX_GATE_EDIT || gate == RX_GATE_AWAITED;
}

/* Waits for an EDIT to pass, and returns what the gate is then. The editor may have been preempted, by the very thread
 * that waits: one with a real-time policy never lets others of lower priority run unless it sleeps. */
static guint32
serializer_wait (RxSerializer *self, guint round)
{
  guint32 gate = RX_GATE_EDIT;

  if (round < 32)
    _rx_pause ();
  /* relaxed: it orders nothing, and edit_done() passes on what the editor has done */
  else if (atomic_compare_exchange_strong_explicit (&self->gate, &gate, RX_GATE_AWAITED,
                                                    memory_order_relaxed, memory_order_relaxed) ||
           gate == RX_GATE_AWAITED)
    _rx_park (&self->gate, RX_GATE_AWAITED, -1);
  return atomic_load_explicit (&self->gate, memory_order_relaxed);      /* relaxed: a guess */
}

/* Something is to be done at the gate. TRUE: by the caller, who has it now. */
gboolean
_rx_serializer_signal (RxSerializer *self)
{
  guint32 gate = atomic_load_explicit (&self->gate, memory_order_relaxed);      /* relaxed: a guess */

  for (guint round = 0;; )
    {
      guint32 to;

      if (gate_is_edited (gate))
        {
          gate = serializer_wait (self, round++);
          continue;
        }
      to = gate == RX_GATE_IDLE ? RX_GATE_BUSY : RX_GATE_PENDING;
      /* acq_rel: as holder the caller sees what the last one has left; otherwise the holder sees what the caller has
       * left. PENDING is written again, so that all signals stand in the order of the gate. */
      if (atomic_compare_exchange_weak_explicit (&self->gate, &gate, to, memory_order_acq_rel, memory_order_relaxed))
        return to == RX_GATE_BUSY;
    }
}

/* Something is to be done at the gate, but not by the caller. FALSE: nobody is there to do it. */
gboolean
_rx_serializer_nudge (RxSerializer *self)
{
  guint32 gate = atomic_load_explicit (&self->gate, memory_order_relaxed);      /* relaxed: a guess */

  while (gate == RX_GATE_BUSY || gate == RX_GATE_PENDING)
    {
      /* acq_rel: as for every signal */
      if (atomic_compare_exchange_weak_explicit (&self->gate, &gate, RX_GATE_PENDING,
                                                 memory_order_acq_rel, memory_order_relaxed))
        return TRUE;
    }
  return FALSE;
}

/* FALSE: it is too late. */
static gboolean
serializer_push (RxSerializer *self, const RxEvent *event)
{
  gboolean dead;

  _rx_lock (&self->lock);
  dead = self->dead;
  if (!dead)
    {
      if (self->count == self->capacity)
        {
          guint capacity = MAX (8, self->capacity * 2);
          RxEvent *events = g_new (RxEvent, capacity);

          for (guint i = 0; i < self->count; i++)
            events[i] = self->events[(self->head + i) % self->capacity];
          g_free (self->events);
          self->events = events;
          self->capacity = capacity;
          self->head = 0;
        }
      self->events[(self->head + self->count++) % self->capacity] = *event;
    }
  _rx_unlock (&self->lock);
  return !dead;
}

/* Copies the bytes of event, and with them its contents. */
RxPost
_rx_serializer_post (RxSerializer *self, const RxEvent *event)
{
  if (!serializer_push (self, event))
    return RX_POST_DEAD;
  return _rx_serializer_signal (self) ? RX_POST_RUN : RX_POST_LEFT;
}

/* Takes back an event that nobody has handled yet. */
static gboolean
serializer_withdraw (RxSerializer *self, const RxEvent *event)
{
  gboolean found = FALSE;

  _rx_lock (&self->lock);
  for (guint i = 0; i < self->count; i++)
    {
      RxEvent *at = &self->events[(self->head + i) % self->capacity];

      if (found)
        self->events[(self->head + i - 1) % self->capacity] = *at;
      else
        found = at->kind == event->kind && at->who == event->who;
    }
  self->count -= found;
  _rx_unlock (&self->lock);
  return found;
}

/* Posts an event of the kind that changes the receivers, for a caller that must not be left with other people's events:
 * the holder of the gate handles it, or the caller does, alone. */
RxPost
_rx_serializer_post_edit (RxSerializer *self, const RxEvent *event)
{
  guint32 gate = RX_GATE_IDLE;
  gboolean pushed = FALSE;

  for (guint round = 0;; )
    {
      if (gate_is_edited (gate))
        gate = serializer_wait (self, round++);
      else if (gate == RX_GATE_IDLE)
        {
          /* acquire: as for BUSY */
          if (!atomic_compare_exchange_weak_explicit (&self->gate, &gate, RX_GATE_EDIT,
                                                      memory_order_acquire, memory_order_relaxed))
            continue;
          if (!pushed || serializer_withdraw (self, event))
            return RX_POST_EDIT;
          _rx_serializer_edit_done (self);
          return RX_POST_LEFT;
        }
      else
        {
          if (!pushed && !serializer_push (self, event))
            return RX_POST_DEAD;
          pushed = TRUE;
          /* acq_rel: as for every signal */
          if (atomic_compare_exchange_weak_explicit (&self->gate, &gate, RX_GATE_PENDING,
                                                     memory_order_acq_rel, memory_order_relaxed))
            return RX_POST_LEFT;
        }
    }
}

gboolean
_rx_serializer_take (RxSerializer *self, RxEvent *event)
{
  gboolean found;

  _rx_lock (&self->lock);
  found = self->count > 0;
  if (found)
    {
      *event = self->events[self->head];
      self->head = (self->head + 1) % self->capacity;
      self->count--;
    }
  _rx_unlock (&self->lock);
  return found;
}

/* TRUE: left. FALSE: something has come, the gate is still held. */
gboolean
_rx_serializer_leave (RxSerializer *self)
{
  guint32 busy = RX_GATE_BUSY;

  /* release: for the next one to enter */
  if (atomic_compare_exchange_strong_explicit (&self->gate, &busy, RX_GATE_IDLE,
                                               memory_order_release, memory_order_relaxed))
    return TRUE;
  /* acquire: what the signaller has left. It was PENDING, which nobody but the holder changes. */
  atomic_exchange_explicit (&self->gate, RX_GATE_BUSY, memory_order_acquire);
  return FALSE;
}

void
_rx_serializer_edit_done (RxSerializer *self)
{
  /* release: as for BUSY. From here on the serializer may be gone, but nobody looks into an address that is woken. */
  if (atomic_exchange_explicit (&self->gate, RX_GATE_IDLE, memory_order_release) == RX_GATE_AWAITED)
    _rx_unpark (&self->gate, TRUE);
}

/* The gate is held and will never be left. What is still queued is the caller's to take. */
void
_rx_serializer_die (RxSerializer *self)
{
  _rx_lock (&self->lock);
  self->dead = TRUE;
  _rx_unlock (&self->lock);
}

void
_rx_serializer_clear (RxSerializer *self)
{
  g_free (self->events);
}
