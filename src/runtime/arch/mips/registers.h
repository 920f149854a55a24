/* registers.h - MIPS: the registers that call frame information tells of
 *
 * Numbers are those of the processor. The program counter stands in the place of $0, which is
 * always 0.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_MIPS_REGISTERS_H
#define GMON_ARCH_MIPS_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

enum { GM_PC = 0, GM_SP = 29, GM_FP = 30, GM_LINK = 31, GM_REGISTERS = 32 };

typedef uint32_t gm_register_set; /* bits of registers */

#include "runtime/arch/generic/registers.h"

/* Those that a function gives back as it found them, in the order in which a row of the cache
 * has them (unwind_memory.h), and the link register, which it saves like them. */
enum { GM_KEPT = 11 };
#define GM_KEPT_REGISTERS                                                                          \
    {                                                                                              \
        16, 17, 18, 19, 20, 21, 22, 23, 28, GM_FP, GM_LINK                                         \
    }
#define GM_KEPT_MASK ((gm_register_set)0xd0ff0000)

/* Calls the function with this argument on another stack, whose end is `top`, a multiple of 16,
 * less the room for arguments that o32 wants. */
#ifndef GM_CALL_ON_STACK /* tests with sanitizers stay on one stack */
#define GM_CALL_ON_STACK(function, argument, top)                                                  \
    do {                                                                                           \
        register uintptr_t gm_first __asm__("$4") = (uintptr_t)(argument);                         \
        register uintptr_t gm_top __asm__("$5") = (uintptr_t)(top)-16;                             \
        register uintptr_t gm_callee __asm__("$25") = (uintptr_t)(function);                       \
        __asm__ volatile(".set push\n\t.set noreorder\n\tmove $16, $29\n\tjalr $25\n\t"            \
                         "move $29, $5\n\tmove $29, $16\n\t.set pop"                               \
                         : "+r"(gm_first), "+r"(gm_top), "+r"(gm_callee)                           \
                         :                                                                         \
                         : "$1", "$2", "$3", "$6", "$7", "$8", "$9", "$10", "$11", "$12", "$13",   \
                           "$14", "$15", "$16", "$24", "$31", "hi", "lo", "memory");               \
    } while (0)
#endif

#endif
