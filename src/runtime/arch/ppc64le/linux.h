/* linux.h - makes system calls and reads signal frames on ppc64le Linux
 *
 * Role: the machine's share of os/. System calls are made here and not through libc, because libc
 * must not be called where the runtime is entered: inside any function of the program, before
 * thread-local storage is set up, in signal handlers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_PPC64LE_LINUX_H
#define GMON_ARCH_PPC64LE_LINUX_H

#define GM_HAS_RESTORER
#define GM_HAS_OWN_STAT
#include "runtime/arch/generic/linux.h"
#include "runtime/arch/ppc64le/machine.h"

#include <asm/ptrace.h>
#include <signal.h>
#include <stddef.h>
#include <ucontext.h>

/* Makes a system call. Returns -errno if it fails, and leaves errno alone; the kernel marks an
 * error in cr0. Unused arguments are 0.
 */
static inline long gm_syscall(long number, long a, long b, long c, long d, long e, long f)
{
    register long r0 __asm__("r0") = number;
    register long r3 __asm__("r3") = a;
    register long r4 __asm__("r4") = b;
    register long r5 __asm__("r5") = c;
    register long r6 __asm__("r6") = d;
    register long r7 __asm__("r7") = e;
    register long r8 __asm__("r8") = f;

    __asm__ volatile("sc\n\t"
                     "bns+ 1f\n\t"
                     "neg 3, 3\n"
                     "1:"
                     : "+r"(r0), "+r"(r3), "+r"(r4), "+r"(r5), "+r"(r6), "+r"(r7), "+r"(r8)
                     :
                     : "r9", "r10", "r11", "r12", "cr0", "ctr", "xer", "memory");
    return r3;
}

#define GM_OWN_NEW_THREAD
static inline long gm_new_thread(long flags, void *top, _Atomic int *number, void (*run)(void))
{
    uintptr_t *stack = (uintptr_t *)((uintptr_t)top - 32);
    register long r0 __asm__("r0") = SYS_clone;
    register long r3 __asm__("r3") = flags;
    register uintptr_t *r4 __asm__("r4") = stack;
    register _Atomic int *r5 __asm__("r5") = number;
    register long r6 __asm__("r6") = 0;
    register _Atomic int *r7 __asm__("r7") = number;
    register void (*r30)(void) __asm__("r30") = run;

    stack[0] = 0; /* the chain of frames ends */
    __asm__ volatile("sc\n\t"
                     "bns+ 1f\n\t"
                     "neg 3, 3\n\t"
                     "b 2f\n"
                     "1:\n\t"
                     "cmpdi 3, 0\n\t"
                     "bne 2f\n\t"
                     "mr 12, 30\n\t"
                     "mtctr 12\n\t"
                     "bctrl\n\t"
                     "trap\n"
                     "2:"
                     : "+r"(r0), "+r"(r3), "+r"(r4), "+r"(r5), "+r"(r6), "+r"(r7)
                     : "r"(r30)
                     : "r8", "r9", "r10", "r11", "r12", "cr0", "ctr", "xer", "memory");
    return r3;
}

/* The field of a ucontext_t with the address at which a signal has interrupted the program. */
#define GM_CONTEXT_PC uc_mcontext.gp_regs[PT_NIP]

/* Reads all general registers of the interrupted code from the context. */
static inline void gm_context_registers(const void *context, struct gm_registers *to)
{
    const mcontext_t *from = &((const ucontext_t *)context)->uc_mcontext;

    for (int i = 0; i < GM_GENERAL; i++)
        to->value[i] = from->gp_regs[i];
    to->value[GM_LINK] = from->gp_regs[PT_LNK];
    to->value[GM_PC] = from->gp_regs[PT_NIP];
    to->known = (gm_register_set)1 << GM_LINK | (gm_register_set)1 << GM_PC | UINT32_MAX;
}

/* The code to which signal handlers return, and the place of the context above the stack pointer
 * then (signal_frame.c): addi r1, r1, 128; li r0, 172; sc. The kernel puts the context behind 128
 * bytes.
 */
#define GM_SIGNAL_RETURN 0x38210080, 0x380000ac, 0x44000002
#define GM_SIGNAL_CONTEXT 128

/* Bytes of the context up to the last register. */
enum { GM_CONTEXT_BYTES = offsetof(ucontext_t, uc_mcontext.gp_regs) + sizeof(gregset_t) };

#endif
