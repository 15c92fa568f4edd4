#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

# run-vala.sh PROGRAM.vala [ARG…]: builds a program against the library just built, without a warning, and runs it.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

source=$1
shift

"$VALAC" --fatal-warnings --target-glib=2.74 --vapidir="$RX_BUILD_DIR/introspection" --pkg=gio-2.0 --pkg=rx-glib-1.0 \
  --ccode --directory="$work" "$source"

# Vala knows no const: what its functions take is not quite what C expects.
# shellcheck disable=SC2046,SC2086 # lists of flags
${CC:-cc} -g -w -I"$RX_SOURCE_DIR" -I"$RX_BUILD_DIR" -o "$work/program" $(find "$work" -name '*.c') \
  $(pkg-config --cflags gio-2.0) -L"$RX_BUILD_DIR/rx-glib" -lrx-glib-1.0 $(pkg-config --libs gio-2.0)

"$work/program" "$@"
