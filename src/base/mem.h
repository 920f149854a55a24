/* mem - allocation with checked sizes
 *
 * Role: every allocation of the tool. Sizes are products of a count and an element size, checked
 * for overflow; a failure is reported once, here, and the caller only passes it on. Memory is
 * released with free().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>

/* `count` elements of `size` bytes each, zeroed. Never returns NULL for a count of 0. NULL after
 * reporting to `d`. The caller owns the result. */
void *mem_alloc(struct diag *d, size_t count, size_t size);

/* A copy of `bytes` bytes at `from`, NUL-terminated. NULL after reporting. The caller owns it. */
char *mem_copy_string(struct diag *d, const char *from, size_t bytes);

/* Room for at least `need` elements in the array `old` (NULL at first), whose capacity is `*cap`
 * elements. Grows geometrically, so that appending is O(1) on average. Returns the array, perhaps
 * moved, and updates `*cap`; new elements are not cleared. On failure reports, returns NULL and
 * leaves `old` and `*cap` valid. */
void *mem_grow(struct diag *d, void *old, size_t *cap, size_t need, size_t size);

#endif
