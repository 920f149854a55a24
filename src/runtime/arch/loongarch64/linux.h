/* linux.h - makes system calls and reads signal frames on LoongArch Linux
 *
 * Role: the machine's share of os/. System calls are made here and not through libc, because libc
 * must not be called where the runtime is entered: inside any function of the program, before
 * thread-local storage is set up, in signal handlers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_LOONGARCH64_LINUX_H
#define GMON_ARCH_LOONGARCH64_LINUX_H

/* Before Linux 6.11 there was no other form of stat. */
#define GM_HAS_STATX_ONLY 1
#include "runtime/arch/generic/linux.h"
#include "runtime/arch/loongarch64/machine.h"

#include <signal.h>
#include <stddef.h>
#include <ucontext.h>

/* Defines a function that calls the kernel and goes on with the instructions `behind`. */
#define GM_CALL(name, behind)                                                                      \
    GM_DEFINE_CALL(name, "syscall 0" behind, "r", "$a7", "$a0", "$a1", "$a2", "$a3", "$a4", "$a5", \
                   "$t0", "$t1", "$t2", "$t3", "$t4", "$t5", "$t6", "$t7", "$t8", "memory")

GM_CALL(gm_syscall, "")
/* Makes a thread, which calls the function that is the last argument. */
GM_CALL(gm_clone, "\n\tbnez $a0, 1f\n\tor $fp, $zero, $zero\n\tjirl $ra, $a5, 0\n\tbreak 0\n1:")

/* The field of a ucontext_t with the address at which a signal has interrupted the program. */
#define GM_CONTEXT_PC uc_mcontext.__pc

/* Reads all registers of the interrupted code from the context; pc is in the place of the register
 * that is always 0. */
static inline void gm_context_registers(const void *context, struct gm_registers *to)
{
    const ucontext_t *from = context;

    for (int i = 0; i < GM_REGISTERS; i++)
        to->value[i] = (uintptr_t)from->uc_mcontext.__gregs[i];
    to->value[GM_PC] = from->GM_CONTEXT_PC;
    to->known = UINT32_MAX;
}

/* The code to which signal handlers return, and the place of the context above the stack pointer
 * then (signal_frame.c): ori $a7, $zero, 139; syscall 0. The context is behind the kernel's
 * siginfo_t.
 */
#define GM_SIGNAL_RETURN 0x03822c0b, 0x002b0000
#define GM_SIGNAL_CONTEXT 128

/* Bytes of the context up to the last register. */
enum { GM_CONTEXT_BYTES = offsetof(ucontext_t, uc_mcontext) + (1 + GM_REGISTERS) * GM_WORD };

#endif
