/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* An error is the end of a stream; retry begins anew. */

#include <rx-glib/rx.h>

/* source */
static void
answer (RxEmitter *emitter, gpointer attempts, GError **error)
{
  guint attempt = ++*(guint *) attempts;

  g_print ("attempt %u\n", attempt);
  if (attempt < 3)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY, "try again later");
      return;
    }
  rx_emitter_next (emitter, RX_VALUE_INT64 (12));
  rx_emitter_next (emitter, RX_VALUE_INT64 (13));
  rx_emitter_completed (emitter);
}
/* /source */

/* check */
static void
check (const GValue *item, gpointer user_data, GError **error)
{
  if (rx_value_get_int64 (item) == 13)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "thirteen is bad luck");
}

static void
failed (const GError *error, gpointer user_data)
{
  g_print ("failed: %s\n", error->message);
}
/* /check */

static void
print (const GValue *item, gpointer user_data, GError **error)
{
  g_print ("got %" G_GINT64_FORMAT "\n", rx_value_get_int64 (item));
}

int
main (void)
{
  guint attempts = 0;
  /* use */
  g_autoptr (RxObservable) answers = rx_observable_create (RX_BACKPRESSURE_BUFFER, answer, &attempts, NULL);

  rx_then (&answers, retry, 2);
  rx_then (&answers, do_on_next, check, NULL, NULL);
  g_autoptr (RxSubscription) subscription = rx_observable_subscribe (answers, print, failed, NULL, NULL, NULL);
  /* /use */

  return attempts == 3 ? 0 : 1;
}
