/* machine.h - x86-64: what C cannot say portably, whatever the operating system
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_X86_64_MACHINE_H
#define GMON_ARCH_X86_64_MACHINE_H

#include <stddef.h>
#include <stdint.h>

/* For what one thread writes and others read meanwhile, of up to 64 bits: whoever sees the new
 * value also sees what was written before it. Plain moves on x86-64; a machine of 32 bits needs
 * something else for a uint64_t. */
#define gm_load(from) __atomic_load_n(from, __ATOMIC_ACQUIRE)
#define gm_store(to, value) __atomic_store_n(to, value, __ATOMIC_RELEASE)

/* Adds in one instruction: a signal comes before it or after it, so that a handler which counts
 * in the same place loses nothing. Not for memory that two threads write. */
static inline void gm_add(uint64_t *count, uint64_t n)
{
    __asm__ volatile("addq %1, %0" : "+m"(*count) : "er"(n) : "cc");
}

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
