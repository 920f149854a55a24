/* registers.h - i386: the registers that call frame information tells of
 *
 * Numbers are those of the ABI ("DWARF Register Number Mapping"). The program counter stands where
 * the ABI has the return address.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_I386_REGISTERS_H
#define GMON_ARCH_I386_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

enum { GM_ECX = 1, GM_EBX = 3, GM_SP = 4, GM_FP = 5, GM_PC = 8, GM_REGISTERS = 9 };

#define GM_CALL_PUSHES 4
#define GM_RETURN_COLUMN GM_PC

typedef uint32_t gm_register_set; /* bits of registers */

#include "runtime/arch/generic/registers.h"

/* Those that a function gives back as it found them, in the order in which a row of the cache
 * has them (unwind_memory.h). Functions that realign their stack have it hang on ecx, and mcount,
 * which they call in front of that, preserves it. */
enum { GM_KEPT = 5 };
#define GM_KEPT_REGISTERS                                                                          \
    {                                                                                              \
        GM_ECX, GM_EBX, GM_FP, 6, 7                                                                \
    }
#define GM_KEPT_MASK (1U << GM_ECX | 1U << GM_EBX | 1U << GM_FP | 1U << 6 | 1U << 7)

/* Calls the function, which has to be visible to the linker, with this argument on another stack,
 * whose end is `top`, a multiple of 16. Callers have a frame pointer, so that others can unwind
 * through this. */
#ifndef GM_CALL_ON_STACK /* tests with sanitizers stay on one stack */
#define GM_CALL_ON_STACK(function, argument, top)                                                  \
    do {                                                                                           \
        uintptr_t gm_first = (uintptr_t)(argument), gm_top = (uintptr_t)(top);                     \
        __asm__ volatile("movl %%esp, %%esi\n\tleal -12(%1), %%esp\n\tpushl %0\n\t"                \
                         "call " #function "\n\tmovl %%esi, %%esp"                                 \
                         : "+a"(gm_first), "+d"(gm_top)                                            \
                         :                                                                         \
                         : "ecx", "esi", "cc", "memory");                                          \
    } while (0)
#endif

#endif
