/* linux.h - makes system calls and reads signal frames on MIPS Linux, n64 and o32
 *
 * Role: the machine's share of os/. System calls are made here and not through libc, because libc
 * must not be called where the runtime is entered: inside any function of the program, with live
 * registers of floating point, before thread-local storage is set up, in signal handlers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_MIPS_LINUX_H
#define GMON_ARCH_MIPS_LINUX_H

#include "runtime/arch/mips/machine.h"

#include <signal.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <ucontext.h>

#define GM_CLOBBERED "$1", "$3", "$10", "$11", "$12", "$13", "$14", "$15", "$24", "$25", "hi", "lo"

#if _MIPS_SIM == _ABIO32
#define GM_FIFTH_ARGUMENT "subu $29, 32\n\tsw $8, 16($29)\n\t"
#define GM_FIFTH_ARGUMENT_GONE "addu $29, 32"
#else
#define GM_FIFTH_ARGUMENT
#define GM_FIFTH_ARGUMENT_GONE
#endif

/* Makes a system call. Returns -errno if it fails, and leaves errno alone; the kernel marks an
 * error in $7. Unused arguments are 0. On o32 the fifth and sixth one are on the stack. */
static inline long gm_syscall(long number, long a, long b, long c, long d, long e, long f)
{
    register long r2 __asm__("$2") = number;
    register long r4 __asm__("$4") = a;
    register long r5 __asm__("$5") = b;
    register long r6 __asm__("$6") = c;
    register long r7 __asm__("$7") = d;
    register long r8 __asm__("$8") = e;
    register long r9 __asm__("$9") = f;

#if _MIPS_SIM == _ABIO32
    __asm__ volatile(GM_FIFTH_ARGUMENT "sw $9, 20($29)\n\tsyscall\n\t" GM_FIFTH_ARGUMENT_GONE
#else
    __asm__ volatile("syscall"
#endif
                     : "+r"(r2), "+r"(r7), "+r"(r8), "+r"(r9)
                     : "r"(r4), "r"(r5), "r"(r6)
                     : GM_CLOBBERED, "memory");
    return r7 != 0 ? -r2 : r2;
}

#define GM_OWN_NEW_THREAD
static inline long gm_new_thread(long flags, void *top, _Atomic int *number, void (*run)(void))
{
    register long r2 __asm__("$2") = SYS_clone;
    register long r4 __asm__("$4") = flags;
    register void *r5 __asm__("$5") = (char *)top - 32;
    register _Atomic int *r6 __asm__("$6") = number;
    register long r7 __asm__("$7") = 0;
    register _Atomic int *r8 __asm__("$8") = number;
    register void (*r16)(void) __asm__("$16") = run;

    /* Either stack has room for the fifth argument, which o32 passes there. */
    __asm__ volatile(GM_FIFTH_ARGUMENT "syscall\n\t"
                                       "bnez $7, 1f\n\t"
                                       "bnez $2, 1f\n\t"
                                       "move $31, $0\n\t"
                                       "move $25, $16\n\t"
                                       "jalr $25\n\t"
                                       "break\n"
                                       "1:" GM_FIFTH_ARGUMENT_GONE
                     : "+r"(r2), "+r"(r7), "+r"(r8)
                     : "r"(r4), "r"(r5), "r"(r6), "r"(r16)
                     : "$9", GM_CLOBBERED, "memory");
    return r7 != 0 ? -r2 : r2;
}

/* The field of a ucontext_t with the address at which a signal has interrupted the program. */
#define GM_CONTEXT_PC uc_mcontext.pc

/* Reads all registers of the interrupted code from the context. */
static inline void gm_context_registers(const void *context, struct gm_registers *to)
{
    const mcontext_t *from = &((const ucontext_t *)context)->uc_mcontext;

    for (int i = 1; i < GM_REGISTERS; i++)
        to->value[i] = (uintptr_t)from->gregs[i];
    to->value[GM_PC] = (uintptr_t)from->pc;
    to->known = UINT32_MAX;
}

/* The code to which signal handlers return, and the place of the context above the stack pointer
 * then (signal_frame.c): li $2, number; syscall. In front of the context are 24 bytes and
 * siginfo_t. */
#define GM_SIGNAL_RETURN 0x24020000 | SYS_rt_sigreturn, 0x0c
#define GM_SIGNAL_CONTEXT (24 + 128)

/* Bytes of the context up to the last register. */
enum { GM_CONTEXT_BYTES = offsetof(ucontext_t, uc_mcontext) + sizeof(mcontext_t) };

/* The system calls whose names differ between machines. */
#if _MIPS_SIM == _ABIO32
enum { GM_SYS_MMAP = SYS_mmap2, GM_SYS_FSTATAT = SYS_fstatat64 };
#else
enum { GM_SYS_MMAP = SYS_mmap, GM_SYS_FSTATAT = SYS_newfstatat };
#endif
enum { GM_SYS_RENAME = SYS_renameat };

typedef long gm_kernel_long;      /* the two fields of the kernel's struct timespec */
enum { GM_KERNEL_SIGNALS = 128 }; /* number of signals: the bits of a signal set */

/* The structure that rt_sigaction reads and writes. */
struct gm_kernel_action {
    unsigned flags;
    uintptr_t handler;
    unsigned long mask[GM_KERNEL_SIGNALS / (8 * sizeof(unsigned long))];
    uintptr_t beyond[2]; /* qemu writes more than the kernel does */
};

/* What GM_SYS_FSTATAT fills in; four fields of it are read. */
struct gm_kernel_stat {
    uint32_t dev, pad[3];
    uint64_t ino;
    uint32_t mode, nlink, uid, gid, rdev;
    uint32_t rest[32];
};

#endif
