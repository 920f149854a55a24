/* registers.h - AArch64: the registers that call frame information tells of
 *
 * Numbers are those of the ABI ("DWARF for the Arm 64-bit Architecture"), where x0 to x30 have 0
 * to 30; the program counter has 32, which the ABI leaves to others.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_AARCH64_REGISTERS_H
#define GMON_ARCH_AARCH64_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

enum { GM_FP = 29, GM_LINK = 30, GM_SP = 31, GM_PC = 32, GM_REGISTERS = 33 };

#define GM_CFA_NOTHING 0x2d /* return addresses are signed */
#define GM_MARKS_RETURNS

typedef uint64_t gm_register_set; /* bits of registers */

#include "runtime/arch/generic/registers.h"

/* Those that a function gives back as it found them, in the order in which a row of the cache
 * has them (unwind_memory.h), and the link register, which it saves like them. */
enum { GM_KEPT = 12 };
#define GM_KEPT_REGISTERS                                                                          \
    {                                                                                              \
        19, 20, 21, 22, 23, 24, 25, 26, 27, 28, GM_FP, GM_LINK                                     \
    }
#define GM_KEPT_MASK ((gm_register_set)0x7ff80000)

/* A return address without its signature: xpaclri, which does nothing on processors that sign none.
 */
static inline uintptr_t gm_return_address(uintptr_t signed_address)
{
    register uintptr_t link __asm__("x30") = signed_address;

    __asm__("hint 7" : "+r"(link));
    return link;
}

/* Calls the function, which has to be visible to the linker, with this argument on another stack,
 * whose end is `top`, a multiple of 16. Callers have a frame pointer, so that others can unwind
 * through this. */
#ifndef GM_CALL_ON_STACK /* tests with sanitizers stay on one stack */
#define GM_CALL_ON_STACK(function, argument, top)                                                  \
    do {                                                                                           \
        register uintptr_t gm_first __asm__("x0") = (uintptr_t)(argument);                         \
        register uintptr_t gm_top __asm__("x1") = (uintptr_t)(top);                                \
        __asm__ volatile("mov x19, sp\n\tmov sp, x1\n\tbl %2\n\tmov sp, x19"                       \
                         : "+r"(gm_first), "+r"(gm_top)                                            \
                         : "S"(function)                                                           \
                         : "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12",    \
                           "x13", "x14", "x15", "x16", "x17", "x18", "x19", "x30", "cc",           \
                           "memory");                                                              \
    } while (0)
#endif

#endif
