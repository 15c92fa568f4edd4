/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* observe_on() and its worker: how many it has and for how long, order over several threads, and what it leaves to
 * others. */

#include "rx-test-script.h"

/* --- a scheduler that counts --- */

static struct
{
  atomic_uint made, unsubscribed, scheduled;
} counts;

typedef struct
{
  RxWorker parent_instance;
  RxWorker *inner;              /* (owned) */
} CountedWorker;

typedef RxWorkerClass CountedWorkerClass;
static GType counted_worker_get_type (void);
G_DEFINE_TYPE (CountedWorker, counted_worker, RX_TYPE_WORKER)

static void
counted_call (RxTask *task, gpointer user_data)
{
  rx_task_run (user_data);
}

static void
counted_worker_schedule (RxWorker *self, GTimeSpan delay, RxTask *task)
{
  atomic_fetch_add (&counts.scheduled, 1);
  rx_task_unref (rx_worker_schedule_delayed (((CountedWorker *) self)->inner, delay, counted_call, task,
                                             (GDestroyNotify) rx_task_unref));
}

static void
counted_worker_unsubscribe (RxWorker *self)
{
  atomic_fetch_add (&counts.unsubscribed, 1);
}

static void
counted_worker_finalize (GObject *object)
{
  g_object_unref (((CountedWorker *) object)->inner);
  G_OBJECT_CLASS (counted_worker_parent_class)->finalize (object);
}

static void
counted_worker_class_init (CountedWorkerClass *klass)
{
  klass->schedule = counted_worker_schedule;
  klass->unsubscribe = counted_worker_unsubscribe;
  G_OBJECT_CLASS (klass)->finalize = counted_worker_finalize;
}

static void
counted_worker_init (CountedWorker *self)
{
}

typedef RxScheduler CountedScheduler;
typedef RxSchedulerClass CountedSchedulerClass;
static GType counted_scheduler_get_type (void);
G_DEFINE_TYPE (CountedScheduler, counted_scheduler, RX_TYPE_SCHEDULER)

static RxWorker *
counted_scheduler_create_worker (RxScheduler *self)
{
  CountedWorker *worker = g_object_new (counted_worker_get_type (), NULL);

  atomic_fetch_add (&counts.made, 1);
  worker->inner = rx_scheduler_create_worker (rx_scheduler_main ());
  return RX_WORKER (worker);
}

static void
counted_scheduler_class_init (CountedSchedulerClass *klass)
{
  klass->create_worker = counted_scheduler_create_worker;
}

static void
counted_scheduler_init (CountedScheduler *self)
{
}

static RxScheduler *
counted_new (void)
{
  atomic_store (&counts.made, 0);
  atomic_store (&counts.unsubscribed, 0);
  atomic_store (&counts.scheduled, 0);
  return g_object_new (counted_scheduler_get_type (), NULL);
}

/* --- S28 --- */

static void
assert_open (RxProbe *probe, const GValue *item, gpointer data)
{
  g_assert_cmpuint (atomic_load (&counts.unsubscribed), ==, 0);
}

static void
assert_open_at_end (RxProbe *probe, const GError *error, gpointer data)
{
  assert_open (probe, NULL, data);
}

/* One worker for all its tasks; it goes with the subscription, but not before what was queued has been delivered,
 * though the source has long ended. */
static void
test_one_worker (void)
{
  static const gchar *const ends[] = { "|", "#no" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autoptr (RxScheduler) scheduler = counted_new ();
      g_autoptr (RxSubject) subject = rx_publish_subject_new ();
      g_autoptr (RxObservable) observable = rx_observable_observe_on (RX_OBSERVABLE (subject), scheduler);
      g_autoptr (RxProbe) probe = rx_probe_new ();

      probe->quiet = TRUE;
      probe->hook = assert_open;
      probe->end_hook = assert_open_at_end;
      rx_probe_start (probe, observable, -1);
      for (guint round = 0; round < 10; round++)
        {
          rx_test_feed (subject, "1 2 3");
          rx_test_settle (NULL);
          g_assert_cmpuint (probe->n_items, ==, 3 * (round + 1));
        }
      g_assert_cmpuint (atomic_load (&counts.scheduled), >=, 10);
      rx_test_feed (subject, "4 5 6");
      rx_test_feed (subject, ends[i]);
      g_assert_cmpuint (atomic_load (&counts.unsubscribed), ==, 0);
      rx_probe_wait (probe);
      g_assert_cmpuint (probe->n_items, ==, 33);
      g_assert_cmpuint (atomic_load (&counts.made), ==, 1);
      g_assert_cmpuint (atomic_load (&counts.unsubscribed), ==, 1);
    }
}

static void
test_unsubscribed (void)
{
  g_autoptr (RxScheduler) scheduler = counted_new ();
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxObservable) observable = rx_observable_observe_on (RX_OBSERVABLE (subject), scheduler);
  g_autoptr (RxProbe) probe = rx_probe_subscribe (observable, -1);

  rx_test_feed (subject, "1");
  rx_probe_cancel (probe);
  g_assert_cmpuint (atomic_load (&counts.unsubscribed), ==, 1);
  rx_test_settle (NULL);
  rx_probe_assert (probe, "");
}

/* Twice on one scheduler: a worker each, and a new one for each subscription. */
static void
test_twice (void)
{
  g_autoptr (RxScheduler) scheduler = counted_new ();
  g_autoptr (RxObservable) observable = rx_test_numbers ("1 2 3");

  rx_then (&observable, observe_on, scheduler);
  rx_then (&observable, observe_on, scheduler);
  for (guint round = 1; round <= 3; round++)
    {
      g_autoptr (RxProbe) probe = rx_probe_subscribe (observable, -1);

      rx_probe_wait (probe);
      rx_probe_assert (probe, "1 2 3 |");
      g_assert_cmpuint (atomic_load (&counts.made), ==, 2 * round);
      g_assert_cmpuint (atomic_load (&counts.unsubscribed), ==, 2 * round);
    }
}

/* --- S29 --- */

static void
assert_next (RxProbe *probe, const GValue *item, gpointer data)
{
  g_assert_cmpint (rx_value_get_int64 (item), ==, probe->n_items - 1);
}

/* The drain hops from thread to thread of a pool. */
static void
test_pool_order (void)
{
  g_autoptr (RxScheduler) pool = rx_scheduler_new_thread_pool (4);
  guint n = rx_test_rounds (200000);
  g_autoptr (RxObservable) observable = rx_observable_range (0, n);
  g_autoptr (RxProbe) probe = rx_probe_new ();

  rx_then (&observable, observe_on, pool);
  rx_then (&observable, observe_on, pool);
  probe->quiet = TRUE;
  probe->hook = assert_next;
  rx_probe_start (probe, observable, -1);
  rx_probe_wait (probe);
  g_assert_cmpuint (probe->n_items, ==, n);
}

static void
wait_first (RxProbe *probe, const GValue *item, gpointer data)
{
  RxTestLatch *latches = data;

  assert_next (probe, item, NULL);
  if (probe->n_items == 1)
    {
      rx_test_latch_open (&latches[0]);
      rx_test_latch_wait (&latches[1]);
    }
}

/* The subscriber blocks at the first item; who emits goes on, and ends, while nothing is taken. */
static void
test_blocked_subscriber (void)
{
  RxTestWatchdog *watchdog = rx_test_watchdog_start (60);
  g_autoptr (RxScheduler) pool = rx_scheduler_new_thread_pool (2);
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxObservable) observable = rx_observable_observe_on (RX_OBSERVABLE (subject), pool);
  g_autoptr (RxProbe) probe = rx_probe_new ();
  RxTestLatch latches[2] = { { 0 }, { 0 } };

  probe->quiet = TRUE;
  probe->hook = wait_first;
  probe->hook_data = latches;
  rx_probe_start (probe, observable, -1);
  rx_subject_next (subject, RX_VALUE_INT64 (0));
  rx_test_latch_wait (&latches[0]);
  for (gint64 i = 1; i < 10000; i++)
    rx_subject_next (subject, RX_VALUE_INT64 (i));
  rx_subject_completed (subject);
  g_assert_cmpuint (probe->n_items, ==, 1);
  rx_test_latch_open (&latches[1]);
  rx_probe_wait (probe);
  g_assert_cmpuint (probe->n_items, ==, 10000);
  rx_test_watchdog_stop (watchdog);
}

/* --- B113 --- */

static gboolean
tick (gpointer ticks)
{
  ++*(guint *) ticks;
  return G_SOURCE_CONTINUE;
}

static void
take_a_moment (RxProbe *probe, const GValue *item, gpointer data)
{
  gint64 end = g_get_monotonic_time () + 20;

  while (g_get_monotonic_time () < end)
    ;
}

static gpointer
feed_many (gpointer subject)
{
  for (gint64 i = 0; i < 20000; i++)
    rx_subject_next (subject, RX_VALUE_INT64 (i));
  rx_subject_completed (subject);
  return NULL;
}

/* More items than the loop can take for a long while, 400 ms of work at least: what draws windows, and a timeout of
 * 10 ms, have their turns in between. A loop that is slower has more turns, not fewer. */
static void
test_others (void)
{
  g_autoptr (RxSubject) subject = rx_publish_subject_new ();
  g_autoptr (RxObservable) observable = rx_observable_observe_on (RX_OBSERVABLE (subject), rx_scheduler_main ());
  g_autoptr (RxProbe) probe = rx_probe_new ();
  guint n_idle = 0, n_timeout = 0, idle, timeout;
  pthread_t thread;

  idle = g_idle_add_full (G_PRIORITY_HIGH_IDLE + 20, tick, &n_idle, NULL);
  timeout = g_timeout_add (10, tick, &n_timeout);
  probe->quiet = TRUE;
  probe->hook = take_a_moment;
  rx_probe_start (probe, observable, -1);
  thread = rx_test_thread_start (feed_many, subject);
  while (!atomic_load (&probe->ended))
    g_main_context_iteration (NULL, TRUE);
  rx_test_thread_join (thread);
  g_source_remove (idle);
  g_source_remove (timeout);
  g_assert_cmpuint (probe->n_items, ==, 20000);
  g_test_message ("%u turns of an idle source, %u of a timeout", n_idle, n_timeout);
  g_assert_cmpuint (n_idle, >=, 10);
  g_assert_cmpuint (n_timeout, >=, 10);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/observe-on/S28-one-worker", test_one_worker);
  rx_test_add ("/observe-on/S28-unsubscribed", test_unsubscribed);
  rx_test_add ("/observe-on/S28-twice", test_twice);
  rx_test_add ("/observe-on/S29-pool-order", test_pool_order);
  rx_test_add ("/observe-on/S29-blocked-subscriber", test_blocked_subscriber);
  rx_test_add ("/observe-on/B113-others", test_others);

  return g_test_run ();
}
