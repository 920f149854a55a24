/* words64.h - lets one thread write numbers while others read them, on machines of 64 bits
 *
 * Role: part of machine.h. A thread that sees the new value also sees everything that was written
 * before it: the store is a release, the load an acquire. The tables need no more than that,
 * because each has one writer: a count is in place before its key, a table before its number in the
 * set.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_WORDS64_H
#define GMON_WORDS64_H

#include <stdbool.h>
#include <stdint.h>

/* Adds n to *count so that a signal handler that counts in the same place loses nothing. No order
 * is needed: the owner's own sums. */
#ifndef GM_OWN_ADD
static inline void gm_add(uint64_t *count, uint64_t n)
{
    __atomic_fetch_add(count, n, __ATOMIC_RELAXED);
}
#endif

/* Adds n to a count that several threads write, so that nothing is lost. */
static inline void gm_add_shared(uint64_t *count, uint64_t n)
{
    __atomic_fetch_add(count, n, __ATOMIC_SEQ_CST);
}

#define gm_load(from) __atomic_load_n(from, __ATOMIC_ACQUIRE)
#define gm_store(to, value) __atomic_store_n(to, value, __ATOMIC_RELEASE)
#define gm_load_key(key) gm_load(key)

/* Stores a key in a free entry, in a single step that no signal handler divides. Returns false if
 * the entry has a key by now. A machine without such a step turns interrupts off for the store. */
#define GM_CLAIMS
static inline bool gm_claim(uint64_t *place, uint64_t key)
{
    uint64_t none = 0;

    return __atomic_compare_exchange_n(place, &none, key, false, __ATOMIC_ACQ_REL,
                                       __ATOMIC_RELAXED);
}

#endif
