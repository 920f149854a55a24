/* wrap_exec.c - writes the profile before execve and its relatives
 *
 * The rest is left to libc, or to a library between us and libc. A static program has no other
 * functions of these names: there all of them end in the system call, and PATH is searched here. If
 * there is no file that could be executed, nothing is written: a search by the program itself costs
 * little. If the call fails for another reason, counting goes on, and the file is written again at
 * the end. A child of vfork writes nothing, because gm_save() does nothing there.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/dump.h"
#include "runtime/core/text.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

bool gm_may_execute(int directory, const char *path, long flags)
{
    enum { ANY_EXECUTES = 0111 };
    struct gm_kernel_stat file;
    long error = gm_stat(directory, path, flags & (AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW), &file);

    if (error != 0)
        return error != -ENOENT && error != -ENOTDIR && error != -EACCES;
    return S_ISREG(file.mode) && (file.mode & ANY_EXECUTES) != 0;
}

void gm_before_exec(struct gm_signal_set *mask, bool may_succeed)
{
    if (may_succeed)
        gm_save(GM_GOES_ON);
    gm_mark_image();
    gm_sigprof_lend(mask);
}

int gm_after_exec(const struct gm_signal_set *mask, int result)
{
    gm_sigprof_take_back(mask);
    gm_mark_image();
    return result;
}

static int call_kernel(const char *path, char *const argv[], char *const envp[])
{
    const long c[7] = {SYS_execve, (long)path, (long)argv, (long)envp};

    return (int)gm_as_libc(gm_call_of_program(c));
}

/* Executes a file. The other functions call this one and run_found(), because the program may have
 * an execve of its own.
 */
static int run_program(const char *path, char *const argv[], char *const envp[])
{
    struct gm_signal_set mask;

    gm_before_exec(&mask, gm_may_execute(AT_FDCWD, path, 0));
    return gm_after_exec(&mask, (gm_linux.next.execve != NULL ? gm_linux.next.execve
                                                              : call_kernel)(path, argv, envp));
}

GM_WEAK int execve(const char *path, char *const argv[], char *const envp[])
{
    return run_program(path, argv, envp);
}

GM_WEAK int execv(const char *path, char *const argv[])
{
    return run_program(path, argv, environ);
}

/* Executes a file that may be a script of the shell, which needs no header. */
static void call_kernel_or_shell(char *path, char *const argv[], char *const envp[])
{
    char shell[] = "/bin/sh";
    size_t n = 0;

    call_kernel(path, argv, envp);
    if (errno != ENOEXEC)
        return;
    while (argv[n] != NULL)
        n++;
    char *words[n + 3];
    words[0] = shell;
    words[1] = path;
    words[2] = NULL;
    for (size_t i = 1; i <= n; i++)
        words[i + 1] = argv[i];
    call_kernel(shell, words, envp);
}

/* Returns the list of directories in which execvpe() searches a file. */
static const char *directories_for(const char *file)
{
    const char *list = gm_variable("PATH");

    if (*file == 0 || file[gm_text_until(file, '/')] != 0)
        return "";
    return list != NULL ? list : "/bin:/usr/bin";
}

/* Puts the file's path in the first directory of the list. Returns the end of that directory. */
static const char *path_in_first(char *path, const char *list, const char *file)
{
    size_t n = gm_text_until(list, ':');

    memcpy(path, list, n);
    path[n] = '/';
    memcpy(path + n + (n > 0), file, gm_text_until(file, 0) + 1);
    return list + n;
}

static bool may_find(const char *file)
{
    const char *list = directories_for(file), *end;
    char path[gm_text_until(list, 0) + 2 + gm_text_until(file, 0)];

    do {
        end = path_in_first(path, list, file);
        if (gm_may_execute(AT_FDCWD, path, 0))
            return true;
        list = end + 1;
    } while (*end != 0);
    return false;
}

/* Searches PATH, as execvpe() of libc does. */
static int search_path(const char *file, char *const argv[], char *const envp[])
{
    const char *list = directories_for(file), *end;
    char path[gm_text_until(list, 0) + 2 + gm_text_until(file, 0)];
    bool is_denied = false;

    do {
        end = path_in_first(path, list, file);
        call_kernel_or_shell(path, argv, envp);
        if (errno == EACCES)
            is_denied = true;
        else if (errno != ENOENT && errno != ENOTDIR && errno != ENODEV && errno != ESTALE &&
                 errno != ETIMEDOUT)
            return -1;
        list = end + 1;
    } while (*end != 0);
    if (is_denied)
        errno = EACCES;
    return -1;
}

static int run_found(const char *file, char *const argv[], char *const envp[])
{
    struct gm_signal_set mask;

    gm_before_exec(&mask, may_find(file));
    return gm_after_exec(&mask, (gm_linux.next.execvpe != NULL ? gm_linux.next.execvpe
                                                               : search_path)(file, argv, envp));
}

GM_WEAK int execvpe(const char *file, char *const argv[], char *const envp[])
{
    return run_found(file, argv, envp);
}

GM_WEAK int execvp(const char *file, char *const argv[])
{
    return run_found(file, argv, environ);
}

static int call_kernel_at(int fd, const char *path, char *const argv[], char *const envp[],
                          int flags)
{
    const long c[7] = {SYS_execveat, fd, (long)path, (long)argv, (long)envp, flags};

    return (int)gm_as_libc(gm_call_of_program(c));
}

/* There may be no /proc. Linux before 3.19 needs it. */
static int run_descriptor(int fd, char *const argv[], char *const envp[])
{
    char path[32];

    call_kernel_at(fd, "", argv, envp, AT_EMPTY_PATH);
    if (errno != ENOSYS)
        return -1;
    gm_text(path, sizeof path, "/proc/self/fd/%u", (uint64_t)fd);
    return call_kernel(path, argv, envp);
}

GM_WEAK int fexecve(int fd, char *const argv[], char *const envp[])
{
    struct gm_signal_set mask;

    gm_before_exec(&mask, gm_may_execute(fd, "", AT_EMPTY_PATH));
    return gm_after_exec(&mask, (gm_linux.next.fexecve != NULL ? gm_linux.next.fexecve
                                                               : run_descriptor)(fd, argv, envp));
}

int execveat(int fd, const char *path, char *const argv[], char *const envp[], int flags);
GM_WEAK int execveat(int fd, const char *path, char *const argv[], char *const envp[], int flags)
{
    struct gm_signal_set mask;

    gm_before_exec(&mask, gm_may_execute(fd, path, flags));
    return gm_after_exec(&mask, call_kernel_at(fd, path, argv, envp, flags));
}

/* ---- arguments one by one ------------------------------------------------------------------- */

static size_t count(const char *first, va_list list)
{
    va_list rest;
    size_t n = 1; /* room for NULL */

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
    return run_program(path, argv, environ);
}

GM_WEAK int execlp(const char *file, const char *first, ...)
{
    va_list list;

    va_start(list, first);
    char *argv[count(first, list)];
    fill(argv, first, &list);
    va_end(list);
    return run_found(file, argv, environ);
}

GM_WEAK int execle(const char *path, const char *first, ...)
{
    va_list list;

    va_start(list, first);
    char *argv[count(first, list)];
    fill(argv, first, &list);
    char *const *envp = va_arg(list, char *const *);
    va_end(list);
    return run_program(path, argv, envp);
}
