/* wrap_exec.c - execve and its relatives write the profile first
 *
 * What they do then is left to libc, or to a library between us and libc. A static program has no
 * other functions of these names: there execvp is execvpe of libc, and the others are the system
 * call. If the call fails, counting goes on, and the file is written anew at the end. A child of
 * vfork writes nothing: gm_save() sees to that.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/dump.h"
#include "runtime/core/text.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

extern char **environ;

static void before_exec(struct gm_signal_set *mask)
{
    gm_save();
    gm_sigprof_lend(mask);
}

static int after_exec(const struct gm_signal_set *mask, int result)
{
    gm_sigprof_take_back(mask);
    return result;
}

static int call_kernel(const char *path, char *const argv[], char *const envp[])
{
    const long c[7] = {SYS_execve, (long)path, (long)argv, (long)envp};

    errno = (int)-gm_call_of_program(c);
    return -1;
}

GM_WEAK int execve(const char *path, char *const argv[], char *const envp[])
{
    struct gm_signal_set mask;

    before_exec(&mask);
    return after_exec(&mask, (gm_linux.next.execve != NULL ? gm_linux.next.execve
                                                           : call_kernel)(path, argv, envp));
}

GM_WEAK int execv(const char *path, char *const argv[])
{
    return execve(path, argv, environ);
}

GM_WEAK int execvp(const char *file, char *const argv[])
{
    struct gm_signal_set mask;

    before_exec(&mask);
    return after_exec(&mask, gm_linux.next.execvp != NULL ? gm_linux.next.execvp(file, argv)
                                                          : execvpe(file, argv, environ));
}

GM_WEAK int fexecve(int fd, char *const argv[], char *const envp[])
{
    struct gm_signal_set mask;
    char path[32];

    before_exec(&mask);
    gm_text(path, sizeof path, "/proc/self/fd/%u", (uint64_t)fd);
    return after_exec(&mask, gm_linux.next.fexecve != NULL ? gm_linux.next.fexecve(fd, argv, envp)
                                                           : call_kernel(path, argv, envp));
}

int execveat(int fd, const char *path, char *const argv[], char *const envp[], int flags);
GM_WEAK int execveat(int fd, const char *path, char *const argv[], char *const envp[], int flags)
{
    const long c[7] = {SYS_execveat, fd, (long)path, (long)argv, (long)envp, flags};
    struct gm_signal_set mask;

    before_exec(&mask);
    errno = (int)-gm_call_of_program(c);
    return after_exec(&mask, -1);
}

/* ---- arguments one by one ------------------------------------------------------------------- */

static size_t count(const char *first, va_list list)
{
    va_list rest;
    size_t n = 1; /* for NULL */

    va_copy(rest, list);
    for (const char *s = first; s != NULL; s = va_arg(rest, const char *))
        n++;
    va_end(rest);
    return n;
}

static void fill(char **argv, const char *first, va_list *list)
{
    *argv = (char *)(uintptr_t)first;
    while (*argv != NULL)
        *++argv = va_arg(*list, char *);
}

GM_WEAK int execl(const char *path, const char *first, ...)
{
    va_list list;

    va_start(list, first);
    char *argv[count(first, list)];
    fill(argv, first, &list);
    va_end(list);
    return execv(path, argv);
}

GM_WEAK int execlp(const char *file, const char *first, ...)
{
    va_list list;

    va_start(list, first);
    char *argv[count(first, list)];
    fill(argv, first, &list);
    va_end(list);
    return execvp(file, argv);
}

GM_WEAK int execle(const char *path, const char *first, ...)
{
    va_list list;

    va_start(list, first);
    char *argv[count(first, list)];
    fill(argv, first, &list);
    char *const *envp = va_arg(list, char *const *);
    va_end(list);
    return execve(path, argv, envp);
}
