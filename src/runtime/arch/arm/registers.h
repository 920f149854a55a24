/* registers.h - ARM: the registers that a walk of the stack knows
 *
 * Numbers are those of the ABI ("DWARF for the Arm Architecture").
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_ARM_REGISTERS_H
#define GMON_ARCH_ARM_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

enum { GM_FP = 11, GM_SP = 13, GM_LINK = 14, GM_PC = 15, GM_REGISTERS = 16 };

#define GM_MARKS_RETURNS /* as those of Thumb code */

typedef uint32_t gm_register_set; /* bits of registers */

#include "runtime/arch/generic/registers.h"

/* Those that a function gives back as it found them, in the order in which a row of the cache
 * has them (unwind_memory.h), and the link register, which it saves like them. */
enum { GM_KEPT = 9 };
#define GM_KEPT_REGISTERS                                                                          \
    {                                                                                              \
        4, 5, 6, 7, 8, 9, 10, GM_FP, GM_LINK                                                       \
    }
#define GM_KEPT_MASK ((gm_register_set)0x4ff0)

/* A return address without the mark of Thumb code. */
static inline uintptr_t gm_return_address(uintptr_t address)
{
    return address & ~(uintptr_t)1;
}

/* Calls the function, which has to be visible to the linker, with this argument on another stack,
 * whose end is `top`, a multiple of 16. */
#ifndef GM_CALL_ON_STACK /* tests with sanitizers stay on one stack */
#define GM_CALL_ON_STACK(function, argument, top)                                                  \
    do {                                                                                           \
        register uintptr_t gm_first __asm__("r0") = (uintptr_t)(argument);                         \
        register uintptr_t gm_top __asm__("r1") = (uintptr_t)(top);                                \
        __asm__ volatile("mov r4, sp\n\tmov sp, r1\n\tbl " #function "\n\tmov sp, r4"              \
                         : "+r"(gm_first), "+r"(gm_top)                                            \
                         :                                                                         \
                         : "r2", "r3", "r4", "ip", "lr", "cc", "memory");                          \
    } while (0)
#endif

#endif
