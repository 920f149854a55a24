/* bare_atomic - claims a free word and adds one, in steps that no interrupt divides
 *
 * Role: uses compare-and-swap if the compiler has it for this machine; else turns interrupts off,
 * for which each kind of machine has its row below. No order between different words is needed
 * (bare.h, struct bare_arc).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_BARE_ATOMIC_H
#define GMON_BARE_ATOMIC_H

#include "gmon_bare.h"

#include <stdbool.h>
#include <stdint.h>

#define BARE_INLINE static inline __attribute__((always_inline))

#if (UINTPTR_MAX == UINT32_MAX && defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_4)) ||                  \
    (UINTPTR_MAX > UINT32_MAX && defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_8)) ||                   \
    defined(__riscv_atomic)

BARE_INLINE bool bare_claim(uintptr_t *word, uintptr_t value)
{
    uintptr_t free = 0;

    return __atomic_compare_exchange_n(word, &free, value, false, __ATOMIC_RELAXED,
                                       __ATOMIC_RELAXED);
}

BARE_INLINE uint32_t bare_add_one(uint32_t *count) /* returns the value before */
{
    return __atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
}

#else

#if defined(__arm__) && __ARM_ARCH_PROFILE == 'M'
BARE_INLINE uintptr_t bare_off(void)
{
    uintptr_t before;

    __asm__ volatile("mrs %0, primask\n\tcpsid i" : "=r"(before) : : "memory");
    return before;
}

BARE_INLINE void bare_on(uintptr_t before)
{
    __asm__ volatile("msr primask, %0" : : "r"(before) : "memory");
}
#elif defined(__riscv)
enum { BARE_MIE = 8 }; /* bit of mstatus: interrupts are on */

BARE_INLINE uintptr_t bare_off(void)
{
    uintptr_t before;

    __asm__ volatile(".option push\n\t.option arch, +zicsr\n\tcsrrci %0, mstatus, 8\n\t.option pop"
                     : "=r"(before)
                     :
                     : "memory");
    return before & BARE_MIE;
}

BARE_INLINE void bare_on(uintptr_t before)
{
    __asm__ volatile(".option push\n\t.option arch, +zicsr\n\tcsrs mstatus, %0\n\t.option pop"
                     :
                     : "r"(before)
                     : "memory");
}
#else
#define bare_off gmon_interrupts_off
#define bare_on gmon_interrupts_on
#endif

BARE_INLINE bool bare_claim(uintptr_t *word, uintptr_t value)
{
    uintptr_t before = bare_off();
    bool is_free = *word == 0;

    if (is_free)
        *word = value;
    bare_on(before);
    return is_free;
}

BARE_INLINE uint32_t bare_add_one(uint32_t *count)
{
    uintptr_t before = bare_off();
    uint32_t was = *count;

    *count = was + 1;
    bare_on(before);
    return was;
}

#endif

#endif
