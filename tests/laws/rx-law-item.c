/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "rx-law-item.h"

#include <stdatomic.h>

const gchar *const rx_law_kind_names[RX_LAW_N_KINDS] = { "int64", "string", "object", "boxed", "null" };

static atomic_int alive;

gint
rx_law_items_alive (void)
{
  return atomic_load (&alive);
}

/* --- objects --- */

typedef struct
{
  GObject parent_instance;

  _Atomic gint64 number;        /* atomic: the reference counts of GLib do not order accesses for every tool */
} LawObject;

typedef GObjectClass LawObjectClass;

static GType law_object_get_type (void);
G_DEFINE_FINAL_TYPE (LawObject, law_object, G_TYPE_OBJECT)

static void
law_object_finalize (GObject *object)
{
  (void) atomic_load (&((LawObject *) object)->number);
  atomic_fetch_sub (&alive, 1);

  G_OBJECT_CLASS (law_object_parent_class)->finalize (object);
}

static void
law_object_class_init (LawObjectClass *klass)
{
  klass->finalize = law_object_finalize;
}

static void
law_object_init (LawObject *self)
{
  atomic_fetch_add (&alive, 1);
}

/* --- boxed values: every copy is one --- */

typedef struct
{
  gint64 number;
} LawBoxed;

static gpointer
law_boxed_copy (gpointer boxed)
{
  atomic_fetch_add_explicit (&alive, 1, memory_order_relaxed);  /* relaxed: a statistic */
  return g_memdup2 (boxed, sizeof (LawBoxed));
}

static void
law_boxed_free (gpointer boxed)
{
  atomic_fetch_sub_explicit (&alive, 1, memory_order_relaxed);  /* relaxed: as above */
  g_free (boxed);
}

static GType law_boxed_get_type (void);
G_DEFINE_BOXED_TYPE (LawBoxed, law_boxed, law_boxed_copy, law_boxed_free)

/* --- items --- */

void
rx_law_item_set (GValue *item, RxLawKind kind, gint64 number)
{
  switch (kind)
    {
    case RX_LAW_INT64:
      rx_value_set_int64 (item, number);
      break;
    case RX_LAW_STRING:
      rx_value_take_string (item, g_strdup_printf ("%" G_GINT64_FORMAT, number));
      break;
    case RX_LAW_OBJECT:
      {
        LawObject *object = g_object_new (law_object_get_type (), NULL);

        atomic_store (&object->number, number);
        g_value_init (item, law_object_get_type ());
        g_value_take_object (item, object);
      }
      break;
    case RX_LAW_BOXED:
      {
        LawBoxed boxed = { number };

        g_value_init (item, law_boxed_get_type ());
        g_value_take_boxed (item, law_boxed_copy (&boxed));
      }
      break;
    case RX_LAW_NULL:
      g_value_init (item, G_TYPE_POINTER);
      break;
    case RX_LAW_N_KINDS:
      g_assert_not_reached ();
    }
}

RxLawKind
rx_law_item_kind (const GValue *item)
{
  if (G_VALUE_HOLDS_INT64 (item))
    return RX_LAW_INT64;
  if (G_VALUE_HOLDS_STRING (item))
    return RX_LAW_STRING;
  if (G_VALUE_HOLDS (item, law_object_get_type ()))
    return RX_LAW_OBJECT;
  if (G_VALUE_HOLDS (item, law_boxed_get_type ()))
    return RX_LAW_BOXED;
  g_assert_true (G_VALUE_HOLDS_POINTER (item));
  return RX_LAW_NULL;
}

gint64
rx_law_item_get (const GValue *item)
{
  switch (rx_law_item_kind (item))
    {
    case RX_LAW_INT64:
      return g_value_get_int64 (item);
    case RX_LAW_STRING:
      return g_ascii_strtoll (g_value_get_string (item), NULL, 10);
    case RX_LAW_OBJECT:
      return atomic_load (&((LawObject *) g_value_get_object (item))->number);
    case RX_LAW_BOXED:
      return ((LawBoxed *) g_value_get_boxed (item))->number;
    case RX_LAW_NULL:
      g_assert_null (g_value_get_pointer (item));
      return 0;
    case RX_LAW_N_KINDS:
      break;
    }
  g_assert_not_reached ();
}

gchar *
rx_law_item_text (const GValue *item)
{
  if (rx_law_item_kind (item) == RX_LAW_NULL)
    return g_strdup ("NULL");
  return g_strdup_printf ("%" G_GINT64_FORMAT, rx_law_item_get (item));
}

RxObservable *
rx_law_items (RxLawKind kind, guint n)
{
  GValue *items = g_new0 (GValue, n);
  RxObservable *observable;

  for (guint i = 0; i < n; i++)
    rx_law_item_set (&items[i], kind, i + 1);
  observable = rx_observable_from_array (items, n);
  for (guint i = 0; i < n; i++)
    g_value_unset (&items[i]);
  g_free (items);
  return observable;
}
