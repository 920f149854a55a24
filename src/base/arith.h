/* arith - compares, adds, limits and rounds numbers without wrapping around
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_ARITH_H
#define BASE_ARITH_H

#include <math.h>
#include <stdint.h>

/* Returns a + b, at most 2^64 - 1. */
static inline uint64_t add_saturated(uint64_t a, uint64_t b)
{
    return a <= UINT64_MAX - b ? a + b : UINT64_MAX;
}

/* Compares two numbers as strcmp does texts: the result is negative, 0 or positive. */
static inline int compare_u64(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* Returns `value`, rounded; 0 if it is not above 0, and at most 2^63. */
static inline uint64_t round_u64(double value)
{
    if (!(value > 0))
        return 0;
    return value < 0x1p63 ? (uint64_t)llrint(value) : (uint64_t)1 << 63;
}

#endif
