/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-event-loop-private.h"

/* A sleeping thread takes some 100 µs to be woken on some machines, and half of that is the most that looking for
 * work instead may cost. By time and not by count, since a pause takes from 2 to 40 ns. */
#define SPIN_FULL 100
#define SPIN_LEAST 1
#define SPIN_TRY_FULL 16

enum
{
  LOOP_STOPPED,                 /* there is no thread */
  LOOP_AWAKE,                   /* it will look at the queue before it sleeps */
  LOOP_SPINNING,                /* it looks at the queue's stack all the time */
  LOOP_SLEEPING                 /* it has to be woken */
};

/* Serialises starting and retiring of threads, which takes long; no task and nothing of the user's runs under it. */
static RxLock control_lock;

static __thread RxEventLoop *this_loop __attribute__ ((tls_model ("initial-exec")));

static atomic_int n_spinning;   /* threads of all loops */

/* Looks for work a short while. TRUE: there may be some. */
static gboolean
loop_spin (RxEventLoop *self, gint64 next_due)
{
  gboolean full = ++self->idle_count % SPIN_TRY_FULL == 0, found = FALSE;
  gint64 start, end, now;

  /* relaxed: as in loop_sleep() */
  if (_rx_spin_limit () == 0 || atomic_load_explicit (&self->keep_alive, memory_order_relaxed) == 0)
    return FALSE;

  /* relaxed: a bound, nothing depends on it */
  if (atomic_fetch_add_explicit (&n_spinning, 1, memory_order_relaxed) < _rx_spin_limit ())
    {
      /* relaxed: loop_sleep() makes up for what is missed. Only the thread itself changes AWAKE and SPINNING. */
      atomic_store_explicit (&self->mode, LOOP_SPINNING, memory_order_relaxed);
      start = g_get_monotonic_time ();
      end = MIN (start + (full ? SPIN_FULL : self->spin_budget), next_due);
      do
        {
          for (guint i = 0; i < 8 && !found; i++)
            {
              _rx_pause ();
              /* relaxed: the queue is looked at properly afterwards */
              found = atomic_load_explicit (&self->queue.incoming, memory_order_relaxed) != NULL;
            }
        }
      while ((now = g_get_monotonic_time ()) < end && !found);

      /* What came after a while will come as late again, or somewhat later. */
      if (found)
        self->spin_budget = MIN (MAX (2 * self->spin_budget, 4 * (now - start)), SPIN_FULL);
      else if (!full)
        self->spin_budget = MAX (self->spin_budget / 2, SPIN_LEAST);

      atomic_store_explicit (&self->mode, LOOP_AWAKE, memory_order_relaxed);    /* relaxed: as above */
    }
  atomic_fetch_sub_explicit (&n_spinning, 1, memory_order_relaxed);     /* relaxed: as above */
  return found;
}

/* Nothing came for so long that the thread may end, unless something comes just now. */
static gboolean
loop_retire (RxEventLoop *self)
{
  guint32 sleeping = LOOP_SLEEPING;
  gboolean retired;

  _rx_lock (&control_lock);
  /* seq_cst, as all that concerns the announcement: who has pushed before woke this thread, who pushes from here on
   * starts another */
  retired = self->thread == g_thread_self () && atomic_compare_exchange_strong (&self->mode, &sleeping, LOOP_STOPPED);
  if (retired)
    g_thread_unref (g_steal_pointer (&self->thread));
  _rx_unlock (&control_lock);
  return retired;
}

/* TRUE: the thread has retired, and must not look at the loop any more. */
static gboolean
loop_sleep (RxEventLoop *self)
{
  gint64 due;

  /* seq_cst: first the announcement, then a look at the queue and at quit. Others change these, then look at mode. */
  atomic_store (&self->mode, LOOP_SLEEPING);
  due = _rx_task_queue_next_due (&self->queue);
  if (due > 0 && !atomic_load (&self->quit))
    {
      gint64 now = g_get_monotonic_time (), timeout = due - now;
      /* relaxed: it is set by tasks of this loop, and by who wakes it afterwards */
      gint64 keep_alive = atomic_load_explicit (&self->keep_alive, memory_order_relaxed);

      if (due == G_MAXINT64 && keep_alive >= 0)
        {
          gint64 end = now + keep_alive;

          /* relaxed: the exchange in loop_retire() decides */
          while (now < end && atomic_load_explicit (&self->mode, memory_order_relaxed) == LOOP_SLEEPING)
            {
              _rx_park (&self->mode, LOOP_SLEEPING, end - now);
              now = g_get_monotonic_time ();
            }
          if (loop_retire (self))
            return TRUE;
        }
      else if (due == G_MAXINT64)
        _rx_park (&self->mode, LOOP_SLEEPING, -1);
      else if (timeout > 0)
        _rx_park (&self->mode, LOOP_SLEEPING, MIN (timeout, G_TIME_SPAN_DAY));
    }
  /* seq_cst, as all that concerns the announcement */
  atomic_store (&self->mode, LOOP_AWAKE);
  return FALSE;
}

static gpointer
loop_thread (gpointer data)
{
  RxEventLoop *self = data;

  this_loop = self;
  self->spin_budget = SPIN_FULL;
  /* acquire: what came before the stop */
  while (!atomic_load_explicit (&self->quit, memory_order_acquire))
    {
      gint64 next_due;
      RxTask *task = _rx_task_queue_pop (&self->queue, &next_due);

      if (task != NULL)
        _rx_task_finish (task);
      else if (!loop_spin (self, next_due) && loop_sleep (self))
        break;
    }
  return NULL;
}

void
_rx_event_loop_init (RxEventLoop *self, const gchar *name)
{
  _rx_task_queue_init (&self->queue, &self->lock);
  atomic_init (&self->mode, LOOP_STOPPED);
  atomic_init (&self->keep_alive, -1);
  self->name = name;
}

static void
loop_start (RxEventLoop *self)
{
  _rx_lock (&control_lock);
  /* The caller's look at the mode may be old: meanwhile another one may have started the thread, which is about to be
   * stopped. Then there is no thread to be seen, but who waits for it has still to drop what the caller brought.
   * seq_cst: before that, see _rx_event_loop_stop() */
  if (self->thread == NULL && atomic_load (&self->mode) == LOOP_STOPPED)
    {
      /* Both before the thread is there. seq_cst: as in loop_sleep() */
      atomic_store (&self->quit, FALSE);
      atomic_store (&self->mode, LOOP_AWAKE);
      self->thread = g_thread_new (self->name, loop_thread, self);
    }
  _rx_unlock (&control_lock);
}

/* To be called when the loop's queue has got something new that the loop may not see by itself. */
void
_rx_event_loop_wake (RxEventLoop *self)
{
  /* seq_cst: after the change, see loop_sleep() */
  guint32 mode = atomic_load (&self->mode);

  /* The thread may retire or be stopped between the two: were that written over, nobody would start another one. */
  if (mode == LOOP_SLEEPING && atomic_compare_exchange_strong (&self->mode, &mode, LOOP_AWAKE))
    _rx_unpark (&self->mode, FALSE);
  else if (mode == LOOP_STOPPED)
    loop_start (self);
  /* one that spins finds what is pushed by itself, and looks at the rest before it sleeps */
}

/* By a task of the loop, or before the next one is pushed. */
void
_rx_event_loop_set_keep_alive (RxEventLoop *self, gint64 keep_alive)
{
  atomic_store_explicit (&self->keep_alive, keep_alive, memory_order_relaxed);  /* relaxed: see loop_sleep() */
}

gboolean
_rx_event_loop_is_spinning (RxEventLoop *self)
{
  /* relaxed: a hint */
  return atomic_load_explicit (&self->mode, memory_order_relaxed) == LOOP_SPINNING;
}

/* Waits for the thread, which finishes the task that it runs, and drops what is pending. The next task starts it anew.
 * Not for the loop's own thread. */
void
_rx_event_loop_stop (RxEventLoop *self)
{
  GThread *thread;

  /* Each loop has its own: the task that is waited for may stop another one. */
  _rx_lock (&self->stop_lock);
  _rx_lock (&control_lock);
  thread = g_steal_pointer (&self->thread);
  if (thread != NULL)
    {
      atomic_store (&self->quit, TRUE);         /* seq_cst: as in loop_sleep() */
      _rx_event_loop_wake (self);
    }
  _rx_unlock (&control_lock);

  if (thread != NULL)
    {
      g_thread_join (thread);
      /* seq_cst: who pushes from here on sees it, or its task is dropped below */
      atomic_store (&self->mode, LOOP_STOPPED);
    }
  _rx_unlock (&self->stop_lock);
  _rx_task_queue_drop_all (&self->queue);
}

RxEventLoop *
_rx_event_loop_current (void)
{
  return this_loop;
}
