/* words32.h - lets one thread write numbers while others read them, on machines of 32 bits
 *
 * Role: part of machine.h. As words64.h has it, but numbers of 64 bits are two words here, which
 * one thread alone writes: it adds to the lower one, then the carry to the upper one, and a signal
 * handler in between that adds, too, loses nothing. A reader takes the upper one, the lower one,
 * and the upper one again until both agree. So what it has is what the writer had, unless it looks
 * between the two adjacent instructions of a carry, once in 4 billion calls: then it is too small
 * by that, in this file and not in the next.
 * A key is free while its lower word is 0; that one is stored last, and read first.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_WORDS32_H
#define GMON_WORDS32_H

#include <stdint.h>

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
enum { GM_LOWER = 1, GM_UPPER = 0 };
#else
enum { GM_LOWER = 0, GM_UPPER = 1 };
#endif

typedef uint32_t gm_half __attribute__((may_alias));

static inline uint64_t gm_load_64(const void *from)
{
    const gm_half *word = from;
    uint32_t upper, lower;

    do {
        upper = __atomic_load_n(word + GM_UPPER, __ATOMIC_ACQUIRE);
        lower = __atomic_load_n(word + GM_LOWER, __ATOMIC_ACQUIRE);
    } while (upper != __atomic_load_n(word + GM_UPPER, __ATOMIC_RELAXED));
    return (uint64_t)upper << 32 | lower;
}

static inline void gm_store_64(void *to, const void *value)
{
    gm_half *word = to;
    const gm_half *from = value;

    __atomic_store_n(word + GM_UPPER, from[GM_UPPER], __ATOMIC_RELEASE);
    __atomic_store_n(word + GM_LOWER, from[GM_LOWER], __ATOMIC_RELEASE);
}

#define gm_load(from)                                                                              \
    _Generic(*(from), uint64_t                                                                     \
             : gm_load_64((const void *)(from)), default                                           \
             : __atomic_load_n(from, __ATOMIC_ACQUIRE))

#define gm_store(to, value)                                                                        \
    do {                                                                                           \
        __typeof__(*(to)) gm_value = (value);                                                      \
        if (sizeof gm_value == sizeof(uint64_t))                                                   \
            gm_store_64((void *)(to), (const void *)&gm_value);                                    \
        else                                                                                       \
            __atomic_store_n((to), gm_value, __ATOMIC_RELEASE);                                    \
    } while (0)

static inline uint64_t gm_load_key(const uint64_t *key)
{
    const gm_half *word = (const void *)key;
    uint32_t lower = __atomic_load_n(word + GM_LOWER, __ATOMIC_ACQUIRE);

    return lower == 0 ? 0 : (uint64_t)word[GM_UPPER] << 32 | lower;
}

/* Adds to each word atomically, if the machine can, so that several threads and signals may
 * count. */
static inline void gm_add_words(uint64_t *count, uint64_t n)
{
    gm_half *word = (void *)count;
    uint32_t lower = (uint32_t)n, upper = (uint32_t)(n >> 32);

    upper += __atomic_add_fetch(word + GM_LOWER, lower, __ATOMIC_RELAXED) < lower;
    if (upper != 0)
        __atomic_fetch_add(word + GM_UPPER, upper, __ATOMIC_RELAXED);
}

/* Adds n to *count so that a signal handler that counts in the same place loses nothing. */
#ifndef GM_OWN_ADD
static inline void gm_add(uint64_t *count, uint64_t n)
{
    gm_add_words(count, n);
}
#endif

/* Adds n to a count that several threads write, so that nothing is lost. */
static inline void gm_add_shared(uint64_t *count, uint64_t n)
{
    gm_add_words(count, n);
}

#endif
