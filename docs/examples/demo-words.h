/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

/* Words and how often they were met. There is nothing about streams in here. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint64 count;
  char text[];
} DemoWord;

/* A table of DemoWords by their text. */
GHashTable *demo_words_new    (void);
void        demo_words_merge  (GHashTable *self, GHashTable *other);
GPtrArray  *demo_words_sorted (GHashTable *self);

typedef enum
{
  DEMO_TEXT,
  DEMO_TEXT_BINARY,             /* a NUL byte */
  DEMO_TEXT_NOT_UTF8
} DemoTextKind;

/* Splits a text that comes in pieces; words and characters may lie across their borders. */
typedef struct
{
  GHashTable *words;
  guint64 n_words;
  DemoTextKind kind;            /* once it is no text, it stays so */
  GString *word;                /* the word so far */
  char rest[8];                 /* the character so far */
  gsize n_rest;
} DemoSplitter;

void         demo_splitter_init  (DemoSplitter *self);
void         demo_splitter_clear (DemoSplitter *self);
DemoTextKind demo_splitter_feed  (DemoSplitter *self, GBytes *piece);
DemoTextKind demo_splitter_end   (DemoSplitter *self);

G_END_DECLS
