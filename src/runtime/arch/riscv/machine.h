/* machine.h - RISC-V: what C cannot say portably, whatever the operating system
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_RISCV_MACHINE_H
#define GMON_ARCH_RISCV_MACHINE_H

#include "runtime/arch/generic/code.h"
#if __riscv_xlen == 64
#include "runtime/arch/generic/words64.h"
#else
#include "runtime/arch/generic/words32.h"
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if __riscv_xlen == 32
/* mcount.S finds its table without this, as the linker knows where it is behind the thread pointer
 * (layout.h). */
static inline uintptr_t gm_local_offset(const void *local)
{
    (void)local;
    return 0;
}
#endif

/* ---- calls in machine code, for who looks for return addresses on a stack ---------------------
 */

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

/* The upper 12 bits as a signed number. */
static inline uintptr_t gm_low_part(uint32_t instruction)
{
    return (uintptr_t)(intptr_t)((int32_t)instruction >> 20);
}

/* What auipc, and the lower part of the instruction behind it, make. */
static inline uintptr_t gm_pair(uintptr_t at, uint32_t first, uint32_t second)
{
    return at + (uintptr_t)(intptr_t)(int32_t)(first & 0xfffff000U) + gm_low_part(second);
}

/* Where jal leads that is at `at`. */
static inline uintptr_t gm_jal_target(uintptr_t at, uint32_t i)
{
    uint32_t distance =
        (i >> 31 ? 0xfff00000U : 0) | (i & 0xff000U) | (i >> 9 & 0x800U) | (i >> 20 & 0x7feU);

    return at + (uintptr_t)(intptr_t)(int32_t)distance;
}

/* The same of c.jal, which machines of 32 bits have. */
static inline uintptr_t gm_short_jal_target(uintptr_t at, uint32_t i)
{
    uint32_t distance = (i & 0x1000U ? 0xfffff800U : 0) | (i << 2 & 0x400U) | (i >> 1 & 0x340U) |
                        (i << 1 & 0x80U) | (i << 3 & 0x20U) | (i >> 7 & 0x10U) | (i >> 2 & 0xeU);

    return at + (uintptr_t)(intptr_t)(int32_t)distance;
}

/* What ends at `after`, a return address; code: the GM_CALL_BYTES bytes before it. */
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

/* Where a jump leads that is at `at`; code: GM_JUMP_BYTES there. 0: that is none that can leave a
 * function: jal, or auipc and jalr, that keep no return address. */
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

/* The pointer through which an entry of a procedure linkage table jumps; code: the GM_STUB_BYTES
 * bytes at `at`: auipc r; ld (or lw) r, (r); jalr. 0: that is none. */
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
