/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* The marble pictures of the manual, as things that can be run. */

#pragma once

#include <rx-glib/rx.h>
#include <rx-glib/rx-testing.h>

G_BEGIN_DECLS

/* What a symbol stands for, in the text format of GVariant; NULL: the NULL item. */
typedef struct
{
  char symbol;
  const char *text;
} MarbleValue;

typedef struct
{
  const char *function;
  const char *id;
  const char *const *in;
  const char *const *const *subs;       /* for each of in; may be NULL */
  gboolean is_hot;
  const char *inner;                    /* in which x is the outer item; may be NULL */
  const char *const *out;
  const char *const *at;                /* when the subscribers of out come */
  const MarbleValue *values;
  gboolean ends;                        /* every out has an end */
  gint64 end;                           /* of the longest string, in frames */
} MarblePicture;

/* A picture that is being run. */
typedef struct
{
  const MarblePicture *picture;
  RxTestScheduler *scheduler;
  RxMarbleTable *table;
  RxObservable **in;
  gsize n_in;
} MarbleBench;

typedef struct
{
  const char *id;
  /* Applies what is written in the box to what comes in. (transfer full) */
  RxObservable *(*apply) (MarbleBench *bench);
} MarbleOperator;

extern const MarbleOperator marble_operators[];
extern const gsize n_marble_operators;

RxMarbleTable *marble_table_new (const MarblePicture *picture, const GValue *x);

G_END_DECLS
