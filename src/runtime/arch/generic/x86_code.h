/* x86_code.h - calls and jumps in the code of x86-64 and i386
 *
 * Role: part of machine.h, for who looks for return addresses on a stack. Where a pointer in memory
 * lies through which a call or jump leads, the two machines write in their own ways:
 * gm_operand(field, next) of machine.h has that.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_X86_CODE_H
#define GMON_X86_CODE_H

#include "runtime/arch/generic/code.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GM_CALL_BYTES = 8, GM_STUB_BYTES = 17, GM_JUMP_BYTES = 5 };

static inline uintptr_t gm_relative(const unsigned char *field, uintptr_t next)
{
    int32_t distance;

    __builtin_memcpy(&distance, field, sizeof distance);
    return next + (uintptr_t)distance;
}

static inline uintptr_t gm_operand(const unsigned char *field, uintptr_t next);

/* Do these bytes, ff and more, make one call instruction through a register or memory? */
static inline bool gm_is_indirect_call(const unsigned char *code, int bytes)
{
    unsigned mode = code[1] >> 6, base = code[1] & 7U;
    int index = mode != 3 && base == 4;

    if (code[0] != 0xff || (code[1] >> 3 & 7) != 2)
        return false;
    if (mode == 0) /* base 5: none, but 32 bits */
        return bytes == 2 + index + ((index != 0 ? code[2] & 7U : base) == 5 ? 4 : 0);
    return bytes == 2 + index + (mode == 1 ? 1 : mode == 2 ? 4 : 0);
}

/* What ends at `after`, a return address; code: the GM_CALL_BYTES bytes before it. */
static inline struct gm_call_seen gm_call_before(const unsigned char *code, uintptr_t after)
{
    const unsigned char *end = &code[GM_CALL_BYTES - 1] + 1; /* so written for cppcheck's sake */

    if (end[-5] == 0xe8)
        return (struct gm_call_seen){.is_call = true, .target = gm_relative(end - 4, after)};
    for (int bytes = 2; bytes <= 7; bytes++)
        if (gm_is_indirect_call(end - bytes, bytes))
            return (struct gm_call_seen){.is_call = true};
    return (struct gm_call_seen){.is_call = false};
}

/* Where a jump leads that is at `at`; code: GM_JUMP_BYTES there. 0: that is none that can leave a
 * function. */
static inline uintptr_t gm_jump_target(const unsigned char *code, uintptr_t at)
{
    return code[0] == 0xe9 ? gm_relative(code + 1, at + GM_JUMP_BYTES) : 0;
}

/* The pointer through which an entry of a procedure linkage table jumps; code: the GM_STUB_BYTES
 * bytes at `at`. 0: that is none. Before the jump there may be endbr64 or endbr32, mov $n, %r11d
 * and bnd. */
static inline uintptr_t gm_slot_of_stub(const unsigned char *code, uintptr_t at)
{
    size_t i =
        code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e && (code[3] & 0xfe) == 0xfa ? 4 : 0;

    if (code[i] == 0x41 && code[i + 1] == 0xbb)
        i += 6;
    if (code[i] == 0xf2)
        i++;
    return code[i] == 0xff && code[i + 1] == 0x25 ? gm_operand(code + i + 2, at + i + 6) : 0;
}

#endif
