/* tool_prng.h - makes the test tools' random numbers: the same on every machine, for ever
 *
 * Role: splitmix64. Never rand(), because a seed must make the same case everywhere.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef TOOL_PRNG_H
#define TOOL_PRNG_H

#include <stdbool.h>
#include <stdint.h>

struct prng {
    uint64_t state;
};

static inline uint64_t prng_next(struct prng *r)
{
    uint64_t z = (r->state += 0x9e3779b97f4a7c15u);

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Returns a number below N, or 0 if N is 0. */
static inline uint64_t prng_below(struct prng *r, uint64_t n)
{
    return n == 0 ? 0 : prng_next(r) % n;
}

/* Returns a number between LO and HI, both included. */
static inline uint64_t prng_range(struct prng *r, uint64_t lo, uint64_t hi)
{
    return lo + prng_below(r, hi - lo + 1);
}

/* Returns true in PERCENT of 100 cases. */
static inline bool prng_chance(struct prng *r, unsigned percent)
{
    return prng_below(r, 100) < percent;
}

/* Returns a number below N, small numbers more often: every power of two is equally likely, and
 * P(k) is about 1/k (Zipf). Integers only, because floating-point functions differ between C
 * libraries. */
static inline uint64_t prng_zipf(struct prng *r, uint64_t n)
{
    unsigned bits = 0;

    while (bits < 63 && (UINT64_C(1) << bits) < n)
        bits++;
    uint64_t top = UINT64_C(1) << prng_below(r, bits + 1u);
    uint64_t k = (top >> 1) + prng_below(r, top - (top >> 1));
    return n == 0 ? 0 : k % n;
}

#endif
