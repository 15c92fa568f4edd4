#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

# A program can carry rx-glib as a Meson subproject.
set -eu

work=$RX_BUILD_DIR/tests/project/as-subproject
rm -rf "$work"
mkdir -p "$work/subprojects"
cp "$RX_SOURCE_DIR"/tests/subproject/* "$work"
ln -s "$RX_SOURCE_DIR" "$work/subprojects/rx-glib"

"$MESON" setup --wrap-mode=nodownload --force-fallback-for=rx-glib "$work/build" "$work"
"$MESON" compile -C "$work/build"

wanted="rx-glib $RX_VERSION: 55"
got=$("$work/build/consumer")
echo "$got"
[ "$got" = "$wanted" ]
"$work/build/consumer-test"
