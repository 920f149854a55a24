/* linux.h - ARM Linux: system calls, and what the kernel hands over
 *
 * Role: the machine's share of os/. System calls are made here and not through libc, because
 * the runtime is entered where libc must not be: inside any function of the program, before
 * thread-local storage is set up, in signal handlers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_ARM_LINUX_H
#define GMON_ARCH_ARM_LINUX_H

#include "runtime/arch/arm/machine.h"
#include "runtime/arch/arm/registers.h"
#include "runtime/arch/generic/linux32.h"

#include <signal.h>
#include <stddef.h>
#include <ucontext.h>

/* Returns -errno, and leaves errno alone. Unused arguments are 0. */
static inline long gm_syscall(long number, long a, long b, long c, long d, long e, long f)
{
    register long r7 __asm__("r7") = number;
    register long r0 __asm__("r0") = a;
    register long r1 __asm__("r1") = b;
    register long r2 __asm__("r2") = c;
    register long r3 __asm__("r3") = d;
    register long r4 __asm__("r4") = e;
    register long r5 __asm__("r5") = f;

    __asm__ volatile("svc #0"
                     : "+r"(r0)
                     : "r"(r7), "r"(r1), "r"(r2), "r"(r3), "r"(r4), "r"(r5)
                     : "cc", "memory");
    return r0;
}

/* A thread that runs `run`, which does not return, on a stack that ends at `top`, a multiple of 16;
 * its number goes to *number, which becomes 0 when it ends. Its thread-local storage is the
 * caller's, so it uses none. Returns its number, or -errno. */
static inline long gm_new_thread(long flags, void *top, _Atomic int *number, void (*run)(void))
{
    register long r7 __asm__("r7") = SYS_clone;
    register long r0 __asm__("r0") = flags;
    register void *r1 __asm__("r1") = top;
    register _Atomic int *r2 __asm__("r2") = number;
    register long r3 __asm__("r3") = 0;
    register _Atomic int *r4 __asm__("r4") = number;
    register void (*r5)(void) __asm__("r5") = run;

    __asm__ volatile("svc #0\n\t"
                     "cmp r0, #0\n\t"
                     "bne 1f\n\t"
                     "mov fp, #0\n\t"
                     "mov lr, #0\n\t"
                     "blx r5\n\t"
                     ".inst 0xe7f000f0\n" /* undefined */
                     "1:"
                     : "+r"(r0)
                     : "r"(r7), "r"(r1), "r"(r2), "r"(r3), "r"(r4), "r"(r5)
                     : "cc", "memory");
    return r0;
}

/* The address at which a signal has interrupted the program, from the handler's third argument. */
static inline uintptr_t gm_context_pc(const void *context)
{
    return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.arm_pc;
}

/* All registers at that moment. They stand side by side. */
static inline void gm_context_registers(const void *context, struct gm_registers *to)
{
    const unsigned long *from = &((const ucontext_t *)context)->uc_mcontext.arm_r0;

    for (int i = 0; i < GM_REGISTERS; i++)
        to->value[i] = from[i];
    to->known = (1U << GM_REGISTERS) - 1;
}

/* Where the third argument of a signal handler is that returns to this code, with this stack
 * pointer; 0: it is no such code. code: GM_SIGNAL_RETURN_BYTES that may be read: mov r7, #number;
 * svc #0, as ARM or Thumb code. Handlers with one argument have no siginfo_t before it. */
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

/* How much of it has the registers. */
enum { GM_CONTEXT_BYTES = offsetof(ucontext_t, uc_mcontext) + 20 * 4 };

/* The registers in which start-up code makes the address of main: glibc's loads r10 with the place
 * of the global offset table, and r0 from there. */
struct gm_start {
    uintptr_t r0, r3, r10, main;
};

static inline uintptr_t gm_literal(uintptr_t at)
{
    return *(const uintptr_t *)at;
}

static inline void gm_start_arm(struct gm_start *s, uint32_t i, uintptr_t pc)
{
    if (i >> 12 == 0xe59fa) /* ldr r10, [pc, #n] */
        s->r10 = gm_literal(pc + (i & 0xfff));
    else if (i >> 8 == 0xe28f30) /* add r3, pc, #n */
        s->r3 = pc + (i & 0xff);
    else if (i >> 12 == 0xe59f0) /* ldr r0, [pc, #n] */
        s->r0 = gm_literal(pc + (i & 0xfff));
    else if (i == 0xe79a0000 && s->r3 != 0) /* ldr r0, [r10, r0] */
        s->main = gm_literal(s->r3 + s->r10 + s->r0);
}

static inline void gm_start_thumb(struct gm_start *s, uint32_t i, uintptr_t pc)
{
    if ((i & 0xf000ffff) == 0xa000f8df)
        s->r10 = gm_literal(pc + (i >> 16 & 0xfff));
    else if ((i & 0xff00) == 0xa300)
        s->r3 = pc + (i & 0xff) * 4;
    else if ((i & 0xff00) == 0x4800)
        s->r0 = gm_literal(pc + (i & 0xff) * 4);
    else if (i == 0x0000f85a && s->r3 != 0)
        s->main = gm_literal(s->r3 + s->r10 + s->r0);
}

/* Where main is, from the code at the program's entry point, so that it is found in programs
 * without symbols, too: C libraries find the global offset table by the program counter. 0: the
 * code there is another one. It may be read for START_BYTES and some. */
static inline uintptr_t gm_main_of(uintptr_t entry)
{
    enum { START_BYTES = 64 };
    struct gm_start s = {0, 0, 0, 0};
    bool is_thumb = entry % 2 != 0;
    uintptr_t at = entry - is_thumb;

    for (unsigned i = 0; i < START_BYTES && s.main == 0; i += is_thumb ? 2 : 4) {
        uint32_t instruction = gm_instruction((const unsigned char *)at + i);
        if (is_thumb)
            gm_start_thumb(&s, instruction, (at + i + 4) & ~(uintptr_t)3);
        else
            gm_start_arm(&s, instruction, at + i + 8);
    }
    return gm_return_address(s.main);
}

/* Where in a file, as the fourth argument of a system call and those behind it: a number of 64 bits
 * begins in a register of even number. */
#define GM_OFFSET_ARGUMENTS(at) 0, (long)(uint32_t)(at), (long)(uint32_t)((uint64_t)(at) >> 32)

#endif
