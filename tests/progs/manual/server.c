/* server.c - a program for the manual's commands: works until a signal ends it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <unistd.h>

int serve(int n);

__attribute__((noinline)) int serve(int n)
{
    return n + 1;
}

int main(void)
{
    for (int n = 0;; n = serve(n))
        usleep(1000);
}
