/* machine.h - x86-64: what C cannot say portably, whatever the operating system
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_X86_64_MACHINE_H
#define GMON_ARCH_X86_64_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where a thread's own variable is behind fs, whose first word is its own address. */
static inline uintptr_t gm_local_offset(const void *local)
{
    uintptr_t self;

    __asm__("movq %%fs:0, %0" : "=r"(self));
    return (uintptr_t)local - self;
}
#define gm_local_offset gm_local_offset

#define GM_OWN_ADD
#define GM_OWN_CALL_SITE
#include "runtime/arch/generic/words64.h"
#include "runtime/arch/generic/x86_code.h"

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

/* A pointer in memory is so far behind the instruction. */
static inline uintptr_t gm_operand(const unsigned char *field, uintptr_t next)
{
    return gm_relative(field, next);
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
