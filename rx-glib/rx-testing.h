/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx.h>
#include <rx-glib/testing/rx-testing-types.h>
#include <rx-glib/testing/rx-marble-table.h>
#include <rx-glib/testing/rx-marbles.h>
#include <rx-glib/testing/rx-test-event.h>
#include <rx-glib/testing/rx-test-scheduler.h>
