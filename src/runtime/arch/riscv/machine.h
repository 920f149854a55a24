/* machine.h - does on RISC-V what C cannot say portably, whatever the operating system
 *
 * Numbers of registers are those of the ABI ("DWARF Register Numbers"). The program counter stands
 * in the place of x0, which is always 0.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_RISCV_MACHINE_H
#define GMON_ARCH_RISCV_MACHINE_H

#include <stdint.h>

enum { GM_PC = 0, GM_LINK = 1, GM_SP = 2, GM_FP = 8, GM_REGISTERS = 32 };

typedef uint32_t gm_register_set; /* bits of registers */

#include "runtime/arch/generic/machine.h"

/* Registers that a function returns unchanged, and the link register, which it saves like them.
 * Rows of the cache have the registers in this order (unwind_memory.h). */
#define GM_KEPT_REGISTERS GM_LINK, GM_FP, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
#define GM_KEPT_MASK ((gm_register_set)0x0ffc0302)

/* Calls the function, which must be visible to the linker, with this argument on another stack,
 * whose end is `top`, a multiple of 16. Callers have a frame pointer, so that unwinders can pass
 * through this call. */
#define GM_CALL_ON_STACK(function, argument, top)                                                  \
    do {                                                                                           \
        register uintptr_t gm_first __asm__("a0") = (uintptr_t)(argument);                         \
        register uintptr_t gm_top __asm__("a1") = (uintptr_t)(top);                                \
        __asm__ volatile("mv s1, sp\n\tmv sp, a1\n\tcall %2\n\tmv sp, s1"                          \
                         : "+r"(gm_first), "+r"(gm_top)                                            \
                         : "S"(function)                                                           \
                         : "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a2", "a3", "a4", "a5", \
                           "a6", "a7", "s1", "memory");                                            \
    } while (0)

/* ---- calls in machine code ------------------------------------------------------------------ */

enum { GM_CALL_BYTES = 8, GM_STUB_BYTES = 12, GM_JUMP_BYTES = 8 };

enum {
    GM_AUIPC = 0x17,
    GM_JAL = 0x6f,
    GM_JALR = 0x67,
    GM_LOAD = __riscv_xlen == 64 ? 0x3003 : 0x2003, /* ld, lw: a word */
    GM_RA = 1 /* the register that calls put the return address into */
};

static inline unsigned gm_rd(uint32_t instruction)
{
    return instruction >> 7 & 31;
}

static inline unsigned gm_rs(uint32_t instruction)
{
    return instruction >> 15 & 31;
}

/* Returns the upper 12 bits as a signed number. */
static inline uintptr_t gm_low_part(uint32_t instruction)
{
    return gm_signed(instruction >> 20, 12);
}

/* Returns the address that auipc and the lower part of the next instruction compute. */
static inline uintptr_t gm_pair(uintptr_t at, uint32_t first, uint32_t second)
{
    return at + (uintptr_t)(intptr_t)(int32_t)(first & 0xfffff000U) + gm_low_part(second);
}

/* Returns the target of the jal at `at`. */
static inline uintptr_t gm_jal_target(uintptr_t at, uint32_t i)
{
    return at + gm_signed((i >> 11 & 0x100000U) | (i & 0xff000U) | (i >> 9 & 0x800U) |
                              (i >> 20 & 0x7feU),
                          21);
}

/* Returns the target of the c.jal at `at`, an instruction of 32-bit machines. */
static inline uintptr_t gm_short_jal_target(uintptr_t at, uint32_t i)
{
    uint32_t distance = (i >> 1 & 0xb40U) | (i << 2 & 0x400U) | (i << 1 & 0x80U) |
                        (i << 3 & 0x20U) | (i >> 7 & 0x10U) | (i >> 2 & 0xeU);

    return at + gm_signed(distance, 12);
}

/* Returns the call that ends at the return address `after`. `code` has the GM_CALL_BYTES bytes
 * before it.
 */
static inline struct gm_call_seen gm_call_before(const unsigned char *code, uintptr_t after)
{
    uint32_t first = gm_instruction(code), second = gm_instruction(code + 4);

    if ((second & 0xfff) == (GM_JAL | GM_RA << 7))
        return (struct gm_call_seen){.is_call = true, .target = gm_jal_target(after - 4, second)};
    if ((second & 0x7fff) == (GM_JALR | GM_RA << 7)) {
        if ((first & 0x7f) == GM_AUIPC && gm_rd(first) == gm_rs(second) && gm_rd(first) != 0)
            return (struct gm_call_seen){.is_call = true,
                                         .target = gm_pair(after - 8, first, second)};
        return (struct gm_call_seen){.is_call = true};
    }
    if (__riscv_xlen == 32 && (second >> 16 & 0xe003) == 0x2001)
        return (struct gm_call_seen){.is_call = true,
                                     .target = gm_short_jal_target(after - 2, second >> 16)};
    /* c.jalr: 1001, a register that is not 0, 00000 10 */
    return (struct gm_call_seen){.is_call = (second >> 16 & 0xf07f) == 0x9002 &&
                                            (second >> 16 & 0xf80) != 0};
}

/* Returns the target of the jump at `at`, or 0 if the code there is no jump that can leave a
 * function. `code` has the GM_JUMP_BYTES bytes at `at`: jal, or auipc and jalr, that keep no return
 * address. */
static inline uintptr_t gm_jump_target(const unsigned char *code, uintptr_t at)
{
    uint32_t first = gm_instruction(code), second = gm_instruction(code + 4);

    if (at % 2 != 0)
        return 0;
    if ((first & 0xfff) == GM_JAL)
        return gm_jal_target(at, first);
    if ((first & 0x7f) == GM_AUIPC && (second & 0x7fff) == GM_JALR &&
        gm_rd(first) == gm_rs(second) && gm_rd(first) != 0)
        return gm_pair(at, first, second);
    return 0;
}

/* Returns the address of the pointer through which an entry of a procedure linkage table jumps, or
 * 0 if the code at `at` is none. `code` has the GM_STUB_BYTES bytes there: auipc r; ld (or lw) r,
 * (r); jalr. */
static inline uintptr_t gm_slot_of_stub(const unsigned char *code, uintptr_t at)
{
    uint32_t first = gm_instruction(code), second = gm_instruction(code + 4),
             third = gm_instruction(code + 8);
    unsigned r = gm_rd(first);

    if (at % 2 != 0 || (first & 0x7f) != GM_AUIPC || (second & 0x707f) != GM_LOAD ||
        gm_rs(second) != r || gm_rd(second) != r)
        return 0;
    bool is_long = (third & 0x707f) == GM_JALR && gm_rd(third) != GM_RA && gm_rs(third) == r;
    bool is_short = (third & 0xffff) == (0x8002U | r << 7); /* c.jr */
    return is_long || is_short ? gm_pair(at, first, second) : 0;
}

#endif
