/* linux.h - makes system calls and reads signal frames on ARM Linux
 *
 * Role: the machine's share of os/. System calls are made here and not through libc, because libc
 * must not be called where the runtime is entered: inside any function of the program, before
 * thread-local storage is set up, in signal handlers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_ARM_LINUX_H
#define GMON_ARCH_ARM_LINUX_H

#define GM_HAS_RESTORER
#include "runtime/arch/arm/machine.h"
#include "runtime/arch/generic/linux.h"

#include <signal.h>
#include <stddef.h>
#include <ucontext.h>

/* Defines a function that calls the kernel and goes on with the instructions `behind`. */
#define GM_CALL(name, behind)                                                                      \
    GM_DEFINE_CALL(name, "svc #0" behind, "r", "r7", "r0", "r1", "r2", "r3", "r4", "r5", "cc",     \
                   "memory")

GM_CALL(gm_syscall, "")
/* Makes a thread, which calls the function that is the last argument. */
GM_CALL(gm_clone,
        "\n\tcmp r0, #0\n\tbne 1f\n\tmov fp, #0\n\tmov lr, #0\n\tblx r5\n\t.inst 0xe7f000f0\n1:")

/* The field of a ucontext_t with the address at which a signal has interrupted the program. */
#define GM_CONTEXT_PC uc_mcontext.arm_pc

/* Reads all registers of the interrupted code from the context. They stand side by side. */
static inline void gm_context_registers(const void *context, struct gm_registers *to)
{
    const unsigned long *from = &((const ucontext_t *)context)->uc_mcontext.arm_r0;

    for (int i = 0; i < GM_REGISTERS; i++)
        to->value[i] = from[i];
    to->known = (1U << GM_REGISTERS) - 1;
}

/* Returns the address of the third argument of the signal handler that returns to this code with
 * this stack pointer, or 0 if this is not such code. `code` has GM_SIGNAL_RETURN_BYTES bytes that
 * may be read: mov r7, #number; svc #0, as ARM or Thumb code. Handlers with one argument have no
 * siginfo_t before it. */
enum { GM_SIGNAL_RETURN_BYTES = 8 };
static inline uintptr_t gm_signal_context(const unsigned char *code, uintptr_t stack)
{
    bool is_arm =
        code[1] == 0x70 && code[2] == 0xa0 && code[3] == 0xe3 && code[6] == 0 && code[7] == 0xef;
    bool is_thumb = code[1] == 0x27 && code[2] == 0 && code[3] == 0xdf;

    if (!is_arm && !is_thumb)
        return 0;
    return code[0] == 173 ? stack + 128 : code[0] == 119 ? stack : 0;
}

/* The program header of the exception index. */
#define GM_PT_EXCEPTION_INDEX 0x70000001

/* Bytes of the context up to the last register. */
enum { GM_CONTEXT_BYTES = offsetof(ucontext_t, uc_mcontext) + 20 * 4 };

#endif
