/* foreign.c - a program without a library, whose image tests read on other machines
 *
 * Functions that call forwards, backwards, themselves and into a second region of code. It is
 * compiled for many machines and never run: see tests/compat/foreign.t.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define NOINLINE __attribute__((noinline))

volatile long v;

long far(long);
long top(long);
static long leaf(long);

NOINLINE long work(long x)
{
    v = leaf(x) + leaf(v + 1);
    return v + x;
}

static NOINLINE long leaf(long x)
{
    v += x * 3;
    return x + v;
}

NOINLINE long again(long x)
{
    if (x > 0)
        v += again(x - 1) + 1;
    return v + 2;
}

__attribute__((noinline, section(".far"))) long far(long x)
{
    v += work(x);
    return v + x;
}

NOINLINE long back(long x)
{
    v += top(x - 1) + far(x);
    return v;
}

NOINLINE long top(long x)
{
    if (v > 100)
        v += back(x) + work(x);
    return again(x) + v;
}

int main(void)
{
    v = top(3) + far(2);
    return (int)v;
}

void _start(void)
{
    main();
    for (;;)
        ;
}

/* GNU gprof loses the last function: let it be one that does nothing. */
void last(void)
{
}
