/* machine.h - does on LoongArch what C cannot say portably, whatever the operating system
 *
 * Numbers of registers are those of the ABI ("DWARF Register Numbers"). The program counter stands
 * in the place of x0, which is always 0.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_LOONGARCH64_MACHINE_H
#define GMON_ARCH_LOONGARCH64_MACHINE_H

#include <stdint.h>

enum { GM_PC = 0, GM_LINK = 1, GM_SP = 3, GM_FP = 22, GM_REGISTERS = 32 };

typedef uint32_t gm_register_set; /* bits of registers */

#include "runtime/arch/generic/machine.h"

/* Registers that a function returns unchanged, and the link register, which it saves like them.
 * Rows of the cache have the registers in this order (unwind_memory.h). */
#define GM_KEPT_REGISTERS GM_LINK, GM_FP, 23, 24, 25, 26, 27, 28, 29, 30, 31
#define GM_KEPT_MASK ((gm_register_set)0xffc00002)

/* Calls the function, which must be visible to the linker, with this argument on another stack,
 * whose end is `top`, a multiple of 16. Callers have a frame pointer, so that unwinders can pass
 * through this call. */
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

/* ---- calls in machine code ------------------------------------------------------------------ */

enum { GM_CALL_BYTES = 8, GM_STUB_BYTES = 12, GM_JUMP_BYTES = 8 };

/* Operations, and registers. */
enum {
    GM_PCADDU12I = 0x1c000000,
    GM_PCADDU18I = 0x1e000000, /* 7 bits long */
    GM_LOAD = 0x28c00000,      /* ld.d, 10 bits long */
    GM_JIRL = 0x4c000000,      /* 6 bits long */
    GM_B = 0x50000000,
    GM_BL = 0x54000000,
    GM_RA = 1, /* the register that calls put the return address into */
};

/* Returns true if the upper bits of the instruction are this operation. */
static inline bool gm_is_operation(uint32_t instruction, unsigned bits, uint32_t operation)
{
    return instruction >> (32 - bits) == operation >> (32 - bits);
}

static inline unsigned gm_rd(uint32_t instruction)
{
    return instruction & 31;
}

static inline unsigned gm_rj(uint32_t instruction)
{
    return instruction >> 5 & 31;
}

/* Returns `bits` bits of the instruction from bit `from` on, as a number with its sign. */
static inline uintptr_t gm_field(uint32_t instruction, unsigned from, unsigned bits)
{
    return (uintptr_t)(intptr_t)((int32_t)(instruction << (32 - bits - from)) >> (32 - bits));
}

/* Returns the target of the b or bl at `at`. */
static inline uintptr_t gm_b_target(uintptr_t at, uint32_t i)
{
    uint32_t distance = (i & 0x3ff) << 16 | (i >> 10 & 0xffff);

    return at + gm_field(distance, 0, 26) * 4;
}

/* Returns the target of pcaddu18i at `at` and the jirl behind it, or 0 if the code is not such a
 * pair. */
static inline uintptr_t gm_far_target(uintptr_t at, uint32_t first, uint32_t second)
{
    if (!gm_is_operation(first, 7, GM_PCADDU18I) || gm_rd(first) != gm_rj(second) ||
        gm_rd(first) == 0)
        return 0;
    return at + (gm_field(first, 5, 20) << 18) + gm_field(second, 10, 16) * 4;
}

/* Returns the call that ends at the return address `after`. `code` has the GM_CALL_BYTES bytes
 * before it.
 */
static inline struct gm_call_seen gm_call_before(const unsigned char *code, uintptr_t after)
{
    uint32_t first = gm_instruction(code), second = gm_instruction(code + 4);

    if (gm_is_operation(second, 6, GM_BL))
        return (struct gm_call_seen){.is_call = true, .target = gm_b_target(after - 4, second)};
    if (gm_is_operation(second, 6, GM_JIRL) && gm_rd(second) == GM_RA)
        return (struct gm_call_seen){.is_call = true,
                                     .target = gm_far_target(after - 8, first, second)};
    return (struct gm_call_seen){.is_call = false};
}

/* Returns the target of the jump at `at`, or 0 if the code there is no jump that can leave a
 * function. `code` has the GM_JUMP_BYTES bytes at `at`: b, or pcaddu18i and jirl, that keep no
 * return address. */
static inline uintptr_t gm_jump_target(const unsigned char *code, uintptr_t at)
{
    uint32_t first = gm_instruction(code), second = gm_instruction(code + 4);

    if (at % 4 != 0)
        return 0;
    if (gm_is_operation(first, 6, GM_B))
        return gm_b_target(at, first);
    if (gm_is_operation(second, 6, GM_JIRL) && gm_rd(second) == 0)
        return gm_far_target(at, first, second);
    return 0;
}

/* Returns the pointer through which an entry of a procedure linkage table jumps; code: the
 * GM_STUB_BYTES bytes at `at`: pcaddu12i r; ld.d r, r; jirl. 0: that is none. */
static inline uintptr_t gm_slot_of_stub(const unsigned char *code, uintptr_t at)
{
    uint32_t first = gm_instruction(code), second = gm_instruction(code + 4),
             third = gm_instruction(code + 8);
    unsigned r = gm_rd(first);

    if (at % 4 != 0 || !gm_is_operation(first, 7, GM_PCADDU12I) ||
        !gm_is_operation(second, 10, GM_LOAD) || gm_rj(second) != r || gm_rd(second) != r ||
        !gm_is_operation(third, 6, GM_JIRL) || gm_rj(third) != r || gm_rd(third) == GM_RA)
        return 0;
    return at + (gm_field(first, 5, 20) << 12) + gm_field(second, 10, 12);
}

#endif
