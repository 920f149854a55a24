/* slow_walk.c - stacks whose walks take long: code without tables, deep, with return addresses in
 * all frames that are none
 *
 * Use: slow_walk DEPTH ROUNDS     says what it has computed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORDS = 60 };

static volatile unsigned sum;

__attribute__((noinline)) unsigned work(unsigned rounds)
{
    for (unsigned i = 0; i < rounds; i++)
        sum += i;
    return sum;
}

__attribute__((noinline)) unsigned down(int depth, unsigned rounds)
{
    volatile uintptr_t misleading[WORDS];

    for (int i = 0; i < WORDS; i++)
        misleading[i] = (uintptr_t)__builtin_return_address(0);
    unsigned result = depth == 0 ? work(rounds) : down(depth - 1, rounds);
    return misleading[depth % WORDS] != 0 ? result : 0;
}

int main(int argc, char **argv)
{
    if (argc == 3)
        printf("%u\n", down(atoi(argv[1]), (unsigned)atoi(argv[2])));
    return 0;
}
