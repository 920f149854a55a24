/* x86_code.h - decodes calls and jumps in the code of x86-64 and i386
 *
 * Role: part of machine.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_X86_CODE_H
#define GMON_X86_CODE_H

#include "runtime/arch/generic/machine.h"

enum { GM_CALL_BYTES = 8, GM_STUB_BYTES = 17, GM_JUMP_BYTES = 5 };

static inline uintptr_t gm_relative(const unsigned char *field, uintptr_t next)
{
    int32_t distance;

    __builtin_memcpy(&distance, field, sizeof distance);
    return next + (uintptr_t)distance;
}

/* Returns true if these bytes, which begin with ff, are one call instruction through a register or
 * memory.
 */
static inline bool gm_is_indirect_call(const unsigned char *code, int bytes)
{
    unsigned mode = code[1] >> 6, base = code[1] & 7U;
    int index = mode != 3 && base == 4;

    if (code[0] != 0xff || (code[1] >> 3 & 7) != 2)
        return false;
    if (mode == 0) /* base 5: no base, but 32 bits */
        return bytes == 2 + index + ((index != 0 ? code[2] & 7U : base) == 5 ? 4 : 0);
    return bytes == 2 + index + (mode == 1 ? 1 : mode == 2 ? 4 : 0);
}

/* Returns the call that ends at the return address `after`. `code` has the GM_CALL_BYTES bytes
 * before it.
 */
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

/* Returns the target of the jump at `at`, or 0 if the code there is no jump that can leave a
 * function. `code` has the GM_JUMP_BYTES bytes at `at`. */
static inline uintptr_t gm_jump_target(const unsigned char *code, uintptr_t at)
{
    return code[0] == 0xe9 ? gm_relative(code + 1, at + GM_JUMP_BYTES) : 0;
}

/* Returns the address of the pointer through which an entry of a procedure linkage table jumps, or
 * 0 if the code at `at` is none. `code` has the GM_STUB_BYTES bytes there. Before the jump there
 * may be endbr64 or endbr32, mov $n, %r11d and bnd. x86-64 has how far the pointer is behind the
 * instruction, i386 its address. */
static inline uintptr_t gm_slot_of_stub(const unsigned char *code, uintptr_t at)
{
    size_t i =
        code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e && (code[3] & 0xfe) == 0xfa ? 4 : 0;

    if (code[i] == 0x41 && code[i + 1] == 0xbb)
        i += 6;
    if (code[i] == 0xf2)
        i++;
    return code[i] == 0xff && code[i + 1] == 0x25
               ? gm_relative(code + i + 2, sizeof at == 8 ? at + i + 6 : 0)
               : 0;
}

/* Returns the call site of an arc. frame: the words above the return address of a call of
 * __fentry__; NULL for mcount. gcc pushes the static chain (r10, ecx) of a nested function before
 * it calls __fentry__. Then the code at that call's return address begins with `pop %r10` or `pop
 * %ecx`, and the word that looked like the call site is the chain. */
static inline uintptr_t gm_call_site(uintptr_t site, uintptr_t callee, const uintptr_t *frame)
{
    const unsigned char *code = (const unsigned char *)callee;

    if (frame == NULL)
        return site;
    bool is_pop = sizeof site == 8 ? code[0] == 0x41 && code[1] == 0x5a : code[0] == 0x59;
    return is_pop ? frame[1] : site;
}

#endif
