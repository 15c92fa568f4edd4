/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#pragma once

#include "rx-value.h"

#define RX_TWO_TO_63 9223372036854775808.0
#define RX_TWO_TO_64 18446744073709551616.0

typedef enum
{
  RX_NUMBER_INT64,
  RX_NUMBER_UINT64,             /* only what is past G_MAXINT64 */
  RX_NUMBER_DOUBLE
} RxNumberKind;

/* A number of any type, without loss. */
typedef struct
{
  RxNumberKind kind;
  union
  {
    gint64 i;
    guint64 u;
    double d;
  } as;
} RxNumber;

/* The fundamental types are the lowest ones; only the others have to be looked up. */
static inline GType
_rx_type_fundamental (GType type)
{
  return G_LIKELY (type <= G_TYPE_FUNDAMENTAL_MAX) ? type : g_type_fundamental (type);
}

/* FALSE if the item is no number. Booleans, enumerations and flags are numbers. */
gboolean    _rx_value_get_number (const GValue *item, RxNumber *number);

/* Exact across types. NaN equals itself and comes after all others, so that the order is total. */
gint        _rx_number_compare   (const RxNumber *a, const RxNumber *b);

/* The order of min, max and sorted: of numbers, or of strings by strcmp(). For anything else, NULL too, it returns
 * FALSE with RX_ERROR_TYPE. */
gboolean    _rx_value_compare    (const GValue *a, const GValue *b, gint *result, GError **error);

/* For messages: the type's name, or what is wrong. Static. */
const char *_rx_value_describe   (const GValue *item);

/* Out of range: the nearest there is; NaN is 0. */
gint64      _rx_number_to_int64  (const RxNumber *number);
guint64     _rx_number_to_uint64 (const RxNumber *number);
double      _rx_number_to_double (const RxNumber *number);
guint       _rx_number_hash      (const RxNumber *number);

static inline guint
_rx_hash_mix (guint64 bits)
{
  return (guint) ((bits * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 32);
}

/* The equalities of types: an immutable sorted table, replaced as a whole. */

typedef struct
{
  GType type;
  GEqualFunc equal;             /* NULL for RxList, which is compared without recursion */
  GHashFunc hash;               /* (nullable) */
} RxEquality;

typedef struct _RxRegistry RxRegistry;

struct _RxRegistry
{
  RxRegistry *older;              /* kept for ever: somebody may be reading it */
  gboolean has_instances;       /* types with ancestors among them */
  guint n;
  RxEquality types[];
};

RxRegistry       *_rx_registry_get  (void);
/* (nullable) */
const RxEquality *_rx_registry_find (const RxRegistry *registry, GType type);
