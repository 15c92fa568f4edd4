/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "testing/rx-test-scheduler.h"

/* A worker whose tasks run ahead of all others of the same time. */
RxWorker *_rx_test_scheduler_create_worker_ahead (RxTestScheduler *self);
