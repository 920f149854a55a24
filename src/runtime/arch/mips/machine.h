/* machine.h - MIPS: what C cannot say portably, whatever the operating system
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_MIPS_MACHINE_H
#define GMON_ARCH_MIPS_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where a thread's own variable is behind what the hardware register of threads holds. */
static inline uintptr_t gm_local_offset(const void *local)
{
    register uintptr_t self __asm__("$3");

    __asm__(".set push\n\t.set mips32r2\n\trdhwr $3, $29\n\t.set pop" : "=r"(self));
    return (uintptr_t)local - self;
}
#define gm_local_offset gm_local_offset

#define GM_OWN_INSTRUCTION
#include "runtime/arch/generic/code.h"
#if defined(__mips64)
#include "runtime/arch/generic/words64.h"
#else
#include "runtime/arch/generic/words32.h"
#endif

/* ---- calls in machine code, for who looks for return addresses on a stack ---------------------
 * A call, and what is executed while it leads away, take 8 bytes.
 */

enum { GM_CALL_BYTES = 8, GM_STUB_BYTES = 16, GM_JUMP_BYTES = 4 };

static inline uint32_t gm_instruction(const unsigned char *code)
{
    uint32_t instruction;

    __builtin_memcpy(&instruction, code, sizeof instruction);
    return instruction;
}

/* The lower half as a signed number. */
static inline uintptr_t gm_low_half(uint32_t instruction)
{
    return (uintptr_t)(intptr_t)(int16_t)(instruction & 0xffff);
}

/* Of j and jal at `at`. */
static inline uintptr_t gm_far_target(uint32_t instruction, uintptr_t at)
{
    return ((at + 4) & ~(uintptr_t)0xfffffff) | (instruction & 0x3ffffff) << 2;
}

/* What ends at `after`, a return address; code: the GM_CALL_BYTES bytes before it. */
static inline struct gm_call_seen gm_call_before(const unsigned char *code, uintptr_t after)
{
    uint32_t i = gm_instruction(code);

    if (after % 4 != 0)
        return (struct gm_call_seen){.is_call = false};
    if (i >> 26 == 3) /* jal */
        return (struct gm_call_seen){.is_call = true, .target = gm_far_target(i, after - 8)};
    if (i >> 16 == 0x0411) /* bal */
        return (struct gm_call_seen){.is_call = true, .target = after - 4 + gm_low_half(i) * 4};
    return (struct gm_call_seen){.is_call = (i & 0xfc1fffff) == 0x0000f809}; /* jalr */
}

/* Where a jump leads that is at `at`; code: GM_JUMP_BYTES there. 0: that is none that can leave a
 * function. */
static inline uintptr_t gm_jump_target(const unsigned char *code, uintptr_t at)
{
    uint32_t i = gm_instruction(code);

    return at % 4 == 0 && i >> 26 == 2 ? gm_far_target(i, at) : 0;
}

/* The pointer through which an entry of a procedure linkage table jumps; code: the GM_STUB_BYTES
 * bytes at `at`: lui r, high; l[wd] $25, low(r). 0: that is none, or a lazy stub, whose pointer is
 * found from $28. */
static inline uintptr_t gm_slot_of_stub(const unsigned char *code, uintptr_t at)
{
    uint32_t high = gm_instruction(code), load = gm_instruction(code + 4);

    if (at % 4 != 0 || high >> 21 != 0x1e0 || (load >> 16 & 31) != 25 ||
        (load >> 21 & 31) != (high >> 16 & 31) || (load >> 26 != 0x23 && load >> 26 != 0x37))
        return 0;
    return (uintptr_t)(intptr_t)(int32_t)(high << 16) + gm_low_half(load);
}

#endif
