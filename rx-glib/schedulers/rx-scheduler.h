/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <rx-glib/rx-types.h>

G_BEGIN_DECLS

#define RX_TYPE_TASK (rx_task_get_type ())
RX_AVAILABLE_IN_ALL
GType         rx_task_get_type        (void);
RX_AVAILABLE_IN_ALL
RxTask       *rx_task_new             (RxTaskFunc      func,
                                       gpointer        user_data,
                                       GDestroyNotify  destroy);
RX_AVAILABLE_IN_ALL
RxTask       *rx_task_ref             (RxTask         *self);
RX_AVAILABLE_IN_ALL
void          rx_task_unref           (RxTask         *self);
RX_AVAILABLE_IN_ALL
void          rx_task_run             (RxTask         *self);
RX_AVAILABLE_IN_ALL
void          rx_task_cancel          (RxTask         *self);
RX_AVAILABLE_IN_ALL
gboolean      rx_task_is_cancelled    (RxTask         *self);
RX_AVAILABLE_IN_ALL
GCancellable *rx_task_get_cancellable (RxTask         *self);

#define RX_TYPE_WORKER (rx_worker_get_type ())
RX_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (RxWorker, rx_worker, RX, WORKER, GObject)

/**
 * RxWorkerClass:
 * @parent_class: the parent class
 * @schedule: runs @task by rx_task_run() once @delay microseconds have passed, and releases it; tasks of one worker
 *   never overlap, and run in the order of their due times, first come first served among equal ones. @delay is never
 *   negative. Called on any thread. A task that is released without having been run counts as cancelled. If it cannot
 *   take the task it says so by rx_callback_fail() before it returns: the task is dropped, and the stream that it was
 *   for ends with the error
 * @unsubscribe: (nullable): may forget what is pending, all of which has been cancelled already. Called once, on any
 *   thread. Tasks of a worker that is unsubscribed do nothing when they are run
 *
 * The methods of a worker.
 */
struct _RxWorkerClass
{
  GObjectClass parent_class;

  void (*schedule)    (RxWorker *self, GTimeSpan delay, RxTask *task);
  void (*unsubscribe) (RxWorker *self);

  /*< private >*/
  gpointer padding[8];
};

RX_AVAILABLE_IN_ALL
void          rx_worker_schedule_task     (RxWorker       *self,
                                           GTimeSpan       delay,
                                           RxTask         *task);
RX_AVAILABLE_IN_ALL
RxTask       *rx_worker_schedule          (RxWorker       *self,
                                           RxTaskFunc      func,
                                           gpointer        user_data,
                                           GDestroyNotify  destroy);
RX_AVAILABLE_IN_ALL
RxTask       *rx_worker_schedule_delayed  (RxWorker       *self,
                                           GTimeSpan       delay,
                                           RxTaskFunc      func,
                                           gpointer        user_data,
                                           GDestroyNotify  destroy);
RX_AVAILABLE_IN_ALL
RxTask       *rx_worker_schedule_periodic (RxWorker       *self,
                                           GTimeSpan       initial_delay,
                                           GTimeSpan       period,
                                           RxTaskFunc      func,
                                           gpointer        user_data,
                                           GDestroyNotify  destroy);
RX_AVAILABLE_IN_ALL
RxScheduler  *rx_worker_get_scheduler     (RxWorker       *self);
RX_AVAILABLE_IN_ALL
void          rx_worker_unsubscribe       (RxWorker       *self);
RX_AVAILABLE_IN_ALL
gboolean      rx_worker_is_unsubscribed   (RxWorker       *self);

#define RX_TYPE_SCHEDULER (rx_scheduler_get_type ())
RX_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (RxScheduler, rx_scheduler, RX, SCHEDULER, GObject)

/**
 * RxSchedulerClass:
 * @parent_class: the parent class
 * @now: the scheduler's time in microseconds; the default is the monotonic clock
 * @create_worker: makes a worker. Called on any thread
 * @shutdown: (nullable): ends the threads of the scheduler, if it has any, and drops what is pending; work that is
 *   scheduled later starts them again
 *
 * The methods of a scheduler.
 */
struct _RxSchedulerClass
{
  GObjectClass parent_class;

  gint64    (*now)           (RxScheduler *self);
  RxWorker *(*create_worker) (RxScheduler *self);
  void      (*shutdown)      (RxScheduler *self);

  /*< private >*/
  gpointer padding[8];
};

RX_AVAILABLE_IN_ALL
gint64        rx_scheduler_now            (RxScheduler    *self);
RX_AVAILABLE_IN_ALL
RxWorker     *rx_scheduler_create_worker  (RxScheduler    *self);

RX_AVAILABLE_IN_ALL
RxTask       *rx_scheduler_schedule          (RxScheduler    *self,
                                              RxTaskFunc      func,
                                              gpointer        user_data,
                                              GDestroyNotify  destroy);
RX_AVAILABLE_IN_ALL
RxTask       *rx_scheduler_schedule_delayed  (RxScheduler    *self,
                                              GTimeSpan       delay,
                                              RxTaskFunc      func,
                                              gpointer        user_data,
                                              GDestroyNotify  destroy);
RX_AVAILABLE_IN_ALL
RxTask       *rx_scheduler_schedule_periodic (RxScheduler    *self,
                                              GTimeSpan       initial_delay,
                                              GTimeSpan       period,
                                              RxTaskFunc      func,
                                              gpointer        user_data,
                                              GDestroyNotify  destroy);
RX_AVAILABLE_IN_ALL
void          rx_scheduler_shutdown          (RxScheduler    *self);

RX_AVAILABLE_IN_ALL
RxScheduler  *rx_scheduler_immediate      (void);
RX_AVAILABLE_IN_ALL
RxScheduler  *rx_scheduler_trampoline     (void);
RX_AVAILABLE_IN_ALL
RxScheduler  *rx_scheduler_computation    (void);
RX_AVAILABLE_IN_ALL
RxScheduler  *rx_scheduler_io             (void);
RX_AVAILABLE_IN_ALL
RxScheduler  *rx_scheduler_new_thread     (void);
RX_AVAILABLE_IN_ALL
RxScheduler  *rx_scheduler_single         (void);
RX_AVAILABLE_IN_ALL
RxScheduler  *rx_scheduler_new_thread_pool (guint         max_threads);
RX_AVAILABLE_IN_ALL
RxScheduler  *rx_scheduler_main           (void);
RX_AVAILABLE_IN_ALL
RxScheduler  *rx_scheduler_main_context   (GMainContext   *context,
                                           gint            priority);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RxTask, rx_task_unref)

G_END_DECLS
