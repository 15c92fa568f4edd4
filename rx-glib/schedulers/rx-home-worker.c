/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "schedulers/rx-worker-private.h"

#include "core/rx-home-private.h"

/* Stands for a worker that can be made and used on one thread only, and is the first to be asked on another one. */

/* What the messages share: the worker itself may be gone when they arrive. */
typedef struct
{
  RxScheduler *scheduler;       /* (owned) */
  const RxHome *home;
  RxWorker *inner;              /* (owned) (nullable): at home only */
  gboolean closed;              /* at home only */
  atomic_int refs;
} Shared;

typedef struct
{
  RxWorker parent_instance;

  Shared *shared;               /* (owned) */
} RxHomeWorker;

typedef RxWorkerClass RxHomeWorkerClass;

GType rx_home_worker_get_type (void);
G_DEFINE_FINAL_TYPE (RxHomeWorker, rx_home_worker, RX_TYPE_WORKER)

static Shared *
shared_ref (Shared *self)
{
  atomic_fetch_add_explicit (&self->refs, 1, memory_order_relaxed);     /* relaxed: the caller has a reference */
  return self;
}

static void
shared_unref (gpointer data)
{
  Shared *self = data;

  /* acq_rel: the last one sees what was done at home */
  if (atomic_fetch_sub_explicit (&self->refs, 1, memory_order_acq_rel) != 1)
    return;
  g_clear_object (&self->inner);
  g_object_unref (self->scheduler);
  g_free (self);
}

static gint64
due_after (GTimeSpan delay)
{
  gint64 now = g_get_monotonic_time ();

  return delay < G_MAXINT64 - now ? now + MAX (delay, 0) : G_MAXINT64;
}

static GTimeSpan
delay_until (gint64 due)
{
  return MAX (due - g_get_monotonic_time (), 0);
}

typedef struct
{
  Shared *shared;               /* (owned) */
  RxTask *task;                 /* (owned) (nullable) */
  gint64 due;                   /* on the monotonic clock */
} Order;

static void
order_carry_out (gpointer data)
{
  Order *self = data;
  Shared *shared = self->shared;

  if (shared->closed)
    return;
  if (shared->inner == NULL)
    shared->inner = rx_scheduler_create_worker (shared->scheduler);
  if (shared->inner != NULL)
    rx_worker_schedule_task (shared->inner, delay_until (self->due), g_steal_pointer (&self->task));
}

static void
order_free (gpointer data)
{
  Order *self = data;

  if (self->task != NULL)
    rx_task_unref (self->task);
  shared_unref (self->shared);
  g_free (self);
}

static void
rx_home_worker_schedule (RxWorker *worker, GTimeSpan delay, RxTask *task)
{
  Order *order = g_new (Order, 1);

  order->shared = shared_ref (((RxHomeWorker *) worker)->shared);
  order->task = task;
  order->due = due_after (delay);
  _rx_home_send (order->shared->home->context, "[rx] schedule", order_carry_out, order, order_free);
}

static void
close_inner (gpointer data)
{
  Shared *self = data;

  self->closed = TRUE;
  if (self->inner != NULL)
    rx_worker_unsubscribe (self->inner);
  g_clear_object (&self->inner);
}

static void
rx_home_worker_unsubscribe (RxWorker *worker)
{
  Shared *shared = shared_ref (((RxHomeWorker *) worker)->shared);

  _rx_home_send (shared->home->context, "[rx] unsubscribe", close_inner, shared, shared_unref);
}

static void
rx_home_worker_finalize (GObject *object)
{
  shared_unref (((RxHomeWorker *) object)->shared);

  G_OBJECT_CLASS (rx_home_worker_parent_class)->finalize (object);
}

static void
rx_home_worker_class_init (RxHomeWorkerClass *klass)
{
  klass->schedule = rx_home_worker_schedule;
  klass->unsubscribe = rx_home_worker_unsubscribe;
  G_OBJECT_CLASS (klass)->finalize = rx_home_worker_finalize;
}

static void
rx_home_worker_init (RxHomeWorker *self)
{
}

RxWorker *
_rx_home_worker_new (RxScheduler *scheduler, const RxHome *home)
{
  RxHomeWorker *self = g_object_new (rx_home_worker_get_type (), NULL);
  Shared *shared = g_new0 (Shared, 1);

  atomic_init (&shared->refs, 1);
  shared->scheduler = g_object_ref (scheduler);
  shared->home = home;
  self->shared = shared;
  return RX_WORKER (self);
}

/* --- calls of a bound worker's methods from elsewhere --- */

typedef struct
{
  RxWorker *worker;             /* (owned) */
  RxTask *task;                 /* (owned) (nullable) */
  gint64 due;
} Call;

static void
call_schedule (gpointer data)
{
  Call *self = data;

  _rx_worker_hand_over (self->worker, delay_until (self->due), g_steal_pointer (&self->task));
}

static void
call_unsubscribe (gpointer worker)
{
  RX_WORKER_GET_CLASS (worker)->unsubscribe (worker);
}

static void
call_free (gpointer data)
{
  Call *self = data;

  if (self->task != NULL)
    rx_task_unref (self->task);
  g_object_unref (self->worker);
  g_free (self);
}

void
_rx_worker_call_schedule (RxWorker *self, GTimeSpan delay, RxTask *task)
{
  const RxHome *home = _rx_home_of_type (G_OBJECT_TYPE (self));
  Call *call;

  if (_rx_home_is_here (home))
    {
      _rx_worker_hand_over (self, MAX (delay, 0), task);
      return;
    }
  call = g_new (Call, 1);
  call->worker = g_object_ref (self);
  call->task = task;
  call->due = due_after (delay);
  _rx_home_send (home->context, "[rx] schedule", call_schedule, call, call_free);
}

void
_rx_worker_call_unsubscribe (RxWorker *self)
{
  const RxHome *home = _rx_home_of_type (G_OBJECT_TYPE (self));

  if (_rx_home_is_here (home))
    RX_WORKER_GET_CLASS (self)->unsubscribe (self);
  else
    _rx_home_send (home->context, "[rx] unsubscribe", call_unsubscribe, g_object_ref (self), g_object_unref);
}
