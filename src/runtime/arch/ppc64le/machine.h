/* machine.h - ppc64le: what C cannot say portably, whatever the operating system
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_PPC64LE_MACHINE_H
#define GMON_ARCH_PPC64LE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where a thread's own variable is behind r13. */
static inline uintptr_t gm_local_offset(const void *local)
{
    uintptr_t self;

    __asm__("mr %0, 13" : "=r"(self));
    return (uintptr_t)local - self;
}
#define gm_local_offset gm_local_offset

#include "runtime/arch/generic/code.h"
#include "runtime/arch/generic/words64.h"

/* ---- calls in machine code, for who looks for return addresses on a stack ---------------------
 */

enum { GM_CALL_BYTES = 4, GM_STUB_BYTES = 4, GM_JUMP_BYTES = 4 };

/* The target of bl and b. */
static inline uintptr_t gm_relative(uint32_t instruction, uintptr_t at)
{
    int64_t distance = (int64_t)(instruction & 0x3fffffc) - (int64_t)(instruction & 0x2000000) * 2;

    return at + (uintptr_t)distance;
}

/* What ends at `after`, a return address; code: the GM_CALL_BYTES bytes before it. */
static inline struct gm_call_seen gm_call_before(const unsigned char *code, uintptr_t after)
{
    uint32_t i = gm_instruction(code);

    if (after % 4 != 0)
        return (struct gm_call_seen){.is_call = false};
    if ((i & 0xfc000003) == 0x48000001) /* bl */
        return (struct gm_call_seen){.is_call = true, .target = gm_relative(i, after - 4)};
    /* bctrl, blrl */
    return (struct gm_call_seen){.is_call = i == 0x4e800421 || i == 0x4e800021};
}

/* Where a jump leads that is at `at`; code: GM_JUMP_BYTES there. 0: that is none that can leave a
 * function. */
static inline uintptr_t gm_jump_target(const unsigned char *code, uintptr_t at)
{
    uint32_t i = gm_instruction(code);

    return at % 4 == 0 && (i & 0xfc000003) == 0x48000000 ? gm_relative(i, at) : 0;
}

/* Code finds its pointers from r2, whose value is not known here. */
static inline uintptr_t gm_slot_of_stub(const unsigned char *code, uintptr_t at)
{
    (void)code;
    (void)at;
    return 0;
}

#endif
