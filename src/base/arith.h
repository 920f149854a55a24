/* arith - sums of counters that stop at the end of the range instead of wrapping
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_ARITH_H
#define BASE_ARITH_H

#include <stdint.h>

/* a + b, at most 2^64 - 1. */
static inline uint64_t add_saturated(uint64_t a, uint64_t b)
{
    return a <= UINT64_MAX - b ? a + b : UINT64_MAX;
}

#endif
