#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

# The installed library is whole: package file, headers, symbols, typelib; a program finds it by pkg-config.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail () { echo "FAILED: $*"; exit 1; }

"$MESON" install --no-rebuild --quiet -C "$RX_BUILD_DIR" --destdir "$work/root"

prefix=$work/root$RX_PREFIX
lib=$prefix/$RX_LIBDIR
include=$prefix/$RX_INCLUDEDIR/rx-glib-1.0

# The package files name the place that the libraries were made for, and here they lie below another folder.
sed -i "s|^prefix=.*|prefix=$prefix|" "$lib/pkgconfig/rx-glib-1.0.pc" "$lib/pkgconfig/rx-glib-testing-1.0.pc"
PKG_CONFIG_PATH=$lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
LD_LIBRARY_PATH=$lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
PKG_CONFIG_DISABLE_UNINSTALLED=1
export PKG_CONFIG_PATH LD_LIBRARY_PATH PKG_CONFIG_DISABLE_UNINSTALLED

for package in rx-glib-1.0 rx-glib-testing-1.0; do
  pkg-config --validate "$package"
  [ "$(pkg-config --modversion "$package")" = "$RX_VERSION" ] || fail "wrong version in the file of $package"
  for variable in girdir typelibdir vapidir; do
    [ -n "$(pkg-config --variable=$variable "$package")" ] || fail "the file of $package lacks $variable"
  done
done
pkg-config --print-requires rx-glib-1.0 | grep -q '^gio-2.0 >= 2.74' || fail "the package file does not require GIO"
pkg-config --print-requires rx-glib-testing-1.0 | grep -q "^rx-glib-1.0 = $RX_VERSION" ||
  fail "the test kit does not require the library of its own version"

# Headers: nothing private, and whatever is included is there.
if find "$include" -name '*-private.h' | grep .; then fail "private headers are installed"; fi
find "$include" -name '*.h' -exec grep -ho '#include <rx-glib/[^>]*>' {} + | sed 's/.*<\(.*\)>/\1/' | sort -u |
while read -r header; do
  [ -f "$include/$header" ] || fail "$header is included but not installed"
done
(cd "$include" && find . -name '*.h' | sed 's|^\./||') | sort > "$work/installed-headers"
printf '#include <rx-glib/%s>\n' rx.h rx-testing.h > "$work/all.c"
# shellcheck disable=SC2046,SC2086 # lists of flags
${CC:-cc} -M $(pkg-config --cflags rx-glib-1.0) "$work/all.c" | sed 's/[ \\]\{1,\}/\n/g' | grep "^$include/" |
  sed "s|^$include/||" | sort -u > "$work/reached-headers"
diff "$work/installed-headers" "$work/reached-headers" || fail "rx.h and rx-testing.h do not include every public header"

# The override for Python is where PyGObject finds it, given the folder of the modules.
if [ -n "$RX_PYTHON_OVERRIDES" ]; then
  modules=$work/root${RX_PYTHON_OVERRIDES%/gi/overrides}
  [ -f "$modules/gi/overrides/Rx.py" ] || fail "the override for Python is not installed"
  GI_TYPELIB_PATH=$lib/girepository-1.0 PYTHONPATH=$modules "$PYTHON" -B -c '
import gi
gi.require_version("Rx", "1.0")
from gi.repository import Rx
items = []
Rx.Observable.of(1, 2**40).pipe(Rx.ops.map(lambda x: (x,))).subscribe(items.append)
assert items == [(1,), (2**40,)], items' || fail "the installed override for Python does not work"
fi

# Symbols: the soname, and no name outside the namespace, except what the test kit needs of the library.
if command -v readelf >/dev/null && [ -f "$lib/librx-glib-1.0.so" ]; then
  for name in librx-glib-1.0.so librx-glib-testing-1.0.so; do
    readelf -d "$lib/$name" | grep -q "SONAME.*\[$name\.0\]" || fail "wrong soname of $name"
    nm -D --defined-only "$lib/$name" | awk '{ print $3 }' | grep -v "^rx_" > "$work/$name.hidden" || true
  done
  sed -n 's/^RX_FOR_TESTING (\(.*\));$/\1/p' "$RX_SOURCE_DIR/rx-glib/rx-for-testing-private.h" | LC_ALL=C sort > "$work/for-testing"
  [ -s "$work/for-testing" ] || fail "nothing is said to be for testing"
  LC_ALL=C sort "$work/librx-glib-1.0.so.hidden" | diff "$work/for-testing" - || fail "symbols outside the namespace are exported"
  [ ! -s "$work/librx-glib-testing-1.0.so.hidden" ] || fail "symbols outside the namespace are exported by the test kit"
fi

# With Meson, and without.
mkdir "$work/consumer"
cp "$RX_SOURCE_DIR"/tests/subproject/* "$work/consumer"
"$MESON" setup --wrap-mode=nofallback "$work/build" "$work/consumer"
"$MESON" compile -C "$work/build"
# shellcheck disable=SC2046,SC2086 # lists of flags
${CC:-cc} -o "$work/plain" "$work/consumer/consumer.c" $(pkg-config --cflags --libs rx-glib-1.0)

# shellcheck disable=SC2046,SC2086 # lists of flags
${CC:-cc} -o "$work/plain-test" "$work/consumer/consumer-test.c" $(pkg-config --cflags --libs rx-glib-testing-1.0)
for program in "$work/build/consumer-test" "$work/plain-test"; do
  "$program" || fail "$program"
done

wanted="rx-glib $RX_VERSION: 55"
for program in "$work/build/consumer" "$work/plain"; do
  got=$("$program")
  echo "$got"
  [ "$got" = "$wanted" ] || fail "$program"
done
