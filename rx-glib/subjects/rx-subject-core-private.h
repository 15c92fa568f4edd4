/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "core/rx-node-private.h"
#include "core/rx-serializer-private.h"

/* What a subject is without its object: a node that is also a source for all its subscribers. The object holds one
 * reference, each subscriber's link one, and so do the operators above which it stands. */
typedef struct _RxSubjectLink RxSubjectLink;

typedef struct
{
  RxNode base;
  RxSerializer serializer;
  atomic_uint n_links;
  /* with the gate held, or under its edit */
  RxSubjectLink *first, *last;
  GError *error;                /* (owned) (nullable): how it ended */
  guint8 ended;
  guint8 abandoned;             /* the object is gone */
} RxSubjectCore;

struct _RxSubjectLink
{
  RxSink base;
  RxSubjectCore *core;          /* (owned) */
  RxSubjectLink *prev, *next;   /* as the core's */
  gboolean linked;
};

gpointer _rx_subject_core_new     (const RxNodeOps *ops);
void     _rx_subject_core_next    (RxSubjectCore *self, GValue *item);
void     _rx_subject_core_end     (RxSubjectCore *self, GError *error);
void     _rx_subject_core_abandon (RxSubjectCore *self);

void     _rx_subject_core_subscribe (RxNode *node, RxSink *down);
void     _rx_subject_core_finalize  (RxNode *node);
