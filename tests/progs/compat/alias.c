/* alias.c - several names for one address: alias, weak, underscores, local and global
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "burn.h"

KEEP int real_one(int n)
{
    BURN(3000);
    return n + 1;
}
int _real_one(int n) __attribute__((alias("real_one")));
int __real_one(int n) __attribute__((alias("real_one")));
int also_one(int n) __attribute__((alias("real_one"), weak));

KEEP int __two(int n)
{
    BURN(2000);
    return n + 2;
}
int _two(int n) __attribute__((alias("__two")));

static KEEP int local_three(int n)
{
    BURN(1500);
    return n + 3;
}
int three(int n) __attribute__((alias("local_three")));
static int a_three(int n) __attribute__((alias("local_three"), used));

__attribute__((weak)) KEEP int weak_four(int n)
{
    BURN(2500);
    return n + 4;
}
static int strong_four(int n) __attribute__((alias("weak_four"), used));

KEEP int ___five(int n)
{
    BURN(1000);
    return n + 5;
}
int __five(int n) __attribute__((alias("___five")));

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 4000; i++) {
        sum += real_one(i) + _real_one(i) + also_one(i) + __real_one(i);
        sum += _two(i) + three(i) + a_three(i) + local_three(i) + weak_four(i) + strong_four(i);
        sum += __five(i);
    }
    return sum == 1;
}
