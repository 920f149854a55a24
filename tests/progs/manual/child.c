/* child.c - a program for the manual's commands: parent and child call the same function
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <sys/wait.h>
#include <unistd.h>

int work(int n);

__attribute__((noinline)) int work(int n)
{
    return n + 1;
}

int main(void)
{
    int n = 0;
    pid_t child = fork();

    for (int i = 0; i < (child == 0 ? 30 : 10); i++)
        n = work(n);
    if (child > 0)
        waitpid(child, 0, 0);
    return n == 0;
}
