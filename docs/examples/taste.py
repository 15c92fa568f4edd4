# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""The squares of the even numbers up to ten. What stands between the marks is shown in README.md."""

# taste
import gi
gi.require_version('Rx', '1.0')
from gi.repository import Rx

Rx.Observable.range(1, 10).filter(lambda x: x % 2 == 0).map(lambda x: x * x).subscribe(print)
# /taste
