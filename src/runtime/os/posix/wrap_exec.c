/* wrap_exec.c - exec without the timer, which would kill the next program
 *
 * Role: setitimer's timers stay with the process, while the handler of their signal goes, so that
 * the first SIGPROF would end whatever is executed. All of the family end in libc's execve, found
 * by dlsym; in static programs, by syscall(), where there is one. What starts a program in a new
 * process without fork (posix_spawn, system, popen) has no timer.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/core/text.h"
#include "runtime/os/posix/posix.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#pragma weak dlsym

#define SHELL "/bin/sh"
#define USUAL_PATH "/bin:/usr/bin"

extern char **environ;

/* At the start: between fork and exec the loader's lock may be held by a thread that is gone. */
void gm_exec_init(void)
{
    void *(*volatile look_up)(void *restrict, const char *restrict) = dlsym;

    if (look_up != NULL)
        *(void **)&gm_posix.next_execve = look_up(RTLD_NEXT, "execve");
}

static int call_libc(const char *path, char *const *argv, char *const *envp)
{
    if (gm_posix.next_execve != NULL)
        return gm_posix.next_execve(path, argv, envp);
#if defined(SYS_execve) && !defined(__OpenBSD__) && !defined(__APPLE__)
    return (int)syscall(SYS_execve, path, argv, envp);
#else
    errno = ENOSYS;
    return -1;
#endif
}

/* A child of vfork has no timer, and must not start its parent's. */
static int execute(const char *path, char *const *argv, char *const *envp)
{
    bool has_timer = gm.start != 0 && gm_process() == gm.pid && atomic_load(&gm_posix.is_sampling);

    if (has_timer)
        gm_timer_run(false);
    call_libc(path, argv, envp);
    int error = errno;
    if (has_timer)
        gm_timer_run(true);
    errno = error;
    return -1;
}

/* As execvp does with a file that the system does not know how to execute. */
static int execute_or_interpret(const char *path, char *const *argv)
{
    size_t n = 0;

    execute(path, argv, environ);
    if (errno != ENOEXEC)
        return -1;
    while (argv[n] != NULL)
        n++;
    const char **with_shell = __builtin_alloca((n + 3) * sizeof *with_shell);
    with_shell[0] = SHELL;
    with_shell[1] = path;
    for (size_t i = 1; i <= n; i++)
        with_shell[i + 1] = argv[i];
    with_shell[n + (n == 0) + 1] = NULL;
    return execute(SHELL, (char *const *)with_shell, environ);
}

/* ---- the family ------------------------------------------------------------------------------ */

GM_WEAK int execve(const char *path, char *const *argv, char *const *envp)
{
    return execute(path, argv, envp);
}

GM_WEAK int execv(const char *path, char *const *argv)
{
    return execute(path, argv, environ);
}

/* One directory of PATH. */
static int execute_in(const char *directory, size_t size, const char *file, char *const *argv)
{
    char path[GM_PATH];

    if (size + strlen(file) + 2 > sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    for (size_t i = 0; i < size; i++)
        path[i] = directory[i];
    gm_text(path + size, sizeof path - size, size > 0 ? "/%s" : "%s", file);
    return execute_or_interpret(path, argv);
}

GM_WEAK int execvp(const char *file, char *const *argv)
{
    const char *at = getenv("PATH");
    bool is_denied = false;

    if (*file == 0) {
        errno = ENOENT;
        return -1;
    }
    if (strchr(file, '/') != NULL)
        return execute_or_interpret(file, argv);
    for (at = at != NULL ? at : USUAL_PATH;; at++) {
        size_t size = strcspn(at, ":");
        execute_in(at, size, file, argv);
        if (errno != ENOENT && errno != ENOTDIR && errno != EACCES && errno != ENAMETOOLONG)
            return -1;
        is_denied |= errno == EACCES;
        at += size;
        if (*at == 0)
            break;
    }
    errno = is_denied ? EACCES : errno;
    return -1;
}

/* How many words there are, the NULL included. */
static size_t count_words(va_list list)
{
    size_t n = 2; /* with the first one */

    while (va_arg(list, char *) != NULL)
        n++;
    return n;
}

/* The words of a list, up to its NULL, in a vector that is on the stack of who says this. */
#define COLLECT(vector, first, list)                                                               \
    char **vector;                                                                                 \
    do {                                                                                           \
        va_start(list, first);                                                                     \
        size_t words = count_words(list);                                                          \
        va_end(list);                                                                              \
        vector = __builtin_alloca(words * sizeof *vector);                                         \
        va_start(list, first);                                                                     \
        *(const char **)vector = first;                                                            \
        for (size_t i = 1; i < words; i++)                                                         \
            vector[i] = va_arg(list, char *);                                                      \
    } while (0)

GM_WEAK int execl(const char *path, const char *first, ...)
{
    va_list list;
    COLLECT(argv, first, list);
    va_end(list);
    return execv(path, argv);
}

GM_WEAK int execlp(const char *file, const char *first, ...)
{
    va_list list;
    COLLECT(argv, first, list);
    va_end(list);
    return execvp(file, argv);
}

GM_WEAK int execle(const char *path, const char *first, ...)
{
    va_list list;
    COLLECT(argv, first, list);
    char *const *envp = va_arg(list, char *const *);
    va_end(list);
    return execve(path, argv, envp);
}
