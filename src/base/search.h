/* search - sorts elements by a number that they begin with, and searches such keys by bisection
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_SEARCH_H
#define BASE_SEARCH_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Returns how many of `n` ascending keys are at most `key`: element [result - 1] is the last one at
 * or below `key`. `keys` is the address of the first element's key, `stride` the size of an
 * element. O(log n). */
static inline size_t count_up_to(const uint64_t *keys, size_t n, size_t stride, uint64_t key)
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

/* Compares elements that begin with a uint64_t, for qsort. */
static inline int by_u64(const void *left, const void *right)
{
    uint64_t l = *(const uint64_t *)left, r = *(const uint64_t *)right;

    return l < r ? -1 : l > r;
}

/* Sorts `n` elements of `size` bytes that begin with a uint64_t. */
static inline void sort_u64(void *elements, size_t n, size_t size)
{
    if (n > 0)
        qsort(elements, n, size, by_u64);
}

#endif
