/* machine.h - does on s390x what C cannot say portably, whatever the operating system
 *
 * Numbers of registers are those of the ABI ("DWARF Register Number Mapping"): general registers,
 * then those of floating point, in which leaf functions keep general ones. The program counter has
 * 32, which stands for a control register that no function saves.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_S390X_MACHINE_H
#define GMON_ARCH_S390X_MACHINE_H

#include <stdint.h>

enum { GM_FP = 11, GM_LINK = 14, GM_SP = 15, GM_FLOATS = 16, GM_PC = 32, GM_REGISTERS = 33 };

#define GM_CFA_ABOVE 160

typedef uint64_t gm_register_set; /* bits of registers */

#include "runtime/arch/generic/machine.h"

/* Registers that a function returns unchanged, and the link register, which it saves like them.
 * Rows of the cache have the registers in this order (unwind_memory.h). */
#define GM_KEPT_REGISTERS 6, 7, 8, 9, 10, GM_FP, 12, 13, GM_LINK
#define GM_KEPT_MASK ((gm_register_set)0x7fc0)

/* Calls the function, which must be visible to the linker, with this argument on another stack. The
 * end of that stack is `top`, a multiple of 16, less the area for registers that a caller
 * provides. */
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

/* ---- calls in machine code ------------------------------------------------------------------ */

enum { GM_CALL_BYTES = 6, GM_STUB_BYTES = 14, GM_JUMP_BYTES = 6 };

/* Returns the address that lies behind `at` by a distance of 16 or 32 bits in halfwords. */
static inline uintptr_t gm_relative(const unsigned char *field, size_t bytes, uintptr_t at)
{
    uint32_t distance = (field[0] & 0x80) != 0 ? UINT32_MAX : 0;

    for (size_t i = 0; i < bytes; i++)
        distance = distance << 8 | field[i];
    return at + (uintptr_t)((intptr_t)(int32_t)distance * 2);
}

/* Returns the call that ends at the return address `after`. `code` has the GM_CALL_BYTES bytes
 * before it.
 */
static inline struct gm_call_seen gm_call_before(const unsigned char *code, uintptr_t after)
{
    if (after % 2 != 0)
        return (struct gm_call_seen){.is_call = false};
    if (code[0] == 0xc0 && code[1] == 0xe5) /* brasl %r14 */
        return (struct gm_call_seen){.is_call = true,
                                     .target = gm_relative(code + 2, 4, after - 6)};
    if (code[2] == 0xa7 && code[3] == 0xe5) /* bras %r14 */
        return (struct gm_call_seen){.is_call = true,
                                     .target = gm_relative(code + 4, 2, after - 4)};
    /* basr %r14 */
    return (struct gm_call_seen){.is_call =
                                     code[4] == 0x0d && code[5] >> 4 == 14 && code[5] != 0xe0};
}

/* Returns the target of the jump at `at`, or 0 if the code there is no jump that can leave a
 * function. `code` has the GM_JUMP_BYTES bytes at `at`: jg, j */
static inline uintptr_t gm_jump_target(const unsigned char *code, uintptr_t at)
{
    if (at % 2 != 0)
        return 0;
    if (code[0] == 0xc0 && code[1] == 0xf4)
        return gm_relative(code + 2, 4, at);
    return code[0] == 0xa7 && code[1] == 0xf4 ? gm_relative(code + 2, 2, at) : 0;
}

/* Returns the address of the pointer through which an entry of a procedure linkage table jumps, or
 * 0 if the code at `at` is none. `code` has the GM_STUB_BYTES bytes there: larl %r1, slot; lg %r1,
 * 0(%r1); br %r1. */
static inline uintptr_t gm_slot_of_stub(const unsigned char *code, uintptr_t at)
{
    static const unsigned char load_and_jump[] = {0xe3, 0x10, 0x10, 0x00, 0x00, 0x04, 0x07, 0xf1};

    if (at % 2 != 0 || code[0] != 0xc0 || code[1] != 0x10)
        return 0;
    for (size_t i = 0; i < sizeof load_and_jump; i++)
        if (code[6 + i] != load_and_jump[i])
            return 0;
    return gm_relative(code + 2, 4, at);
}

#endif
