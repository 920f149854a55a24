/* forks.c - the child leaves a data file of its own
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _POSIX_C_SOURCE 200809L
#include <sys/wait.h>
#include <unistd.h>
#include "burn.h"

KEEP void parent_work(int n)
{
    BURN(n);
}

KEEP void child_work(int n)
{
    BURN(n);
    parent_work(n / 2);
}

int main(void)
{
    pid_t pid = fork();
    for (int i = 0; i < 20000; i++) {
        if (pid == 0)
            child_work(1500);
        else
            parent_work(1000);
    }
    if (pid > 0)
        waitpid(pid, NULL, 0);
    return 0;
}
