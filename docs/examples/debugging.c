/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* What a stream is called, and who is told what nobody was told. */

#include <rx-glib/rx.h>

#include <locale.h>

/* hook */
static void
report (const GError *error, const char *stream, gpointer user_data)
{
  g_print ("nobody was told of %s: %s\n", stream != NULL ? stream : "a stream", error->message);
}
/* /hook */

static void
square (const GValue *item, GValue *result, gpointer user_data, GError **error)
{
  gint64 x = rx_value_get_int64 (item);

  if (x == 13)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "thirteen is bad luck");
  else
    rx_value_set_int64 (result, x * x);
}

int
main (void)
{
  setlocale (LC_ALL, "C.UTF-8");
  /* use */
  g_autoptr (RxObservable) squares = rx_observable_range (10, 5);

  rx_then (&squares, map, square, NULL, NULL);
  rx_then (&squares, named, "squares");
  rx_then (&squares, take, 4);

  g_autofree char *text = rx_observable_to_string (squares);
  g_print ("%s\n", text);

  rx_set_undeliverable_func (report, NULL, NULL);
  g_autoptr (RxSubscription) subscription = rx_observable_subscribe (squares, NULL, NULL, NULL, NULL, NULL);
  /* /use */

  rx_set_undeliverable_func (NULL, NULL, NULL);
  return 0;
}
