/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-script.h"

#include "core/rx-serializer-private.h"

static RxEvent
event_of (guint kind)
{
  return (RxEvent) { .kind = kind };
}

static void
test_gate (void)
{
  RxSerializer serializer = { 0 };
  RxEvent event = event_of (7), taken;

  _rx_serializer_init (&serializer, FALSE);
  g_assert_false (_rx_serializer_nudge (&serializer));
  g_assert_true (_rx_serializer_enter (&serializer));
  g_assert_false (_rx_serializer_enter (&serializer));
  g_assert_false (_rx_serializer_take (&serializer, &taken));
  g_assert_true (_rx_serializer_leave (&serializer));

  g_assert_true (_rx_serializer_enter (&serializer));
  g_assert_cmpint (_rx_serializer_post (&serializer, &event), ==, RX_POST_LEFT);
  g_assert_false (_rx_serializer_leave (&serializer));
  g_assert_true (_rx_serializer_take (&serializer, &taken));
  g_assert_cmpuint (taken.kind, ==, 7);
  g_assert_true (_rx_serializer_nudge (&serializer));
  g_assert_false (_rx_serializer_signal (&serializer));
  g_assert_false (_rx_serializer_leave (&serializer));
  g_assert_true (_rx_serializer_leave (&serializer));
  g_assert_true (_rx_serializer_signal (&serializer));
  _rx_serializer_clear (&serializer);
}

static void
test_order (void)
{
  RxSerializer serializer = { 0 };
  guint in = 0, out = 0;

  _rx_serializer_init (&serializer, TRUE);
  for (guint round = 1; round < 40; round++)
    {
      RxEvent taken;

      for (guint i = 0; i < round; i++)
        {
          RxEvent event = event_of (in++);

          g_assert_cmpint (_rx_serializer_post (&serializer, &event), ==, RX_POST_LEFT);
        }
      for (guint i = 0; i < round / 2; i++)
        {
          g_assert_true (_rx_serializer_take (&serializer, &taken));
          g_assert_cmpuint (taken.kind, ==, out++);
        }
      if (round % 10 == 0)
        while (_rx_serializer_take (&serializer, &taken))
          g_assert_cmpuint (taken.kind, ==, out++);
    }
  _rx_serializer_clear (&serializer);
}

static void
test_dead (void)
{
  RxSerializer serializer = { 0 };
  RxEvent event = event_of (1), taken;

  _rx_serializer_init (&serializer, TRUE);
  g_assert_cmpint (_rx_serializer_post (&serializer, &event), ==, RX_POST_LEFT);
  _rx_serializer_die (&serializer);
  g_assert_cmpint (_rx_serializer_post (&serializer, &event), ==, RX_POST_DEAD);
  g_assert_true (_rx_serializer_take (&serializer, &taken));
  g_assert_false (_rx_serializer_take (&serializer, &taken));
  g_assert_false (_rx_serializer_enter (&serializer));
  _rx_serializer_clear (&serializer);
}

static void
test_edit (void)
{
  RxSerializer serializer = { 0 };
  RxEvent event = event_of (1), taken;

  _rx_serializer_init (&serializer, FALSE);
  g_assert_cmpint (_rx_serializer_post_edit (&serializer, &event), ==, RX_POST_EDIT);
  g_assert_false (_rx_serializer_enter (&serializer));
  _rx_serializer_edit_done (&serializer);
  g_assert_true (_rx_serializer_enter (&serializer));
  g_assert_cmpint (_rx_serializer_post_edit (&serializer, &event), ==, RX_POST_LEFT);
  g_assert_true (_rx_serializer_take (&serializer, &taken));
  g_assert_false (_rx_serializer_leave (&serializer));
  g_assert_true (_rx_serializer_leave (&serializer));
  _rx_serializer_clear (&serializer);
}

/* Who meets an edit that takes long, sleeps until it is over. */
typedef struct
{
  RxSerializer serializer;
  gboolean edits;
  RxPost post;
} Waiter;

static gpointer
post_once (gpointer data)
{
  Waiter *self = data;
  RxEvent event = event_of (2);

  self->post = self->edits ? _rx_serializer_post_edit (&self->serializer, &event)
                           : _rx_serializer_post (&self->serializer, &event);
  return NULL;
}

static void
test_edit_awaited (void)
{
  for (guint i = 0; i < 2; i++)
    {
      Waiter waiter = { .edits = i == 1 };
      RxEvent event = event_of (1), taken;
      pthread_t thread;

      _rx_serializer_init (&waiter.serializer, FALSE);
      g_assert_cmpint (_rx_serializer_post_edit (&waiter.serializer, &event), ==, RX_POST_EDIT);
      thread = rx_test_thread_start (post_once, &waiter);
      rx_test_wait_until (atomic_load (&waiter.serializer.gate) == RX_GATE_AWAITED);
      g_assert_false (_rx_serializer_enter (&waiter.serializer));
      g_assert_false (_rx_serializer_nudge (&waiter.serializer));
      _rx_serializer_edit_done (&waiter.serializer);
      rx_test_thread_join (thread);

      g_assert_cmpint (waiter.post, ==, waiter.edits ? RX_POST_EDIT : RX_POST_RUN);
      g_assert_cmpuint (atomic_load (&waiter.serializer.gate), ==, waiter.edits ? RX_GATE_EDIT : RX_GATE_BUSY);
      g_assert_cmpint (_rx_serializer_take (&waiter.serializer, &taken), ==, !waiter.edits);
      _rx_serializer_clear (&waiter.serializer);
    }
}

/* Several threads post and edit; each event is handled once, in its thread's order, by one at a time. */
enum { N_THREADS = 3 };

typedef struct
{
  RxSerializer serializer;
  guint last[N_THREADS];        /* with the gate held: not atomic, so that a race is seen */
  guint edits;
} Shared;

static void
shared_run (Shared *self)
{
  RxEvent event;

  do
    while (_rx_serializer_take (&self->serializer, &event))
      {
        guint thread = event.kind % N_THREADS;

        g_assert_cmpuint (event.kind / N_THREADS, ==, self->last[thread]);
        self->last[thread]++;
        if (event.who != NULL)
          self->edits++;
      }
  while (!_rx_serializer_leave (&self->serializer));
}

typedef struct
{
  Shared *shared;
  guint index, n;
} Poster;

static gpointer
post_events (gpointer data)
{
  Poster *self = data;

  for (guint i = 0; i < self->n; i++)
    {
      RxEvent event = event_of (i * N_THREADS + self->index);

      if (i % 16 == 15)
        {
          event.who = self;
          if (_rx_serializer_post_edit (&self->shared->serializer, &event) == RX_POST_EDIT)
            {
              g_assert_cmpuint (self->shared->last[self->index], ==, i);
              self->shared->last[self->index]++;
              self->shared->edits++;
              _rx_serializer_edit_done (&self->shared->serializer);
            }
          else
            {
              /* in its turn: an edit may be taken back, so wait until this one has been seen to */
              while (!_rx_serializer_enter (&self->shared->serializer))
                g_thread_yield ();
              shared_run (self->shared);
            }
        }
      else if (_rx_serializer_post (&self->shared->serializer, &event) == RX_POST_RUN)
        shared_run (self->shared);
      else
        {
          while (!_rx_serializer_enter (&self->shared->serializer))
            g_thread_yield ();
          shared_run (self->shared);
        }
    }
  return NULL;
}

static void
test_threads (void)
{
  Shared shared = { 0 };
  Poster posters[N_THREADS];
  pthread_t threads[N_THREADS];
  guint n = rx_test_rounds (30000);

  _rx_serializer_init (&shared.serializer, FALSE);
  for (guint i = 0; i < N_THREADS; i++)
    {
      posters[i] = (Poster) { &shared, i, n };
      threads[i] = rx_test_thread_start (post_events, &posters[i]);
    }
  for (guint i = 0; i < N_THREADS; i++)
    rx_test_thread_join (threads[i]);
  for (guint i = 0; i < N_THREADS; i++)
    g_assert_cmpuint (shared.last[i], ==, n);
  g_assert_cmpuint (shared.edits, ==, N_THREADS * (n / 16));
  _rx_serializer_clear (&shared.serializer);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/serializer/gate", test_gate);
  rx_test_add ("/serializer/order", test_order);
  rx_test_add ("/serializer/dead", test_dead);
  rx_test_add ("/serializer/edit", test_edit);
  rx_test_add ("/serializer/edit-awaited", test_edit_awaited);
  rx_test_add ("/serializer/threads", test_threads);

  return g_test_run ();
}
