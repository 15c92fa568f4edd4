/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "schedulers/rx-task-private.h"

/* Moves the time of what is done once a period on to the next one, and tells how long to wait for it. All times lie on
 * the grid of the first one; those that are missed by now become one, at once. Where the next one is so far away that
 * being a little early is no reason, somebody has put the clock back, and a new grid begins. */
static inline GTimeSpan
_rx_grid_next (gint64 *due, GTimeSpan period, gint64 now)
{
  GTimeSpan wait;

  if (period <= 0)
    return 0;

  *due = _rx_time_add (*due, period);
  if (*due <= now)
    {
      *due += (now - *due) / period * period;
      return 0;
    }
  wait = *due - now;
  if (wait - period > period)
    {
      *due = _rx_time_add (now, period);
      wait = period;
    }
  return wait;
}
