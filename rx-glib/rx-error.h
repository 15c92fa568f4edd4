/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <glib.h>

#include <rx-glib/rx-version-macros.h>

G_BEGIN_DECLS

/**
 * RX_ERROR: (skip)
 *
 * The domain of the errors that the library itself makes; the codes are those of [error@Rx.Error]. What a user function
 * or GIO fails with keeps its own domain on its way down a stream.
 *
 * Since: 1.0
 */
#define RX_ERROR (rx_error_quark ())

/**
 * RxError:
 * @RX_ERROR_EMPTY: a stream ended without the item that was asked of it
 * @RX_ERROR_CALLBACK: a user function neither set its result nor an error
 * @RX_ERROR_WRONG_THREAD: a user function that is bound to its thread was about to run on another one; `observe_on`
 *   brings the items home
 * @RX_ERROR_BAD_REQUEST: a request was for no items or fewer
 * @RX_ERROR_OVERFLOW: a bounded buffer was full, or a sum went past the range of its type
 * @RX_ERROR_TYPE: an item is not of a type that the operator can work with
 * @RX_ERROR_TOO_MANY: a stream held more items than the one that was asked of it
 * @RX_ERROR_TIMED_OUT: an item did not come in time
 * @RX_ERROR_COMPOSITE: several streams failed; the message joins theirs
 * @RX_ERROR_MISSING_BACKPRESSURE: a source that cannot wait had an item that nobody had asked for
 * @RX_ERROR_INVALID_ARGUMENT: a value that was only known while the stream ran cannot be used
 *
 * Codes of the errors that the library itself makes.
 *
 * Since: 1.0
 */
typedef enum
{
  RX_ERROR_EMPTY,
  RX_ERROR_CALLBACK,
  RX_ERROR_WRONG_THREAD,
  RX_ERROR_BAD_REQUEST,
  RX_ERROR_OVERFLOW,
  RX_ERROR_TYPE,
  RX_ERROR_TOO_MANY,
  RX_ERROR_TIMED_OUT,
  RX_ERROR_COMPOSITE,
  RX_ERROR_MISSING_BACKPRESSURE,
  RX_ERROR_INVALID_ARGUMENT
} RxError;

RX_AVAILABLE_IN_ALL
GQuark rx_error_quark (void);

G_END_DECLS
