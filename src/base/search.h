/* search - searches ascending keys by bisection
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_SEARCH_H
#define BASE_SEARCH_H

#include <stddef.h>
#include <stdint.h>
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

#endif
