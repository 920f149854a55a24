/* gmon_sys.c - memory, locks, signal masks, clocks and messages by system calls alone
 *
 * Role: what the rest of the runtime stands on. Safe in signal handlers and inside any function
 * of the program; errno stays as it is.
 *
 * SPDX-License-Identifier: MIT
 */
#include "gmon_int.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <time.h>

void *gm_map(size_t bytes)
{
    long p = gm_syscall(SYS_mmap, 0, (long)bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return p < 0 && p > -4096 ? NULL : (void *)p;
}

void gm_unmap(void *memory, size_t bytes)
{
    gm_syscall(SYS_munmap, (long)memory, (long)bytes, 0, 0, 0, 0);
}

/* Compilers may call these for structures. Ours keep away from vector registers, which libc's do
 * not, and hide behind the names in this library alone. */
GM_HIDDEN void *memset(void *to, int value, size_t size);
GM_HIDDEN void *memset(void *to, int value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)to)[i] = (unsigned char)value;
    return to;
}

GM_HIDDEN void *memcpy(void *restrict to, const void *restrict from, size_t size);
GM_HIDDEN void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
    return to;
}

void gm_block_signals(uint64_t *old)
{
    uint64_t all = ~UINT64_C(0);

    gm_syscall(SYS_rt_sigprocmask, SIG_SETMASK, (long)&all, (long)old, 8, 0, 0);
}

void gm_restore_signals(uint64_t old)
{
    gm_syscall(SYS_rt_sigprocmask, SIG_SETMASK, (long)&old, 0, 8, 0, 0);
}

/* Who has it may be of lower priority, for which yielding does not make way, or write a file. */
void gm_lock(_Atomic int *lock)
{
    struct timespec moment = {0, 100000};

    for (unsigned spins = 0; atomic_exchange_explicit(lock, 1, memory_order_acquire); spins++) {
        if (spins > 100)
            gm_syscall(SYS_nanosleep, (long)&moment, 0, 0, 0, 0, 0);
        else if (spins > 20)
            gm_syscall(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
    }
}

void gm_unlock(_Atomic int *lock)
{
    atomic_store_explicit(lock, 0, memory_order_release);
}

uint64_t gm_clock(int clock_id)
{
    struct timespec t = {0, 0};

    gm_syscall(SYS_clock_gettime, clock_id, (long)&t, 0, 0, 0, 0);
    return (uint64_t)t.tv_sec * 1000000000U + (uint64_t)t.tv_nsec;
}

/* Good enough to spread the first ticks of timers. */
uint64_t gm_random(void)
{
    uint64_t x = gm_clock(CLOCK_MONOTONIC) * UINT64_C(0x9E3779B97F4A7C15);

    return x ^ x >> 29;
}

static size_t put_number(char *to, size_t size, uint64_t value, unsigned radix)
{
    char digits[20];
    size_t n = 0;
    size_t length = 0;

    do
        digits[n++] = "0123456789abcdef"[value % radix];
    while ((value /= radix) != 0);
    while (n > 0 && length < size)
        to[length++] = digits[--n];
    return length;
}

static size_t put_args(char *to, size_t size, const char *format, va_list args)
{
    size_t n = 0;

    for (; *format != 0 && n < size; format++) {
        if (*format != '%') {
            to[n++] = *format;
        } else if (*++format == 's') {
            for (const char *s = va_arg(args, const char *); *s != 0 && n < size; s++)
                to[n++] = *s;
        } else if (*format == 'u' || *format == 'x') {
            n += put_number(to + n, size - n, va_arg(args, uint64_t), *format == 'u' ? 10 : 16);
        } else {
            to[n++] = *format;
        }
    }
    return n;
}

/* Returns the length that fitted; the text is ended with NUL, so at most size - 1. */
size_t gm_text(char *to, size_t size, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    size_t n = put_args(to, size - 1, format, args);
    va_end(args);
    to[n] = 0;
    return n;
}

void gm_say(const char *format, ...)
{
    char line[512];
    va_list args;

    va_start(args, format);
    size_t n = put_args(line, sizeof line - 1, format, args);
    va_end(args);
    line[n++] = '\n';
    gm_syscall(SYS_write, 2, (long)line, (long)n, 0, 0, 0);
}

const char *gm_error(long error)
{
    switch (error < 0 ? -error : error) {
    case EACCES:
    case EPERM:
        return "permission denied";
    case ENOENT:
        return "no such folder";
    case ENOSPC:
        return "no space left on device";
    case EDQUOT:
        return "disk quota exceeded";
    case EFBIG:
        return "file too large";
    case EROFS:
        return "read-only file system";
    case EISDIR:
        return "is a folder";
    case ENAMETOOLONG:
        return "name too long";
    case EMFILE:
    case ENFILE:
        return "too many open files";
    case ENOMEM:
        return "out of memory";
    case ELOOP:
        return "is a symbolic link";
    case EEXIST:
        return "file exists";
    case ENOTDIR:
        return "not a folder";
    default:
        return "input/output error";
    }
}
