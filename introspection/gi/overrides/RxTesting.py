# SPDX-License-Identifier: LGPL-2.1-or-later
# SPDX-FileCopyrightText: 2026 The rx-glib authors

"""The test kit, wrapped as the override of the library itself does it."""

from gi.repository import Rx  # noqa: F401, loads the override

from ..module import get_introspection_module
from .Rx import _wrap_namespace

__all__ = []

_functions = {}
_wrap_namespace(get_introspection_module('RxTesting'), _functions)
globals().update(_functions)
__all__ += _functions
