/* search - sorts elements by the numbers or texts that they begin with, and searches numbers by
 * bisection
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_SEARCH_H
#define BASE_SEARCH_H

#include "base/arith.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Returns how many of `n` ascending keys are at most `key`: element [result - 1] is the last one at
 * or below `key`. `keys` is the address of the first element's key, or that of the element if it
 * begins with its key; `stride` is the size of an element. O(log n). */
static inline size_t count_up_to(const void *keys, size_t n, size_t stride, uint64_t key)
{
    size_t low = 0, high = n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint64_t at;

        memcpy(&at, (const char *)keys + middle * stride, sizeof at);
        if (at <= key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Returns how many of the keys are below `key`. */
static inline size_t count_below(const void *keys, size_t n, size_t stride, uint64_t key)
{
    return key > 0 ? count_up_to(keys, n, stride, key - 1) : 0;
}

/* Compares elements that begin with a uint64_t, for qsort. */
static inline int by_u64(const void *left, const void *right)
{
    return compare_u64(*(const uint64_t *)left, *(const uint64_t *)right);
}

/* Compares elements that begin with two uint64_t. The first of these decides first. */
static inline int by_u64_pair(const void *left, const void *right)
{
    const uint64_t *l = left, *r = right;
    int order = compare_u64(l[0], r[0]);

    return order ? order : compare_u64(l[1], r[1]);
}

/* Compares pointers to texts, for qsort and bsearch, by the order of strcmp. */
static inline int by_string(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* Sorts `n` elements of `size` bytes that begin with a uint64_t. */
static inline void sort_u64(void *elements, size_t n, size_t size)
{
    if (n > 0)
        qsort(elements, n, size, by_u64);
}

/* Sorts `n` elements of `size` bytes that begin with two uint64_t. */
static inline void sort_u64_pairs(void *elements, size_t n, size_t size)
{
    if (n > 0)
        qsort(elements, n, size, by_u64_pair);
}

#endif
