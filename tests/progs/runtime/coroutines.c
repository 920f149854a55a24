/* coroutines.c - coroutines that work on stacks of a page each, with a guard page below
 *
 * Use: coroutines [COUNT]    COUNT coroutines take turns, each calls work() 10 times
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { MOST = 16, ROUNDS = 10, PAGE = 4096 };

static ucontext_t back, routine[MOST];
static volatile unsigned long sink;

__attribute__((noinline)) void work(void)
{
    for (unsigned long i = 0; i < 10000000; i++)
        sink += i;
}

static void run(int number)
{
    for (int i = 0; i < ROUNDS; i++) {
        work();
        swapcontext(&routine[number], &back);
    }
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 4;

    for (int i = 0; i < count && i < MOST; i++) {
        char *pages =
            mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED || mprotect(pages, PAGE, PROT_NONE) != 0)
            return 77;
        getcontext(&routine[i]);
        routine[i].uc_stack.ss_sp = pages + PAGE;
        routine[i].uc_stack.ss_size = PAGE;
        routine[i].uc_link = &back;
        makecontext(&routine[i], (void (*)(void))run, 1, i);
    }
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < count && i < MOST; i++)
            swapcontext(&back, &routine[i]);
    return 3;
}
