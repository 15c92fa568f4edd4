/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx.h>
#include <rx-glib/testing/rx-testing-types.h>
#include <rx-glib/testing/rx-testing-enums.h>
#include <rx-glib/testing/rx-testing-enum-types.h>
#include <rx-glib/testing/rx-marble-table.h>
#include <rx-glib/testing/rx-marbles.h>
#include <rx-glib/testing/rx-protocol-checker.h>
#include <rx-glib/testing/rx-test-assert.h>
#include <rx-glib/testing/rx-test-event.h>
#include <rx-glib/testing/rx-test-observer.h>
#include <rx-glib/testing/rx-test-scheduler.h>
#include <rx-glib/testing/rx-test-source.h>
