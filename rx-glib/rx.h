/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx-types.h>
#include <rx-glib/rx-version.h>
#include <rx-glib/rx-enums.h>
#include <rx-glib/rx-enum-types.h>
#include <rx-glib/rx-error.h>
#include <rx-glib/rx-value.h>
#include <rx-glib/rx-list.h>
#include <rx-glib/rx-hooks.h>
#include <rx-glib/rx-binding.h>
#include <rx-glib/rx-observer.h>
#include <rx-glib/rx-notification.h>
#include <rx-glib/rx-timestamped.h>
#include <rx-glib/rx-foreign.h>
#include <rx-glib/rx-subscription.h>
#include <rx-glib/rx-observable.h>
#include <rx-glib/rx-observable-aggregate.h>
#include <rx-glib/rx-observable-combining.h>
#include <rx-glib/rx-observable-creation.h>
#include <rx-glib/rx-observable-errors.h>
#include <rx-glib/rx-observable-filtering.h>
#include <rx-glib/rx-observable-transforming.h>
#include <rx-glib/rx-observable-utility.h>
#include <rx-glib/rx-emitter.h>
#include <rx-glib/schedulers/rx-scheduler.h>
#include <rx-glib/subjects/rx-subject.h>
