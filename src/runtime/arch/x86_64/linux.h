/* linux.h - makes system calls and reads signal frames on x86-64 Linux
 *
 * Role: the machine's share of os/. System calls are made here and not through libc, because libc
 * must not be called where the runtime is entered: inside any function of the program, with live
 * vector registers, before thread-local storage is set up, in signal handlers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_X86_64_LINUX_H
#define GMON_ARCH_X86_64_LINUX_H

#define GM_HAS_RESTORER
#define GM_HAS_OWN_STAT
#include "runtime/arch/generic/linux.h"
#include "runtime/arch/x86_64/machine.h"

#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/* Defines a function that calls the kernel and goes on with the instructions `behind`. Returns
 * -errno, and leaves errno alone. Unused arguments are 0. */
#define GM_CALL(name, behind)                                                                      \
    static inline long name(long number, long a, long b, long c, long d, long e, long f)           \
    {                                                                                              \
        long result;                                                                               \
        register long r10 __asm__("r10") = d;                                                      \
        register long r8 __asm__("r8") = e;                                                        \
        register long r9 __asm__("r9") = f;                                                        \
                                                                                                   \
        __asm__ volatile("syscall" behind                                                          \
                         : "=a"(result)                                                            \
                         : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)         \
                         : "rcx", "r11", "memory");                                                \
        return result;                                                                             \
    }

GM_CALL(gm_syscall, "")
/* Makes a thread, which calls the function that is the last argument. */
GM_CALL(gm_clone, "\n\ttest %%rax, %%rax\n\tjnz 1f\n\txor %%ebp, %%ebp\n\tcall *%%r9\n\thlt\n1:")

/* The field of a ucontext_t with the address at which a signal has interrupted the program. */
#define GM_CONTEXT_PC uc_mcontext.gregs[REG_RIP]

/* Reads all registers of the interrupted code from the context. */
static inline void gm_context_registers(const void *context, struct gm_registers *to)
{
    static const signed char place[GM_REGISTERS] = {
        REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI, REG_RBP, REG_RSP, REG_R8,
        REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
    const greg_t *from = ((const ucontext_t *)context)->uc_mcontext.gregs;

    for (int i = 0; i < GM_REGISTERS; i++)
        to->value[i] = (uintptr_t)from[place[i]];
    to->known = (1U << GM_REGISTERS) - 1;
}

/* Returns the address of the third argument of the signal handler that returns to this code with
 * this stack pointer, or 0 if this is not such code. `code` has GM_SIGNAL_RETURN_BYTES bytes that
 * may be read. musl's code has no call frame information. */
enum { GM_SIGNAL_RETURN_BYTES = 9 };
static inline uintptr_t gm_signal_context(const unsigned char *code, uintptr_t stack)
{
    uint64_t first;

    __builtin_memcpy(&first, code, sizeof first); /* mov $15, %rax; syscall */
    return first == UINT64_C(0x0f0000000fc0c748) && code[8] == 0x05 ? stack : 0;
}

/* Bytes of the context up to the last register. */
enum { GM_CONTEXT_BYTES = offsetof(ucontext_t, uc_mcontext) + sizeof(gregset_t) };

#endif
