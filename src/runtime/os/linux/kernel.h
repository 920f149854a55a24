/* kernel.h - the kernel's own types, which are not libc's, and sets of signals
 *
 * Role: what system calls read and write. libc's struct timespec, struct stat and sigset_t have
 * other sizes on some machines; what differs between machines is in arch/MACHINE/linux.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_KERNEL_H
#define GMON_KERNEL_H

#include "runtime/arch/target.h"
#include GM_MACHINE_LINUX_HEADER

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

struct gm_kernel_time {
    gm_kernel_long sec, nsec;
};

struct gm_kernel_timer {
    struct gm_kernel_time interval, value;
};

/* Bit n - 1 of the whole is signal n; words of `long`, lowest first, on all machines. libc's
 * sigset_t begins with one, and is larger. */
enum { GM_WORD_BITS = 8 * sizeof(unsigned long) };
struct gm_signal_set {
    unsigned long word[GM_KERNEL_SIGNALS / GM_WORD_BITS];
};

static inline void gm_set_add(struct gm_signal_set *set, int signal)
{
    set->word[(signal - 1) / GM_WORD_BITS] |= 1UL << ((signal - 1) % GM_WORD_BITS);
}

static inline bool gm_set_has(const struct gm_signal_set *set, int signal)
{
    return (set->word[(signal - 1) / GM_WORD_BITS] >> ((signal - 1) % GM_WORD_BITS) & 1) != 0;
}

static inline void gm_set_remove(struct gm_signal_set *set, int signal)
{
    set->word[(signal - 1) / GM_WORD_BITS] &= ~(1UL << ((signal - 1) % GM_WORD_BITS));
}

/* A system call that the program's seccomp filters let through; returns as gm_syscall() does, or
 * GM_FORBIDDEN if one of them would end the program for it (sandbox.c). */
enum { GM_FORBIDDEN = -4000 }; /* no error of the kernel's */
__attribute__((visibility("hidden"))) long gm_call(long number, long a, long b, long c, long d,
                                                   long e, long f);

/* Maps so many bytes, of a file if fd is not -1; returns the address or -errno. */
static inline long gm_call_mmap(size_t bytes, long protection, long flags, long fd)
{
#ifdef GM_MMAP_IN_MEMORY
    const long arguments[] = {0, (long)bytes, protection, flags, fd, 0};

    return gm_call(GM_SYS_MMAP, (long)arguments, 0, 0, 0, 0, 0);
#else
    return gm_call(GM_SYS_MMAP, 0, (long)bytes, protection, flags, fd, 0);
#endif
}

/* Where in a file, as the fourth argument of a call and those behind it: machines of 32 bits pass
 * the number in two registers. */
#ifndef GM_OFFSET_ARGUMENTS
#define GM_OFFSET_ARGUMENTS(at) (long)(at), 0, 0
#endif

/* As pread(), of a descriptor of the runtime. */
static inline long gm_pread(long fd, void *to, size_t bytes, uint64_t at)
{
    return gm_call(SYS_pread64, fd, (long)to, (long)bytes, GM_OFFSET_ARGUMENTS(at));
}

/* Changes the calling thread's mask; set and old may be NULL. Returns 0 or -errno. */
static inline long gm_change_mask(int how, const struct gm_signal_set *set,
                                  struct gm_signal_set *old)
{
    return gm_call(SYS_rt_sigprocmask, how, (long)set, (long)old, sizeof *set, 0, 0);
}

#endif
