/* sections.c - code in several sections, unused code, ifunc and weak symbols
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "burn.h"

extern int never_there(int) __attribute__((weak));

__attribute__((section(".text.hot.mine"))) KEEP int hot_one(int n)
{
    BURN(900);
    return n + 1;
}

__attribute__((section("outside"))) KEEP int outside_one(int n)
{
    BURN(700);
    return hot_one(n);
}

__attribute__((section("outside"))) KEEP int outside_two(int n)
{
    return outside_one(n) + outside_one(n + 1);
}

KEEP int unused_one(int n)
{
    return hot_one(n);
}

static KEEP __attribute__((used)) int unused_two(int n)
{
    return unused_one(n);
}

static KEEP int fast_version(int n)
{
    BURN(600);
    return n;
}

static int (*pick(void))(int)
{
    return fast_version;
}

#ifndef NO_IFUNC
int picked(int n) __attribute__((ifunc("pick")));
#else
static int picked(int n)
{
    return pick()(n);
}
#endif

/* Text symbols without a type or with the type of data, a table in the code section. */
__asm__(".text\n"
        "local_label:\n\tnop\n\tret\n"
        ".globl global_label\n"
        "global_label:\n\tnop\n\tret\n"
        ".type text_object, @object\n"
        "text_object:\n\t.quad 1, 2, 3\n"
        ".globl global_object\n.type global_object, @object\n"
        "global_object:\n\t.quad 1, 2, 3\n"
        ".Lhidden:\n\tnop\n");

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 8000; i++) {
        sum += outside_two(i) + picked(i);
        if (never_there)
            sum += never_there(i);
    }
    return sum == 1;
}
