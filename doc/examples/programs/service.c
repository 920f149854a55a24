/* service.c - a daemon: goes into the background and serves until it is told to end
 *
 * Started with GMON_DUMP_SIGNAL=USR1 it writes its profile on that signal, and goes on; with
 * GMON_EXIT_SIGNALS=TERM it writes it before SIGTERM ends it. GMON_OUT has to be an absolute path, as a
 * daemon changes its directory; the process number is put behind it, as it is a child that writes. For
 * each line that it can read from the file named on the command line it serves one request, so that its
 * counts are known: service REQUESTS PID-FILE.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static long served;

/* The number of its divisors below 500,000. */
long divisors(long n)
{
    long found = 0;

    for (long i = 1; i < 500000; i++)
        found += n % i == 0;
    return found;
}

void serve(const char *request)
{
    served += divisors(atol(request));
}

void serve_all(const char *file)
{
    FILE *requests = fopen(file, "r");
    char line[80];

    while (requests != NULL && fgets(line, sizeof line, requests) != NULL)
        serve(line);
    if (requests != NULL)
        fclose(requests);
}

int main(int argc, char **argv)
{
    FILE *pid;

    if (argc != 3) {
        fprintf(stderr, "usage: service REQUESTS PID-FILE, absolute paths\n");
        return 2;
    }
    if (fork() != 0)
        return 0;
    setsid();
    if (chdir("/") != 0)
        return 1;
    serve_all(argv[1]);
    pid = fopen(argv[2], "w");
    if (pid == NULL)
        return 1;
    fprintf(pid, "%ld\n", (long)getpid());
    fclose(pid);
    for (;;)
        pause();
}
