/* kernel.h - defines the kernel's own types, which are not libc's, and sets of signals
 *
 * Role: types that system calls read and write. libc's struct timespec, struct stat and sigset_t
 * have other sizes on some machines. The differences between machines are in arch/MACHINE/linux.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_KERNEL_H
#define GMON_KERNEL_H

#include "runtime/arch/target.h"
#include GM_MACHINE_LINUX_HEADER

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* musl has new names on 32-bit machines for calls that all kernels have. */
#if !defined(SYS_clock_gettime) && defined(SYS_clock_gettime32)
#define SYS_clock_gettime SYS_clock_gettime32
#define SYS_clock_getres SYS_clock_getres_time32
#define SYS_timer_settime SYS_timer_settime32
#endif

/* Calls that headers before Linux 3.17 and 3.19 lack: they fail. */
#ifndef SYS_seccomp
#define SYS_seccomp (-1)
#endif
#ifndef SYS_execveat
#define SYS_execveat (-1)
#endif

/* fcntl, which newer 32-bit machines have in the second form alone. */
#ifdef SYS_fcntl64
enum { GM_SYS_FCNTL = SYS_fcntl64 };
#else
enum { GM_SYS_FCNTL = SYS_fcntl };
#endif

/* geteuid, which has 16 bits in the first form. */
#ifdef SYS_geteuid32
enum { GM_SYS_GETEUID = SYS_geteuid32 };
#else
enum { GM_SYS_GETEUID = SYS_geteuid };
#endif

struct gm_kernel_time {
    gm_kernel_long sec, nsec;
};

struct gm_kernel_timer {
    struct gm_kernel_time interval, value;
};

/* Makes a thread that runs `run`, which does not return, on a stack that ends at `top`, a multiple
 * of 16. The number of the thread goes to *number, which becomes 0 when the thread ends. The thread
 * has its caller's thread-local storage, so it must use none. Returns the number of the thread, or
 * -errno. The kernel takes `number` as the fourth or the fifth argument, by machine, and ignores
 * the other one. */
#ifndef GM_OWN_NEW_THREAD
static inline long gm_new_thread(long flags, void *top, _Atomic int *number, void (*run)(void))
{
    return gm_clone(SYS_clone, flags, (long)top, (long)number, (long)number, (long)number,
                    (long)run);
}
#endif

/* A set of signals. Bit n - 1 is signal n; words of `long`, lowest first, on all machines. libc's
 * sigset_t begins with the same set, and is larger. */
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

/* Makes a system call if the program's seccomp filters let it through. Returns as gm_syscall()
 * does, or GM_FORBIDDEN if a filter would end the program for the call (sandbox.c). */
enum { GM_FORBIDDEN = -4000 }; /* not an error of the kernel's */
__attribute__((visibility("hidden"))) long gm_call(long number, long a, long b, long c, long d,
                                                   long e, long f);

/* Maps `bytes` bytes, of a file if fd is not -1. Returns the address or -errno. */
static inline long gm_call_mmap(size_t bytes, long protection, long flags, long fd)
{
#ifdef GM_MMAP_IN_MEMORY
    const long arguments[] = {0, (long)bytes, protection, flags, fd, 0};

    return gm_call(GM_SYS_MMAP, (long)arguments, 0, 0, 0, 0, 0);
#else
    return gm_call(GM_SYS_MMAP, 0, (long)bytes, protection, flags, fd, 0);
#endif
}

/* Seeks as lseek() does. Returns 0 or -errno. */
#ifdef GM_HAS_LLSEEK_ONLY
enum { GM_SYS_SEEK = SYS__llseek };
#else
enum { GM_SYS_SEEK = SYS_lseek };
#endif
static inline long gm_seek(long fd, size_t bytes, long whence)
{
#ifdef GM_HAS_LLSEEK_ONLY
    uint64_t now;

    return gm_call(GM_SYS_SEEK, fd, 0, (long)bytes, (long)&now, whence, 0);
#else
    long at = gm_call(GM_SYS_SEEK, fd, (long)bytes, whence, 0, 0, 0);

    return at < 0 ? at : 0;
#endif
}

/* Describes the file of a path; the second function does not follow a symbolic link. Returns 0 or
 * -errno. A machine that has only statx has one form of it. */
#ifdef GM_HAS_STATX_ONLY
struct gm_kernel_stat {
    uint16_t mode;
    uint32_t nlink, uid;
    uint64_t dev, ino, rdev;
};

static inline long gm_stat(long fd, const char *path, long flags, struct gm_kernel_stat *to)
{
    enum { TYPE_MODE_NLINK_UID_INO = 0x10f };
    struct {
        uint32_t mask, block;
        uint64_t attributes;
        uint32_t nlink, uid, gid;
        uint16_t mode, pad;
        uint64_t ino, size_to_times[11];
        uint32_t rdev_major, rdev_minor, dev_major, dev_minor;
        uint64_t rest[14];
    } from;
    long error = gm_call(SYS_statx, fd, (long)path, flags, TYPE_MODE_NLINK_UID_INO, (long)&from, 0);

    *to = (struct gm_kernel_stat){from.mode, from.nlink,
                                  from.uid,  (uint64_t)from.dev_major << 32 | from.dev_minor,
                                  from.ino,  (uint64_t)from.rdev_major << 8 | from.rdev_minor};
    return error;
}
#else
static inline long gm_stat(long fd, const char *path, long flags, struct gm_kernel_stat *to)
{
    return gm_call(GM_SYS_FSTATAT, fd, (long)path, (long)to, flags, 0, 0);
}
#endif
static inline long gm_lstat(const char *path, struct gm_kernel_stat *to)
{
    return gm_stat(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, to);
}

/* Describes the file of an open descriptor. Returns 0 or -errno. */
static inline long gm_fstat(long fd, struct gm_kernel_stat *to)
{
    return gm_stat(fd, "", AT_EMPTY_PATH, to);
}

static inline bool gm_is_same_file(const struct gm_kernel_stat *a, const struct gm_kernel_stat *b)
{
    return a->dev == b->dev && a->ino == b->ino;
}

/* Changes the calling thread's signal mask; set and old may be NULL. Returns 0 or -errno. */
static inline long gm_change_mask(int how, const struct gm_signal_set *set,
                                  struct gm_signal_set *old)
{
    return gm_call(SYS_rt_sigprocmask, how, (long)set, (long)old, sizeof *set, 0, 0);
}

#endif
