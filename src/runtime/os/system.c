/* system.c - provides memory, locks, signal masks, clocks and messages by system calls alone
 *
 * Safe in signal handlers and inside any function of the program; errno stays as it is.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>

enum { SPINS = 1000 }; /* rounds of a few cycles each */

/* ---- memory --------------------------------------------------------------------------------- */

void *gm_map(size_t bytes)
{
    long p = gm_call_mmap(bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1);

    return p < 0 && p > -4096 ? NULL : (void *)p;
}

void gm_unmap(void *memory, size_t bytes)
{
    gm_call(SYS_munmap, (long)memory, (long)bytes, 0, 0, 0, 0);
}

void gm_keep_from_forks(void *memory, size_t bytes)
{
    gm_call(SYS_madvise, (long)memory, (long)bytes, MADV_WIPEONFORK, 0, 0, 0);
}

/* Returns false for locked pages: madvise fails, and they stay as they are. */
bool gm_zero_pages(void *memory, size_t bytes)
{
    return gm_call(SYS_madvise, (long)memory, (long)bytes, MADV_DONTNEED, 0, 0, 0) == 0;
}

/* Returns true if the word at this address may be read now. Asks by a call that does nothing: the
 * kernel reads the mask, and then finds no such change of a signal mask. */
static bool is_readable(uintptr_t address)
{
    enum { NO_CHANGE = -1 };
    uintptr_t word = address & ~(uintptr_t)(sizeof(struct gm_signal_set) - 1);

    return gm_call(SYS_rt_sigprocmask, NO_CHANGE, (long)word, 0, sizeof(struct gm_signal_set), 0,
                   0) == -EINVAL;
}

/* Tries each page before reading it if the kernel does not copy, as under qemu and in some
 * sandboxes. A page may still be unmapped in between. */
size_t gm_copy(void *to, uintptr_t from, size_t bytes)
{
    struct iovec into = {to, bytes}, there = {(void *)from, bytes};
    long n = gm_call(SYS_process_vm_readv, gm.pid, (long)&into, 1, (long)&there, 1, 0);
    size_t done = 0;

    if (n >= 0 || n == -EFAULT)
        return n >= 0 ? (size_t)n : 0;
    while (done < bytes && is_readable(from + done)) {
        size_t page = GM_LEAST_PAGE - (from + done) % GM_LEAST_PAGE;
        size_t part = page < bytes - done ? page : bytes - done;
        memcpy((char *)to + done, (const char *)from + done, part);
        done += part;
    }
    return done;
}

/* ---- exclusion ------------------------------------------------------------------------------ */

_Static_assert(sizeof(struct gm_signal_set) <= sizeof(struct gm_interrupts), "a mask has no room");

void gm_interrupts_off(struct gm_interrupts *old)
{
    struct gm_signal_set all;

    __builtin_memset(&all, 0xff, sizeof all);
    gm_change_mask(SIG_SETMASK, &all, (void *)old);
}

void gm_interrupts_restore(const struct gm_interrupts *old)
{
    gm_change_mask(SIG_SETMASK, (const void *)old, NULL);
}

/* Waits for a lock, or wakes a thread that waits. Values of a lock: 0 is free; 1 taken; 2 taken,
 * and other threads may sleep until it is free. The thread that has the lock may be of lower
 * priority, or be writing a file: so no thread polls for long. */
static void wait_or_wake(_Atomic int *lock, int operation, long value)
{
    gm_call(SYS_futex, (long)lock, operation | FUTEX_PRIVATE_FLAG, value, 0, 0, 0);
}

bool gm_try_lock(_Atomic int *lock)
{
    int free = 0;

    return atomic_load_explicit(lock, memory_order_relaxed) == 0 &&
           atomic_compare_exchange_strong_explicit(lock, &free, 1, memory_order_acquire,
                                                   memory_order_relaxed);
}

/* Polls before it sleeps: most threads keep a lock for a microsecond or two, less than a sleep
 * takes. */
void gm_lock(_Atomic int *lock)
{
    for (int i = 0; i < SPINS; i++)
        if (gm_try_lock(lock))
            return;
    while (atomic_exchange_explicit(lock, 2, memory_order_acquire) != 0)
        wait_or_wake(lock, FUTEX_WAIT, 2);
}

void gm_unlock(_Atomic int *lock)
{
    if (atomic_exchange_explicit(lock, 0, memory_order_release) == 2)
        wait_or_wake(lock, FUTEX_WAKE, 1);
}

/* ---- processes, threads, time --------------------------------------------------------------- */

int gm_process(void)
{
    long number = gm_call(SYS_getpid, 0, 0, 0, 0, 0, 0);

    return number != GM_FORBIDDEN ? (int)number : gm.pid;
}

int gm_thread_number(void)
{
    return (int)gm_call(SYS_gettid, 0, 0, 0, 0, 0, 0);
}

bool gm_thread_has_ended(int number)
{
    return gm_call(SYS_tgkill, gm.pid, number, 0, 0, 0, 0) == -ESRCH;
}

uint64_t gm_clock(int clock_id)
{
    struct gm_kernel_time t = {0, 0};

    gm_call(SYS_clock_gettime, clock_id, (long)&t, 0, 0, 0, 0);
    return (uint64_t)t.sec * 1000000000U + (uint64_t)t.nsec;
}

/* ---- writing -------------------------------------------------------------------------------- */

/* Writes nothing if a seccomp filter forbids to set the mask, because a write might end the
 * program. */
long gm_write_quietly(long fd, const void *from, size_t size)
{
    struct gm_signal_set set = {{0}}, before, pending = {{0}};
    struct gm_kernel_time zero = {0, 0};

    gm_set_add(&set, SIGPIPE);
    gm_set_add(&set, SIGXFSZ);
    if (gm_change_mask(SIG_BLOCK, &set, &before) != 0)
        return GM_FORBIDDEN;
    gm_call(SYS_rt_sigpending, (long)&pending, sizeof pending, 0, 0, 0, 0);
    long n = gm_call(SYS_write, fd, (long)from, (long)size, 0, 0, 0);
    int sent = n == -EPIPE ? SIGPIPE : n == -EFBIG ? SIGXFSZ : 0;
    if (sent != 0 && !gm_set_has(&pending, sent)) {
        set = (struct gm_signal_set){{0}};
        gm_set_add(&set, sent);
        gm_call(SYS_rt_sigtimedwait, (long)&set, 0, (long)&zero, sizeof set, 0, 0);
    }
    gm_change_mask(SIG_SETMASK, &before, NULL);
    return n;
}

void gm_find_messages(void)
{
    gm_linux.has_messages = gm_fstat(2, &gm_linux.messages) != -EBADF;
}

/* Returns false if a message would have to wait for a reader. */
static bool is_writable(void)
{
    struct pollfd messages = {.fd = 2, .events = POLLOUT};
    struct gm_kernel_time zero = {0, 0};

    return gm_call(SYS_ppoll, (long)&messages, 1, (long)&zero, 0, 0, 0) != 0;
}

/* Writes to descriptor 2, or drops what cannot be written at once. If a seccomp filter forbids to
 * check the descriptor, it is taken for the file of the start. */
void gm_put_message(const char *text, size_t size)
{
    struct gm_kernel_stat now;

    if (gm_linux.has_messages &&
        (gm_fstat(2, &now) != 0 || gm_is_same_file(&now, &gm_linux.messages)) && is_writable())
        gm_write_quietly(2, text, size);
}
