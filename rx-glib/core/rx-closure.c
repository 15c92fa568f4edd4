/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* A closure in the place of a user function. Some bindings call closures faster than functions, and without leaks: one
 * entry here then serves every operator that takes a function of the type. The functions of the table have the
 * signatures of rx-types.h, the closure as user data, and fail by rx_callback_fail() only. */

#include "core/rx-callback-private.h"
#include "rx-binding.h"
#include "rx-observable.h"

typedef struct
{
  const gchar *type;
  GCallback func;
} RxClosureFunc;

/* For the next function. They are a stack: between the two steps of a call, a signal handler or a finalizer of the
 * language may run and call operators of its own. */
typedef struct _RxPendingClosure RxPendingClosure;

struct _RxPendingClosure
{
  RxPendingClosure *below;      /* (owned) (nullable) */
  GClosure *closure;            /* (owned) */
  GCallback func;
};

static __thread struct
{
  RxPendingClosure *top;        /* (owned) (nullable) */
  GValue result;                /* what rx_callback_return() has left */
} pending __attribute__ ((tls_model ("initial-exec")));

/* (transfer full) (nullable) */
static GClosure *
pending_pop (GCallback *func)
{
  RxPendingClosure *top = pending.top;
  GClosure *closure;

  if (top == NULL)
    return NULL;
  pending.top = top->below;
  closure = top->closure;
  *func = top->func;
  g_free (top);
  return closure;
}

/* GJS takes no bare pointer as a parameter, not even NULL: such items are handed over as a missing object. */
static gboolean
is_null (const GValue *item)
{
  return item->g_type == G_TYPE_POINTER && item->data[0].v_pointer == NULL;
}

static void
closure_invoke (GClosure *closure, GValue *result, guint n_params, const GValue *params)
{
  GValue *copies = NULL;

  for (guint i = 0; i < n_params; i++)
    if (G_UNLIKELY (is_null (&params[i])))
      {
        if (copies == NULL)
          params = copies = g_memdup2 (params, n_params * sizeof (GValue));     /* as they are */
        copies[i].g_type = G_TYPE_OBJECT;
      }
  g_closure_invoke (closure, result, n_params, params, NULL);
  g_free (copies);
}

static void
closure_call (gpointer closure, guint n_params, const GValue *params)
{
  closure_invoke (closure, NULL, n_params, params);
}

static void
closure_call_for_item (gpointer closure, guint n_params, const GValue *params, GValue *result)
{
  GValue value = G_VALUE_INIT;
  GValue *inner;

  _rx_item_clear (&pending.result);
  g_value_init (&value, G_TYPE_VALUE);
  closure_invoke (closure, &value, n_params, params);
  inner = g_value_get_boxed (&value);
  if (_rx_item_is_set (&pending.result))
    _rx_item_move (result, &pending.result);
  else if (inner != NULL && _rx_item_is_set (inner))
    _rx_item_move (result, inner);
  g_value_unset (&value);
}

static void
closure_next (const GValue *item, gpointer closure, GError **error)
{
  closure_call (closure, 1, item);
}

static void
closure_action (gpointer closure, GError **error)
{
  closure_call (closure, 0, NULL);
}

static void
closure_create (RxEmitter *emitter, gpointer closure, GError **error)
{
  GValue param = G_VALUE_INIT;

  g_value_init (&param, G_TYPE_OBJECT);
  g_value_set_object (&param, emitter);
  closure_call (closure, 1, &param);
  g_value_unset (&param);
}

static gboolean
closure_predicate (const GValue *item, gpointer closure, GError **error)
{
  GValue value = G_VALUE_INIT;

  g_value_init (&value, G_TYPE_BOOLEAN);
  closure_invoke (closure, &value, 1, item);
  return g_value_get_boolean (&value);
}

static RxObservable *
closure_flat_map (const GValue *item, gpointer closure, GError **error)
{
  GValue value = G_VALUE_INIT;

  g_value_init (&value, RX_TYPE_OBSERVABLE);
  closure_invoke (closure, &value, 1, item);
  return g_value_get_object (&value);   /* with its reference */
}

static void
closure_map (const GValue *item, GValue *result, gpointer closure, GError **error)
{
  closure_call_for_item (closure, 1, item, result);
}

static void
closure_reduce (const GValue *accumulator, const GValue *item, GValue *result, gpointer closure, GError **error)
{
  const GValue params[] = { *accumulator, *item };      /* as they are: no copies */

  closure_call_for_item (closure, G_N_ELEMENTS (params), params, result);
}

static void
closure_combine (const GValue *items, gsize n_items, GValue *result, gpointer closure, GError **error)
{
  closure_call_for_item (closure, n_items, items, result);
}

/* Under the names that the GIR gives the types. */
static const RxClosureFunc closure_funcs[] = {
  { "ActionFunc", G_CALLBACK (closure_action) },
  { "CombineFunc", G_CALLBACK (closure_combine) },
  { "CreateFunc", G_CALLBACK (closure_create) },
  { "FlatMapFunc", G_CALLBACK (closure_flat_map) },
  { "MapFunc", G_CALLBACK (closure_map) },
  { "NextFunc", G_CALLBACK (closure_next) },
  { "PredicateFunc", G_CALLBACK (closure_predicate) },
  { "ReduceFunc", G_CALLBACK (closure_reduce) },
};

/* The closure takes the function's place; who gave the function gets its data back. */
void
_rx_closure_replace (GCallback *func, gpointer *user_data, GDestroyNotify *destroy)
{
  GDestroyNotify old_destroy = *destroy;
  gpointer old_data = *user_data;
  GClosure *closure = pending_pop (func);

  if (closure == NULL)
    return;
  *user_data = closure;
  *destroy = (GDestroyNotify) g_closure_unref;
  if (old_destroy != NULL)
    old_destroy (old_data);
}

/**
 * rx_callback_use_closure:
 * @closure: (nullable): what is to be called, or %NULL for the function as it is
 * @type: (nullable): the type of the function that it stands for, without `Rx`: `MapFunc`
 *
 * Has a closure called in the place of the next function that this thread hands to an operator.
 *
 * For language bindings: with one call in front of any operator, its function becomes a closure. The closure gets the
 * parameters of @type, an array of items as one parameter for each; it fails by [func@Rx.callback_fail]. Where @type
 * has an item as its result, the closure is asked for a `G_TYPE_VALUE`, or leaves it by [func@Rx.callback_return]. The
 * function that is then given is not called, and its data is released at once. If the operator refuses its arguments,
 * the closure is still waiting: %NULL takes it back. Several that wait are taken last one first.
 *
 * Returns: whether the closure will be used; %FALSE for a type that is not known
 *
 * Since: 1.0
 */
gboolean
rx_callback_use_closure (GClosure *closure, const gchar *type)
{
  const RxClosureFunc *found = NULL;
  RxPendingClosure *top;

  g_return_val_if_fail (closure == NULL || type != NULL, FALSE);

  if (closure == NULL)
    {
      GCallback func;
      GClosure *taken_back = pending_pop (&func);

      g_clear_pointer (&taken_back, g_closure_unref);
      return FALSE;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (closure_funcs); i++)
    if (g_str_equal (closure_funcs[i].type, type))
      found = &closure_funcs[i];
  if (found == NULL)
    return FALSE;

  top = g_new (RxPendingClosure, 1);
  *top = (RxPendingClosure) { pending.top, g_closure_ref (closure), found->func };
  g_closure_sink (closure);
  pending.top = top;
  return TRUE;
}

static void
callback_return (GValue *result)
{
  _rx_item_clear (&pending.result);
  _rx_item_move (&pending.result, result);
}

/**
 * rx_callback_return:
 * @result: (nullable): the result; %NULL stands for a NULL item
 *
 * Leaves the result of the user function that runs on this thread.
 *
 * For closures of language bindings, see [func@Rx.callback_use_closure], and results that the language cannot return
 * without saying more of their type. It is the last thing that the closure does: what it returns is ignored.
 *
 * Since: 1.0
 */
void
rx_callback_return (const GValue *result)
{
  GValue copy;

  g_return_if_fail (result == NULL || G_IS_VALUE (result));

  _rx_item_import (&copy, result);
  callback_return (&copy);
}

/**
 * rx_callback_return_int64:
 * @result: the result
 *
 * Leaves a number as the result of the user function that runs on this thread, as [func@Rx.callback_return] does.
 *
 * Since: 1.0
 */
void
rx_callback_return_int64 (gint64 result)
{
  GValue item;

  _rx_item_init_int64 (&item, result);
  callback_return (&item);
}
