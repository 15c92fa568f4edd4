/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "schedulers/rx-task-queue-private.h"

/* A thread that runs tasks. It is started by the first task and lives until it is stopped. The struct itself is never
 * freed, since cancelled tasks may come back to its lock at any time. */
typedef struct
{
  RxTaskQueue queue;
  RxLock lock;                          /* the queue's */
  _Atomic guint32 mode;
  atomic_bool quit;
  _Atomic gint64 keep_alive;            /* microseconds that the thread waits for work; negative: for ever */
  const gchar *name;
  GThread *thread;                      /* (owned) (nullable): under the lock of starting and retiring */
  RxLock stop_lock;                     /* one at a time stops it, and waits for the thread meanwhile */

  /* the thread's */
  gint64 spin_budget;                   /* microseconds that it will look for work before it sleeps */
  guint idle_count;
} RxEventLoop;

void     _rx_event_loop_init        (RxEventLoop *self, const gchar *name);
void     _rx_event_loop_stop        (RxEventLoop *self);
/* (nullable): whose thread this is */
RxEventLoop *_rx_event_loop_current (void);
void     _rx_event_loop_set_keep_alive (RxEventLoop *self, gint64 keep_alive);
void     _rx_event_loop_wake        (RxEventLoop *self);
gboolean _rx_event_loop_is_spinning (RxEventLoop *self);
