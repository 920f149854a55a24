/* registers.h - LoongArch: the registers that call frame information tells of
 *
 * Numbers are those of the ABI ("DWARF Register Numbers"). The program counter stands in the place
 * of x0, which is always 0.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_LOONGARCH64_REGISTERS_H
#define GMON_ARCH_LOONGARCH64_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

enum { GM_PC = 0, GM_LINK = 1, GM_SP = 3, GM_FP = 22, GM_REGISTERS = 32 };

typedef uint32_t gm_register_set; /* bits of registers */

#include "runtime/arch/generic/registers.h"

/* Those that a function gives back as it found them, in the order in which a row of the cache
 * has them (unwind_memory.h), and the link register, which it saves like them. */
enum { GM_KEPT = 11 };
#define GM_KEPT_REGISTERS                                                                          \
    {                                                                                              \
        GM_LINK, GM_FP, 23, 24, 25, 26, 27, 28, 29, 30, 31                                         \
    }
#define GM_KEPT_MASK ((gm_register_set)0xffc00002)

/* Calls the function, which has to be visible to the linker, with this argument on another stack,
 * whose end is `top`, a multiple of 16. Callers have a frame pointer, so that others can unwind
 * through this. */
#ifndef GM_CALL_ON_STACK /* tests with sanitizers stay on one stack */
#define GM_CALL_ON_STACK(function, argument, top)                                                  \
    do {                                                                                           \
        register uintptr_t gm_first __asm__("$a0") = (uintptr_t)(argument);                        \
        register uintptr_t gm_top __asm__("$a1") = (uintptr_t)(top);                               \
        register uintptr_t gm_called __asm__("$a2") = (uintptr_t)(function);                       \
        __asm__ volatile("or $s1, $sp, $zero\n\tor $sp, $a1, $zero\n\tjirl $ra, $a2, 0\n\t"        \
                         "or $sp, $s1, $zero"                                                      \
                         : "+r"(gm_first), "+r"(gm_top), "+r"(gm_called)                           \
                         :                                                                         \
                         : "$ra", "$t0", "$t1", "$t2", "$t3", "$t4", "$t5", "$t6", "$t7", "$t8",   \
                           "$a3", "$a4", "$a5", "$a6", "$a7", "$s1", "memory");                    \
    } while (0)
#endif

#endif
