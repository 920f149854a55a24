/* machine.h - i386: what C cannot say portably, whatever the operating system
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_I386_MACHINE_H
#define GMON_ARCH_I386_MACHINE_H

#define GM_OWN_ADD
#define GM_OWN_CALL_SITE
#include "runtime/arch/generic/words32.h"
#include "runtime/arch/generic/x86_code.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Adds in two instructions: a signal handler which counts in between adds its own carry, and the
 * flags are kept for us. Not for memory that two threads write. */
static inline void gm_add(uint64_t *count, uint64_t n)
{
    gm_half *word = (void *)count;

    __asm__ volatile("addl %2, %0\n\tadcl %3, %1"
                     : "+m"(word[0]), "+m"(word[1])
                     : "ri"((uint32_t)n), "ri"((uint32_t)(n >> 32))
                     : "cc", "memory");
}

/* The same for memory that several threads write. */
static inline void gm_add_shared(uint64_t *count, uint64_t n)
{
    gm_add_words(count, n);
}

/* Where a thread's own variable is behind gs, whose first word is its own address. */
static inline uintptr_t gm_local_offset(const void *local)
{
    uintptr_t self;

    __asm__("movl %%gs:0, %0" : "=r"(self));
    return (uintptr_t)local - self;
}

/* A pointer in memory has its address in the instruction. */
static inline uintptr_t gm_operand(const unsigned char *field, uintptr_t next)
{
    return gm_relative(field, 0 * next);
}

/* ---- arcs -------------------------------------------------------------------------------------
 */

/* The call site of an arc. frame: of a call of __fentry__, the words above its own return address;
 * NULL for mcount. gcc pushes the static chain (ecx) of a nested function before it calls
 * __fentry__; then the code at that call's return address begins with `pop %ecx`, and the word
 * that we took for the call site is the chain. */
static inline uintptr_t gm_call_site(uintptr_t site, uintptr_t callee, const uintptr_t *frame)
{
    return frame != NULL && *(const unsigned char *)callee == 0x59 ? frame[1] : site;
}

#endif
