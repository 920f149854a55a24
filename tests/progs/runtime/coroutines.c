/* coroutines.c - coroutines that work on stacks of a page each, with a guard page below
 *
 * Use: coroutines [COUNT [SIZE [ALTERNATE]]]
 *                  COUNT coroutines take turns, each calls work() 10 times; SIZE: of their stacks;
 *                  ALTERNATE: size of a stack for signal handlers; COUNT 0: main works alone
 *      coroutines leave|disarm
 *                  leaves a handler on the alternate stack by a switch of contexts, works, and
 * comes back; disarm: with SS_AUTODISARM. Ends with 4 if the stack has changed meanwhile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { MOST = 16, ROUNDS = 10, PAGE = 4096, ALTERNATE = 65536, AUTODISARM = 1 << 31, MARKS = 4096 };

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

static void set_alternate(size_t size, int flags)
{
    static char stack[ALTERNATE];
    stack_t to = {.ss_sp = stack, .ss_size = size, .ss_flags = flags};

    if (sigaltstack(&to, NULL) != 0)
        exit(5);
}

static void on_signal(int number)
{
    volatile char mark[MARKS];

    (void)number;
    memset((char *)mark, 1, sizeof mark);
    swapcontext(&routine[0], &back);
    for (size_t i = 0; i < sizeof mark; i++)
        if (mark[i] != 1)
            _Exit(4);
    _Exit(3);
}

static void leave(int flags)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
    static volatile int has_left;

    set_alternate(ALTERNATE, flags);
    sigaction(SIGUSR1, &action, NULL);
    getcontext(&back);
    if (!has_left) {
        has_left = 1;
        raise(SIGUSR1);
    }
    for (int i = 0; i < ROUNDS; i++)
        work();
    setcontext(&routine[0]);
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 4;
    size_t size = argc > 2 ? (size_t)strtol(argv[2], NULL, 10) : PAGE;

    if (argc > 1 && strcmp(argv[1], "leave") == 0)
        leave(0);
    if (argc > 1 && strcmp(argv[1], "disarm") == 0)
        leave(AUTODISARM);
    if (argc > 3)
        set_alternate((size_t)strtol(argv[3], NULL, 10), 0);
    for (int i = 0; i < ROUNDS && count == 0; i++)
        work();

    for (int i = 0; i < count && i < MOST; i++) {
        char *pages =
            mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED || mprotect(pages, PAGE, PROT_NONE) != 0)
            return 77;
        getcontext(&routine[i]);
        routine[i].uc_stack.ss_sp = pages + PAGE;
        routine[i].uc_stack.ss_size = size;
        routine[i].uc_link = &back;
        makecontext(&routine[i], (void (*)(void))run, 1, i);
    }
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < count && i < MOST; i++)
            swapcontext(&back, &routine[i]);
    return 3;
}
