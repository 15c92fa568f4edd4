#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

# expect.sh FILE COMMAND…: the command prints what stands in the file, nothing else, and exits with 0.
set -eu

wanted=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

status=0
"$@" > "$work/out" 2> "$work/errors" || status=$?
diff -u "$wanted" "$work/out" || status=1
if [ -s "$work/errors" ]; then
  cat "$work/errors"
  status=1
fi
exit "$status"
