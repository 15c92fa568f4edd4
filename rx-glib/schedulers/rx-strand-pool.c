/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-strand-private.h"

struct _RxStrandPool
{
  atomic_int refs;
  guint max_threads;
  gint64 keep_alive;            /* microseconds that a thread which has nothing to do waits */
  RxLock lock;
  RxLock shutdown_lock;         /* one shutdown at a time */
  atomic_bool closing;          /* written under the lock */
  _Atomic guint32 word;         /* changes when there is something new; written under the lock */
  _Atomic guint32 n_threads;    /* written under the lock */

  /* under the lock */
  RxStrand *head, *tail;        /* waiting for a thread */
  guint n_queued;
  guint n_idle;
  guint last_number;
  gboolean retired;
  RxStrand *strands;            /* (unowned): all there are */
};

/* The pool that the thread belongs to. */
static __thread RxStrandPool *this_pool __attribute__ ((tls_model ("initial-exec")));

RxStrandPool *
_rx_strand_pool_new (guint max_threads, gint64 keep_alive)
{
  RxStrandPool *self = g_new0 (RxStrandPool, 1);

  atomic_init (&self->refs, 1);
  self->max_threads = max_threads;
  self->keep_alive = keep_alive;
  return self;
}

RxStrandPool *
_rx_strand_pool_ref (RxStrandPool *self)
{
  atomic_fetch_add_explicit (&self->refs, 1, memory_order_relaxed);     /* relaxed: the caller has one */
  return self;
}

void
_rx_strand_pool_unref (RxStrandPool *self)
{
  /* acq_rel: all that was done to it comes before its end */
  if (atomic_fetch_sub_explicit (&self->refs, 1, memory_order_acq_rel) == 1)
    g_free (self);
}

void
_rx_strand_pool_add (RxStrandPool *self, RxStrand *strand)
{
  _rx_lock (&self->lock);
  strand->next = self->strands;
  if (self->strands != NULL)
    self->strands->prev = strand;
  self->strands = strand;
  _rx_unlock (&self->lock);
}

void
_rx_strand_pool_remove (RxStrandPool *self, RxStrand *strand)
{
  _rx_lock (&self->lock);
  if (strand->prev != NULL)
    strand->prev->next = strand->next;
  else
    self->strands = strand->next;
  if (strand->next != NULL)
    strand->next->prev = strand->prev;
  _rx_unlock (&self->lock);
}

gboolean
_rx_strand_pool_is_open (RxStrandPool *self)
{
  /* relaxed: one task more or less makes no difference */
  return !atomic_load_explicit (&self->closing, memory_order_relaxed);
}

/* Under the lock. */
static RxStrand *
pool_take (RxStrandPool *self)
{
  RxStrand *strand = self->head;

  if (strand != NULL)
    {
      self->head = strand->next_queued;
      if (self->head == NULL)
        self->tail = NULL;
      self->n_queued--;
    }
  return strand;
}

static gpointer
pool_thread (gpointer data)
{
  RxStrandPool *self = data;
  gint64 end = -1;

  this_pool = self;
  _rx_lock (&self->lock);
  for (;;)
    {
      RxStrand *strand = pool_take (self);
      guint32 word;

      if (strand != NULL)
        {
          _rx_unlock (&self->lock);
          _rx_strand_run (strand);
          _rx_lock (&self->lock);
          end = -1;
          continue;
        }
      if (end < 0)
        end = g_get_monotonic_time () + self->keep_alive;
      if (self->retired || !_rx_strand_pool_is_open (self) || g_get_monotonic_time () >= end)
        break;

      self->n_idle++;
      word = atomic_load_explicit (&self->word, memory_order_relaxed);  /* relaxed: under the lock */
      _rx_unlock (&self->lock);
      _rx_park (&self->word, word, MAX (end - g_get_monotonic_time (), 1));
      _rx_lock (&self->lock);
      self->n_idle--;
    }
  atomic_fetch_sub_explicit (&self->n_threads, 1, memory_order_relaxed);       /* relaxed: under the lock */
  _rx_unpark (&self->n_threads, TRUE);
  _rx_unlock (&self->lock);
  _rx_strand_pool_unref (self);
  return NULL;
}

/* Under the lock. */
static void
pool_tell (RxStrandPool *self, gboolean all)
{
  atomic_fetch_add_explicit (&self->word, 1, memory_order_relaxed);     /* relaxed: under the lock */
  _rx_unpark (&self->word, all);
}

void
_rx_strand_pool_enqueue (RxStrandPool *self, RxStrand *strand)
{
  guint number = 0;

  _rx_lock (&self->lock);
  strand->next_queued = NULL;
  if (self->tail != NULL)
    self->tail->next_queued = strand;
  else
    self->head = strand;
  self->tail = strand;
  self->n_queued++;
  if (self->n_idle > 0)
    pool_tell (self, FALSE);
  /* relaxed, both: under the lock */
  if (self->n_queued > self->n_idle &&
      atomic_load_explicit (&self->n_threads, memory_order_relaxed) < self->max_threads)
    {
      atomic_fetch_add_explicit (&self->n_threads, 1, memory_order_relaxed);
      number = ++self->last_number;
    }
  _rx_unlock (&self->lock);

  if (number > 0)
    {
      gchar name[32];

      g_snprintf (name, sizeof name, "rx-pool-%u", number);
      g_thread_unref (g_thread_new (name, pool_thread, _rx_strand_pool_ref (self)));
    }
}

void
_rx_strand_pool_shutdown (RxStrandPool *self)
{
  g_autoptr (GPtrArray) strands = NULL;
  guint32 n_threads;

  if (this_pool == self)
    {
      g_critical ("A scheduler cannot be shut down by one of its own tasks");
      return;
    }

  strands = g_ptr_array_new_with_free_func ((GDestroyNotify) _rx_strand_unref);
  _rx_lock (&self->shutdown_lock);
  _rx_lock (&self->lock);
  atomic_store (&self->closing, TRUE);
  for (RxStrand *strand = self->strands; strand != NULL; strand = strand->next)
    g_ptr_array_add (strands, _rx_strand_ref (strand));
  pool_tell (self, TRUE);
  _rx_unlock (&self->lock);

  /* acquire: what the threads did before they ended */
  while ((n_threads = atomic_load_explicit (&self->n_threads, memory_order_acquire)) > 0)
    _rx_park (&self->n_threads, n_threads, -1);

  _rx_lock (&self->lock);
  atomic_store (&self->closing, FALSE);
  _rx_unlock (&self->lock);
  for (guint i = 0; i < strands->len; i++)
    _rx_task_queue_drop_all (&((RxStrand *) g_ptr_array_index (strands, i))->queue);
  _rx_unlock (&self->shutdown_lock);
}

void
_rx_strand_pool_retire (RxStrandPool *self)
{
  _rx_lock (&self->lock);
  self->retired = TRUE;
  pool_tell (self, TRUE);
  _rx_unlock (&self->lock);
}
