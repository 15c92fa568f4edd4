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

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  rx_test_add ("/queue/order", test_order);
  rx_test_add ("/queue/release", test_release);
  rx_test_add ("/queue/unused", test_unused);
  rx_test_add ("/queue/threads", test_threads);

  return g_test_run ();
}
