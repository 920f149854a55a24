/* linux.h - makes system calls and reads signal frames on s390x Linux
 *
 * Role: the machine's share of os/. System calls are made here and not through libc, because libc
 * must not be called where the runtime is entered: inside any function of the program, before
 * thread-local storage is set up, in signal handlers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_S390X_LINUX_H
#define GMON_ARCH_S390X_LINUX_H

#define GM_HAS_RESTORER
#define GM_HAS_OWN_STAT
#include "runtime/arch/generic/linux.h"
#include "runtime/arch/s390x/machine.h"

#include <signal.h>
#include <stddef.h>
#include <ucontext.h>

/* Defines a function that calls the kernel and goes on with the instructions `behind`. */
#define GM_CALL(name, behind)                                                                      \
    GM_DEFINE_CALL(name, "svc 0" behind, "d", "1", "2", "3", "4", "5", "6", "7", "cc", "memory")

GM_CALL(gm_syscall, "")
/* Makes a thread, which calls the function that is the last argument. */
GM_CALL(gm_clone, "\n\tltgr %%r2, %%r2\n\tjne 1f\n\tlghi %%r14, 0\n\tbasr %%r14, %%r7\n\tj .+2\n1:")

#define GM_OWN_NEW_THREAD
static inline long gm_new_thread(long flags, void *top, _Atomic int *number, void (*run)(void))
{
    uintptr_t *stack = (uintptr_t *)((uintptr_t)top - GM_CFA_ABOVE);

    stack[0] = 0; /* the chain of frames ends */
    return gm_clone(SYS_clone, (long)stack, flags, (long)number, (long)number, 0, (long)run);
}

/* The field of a ucontext_t with the address at which a signal has interrupted the program. */
#define GM_CONTEXT_PC uc_mcontext.psw.addr

/* Reads all registers of the interrupted code from the context. */
static inline void gm_context_registers(const void *context, struct gm_registers *to)
{
    static const unsigned char float_of[16] = {0, 2,  4,  6,  1, 3,  5,  7,
                                               8, 10, 12, 14, 9, 11, 13, 15};
    const mcontext_t *from = &((const ucontext_t *)context)->uc_mcontext;

    for (int i = 0; i < GM_FLOATS; i++) {
        uint64_t value;
        to->value[i] = from->gregs[i];
        __builtin_memcpy(&value, &from->fpregs.fprs[float_of[i]], sizeof value);
        to->value[GM_FLOATS + i] = value;
    }
    to->value[GM_PC] = from->psw.addr;
    to->known = ((gm_register_set)1 << GM_REGISTERS) - 1;
}

/* Returns the address of the third argument of the signal handler that returns to this code with
 * this stack pointer, or 0 if this is not such code. `code` has GM_SIGNAL_RETURN_BYTES bytes that
 * may be read: svc 173. In front of it on the stack are the area for registers, the instruction,
 * and siginfo_t. */
enum { GM_SIGNAL_RETURN_BYTES = 2 };
static inline uintptr_t gm_signal_context(const unsigned char *code, uintptr_t stack)
{
    return code[0] == 0x0a && code[1] == 173 ? stack + GM_CFA_ABOVE + 8 + 128 : 0;
}

/* Bytes of the context up to the last register. */
enum { GM_CONTEXT_BYTES = offsetof(ucontext_t, uc_mcontext) + sizeof(mcontext_t) };

#define GM_MMAP_IN_MEMORY /* mmap's only argument points to its arguments */

#endif
