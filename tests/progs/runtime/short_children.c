/* short_children.c - runs many short processes, and tells what time they used
 *
 * short_children N MS: N forked children; each works for MS ms of CPU time in work(), and exits.
 * short_children N MS PROGRAM: each child executes PROGRAM, with MS as its argument.
 * Prints the CPU time in work() of all of them, and all CPU time of these processes, in hundredths
 * of a second.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PIPE = 9 };

static volatile unsigned long sum;

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void work(double ms)
{
    double begin = now(), used;

    do {
        for (unsigned i = 0; i < 20000; i++)
            sum += i;
        used = now() - begin;
    } while (used < ms);
    if (write(PIPE, &used, sizeof used) != sizeof used)
        abort();
}

int main(int argc, char **argv)
{
    double all = 0, used;
    struct rusage u;
    int ends[2], status;

    if (argc == 2) {
        work(atof(argv[1]));
        return 0;
    }
    if (argc < 3 || pipe(ends) != 0 || dup2(ends[1], PIPE) != PIPE)
        return 1;
    for (int i = 0; i < atoi(argv[1]); i++) {
        pid_t child = fork();
        if (child == 0) {
            if (argc > 3)
                execl(argv[3], argv[3], argv[2], (char *)NULL);
            else
                work(atof(argv[2]));
            exit(0);
        }
        if (waitpid(child, &status, 0) != child || read(ends[0], &used, sizeof used) != sizeof used)
            return 1;
        all += used;
    }
    getrusage(RUSAGE_CHILDREN, &u);
    double whole = (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e3 +
                   (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e3;
    printf("%.0f %.0f\n", all / 10, whole / 10);
    return 0;
}
