/* plain.c - two calls, in a program that is linked with no runtime of ours
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
__attribute__((noinline)) static int twice(int n)
{
    __asm__ volatile("" : "+r"(n));
    return 2 * n;
}

int main(void)
{
    return twice(1) + twice(-1);
}
