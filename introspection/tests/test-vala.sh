#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

# A Vala program is built without a warning, and runs. Vala knows no const: what its functions take is not quite what C
# expects, and the C compiler may say so.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$VALAC" --fatal-warnings --target-glib=2.74 --vapidir="$RX_BUILD_DIR/introspection" --pkg=gio-2.0 --pkg=rx-glib-1.0 \
  --pkg=rx-glib-testing-1.0 \
  --ccode --directory="$work" "$1"

c=$(find "$work" -name '*.c')
# shellcheck disable=SC2046,SC2086 # lists of flags
${CC:-cc} -g -w -Wincompatible-pointer-types -Wimplicit-function-declaration -Wint-conversion -Werror \
  -Wno-incompatible-pointer-types -I"$RX_SOURCE_DIR" -I"$RX_BUILD_DIR" -o "$work/program" "$c" \
  $(pkg-config --cflags gio-2.0) -L"$RX_BUILD_DIR/rx-glib/testing" \
  -L"$RX_BUILD_DIR/rx-glib" -Wl,--as-needed -lrx-glib-testing-1.0 -lrx-glib-1.0 $(pkg-config --libs gio-2.0)

"$work/program" --tap
