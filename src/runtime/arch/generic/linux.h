/* linux.h - defines what the Linux of most machines has in common: the kernel's types, and how it
 * is called
 *
 * Role: part of the machine's linux.h, which defines before
 *     GM_HAS_RESTORER     the kernel is told how handlers return
 *     GM_HAS_OWN_STAT     a machine of 64 bits with an older struct stat than the generic one
 *     GM_HAS_STATX_ONLY   there is no other form of stat
 *     GM_HAS_TIME64_ONLY  a machine of 32 bits that came when times of 32 bits, lseek, and stat in
 *                         all its forms had been left out of the table of system calls
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_GENERIC_LINUX_H
#define GMON_GENERIC_LINUX_H

#include <stdint.h>
#include <sys/syscall.h>

#ifdef GM_HAS_TIME64_ONLY
#define GM_HAS_STATX_ONLY 1
#define GM_HAS_LLSEEK_ONLY 1

/* The kernel takes a struct timespec of 64 bits in these calls. So the calls of the same name with
 * 32 bits must not be used. Some C libraries define these names themselves. */
#undef SYS_futex
#define SYS_futex SYS_futex_time64
#undef SYS_clock_gettime
#define SYS_clock_gettime SYS_clock_gettime64
#undef SYS_clock_getres
#define SYS_clock_getres SYS_clock_getres_time64
#undef SYS_timer_settime
#define SYS_timer_settime SYS_timer_settime64
#undef SYS_rt_sigtimedwait
#define SYS_rt_sigtimedwait SYS_rt_sigtimedwait_time64

typedef int64_t gm_kernel_long; /* the two fields of the kernel's struct timespec */
#else
typedef long gm_kernel_long;
#endif

/* The system calls whose names differ between machines. */
#ifdef __LP64__
enum { GM_SYS_MMAP = SYS_mmap };
#else
enum { GM_SYS_MMAP = SYS_mmap2 };
#endif
#ifdef SYS_renameat
enum { GM_SYS_RENAME = SYS_renameat };
#else
enum { GM_SYS_RENAME = SYS_renameat2 };
#endif

#ifndef GM_HAS_STATX_ONLY
#ifdef __LP64__
enum { GM_SYS_FSTATAT = SYS_newfstatat };
#else
enum { GM_SYS_FSTATAT = SYS_fstatat64 };
#endif

/* The structure that the stat calls fill in; four of its fields are read. */
struct gm_kernel_stat {
#ifndef __LP64__
    uint64_t dev;
    uint32_t pad, ino; /* lower half of the inode number */
    uint32_t mode, nlink, uid, gid;
    uint64_t rdev;
    uint32_t rest[24];
#elif defined(GM_HAS_OWN_STAT)
    uint64_t dev, ino, nlink;
    uint32_t mode, uid, gid, pad;
    uint64_t rdev;
    uint64_t rest[13];
#else
    uint64_t dev, ino;
    uint32_t mode, nlink, uid, gid;
    uint64_t rdev;
    uint64_t rest[11];
#endif
};
#endif

enum { GM_KERNEL_SIGNALS = 64 }; /* number of signals: the bits of a signal set */

/* The structure that rt_sigaction reads and writes. */
struct gm_kernel_action {
    uintptr_t handler;
    unsigned long flags;
#ifdef GM_HAS_RESTORER
    uintptr_t restorer;
#endif
    uint32_t mask[GM_KERNEL_SIGNALS / 32];
#ifndef GM_HAS_RESTORER
    uintptr_t beyond; /* for qemu, which writes a word more for RISC-V */
#endif
};

/* Defines a function that calls the kernel by these instructions. The function returns -errno if
 * the call fails, and leaves errno alone. Unused arguments are 0. operand: the constraint of the
 * registers of the call's number and arguments, which follow; r0 also has the result. The remaining
 * arguments of the macro are clobbered registers. */
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
