/* linux.h - makes system calls and reads signal frames on AArch64 Linux
 *
 * Role: the machine's share of os/. System calls are made here and not through libc, because libc
 * must not be called where the runtime is entered: inside any function of the program, before
 * thread-local storage is set up, in signal handlers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_AARCH64_LINUX_H
#define GMON_ARCH_AARCH64_LINUX_H

#define GM_HAS_RESTORER

#include "runtime/arch/aarch64/machine.h"
#include "runtime/arch/generic/linux.h"

#include <signal.h>
#include <stddef.h>
#include <ucontext.h>

/* Defines a function that calls the kernel and goes on with the instructions `behind`. */
#define GM_CALL(name, behind)                                                                      \
    GM_DEFINE_CALL(name, "svc #0" behind, "r", "x8", "x0", "x1", "x2", "x3", "x4", "x5", "cc",     \
                   "memory")

GM_CALL(gm_syscall, "")
/* Makes a thread, which calls the function that is the last argument. */
GM_CALL(gm_clone, "\n\tcbnz x0, 1f\n\tmov x29, #0\n\tmov x30, #0\n\tblr x5\n\tbrk #0\n1:")

/* The field of a ucontext_t with the address at which a signal has interrupted the program. */
#define GM_CONTEXT_PC uc_mcontext.pc

/* Reads all registers of the interrupted code from the context. */
static inline void gm_context_registers(const void *context, struct gm_registers *to)
{
    const mcontext_t *from = &((const ucontext_t *)context)->uc_mcontext;

    for (int i = 0; i <= GM_LINK; i++)
        to->value[i] = (uintptr_t)from->regs[i];
    to->value[GM_SP] = (uintptr_t)from->sp;
    to->value[GM_PC] = (uintptr_t)from->pc;
    to->known = ((gm_register_set)1 << GM_REGISTERS) - 1;
}

/* The code to which signal handlers return, and the place of the context above the stack pointer
 * then (signal_frame.c): mov x8, #139; svc #0. The context is behind the kernel's siginfo_t. The
 * kernel's own code has no call frame information. */
#define GM_SIGNAL_RETURN 0xd2801168, 0xd4000001
#define GM_SIGNAL_CONTEXT 128

/* Bytes of the context up to the last register. */
enum { GM_CONTEXT_BYTES = offsetof(ucontext_t, uc_mcontext) + 35 * 8 };

#endif
