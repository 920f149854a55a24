/* registers.h - ppc64le: the registers that call frame information tells of
 *
 * Numbers are those of the ABI ("DWARF Register Number Mapping"): general registers from 0, then
 * those of floating point, of which nothing is kept; the link register has 65, and the program
 * counter 66, which the ABI leaves to others.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_PPC64LE_REGISTERS_H
#define GMON_ARCH_PPC64LE_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

enum { GM_SP = 1, GM_FP = 31, GM_GENERAL = 32, GM_LINK = 65, GM_PC = 66, GM_REGISTERS = 67 };

#define GM_RED_ZONE 288

__extension__ typedef unsigned __int128 gm_register_set; /* bits of registers */

#include "runtime/arch/generic/registers.h"

/* Those that a function gives back as it found them, in the order in which a row of the cache
 * has them (unwind_memory.h), and the link register, which it saves like them. */
enum { GM_KEPT = 19 };
#define GM_KEPT_REGISTERS                                                                          \
    {                                                                                              \
        14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, GM_FP, GM_LINK         \
    }
#define GM_KEPT_MASK ((gm_register_set)1 << GM_LINK | 0xffffc000U)

/* Calls the function, which has to be visible to the linker, with this argument on another stack,
 * whose end is `top`, a multiple of 16, less a frame for what the function saves of its caller. */
#ifndef GM_CALL_ON_STACK /* tests with sanitizers stay on one stack */
#define GM_CALL_ON_STACK(function, argument, top)                                                  \
    do {                                                                                           \
        register uintptr_t gm_first __asm__("r3") = (uintptr_t)(argument);                         \
        register uintptr_t gm_top __asm__("r4") = (uintptr_t)(top)-32;                             \
        __asm__ volatile("mr 30, 1\n\tstd 1, 0(4)\n\tmr 1, 4\n\tbl " #function                     \
                         "\n\tnop\n\tmr 1, 30"                                                     \
                         : "+r"(gm_first), "+r"(gm_top)                                            \
                         :                                                                         \
                         : "r0", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r30", "lr",   \
                           "ctr", "xer", "cr0", "cr1", "cr5", "cr6", "cr7", "memory");             \
    } while (0)
#endif

#endif
