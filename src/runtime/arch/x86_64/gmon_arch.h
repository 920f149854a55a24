/* gmon_arch.h - x86-64 Linux: system calls, one-instruction counts, the interrupted address
 *
 * Role: what C cannot say portably. System calls are made here and not through libc, because the
 * runtime is entered where libc must not be: inside any function of the program, with live vector
 * registers, before TLS is set up, in signal handlers. They return -errno and leave errno alone.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_X86_64_H
#define GMON_ARCH_X86_64_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <ucontext.h>

static inline long gm_syscall(long number, long a, long b, long c, long d, long e, long f)
{
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

/* Adds in one instruction: a signal comes before it or after it, so that a handler which counts
 * in the same place loses nothing. Not for places that two threads write. */
static inline void gm_add(uint64_t *count, uint64_t n)
{
    __asm__ volatile("addq %1, %0" : "+m"(*count) : "er"(n) : "cc");
}

static inline uintptr_t gm_context_pc(const void *context)
{
    return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
}

/* Does the code at a return address from __fentry__ take the static chain back from the stack
 * (pop %r10)? Then gcc had pushed it in front of the call: the function is a nested one. */
static inline bool gm_chain_pushed(uintptr_t code)
{
    const unsigned char *bytes = (const unsigned char *)code;

    return bytes[0] == 0x41 && bytes[1] == 0x5a;
}

#endif
