/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include <gio/gio.h>

#include <rx-glib/rx-version-macros.h>
#include <rx-glib/rx-enums.h>

G_BEGIN_DECLS

typedef struct _RxObservable            RxObservable;
typedef struct _RxObserver              RxObserver;
typedef struct _RxSubject               RxSubject;
typedef struct _RxSubscription          RxSubscription;
typedef struct _RxEmitter               RxEmitter;
typedef struct _RxScheduler             RxScheduler;
typedef struct _RxWorker                RxWorker;
typedef struct _RxTask                  RxTask;
typedef struct _RxList                  RxList;
typedef struct _RxNotification          RxNotification;
typedef struct _RxTimestamped           RxTimestamped;
typedef struct _RxForeign               RxForeign;
typedef struct _RxForeignOwner          RxForeignOwner;

/**
 * RxNextFunc:
 * @item: the item, valid during the call
 * @user_data: the data given with the function
 * @error: return location for a failure
 *
 * Takes an item. A failure ends the stream with that error.
 */
typedef void (*RxNextFunc) (const GValue *item, gpointer user_data, GError **error);

/**
 * RxErrorFunc:
 * @error: what ended the stream, valid during the call
 * @user_data: the data given with the function
 *
 * Takes the error that ended a stream.
 */
typedef void (*RxErrorFunc) (const GError *error, gpointer user_data);

/**
 * RxCompletedFunc:
 * @user_data: the data given with the function
 *
 * Is told that a stream has ended without an error.
 */
typedef void (*RxCompletedFunc) (gpointer user_data);

/**
 * RxEventFunc:
 * @kind: what happened
 * @item: (nullable): the item, with %RX_EVENT_NEXT
 * @error: (nullable): the error, with %RX_EVENT_ERROR
 * @user_data: the data given with the function
 * @failure: return location for a failure
 *
 * Takes every event of a stream: the one-function form of subscribing.
 */
typedef void (*RxEventFunc) (RxEventKind kind, const GValue *item, const GError *error, gpointer user_data,
                             GError **failure);

/**
 * RxMapFunc:
 * @item: the item
 * @result: (out caller-allocates): return location for the result; all zeroes on entry, must be set unless @error is
 * @user_data: the data given with the function
 * @error: return location for a failure
 *
 * Makes one item out of another.
 *
 * In C the result is set by one of `rx_value_set_int64 ()` and its kin, or by `g_value_init ()` first.
 */
typedef void (*RxMapFunc) (const GValue *item, GValue *result, gpointer user_data, GError **error);

/**
 * RxPredicateFunc:
 * @item: the item
 * @user_data: the data given with the function
 * @error: return location for a failure
 *
 * Judges an item.
 *
 * Returns: the verdict
 */
typedef gboolean (*RxPredicateFunc) (const GValue *item, gpointer user_data, GError **error);

/**
 * RxFlatMapFunc:
 * @item: the item
 * @user_data: the data given with the function
 * @error: return location for a failure
 *
 * Makes a stream out of an item.
 *
 * Returns: (transfer full) (nullable): the stream; NULL only with @error set
 */
typedef RxObservable *(*RxFlatMapFunc) (const GValue *item, gpointer user_data, GError **error);

/**
 * RxReduceFunc:
 * @accumulator: what the calls so far have made
 * @item: the item
 * @result: (out caller-allocates): return location for the new accumulator; all zeroes on entry
 * @user_data: the data given with the function
 * @error: return location for a failure
 *
 * Adds an item to an accumulator.
 */
typedef void (*RxReduceFunc) (const GValue *accumulator, const GValue *item, GValue *result, gpointer user_data,
                              GError **error);

/**
 * RxCombineFunc:
 * @items: (array length=n_items): one item of each source, in the order of the sources
 * @n_items: how many
 * @result: (out caller-allocates): return location for the combination; all zeroes on entry
 * @user_data: the data given with the function
 * @error: return location for a failure
 *
 * Makes one item out of several.
 */
typedef void (*RxCombineFunc) (const GValue *items, gsize n_items, GValue *result, gpointer user_data, GError **error);

/**
 * RxCreateFunc:
 * @emitter: where to put the items
 * @user_data: the data given with the function
 * @error: return location for a failure
 *
 * Produces a stream for one subscriber, during the call or later.
 */
typedef void (*RxCreateFunc) (RxEmitter *emitter, gpointer user_data, GError **error);

/**
 * RxActionFunc:
 * @user_data: the data given with the function
 * @error: return location for a failure
 *
 * Does something at a certain moment of a stream's life.
 */
typedef void (*RxActionFunc) (gpointer user_data, GError **error);

/**
 * RxTaskFunc:
 * @task: the task that runs
 * @user_data: the data given with the function
 *
 * A piece of work for a scheduler.
 *
 * It may fail by [func@Rx.callback_fail]: the error goes to the function of [func@Rx.set_undeliverable_func].
 */
typedef void (*RxTaskFunc) (RxTask *task, gpointer user_data);

/**
 * RxUndeliverableFunc:
 * @error: the error that nobody could be told
 * @stream: (nullable): the name of the stream that it comes from
 * @user_data: the data given with the function
 *
 * Takes an error that has no receiver.
 */
typedef void (*RxUndeliverableFunc) (const GError *error, const gchar *stream, gpointer user_data);

G_END_DECLS
