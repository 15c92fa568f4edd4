/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "testing/rx-protocol-checker-private.h"

#include "core/rx-sync-private.h"

/**
 * RxProtocolChecker:
 *
 * Watches the protocol between the stages of a stream.
 *
 * [method@RxTesting.ProtocolChecker.watch] puts a stage into a stream, between any two operators, which changes
 * nothing and sees everything: items, ends, demand and cancellation as they pass. What breaks a rule of
 * [enum@RxTesting.ProtocolRule] is written down, and goes to the handler; without a handler it is a critical warning,
 * so that a test fails. The stage passes on what does no harm, and stops what would.
 *
 * It is meant for who writes operators or sources. Any thread may use it.
 *
 * Since: 1.0
 */
typedef struct
{
  atomic_int refs;
  RxViolationFunc func;
  gpointer user_data;
  GDestroyNotify destroy;
} Handler;

struct _RxProtocolChecker
{
  GObject parent_instance;
  RxLock lock;
  GPtrArray *violations;        /* (owned): strings, under the lock */
  Handler *handler;             /* (owned) (nullable): under the lock */
  atomic_bool strict;
};

G_DEFINE_FINAL_TYPE (RxProtocolChecker, rx_protocol_checker, G_TYPE_OBJECT)

static void
handler_unref (Handler *self)
{
  /* acq_rel: all calls come before the end */
  if (atomic_fetch_sub_explicit (&self->refs, 1, memory_order_acq_rel) != 1)
    return;
  if (self->destroy != NULL)
    self->destroy (self->user_data);
  g_free (self);
}

static void
rx_protocol_checker_finalize (GObject *object)
{
  RxProtocolChecker *self = (RxProtocolChecker *) object;

  g_ptr_array_unref (self->violations);
  g_clear_pointer (&self->handler, handler_unref);
  G_OBJECT_CLASS (rx_protocol_checker_parent_class)->finalize (object);
}

static void
rx_protocol_checker_class_init (RxProtocolCheckerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rx_protocol_checker_finalize;
}

static void
rx_protocol_checker_init (RxProtocolChecker *self)
{
  self->violations = g_ptr_array_new_with_free_func (g_free);
  atomic_init (&self->strict, TRUE);
}

void
_rx_protocol_checker_report (RxProtocolChecker *self, const gchar *stage, RxProtocolRule rule, const gchar *what)
{
  g_autofree gchar *message = g_strdup_printf ("At \"%s\" the protocol was broken: %s", stage, what);
  gchar *copy = g_strdup (message);
  Handler *handler;

  _rx_lock (&self->lock);
  g_ptr_array_add (self->violations, copy);
  handler = self->handler;
  if (handler != NULL)
    atomic_fetch_add_explicit (&handler->refs, 1, memory_order_relaxed);        /* relaxed: there is one already */
  _rx_unlock (&self->lock);

  if (handler == NULL)
    {
      g_critical ("%s", message);
      return;
    }
  handler->func (stage, rule, message, handler->user_data);
  handler_unref (handler);
}

/**
 * rx_protocol_checker_new:
 *
 * Makes a checker, whose violations are critical warnings.
 *
 * Returns: (transfer full): the checker
 *
 * Since: 1.0
 */
RxProtocolChecker *
rx_protocol_checker_new (void)
{
  return g_object_new (RX_TYPE_PROTOCOL_CHECKER, NULL);
}

/**
 * rx_protocol_checker_set_handler:
 * @self: the checker
 * @func: (scope notified) (closure user_data) (destroy destroy): is told of each violation
 * @user_data: data for @func
 * @destroy: (nullable): how to release @user_data
 *
 * Says who is told of violations from now on, in place of the critical warning.
 *
 * Since: 1.0
 */
void
rx_protocol_checker_set_handler (RxProtocolChecker *self, RxViolationFunc func, gpointer user_data,
                                 GDestroyNotify destroy)
{
  Handler *handler, *old;

  g_return_if_fail (RX_IS_PROTOCOL_CHECKER (self));
  g_return_if_fail (func != NULL);

  handler = g_new0 (Handler, 1);
  atomic_init (&handler->refs, 1);
  handler->func = func;
  handler->user_data = user_data;
  handler->destroy = destroy;

  _rx_lock (&self->lock);
  old = g_steal_pointer (&self->handler);
  self->handler = handler;
  _rx_unlock (&self->lock);
  g_clear_pointer (&old, handler_unref);
}

/**
 * rx_protocol_checker_set_strict_demand:
 * @self: the checker
 * @strict: whether an item that nobody has asked for is a violation
 *
 * Says what the stages that are made from now on think of demand. At first they are strict.
 *
 * Sources that cannot wait, such as subjects, hot ones and those of time, and operators that pass on what these emit,
 * have to be watched without strictness where the demand is bounded.
 *
 * Since: 1.0
 */
void
rx_protocol_checker_set_strict_demand (RxProtocolChecker *self, gboolean strict)
{
  g_return_if_fail (RX_IS_PROTOCOL_CHECKER (self));

  atomic_store (&self->strict, strict);
}

/**
 * rx_protocol_checker_watch:
 * @self: the checker
 * @source: a stream
 * @name: a name for this place in it; it is kept for the life of the process
 *
 * Watches what passes between a stream and whoever subscribes to it.
 *
 * The stage keeps the shells of up to 256 subscriptions that are over until the observable goes, so that calls that
 * come too late can be told.
 *
 * Returns: (transfer full): the same stream, watched
 *
 * Since: 1.0
 */
RxObservable *
rx_protocol_checker_watch (RxProtocolChecker *self, RxObservable *source, const gchar *name)
{
  g_return_val_if_fail (RX_IS_PROTOCOL_CHECKER (self), NULL);
  g_return_val_if_fail (RX_IS_OBSERVABLE (source), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return _rx_protocol_stage_new (source, self, name, atomic_load (&self->strict));
}

/**
 * rx_protocol_checker_get_n_violations:
 * @self: the checker
 *
 * Tells how many violations there were.
 *
 * Returns: how many
 *
 * Since: 1.0
 */
guint
rx_protocol_checker_get_n_violations (RxProtocolChecker *self)
{
  guint n;

  g_return_val_if_fail (RX_IS_PROTOCOL_CHECKER (self), 0);

  _rx_lock (&self->lock);
  n = self->violations->len;
  _rx_unlock (&self->lock);
  return n;
}

/**
 * rx_protocol_checker_get_violations:
 * @self: the checker
 *
 * Gives the messages of all violations, in the order of their happening.
 *
 * Returns: (transfer full) (array zero-terminated=1): the messages
 *
 * Since: 1.0
 */
gchar **
rx_protocol_checker_get_violations (RxProtocolChecker *self)
{
  gchar **messages;

  g_return_val_if_fail (RX_IS_PROTOCOL_CHECKER (self), NULL);

  _rx_lock (&self->lock);
  messages = g_new0 (gchar *, self->violations->len + 1);
  for (guint i = 0; i < self->violations->len; i++)
    messages[i] = g_strdup (self->violations->pdata[i]);
  _rx_unlock (&self->lock);
  return messages;
}

/**
 * rx_test_check_protocol:
 * @source: a stream
 * @name: a name for this place in it; it is kept for the life of the process
 *
 * Watches a stream with a checker of its own, for which each violation is a critical warning. See
 * [class@RxTesting.ProtocolChecker].
 *
 * Returns: (transfer full): the same stream, watched
 *
 * Since: 1.0
 */
RxObservable *
rx_test_check_protocol (RxObservable *source, const gchar *name)
{
  g_autoptr (RxProtocolChecker) checker = NULL;

  g_return_val_if_fail (RX_IS_OBSERVABLE (source), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  checker = rx_protocol_checker_new ();
  return rx_protocol_checker_watch (checker, source, name);
}
