/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx.h>

#include "core/rx-live-private.h"
#include "core/rx-sync-private.h"

/* --- live objects --- */

/* Nothing may be left: no sink, node, task or callback, and nothing in the hook for undeliverable errors. */
void  rx_test_assert_quiet (void);

/* A test function that ends with rx_test_assert_quiet(). */
#define rx_test_add(path, func) rx_test_add_ (path, func)
void  rx_test_add_         (const gchar *path, void (*func) (void));

/* Rounds of a race test: all of them, or one in a hundred where a round takes that much longer. */
guint rx_test_rounds       (guint rounds);

/* --- probes --- */

typedef struct _RxProbe RxProbe;
typedef void (*RxProbeHook) (RxProbe *probe, const GValue *item, gpointer data);
typedef void (*RxProbeEndHook) (RxProbe *probe, const GError *error, gpointer data);

/* A subscriber that writes down what it gets, "1 2 3 |" or "1 2 #message", and sees to the protocol: events do not
 * overlap, and nothing comes after the end. */
struct _RxProbe
{
  GObject parent_instance;

  RxSubscription *handle;       /* made ahead */
  GString *log;
  _Atomic guint64 n_items;
  guint n_ends;                 /* errors and completions */
  GError *error;                /* (owned) (nullable): what ended it */
  GThread *thread;              /* of the last event */
  gboolean quiet;               /* count, but do not write down */
  GError *fail_with;            /* (owned) (nullable): fail at the item fail_at, counted from 1 */
  guint64 fail_at;
  RxProbeHook hook;             /* called with each item, after it was written down */
  gpointer hook_data;
  RxProbeEndHook end_hook;      /* called with the end, after it was written down; error: NULL at completion */
  gpointer end_data;
  gchar *(*describe) (const GValue *item);      /* (nullable): how to write an item down */
  _Atomic guint64 n_through;    /* items whose call is over; may be waited for */
  atomic_int inside;
  atomic_bool ended;            /* may be waited for */
};

#define RX_TYPE_PROBE (rx_probe_get_type ())
GType    rx_probe_get_type      (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RxProbe, g_object_unref)

RxProbe *rx_probe_new           (void);
/* Subscribes; demand below 0 is everything. */
RxProbe *rx_probe_subscribe     (RxObservable *observable, gint64 demand);
void     rx_probe_start         (RxProbe *self, RxObservable *observable, gint64 demand);
void     rx_probe_request       (RxProbe *self, gint64 n);
void     rx_probe_cancel        (RxProbe *self);
/* Compares what was written down. */
#define  rx_probe_assert(self, text) g_assert_cmpstr ((self)->log->str, ==, (text))
/* Iterates the default main context until the end has come, 30 seconds at most. */
void     rx_probe_wait          (RxProbe *self);

/* --- undeliverable errors --- */

/* They are caught from the first call on; the count is taken back to 0. */
guint    rx_test_take_undeliverable (void);
/* The message of the last one. */
const gchar *rx_test_last_undeliverable (void);

/* --- small things --- */

GError        *rx_test_error    (const gchar *message);        /* (transfer full) */
RxObservable  *rx_test_failing  (const gchar *message);
RxObservable  *rx_test_numbers  (const gchar *numbers);          /* "1 2 3" */

/* Iterates the default main context until the condition holds, 30 seconds at most. */
#define rx_test_wait_until(condition) \
  G_STMT_START \
  { \
    gint64 rx_deadline_ = g_get_monotonic_time () + 30 * G_USEC_PER_SEC; \
    while (!(condition)) \
      { \
        if (g_get_monotonic_time () > rx_deadline_) \
          g_error ("%s:%d: waited in vain for %s", __FILE__, __LINE__, #condition); \
        if (!g_main_context_iteration (NULL, FALSE)) \
          g_thread_yield (); \
      } \
  } \
  G_STMT_END

/* Common user functions. user_data: unused unless stated. */
void          rx_test_times_ten (const GValue *item, GValue *result, gpointer user_data, GError **error);
void          rx_test_identity  (const GValue *item, GValue *result, gpointer user_data, GError **error);
gboolean      rx_test_is_even   (const GValue *item, gpointer user_data, GError **error);
void          rx_test_add_up    (const GValue *accumulator, const GValue *item, GValue *result, gpointer user_data,
                                 GError **error);
void          rx_test_join      (const GValue *items, gsize n_items, GValue *result, gpointer user_data,
                                 GError **error);

/* A destroy notify that counts: user_data is a gint*. */
void          rx_test_count     (gpointer user_data);
