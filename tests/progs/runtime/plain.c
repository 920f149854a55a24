/* plain.c - two calls, and one from libc of what is behind main; linked with no runtime of ours
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

static void at_end(void);

__attribute__((noinline)) static int twice(int n)
{
    __asm__ volatile("" : "+r"(n));
    return 2 * n;
}

int main(void)
{
    return atexit(at_end) + twice(1) + twice(-1);
}

__attribute__((noinline)) static void at_end(void)
{
}
