/* huge.c - functions of many thousand instructions beside tiny ones
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "burn.h"

#define X1 acc = acc * 31u + (acc >> 7) + burn_sink;
#define X10 X1 X1 X1 X1 X1 X1 X1 X1 X1 X1
#define X100 X10 X10 X10 X10 X10 X10 X10 X10 X10 X10
#define X1000 X100 X100 X100 X100 X100 X100 X100 X100 X100 X100

KEEP unsigned tiny(unsigned acc)
{
    return acc + 1;
}

KEEP unsigned huge(unsigned acc)
{
    X1000 X1000 X1000 acc = tiny(acc);
    X1000 X1000 return acc;
}

KEEP unsigned small(unsigned acc)
{
    return tiny(acc) ^ tiny(acc + 1);
}

KEEP unsigned large(unsigned acc)
{
    X1000 return small(acc);
}

int main(void)
{
    unsigned acc = 1;
    for (int i = 0; i < 5000; i++)
        acc += huge(acc) + large(acc) + small(acc);
    return acc == 1;
}
