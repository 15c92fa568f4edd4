/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-script.h"

#include <string.h>

/* --- scripts --- */

typedef struct
{
  gchar **words;
  gint *count;
} Script;

static void
script_free (gpointer data)
{
  Script *self = data;

  g_strfreev (self->words);
  g_free (self);
}

static void
script_item (const gchar *word, GValue *item)
{
  if (g_str_equal (word, "NULL"))
    rx_value_set_null (item);
  else if (g_ascii_isdigit (word[0]) || (word[0] == '-' && g_ascii_isdigit (word[1])))
    rx_value_set_int64 (item, g_ascii_strtoll (word, NULL, 10));
  else
    rx_value_set_string (item, word);
}

static void
script_count_down (gpointer count, GError **error)
{
  g_atomic_int_add ((gint *) count, -1);
}

static void
script_keep (gpointer user_data, GError **error)
{
}

static void
script_run (RxEmitter *emitter, gpointer user_data, GError **error)
{
  Script *self = user_data;

  if (self->count != NULL)
    {
      g_atomic_int_inc (self->count);
      rx_emitter_add_teardown (emitter, script_count_down, self->count, NULL);
    }
  for (gchar **word = self->words; *word != NULL; word++)
    {
      GValue item = G_VALUE_INIT;

      if (**word == '\0')
        continue;
      if (rx_emitter_is_unsubscribed (emitter))
        return;
      if (g_str_equal (*word, "|"))
        {
          rx_emitter_completed (emitter);
          return;
        }
      if ((*word)[0] == '#')
        {
          rx_emitter_take_error (emitter, rx_test_error (*word + 1));
          return;
        }
      script_item (*word, &item);
      rx_emitter_take (emitter, &item);
    }
  /* open: the emitter is kept until the subscriber goes */
  rx_emitter_add_teardown (emitter, script_keep, g_object_ref (emitter), g_object_unref);
}

RxObservable *
rx_test_script (const gchar *script, gint *count)
{
  Script *self = g_new0 (Script, 1);

  self->words = g_strsplit (script, " ", -1);
  self->count = count;
  return rx_observable_create (RX_BACKPRESSURE_BUFFER, script_run, self, script_free);
}

void
rx_test_feed (RxSubject *subject, const gchar *script)
{
  g_auto (GStrv) words = g_strsplit (script, " ", -1);

  for (gchar **word = words; *word != NULL; word++)
    {
      GValue item = G_VALUE_INIT;

      if (**word == '\0')
        continue;
      if (g_str_equal (*word, "|"))
        rx_subject_completed (subject);
      else if ((*word)[0] == '#')
        {
          g_autoptr (GError) error = rx_test_error (*word + 1);

          rx_subject_error (subject, error);
        }
      else
        {
          script_item (*word, &item);
          rx_subject_next (subject, &item);
          g_value_unset (&item);
        }
    }
}

/* --- expectations --- */

static void
compare (const gchar *file, gint line, const gchar *how, RxProbe *probe, const gchar *source, const gchar *events)
{
  if (!g_str_equal (probe->log->str, events))
    g_error ("%s:%d: %s%s%s%s: \"%s\" came instead of \"%s\"", file, line, how, source != NULL ? " (source: " : "",
             source != NULL ? source : "", source != NULL ? ")" : "", probe->log->str, events);
}

void
rx_test_expect_ (const gchar *file, gint line, RxObservable *observable, gint64 demand, const gchar *events)
{
  g_autoptr (RxProbe) probe = rx_probe_subscribe (observable, demand);

  compare (file, line, "subscribed", probe, NULL, events);
  rx_probe_cancel (probe);
  compare (file, line, "unsubscribed", probe, NULL, events);
}

static void
run_row (const gchar *file, gint line, RxTestApply apply, const RxTestRow *row)
{
  gint count = 0;
  g_autoptr (RxObservable) source = rx_test_script (row->source, &count);
  g_autoptr (RxObservable) observable = apply (source);
  g_autoptr (RxProbe) first = rx_probe_subscribe (observable, row->demand);
  g_autoptr (RxProbe) beside = NULL;
  g_autoptr (RxProbe) after = NULL;

  compare (file, line, "first", first, row->source, row->events);
  beside = rx_probe_subscribe (observable, row->demand);
  compare (file, line, "beside", beside, row->source, row->events);
  rx_probe_cancel (first);
  rx_probe_cancel (beside);
  after = rx_probe_subscribe (observable, row->demand);
  compare (file, line, "after", after, row->source, row->events);
  rx_probe_cancel (after);
  compare (file, line, "first, cancelled", first, row->source, row->events);
  if (count != 0)
    g_error ("%s:%d: %d sources are left open (source: %s)", file, line, count, row->source);
  /* an error that has come and has not been asked for may go there when the subscriber goes */
  if (row->demand >= 0 && strchr (row->source, '#') != NULL)
    rx_test_take_undeliverable ();
}

static void
run_row_hot (const gchar *file, gint line, RxTestApply apply, const RxTestRow *row)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxObservable) observable = apply (RX_OBSERVABLE (subject));
  g_autoptr (RxProbe) one = rx_probe_subscribe (observable, row->demand);
  g_autoptr (RxProbe) other = rx_probe_subscribe (observable, row->demand);

  rx_test_feed (subject, row->source);
  compare (file, line, "hot", one, row->source, row->events);
  compare (file, line, "hot, second", other, row->source, row->events);
  rx_probe_cancel (one);
  rx_probe_cancel (other);
  g_assert_false (rx_subject_has_observers (subject));
}

void
rx_test_rows_ (const gchar *file, gint line, RxTestApply apply, const RxTestRow *rows, gsize n_rows)
{
  for (gsize i = 0; i < n_rows; i++)
    {
      run_row (file, line, apply, &rows[i]);
      if (rows[i].demand < 0)
        run_row_hot (file, line, apply, &rows[i]);
    }
}

/* --- user functions that fail --- */

gboolean
rx_test_faulty (RxTestFaulty *self, GError **error)
{
  g_autoptr (GError) fault = NULL;

  if (++self->n_calls != self->at)
    return FALSE;

  switch (self->fault)
    {
    case RX_TEST_CANCEL:
      rx_probe_cancel (self->probe);
      return FALSE;
    case RX_TEST_CANCEL_AND_ERROR:
      rx_probe_cancel (self->probe);
      G_GNUC_FALLTHROUGH;
    case RX_TEST_ERROR:
    case RX_TEST_ERROR_AND_RESULT:
      g_propagate_error (error, rx_test_error ("fault"));
      break;
    case RX_TEST_FAIL:
      fault = rx_test_error ("fault");
      rx_callback_fail (fault);
      break;
    case RX_TEST_NO_RESULT:
    case RX_TEST_N_FAULTS:
      break;
    }
  return TRUE;
}

static void
fault_destroyed (gpointer data)
{
  ((RxTestFaulty *) data)->n_destroyed++;
}

static void
run_fault (RxTestFaultyApply apply, RxTestFault fault, guint at, const gchar *prefix, gboolean hot)
{
  RxTestFaulty faulty = { .fault = fault, .at = at };
  gint count = 0;
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxObservable) source = hot ? g_object_ref (RX_OBSERVABLE (subject)) : rx_test_script ("1 2 3 |", &count);
  g_autoptr (RxObservable) observable = apply (source, &faulty, fault_destroyed);
  g_autoptr (RxProbe) probe = rx_probe_new ();
  g_autofree gchar *expected = NULL;
  gboolean cancelled = fault == RX_TEST_CANCEL || fault == RX_TEST_CANCEL_AND_ERROR;

  g_assert_nonnull (observable);
  faulty.probe = probe;
  rx_probe_start (probe, observable, -1);
  if (hot)
    rx_test_feed (subject, "1 2 3 |");

  if (cancelled)
    expected = g_strdup (prefix);
  else
    {
      g_autofree gchar *chain = rx_observable_to_string (observable);
      const gchar *name = strrchr (chain, ' ') != NULL ? strrchr (chain, ' ') + 1 : chain;
      g_autofree gchar *no_result = g_strdup_printf ("The function of %s gave neither a result nor an error", name);

      expected = g_strdup_printf ("%s%s#%s", prefix, *prefix != '\0' ? " " : "",
                                  fault != RX_TEST_NO_RESULT ? "fault" : no_result);
    }
  rx_probe_assert (probe, expected);
  if (cancelled)
    g_assert_no_error (probe->error);
  else if (fault == RX_TEST_NO_RESULT)
    g_assert_error (probe->error, RX_ERROR, RX_ERROR_CALLBACK);
  else
    g_assert_error (probe->error, G_IO_ERROR, G_IO_ERROR_FAILED);
  g_assert_cmpuint (faulty.n_calls, ==, at);
  g_assert_cmpuint (rx_test_take_undeliverable (), ==, fault == RX_TEST_CANCEL_AND_ERROR);
  g_assert_cmpint (count, ==, 0);
  g_assert_false (rx_subject_has_observers (subject));

  g_clear_object (&observable);
  g_assert_cmpint (faulty.n_destroyed, ==, 1);
}

void
rx_test_faults (RxTestFaultyApply apply, gboolean has_result, const gchar *prefix_1, const gchar *prefix_2)
{
  for (guint fault = 0; fault < RX_TEST_N_FAULTS; fault++)
    {
      if (fault == RX_TEST_NO_RESULT && !has_result)
        continue;
      for (guint hot = 0; hot < 2; hot++)
        {
          run_fault (apply, fault, 1, prefix_1, hot);
          run_fault (apply, fault, 2, prefix_2, hot);
        }
    }
}

/* --- threads --- */

typedef struct
{
  void (*func) (gpointer);
  gpointer data;
} SmallStack;

static gpointer
small_stack_thread (gpointer data)
{
  SmallStack *self = data;

  self->func (self->data);
  return NULL;
}

void
rx_test_on_small_stack (void (*func) (gpointer), gpointer data)
{
  SmallStack self = { func, data };
  pthread_attr_t attr;
  pthread_t thread;
  gsize size = 64 * 1024;

#if defined (RX_TSAN) || defined (__SANITIZE_ADDRESS__)
  /* The sanitizers put their own state and red zones on the stack. */
  size *= 8;
#endif
  if (_rx_under_valgrind ())
    size *= 4;

  pthread_attr_init (&attr);
  g_assert_cmpint (pthread_attr_setstacksize (&attr, size), ==, 0);
  g_assert_cmpint (pthread_create (&thread, &attr, small_stack_thread, &self), ==, 0);
  pthread_attr_destroy (&attr);
  g_assert_cmpint (pthread_join (thread, NULL), ==, 0);
}

pthread_t
rx_test_thread_start (GThreadFunc func, gpointer data)
{
  pthread_t thread;

  g_assert_cmpint (pthread_create (&thread, NULL, func, data), ==, 0);
  return thread;
}

void
rx_test_thread_join (pthread_t thread)
{
  g_assert_cmpint (pthread_join (thread, NULL), ==, 0);
}

/* A main loop worker that has been busy gives way for as long as it took, so that an iteration without an event does
 * not yet mean that nothing is left to do. */
void
rx_test_settle (GMainContext *context)
{
  gint timeout, priority;

  if (context == NULL)
    context = g_main_context_default ();
  do
    {
      while (g_main_context_iteration (context, FALSE))
        ;
      g_assert_true (g_main_context_acquire (context));
      g_main_context_prepare (context, &priority);
      g_main_context_query (context, priority, &timeout, NULL, 0);
      g_main_context_release (context);
    }
  while (timeout >= 0 && timeout < 1000);
}

struct _RxTestWatchdog
{
  pthread_t thread;
  _Atomic guint32 stopped;
  gint64 deadline;
};

static gpointer
watchdog_thread (gpointer data)
{
  RxTestWatchdog *self = data;

  while (atomic_load (&self->stopped) == 0)
    {
      gint64 left = self->deadline - g_get_monotonic_time ();

      if (left <= 0)
        g_error ("The watchdog has bitten");
      _rx_park (&self->stopped, 0, left);
    }
  return NULL;
}

RxTestWatchdog *
rx_test_watchdog_start (guint seconds)
{
  RxTestWatchdog *self = g_new0 (RxTestWatchdog, 1);

  if (_rx_under_valgrind ())
    seconds *= 20;
#ifdef RX_TSAN
  seconds *= 10;
#endif
  self->deadline = g_get_monotonic_time () + seconds * G_USEC_PER_SEC;
  self->thread = rx_test_thread_start (watchdog_thread, self);
  return self;
}

void
rx_test_watchdog_stop (RxTestWatchdog *self)
{
  atomic_store (&self->stopped, 1);
  _rx_unpark (&self->stopped, TRUE);
  rx_test_thread_join (self->thread);
  g_free (self);
}

void
rx_test_latch_open (RxTestLatch *self)
{
  atomic_store (&self->word, 1);
  _rx_unpark (&self->word, TRUE);
}

void
rx_test_latch_wait (RxTestLatch *self)
{
  while (atomic_load (&self->word) == 0)
    _rx_park (&self->word, 0, -1);
}

gboolean
rx_test_latch_is_open (RxTestLatch *self)
{
  return atomic_load (&self->word) != 0;
}

static gpointer
loop_thread (gpointer data)
{
  RxTestLoop *self = data;

  g_main_context_push_thread_default (self->context);
  while (!atomic_load (&self->stop))
    g_main_context_iteration (self->context, TRUE);
  while (g_main_context_iteration (self->context, FALSE))
    ;
  g_main_context_pop_thread_default (self->context);
  return NULL;
}

void
rx_test_loop_start (RxTestLoop *self)
{
  self->context = g_main_context_new ();
  self->scheduler = rx_scheduler_main_context (self->context, G_PRIORITY_DEFAULT);
  atomic_init (&self->stop, FALSE);
  self->thread = rx_test_thread_start (loop_thread, self);
}

void
rx_test_loop_stop (RxTestLoop *self)
{
  atomic_store (&self->stop, TRUE);
  g_main_context_wakeup (self->context);
  rx_test_thread_join (self->thread);
  g_object_unref (self->scheduler);
  g_main_context_unref (self->context);
}

typedef struct
{
  RxTestLatch inside;
  RxTestLatch *release;
} Block;

static void
block_run (RxTask *task, gpointer user_data)
{
  Block *self = user_data;
  RxTestLatch *release = self->release;

  rx_test_latch_open (&self->inside);
  rx_test_latch_wait (release);
}

void
rx_test_loop_block (RxTestLoop *self, RxTestLatch *release)
{
  g_autoptr (RxWorker) worker = rx_scheduler_create_worker (self->scheduler);
  Block *block = g_new0 (Block, 1);

  block->release = release;
  rx_task_unref (rx_worker_schedule (worker, block_run, block, g_free));
  /* freed when the latch has been opened by another call, hence not before this wait is over */
  rx_test_latch_wait (&block->inside);
}
