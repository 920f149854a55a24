/* harmless_exec.c - becomes another program, or ends, by each way that C libraries have
 *
 * Use: harmless_exec WAY PROGRAM; WAY is the name of a function, or vfork, fork, syscall,
 * SYS_execveat, exit_group, instruction. PROGRAM gets the words `one' and `two', and ADDED=yes in
 * its environment where the function can say so. work() is called ten times before, and five times
 * if the function fails, whose errno is printed then.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#if !__GLIBC_PREREQ(2, 34)
#define execveat(...) syscall(SYS_execveat, __VA_ARGS__)
#endif

extern char **environ;
static char added[] = "ADDED=yes";
static char *const environment[] = {added, NULL};

__attribute__((noinline)) void work(void)
{
    __asm__ volatile("");
}

static void work_times(int n)
{
    for (int i = 0; i < n; i++)
        work();
}

static int wait_for(pid_t child)
{
    int status = 0;

    return waitpid(child, &status, 0) == child ? WEXITSTATUS(status) : 9;
}

/* exit_group, status 7. */
static void exit_by_instruction(void)
{
#ifdef __x86_64__
    __asm__ volatile("syscall" : : "a"((long)SYS_exit_group), "D"(7L) : "rcx", "r11", "memory");
#endif
}

int main(int argc, char **argv)
{
    const char *way = argc > 2 ? argv[1] : "", *path = argc > 2 ? argv[2] : "";
    char one[] = "one", two[] = "two";
    char *words[] = {argv[0], one, two, NULL};

    work_times(10);
    if (strcmp(way, "execve") == 0)
        execve(path, words, environment);
    else if (strcmp(way, "execv") == 0)
        execv(path, words);
    else if (strcmp(way, "execvp") == 0)
        execvp(path, words);
    else if (strcmp(way, "execl") == 0)
        execl(path, argv[0], one, two, (char *)NULL);
    else if (strcmp(way, "execlp") == 0)
        execlp(path, argv[0], one, two, (char *)NULL);
    else if (strcmp(way, "execle") == 0)
        execle(path, argv[0], one, two, (char *)NULL, environment);
    else if (strcmp(way, "fexecve") == 0)
        fexecve(open(path, O_RDONLY), words, environment);
    else if (strcmp(way, "execveat") == 0)
        execveat(AT_FDCWD, path, words, environment, 0);
    else if (strcmp(way, "SYS_execveat") == 0)
        syscall(SYS_execveat, AT_FDCWD, path, words, environ, 0);
    else if (strcmp(way, "syscall") == 0)
        syscall(SYS_execve, path, words, environ);
    else if (strcmp(way, "exit_group") == 0)
        syscall(SYS_exit_group, 7);
    else if (strcmp(way, "instruction") == 0)
        exit_by_instruction();
    else if (strcmp(way, "execvpe") == 0)
        execvpe(path, words, environment);
    else if (strcmp(way, "vfork") == 0) {
        pid_t child = vfork();
        if (child == 0) {
            execv(path, words);
            _exit(8);
        }
        return wait_for(child);
    } else if (strcmp(way, "fork") == 0) {
        pid_t child = fork();
        if (child == 0) {
            work_times(3);
            execv(path, words);
            _exit(8);
        }
        return wait_for(child);
    }
    printf("%s\n", strerror(errno));
    work_times(5);
    return 6;
}
