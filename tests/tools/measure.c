/* measure - runs a command and prints its times, memory and status
 *
 * Role: times for tests/perf; perl alone cannot learn one child's memory.
 *
 * Usage:  measure [-o FILE] [-l SECONDS] COMMAND [ARG...]
 *     -o FILE     the command's standard output goes there, else to /dev/null
 *     -l SECONDS  kill it when it takes more CPU time, or ten times as much time
 *
 * Output: a line `WALL USER SYS KB STATUS`: seconds, the largest resident set in KiB, and the exit
 * status or 128 + the signal that ended it.  Status 0, or 2 when the command cannot be run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void run_child(const char *out, unsigned limit, char **argv)
{
    int fd = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0666);

    if (fd < 0 || dup2(fd, STDOUT_FILENO) < 0) {
        perror(out);
        _exit(127);
    }
    close(fd);
    const struct rlimit cpu = {.rlim_cur = limit, .rlim_max = limit + 1};
    if (limit > 0)
        setrlimit(RLIMIT_CPU, &cpu);
    alarm(10 * limit); /* outlives exec, and its default is to end the process */
    execvp(argv[0], argv);
    perror(argv[0]);
    _exit(127);
}

int main(int argc, char **argv)
{
    const char *out = "/dev/null";
    unsigned limit = 0;
    struct rusage used;
    int option, status;

    while ((option = getopt(argc, argv, "+o:l:")) != -1) {
        if (option == 'o')
            out = optarg;
        else if (option == 'l')
            limit = (unsigned)strtoul(optarg, NULL, 10);
        else
            return 2;
    }
    if (optind == argc) {
        fprintf(stderr, "measure: no command\n");
        return 2;
    }
    double start = now();
    pid_t child = fork();
    if (child == 0)
        run_child(out, limit, argv + optind);
    while (child > 0 && wait4(child, &status, 0, &used) < 0) {
        if (errno != EINTR)
            child = -1;
    }
    if (child < 0) {
        perror("measure");
        return 2;
    }
    int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    printf("%.6f %.6f %.6f %ld %d\n", now() - start, seconds(used.ru_utime), seconds(used.ru_stime),
           used.ru_maxrss, code);
    return 0;
}
