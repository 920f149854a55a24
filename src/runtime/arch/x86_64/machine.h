/* machine.h - x86-64: what C cannot say portably, whatever the operating system
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_X86_64_MACHINE_H
#define GMON_ARCH_X86_64_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/arch/generic/words64.h"

/* Adds in one instruction: a signal comes before it or after it, so that a handler which counts
 * in the same place loses nothing. Not for memory that two threads write. */
static inline void gm_add(uint64_t *count, uint64_t n)
{
    __asm__ volatile("addq %1, %0" : "+m"(*count) : "er"(n) : "cc");
}

/* The same for memory that several threads write. */
static inline void gm_add_shared(uint64_t *count, uint64_t n)
{
    __asm__ volatile("lock addq %1, %0" : "+m"(*count) : "er"(n) : "cc", "memory");
}

/* ---- calls in machine code, for who looks for return addresses on a stack ---------------------
 */

enum { GM_CALL_BYTES = 8, GM_STUB_BYTES = 17, GM_JUMP_BYTES = 5 };

struct gm_call_seen {
    bool is_call;
    uintptr_t target; /* 0: it is in `slot`, or not known */
    uintptr_t slot;   /* address of a pointer to the target; 0: there is none */
};

static inline uintptr_t gm_relative(const unsigned char *field, uintptr_t next)
{
    int32_t distance;

    __builtin_memcpy(&distance, field, sizeof distance);
    return next + (uintptr_t)distance;
}

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
    if (end[-6] == 0xff && end[-5] == 0x15)
        return (struct gm_call_seen){.is_call = true, .slot = gm_relative(end - 4, after)};
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

/* The pointer through which a jump leads, jmp *slot(%rip); code: 6 bytes at `at`. 0: that is none.
 */
static inline uintptr_t gm_slot_of_jump(const unsigned char *code, uintptr_t at)
{
    return code[0] == 0xff && code[1] == 0x25 ? gm_relative(code + 2, at + 6) : 0;
}

/* The pointer through which an entry of a procedure linkage table jumps; code: the GM_STUB_BYTES
 * bytes at `at`. 0: that is none. Before the jump there may be endbr64, mov $n, %r11d and bnd. */
static inline uintptr_t gm_slot_of_stub(const unsigned char *code, uintptr_t at)
{
    size_t i = code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e && code[3] == 0xfa ? 4 : 0;

    if (code[i] == 0x41 && code[i + 1] == 0xbb)
        i += 6;
    if (code[i] == 0xf2)
        i++;
    return gm_slot_of_jump(code + i, at + i);
}

/* ---- arcs -------------------------------------------------------------------------------------
 */

/* The call site of an arc. frame: of a call of __fentry__, the words above its own return address;
 * NULL for mcount. gcc pushes the static chain (r10) of a nested function before it calls
 * __fentry__; then the code at that call's return address begins with `pop %r10`, and the word
 * that we took for the call site is the chain. */
static inline uintptr_t gm_call_site(uintptr_t site, uintptr_t callee, const uintptr_t *frame)
{
    const unsigned char *code = (const unsigned char *)callee;

    return frame != NULL && code[0] == 0x41 && code[1] == 0x5a ? frame[1] : site;
}

#endif
