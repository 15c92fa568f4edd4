/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "rx-observable-private.h"
#include "subjects/rx-subject-core-private.h"
#include "subjects/rx-subject.h"

struct _RxSubject
{
  RxObservable parent_instance; /* node: the core */
};

gpointer _rx_publish_subject_core_new (void);
