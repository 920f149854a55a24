/* wrap_sandbox.c - prctl and syscall, by which a program sets a seccomp filter
 *
 * They do the job themselves, by a system call, so nothing has to be found in libc, and static
 * programs work as well.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"
#include "runtime/os/sandbox.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { NO_ADDRESS = 4096 }; /* nothing lies below: programs ask so whether there is seccomp */

/* SECCOMP_MODE_STRICT as a filter. */
static const struct sock_filter strict[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_read, 1, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_THREAD),
};

/* Puts a filter into the list before the kernel has it, as a tick may come in between. NULL: no
 * memory. */
static struct gm_filter *keep(const struct sock_filter *code, size_t length)
{
    struct gm_filter *f = gm_map(sizeof *f + length * sizeof f->code[0]);

    if (f == NULL)
        return NULL;
    f->length = length;
    for (size_t i = 0; i < length; i++)
        f->code[i] = code[i];
    f->next = atomic_load(&gm_linux.filters);
    while (!atomic_compare_exchange_weak(&gm_linux.filters, &f->next, f))
        ;
    return f;
}

static long call_with_filter(const long c[7], const struct sock_filter *code, size_t length)
{
    struct gm_filter *f = keep(code, length);
    long result = gm_call_of_program(c);

    if (result < 0 && f != NULL)
        f->length = 0;
    return result;
}

static long set_filter(const long c[7], long program)
{
    const struct sock_fprog *p = (const struct sock_fprog *)program;

    return (unsigned long)program < NO_ADDRESS ? gm_call_of_program(c)
                                               : call_with_filter(c, p->filter, p->len);
}

/* For all threads. The one of the runtime's own would get the filter at any moment; so it ends
 * first, and comes back if the filter lets it live. */
static long set_filter_of_all(const long c[7])
{
    bool had_watch = gm_watch_end();
    long result = set_filter(c, c[3]);

    if (had_watch)
        gm_watch_on();
    return result;
}

static long set_strict(const long c[7])
{
    return call_with_filter(c, strict, sizeof strict / sizeof strict[0]);
}

static long watch(const long c[7])
{
    long result;

    if (c[0] == SYS_prctl && (int)c[1] == PR_SET_SECCOMP)
        result = c[2] == SECCOMP_MODE_STRICT ? set_strict(c) : set_filter(c, c[3]);
    else if (c[0] == SYS_seccomp && (int)c[1] == SECCOMP_SET_MODE_FILTER)
        result = ((unsigned long)c[2] & SECCOMP_FILTER_FLAG_TSYNC) != 0 ? set_filter_of_all(c)
                                                                        : set_filter(c, c[3]);
    else if (c[0] == SYS_seccomp && (int)c[1] == SECCOMP_SET_MODE_STRICT)
        result = set_strict(c);
    else {
        if (c[0] == SYS_rt_sigaction && c[2] != 0)
            gm_sigprof_changes((int)c[1]);
        result = gm_call_of_program(c);
    }
    if (result >= 0 || result < -4095)
        return result;
    errno = (int)-result;
    return -1;
}

GM_WEAK int prctl(int option, ...)
{
    long c[7] = {SYS_prctl, option};
    va_list list;

    va_start(list, option);
    for (int i = 2; i < 6; i++)
        c[i] = va_arg(list, long);
    va_end(list);
    return (int)watch(c);
}

GM_WEAK long syscall(long number, ...)
{
    long c[7] = {number};
    va_list list;

    va_start(list, number);
    for (int i = 1; i < 7; i++)
        c[i] = va_arg(list, long);
    va_end(list);
    return watch(c);
}
