/* machine.h - LoongArch: what C cannot say portably, whatever the operating system
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_LOONGARCH64_MACHINE_H
#define GMON_ARCH_LOONGARCH64_MACHINE_H

#include "runtime/arch/generic/code.h"
#include "runtime/arch/generic/words64.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- calls in machine code, for who looks for return addresses on a stack ---------------------
 */

enum { GM_CALL_BYTES = 8, GM_STUB_BYTES = 12, GM_JUMP_BYTES = 8 };

/* Operations, and registers. */
enum {
    GM_PCADDU12I = 0x1c000000,
    GM_PCADDU18I = 0x1e000000, /* of 7 bits */
    GM_LOAD = 0x28c00000,      /* ld.d, of 10 */
    GM_JIRL = 0x4c000000,      /* of 6 */
    GM_B = 0x50000000,
    GM_BL = 0x54000000,
    GM_RA = 1, /* the register that calls put the return address into */
};

/* The operation is in the upper bits. */
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

/* `bits` bits of the instruction from bit `from` on, as a number with its sign. */
static inline uintptr_t gm_field(uint32_t instruction, unsigned from, unsigned bits)
{
    return (uintptr_t)(intptr_t)((int32_t)(instruction << (32 - bits - from)) >> (32 - bits));
}

/* Where b or bl leads that is at `at`. */
static inline uintptr_t gm_b_target(uintptr_t at, uint32_t i)
{
    uint32_t distance = (i & 0x3ff) << 16 | (i >> 10 & 0xffff);

    return at + gm_field(distance, 0, 26) * 4;
}

/* Where pcaddu18i, which is at `at`, and jirl behind it lead; 0: they are no such pair. */
static inline uintptr_t gm_far_target(uintptr_t at, uint32_t first, uint32_t second)
{
    if (!gm_is_operation(first, 7, GM_PCADDU18I) || gm_rd(first) != gm_rj(second) ||
        gm_rd(first) == 0)
        return 0;
    return at + (gm_field(first, 5, 20) << 18) + gm_field(second, 10, 16) * 4;
}

/* What ends at `after`, a return address; code: the GM_CALL_BYTES bytes before it. */
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

/* Where a jump leads that is at `at`; code: GM_JUMP_BYTES there. 0: that is none that can leave a
 * function: b, or pcaddu18i and jirl, that keep no return address. */
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

/* The pointer through which an entry of a procedure linkage table jumps; code: the GM_STUB_BYTES
 * bytes at `at`: pcaddu12i r; ld.d r, r; jirl. 0: that is none. */
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
