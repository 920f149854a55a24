/* words64.h - what one thread writes and others read meanwhile, on machines of 64 bits
 *
 * Role: part of machine.h. A thread that sees the new value also sees what was written before
 * it: the store is a release, the load an acquire. That is all that the tables need, as each has
 * one writer: a count is in place before its key, a table before its number in the set.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_WORDS64_H
#define GMON_WORDS64_H

#include <stdbool.h>
#include <stdint.h>

/* Adds so that a signal handler which counts in the same place loses nothing. No order is needed:
 * the owner's own sums. */
#ifndef GM_OWN_ADD
static inline void gm_add(uint64_t *count, uint64_t n)
{
    __atomic_fetch_add(count, n, __ATOMIC_RELAXED);
}
#endif

/* Does the same for memory that several threads write. */
static inline void gm_add_shared(uint64_t *count, uint64_t n)
{
    __atomic_fetch_add(count, n, __ATOMIC_SEQ_CST);
}

#define gm_load(from) __atomic_load_n(from, __ATOMIC_ACQUIRE)
#define gm_store(to, value) __atomic_store_n(to, value, __ATOMIC_RELEASE)
#define gm_load_key(key) gm_load(key)

/* Stores a key where none was: a single step, which no signal handler divides. Returns false if
 * there is one by now. Machines without it turn interrupts off for that. */
#define GM_CLAIMS
static inline bool gm_claim(uint64_t *place, uint64_t key)
{
    uint64_t none = 0;

    return __atomic_compare_exchange_n(place, &none, key, false, __ATOMIC_ACQ_REL,
                                       __ATOMIC_RELAXED);
}

#endif
