/* limited - runs programs within limits, and tells what they took
 *
 * Role: for scripts that start thousands of programs and must know their processor time and memory.
 * Input: standard input, a line for each run: the program and its arguments, separated by tabs.
 *     limited SECONDS MEGABYTES
 * limits the time on the clock, and the address space (0: as it is, for a sanitizer's build).
 * Output: a line for each run: `exit N` or `signal N`, then milliseconds of processor time and
 * kilobytes of memory at most. The program's own output goes to the files out and err; what is
 * longer than 64 MB ends it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tool_buf.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS_MAX = 200, FILE_MAX = 64 << 20 };

static const struct rlimit *exactly(struct rlimit *r, rlim_t value)
{
    *r = (struct rlimit){.rlim_cur = value, .rlim_max = value};
    return r;
}

static void redirect(const char *path, int fd)
{
    int opened = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    if (opened < 0 || dup2(opened, fd) < 0)
        _exit(126);
    close(opened);
}

static _Noreturn void run_program(char *line, unsigned long seconds, unsigned long megabytes)
{
    char *words[WORDS_MAX + 1], *word;
    struct rlimit r;
    size_t n = 0;

    while ((word = strsep(&line, "\t")) && n < WORDS_MAX)
        words[n++] = word;
    words[n] = NULL;
    if (setrlimit(RLIMIT_FSIZE, exactly(&r, FILE_MAX)) != 0 ||
        setrlimit(RLIMIT_CORE, exactly(&r, 0)) != 0 ||
        (megabytes > 0 && setrlimit(RLIMIT_AS, exactly(&r, (rlim_t)megabytes << 20)) != 0))
        _exit(125);
    alarm((unsigned)seconds); /* survives the exec; SIGALRM ends the program */
    redirect("/dev/null", STDIN_FILENO);
    redirect("err", STDERR_FILENO);
    redirect("out", STDOUT_FILENO);
    execv(words[0], words);
    _exit(127);
}

int main(int argc, char **argv)
{
    unsigned long seconds = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;
    unsigned long megabytes = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    char *line = NULL;
    size_t cap = 0;
    ssize_t n;

    if (argc != 3)
        die("usage: limited SECONDS MEGABYTES");
    while ((n = getline(&line, &cap, stdin)) > 0) {
        struct rusage used;
        int status;
        pid_t pid;

        if (line[n - 1] == '\n')
            line[n - 1] = '\0';
        pid = fork();
        if (pid == 0)
            run_program(line, seconds, megabytes);
        if (pid < 0 || wait4(pid, &status, 0, &used) != pid)
            die("a program cannot be started");
        printf("%s %d %ld %ld\n", WIFSIGNALED(status) ? "signal" : "exit",
               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
               (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000 +
                   (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000,
               used.ru_maxrss);
        fflush(stdout);
    }
    free(line);
    return 0;
}
