/* linux.h - makes system calls and reads signal frames on RISC-V Linux
 *
 * Role: the machine's share of os/. System calls are made here and not through libc, because libc
 * must not be called where the runtime is entered: inside any function of the program, before
 * thread-local storage is set up, in signal handlers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_RISCV_LINUX_H
#define GMON_ARCH_RISCV_LINUX_H

#if __riscv_xlen == 32
#define GM_HAS_TIME64_ONLY
#endif
#include "runtime/arch/generic/linux.h"
#include "runtime/arch/riscv/machine.h"

#include <signal.h>
#include <stddef.h>
#include <ucontext.h>

/* Defines a function that calls the kernel and goes on with the instructions `behind`. */
#define GM_CALL(name, behind)                                                                      \
    GM_DEFINE_CALL(name, "ecall" behind, "r", "a7", "a0", "a1", "a2", "a3", "a4", "a5", "memory")

GM_CALL(gm_syscall, "")
/* Makes a thread, which calls the function that is the last argument. */
GM_CALL(gm_clone, "\n\tbnez a0, 1f\n\tli s0, 0\n\tjalr a5\n\tebreak\n1:")

/* The field of a ucontext_t with the address at which a signal has interrupted the program. */
#define GM_CONTEXT_PC uc_mcontext.__gregs[REG_PC]

/* Reads all registers of the interrupted code from the context; the kernel's order is that of the
 * ABI, with pc in the place of the register that is always 0. */
static inline void gm_context_registers(const void *context, struct gm_registers *to)
{
    const ucontext_t *from = context;

    for (int i = 0; i < GM_REGISTERS; i++)
        to->value[i] = from->uc_mcontext.__gregs[i];
    to->known = UINT32_MAX;
}

/* The code to which signal handlers return, and the place of the context above the stack pointer
 * then (signal_frame.c): li a7, 139; ecall. The context is behind the kernel's siginfo_t. */
#define GM_SIGNAL_RETURN 0x08b00893, 0x73
#define GM_SIGNAL_CONTEXT 128

/* Bytes of the context up to the last register. */
enum { GM_CONTEXT_BYTES = offsetof(ucontext_t, uc_mcontext) + GM_REGISTERS * GM_WORD };

#endif
