/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "rx-law-item.h"

#include <stdatomic.h>

/* What is known of an operator, one line each; the laws run over all lines. To hold a new operator to them, write its
 * build function and its line in rx-law-registry.c. */

typedef enum
{
  /* its end */
  RX_LAW_ENDLESS       = 1 << 0,        /* it never ends by itself, whatever its upstreams do */
  RX_LAW_ENDS_EARLY    = 1 << 1,        /* it ends before an upstream that has more items */
  RX_LAW_SCALAR        = 1 << 2,        /* one result, when upstream has completed */
  RX_LAW_AGAIN         = 1 << 3,        /* subscribes once more when upstream fails */
  /* what it does with items */
  RX_LAW_UNASKED       = 1 << 4,        /* emits whether it was asked or not */
  RX_LAW_ERROR_FIRST   = 1 << 5,        /* an error overtakes the items that wait */
  RX_LAW_OF_ITEMS      = 1 << 7,        /* the items that it emits are of the kind that it receives */
  RX_LAW_BUFFERS       = 1 << 15,       /* what comes without having been asked for waits */
  /* where it works */
  RX_LAW_MAIN          = 1 << 8,        /* needs the main context to be iterated */
  RX_LAW_POOL          = 1 << 9,        /* works on the computation pool */
  RX_LAW_HOT           = 1 << 10,       /* one source for all subscribers: asks for everything, whoever asks it */
  /* its user function */
  RX_LAW_FUNC          = 1 << 11,       /* it has one */
  RX_LAW_RESULT        = 1 << 12,       /* that must give a result */
  RX_LAW_STREAM        = 1 << 13,       /* and the result is an observable */
  RX_LAW_PRODUCER      = 1 << 14        /* it makes the stream: it is called once a subscription */
} RxLawFlags;

typedef enum
{
  RX_LAW_WELL,
  RX_LAW_ERROR,                 /* sets the error */
  RX_LAW_FAIL,                  /* rx_callback_fail() */
  RX_LAW_ERROR_AND_RESULT,
  RX_LAW_NO_RESULT,             /* neither an error nor a result */
  RX_LAW_N_FAULTS
} RxLawFault;

/* What the user functions of a line work with: their user data. */
typedef struct _RxLawEnv RxLawEnv;

struct _RxLawEnv
{
  RxLawFault fault;             /* what goes wrong, at the call fault_at, counted from 1; 0: at every one */
  guint fault_at;
  void (*on_call) (RxLawEnv *env, guint call, gpointer data);   /* (nullable) */
  gpointer data;
  atomic_uint n_calls;
  atomic_int n_given;           /* how often it was given to an operator, and has been released by one */
  atomic_int n_released;
};

typedef struct
{
  const gchar *name;
  guint n_upstreams;
  RxLawFlags flags;
  RxObservable *(*build) (RxObservable **upstreams, RxLawEnv *env);
  /* What it makes of upstreams that emit 1 to 6 and complete; with RX_LAW_ENDLESS the first items. */
  const gchar *events;
  gint64 max_request;           /* 0: no limit; otherwise of upstream, in all */
} RxLaw;

extern const RxLaw rx_laws[];
extern const guint rx_n_laws;

#define RX_LAW_MAX_UPSTREAMS 3
