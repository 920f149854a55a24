/* sandbox.c - avoids system calls for which a seccomp filter would kill the program
 *
 * A program that sets a filter allows the calls that it makes, and knows nothing of ours. A program
 * that was started in a sandbox knows of neither. So the runtime tries whether a call is deadly: a
 * child takes the filter and makes the calls of the list below, with arguments that do nothing. If
 * a call kills the child, that call is noted, and the next child begins behind the call. From then
 * on a deadly call fails, like any other call that fails. The program cannot wait for these
 * children, and they leave no core.
 *
 * An answer holds for a call with any arguments. A filter of a single thread is treated as one of
 * all threads. A filter that an instruction of the program's own sets is not seen. If no child can
 * be made, all calls are treated as deadly.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/text.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

struct gm_linux gm_linux;

#ifndef SECCOMP_FILTER_FLAG_NEW_LISTENER /* since Linux 5.0 */
#define SECCOMP_FILTER_FLAG_NEW_LISTENER 8
#endif

/* Every call of the runtime but the one that ends the process; tests/runtime/sandbox.t looks for
 * others. rt_sigreturn, which the kernel has a handler end with, comes first: the child sets the
 * filter in a handler. prctl is next, because the child makes it before the others are tried. */
static const struct {
    short number;
    int a, b, c;
} calls[] = {
    {SYS_rt_sigreturn, 0, 0, 0},
    {SYS_prctl, PR_SET_DUMPABLE, 0, 0},
    {SYS_clone, -1, 0, 0},
    {SYS_waitid, -1, 0, 0},
    {SYS_openat, -1, 0, O_WRONLY | O_CREAT},
    {SYS_openat, -1, 0, O_RDONLY},
    {SYS_read, -1, 0, 0},
    {SYS_write, -1, 0, 0},
    {SYS_write, 2, 0, 0},
    {SYS_ppoll, 0, -1, 0},
    {GM_SYS_SEEK, -1, 0, 0},
    {SYS_close, -1, 0, 0},
    {SYS_fchmod, -1, 0, 0},
    {GM_SYS_RENAME, -1, 0, -1},
    {SYS_linkat, -1, 0, -1},
    {SYS_unlinkat, -1, 0, 0},
    {SYS_readlinkat, -1, 0, 0},
    {SYS_getdents64, -1, 0, 0},
    {SYS_uname, 0, 0, 0},
    {GM_SYS_MMAP, 0, 0, 0},
    {SYS_munmap, 0, 0, 0},
    {SYS_madvise, 0, 0, MADV_DONTNEED},
    {SYS_process_vm_readv, -1, 0, 0},
    {SYS_getpid, 0, 0, 0},
    {GM_SYS_GETEUID, 0, 0, 0},
    {SYS_gettid, 0, 0, 0},
    {SYS_kill, -1, 0, 0},
    {SYS_tgkill, -1, -1, 0},
    {SYS_futex, 0, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 0},
    {SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, 0, 0},
    {SYS_clock_getres, CLOCK_MONOTONIC_COARSE, 0, 0},
    {SYS_timer_create, -1, 0, 0},
    {SYS_perf_event_open, 0, 0, -1},
    {GM_SYS_FCNTL, -1, 0, 0},
    {SYS_getrusage, 1, 0, 0},
    {SYS_timer_settime, -1, 0, 0},
    {SYS_timer_delete, -1, 0, 0},
    {SYS_rt_sigaction, -1, 0, 0},
    {SYS_rt_sigprocmask, -1, 0, 0},
    {SYS_rt_sigpending, 0, 0, 0},
    {SYS_sigaltstack, 0, 0, 0},
    {SYS_rt_sigtimedwait, 0, 0, 0},
    {SYS_rt_sigqueueinfo, -1, 0, 0},
    {SYS_rt_tgsigqueueinfo, -1, -1, 0},
    {SYS_unshare, -1, 0, 0},
    {SYS_chdir, 0, 0, 0},
    {SYS_capget, 0, 0, 0},
    {SYS_capset, 0, 0, 0},
    {SYS_setgroups, -1, 0, 0},
#ifdef GM_HAS_STATX_ONLY
    {SYS_statx, -1, 0, 0},
#else
    {GM_SYS_FSTATAT, -1, 0, 0},
#endif
#ifdef SYS_close_range
    {SYS_close_range, -1, 0, 0},
#endif
    {SYS_exit, 0, 0, 0}, /* last, because it ends the child */
};
enum { CALLS = sizeof calls / sizeof calls[0] };

/* A call's bit is number % GM_CALL_NUMBERS, because machines count calls from 0, 4000 or 5000. */
bool gm_sandbox_forbids(const struct gm_sandbox *s, long number)
{
    unsigned bit = (unsigned)number % GM_CALL_NUMBERS;

    return (atomic_load_explicit(&s->deadly[bit / 32], memory_order_relaxed) >> bit % 32 & 1) != 0;
}

static void set_deadly(struct gm_sandbox *s, long number, bool is_so)
{
    unsigned bit = (unsigned)number % GM_CALL_NUMBERS, mask = 1U << bit % 32;

    if (is_so)
        atomic_fetch_or(&s->deadly[bit / 32], mask);
    else
        atomic_fetch_and(&s->deadly[bit / 32], ~mask);
}

long gm_call(long number, long a, long b, long c, long d, long e, long f)
{
    if (atomic_load_explicit(&gm_linux.sandbox.is_one, memory_order_relaxed) &&
        gm_sandbox_forbids(&gm_linux.sandbox, number))
        return GM_FORBIDDEN;
    return gm_syscall(number, a, b, c, d, e, f);
}

bool gm_may_call(long number)
{
    return !gm_sandbox_forbids(&gm_linux.sandbox, number);
}

/* Upper bound of the bytes of gm_call_of_program() on all machines. What lies behind it there is
 * rarely run. */
enum { MOST_BYTES_OF_CALL = 96 };
__attribute__((noinline)) long gm_call_of_program(const long c[7])
{
    return gm_syscall(c[0], c[1], c[2], c[3], c[4], c[5], c[6]);
}

bool gm_is_callers_time(uintptr_t pc)
{
    return pc - (uintptr_t)gm_call_of_program < MOST_BYTES_OF_CALL;
}

void gm_open_mask(const struct gm_signal_set *before)
{
    const long c[7] = {SYS_rt_sigprocmask, SIG_SETMASK, (long)before, 0, sizeof *before};

    if (gm_may_call(SYS_rt_sigprocmask))
        gm_call_of_program(c);
}

/* ---- what is deadly ------------------------------------------------------------------------- */

/* Sets the filter. A filter with a listener would ask nobody. */
static void set_filter(int number)
{
    const long *c = gm_linux.sandbox.filter;
    const long flags = c[0] == SYS_seccomp ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0;

    (void)number;
    gm_linux.sandbox.is_refused = gm_syscall(c[0], c[1], c[2] & ~flags, c[3], 0, 0, 0) < 0;
}

/* Sets the filter in a handler, whose return is the first call that is tried. Returns false if an
 * earlier filter forbids that. */
static bool set_in_handler(void)
{
    struct gm_kernel_action action = gm_linux.sigprof.by_libc;
    struct gm_signal_set set = {{0}};
    long self = gm_call(SYS_getpid, 0, 0, 0, 0, 0, 0);

    action.handler = (uintptr_t)set_filter;
    gm_set_add(&set, SIGALRM);
    return gm_call(SYS_rt_sigaction, SIGALRM, (long)&action, 0, sizeof set, 0, 0) == 0 &&
           gm_change_mask(SIG_UNBLOCK, &set, NULL) == 0 &&
           gm_call(SYS_tgkill, self, self, SIGALRM, 0, 0, 0) == 0;
}

/* Runs as the child, a process of its own: makes the calls from *next on, which its parent sees.
 * Only set_in_handler() makes the first one. A filter that the kernel refuses is none. */
static void try_calls(const struct gm_sandbox *known, const long *filter, _Atomic unsigned *next)
{
    unsigned i = atomic_load(next);

    if ((filter != NULL || i > 0) && !gm_sandbox_forbids(known, SYS_prctl))
        gm_syscall(SYS_prctl, PR_SET_DUMPABLE, 0, 0, 0, 0, 0);
    gm_linux.sandbox.filter = filter;
    if (filter != NULL && !(i == 0 && gm_linux.can_sample && set_in_handler()))
        set_filter(0);
    for (i = gm_linux.sandbox.is_refused ? CALLS - 1 : i + (i == 0); i < CALLS; i++) {
        atomic_store(next, i);
        gm_syscall(calls[i].number, calls[i].a, calls[i].b, calls[i].c, 0, 0, 0);
    }
    for (;;)
        gm_syscall(SYS_exit_group, 0, 0, 0, 0, 0, 0);
}

/* Waits for the end of a child. *by_itself is set to false if a signal ended it. Returns false if
 * that is not known. */
static bool wait_for(long child, bool *by_itself)
{
    siginfo_t info = {.si_code = 0};
    long error = gm_call(SYS_waitid, P_PID, child, (long)&info, WEXITED | __WALL, 0, 0);

    *by_itself = info.si_code == CLD_EXITED;
    return error == 0;
}

/* Tries all calls. Returns false if no child could be made. */
static bool look(struct gm_sandbox *s, const long *filter, _Atomic unsigned *next)
{
    while (atomic_load(next) < CALLS) {
        bool by_itself;
        long child = gm_call(SYS_clone, 0, 0, 0, 0, 0, 0);
        if (child < 0) /* qemu knows only one signal for the end of a child */
            child = gm_call(SYS_clone, SIGCHLD, 0, 0, 0, 0, 0);
        if (child == 0)
            try_calls(s, filter, next);
        if (child < 0 || !wait_for(child, &by_itself))
            return false;
        if (by_itself)
            break;
        set_deadly(s, calls[atomic_load(next)].number, true);
        atomic_fetch_add(next, 1);
    }
    return true;
}

void gm_sandbox_look(const long *filter, struct gm_sandbox *found)
{
    struct gm_signal_set all, old;
    long at =
        gm_call_mmap(sizeof(unsigned), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1);
    bool is_new = at >= 0 || at < -4095;
    _Atomic unsigned *next = is_new ? (_Atomic unsigned *)at : gm_linux.sandbox_next;

    *found = gm_linux.sandbox;
    __builtin_memset(&all, 0xff, sizeof all);
    gm_change_mask(SIG_SETMASK, &all, &old);
    if (next != NULL)
        atomic_store(next, 0);
    if (next == NULL || !look(found, filter, next)) {
        __builtin_memset(found->deadly, 0xff, sizeof found->deadly);
        set_deadly(found, SYS_rt_sigreturn, false); /* no call of ours */
    }
    gm_change_mask(SIG_SETMASK, &old, NULL); /* may be forbidden from here on */
    if (gm_linux.sandbox_next == NULL)
        gm_linux.sandbox_next = next;
    else if (is_new)
        gm_call(SYS_munmap, at, sizeof(unsigned), 0, 0, 0, 0);
}

void gm_sandbox_enter(const struct gm_sandbox *found)
{
    for (unsigned i = 0; i < GM_CALL_NUMBERS / 32; i++)
        atomic_fetch_or(&gm_linux.sandbox.deadly[i], found->deadly[i]);
    atomic_store(&gm_linux.sandbox.is_one, true);
}

/* Looks for a filter, which the kernel shows in a line "Seccomp: 2". This runs before any other
 * system call of ours; the loader has just opened files, so opening one is allowed. */
void gm_sandbox_inherited(void)
{
    char text[2048];
    long fd =
        gm_syscall(SYS_openat, AT_FDCWD, (long)"/proc/self/status", O_RDONLY | O_CLOEXEC, 0, 0, 0);
    long n = fd < 0 ? 0 : gm_syscall(SYS_read, fd, (long)text, sizeof text - 1, 0, 0, 0);

    if (fd >= 0)
        gm_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
    text[n > 0 ? n : 0] = 0;
    const char *mode = gm_text_find(text, "\nSeccomp:\t");
    if (mode != NULL && *mode != '0') {
        struct gm_sandbox found;
        gm_sandbox_look(NULL, &found);
        gm_sandbox_enter(&found);
    }
}
