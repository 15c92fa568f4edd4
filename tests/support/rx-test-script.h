/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "rx-test-util.h"

#include <pthread.h>

/* Streams and expectations as text. A script is a row of words: numbers (gint64), NULL, any other word (a string), and
 * at the end | for completion or #message for an error; without an end the stream stays open. */

/* A cold source that honours demand and emits in the subscribe call. It counts, if count is given, how many of its
 * subscriptions are open. */
RxObservable *rx_test_script (const gchar *script, gint *count);

/* The same words into a subject. */
void rx_test_feed (RxSubject *subject, const gchar *script);

/* Subscribes with a demand (below 0: everything), compares what has come when that returns, and unsubscribes. */
#define rx_test_expect(observable, demand, events) \
  rx_test_expect_ (__FILE__, __LINE__, observable, demand, events)
void rx_test_expect_ (const gchar *file, gint line, RxObservable *observable, gint64 demand, const gchar *events);

/* Takes the observable over. */
#define rx_test_expect_take(observable, demand, events) \
  G_STMT_START \
  { \
    g_autoptr (RxObservable) rx_test_taken_ = (observable); \
    rx_test_expect (rx_test_taken_, demand, events); \
  } \
  G_STMT_END

/* A table over one operator. Each row is run on a cold source, twice in a row and twice at once on the same observable,
 * and with everything wanted on a subject too; in the end every source must have been released. */
typedef struct
{
  const gchar *source;
  gint64 demand;
  const gchar *events;
} RxTestRow;

typedef RxObservable *(*RxTestApply) (RxObservable *source);

#define rx_test_rows(apply, rows) rx_test_rows_ (__FILE__, __LINE__, apply, rows, G_N_ELEMENTS (rows))
void rx_test_rows_ (const gchar *file, gint line, RxTestApply apply, const RxTestRow *rows, gsize n_rows);

/* --- user functions that fail --- */

typedef enum
{
  RX_TEST_ERROR,                /* sets the error */
  RX_TEST_FAIL,                 /* rx_callback_fail() */
  RX_TEST_ERROR_AND_RESULT,     /* sets both */
  RX_TEST_CANCEL,               /* unsubscribes, and gives a result */
  RX_TEST_CANCEL_AND_ERROR,     /* unsubscribes, and sets the error */
  RX_TEST_NO_RESULT,            /* sets neither; no failure where there is no result to give */
  RX_TEST_N_FAULTS
} RxTestFault;

/* The data of a user function that does it at its call number at, counted from 1. */
typedef struct
{
  RxTestFault fault;
  guint at;
  guint n_calls;
  gint n_destroyed;
  RxProbe *probe;
} RxTestFaulty;

/* To be called by the function. FALSE: it sees to the result as always. TRUE: it sets none, or with
 * RX_TEST_ERROR_AND_RESULT any, preferably one that has to be released. */
gboolean rx_test_faulty (RxTestFaulty *self, GError **error);

typedef RxObservable *(*RxTestFaultyApply) (RxObservable *source, gpointer faulty, GDestroyNotify destroy);

/* Runs the operator over 1 2 3 |, cold and hot, with each fault at the first call and at the second. The stream ends
 * with the fault behind what has come before, prefixes[call - 1]; the source is released before, the data once. */
void rx_test_faults (RxTestFaultyApply apply, gboolean has_result, const gchar *prefix_1, const gchar *prefix_2);

/* --- threads --- */

/* Runs the function on a thread with so small a stack, and waits for it. */
void rx_test_on_small_stack (void (*func) (gpointer), gpointer data);

/* Iterates a context (NULL: the default one) until all that is due, or is put off by a moment, has been done. */
void rx_test_settle (GMainContext *context);

/* Ends the program if it has not been stopped after that many seconds: for what may hang without iterating anything. */
typedef struct _RxTestWatchdog RxTestWatchdog;
RxTestWatchdog *rx_test_watchdog_start (guint seconds);
void            rx_test_watchdog_stop  (RxTestWatchdog *self);

/* A gate between threads, opened once. */
typedef struct
{
  _Atomic guint32 word;
} RxTestLatch;

void rx_test_latch_open (RxTestLatch *self);
void rx_test_latch_wait (RxTestLatch *self);
gboolean rx_test_latch_is_open (RxTestLatch *self);

/* Threads as ThreadSanitizer sees them, which GLib's are not. */
pthread_t rx_test_thread_start (GThreadFunc func, gpointer data);
void      rx_test_thread_join  (pthread_t thread);

/* A thread that runs a main context, and the scheduler of it. */
typedef struct
{
  GMainContext *context;
  RxScheduler *scheduler;
  pthread_t thread;
  atomic_bool stop;
} RxTestLoop;

void rx_test_loop_start (RxTestLoop *self);
/* Waits for what is pending. */
void rx_test_loop_stop  (RxTestLoop *self);
/* Occupies the thread from when this returns until the latch opens. */
void rx_test_loop_block (RxTestLoop *self, RxTestLatch *release);

/* --- programmer errors --- */

#define rx_test_expect_critical(pattern) \
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*" pattern "*")
