/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

#include "bench-runner.h"

#include <stdatomic.h>

static _Atomic guint64 n_mallocs;

guint64
bench_count_mallocs (void)
{
  return atomic_load (&n_mallocs);
}

#if defined (__GLIBC__)

/* In front of the C library's, for the whole process. */
extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *block, size_t size);

void *malloc (size_t size);
void *calloc (size_t n, size_t size);
void *realloc (void *block, size_t size);

void *
malloc (size_t size)
{
  atomic_fetch_add_explicit (&n_mallocs, 1, memory_order_relaxed);
  return __libc_malloc (size);
}

void *
calloc (size_t n, size_t size)
{
  atomic_fetch_add_explicit (&n_mallocs, 1, memory_order_relaxed);
  return __libc_calloc (n, size);
}

void *
realloc (void *block, size_t size)
{
  atomic_fetch_add_explicit (&n_mallocs, 1, memory_order_relaxed);
  return __libc_realloc (block, size);
}

#endif
