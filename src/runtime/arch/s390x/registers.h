/* registers.h - s390x: the registers that call frame information tells of
 *
 * Numbers are those of the ABI ("DWARF Register Number Mapping"): general registers, then those of
 * floating point, in which leaf functions keep general ones. The program counter has 32, which
 * stands for a control register that no function saves.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_S390X_REGISTERS_H
#define GMON_ARCH_S390X_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

enum { GM_FP = 11, GM_LINK = 14, GM_SP = 15, GM_FLOATS = 16, GM_PC = 32, GM_REGISTERS = 33 };

#define GM_CFA_ABOVE 160

typedef uint64_t gm_register_set; /* bits of registers */

#include "runtime/arch/generic/registers.h"

/* Those that a function gives back as it found them, in the order in which a row of the cache
 * has them (unwind_memory.h), and the link register, which it saves like them. */
enum { GM_KEPT = 9 };
#define GM_KEPT_REGISTERS                                                                          \
    {                                                                                              \
        6, 7, 8, 9, 10, GM_FP, 12, 13, GM_LINK                                                     \
    }
#define GM_KEPT_MASK ((gm_register_set)0x7fc0)

/* Calls the function, which has to be visible to the linker, with this argument on another stack,
 * whose end is `top`, a multiple of 16, less the area for registers that a caller provides. */
#ifndef GM_CALL_ON_STACK /* tests with sanitizers stay on one stack */
#define GM_CALL_ON_STACK(function, argument, top)                                                  \
    do {                                                                                           \
        register uintptr_t gm_first __asm__("2") = (uintptr_t)(argument);                          \
        register uintptr_t gm_top __asm__("3") = (uintptr_t)(top)-GM_CFA_ABOVE;                    \
        __asm__ volatile("lgr %%r10, %%r15\n\tstg %%r15, 0(%%r3)\n\tlgr %%r15, %%r3\n\t"           \
                         "brasl %%r14, " #function "\n\tlgr %%r15, %%r10"                          \
                         : "+r"(gm_first), "+r"(gm_top)                                            \
                         :                                                                         \
                         : "0", "1", "4", "5", "10", "14", "cc", "memory");                        \
    } while (0)
#endif

#endif
