/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "rx-enum-types.h"
#include "rx-error.h"
#include "rx-list.h"
#include "rx-notification.h"
#include "rx-timestamped.h"
#include "rx-value-private.h"

/* Types of the tests */

typedef struct
{
  GObject parent;
  gint key;
} Thing;

typedef GObjectClass ThingClass;
typedef Thing SubThing;
typedef GObjectClass SubThingClass;

static GType thing_get_type (void);
static GType sub_thing_get_type (void);

G_DEFINE_TYPE (Thing, thing, G_TYPE_OBJECT)
G_DEFINE_TYPE (SubThing, sub_thing, thing_get_type ())

static void
thing_init (Thing *self)
{
}

static void
thing_class_init (ThingClass *klass)
{
}

static void
sub_thing_init (SubThing *self)
{
}

static void
sub_thing_class_init (SubThingClass *klass)
{
}

static gboolean
thing_equal (gconstpointer a, gconstpointer b)
{
  return ((const Thing *) a)->key == ((const Thing *) b)->key;
}

static guint
thing_hash (gconstpointer data)
{
  return (guint) ((const Thing *) data)->key;
}

typedef struct
{
  gint x;
} Point;

static gpointer
point_copy (gpointer data)
{
  return g_memdup2 (data, sizeof (Point));
}

static gboolean
point_equal (gconstpointer a, gconstpointer b)
{
  return ((const Point *) a)->x == ((const Point *) b)->x;
}

static GType point_get_type (void);
static GType spot_get_type (void);

G_DEFINE_BOXED_TYPE (Point, point, point_copy, g_free)
typedef Point Spot;
G_DEFINE_BOXED_TYPE (Spot, spot, point_copy, g_free)

static GType
colour_get_type (void)
{
  static const GEnumValue values[] = { { -1, "NONE", "none" }, { 0, "RED", "red" }, { 7, "BLUE", "blue" }, { 0 } };
  static GType type;

  if (type == 0)
    type = g_enum_register_static ("TestColour", values);
  return type;
}

static GType
access_get_type (void)
{
  static const GFlagsValue values[] = { { 1, "READ", "read" }, { 6, "WRITE", "write" }, { 0 } };
  static GType type;

  if (type == 0)
    type = g_flags_register_static ("TestAccess", values);
  return type;
}

/* The items of the tables, named by what is in them */

typedef struct
{
  const gchar *name;
  GValue value;
} Entry;

static GArray *entries;

static void
entry_clear (gpointer data)
{
  g_value_unset (&((Entry *) data)->value);
}

static GValue *
add (const gchar *name, GType type)
{
  Entry entry = { name, G_VALUE_INIT };

  g_value_init (&entry.value, type);
  g_array_append_val (entries, entry);
  return &g_array_index (entries, Entry, entries->len - 1).value;
}

static const GValue *
get (const gchar *name)
{
  if (g_str_equal (name, "no value"))
    return NULL;
  for (guint i = 0; i < entries->len; i++)
    if (g_str_equal (g_array_index (entries, Entry, i).name, name))
      return &g_array_index (entries, Entry, i).value;
  g_error ("no item is called %s", name);
}

static RxList *
make_list (gint64 first, const gchar *second)
{
  GValue items[2] = { G_VALUE_INIT, G_VALUE_INIT };
  RxList *list;

  rx_value_set_int64 (&items[0], first);
  rx_value_set_string (&items[1], second);
  list = rx_list_new (items, 2);
  g_value_unset (&items[1]);
  return list;
}

static RxNotification *
make_failure (const gchar *message)
{
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, message);

  return rx_notification_new_error (error);
}

static Thing *
make_thing (GType type, gint key)
{
  Thing *thing = g_object_new (type, NULL);

  thing->key = key;
  return thing;
}

static const gchar *const words[] = { "a", "b", NULL };

static void
make_entries (void)
{
  const gchar *const more_words[] = { "a", "b", "c", NULL };
  static gint here, there;

  /* roomy, so that no entry moves while the next one is made of it */
  entries = g_array_sized_new (FALSE, FALSE, sizeof (Entry), 256);
  g_array_set_clear_func (entries, entry_clear);

  g_value_set_schar (add ("char -1", G_TYPE_CHAR), -1);
  g_value_set_schar (add ("char 7", G_TYPE_CHAR), 7);
  g_value_set_uchar (add ("uchar 200", G_TYPE_UCHAR), 200);
  g_value_set_boolean (add ("false", G_TYPE_BOOLEAN), FALSE);
  g_value_set_boolean (add ("true", G_TYPE_BOOLEAN), TRUE);
  g_value_set_int (add ("int 0", G_TYPE_INT), 0);
  g_value_set_int (add ("int 1", G_TYPE_INT), 1);
  g_value_set_int (add ("int -1", G_TYPE_INT), -1);
  g_value_set_int (add ("int 7", G_TYPE_INT), 7);
  g_value_set_int (add ("int 200", G_TYPE_INT), 200);
  g_value_set_uint (add ("uint 7", G_TYPE_UINT), 7);
  g_value_set_uint (add ("uint max", G_TYPE_UINT), G_MAXUINT);
  g_value_set_long (add ("long -1", G_TYPE_LONG), -1);
  g_value_set_long (add ("long 7", G_TYPE_LONG), 7);
  g_value_set_ulong (add ("ulong 7", G_TYPE_ULONG), 7);
  g_value_set_int64 (add ("int64 0", G_TYPE_INT64), 0);
  g_value_set_int64 (add ("int64 7", G_TYPE_INT64), 7);
  g_value_set_int64 (add ("int64 -1", G_TYPE_INT64), -1);
  g_value_set_int64 (add ("int64 uint max", G_TYPE_INT64), G_MAXUINT);
  g_value_set_int64 (add ("int64 max", G_TYPE_INT64), G_MAXINT64);
  g_value_set_int64 (add ("int64 min", G_TYPE_INT64), G_MININT64);
  g_value_set_int64 (add ("int64 2^53", G_TYPE_INT64), (gint64) 1 << 53);
  g_value_set_int64 (add ("int64 2^53+1", G_TYPE_INT64), ((gint64) 1 << 53) + 1);
  g_value_set_uint64 (add ("uint64 0", G_TYPE_UINT64), 0);
  g_value_set_uint64 (add ("uint64 7", G_TYPE_UINT64), 7);
  g_value_set_uint64 (add ("uint64 int64 max", G_TYPE_UINT64), G_MAXINT64);
  g_value_set_uint64 (add ("uint64 2^63", G_TYPE_UINT64), (guint64) 1 << 63);
  g_value_set_uint64 (add ("uint64 max", G_TYPE_UINT64), G_MAXUINT64);
  g_value_set_float (add ("float 7", G_TYPE_FLOAT), 7);
  g_value_set_float (add ("float 0.1", G_TYPE_FLOAT), 0.1f);
  g_value_set_float (add ("float nan", G_TYPE_FLOAT), NAN);
  g_value_set_double (add ("double 0", G_TYPE_DOUBLE), 0);
  g_value_set_double (add ("double -0", G_TYPE_DOUBLE), -0.0);
  g_value_set_double (add ("double -1", G_TYPE_DOUBLE), -1);
  g_value_set_double (add ("double -0.5", G_TYPE_DOUBLE), -0.5);
  g_value_set_double (add ("double 0.1", G_TYPE_DOUBLE), 0.1);
  g_value_set_double (add ("double 0.5", G_TYPE_DOUBLE), 0.5);
  g_value_set_double (add ("double 7", G_TYPE_DOUBLE), 7);
  g_value_set_double (add ("double 7.5", G_TYPE_DOUBLE), 7.5);
  g_value_set_double (add ("double -7.5", G_TYPE_DOUBLE), -7.5);
  g_value_set_double (add ("double 2^53", G_TYPE_DOUBLE), 9007199254740992.0);
  g_value_set_double (add ("double 2^63", G_TYPE_DOUBLE), 9223372036854775808.0);
  g_value_set_double (add ("double -2^63", G_TYPE_DOUBLE), -9223372036854775808.0);
  g_value_set_double (add ("double 2^64", G_TYPE_DOUBLE), 18446744073709551616.0);
  g_value_set_double (add ("double 1e300", G_TYPE_DOUBLE), 1e300);
  g_value_set_double (add ("double -1e300", G_TYPE_DOUBLE), -1e300);
  g_value_set_double (add ("double inf", G_TYPE_DOUBLE), INFINITY);
  g_value_set_double (add ("double -inf", G_TYPE_DOUBLE), -INFINITY);
  g_value_set_double (add ("double nan", G_TYPE_DOUBLE), NAN);
  g_value_set_double (add ("double -nan", G_TYPE_DOUBLE), -NAN);
  g_value_set_enum (add ("enum -1", colour_get_type ()), -1);
  g_value_set_enum (add ("enum 7", colour_get_type ()), 7);
  g_value_set_flags (add ("flags 7", access_get_type ()), 7);

  g_value_set_string (add ("string a", G_TYPE_STRING), "a");
  g_value_set_static_string (add ("static string a", G_TYPE_STRING), "a");
  g_value_set_interned_string (add ("interned string a", G_TYPE_STRING), g_intern_static_string ("a"));
  g_value_set_string (add ("string b", G_TYPE_STRING), "b");
  g_value_set_string (add ("string empty", G_TYPE_STRING), "");
  g_value_set_string (add ("string 7", G_TYPE_STRING), "7");

  add ("null string", G_TYPE_STRING);
  add ("null pointer", G_TYPE_POINTER);
  add ("null object", G_TYPE_OBJECT);
  add ("null file", G_TYPE_FILE);
  add ("null bytes", G_TYPE_BYTES);
  add ("null list", RX_TYPE_LIST);
  add ("null variant", G_TYPE_VARIANT);
  add ("null param", G_TYPE_PARAM);

  g_value_set_pointer (add ("pointer here", G_TYPE_POINTER), &here);
  g_value_set_pointer (add ("pointer here too", G_TYPE_POINTER), &here);
  g_value_set_pointer (add ("pointer there", G_TYPE_POINTER), &there);
  g_value_set_gtype (add ("gtype int", G_TYPE_GTYPE), G_TYPE_INT);
  g_value_set_gtype (add ("gtype int too", G_TYPE_GTYPE), G_TYPE_INT);
  g_value_set_gtype (add ("gtype long", G_TYPE_GTYPE), G_TYPE_LONG);

  g_value_set_variant (add ("variant 7", G_TYPE_VARIANT), g_variant_new_int32 (7));
  g_value_set_variant (add ("variant 7 too", G_TYPE_VARIANT), g_variant_new_int32 (7));
  g_value_set_variant (add ("variant x 7", G_TYPE_VARIANT), g_variant_new_int64 (7));
  g_value_set_variant (add ("variant tuple", G_TYPE_VARIANT), g_variant_new_parsed ("('a', <[1, 2]>, {'k': <true>})"));
  g_value_set_variant (add ("variant tuple too", G_TYPE_VARIANT),
                       g_variant_new_parsed ("('a', <[1, 2]>, {'k': <true>})"));
  g_value_set_variant (add ("variant tuple other", G_TYPE_VARIANT),
                       g_variant_new_parsed ("('a', <[1, 3]>, {'k': <true>})"));

  g_value_take_boxed (add ("bytes ab", G_TYPE_BYTES), g_bytes_new ("ab", 2));
  g_value_take_boxed (add ("bytes ab too", G_TYPE_BYTES), g_bytes_new ("ab", 2));
  g_value_take_boxed (add ("bytes abc", G_TYPE_BYTES), g_bytes_new ("abc", 3));
  g_value_take_boxed (add ("time noon utc", G_TYPE_DATE_TIME),
                      g_date_time_new_from_iso8601 ("2026-01-01T12:00:00Z", NULL));
  g_value_take_boxed (add ("time noon too", G_TYPE_DATE_TIME),
                      g_date_time_new_from_iso8601 ("2026-01-01T13:00:00+01", NULL));
  g_value_take_boxed (add ("time later", G_TYPE_DATE_TIME),
                      g_date_time_new_from_iso8601 ("2026-01-01T12:00:01Z", NULL));
  g_value_set_boxed (add ("strv ab", G_TYPE_STRV), words);
  g_value_set_boxed (add ("strv ab too", G_TYPE_STRV), words);
  g_value_set_boxed (add ("strv abc", G_TYPE_STRV), more_words);

  g_value_take_boxed (add ("list 1 a", RX_TYPE_LIST), make_list (1, "a"));
  g_value_take_boxed (add ("list 1 a too", RX_TYPE_LIST), make_list (1, "a"));
  g_value_take_boxed (add ("list 1 b", RX_TYPE_LIST), make_list (1, "b"));
  g_value_take_boxed (add ("list empty", RX_TYPE_LIST), rx_list_new (NULL, 0));
  g_value_take_boxed (add ("list empty too", RX_TYPE_LIST), rx_list_new (NULL, 0));
  g_value_take_boxed (add ("list 1", RX_TYPE_LIST), rx_list_new (RX_VALUE_INT64 (1), 1));
  g_value_take_boxed (add ("list 1.0", RX_TYPE_LIST), rx_list_new (RX_VALUE_DOUBLE (1), 1));
  g_value_take_boxed (add ("list list", RX_TYPE_LIST), rx_list_new (get ("list 1 a"), 1));
  g_value_take_boxed (add ("list list too", RX_TYPE_LIST), rx_list_new (get ("list 1 a too"), 1));
  g_value_take_boxed (add ("list list other", RX_TYPE_LIST), rx_list_new (get ("list 1 b"), 1));

  g_value_take_boxed (add ("next 1", RX_TYPE_NOTIFICATION), rx_notification_new_next (RX_VALUE_INT64 (1)));
  g_value_take_boxed (add ("next 1.0", RX_TYPE_NOTIFICATION), rx_notification_new_next (RX_VALUE_DOUBLE (1)));
  g_value_take_boxed (add ("next null", RX_TYPE_NOTIFICATION), rx_notification_new_next (NULL));
  g_value_take_boxed (add ("completed", RX_TYPE_NOTIFICATION), rx_notification_new_completed ());
  g_value_take_boxed (add ("completed too", RX_TYPE_NOTIFICATION), rx_notification_new_completed ());
  g_value_take_boxed (add ("failed x", RX_TYPE_NOTIFICATION), make_failure ("x"));
  g_value_take_boxed (add ("failed x too", RX_TYPE_NOTIFICATION), make_failure ("x"));
  g_value_take_boxed (add ("failed y", RX_TYPE_NOTIFICATION), make_failure ("y"));
  g_value_take_boxed (add ("1 at 5", RX_TYPE_TIMESTAMPED), rx_timestamped_new (RX_VALUE_INT64 (1), 5));
  g_value_take_boxed (add ("1.0 at 5", RX_TYPE_TIMESTAMPED), rx_timestamped_new (RX_VALUE_DOUBLE (1), 5));
  g_value_take_boxed (add ("1 at 6", RX_TYPE_TIMESTAMPED), rx_timestamped_new (RX_VALUE_INT64 (1), 6));
  g_value_take_boxed (add ("2 at 5", RX_TYPE_TIMESTAMPED), rx_timestamped_new (RX_VALUE_INT64 (2), 5));

  g_value_take_object (add ("cancellable", G_TYPE_CANCELLABLE), g_cancellable_new ());
  g_value_set_object (add ("cancellable as object", G_TYPE_OBJECT), g_value_get_object (get ("cancellable")));
  g_value_take_object (add ("cancellable other", G_TYPE_CANCELLABLE), g_cancellable_new ());
  g_value_take_object (add ("file", G_TYPE_FILE), g_file_new_for_path ("/"));
  g_value_set_object (add ("file as object", G_TYPE_OBJECT), g_value_get_object (get ("file")));
  g_value_take_object (add ("file other", G_TYPE_FILE), g_file_new_for_path ("/"));
  g_value_take_param (add ("param", G_TYPE_PARAM),
                      g_param_spec_ref_sink (g_param_spec_int ("a", NULL, NULL, 0, 1, 0, 0)));
  g_value_copy (get ("param"), add ("param too", G_TYPE_PARAM));
  g_value_take_param (add ("param other", G_TYPE_PARAM),
                      g_param_spec_ref_sink (g_param_spec_int ("a", NULL, NULL, 0, 1, 0, 0)));

  g_value_take_object (add ("thing 1", thing_get_type ()), make_thing (thing_get_type (), 1));
  g_value_take_object (add ("thing 1 too", G_TYPE_OBJECT), make_thing (thing_get_type (), 1));
  g_value_take_object (add ("sub-thing 1", thing_get_type ()), make_thing (sub_thing_get_type (), 1));
  g_value_take_object (add ("thing 2", thing_get_type ()), make_thing (thing_get_type (), 2));
  g_value_set_boxed (add ("point 3", point_get_type ()), &(Point) { 3 });
  g_value_set_boxed (add ("point 3 too", point_get_type ()), &(Point) { 3 });
  g_value_set_boxed (add ("point 4", point_get_type ()), &(Point) { 4 });
  g_value_set_boxed (add ("spot 3", spot_get_type ()), &(Point) { 3 });
  g_value_set_boxed (add ("spot 3 too", spot_get_type ()), &(Point) { 3 });

  rx_value_register_equal (thing_get_type (), thing_equal, thing_hash);
  rx_value_register_equal (point_get_type (), point_equal, NULL);
}

/* Items of a row equal each other and nothing else; what is in no row equals itself only. */
static const gchar *const equal_rows[][16] = {
  { "char -1", "int -1", "long -1", "int64 -1", "double -1", "enum -1" },
  { "char 7", "int 7", "uint 7", "long 7", "ulong 7", "int64 7", "uint64 7", "float 7", "double 7",
    "enum 7", "flags 7" },
  { "uchar 200", "int 200" },
  { "false", "int 0", "int64 0", "uint64 0", "double 0", "double -0" },
  { "true", "int 1" },
  { "uint max", "int64 uint max" },
  { "int64 max", "uint64 int64 max" },
  { "int64 min", "double -2^63" },
  { "int64 2^53", "double 2^53" },
  { "uint64 2^63", "double 2^63" },
  { "float nan", "double nan", "double -nan" },
  { "string a", "static string a", "interned string a" },
  { "no value", "null string", "null pointer", "null object", "null file", "null bytes",
    "null list", "null variant", "null param" },
  { "pointer here", "pointer here too" },
  { "gtype int", "gtype int too" },
  { "variant 7", "variant 7 too" },
  { "variant tuple", "variant tuple too" },
  { "bytes ab", "bytes ab too" },
  { "time noon utc", "time noon too" },
  { "strv ab", "strv ab too" },
  { "list 1 a", "list 1 a too" },
  { "list empty", "list empty too" },
  { "list 1", "list 1.0" },
  { "list list", "list list too" },
  { "next 1", "next 1.0" },
  { "completed", "completed too" },
  { "failed x", "failed x too" },
  { "1 at 5", "1.0 at 5" },
  { "cancellable", "cancellable as object" },
  { "file", "file as object" },
  { "param", "param too" },
  { "thing 1", "thing 1 too", "sub-thing 1" },
  { "point 3", "point 3 too" },
};

static gboolean
in_one_row (const gchar *a, const gchar *b)
{
  for (guint i = 0; i < G_N_ELEMENTS (equal_rows); i++)
    {
      gboolean has_a = FALSE, has_b = FALSE;

      for (guint j = 0; equal_rows[i][j] != NULL; j++)
        {
          has_a |= g_str_equal (equal_rows[i][j], a);
          has_b |= g_str_equal (equal_rows[i][j], b);
        }
      if (has_a || has_b)
        return has_a && has_b;
    }
  return g_str_equal (a, b);
}

static void
check_equal (const gchar *a, const gchar *b)
{
  const GValue *x = get (a), *y = get (b);
  gboolean wanted = in_one_row (a, b);

  if (rx_value_equal (x, y) != wanted)
    g_error ("%s and %s are %sequal", a, b, wanted ? "not " : "");
  if (wanted && rx_value_hash (x) != rx_value_hash (y))
    g_error ("%s and %s hash differently", a, b);
}

static void
test_equal (void)
{
  for (guint i = 0; i < entries->len; i++)
    {
      const gchar *name = g_array_index (entries, Entry, i).name;

      check_equal (name, "no value");
      check_equal ("no value", name);
      for (guint j = 0; j < entries->len; j++)
        check_equal (name, g_array_index (entries, Entry, j).name);
    }
}

static void
test_equal_copies (void)
{
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);
      GValue copy = G_VALUE_INIT;

      rx_value_set_value (&copy, &entry->value);
      /* an unregistered boxed type is told apart by its pointer */
      g_assert_true (rx_value_equal (&copy, &entry->value) != g_str_has_prefix (entry->name, "spot"));
      g_value_unset (&copy);
    }
}

static void
test_hash_spreads (void)
{
  g_autoptr (GHashTable) hashes = g_hash_table_new (NULL, NULL);

  for (gint64 i = -5000; i < 5000; i++)
    g_hash_table_add (hashes, GUINT_TO_POINTER (rx_value_hash (RX_VALUE_INT64 (i))));
  for (gint64 i = -5000; i < 5000; i++)
    g_hash_table_add (hashes, GUINT_TO_POINTER (rx_value_hash (RX_VALUE_DOUBLE (i + 0.5))));
  g_assert_cmpuint (g_hash_table_size (hashes), >, 19900);
}

static void
test_equal_unset (void)
{
  GValue unset = G_VALUE_INIT;

  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "rx_value_equal: expected an item, got an unset value");
  g_assert_false (rx_value_equal (&unset, RX_VALUE_INT64 (1)));
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "rx_value_equal: expected an item, got an unset value");
  g_assert_false (rx_value_equal (NULL, &unset));
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "rx_value_hash: expected an item, got an unset value");
  g_assert_cmpuint (rx_value_hash (&unset), ==, 0);
  g_test_assert_expected_messages ();
}

static void
test_register_twice (void)
{
  rx_value_register_equal (point_get_type (), point_equal, NULL);

  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*Point has an equality already");
  rx_value_register_equal (point_get_type (), point_equal, g_direct_hash);
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*GBytes has an equality already");
  rx_value_register_equal (G_TYPE_BYTES, point_equal, NULL);
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*assertion*failed");
  rx_value_register_equal (G_TYPE_INT64, point_equal, NULL);
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*assertion*failed");
  rx_value_register_equal (G_TYPE_FILE, point_equal, NULL);
  g_test_assert_expected_messages ();
}

/* Several threads register types and compare items at once. */

#define N_THREADS 4

static GType many_types[64];

static gpointer
register_and_compare (gpointer data)
{
  guint first = GPOINTER_TO_UINT (data);

  for (guint i = 0; i < G_N_ELEMENTS (many_types); i++)
    {
      GType type = many_types[(first * 16 + i) % G_N_ELEMENTS (many_types)];
      GValue a = G_VALUE_INIT, b = G_VALUE_INIT;

      rx_value_register_equal (type, point_equal, NULL);
      rx_value_set_boxed (&a, type, &(Point) { 1 });
      rx_value_set_boxed (&b, type, &(Point) { 1 });
      g_assert_true (rx_value_equal (&a, &b));
      g_assert_cmpuint (rx_value_hash (&a), ==, rx_value_hash (&b));
      g_value_unset (&a);
      g_value_unset (&b);
    }
  return NULL;
}

static void
test_register_threads (void)
{
  GThread *threads[N_THREADS];

  for (guint i = 0; i < G_N_ELEMENTS (many_types); i++)
    {
      g_autofree gchar *name = g_strdup_printf ("TestPoint%u", i);

      many_types[i] = g_boxed_type_register_static (name, point_copy, g_free);
    }
  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("register", register_and_compare, GUINT_TO_POINTER (i));
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
}

/* Order */

static const gchar *const ascending_numbers[] = {
  "double -inf", "double -1e300", "int64 min", "double -7.5", "int64 -1", "double -0.5", "int 0", "double 0.1",
  "float 0.1",
  "double 0.5", "true", "flags 7", "double 7.5", "uchar 200", "uint max", "double 2^53", "int64 2^53+1", "int64 max",
  "double 2^63", "uint64 max", "double 2^64", "double 1e300", "double inf", "double nan"
};

static const gchar *const ascending_strings[] = { "string empty", "string 7", "string a", "string b" };

static void
check_ascending (const gchar *const *names, guint n)
{
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      {
        g_autoptr (GError) error = NULL;
        gint order = 99;

        g_assert_true (_rx_value_compare (get (names[i]), get (names[j]), &order, &error));
        g_assert_no_error (error);
        if (CLAMP (order, -1, 1) != (i > j) - (i < j))
          g_error ("%s and %s compare as %d", names[i], names[j], order);
      }
}

static void
test_compare (void)
{
  check_ascending (ascending_numbers, G_N_ELEMENTS (ascending_numbers));
  check_ascending (ascending_strings, G_N_ELEMENTS (ascending_strings));
}

static void
test_compare_fails (void)
{
  static const struct
  {
    const gchar *a;
    const gchar *b;
    const gchar *message;
  } table[] = {
    { "string 7", "int64 7", "There is no order of gchararray and gint64" },
    { "int64 7", "no value", "There is no order of gint64 and NULL" },
    { "null string", "string a", "There is no order of NULL and gchararray" },
    { "null pointer", "null pointer", "There is no order of NULL and NULL" },
    { "bytes ab", "bytes abc", "There is no order of GBytes and GBytes" },
    { "variant 7", "variant 7 too", "There is no order of GVariant and GVariant" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GError) error = NULL;
      gint order = 99;

      g_assert_false (_rx_value_compare (get (table[i].a), get (table[i].b), &order, &error));
      g_assert_error (error, RX_ERROR, RX_ERROR_TYPE);
      g_assert_cmpstr (error->message, ==, table[i].message);
      g_assert_cmpint (order, ==, 99);
    }
}

/* Reading */

static void
test_get_numbers (void)
{
  static const struct
  {
    const gchar *name;
    gboolean boolean;
    gint64 i;
    guint64 u;
    double d;
  } table[] = {
    { "char -1", TRUE, -1, 0, -1 },
    { "uchar 200", TRUE, 200, 200, 200 },
    { "false", FALSE, 0, 0, 0 },
    { "true", TRUE, 1, 1, 1 },
    { "int -1", TRUE, -1, 0, -1 },
    { "uint max", TRUE, G_MAXUINT, G_MAXUINT, G_MAXUINT },
    { "long -1", TRUE, -1, 0, -1 },
    { "ulong 7", TRUE, 7, 7, 7 },
    { "int64 0", FALSE, 0, 0, 0 },
    { "int64 7", TRUE, 7, 7, 7 },
    { "int64 max", TRUE, G_MAXINT64, G_MAXINT64, 9223372036854775808.0 },
    { "int64 min", TRUE, G_MININT64, 0, -9223372036854775808.0 },
    { "uint64 7", TRUE, 7, 7, 7 },
    { "uint64 2^63", TRUE, G_MAXINT64, (guint64) 1 << 63, 9223372036854775808.0 },
    { "uint64 max", TRUE, G_MAXINT64, G_MAXUINT64, 18446744073709551616.0 },
    { "float 7", TRUE, 7, 7, 7 },
    { "float nan", TRUE, 0, 0, NAN },
    { "double -0", FALSE, 0, 0, 0 },
    { "double 0.5", TRUE, 0, 0, 0.5 },
    { "double 7.5", TRUE, 7, 7, 7.5 },
    { "double -7.5", TRUE, -7, 0, -7.5 },
    { "double 2^63", TRUE, G_MAXINT64, (guint64) 1 << 63, 9223372036854775808.0 },
    { "double -2^63", TRUE, G_MININT64, 0, -9223372036854775808.0 },
    { "double 2^64", TRUE, G_MAXINT64, G_MAXUINT64, 18446744073709551616.0 },
    { "double 1e300", TRUE, G_MAXINT64, G_MAXUINT64, 1e300 },
    { "double -1e300", TRUE, G_MININT64, 0, -1e300 },
    { "double inf", TRUE, G_MAXINT64, G_MAXUINT64, INFINITY },
    { "double -inf", TRUE, G_MININT64, 0, -INFINITY },
    { "double nan", TRUE, 0, 0, NAN },
    { "enum -1", TRUE, -1, 0, -1 },
    { "enum 7", TRUE, 7, 7, 7 },
    { "flags 7", TRUE, 7, 7, 7 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      const GValue *item = get (table[i].name);

      g_test_message ("%s", table[i].name);
      g_assert_true (!rx_value_get_boolean (item) == !table[i].boolean);
      g_assert_cmpint (rx_value_get_int64 (item), ==, table[i].i);
      g_assert_cmpuint (rx_value_get_uint64 (item), ==, table[i].u);
      if (isnan (table[i].d))
        g_assert_true (isnan (rx_value_get_double (item)));
      else
        g_assert_cmpfloat (rx_value_get_double (item), ==, table[i].d);
    }
}

static void
test_get_pointers (void)
{
  g_assert_cmpstr (rx_value_get_string (get ("string a")), ==, "a");
  g_assert_true (rx_value_get_string (get ("string a")) == g_value_get_string (get ("string a")));
  g_assert_true (rx_value_get_object (get ("cancellable")) == g_value_get_object (get ("cancellable")));
  g_assert_true (rx_value_get_object (get ("file")) == g_value_get_object (get ("file")));
  g_assert_true (rx_value_get_boxed (get ("bytes ab")) == g_value_get_boxed (get ("bytes ab")));
  g_assert_true (rx_value_get_boxed (get ("list 1 a")) == g_value_get_boxed (get ("list 1 a")));
  g_assert_true (rx_value_get_variant (get ("variant 7")) == g_value_get_variant (get ("variant 7")));
  g_assert_true (rx_value_get_list (get ("list 1 a")) == g_value_get_boxed (get ("list 1 a")));
}

static void
test_get_null (void)
{
  const gchar *const *names = equal_rows[12];

  g_assert_cmpstr (names[0], ==, "no value");
  for (guint i = 0; names[i] != NULL; i++)
    {
      const GValue *item = get (names[i]);

      g_assert_true (rx_value_is_null (item));
      g_assert_null (rx_value_get_string (item));
      g_assert_null (rx_value_get_object (item));
      g_assert_null (rx_value_get_boxed (item));
      g_assert_null (rx_value_get_variant (item));
      g_assert_null (rx_value_get_list (item));
    }
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      g_assert_true (rx_value_is_null (&entry->value) == g_str_has_prefix (entry->name, "null "));
    }
}

static void
expect (const gchar *function, const gchar *expected, const gchar *got)
{
  g_autofree gchar *message = g_strdup_printf ("rx_value_get_%s: expected %s, got %s", function, expected, got);

  g_test_assert_expected_messages ();
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, message);
}

static void
test_get_wrong_type (void)
{
  const GValue unset = G_VALUE_INIT;

  expect ("int64", "a number", "gchararray");
  g_assert_cmpint (rx_value_get_int64 (get ("string 7")), ==, 0);
  expect ("int64", "a number", "NULL");
  g_assert_cmpint (rx_value_get_int64 (NULL), ==, 0);
  expect ("int64", "a number", "NULL");
  g_assert_cmpint (rx_value_get_int64 (get ("null pointer")), ==, 0);
  expect ("int64", "a number", "an unset value");
  g_assert_cmpint (rx_value_get_int64 (&unset), ==, 0);
  expect ("uint64", "a number", "RxList");
  g_assert_cmpuint (rx_value_get_uint64 (get ("list 1 a")), ==, 0);
  expect ("double", "a number", "GBytes");
  g_assert_cmpfloat (rx_value_get_double (get ("bytes ab")), ==, 0);
  expect ("boolean", "a boolean", "GCancellable");
  g_assert_false (rx_value_get_boolean (get ("cancellable")));
  expect ("string", "a string", "gint64");
  g_assert_null (rx_value_get_string (RX_VALUE_INT64 (7)));
  expect ("string", "a string", "an unset value");
  g_assert_null (rx_value_get_string (&unset));
  expect ("object", "an object", "gchararray");
  g_assert_null (rx_value_get_object (get ("string a")));
  expect ("object", "an object", "gpointer");
  g_assert_null (rx_value_get_object (get ("pointer here")));
  expect ("object", "an object", "GParam");
  g_assert_null (rx_value_get_object (get ("param")));
  expect ("object", "an object", "an unset value");
  g_assert_null (rx_value_get_object (&unset));
  expect ("boxed", "a boxed value", "gpointer");
  g_assert_null (rx_value_get_boxed (get ("pointer here")));
  expect ("variant", "a variant", "GBytes");
  g_assert_null (rx_value_get_variant (get ("bytes ab")));
  expect ("list", "a list", "GBytes");
  g_assert_null (rx_value_get_list (get ("bytes ab")));
  g_test_assert_expected_messages ();
}

/* Writing */

typedef void (*SetFunc) (GValue *result);

static void set_boolean (GValue *result) { rx_value_set_boolean (result, 2); }
static void set_int64 (GValue *result) { rx_value_set_int64 (result, 7); }
static void set_uint64 (GValue *result) { rx_value_set_uint64 (result, G_MAXUINT64); }
static void set_double (GValue *result) { rx_value_set_double (result, 7.5); }
static void set_string (GValue *result) { rx_value_set_string (result, "a"); }
static void take_string (GValue *result) { rx_value_take_string (result, g_strdup ("a")); }
static void set_static_string (GValue *result) { rx_value_set_static_string (result, "a"); }
static void set_null_string (GValue *result) { rx_value_set_string (result, NULL); }
static void set_object (GValue *result) { rx_value_set_object (result, g_value_get_object (get ("cancellable"))); }
static void take_object (GValue *result) { rx_value_take_object (result, g_value_dup_object (get ("cancellable"))); }
static void set_null_object (GValue *result) { rx_value_set_object (result, NULL); }
static void set_boxed (GValue *result) { rx_value_set_boxed (result, G_TYPE_STRV, words); }
static void take_boxed (GValue *result) { rx_value_take_boxed (result, G_TYPE_BYTES, g_bytes_new ("ab", 2)); }
static void set_null_boxed (GValue *result) { rx_value_set_boxed (result, G_TYPE_BYTES, NULL); }
static void set_variant (GValue *result) { rx_value_set_variant (result, g_value_get_variant (get ("variant 7"))); }
static void set_floating (GValue *result) { rx_value_set_variant (result, g_variant_new_int32 (7)); }
static void take_variant (GValue *result) { rx_value_take_variant (result, g_value_dup_variant (get ("variant 7"))); }
static void take_floating (GValue *result) { rx_value_take_variant (result, g_variant_new_int32 (7)); }
static void set_null_variant (GValue *result) { rx_value_set_variant (result, NULL); }
static void set_null (GValue *result) { rx_value_set_null (result); }
static void set_value (GValue *result) { rx_value_set_value (result, get ("string b")); }
static void set_value_null (GValue *result) { rx_value_set_value (result, NULL); }

static const struct
{
  const gchar *name;
  SetFunc set;
  const gchar *equal;
  const gchar *type;
} setters[] = {
  { "set boolean", set_boolean, "true", "gboolean" },
  { "set int64", set_int64, "int64 7", "gint64" },
  { "set uint64", set_uint64, "uint64 max", "guint64" },
  { "set double", set_double, "double 7.5", "gdouble" },
  { "set string", set_string, "string a", "gchararray" },
  { "take string", take_string, "string a", "gchararray" },
  { "set static string", set_static_string, "string a", "gchararray" },
  { "set null string", set_null_string, "no value", "gchararray" },
  { "set object", set_object, "cancellable", "GCancellable" },
  { "take object", take_object, "cancellable", "GCancellable" },
  { "set null object", set_null_object, "no value", "GObject" },
  { "set boxed", set_boxed, "strv ab", "GStrv" },
  { "take boxed", take_boxed, "bytes ab", "GBytes" },
  { "set null boxed", set_null_boxed, "no value", "GBytes" },
  { "set variant", set_variant, "variant 7", "GVariant" },
  { "set floating variant", set_floating, "variant 7", "GVariant" },
  { "take variant", take_variant, "variant 7", "GVariant" },
  { "take floating variant", take_floating, "variant 7", "GVariant" },
  { "set null variant", set_null_variant, "no value", "GVariant" },
  { "set null", set_null, "no value", "gpointer" },
  { "set value", set_value, "string b", "gchararray" },
  { "set value null", set_value_null, "no value", "gpointer" },
};

static void
test_set (void)
{
  /* each one into an unset value, and over each other one */
  for (guint i = 0; i < G_N_ELEMENTS (setters); i++)
    for (guint j = 0; j <= G_N_ELEMENTS (setters); j++)
      {
        GValue result = G_VALUE_INIT, copy = G_VALUE_INIT;

        g_test_message ("%s", setters[i].name);
        if (j < G_N_ELEMENTS (setters))
          setters[j].set (&result);
        setters[i].set (&result);
        g_assert_true (G_IS_VALUE (&result));
        g_assert_cmpstr (G_VALUE_TYPE_NAME (&result), ==, setters[i].type);
        g_assert_true (rx_value_equal (&result, get (setters[i].equal)));

        g_value_init (&copy, G_VALUE_TYPE (&result));
        g_value_copy (&result, &copy);
        g_value_unset (&result);
        g_assert_true (rx_value_equal (&copy, get (setters[i].equal)));
        g_value_unset (&copy);
      }
}

static void
test_set_over_itself (void)
{
  GValue result = G_VALUE_INIT;

  rx_value_set_string (&result, "some text");
  rx_value_set_string (&result, rx_value_get_string (&result) + 5);
  g_assert_cmpstr (rx_value_get_string (&result), ==, "text");
  rx_value_set_value (&result, &result);
  g_assert_cmpstr (rx_value_get_string (&result), ==, "text");

  rx_value_take_object (&result, g_cancellable_new ());
  rx_value_set_object (&result, rx_value_get_object (&result));
  g_assert_true (G_IS_CANCELLABLE (rx_value_get_object (&result)));
  g_assert_cmpuint (G_OBJECT (rx_value_get_object (&result))->ref_count, ==, 1);

  rx_value_set_variant (&result, g_variant_new_string ("x"));
  rx_value_set_variant (&result, rx_value_get_variant (&result));
  g_assert_cmpstr (g_variant_get_string (rx_value_get_variant (&result), NULL), ==, "x");

  rx_value_set_boxed (&result, G_TYPE_STRV, rx_value_get_boxed (get ("strv ab")));
  rx_value_set_boxed (&result, G_TYPE_STRV, rx_value_get_boxed (&result));
  g_assert_true (rx_value_equal (&result, get ("strv ab")));
  g_value_unset (&result);
}

static void
test_set_refused (void)
{
  GValue result = G_VALUE_INIT;
  const GValue unset = G_VALUE_INIT;

  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*assertion*failed");
  rx_value_set_value (&result, &unset);
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*assertion*failed");
  rx_value_set_boxed (&result, G_TYPE_INT, NULL);
  g_test_expect_message ("Rx", G_LOG_LEVEL_CRITICAL, "*assertion*failed");
  rx_value_take_boxed (&result, G_TYPE_BOXED, NULL);
  g_test_assert_expected_messages ();
  g_assert_cmpuint (result.g_type, ==, 0);
}

static void
test_free (void)
{
  GValue *value = g_new0 (GValue, 1);

  rx_value_free (NULL);
  rx_value_set_string (value, "a");
  rx_value_free (value);
  rx_value_free (g_new0 (GValue, 1));
}

/* Literals */

static void
check_literal (const GValue *literal, const gchar *type, const gchar *equal)
{
  GValue copy = G_VALUE_INIT;

  g_assert_true (G_IS_VALUE (literal));
  g_assert_cmpstr (G_VALUE_TYPE_NAME (literal), ==, type);
  g_assert_true (rx_value_equal (literal, get (equal)));
  rx_value_set_value (&copy, literal);
  g_assert_true (rx_value_equal (&copy, get (equal)));
  g_value_unset (&copy);
}

static void
test_literals (void)
{
  gchar text[] = "a";
  GCancellable *cancellable = g_value_get_object (get ("cancellable"));
  guint refs = G_OBJECT (cancellable)->ref_count;

  check_literal (RX_VALUE_INT64 (3 + 4), "gint64", "int64 7");
  check_literal (RX_VALUE_INT64 (G_MININT64), "gint64", "int64 min");
  check_literal (RX_VALUE_DOUBLE (7), "gdouble", "double 7");
  check_literal (RX_VALUE_BOOLEAN (4 & 6), "gboolean", "true");
  check_literal (RX_VALUE_BOOLEAN (FALSE), "gboolean", "false");
  check_literal (RX_VALUE_STRING ("a"), "gchararray", "string a");
  check_literal (RX_VALUE_STRING (NULL), "gchararray", "no value");
  check_literal (RX_VALUE_STRING (text), "gchararray", "string a");
  g_assert_true (rx_value_get_string (RX_VALUE_STRING (text)) == text);
  check_literal (RX_VALUE_OBJECT (cancellable), "GObject", "cancellable");
  check_literal (RX_VALUE_OBJECT (NULL), "GObject", "no value");
  g_assert_cmpuint (G_OBJECT (cancellable)->ref_count, ==, refs);
}

static void
test_error_domain (void)
{
  static const gchar *const nicks[] = {
    "empty", "callback", "wrong-thread", "bad-request", "overflow", "type", "too-many", "timed-out", "composite",
    "missing-backpressure", "invalid-argument"
  };

  g_assert_cmpstr (g_quark_to_string (RX_ERROR), ==, "rx-error-quark");
  for (guint i = 0; i < G_N_ELEMENTS (nicks); i++)
    {
      g_autoptr (GEnumClass) klass = g_type_class_ref (RX_TYPE_ERROR);

      g_assert_cmpuint (klass->n_values, ==, G_N_ELEMENTS (nicks));
      g_assert_cmpstr (g_enum_get_value (klass, (gint) i)->value_nick, ==, nicks[i]);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  make_entries ();

  g_test_add_func ("/value/equal", test_equal);
  g_test_add_func ("/value/equal/copies", test_equal_copies);
  g_test_add_func ("/value/equal/unset", test_equal_unset);
  g_test_add_func ("/value/hash/spreads", test_hash_spreads);
  g_test_add_func ("/value/register/twice", test_register_twice);
  g_test_add_func ("/value/register/threads", test_register_threads);
  g_test_add_func ("/value/compare", test_compare);
  g_test_add_func ("/value/compare/fails", test_compare_fails);
  g_test_add_func ("/value/get/numbers", test_get_numbers);
  g_test_add_func ("/value/get/pointers", test_get_pointers);
  g_test_add_func ("/value/get/null", test_get_null);
  g_test_add_func ("/value/get/wrong-type", test_get_wrong_type);
  g_test_add_func ("/value/set", test_set);
  g_test_add_func ("/value/set/over-itself", test_set_over_itself);
  g_test_add_func ("/value/set/refused", test_set_refused);
  g_test_add_func ("/value/free", test_free);
  g_test_add_func ("/value/literals", test_literals);
  g_test_add_func ("/error/domain", test_error_domain);

  status = g_test_run ();
  g_array_unref (entries);
  return status;
}
