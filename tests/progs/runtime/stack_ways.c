/* stack_ways.c - programs whose call stacks are known
 *
 * Use: stack_ways WAY [N]. Time is CPU time of the thread, in ms.
 *
 *     plain MS     main -> outer -> inner -> work
 *     threads N    N threads at once, 100 ms each: main_of_thread -> odd or even -> work
 *     churn N      N threads one after the other, 10 ms each
 *     fork MS      main -> before, then a child main -> in_child, its parent main -> in_parent
 *     reset MS     main -> before, gmon_reset, main -> after
 *     again MS     main -> before, gmon_dump("first"), main -> after
 *     pause MS     main -> before, moncontrol(0), main -> hidden, moncontrol(1), main -> after
 *     deep N       200 ms, N calls of down below each other; N = 0: many depths
 *     wide MS      main -> branch -> ... in very many orders
 *     late MS      main -> forest -> 400 of these, for 2 MS, then main -> after for 3 MS, and
 *                  main -> hidden for MS
 *     jump MS      longjmp out of calls, again and again
 *     switch MS    coroutines, which change at each call
 *     signal MS    a handler on a stack of its own calls work
 *     raw MS       so, but the handler returns to code that no table tells of (x86-64)
 *     closed LIB   dlopen, work in it, dlclose, thrice
 *     exec MS      main -> before, then the program runs itself: plain MS
 *     full MS      as wide, with an address space that is full
 *     race MS      threads as wide, while main writes the profile and forgets it, again and again
 *     forks N      threads as wide, while main forks N children of 10 ms
 *     nothing      ends at once
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gmon.h"

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define APART __attribute__((noinline, noclone))
#define END __asm__ volatile("") /* no tail call: the function stays on the stack */

static volatile unsigned sink;

static int64_t now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

APART void work(void)
{
    for (unsigned i = 0; i < 20000; i++)
        sink = sink * 5 + i;
}

/* Calls f for that long. */
static inline __attribute__((always_inline)) void for_ms(long ms, void (*f)(void))
{
    int64_t end = now() + ms * 1000000;

    while (now() < end)
        f();
}

#define BURNS(name)                                                                                \
    APART void name(long ms)                                                                       \
    {                                                                                              \
        for_ms(ms, work);                                                                          \
        END;                                                                                       \
    }
BURNS(inner)
BURNS(before)
BURNS(after)
BURNS(hidden)
BURNS(in_child)
BURNS(in_parent)
BURNS(odd)
BURNS(even)

APART void outer(long ms)
{
    inner(ms);
    END;
}

/* ---- threads -------------------------------------------------------------------------------- */

static void *main_of_thread(void *arg)
{
    if ((intptr_t)arg % 2 != 0)
        odd(100);
    else
        even(100);
    return NULL;
}

static void *short_thread(void *arg)
{
    odd((intptr_t)arg);
    return NULL;
}

static void threads(long n)
{
    pthread_t *t = calloc((size_t)n, sizeof *t);

    for (long i = 0; i < n; i++)
        pthread_create(&t[i], NULL, main_of_thread, (void *)(intptr_t)i);
    for (long i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    free(t);
}

static void churn(long n)
{
    for (long i = 0; i < n; i++) {
        pthread_t t;
        pthread_create(&t, NULL, short_thread, (void *)(intptr_t)10);
        pthread_join(t, NULL);
    }
}

/* ---- shapes --------------------------------------------------------------------------------- */

APART void down(long n, long ms)
{
    if (n > 1)
        down(n - 1, ms);
    else
        for_ms(ms, work);
    END;
}

static _Thread_local unsigned state = 1;

static unsigned any(unsigned n)
{
    state = state * 1103515245 + 12345;
    return (state >> 16) % n;
}

static void branch(int depth);
#define TWIG(name)                                                                                 \
    APART void name(int depth)                                                                     \
    {                                                                                              \
        branch(depth);                                                                             \
        END;                                                                                       \
    }
TWIG(twig0)
TWIG(twig1)
TWIG(twig2)
TWIG(twig3)

APART void branch(int depth)
{
    static void (*const twig[])(int) = {twig0, twig1, twig2, twig3};

    if (depth > 0)
        twig[any(4)](depth - 1);
    else
        work();
    END;
}

APART void wide(void)
{
    branch(12);
    END;
}

APART void forest(void)
{
    branch(200);
    END;
}

/* ---- ways out ------------------------------------------------------------------------------- */

static jmp_buf back;

APART void leaps(int n)
{
    if (n > 0)
        leaps(n - 1);
    else
        work();
    longjmp(back, 1);
}

APART void jump(void)
{
    if (setjmp(back) == 0)
        leaps(5);
    END;
}

static ucontext_t home, other[2];

static void coroutine(void)
{
    for (;;) {
        work();
        swapcontext(&other[0], &home);
    }
}

static void second_coroutine(void)
{
    for (;;) {
        work();
        swapcontext(&other[1], &home);
    }
}

APART void switch_once(void)
{
    swapcontext(&home, &other[any(2)]);
    END;
}

static void switches(long ms)
{
    for (int i = 0; i < 2; i++) {
        getcontext(&other[i]);
        other[i].uc_stack.ss_size = 65536;
        other[i].uc_stack.ss_sp = malloc(other[i].uc_stack.ss_size);
        makecontext(&other[i], i == 0 ? coroutine : second_coroutine, 0);
    }
    for_ms(ms, switch_once);
}

static void on_signal(int number)
{
    (void)number;
    work();
    END;
}

APART void raises(void)
{
    raise(SIGUSR1);
    END;
}

static void signals(long ms)
{
    stack_t stack = {.ss_sp = malloc(65536), .ss_size = 65536};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};

    sigaltstack(&stack, NULL);
    sigaction(SIGUSR1, &action, NULL);
    for_ms(ms, raises);
}

#ifdef __x86_64__
/* As in musl, or set by a system call of the program's own. */
__asm__("nop\nreturn_from_signal: mov $15, %rax\nsyscall\n");
extern char return_from_signal[];

static void raw_signals(long ms)
{
    stack_t stack = {.ss_sp = malloc(65536), .ss_size = 65536};
    struct {
        void (*handler)(int);
        unsigned long flags;
        char *restorer;
        unsigned long mask;
    } action = {on_signal, SA_ONSTACK | 0x04000000, return_from_signal, 0};

    sigaltstack(&stack, NULL);
    syscall(SYS_rt_sigaction, SIGUSR1, &action, NULL, sizeof action.mask);
    for_ms(ms, raises);
}
#endif

/* ---- processes, libraries ------------------------------------------------------------------- */

static void forks(long ms)
{
    before(ms);
    if (fork() == 0) {
        in_child(ms);
        exit(0);
    }
    in_parent(ms);
    wait(NULL);
}

static void closed(const char *path)
{
    for (int i = 0; i < 3; i++) {
        void *library = dlopen(path, RTLD_NOW);
        void (*f)(void) = NULL;
        if (library == NULL)
            exit(2);
        *(void **)&f = dlsym(library, "in_library");
        int64_t end = now() + 60000000;
        while (now() < end)
            f();
        dlclose(library);
    }
}

static volatile int is_over;

static void *wide_thread(void *arg)
{
    state = (unsigned)(intptr_t)arg;
    while (!is_over)
        wide();
    return NULL;
}

static void beside_threads(void (*f)(long), long n)
{
    pthread_t t[3];

    for (intptr_t i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, wide_thread, (void *)(i + 2));
    f(n);
    is_over = 1;
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
}

static void race(long ms)
{
    int64_t end = now() + ms * 1000000;

    for (int i = 0; now() < end; i++) {
        char name[32];
        snprintf(name, sizeof name, "race.%d", i % 20);
        gmon_dump(name);
        gmon_reset();
        in_parent(2);
    }
}

static void many_forks(long n)
{
    for (long i = 0; i < n; i++) {
        if (fork() == 0) {
            in_child(10);
            exit(0);
        }
        wait(NULL);
    }
}

/* Nothing more can be mapped from here on. */
static void fill(void)
{
    struct rlimit limit = {0, 0};

    setrlimit(RLIMIT_AS, &limit);
}

static int unusual(const char *way, long n, char **argv)
{
    if (strcmp(way, "jump") == 0)
        for_ms(n, jump);
    else if (strcmp(way, "switch") == 0)
        switches(n);
    else if (strcmp(way, "signal") == 0)
        signals(n);
#ifdef __x86_64__
    else if (strcmp(way, "raw") == 0)
        raw_signals(n);
#endif
    else if (strcmp(way, "fork") == 0)
        forks(n);
    else if (strcmp(way, "closed") == 0)
        closed(argv[2]);
    else if (strcmp(way, "exec") == 0) {
        before(n);
        execl(argv[0], argv[0], "plain", argv[2], (char *)NULL);
    } else if (strcmp(way, "race") == 0) {
        beside_threads(race, n);
    } else if (strcmp(way, "forks") == 0) {
        beside_threads(many_forks, n);
    } else if (strcmp(way, "full") == 0) {
        before(n);
        fill();
        for_ms(n, wide);
    } else
        return strcmp(way, "nothing") != 0;
    return 0;
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "nothing";
    long n = argc > 2 ? atol(argv[2]) : 0;

    if (strcmp(way, "plain") == 0) {
        outer(n);
    } else if (strcmp(way, "threads") == 0) {
        threads(n);
    } else if (strcmp(way, "churn") == 0) {
        churn(n);
    } else if (strcmp(way, "reset") == 0) {
        before(n);
        gmon_reset();
        after(n);
    } else if (strcmp(way, "again") == 0) {
        before(n);
        gmon_dump("first");
        after(n);
    } else if (strcmp(way, "pause") == 0) {
        before(n);
        moncontrol(0);
        hidden(n);
        moncontrol(1);
        after(n);
    } else if (strcmp(way, "deep") == 0) {
        for (long i = 1; n == 0 && i <= 200; i++)
            down(i, 2);
        if (n > 0)
            down(n, 200);
    } else if (strcmp(way, "wide") == 0) {
        for_ms(n, wide);
    } else if (strcmp(way, "late") == 0) {
        for_ms(2 * n, forest);
        after(3 * n);
        hidden(n);
    } else
        return unusual(way, n, argv);
    return 0;
}
