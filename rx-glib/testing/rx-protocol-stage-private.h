/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "rx-for-testing-private.h"
#include "testing/rx-protocol-checker-private.h"

/* What a node that watches and its sinks have in common. */
typedef struct
{
  atomic_int refs;
  RxProtocolChecker *checker;   /* (owned) */
  const gchar *name;            /* interned */
  gboolean strict;
  RxLock lock;
  gboolean closed;              /* the node is gone; under the lock */
  GQueue detached;              /* (owned): sinks, under the lock */
} RxProtocolStage;

RxProtocolStage * _rx_protocol_stage_ref   (RxProtocolStage *self);
void              _rx_protocol_stage_unref (RxProtocolStage *self);

/* Takes a reference to a sink that has been detached over. */
void              _rx_protocol_stage_bury  (RxProtocolStage *self, RxSink *sink);

RxSink *          _rx_protocol_sink_new    (RxProtocolStage *stage, RxSink *down);
