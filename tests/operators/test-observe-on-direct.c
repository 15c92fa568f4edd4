/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-script.h"

/* Sources that emit when they are asked: their items need no queue, and go down on the worker that has asked. */

static const guint capacities[] = { 1, 2, 3, 16, 128 };

/* --- where the first items are made: a boxed type whose copies tell their thread --- */

static _Atomic (GThread *) copied_on;

static gpointer
tell_copy (gpointer boxed)
{
  atomic_store (&copied_on, g_thread_self ());
  return boxed;
}

static void
tell_free (gpointer boxed)
{
}

static GType
tell_tale_get_type (void)
{
  static GType type;

  if (type == 0)
    type = g_boxed_type_register_static ("TellTale", tell_copy, tell_free);
  return type;
}

static void
test_first_items (void)
{
  for (guint hidden = 0; hidden < 2; hidden++)
    {
      GValue item = G_VALUE_INIT;
      g_autoptr (RxObservable) observable = NULL;
      g_autoptr (RxProbe) probe = rx_probe_new ();

      g_value_init (&item, tell_tale_get_type ());
      g_value_set_static_boxed (&item, &item);
      observable = rx_observable_from_array (&item, 1);
      if (hidden)
        rx_then (&observable, as_observable);
      rx_then (&observable, named, "tell-tale");
      rx_then (&observable, observe_on, rx_scheduler_computation ());

      atomic_store (&copied_on, NULL);
      probe->quiet = TRUE;
      rx_probe_start (probe, observable, -1);
      rx_probe_wait (probe);
      g_assert_cmpuint (probe->n_items, ==, 1);
      if (hidden)
        g_assert_true (atomic_load (&copied_on) == g_thread_self ());
      else
        g_assert_true (atomic_load (&copied_on) != g_thread_self ());
    }
}

/* --- demand and cancel --- */

typedef struct
{
  guint at;                     /* the item that something happens at */
  gboolean cancel;
  gboolean one_by_one;
} Plan;

static void
follow_plan (RxProbe *probe, const GValue *item, gpointer data)
{
  const Plan *plan = data;

  g_assert_cmpint (rx_value_get_int64 (item), ==, probe->n_items - 1);
  if (plan->cancel && probe->n_items == plan->at)
    rx_probe_cancel (probe);
  if (plan->one_by_one)
    rx_probe_request (probe, 1);
}

/* Unsubscribed inside the callback: not one more comes, and the source lets go. */
static void
test_cancel_inside (void)
{
  static const guint places[] = { 1, 2, 3, 4, 15, 16, 17, 96, 97, 127, 128, 129, 224, 225, 300 };

  for (guint i = 0; i < G_N_ELEMENTS (capacities); i++)
    for (guint j = 0; j < G_N_ELEMENTS (places); j++)
      for (guint one_by_one = 0; one_by_one < 2; one_by_one++)
        {
          Plan plan = { .at = places[j], .cancel = TRUE, .one_by_one = one_by_one };
          g_autoptr (RxObservable) observable = rx_observable_range (0, 400);
          g_autoptr (RxProbe) probe = rx_probe_new ();

          rx_then (&observable, observe_on_full, capacities[i], TRUE, rx_scheduler_main ());
          probe->quiet = TRUE;
          probe->hook = follow_plan;
          probe->hook_data = &plan;
          rx_probe_start (probe, observable, one_by_one ? 1 : -1);
          rx_test_settle (NULL);
          g_assert_cmpuint (probe->n_items, ==, places[j]);
          g_assert_cmpuint (probe->n_ends, ==, 0);
        }
}

static void
test_one_by_one (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (capacities); i++)
    {
      Plan plan = { .one_by_one = TRUE };
      g_autoptr (RxObservable) observable = rx_observable_range (0, 1000);
      g_autoptr (RxProbe) probe = rx_probe_new ();

      rx_then (&observable, observe_on_full, capacities[i], TRUE, rx_scheduler_computation ());
      probe->quiet = TRUE;
      probe->hook = follow_plan;
      probe->hook_data = &plan;
      rx_probe_start (probe, observable, 1);
      rx_probe_wait (probe);
      g_assert_cmpuint (probe->n_items, ==, 1000);
      g_assert_no_error (probe->error);
    }
}

/* --- never more on the way than there is room for --- */

typedef struct
{
  _Atomic gint64 made;
  _Atomic gint64 taken;
  _Atomic gint64 most;
} Balance;

static void
count_made (const GValue *item, gpointer user_data, GError **error)
{
  Balance *self = user_data;
  gint64 waiting = atomic_fetch_add (&self->made, 1) + 1 - atomic_load (&self->taken);

  if (waiting > atomic_load (&self->most))
    atomic_store (&self->most, waiting);
}

static void
count_taken (RxProbe *probe, const GValue *item, gpointer data)
{
  atomic_fetch_add (&((Balance *) data)->taken, 1);
  g_assert_cmpint (rx_value_get_int64 (item), ==, probe->n_items - 1);
}

static void
test_bound (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (capacities); i++)
    {
      Balance balance = { 0 };
      g_autoptr (RxObservable) observable = rx_observable_range (0, 20000);
      g_autoptr (RxProbe) probe = rx_probe_new ();

      rx_then (&observable, do_on_next, count_made, &balance, NULL);
      rx_then (&observable, observe_on_full, capacities[i], TRUE, rx_scheduler_computation ());
      probe->quiet = TRUE;
      probe->hook = count_taken;
      probe->hook_data = &balance;
      rx_probe_start (probe, observable, -1);
      rx_probe_wait (probe);
      g_assert_cmpuint (probe->n_items, ==, 20000);
      /* one has left the queue when it is counted as taken */
      g_assert_cmpint (atomic_load (&balance.most), <=, capacities[i] + 1);
    }
}

static void
fail_at_300 (const GValue *item, GValue *result, gpointer user_data, GError **error)
{
  if (rx_value_get_int64 (item) == 300)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "no");
  else
    rx_value_set_value (result, item);
}

/* The error comes from within the loop's own request, behind the items. */
static void
test_error (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (capacities); i++)
    {
      Plan plan = { 0 };
      g_autoptr (RxObservable) observable = rx_observable_range (0, 1000);
      g_autoptr (RxProbe) probe = rx_probe_new ();

      rx_then (&observable, map, fail_at_300, NULL, NULL);
      rx_then (&observable, observe_on_full, capacities[i], TRUE, rx_scheduler_computation ());
      probe->quiet = TRUE;
      probe->hook = follow_plan;
      probe->hook_data = &plan;
      rx_probe_start (probe, observable, -1);
      rx_probe_wait (probe);
      g_assert_cmpuint (probe->n_items, ==, 300);
      g_assert_error (probe->error, G_IO_ERROR, G_IO_ERROR_FAILED);
    }
}

/* --- a stream without end and another one, on one thread: both get on --- */

static void
test_gives_way (void)
{
  g_autoptr (RxObservable) endless = rx_observable_range (0, G_MAXINT64);
  g_autoptr (RxObservable) other = rx_observable_range (0, 1000);
  g_autoptr (RxProbe) first = rx_probe_new ();

  rx_then (&endless, observe_on, rx_scheduler_single ());
  rx_then (&other, observe_on, rx_scheduler_single ());
  first->quiet = TRUE;
  rx_probe_start (first, endless, -1);
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (RxProbe) probe = rx_probe_new ();

      probe->quiet = TRUE;
      rx_probe_start (probe, other, -1);
      rx_probe_wait (probe);
      g_assert_cmpuint (probe->n_items, ==, 1000);
    }
  rx_probe_cancel (first);
}

/* The same when the items become slow after many fast ones. */
#define N_FAST 300

static _Atomic guint n_slow;

static void
become_slow (RxProbe *probe, const GValue *item, gpointer data)
{
  gint64 end = g_get_monotonic_time () + 1000;

  if (probe->n_items <= N_FAST)
    return;
  atomic_fetch_add (&n_slow, 1);
  while (g_get_monotonic_time () < end)
    ;
}

static void
test_becomes_slow (void)
{
  g_autoptr (RxObservable) slow = rx_observable_range (0, G_MAXINT64);
  g_autoptr (RxObservable) other = rx_observable_just (RX_VALUE_INT64 (1));
  g_autoptr (RxProbe) first = rx_probe_new ();

  rx_then (&slow, observe_on, rx_scheduler_single ());
  rx_then (&other, observe_on, rx_scheduler_single ());
  first->quiet = TRUE;
  first->hook = become_slow;
  rx_probe_start (first, slow, -1);
  rx_test_wait_until (atomic_load (&n_slow) > 0);
  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (RxProbe) probe = rx_probe_new ();
      guint before = atomic_load (&n_slow);

      rx_probe_start (probe, other, -1);
      rx_probe_wait (probe);
      g_assert_cmpuint (atomic_load (&n_slow) - before, <, 60);
    }
  rx_probe_cancel (first);
}

/* --- two threads unsubscribe: behind its own call none of them is called again --- */

typedef struct
{
  RxSubscription *handle;
  _Atomic guint n_items;
  atomic_bool over;             /* its own call has returned */
  _Atomic guint n_late;
  atomic_bool released;
} Leaver;

static void
count_late (const GValue *item, gpointer user_data, GError **error)
{
  Leaver *self = user_data;

  if (atomic_load (&self->over))
    atomic_fetch_add (&self->n_late, 1);
}

static void
leave_at_1000 (const GValue *item, gpointer user_data, GError **error)
{
  Leaver *self = user_data;

  if (atomic_fetch_add (&self->n_items, 1) + 1 != 1000)
    return;
  rx_subscription_unsubscribe (self->handle);
  atomic_store (&self->over, TRUE);
}

static gpointer
leave_too (gpointer user_data)
{
  Leaver *self = user_data;

  while (atomic_load (&self->n_items) < 999)
    g_thread_yield ();
  rx_subscription_unsubscribe (self->handle);
  return NULL;
}

static void
leaver_released (gpointer user_data)
{
  atomic_store (&((Leaver *) user_data)->released, TRUE);
}

static void
test_two_leave (void)
{
  for (guint round = 0; round < 300; round++)
    {
      Leaver leaver = { .handle = rx_subscription_new () };
      g_autoptr (RxObservable) observable = rx_observable_range (0, 100000);
      GThread *thread;

      rx_then (&observable, observe_on, rx_scheduler_computation ());
      rx_then (&observable, do_on_next, count_late, &leaver, NULL);
      thread = g_thread_new ("leaver", leave_too, &leaver);
      rx_observable_subscribe_full (observable, G_MAXINT64, leaver.handle, leave_at_1000, NULL, NULL,
                                    &leaver, leaver_released);
      g_thread_join (thread);
      rx_test_wait_until (atomic_load (&leaver.released));
      g_assert_cmpuint (atomic_load (&leaver.n_late), ==, 0);
      g_object_unref (leaver.handle);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/observe-on-direct/first-items", test_first_items);
  rx_test_add ("/observe-on-direct/cancel-inside", test_cancel_inside);
  rx_test_add ("/observe-on-direct/one-by-one", test_one_by_one);
  rx_test_add ("/observe-on-direct/B13-bound", test_bound);
  rx_test_add ("/observe-on-direct/error", test_error);
  rx_test_add ("/observe-on-direct/gives-way", test_gives_way);
  rx_test_add ("/observe-on-direct/becomes-slow", test_becomes_slow);
  rx_test_add ("/observe-on-direct/U2-two-leave", test_two_leave);

  return g_test_run ();
}
