/* linux.h - makes system calls and reads signal frames on i386 Linux
 *
 * Role: the machine's share of os/. System calls are made here and not through libc, because libc
 * must not be called where the runtime is entered: inside any function of the program, before
 * thread-local storage is set up, in signal handlers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_I386_LINUX_H
#define GMON_ARCH_I386_LINUX_H

#define GM_HAS_RESTORER
#include "runtime/arch/generic/linux.h"
#include "runtime/arch/i386/machine.h"

#include <signal.h>
#include <stddef.h>
#include <ucontext.h>

/* Makes a system call. Returns -errno if it fails, and leaves errno alone. Unused arguments are 0.
 * The call takes every register but the stack pointer; while ebp has an argument, unwinders find
 * the frame by its copy on the stack. */
static inline long gm_syscall(long number, long a, long b, long c, long d, long e, long f)
{
    const long three[] = {number, a, f};
    long result;

    __asm__ volatile("pushl %%ebx\n\t"
                     "pushl %%ebp\n\t"
                     ".cfi_remember_state\n\t"
                     ".cfi_escape 0x0f, 5, 0x74, 0, 0x06, 0x23, 8\n\t" /* CFA: *esp + 8 */
                     "movl 8(%%eax), %%ebp\n\t"
                     "movl 4(%%eax), %%ebx\n\t"
                     "movl (%%eax), %%eax\n\t"
                     "int $0x80\n\t"
                     "popl %%ebp\n\t"
                     ".cfi_restore_state\n\t"
                     "popl %%ebx"
                     : "=a"(result)
                     : "0"(three), "c"(b), "d"(c), "S"(d), "D"(e)
                     : "cc", "memory");
    return result;
}

#define GM_OWN_NEW_THREAD
static inline long gm_new_thread(long flags, void *top, _Atomic int *number, void (*run)(void))
{
    uintptr_t *stack = (uintptr_t *)top - 4;
    long result;

    stack[0] = (uintptr_t)run;
    stack[1] = (uintptr_t)flags;
    __asm__ volatile("pushl %%ebx\n\t"
                     "movl 4(%%ecx), %%ebx\n\t"
                     "int $0x80\n\t"
                     "testl %%eax, %%eax\n\t"
                     "jnz 1f\n\t"
                     "xorl %%ebp, %%ebp\n\t"
                     "call *(%%esp)\n\t"
                     "hlt\n"
                     "1: popl %%ebx"
                     : "=a"(result)
                     : "0"(SYS_clone), "c"(stack), "d"(number), "S"(0), "D"(number)
                     : "cc", "memory");
    return result;
}

/* The field of a ucontext_t with the address at which a signal has interrupted the program. */
#define GM_CONTEXT_PC uc_mcontext.gregs[REG_EIP]

/* Reads all registers of the interrupted code from the context. */
static inline void gm_context_registers(const void *context, struct gm_registers *to)
{
    static const signed char place[GM_REGISTERS] = {REG_EAX, REG_ECX, REG_EDX, REG_EBX, REG_ESP,
                                                    REG_EBP, REG_ESI, REG_EDI, REG_EIP};
    const greg_t *from = ((const ucontext_t *)context)->uc_mcontext.gregs;

    for (int i = 0; i < GM_REGISTERS; i++)
        to->value[i] = (uintptr_t)from[place[i]];
    to->known = (1U << GM_REGISTERS) - 1;
}

/* Returns the address of the third argument of the signal handler that returns to this code with
 * this stack pointer, or 0 if this is not such code. `code` has GM_SIGNAL_RETURN_BYTES bytes that
 * may be read. In front of the ucontext_t are the handler's three arguments and the kernel's
 * siginfo_t. Handlers with one argument have only the registers there, without what is before them
 * in a ucontext_t. */
enum { GM_SIGNAL_RETURN_BYTES = 8 };
static inline uintptr_t gm_signal_context(const unsigned char *code, uintptr_t stack)
{
    const uint64_t with_info = UINT64_C(0x0080cd000000adb8); /* mov $173, %eax; int $0x80 */
    const uint64_t plain = UINT64_C(0x80cd00000077b858); /* pop %eax; mov $119, %eax; int $0x80 */
    uint64_t all;

    __builtin_memcpy(&all, code, sizeof all);
    if (all << 8 == with_info << 8)
        return stack + 12 + 128;
    return all == plain ? stack + 4 - offsetof(ucontext_t, uc_mcontext) : 0;
}

/* Bytes of the context up to the last register. */
enum { GM_CONTEXT_BYTES = offsetof(ucontext_t, uc_mcontext) + 19 * 4 };

#endif
