/* machine.h - AArch64: what C cannot say portably, whatever the operating system
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_AARCH64_MACHINE_H
#define GMON_ARCH_AARCH64_MACHINE_H

#define GM_OWN_CALL_SITE
#include "runtime/arch/aarch64/registers.h"
#include "runtime/arch/generic/code.h"
#include "runtime/arch/generic/words64.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- calls in machine code, for who looks for return addresses on a stack ---------------------
 */

enum { GM_CALL_BYTES = 4, GM_STUB_BYTES = 20, GM_JUMP_BYTES = 4 };

/* The target of bl and b, whose distance is in the low 26 bits, in words. */
static inline uintptr_t gm_relative(uint32_t instruction, uintptr_t at)
{
    int64_t words = (int64_t)(instruction & 0x3ffffff) - (int64_t)(instruction & 0x2000000) * 2;

    return at + (uintptr_t)(words * 4);
}

/* What ends at `after`, a return address; code: the GM_CALL_BYTES bytes before it. */
static inline struct gm_call_seen gm_call_before(const unsigned char *code, uintptr_t after)
{
    uint32_t i = gm_instruction(code);

    if (after % 4 != 0)
        return (struct gm_call_seen){.is_call = false};
    if (i >> 26 == 0x25) /* bl */
        return (struct gm_call_seen){.is_call = true, .target = gm_relative(i, after - 4)};
    /* blr; blraaz and its like */
    return (struct gm_call_seen){.is_call = (i & 0xfffffc1f) == 0xd63f0000 ||
                                            (i & 0xfefff800) == 0xd63f0800};
}

/* Where a jump leads that is at `at`; code: GM_JUMP_BYTES there. 0: that is none that can leave a
 * function. */
static inline uintptr_t gm_jump_target(const unsigned char *code, uintptr_t at)
{
    uint32_t i = gm_instruction(code);

    return at % 4 == 0 && i >> 26 == 0x05 ? gm_relative(i, at) : 0;
}

/* What adr and adrp add to where they are, in bytes or pages. */
static inline uintptr_t gm_page_distance(uint32_t instruction)
{
    int64_t distance = (int64_t)((instruction >> 29 & 3) | (instruction >> 3 & 0x1ffffc));

    return (uintptr_t)(distance - (distance & 0x100000) * 2);
}

/* The pointer through which an entry of a procedure linkage table jumps; code: the GM_STUB_BYTES
 * bytes at `at`. 0: that is none. [bti c;] adrp x16, page; ldr x17, [x16, offset]; ... br x17 */
static inline uintptr_t gm_slot_of_stub(const unsigned char *code, uintptr_t at)
{
    bool has_mark = gm_instruction(code) == 0xd503245f;
    const unsigned char *begin = code + (has_mark ? 4 : 0);
    uint32_t page = gm_instruction(begin), load = gm_instruction(begin + 4);

    if (at % 4 != 0 || (page & 0x9f00001f) != 0x90000010 || (load & 0xffc003ff) != 0xf9400211)
        return 0;
    at = (at + (has_mark ? 4 : 0)) & ~(uintptr_t)4095;
    return at + gm_page_distance(page) * 4096 + (load >> 10 & 0xfff) * 8;
}

/* ---- arcs -------------------------------------------------------------------------------------
 */

/* The call site of an arc. */
static inline uintptr_t gm_call_site(uintptr_t site, uintptr_t callee, const uintptr_t *frame)
{
    (void)callee;
    (void)frame;
    return gm_return_address(site);
}

#endif
