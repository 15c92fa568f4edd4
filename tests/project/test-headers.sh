#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

# A program that includes <rx-glib/rx.h>, or <rx-glib/rx-testing.h>, and nothing else compiles without a warning, as strict C and as C++, and
# so does one that includes any other public header first. GLib's own headers are the system's: not judged here.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

glib=$(pkg-config --cflags gio-2.0 | sed 's/-I/-isystem /g')
warnings="-Wall -Wextra -Wshadow -Wundef -Wpointer-arith -Wconversion -Wsign-conversion -Wcast-qual -Werror"
failed=0

check () # NAME COMPILER FLAG…
{
  name=$1
  shift
  # shellcheck disable=SC2086 # lists of flags
  if "$@" $warnings -I"$RX_SOURCE_DIR" -I"$RX_BUILD_DIR" $glib -fsyntax-only "$work/$name"; then
    echo "fine: $* $name"
  else
    echo "FAILED: $* $name"
    failed=1
  fi
}

cat > "$work/umbrella.c" <<'END'
#include <rx-glib/rx.h>

G_STATIC_ASSERT (RX_CHECK_VERSION (RX_MAJOR_VERSION, RX_MINOR_VERSION, RX_MICRO_VERSION));
G_STATIC_ASSERT (!RX_CHECK_VERSION (RX_MAJOR_VERSION, RX_MINOR_VERSION, RX_MICRO_VERSION + 1));
G_STATIC_ASSERT (!RX_CHECK_VERSION (RX_MAJOR_VERSION, RX_MINOR_VERSION + 1, 0));
G_STATIC_ASSERT (!RX_CHECK_VERSION (RX_MAJOR_VERSION + 1, 0, 0));
G_STATIC_ASSERT (RX_VERSION_MAX_ALLOWED >= RX_VERSION_MIN_REQUIRED);
G_STATIC_ASSERT (RX_VERSION_CUR_STABLE >= RX_VERSION_1_0);

int
main (void)
{
  const char *text = "a";
  const GValue *none = NULL;
  GValue value = G_VALUE_INIT;

  rx_value_set_static_string (&value, text);
  rx_value_set_string (&value, rx_value_get_string (RX_VALUE_STRING (text)));
  rx_value_set_double (&value, rx_value_get_double (RX_VALUE_DOUBLE (0.5)));
  rx_value_set_boolean (&value, rx_value_get_boolean (RX_VALUE_BOOLEAN (text != NULL)));
  rx_value_set_int64 (&value, rx_value_get_int64 (RX_VALUE_INT64 (rx_value_get_int64 (RX_VALUE_INT64 (42)))));
  rx_value_set_uint64 (&value, rx_value_get_uint64 (&value));
  rx_value_set_null (&value);
  return rx_value_equal (RX_VALUE_OBJECT (NULL), none) ? 0 : 1;
}
END
cp "$work/umbrella.c" "$work/umbrella.cc"

cat > "$work/testing.c" <<'END'
#include <rx-glib/rx-testing.h>

int
main (void)
{
  GError *error = NULL;
  RxTestScheduler *scheduler = rx_test_scheduler_new ();
  gboolean fine = rx_test_scheduler_run (scheduler, &error);

  g_object_unref (scheduler);
  return fine ? 0 : 1;
}
END
cp "$work/testing.c" "$work/testing.cc"

# shellcheck disable=SC2086 # the compiler may be a command with flags
{
  check umbrella.c ${CC:-cc} -std=c11 -Wpedantic -Wstrict-prototypes -Wmissing-prototypes
  check umbrella.c ${CC:-cc} -std=gnu11
  check umbrella.c ${CC:-cc} -std=c11 -DRX_VERSION_MIN_REQUIRED=RX_VERSION_1_0 -DRX_VERSION_MAX_ALLOWED=RX_VERSION_1_0
  if [ -n "${CXX:-}" ]; then
    check umbrella.cc $CXX -std=c++11
    check umbrella.cc $CXX -std=c++20
    check testing.cc $CXX -std=c++11
  fi
  check testing.c ${CC:-cc} -std=c11 -Wpedantic -Wstrict-prototypes -Wmissing-prototypes

  # Versions that cannot be meant are refused.
  if ${CC:-cc} -I"$RX_SOURCE_DIR" -I"$RX_BUILD_DIR" $glib -fsyntax-only \
      "-DRX_VERSION_MIN_REQUIRED=RX_ENCODE_VERSION (0, 1)" "$work/umbrella.c" 2>/dev/null; then
    echo "FAILED: an unknown RX_VERSION_MIN_REQUIRED passes"
    failed=1
  fi
}

exit "$failed"
