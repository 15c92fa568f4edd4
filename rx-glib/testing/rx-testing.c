/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "testing/rx-testing-private.h"

#include "rx-for-testing-private.h"
#include "rx-hooks.h"

gboolean
_rx_testing_fail (GError **error, GError *failure)
{
  if (error == NULL)
    g_critical ("%s", failure->message);
  g_propagate_error (error, failure);
  return FALSE;
}

gchar *
_rx_testing_format_time (gint64 time)
{
  static const struct
  {
    gint64 length;
    const gchar *name;
  } units[] = {
    { G_TIME_SPAN_MINUTE, "m" },
    { G_TIME_SPAN_SECOND, "s" },
    { G_TIME_SPAN_MILLISECOND, "ms" },
  };

  if (time == 0)
    return g_strdup ("0 ms");
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (time % units[i].length == 0)
      return g_strdup_printf ("%" G_GINT64_FORMAT " %s", time / units[i].length, units[i].name);
  if (ABS (time) >= G_TIME_SPAN_MILLISECOND)
    return g_strdup_printf ("%s%" G_GINT64_FORMAT ".%03d ms", time < 0 ? "-" : "",
                            ABS (time) / G_TIME_SPAN_MILLISECOND, (gint) (ABS (time) % G_TIME_SPAN_MILLISECOND));
  return g_strdup_printf ("%" G_GINT64_FORMAT " us", time);
}

gboolean
_rx_testing_unbind (void)
{
  gboolean affine = _rx_thread_is_affine ();

  rx_set_thread_affine (FALSE);
  return affine;
}

void
_rx_testing_rebind (gboolean affine)
{
  rx_set_thread_affine (affine);
}
