/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Every marble picture of the manual is true: what stands above its box is fed to what stands in it, under virtual
 * time, and what comes out is compared with what stands below. */

#include "marbles.h"

#include "marble-pictures.h"

static void
set_value (GValue *value, GVariant *variant)
{
  if (g_variant_is_of_type (variant, G_VARIANT_TYPE_INT64))
    rx_value_set_int64 (value, g_variant_get_int64 (variant));
  else if (g_variant_is_of_type (variant, G_VARIANT_TYPE_DOUBLE))
    rx_value_set_double (value, g_variant_get_double (variant));
  else if (g_variant_is_of_type (variant, G_VARIANT_TYPE_BOOLEAN))
    rx_value_set_boolean (value, g_variant_get_boolean (variant));
  else if (g_variant_is_of_type (variant, G_VARIANT_TYPE_STRING))
    rx_value_set_string (value, g_variant_get_string (variant, NULL));
  else
    {
      gsize n_items = g_variant_n_children (variant);
      GValue *items = g_new0 (GValue, n_items);

      g_assert_true (g_variant_is_of_type (variant, G_VARIANT_TYPE ("av")));
      for (gsize i = 0; i < n_items; i++)
        {
          g_autoptr (GVariant) boxed = g_variant_get_child_value (variant, i);
          g_autoptr (GVariant) child = g_variant_get_variant (boxed);

          set_value (&items[i], child);
        }
      rx_value_take_boxed (value, RX_TYPE_LIST, rx_list_new (items, n_items));
      for (gsize i = 0; i < n_items; i++)
        g_value_unset (&items[i]);
      g_free (items);
    }
}

/* What the symbols of a picture stand for; those of its inner stream, if x is given. */
RxMarbleTable *
marble_table_new (const MarblePicture *picture, const GValue *x)
{
  RxMarbleTable *table = rx_marble_table_new ();

  for (const MarbleValue *v = picture->values; v->symbol != '\0'; v++)
    {
      GValue value = G_VALUE_INIT;

      if (v->text == NULL)
        rx_value_set_null (&value);
      else if (x != NULL && v->symbol == 'x')
        rx_value_set_value (&value, x);
      else
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (GVariant) variant = g_variant_parse (NULL, v->text, NULL, NULL, &error);

          g_assert_no_error (error);
          set_value (&value, variant);
        }
      rx_marble_table_set_item (table, v->symbol, &value);
      g_value_unset (&value);
    }
  return table;
}

static const MarbleOperator *
find_operator (const char *id)
{
  for (gsize i = 0; i < n_marble_operators; i++)
    if (g_str_equal (marble_operators[i].id, id))
      return &marble_operators[i];
  return NULL;
}

static void
check_subscriptions (MarbleBench *bench, RxTestSource **sources)
{
  const MarblePicture *picture = bench->picture;

  for (gsize i = 0; picture->subs != NULL && i < bench->n_in; i++)
    {
      g_autoptr (GError) error = NULL;

      rx_test_source_compare_subscriptions (sources[i], picture->subs[i], bench->table, &error);
      g_assert_no_error (error);
    }
}

static void
test_picture (gconstpointer data)
{
  const MarblePicture *picture = data;
  const MarbleOperator *op = find_operator (picture->id);
  MarbleBench bench = { .picture = picture };
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) observers = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (RxTestScheduler) scheduler = rx_test_scheduler_new ();
  g_autoptr (RxMarbleTable) table = marble_table_new (picture, NULL);
  g_autoptr (RxObservable) observable = NULL;
  g_autoptr (GError) error = NULL;

  if (op == NULL)
    g_error ("%s has a picture, but marble-operators.c does not apply it", picture->id);

  for (gsize i = 0; picture->in[i] != NULL; i++)
    {
      RxTestSource *source;

      if (picture->is_hot)
        source = rx_test_scheduler_create_hot_marbles (scheduler, picture->in[i], table, &error);
      else
        source = rx_test_scheduler_create_cold_marbles (scheduler, picture->in[i], table, &error);
      g_assert_no_error (error);
      g_ptr_array_add (sources, source);
    }
  bench.scheduler = scheduler;
  bench.table = table;
  bench.in = (RxObservable **) sources->pdata;
  bench.n_in = sources->len;
  observable = op->apply (&bench);

  for (gsize i = 0; picture->out[i] != NULL; i++)
    {
      RxTestObserver *observer =
        rx_test_scheduler_subscribe_marbles (scheduler, observable, picture->at[i], table, &error);

      g_assert_no_error (error);
      g_ptr_array_add (observers, observer);
    }

  /* What has an end is let to run beyond it, in case something more comes. */
  if (picture->ends)
    rx_test_scheduler_run (scheduler, &error);
  else
    rx_test_scheduler_advance_by (scheduler, picture->end * rx_marble_table_get_frame (table), &error);
  g_assert_no_error (error);

  for (gsize i = 0; picture->out[i] != NULL; i++)
    {
      rx_test_observer_compare_marbles (observers->pdata[i], picture->out[i], table, &error);
      g_assert_no_error (error);
    }
  check_subscriptions (&bench, (RxTestSource **) sources->pdata);

  for (gsize i = 0; i < observers->len; i++)
    rx_test_observer_unsubscribe (observers->pdata[i]);
}

/* What a picture says is looked at: another operator does not fit it. */
static void
test_wrong_picture (void)
{
  if (g_test_subprocess ())
    {
      MarblePicture wrong = { NULL };

      for (gsize i = 0; i < G_N_ELEMENTS (marble_pictures); i++)
        if (g_str_equal (marble_pictures[i].id, "filter"))
          wrong = marble_pictures[i];
      wrong.id = "take";
      test_picture (&wrong);
      return;
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*---2---4-*");
}

static void
test_every_operator_has_a_picture (void)
{
  for (gsize i = 0; i < n_marble_operators; i++)
    {
      gboolean found = FALSE;

      for (gsize j = 0; j < G_N_ELEMENTS (marble_pictures); j++)
        found |= g_str_equal (marble_operators[i].id, marble_pictures[j].id);
      if (!found)
        g_error ("marble-operators.c applies %s, of which there is no picture", marble_operators[i].id);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (marble_pictures); i++)
    {
      g_autofree char *path = g_strconcat ("/marbles/picture/", marble_pictures[i].id, NULL);

      g_test_add_data_func (path, &marble_pictures[i], test_picture);
    }
  g_test_add_func ("/marbles/wrong-picture", test_wrong_picture);
  g_test_add_func ("/marbles/every-operator-has-a-picture", test_every_operator_has_a_picture);

  return g_test_run ();
}
