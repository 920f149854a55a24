/* fnptr.c - calls through tables of function pointers and a state machine
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "burn.h"

typedef struct state {
    struct state (*step)(int *budget);
} state;

static KEEP int op_add(int x)
{
    BURN(100);
    return x + 1;
}
static KEEP int op_mul(int x)
{
    BURN(400);
    return x * 3;
}
static KEEP int op_neg(int x)
{
    return -x;
}
static int (*const ops[])(int) = {op_add, op_mul, op_neg, op_add};

static state stop(int *budget);

static KEEP state blue(int *budget)
{
    BURN(70);
    return (state){--*budget > 0 ? blue : stop};
}
static KEEP state red(int *budget)
{
    BURN(170);
    *budget -= 2;
    return (state){*budget > 5 ? red : blue};
}
static KEEP state stop(int *budget)
{
    *budget = -1;
    return (state){0};
}

int main(void)
{
    int x = 1;
    for (int i = 0; i < 60000; i++)
        x = ops[i & 3](x) & 1023;
    for (int i = 0; i < 3000; i++) {
        int budget = 30;
        for (state s = {red}; s.step;)
            s = s.step(&budget);
    }
    return x == -1;
}
