/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-main-source-private.h"

/* What tasks may take of a context's time before it is the turn of other sources, and the longest such turn. */
#define SLICE (4 * G_TIME_SPAN_MILLISECOND)
#define LEAST_SLICE (SLICE / 16)
#define LONGEST_PAUSE (4 * SLICE)

/* Workers share a few locks, because a lock may not go away and a worker may. */
#define N_LOCKS 16
static RxLock locks[N_LOCKS];
static atomic_uint next_lock;

/* --- the share --- */

/* A source that is ready again at once keeps all sources of lower priority, such as those that draw a window, from
 * their turn for ever. So when the tasks of a context have taken their slice they are not ready for as long as they
 * have taken. The slice is divided among the sources that are dispatched in the same iteration of the context. */
struct _RxMainShare
{
  RxMainShare *next;            /* all shares; under the lock of the list, as the two below */
  GMainContext *context;        /* (unowned): never looked into */
  guint refs;

  RxLock lock;
  gint64 iteration;             /* the context's time in the iteration that is dispatched */
  guint n_sources, n_sources_before;    /* dispatched in that iteration, and in the one before */
  gint64 spent, end;            /* until end, since others have last had their turn */
  gint64 resume;                /* nothing is ready before */
};

static RxLock shares_lock;
static RxMainShare *shares;

RxMainShare *
_rx_main_share_get (GMainContext *context)
{
  RxMainShare *self;

  _rx_lock (&shares_lock);
  for (self = shares; self != NULL && self->context != context; self = self->next)
    ;
  if (self == NULL)
    {
      self = g_new0 (RxMainShare, 1);
      self->context = context;
      self->next = shares;
      shares = self;
    }
  self->refs++;
  _rx_unlock (&shares_lock);
  return self;
}

RxMainShare *
_rx_main_share_ref (RxMainShare *self)
{
  _rx_lock (&shares_lock);
  self->refs++;
  _rx_unlock (&shares_lock);
  return self;
}

void
_rx_main_share_unref (RxMainShare *self)
{
  gboolean last;

  _rx_lock (&shares_lock);
  last = --self->refs == 0;
  if (last)
    {
      RxMainShare **link = &shares;

      while (*link != self)
        link = &(*link)->next;
      *link = self->next;
    }
  _rx_unlock (&shares_lock);
  if (!last)
    return;
  /* Who looked at it last may have given it up by GLib's count of a source, which is not seen by everybody. */
  _rx_lock (&self->lock);
  _rx_unlock (&self->lock);
  g_free (self);
}

/* How long a source may take now, 0: it is not its turn. */
static gint64
share_begin (RxMainShare *self, gint64 iteration, gint64 now)
{
  gint64 slice = 0;

  _rx_lock (&self->lock);
  if (iteration == self->iteration || now >= self->resume)
    {
      if (iteration != self->iteration)
        {
          self->iteration = iteration;
          self->n_sources_before = self->n_sources;
          self->n_sources = 0;
          self->spent = MAX (self->spent - (now - self->end), 0);
        }
      self->n_sources++;
      slice = MAX (SLICE / MAX (self->n_sources, self->n_sources_before), LEAST_SLICE);
      if (self->n_sources == 1)
        slice = MIN (slice, MAX (SLICE - self->spent, LEAST_SLICE));
    }
  _rx_unlock (&self->lock);
  return slice;
}

static void
share_end (RxMainShare *self, gint64 start, gint64 now)
{
  _rx_lock (&self->lock);
  self->spent += now - start;
  self->end = now;
  if (self->spent >= SLICE)
    self->resume = now + MIN (self->spent, LONGEST_PAUSE);
  _rx_unlock (&self->lock);
}

static gint64
share_get_resume (RxMainShare *self)
{
  gint64 resume;

  _rx_lock (&self->lock);
  resume = self->resume;
  _rx_unlock (&self->lock);
  return resume;
}

/* --- the source --- */

/* When a dispatch is wanted. */
static gint64
source_ready_time (RxMainSource *self)
{
  gint64 due = _rx_task_queue_next_due (&self->queue), resume = share_get_resume (self->share);

  return MAX (due, resume);
}

/* Of several threads in here the last one to set the time finds out if it has set one that was overtaken. */
static void
source_arm (RxMainSource *self)
{
  gint64 ready_time = source_ready_time (self), set;

  do
    {
      set = ready_time;
      g_source_set_ready_time (&self->parent, set == G_MAXINT64 ? -1 : set);
      ready_time = source_ready_time (self);
    }
  while (ready_time < set);
}

void
_rx_main_source_wake (RxMainSource *self)
{
  /* seq_cst: after the change; source_dispatch() clears the flag, then looks at the queue */
  if (!atomic_load (&self->dispatching))
    source_arm (self);
}

static gboolean
source_dispatch (GSource *source, GSourceFunc callback, gpointer user_data)
{
  RxMainSource *self = (RxMainSource *) source;
  gint64 start, now, slice, next_due;
  RxTask *task;

  /* acq_rel: acquires what _rx_main_source_new() has written, for ThreadSanitizer does not see GLib's locks */
  atomic_exchange_explicit (&self->dispatching, TRUE, memory_order_acq_rel);

  start = now = g_get_monotonic_time ();
  slice = share_begin (self->share, g_source_get_time (source), now);
  if (slice > 0)
    {
      while (now - start < slice && (task = _rx_task_queue_pop (&self->queue, &next_due)) != NULL)
        {
          _rx_task_finish (task);
          now = g_get_monotonic_time ();
        }
      share_end (self->share, start, now);
    }

  atomic_store (&self->dispatching, FALSE);     /* seq_cst: as in _rx_main_source_wake() */
  source_arm (self);
  return G_SOURCE_CONTINUE;
}

/* The worker has taken the tasks away before it let the source go, so nothing of the user's is freed here. */
static void
source_finalize (GSource *source)
{
  RxMainSource *self = (RxMainSource *) source;

  /* acquire: as in source_dispatch() */
  atomic_load_explicit (&self->dispatching, memory_order_acquire);
  _rx_task_queue_clear (&self->queue);
  _rx_main_share_unref (self->share);
}

RxMainSource *
_rx_main_source_new (GMainContext *context, gint priority, RxMainShare *share)
{
  static GSourceFuncs funcs = {
    .dispatch = source_dispatch,
    .finalize = source_finalize,
  };
  GSource *source = g_source_new (&funcs, sizeof (RxMainSource));
  RxMainSource *self = (RxMainSource *) source;

  /* relaxed: any distribution is right */
  _rx_task_queue_init (&self->queue, &locks[atomic_fetch_add_explicit (&next_lock, 1, memory_order_relaxed) % N_LOCKS]);
  atomic_init (&self->track.queue, &self->queue);
  self->share = _rx_main_share_ref (share);
  atomic_store_explicit (&self->dispatching, FALSE, memory_order_release);      /* see source_dispatch() */
  g_source_set_static_name (source, "[rx] worker");
  g_source_set_priority (source, priority);
  g_source_attach (source, context);
  return self;
}
