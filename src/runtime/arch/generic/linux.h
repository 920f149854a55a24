/* linux.h - what nearly all machines' Linux have alike: the kernel's signals, and how it is called
 *
 * Role: part of linux32.h, linux64.h and the others like them; GM_HAS_RESTORER says whether the
 * machine's kernel is told how handlers return.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_GENERIC_LINUX_H
#define GMON_GENERIC_LINUX_H

#include <stdint.h>

enum { GM_KERNEL_SIGNALS = 64 }; /* how many there are: the bits of a signal set */

/* What rt_sigaction reads and writes. */
struct gm_kernel_action {
    uintptr_t handler;
    unsigned long flags;
#ifdef GM_HAS_RESTORER
    uintptr_t restorer;
#endif
    uint32_t mask[GM_KERNEL_SIGNALS / 32];
#ifndef GM_HAS_RESTORER
    uintptr_t beyond; /* qemu writes a word more for RISC-V */
#endif
};

/* Defines a function that calls the kernel by these instructions. Returns -errno, and leaves errno
 * alone. Unused arguments are 0. operand: the constraint of the registers of the call's number and
 * arguments, which are named behind it; r0 has the result, too. The rest is what is clobbered. */
#define GM_DEFINE_CALL(name, instructions, operand, rn, r0, r1, r2, r3, r4, r5, ...)               \
    static inline long name(long number, long a, long b, long c, long d, long e, long f)           \
    {                                                                                              \
        register long in_rn __asm__(rn) = number;                                                  \
        register long in_r0 __asm__(r0) = a;                                                       \
        register long in_r1 __asm__(r1) = b;                                                       \
        register long in_r2 __asm__(r2) = c;                                                       \
        register long in_r3 __asm__(r3) = d;                                                       \
        register long in_r4 __asm__(r4) = e;                                                       \
        register long in_r5 __asm__(r5) = f;                                                       \
                                                                                                   \
        __asm__ volatile(instructions                                                              \
                         : "+" operand(in_r0)                                                      \
                         : operand(in_rn), operand(in_r1), operand(in_r2), operand(in_r3),         \
                           operand(in_r4), operand(in_r5)                                          \
                         : __VA_ARGS__);                                                           \
        return in_r0;                                                                              \
    }

#endif
