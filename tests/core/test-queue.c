/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-test-script.h"

#include "core/rx-queue-private.h"

static void
push (RxQueue *queue, gint64 number)
{
  GValue item;

  _rx_item_init_int64 (&item, number);
  _rx_queue_push (queue, &item);
  g_assert_false (_rx_item_is_set (&item));
}

static gint64
pop (RxQueue *queue)
{
  GValue item;

  g_assert_true (_rx_queue_pop (queue, &item));
  return item.data[0].v_int64;
}

static void
test_order (void)
{
  static const guint capacities[] = { 0, 1, 8, 100, 256, 10000 };

  for (guint i = 0; i < G_N_ELEMENTS (capacities); i++)
    {
      RxQueue queue;
      GValue item;
      gint64 in = 0, out = 0;

      _rx_queue_init (&queue, capacities[i]);
      g_assert_false (_rx_queue_peek (&queue));
      g_assert_false (_rx_queue_pop (&queue, &item));
      /* growing and shrinking over the edges of the chunks */
      for (guint round = 1; round < 60; round++)
        {
          for (guint j = 0; j < round * 7; j++)
            push (&queue, in++);
          for (guint j = 0; j < round * 5; j++)
            g_assert_cmpint (pop (&queue), ==, out++);
          g_assert_true (_rx_queue_peek (&queue));
        }
      while (_rx_queue_peek (&queue))
        g_assert_cmpint (pop (&queue), ==, out++);
      g_assert_cmpint (in, ==, out);
      push (&queue, 1);
      _rx_queue_free (&queue);
    }
}

static void
object_gone (gpointer data, GObject *object)
{
  ++*(gint *) data;
}

/* What is cleared or left over is released once. */
static void
test_release (void)
{
  gint gone = 0;
  RxQueue queue;

  _rx_queue_init (&queue, 8);
  for (guint i = 0; i < 40; i++)
    {
      GCancellable *object = g_cancellable_new ();
      GValue item = G_VALUE_INIT;

      g_object_weak_ref (G_OBJECT (object), object_gone, &gone);
      rx_value_take_object (&item, object);
      _rx_queue_push (&queue, &item);
      if (i == 19)
        {
          _rx_queue_clear (&queue);
          g_assert_cmpint (gone, ==, 20);
          g_assert_false (_rx_queue_peek (&queue));
        }
    }
  _rx_queue_free (&queue);
  g_assert_cmpint (gone, ==, 40);
}

/* Never used, or emptied: nothing is left either way. */
static void
test_unused (void)
{
  RxQueue queue;

  _rx_queue_init (&queue, 16);
  _rx_queue_clear (&queue);
  _rx_queue_free (&queue);
}

static gpointer
produce (gpointer data)
{
  gint64 n = rx_test_rounds (1000000);

  for (gint64 i = 0; i < n; i++)
    push (data, i);
  return NULL;
}

static void
test_threads (void)
{
  static const guint capacities[] = { 8, 128 };

  for (guint i = 0; i < G_N_ELEMENTS (capacities); i++)
    {
      gint64 n = rx_test_rounds (1000000);
      RxQueue queue;
      pthread_t thread;

      _rx_queue_init (&queue, capacities[i]);
      thread = rx_test_thread_start (produce, &queue);
      for (gint64 j = 0; j < n; )
        {
          GValue item;

          if (_rx_queue_pop (&queue, &item))
            g_assert_cmpint (item.data[0].v_int64, ==, j++);
          else
            g_thread_yield ();
        }
      rx_test_thread_join (thread);
      g_assert_false (_rx_queue_peek (&queue));
      _rx_queue_free (&queue);
    }
}

/* Between 8 and 256 items a chunk, whatever is asked for; and no end to the number of chunks. */
static void
test_capacity (void)
{
  static const guint pairs[][2] = {
    { 0, 8 }, { 1, 8 }, { 8, 8 }, { 9, 9 }, { 256, 256 }, { 257, 256 }, { G_MAXUINT, 256 }
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      RxQueue queue;

      _rx_queue_init (&queue, pairs[i][0]);
      g_assert_cmpuint (queue.capacity, ==, pairs[i][1]);
      g_assert_null (queue.tail);       /* nothing is allocated for a queue that is not used */
      for (gint64 j = 0; j < 100000; j++)
        push (&queue, j);
      for (gint64 j = 0; j < 100000; j++)
        {
          g_assert_true (_rx_queue_peek (&queue));
          g_assert_true (_rx_queue_peek (&queue));
          g_assert_cmpint (pop (&queue), ==, j);
        }
      g_assert_false (_rx_queue_peek (&queue));
      _rx_queue_free (&queue);
    }
}

/* A queue that holds no more than a chunk goes on with the two that it has: the one that was emptied is the next to be
 * filled. */
static void
test_reuse (void)
{
  RxQueue queue;
  guint n_grown = 0;

  _rx_queue_init (&queue, 16);
  for (gint64 i = 0; i < 10000; i++)
    {
      RxQueueChunk *tail = queue.tail, *spare = atomic_load (&queue.spare);

      push (&queue, i);
      if (queue.tail != tail && ++n_grown > 2)
        {
          g_assert_nonnull (spare);
          g_assert_true (queue.tail == spare);
        }
      if (i >= 10)
        g_assert_cmpint (pop (&queue), ==, i - 10);
    }
  g_assert_cmpuint (n_grown, ==, 10000 / 16);
  _rx_queue_free (&queue);
}

typedef struct
{
  RxQueue queue;
  gint64 n;
  gint alive;
} Tracked;

static void
object_freed (gpointer data, GObject *object)
{
  g_atomic_int_add ((gint *) data, -1);
}

static gpointer
produce_objects (gpointer data)
{
  Tracked *self = data;

  for (gint64 i = 0; i < self->n; i++)
    {
      GCancellable *object = g_cancellable_new ();
      GValue item = G_VALUE_INIT;

      g_atomic_int_inc (&self->alive);
      g_object_weak_ref (G_OBJECT (object), object_freed, &self->alive);
      rx_value_take_object (&item, object);
      _rx_queue_push (&self->queue, &item);
    }
  return NULL;
}

/* Cleared again and again while the other thread goes on pushing. */
static void
test_release_threads (void)
{
  Tracked tracked = { .n = rx_test_rounds (100000) };
  pthread_t thread;
  gint64 n = 0;

  _rx_queue_init (&tracked.queue, 8);
  thread = rx_test_thread_start (produce_objects, &tracked);
  while (n < tracked.n / 2)
    {
      GValue item = G_VALUE_INIT;

      if (n % 100 == 99)
        _rx_queue_clear (&tracked.queue);
      if (_rx_queue_pop (&tracked.queue, &item))
        _rx_item_clear (&item);
      else
        g_thread_yield ();
      n++;
    }
  rx_test_thread_join (thread);
  _rx_queue_free (&tracked.queue);
  g_assert_cmpint (g_atomic_int_get (&tracked.alive), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/queue/B25-order", test_order);
  rx_test_add ("/queue/B25-release", test_release);
  rx_test_add ("/queue/B25-unused", test_unused);
  rx_test_add ("/queue/B25-capacity", test_capacity);
  rx_test_add ("/queue/B25-reuse", test_reuse);
  rx_test_add ("/queue/B25-release-threads", test_release_threads);
  rx_test_add ("/queue/B25-threads", test_threads);

  return g_test_run ();
}
