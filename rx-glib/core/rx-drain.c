/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "core/rx-drain-flow-private.h"
#include "core/rx-ending-private.h"
#include "rx-hooks-private.h"

enum
{
  GATE_RUNNING,                 /* what it is born with: held until subscribed() has returned */
  GATE_IDLE,
  GATE_QUEUED,
  GATE_AGAIN,
  GATE_DEAD
};

static __thread gchar this_thread __attribute__ ((tls_model ("initial-exec")));

/* A loop that gives way, on this thread's stack. The worker of somebody's scheduler may run the task at once, and
 * inside would be the loop's next part, one for each slice: the loop goes on instead. */
typedef struct
{
  RxDrain *drain;
  gboolean ran;                 /* the task, inside */
} GivingWay;

static __thread GivingWay *giving_way __attribute__ ((tls_model ("initial-exec")));

static inline const RxDrainOps *
drain_ops (RxDrain *self)
{
  return (const RxDrainOps *) self->base.ops;
}

/* acquire: what the one before has left in the loop's fields; release: what this one leaves. seq_cst on the gate costs
 * nothing more where a read-modify-write is needed anyway. */
static inline gboolean
gate_move (RxDrain *self, guint32 from, guint32 to)
{
  return atomic_compare_exchange_strong (&self->gate, &from, to);
}

void
_rx_drain_init (RxDrain *self, guint prefetch, guint chunk)
{
  atomic_init (&self->gate, GATE_RUNNING);
  self->prefetch = prefetch;
  self->limit = prefetch - prefetch / 4;
  _rx_queue_init (&self->queue, chunk);
  _rx_outermost_init (&self->outermost, self->base.down);
}

static inline gboolean
drain_is_runner (RxDrain *self)
{
  /* relaxed: a thread can find its own address only if it has put it there itself */
  return atomic_load_explicit (&self->runner, memory_order_relaxed) == &this_thread;
}

/* Before the gate goes into other hands. */
static inline void
drain_forget_runner (RxDrain *self)
{
  atomic_store_explicit (&self->runner, NULL, memory_order_relaxed);    /* relaxed: see drain_is_runner() */
}

/* The gate is held. The last act of an emitting context: nothing is emitted after this. */
static void
drain_die (RxDrain *self)
{
  drain_forget_runner (self);
  atomic_store (&self->gate, GATE_DEAD);
  _rx_queue_clear (&self->queue);
  /* acquire: the error comes before it. One that comes after this look is found in free. */
  if (atomic_load_explicit (&self->end, memory_order_acquire) == RX_DRAIN_ERROR && self->error != NULL)
    _rx_undeliverable (g_steal_pointer (&self->error), self->outermost.name);
  if (drain_ops (self)->dead != NULL)
    drain_ops (self)->dead (self);
  _rx_detach (self->base.down);
}

static gboolean
drain_finish (RxDrain *self, guint32 end)
{
  if (end == RX_DRAIN_ERROR)
    _rx_error (self->base.down, g_steal_pointer (&self->error));
  else if (end == RX_DRAIN_COMPLETED)
    _rx_completed (self->base.down);
  drain_die (self);
  return TRUE;
}

/* The gate has just been taken by a context that may emit. */
static void
drain_wake_up (RxDrain *self)
{
  /* relaxed: see drain_is_runner() */
  atomic_store_explicit (&self->runner, &this_thread, memory_order_relaxed);
  self->deadline = 0;
  self->count = 0;
  self->look = self->look_sharp = 1;
  self->tired = FALSE;

  if (self->asked)
    _rx_drain_look_around (self);
  /* relaxed: as in drain_look_around() */
  else if (atomic_load_explicit (&self->end, memory_order_relaxed) == RX_DRAIN_OPEN &&
           !_rx_sink_is_cancelled (&self->base))
    {
      self->asked = TRUE;
      _rx_drain_ask (self, self->prefetch);
    }
}

/* TRUE: the gate is in other hands. FALSE: there is nobody else to give way to. */
static gboolean
drain_give_way (RxDrain *self)
{
  GivingWay *outer = giving_way, here = { .drain = self };

  drain_forget_runner (self);
  atomic_store (&self->gate, GATE_QUEUED);
  giving_way = &here;
  drain_ops (self)->schedule (self);
  giving_way = outer;
  /* It may have been cancelled meanwhile. */
  return !here.ran || !gate_move (self, GATE_QUEUED, GATE_RUNNING);
}

/* Emits what can be emitted. TRUE: the gate is dead or in other hands. */
static gboolean
drain_emit (RxDrain *self)
{
  GValue item;
  guint32 end;

  for (;;)
    {
      if (_rx_sink_is_cancelled (&self->base))
        {
          drain_die (self);
          return TRUE;
        }

      /* acquire: the error was written before */
      if (self->error_first && atomic_load_explicit (&self->end, memory_order_acquire) == RX_DRAIN_ERROR)
        return drain_finish (self, RX_DRAIN_ERROR);

      if (self->tired)
        {
          if (drain_give_way (self))
            return TRUE;
          drain_wake_up (self);
          continue;
        }

      /* relaxed: a hint. Upstream cannot push while its thread is here. */
      if (self->prefetch != 0 && !_rx_queue_knows (&self->queue) && _rx_drain_has_demand (self) &&
          atomic_load_explicit (&self->waker, memory_order_relaxed) != &this_thread)
        _rx_drain_gather (self);
      if (!_rx_drain_has_demand (self) || !_rx_queue_pop (&self->queue, &item))
        {
          /* acquire: the queue that was filled before upstream ended is seen here */
          end = atomic_load_explicit (&self->end, memory_order_acquire);
          if (end != RX_DRAIN_OPEN && !_rx_queue_peek (&self->queue))
            return drain_finish (self, end);
          if (end == RX_DRAIN_OPEN || !_rx_drain_has_demand (self))
            return FALSE;
          continue;
        }

      _rx_drain_pass (self, &item);
      _rx_item_clear (&item);
    }
}

/* The gate is held. */
static void
drain_loop (RxDrain *self)
{
  gboolean woken = FALSE;

  for (;;)
    {
      /* relaxed: see drain_is_runner() */
      atomic_store_explicit (&self->runner, &this_thread, memory_order_relaxed);
      if (!woken)
        drain_wake_up (self);
      woken = TRUE;
      if (drain_emit (self))
        return;
      drain_forget_runner (self);
      if (gate_move (self, GATE_RUNNING, GATE_IDLE))
        return;
      atomic_exchange (&self->gate, GATE_RUNNING);      /* it was AGAIN */
    }
}

static void drain_pump (RxSink *sink);

/* There is something for the loop. */
static void
drain_signal (RxDrain *self)
{
  guint32 gate;

  /* The loop is on this thread's stack and looks again before it leaves. */
  if (drain_is_runner (self))
    return;

  /* relaxed: a guess, made good by what follows */
  gate = atomic_load_explicit (&self->gate, memory_order_relaxed);
  for (;;)
    {
      guint32 to;

      if (G_UNLIKELY (_rx_route != NULL) && gate == GATE_IDLE && drain_ops (self)->schedule == NULL)
        {
          _rx_defer (&self->base, drain_pump);
          return;
        }
      if (gate == GATE_IDLE)
        to = drain_ops (self)->schedule != NULL ? GATE_QUEUED : GATE_RUNNING;
      else if (gate == GATE_RUNNING)
        to = GATE_AGAIN;
      else
        to = gate;      /* the same value written back, for the order among read-modify-writes */

      if (!atomic_compare_exchange_strong (&self->gate, &gate, to))
        continue;
      if (gate == GATE_IDLE && to == GATE_QUEUED)
        {
          atomic_store_explicit (&self->waker, &this_thread, memory_order_relaxed);     /* relaxed: a hint */
          drain_ops (self)->schedule (self);
        }
      else if (gate == GATE_IDLE)
        drain_loop (self);
      return;
    }
}

static void
drain_pump (RxSink *sink)
{
  _rx_deferred (sink);
  drain_signal ((RxDrain *) sink);
}

/* On the worker, for what ops->schedule has scheduled. */
void
_rx_drain_run (RxDrain *self)
{
  if (giving_way != NULL && giving_way->drain == self)
    giving_way->ran = TRUE;
  else if (gate_move (self, GATE_QUEUED, GATE_RUNNING))
    drain_loop (self);
}

/* The worker is gone: nobody will run the loop. */
void
_rx_drain_dropped (RxDrain *self)
{
  GError *error = _rx_sink_is_cancelled (&self->base) ? NULL : _rx_worker_take_failure ();

  _rx_sink_set_cancelled (&self->base);
  if (gate_move (self, GATE_QUEUED, GATE_RUNNING))
    {
      _rx_cancel (self->base.up);
      if (error != NULL)
        _rx_error (self->base.down, g_steal_pointer (&error));
      drain_die (self);
    }
  if (error != NULL)
    _rx_undeliverable (error, self->outermost.name);
}

/* For subscribed(), or for subscribe if upstream comes later: announces the sink, then opens the gate. */
void
_rx_drain_start (RxDrain *self)
{
  _rx_sink_announce (&self->base);
  if (_rx_sink_is_cancelled (&self->base))
    drain_die (self);
  else if (!gate_move (self, GATE_RUNNING, GATE_IDLE))
    {
      /* demand or a cancel has come meanwhile; the queue is empty */
      atomic_exchange (&self->gate, GATE_RUNNING);
      drain_loop (self);
    }
}

void
_rx_drain_subscribed (RxSink *sink, RxSink *up)
{
  RxDrain *self = (RxDrain *) sink;

  sink->up = up;
  self->asked = self->prefetch == 0 || !self->asks_later;
  if (self->asks_later)
    {
      /* the gate stays held until _rx_drain_begin() */
      _rx_sink_announce (sink);
      return;
    }
  _rx_drain_start (self);
  if (self->prefetch != 0)
    _rx_request (up, self->prefetch);
}

/* When upstream has been subscribed to, where the loop asks it; the caller holds a reference. */
void
_rx_drain_begin (RxDrain *self)
{
  if (_rx_sink_is_cancelled (&self->base))
    {
      drain_die (self);
      return;
    }
  /* seq_cst: whoever has come so far may have left AGAIN, and is seen by the loop */
  atomic_store (&self->gate, GATE_QUEUED);
  drain_ops (self)->schedule (self);
}

/* Everything is wanted and nothing waits: upstream keeps the gate, and items pass without a queue. */
static gboolean
drain_go_direct (RxDrain *self)
{
  if (drain_ops (self)->schedule != NULL ||
      atomic_load_explicit (&self->requested, memory_order_relaxed) != RX_UNBOUNDED ||  /* relaxed: it is for good */
      !gate_move (self, GATE_IDLE, GATE_RUNNING))
    return FALSE;
  self->direct = !_rx_queue_peek (&self->queue);
  if (!self->direct)
    drain_loop (self);
  return self->direct;
}

/* What is not passed on at once; apart, so that the way of most items needs no registers saved. */
static void G_GNUC_NO_INLINE
drain_push (RxDrain *self, GValue *item)
{
  if (self->base.done || _rx_sink_is_cancelled (&self->base))
    return;
  if (self->direct || drain_go_direct (self))
    {
      _rx_next (self->base.down, item);
      return;
    }
  if (drain_is_runner (self) && self->pulling && _rx_drain_pass_through (self, item))
    return;
  self->empty = FALSE;
  _rx_queue_push (&self->queue, item);
  drain_signal (self);
}

void
_rx_drain_next (RxSink *sink, GValue *item)
{
  RxDrain *self = (RxDrain *) sink;

  /* There is a budget only while the loop is in upstream's request, and until this thread cancels. */
  if (drain_is_runner (self) && self->budget > 0 && self->empty)
    {
      self->budget--;
      _rx_next (sink->down, item);
    }
  else
    drain_push (self, item);
}

static void
drain_end (RxDrain *self, RxDrainEnd end)
{
  self->base.done = TRUE;
  if (drain_is_runner (self))
    _rx_drain_settle (self);        /* nothing is passed on any more */
  if (self->direct)
    {
      if (!_rx_sink_is_cancelled (&self->base))
        drain_finish (self, end);
      else
        drain_die (self);
      return;
    }
  /* release: all pushes, and the error, come before */
  atomic_store_explicit (&self->end, end, memory_order_release);
  drain_signal (self);
}

void
_rx_drain_error (RxSink *sink, GError *error)
{
  RxDrain *self = (RxDrain *) sink;

  if (sink->done || _rx_sink_is_cancelled (sink))
    {
      _rx_undeliverable (error, NULL);
      return;
    }
  self->error = error;
  drain_end (self, RX_DRAIN_ERROR);
}

void
_rx_drain_completed (RxSink *sink)
{
  if (!sink->done)
    drain_end ((RxDrain *) sink, RX_DRAIN_COMPLETED);
}

/* In band: what is queued still goes down, unless it was cancelled. */
void
_rx_drain_detach (RxSink *sink)
{
  if (!sink->done)
    drain_end ((RxDrain *) sink, RX_DRAIN_DETACHED);
  _rx_sink_unref (sink);
}

void
_rx_drain_request (RxSink *sink, gint64 n)
{
  RxDrain *self = (RxDrain *) sink;

  _rx_demand_add (&self->requested, n);
  drain_signal (self);
  if (self->prefetch == 0)
    _rx_request (sink->up, n);
}

void
_rx_drain_cancel (RxSink *sink)
{
  RxDrain *self = (RxDrain *) sink;

  _rx_sink_set_cancelled (sink);
  if (drain_is_runner (self))
    _rx_drain_settle (self);    /* nothing is passed on any more */
  _rx_cancel (sink->up);

  for (;;)
    {
      guint32 gate;

      if (gate_move (self, GATE_IDLE, GATE_RUNNING) ||
          (drain_ops (self)->schedule != NULL && gate_move (self, GATE_QUEUED, GATE_RUNNING)))
        {
          drain_die (self);
          return;
        }
      if (gate_move (self, GATE_RUNNING, GATE_AGAIN) || gate_move (self, GATE_AGAIN, GATE_AGAIN))
        return;
      gate = atomic_load (&self->gate);
      if (gate == GATE_DEAD)
        return;
    }
}

void
_rx_drain_free (RxSink *sink)
{
  RxDrain *self = (RxDrain *) sink;

  _rx_queue_free (&self->queue);
  if (self->error != NULL)
    _rx_undeliverable (g_steal_pointer (&self->error), self->outermost.name);
  _rx_outermost_clear (&self->outermost);
  _rx_sink_free (sink);
}

const RxOutermost *
_rx_drain_outermost (RxSink *sink)
{
  return &((RxDrain *) sink)->outermost;
}
