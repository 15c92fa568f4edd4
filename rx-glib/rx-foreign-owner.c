/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-foreign-private.h"

#include "core/rx-callback-private.h"

/**
 * RxForeignOwner:
 *
 * The part of a language binding that keeps values for [struct@Rx.Foreign] and is told which of them are no longer in
 * use.
 *
 * A binding makes one for each engine, so that several engines in one process, on one thread or on many, do not mistake
 * each other's numbers.
 *
 * Since: 1.0
 */
struct _RxForeignOwner
{
  GMainContext *context;        /* (owned) (nullable): where func is called */
  RxCallback *callback;         /* (owned) (nullable) */
  /* by any thread */
  _Atomic (RxForeign *) dead;   /* (owned): a stack */
  atomic_bool told;             /* the call of func is under way */
  atomic_int refs;
};

G_DEFINE_BOXED_TYPE (RxForeignOwner, rx_foreign_owner, rx_foreign_owner_ref, rx_foreign_owner_unref)

/**
 * rx_foreign_owner_new:
 * @func: (scope notified) (closure user_data) (destroy destroy) (nullable): is told of numbers to drain
 * @user_data: data for @func
 * @destroy: (nullable): releases @user_data
 *
 * Makes the owner of an engine's values.
 *
 * Whenever numbers have become free, @func is called once in the main context that is the thread's default now. An
 * owner that has other occasions to drain gives %NULL. @user_data is released when the last handle is gone as well; if
 * the thread is affine (see [func@Rx.set_thread_affine]), in that context.
 *
 * Returns: (transfer full): the owner
 *
 * Since: 1.0
 */
RxForeignOwner *
rx_foreign_owner_new (RxForeignFunc func, gpointer user_data, GDestroyNotify destroy)
{
  RxForeignOwner *self = g_new0 (RxForeignOwner, 1);

  atomic_init (&self->refs, 1);
  if (func != NULL)
    {
      self->context = g_main_context_ref_thread_default ();
      self->callback = _rx_callback_new (G_CALLBACK (func), user_data, destroy);
    }
  else if (destroy != NULL)
    destroy (user_data);
  return self;
}

/**
 * rx_foreign_owner_ref:
 * @self: an owner
 *
 * Adds a reference. Each handle has one too.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
RxForeignOwner *
rx_foreign_owner_ref (RxForeignOwner *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  atomic_fetch_add_explicit (&self->refs, 1, memory_order_relaxed);     /* relaxed: the caller has a reference */
  return self;
}

/* seq_cst: see owner_tell() */
static RxForeign *
take_dead (RxForeignOwner *self)
{
  return atomic_exchange (&self->dead, NULL);
}

/**
 * rx_foreign_owner_unref:
 * @self: (transfer full): an owner
 *
 * Gives a reference back.
 *
 * Since: 1.0
 */
void
rx_foreign_owner_unref (RxForeignOwner *self)
{
  g_return_if_fail (self != NULL);

  /* acq_rel: what every thread put on the stack is seen by who frees it */
  if (atomic_fetch_sub_explicit (&self->refs, 1, memory_order_acq_rel) != 1)
    return;

  for (RxForeign *dead = take_dead (self), *next; dead != NULL; dead = next)
    {
      next = dead->next;
      g_free (dead);
    }
  if (self->callback != NULL)
    {
      _rx_callback_unref (self->callback);
      g_main_context_unref (self->context);
    }
  g_free (self);
}

static gboolean
owner_tell (gpointer data)
{
  RxForeignOwner *self = data;
  g_autoptr (GError) refused = NULL;

  /* seq_cst, as what is done to the flag and the stack elsewhere: a handle whose burial finds the flag set is found by
   * the function, one that comes later sets it anew */
  atomic_store (&self->told, FALSE);
  if (_rx_callback_enter (self->callback, &refused))
    ((RxForeignFunc) self->callback->func) (self->callback->user_data);
  return G_SOURCE_REMOVE;
}

static void
owner_wake (RxForeignOwner *self)
{
  GSource *source;

  if (atomic_exchange (&self->told, TRUE))
    return;
  source = g_idle_source_new ();
  g_source_set_static_name (source, "[rx] release of foreign values");
  g_source_set_callback (source, owner_tell, rx_foreign_owner_ref (self), (GDestroyNotify) rx_foreign_owner_unref);
  g_source_attach (source, self->context);
  g_source_unref (source);
}

/* Takes the handle over; its last reference is gone. */
void
_rx_foreign_owner_bury (RxForeign *foreign)
{
  RxForeignOwner *self = foreign->owner;
  /* relaxed: it is only linked to and compared */
  RxForeign *top = atomic_load_explicit (&self->dead, memory_order_relaxed);

  /* seq_cst: see owner_tell() */
  do
    foreign->next = top;
  while (!atomic_compare_exchange_weak_explicit (&self->dead, &top, foreign,
                                                 memory_order_seq_cst, memory_order_relaxed));
  if (self->callback != NULL)
    owner_wake (self);
  rx_foreign_owner_unref (self);
}

/**
 * rx_foreign_owner_drain:
 * @self: an owner
 * @n_ids: (out): return location for their number
 *
 * Takes the numbers whose handles are gone since the last call, each as often as handles of it are gone.
 *
 * Returns: (array length=n_ids) (transfer full) (nullable): the numbers, in no order; %NULL if there are none
 *
 * Since: 1.0
 */
guint64 *
rx_foreign_owner_drain (RxForeignOwner *self, gsize *n_ids)
{
  RxForeign *dead, *next;
  guint64 *ids;
  gsize n = 0;

  g_return_val_if_fail (n_ids != NULL, NULL);
  *n_ids = 0;
  g_return_val_if_fail (self != NULL, NULL);

  dead = take_dead (self);
  for (RxForeign *foreign = dead; foreign != NULL; foreign = foreign->next)
    n++;
  ids = n > 0 ? g_new (guint64, n) : NULL;
  for (; dead != NULL; dead = next)
    {
      next = dead->next;
      ids[(*n_ids)++] = dead->id;
      g_free (dead);
    }
  return ids;
}
