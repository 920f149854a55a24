/* machine.c - a program that knows how often each of its functions is called, for any machine
 *
 * It has arguments of all kinds in registers and on the stack, variadic calls, structures as
 * results, nested functions, threads, signals, fork and exec; with -DLIBRARY a library that is
 * loaded by name. Each function looks at what it was given. Prints `bad WHAT` for what came wrong,
 * and for each function its name and its number of calls. A forked child writes a file of its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __clang__
#define KEEP __attribute__((noinline, optnone))
#else
#define KEEP __attribute__((noipa)) /* calls are made, even if nobody needs them */
#endif
enum { ROUNDS = 500, THREADS = 9, CALLS = 20000, CHILD = 77 };

static void check(int is_right, const char *what)
{
    if (!is_right)
        printf("bad %s\n", what);
}

/* ---- arguments and results --------------------------------------------------------------------
 */

struct large {
    long word[5];
};
struct small {
    int a, b;
};
struct floats {
    float x, y, z;
};

KEEP static long integers(long a, long b, long c, long d, long e, long f, long g, long h, long i,
                          long j)
{
    check(a == -1 && b == 2 && c == -3 && d == 4 && e == -5 && f == 6 && g == -7 && h == 8 &&
              i == -9 && j == 10,
          "integers");
    return a * 1000 + j;
}

#ifdef __i386__ /* where arguments are in registers only if that is asked for */
#define IN_REGISTERS __attribute__((regparm(3)))
#define FASTCALL __attribute__((fastcall))
#else
#define IN_REGISTERS
#define FASTCALL
#endif

IN_REGISTERS KEEP static int in_registers(int a, int b, int c, int d)
{
    check(a == -1 && b == 2 && c == -3 && d == 4, "in_registers");
    return a - c;
}

FASTCALL KEEP static int fast(int a, int b, int c)
{
    check(a == -5 && b == 6 && c == -7, "fast");
    return in_registers(-1, 2, -3, 4) * b;
}

KEEP static uint64_t wide(int a, uint64_t b, char c, uint64_t d, short e, uint64_t f)
{
    check(a == -2 && b == UINT64_C(0xfedcba9876543210) && c == 'c' &&
              d == UINT64_C(0x8000000000000001) && e == -5 && f == UINT64_C(0x123456789abcdef0),
          "wide");
    return b ^ d ^ f;
}

KEEP static double doubles(double a, float b, double c, float d, double e, float f, double g,
                           float h, double i, float j)
{
    check(a == 1.25 && b == -2.5F && c == 3.75 && d == -4.125F && e == 5.5 && f == -6.25F &&
              g == 7.0 && h == -8.5F && i == 9.875 && j == -10.0F,
          "doubles");
    return a * 4 + i;
}

KEEP static long double extended(int a, long double b, double c)
{
    check(a == 7 && b == 2.5L && c == -3.5, "extended");
    return b * 4;
}

KEEP static struct large many(int n, struct small s, struct large l)
{
    check(n == 3 && s.a == 11 && s.b == -12 && l.word[0] == 1 && l.word[4] == -5, "many");
    l.word[2] = n;
    return l;
}

KEEP static struct small few(struct small s)
{
    return (struct small){s.b, s.a};
}

KEEP static struct floats three(float f)
{
    return (struct floats){f, -f, 2 * f};
}

KEEP static double variadic(int n, ...)
{
    va_list list;
    double sum = 0;

    va_start(list, n);
    for (int i = 0; i < n; i++)
        sum += i % 2 == 0 ? va_arg(list, double) : (double)va_arg(list, int);
    va_end(list);
    return sum;
}

KEEP static int apply(int (*f)(int), int n)
{
    return f(n);
}

#if defined(__clang__) || defined(NO_NESTED)
enum { NESTED = 0 };
KEEP static void outer(int k)
{
    (void)k;
    (void)apply;
}
#else
enum { NESTED = 1 };
KEEP static void outer(int k)
{
    KEEP int nested(int n)
    {
        return n * 100 + k;
    }
    check(nested(2) == 200 + k, "nested");
    check(apply(nested, 3) == 300 + k, "nested by a pointer");
}
#endif

KEEP static void deep(jmp_buf to, int n)
{
    if (n == 0)
        longjmp(to, 1);
    deep(to, n - 1);
    check(n > 0, "deep"); /* no jump takes the place of the call */
}

KEEP static void all_kinds(int round)
{
    struct large l = {{1, 2, 3, 4, -5}};
    jmp_buf back;

    check(fast(-5, 6, -7) == 12, "result of fast");
    check(integers(-1, 2, -3, 4, -5, 6, -7, 8, -9, 10) == -990, "result of integers");
    check(wide(-2, UINT64_C(0xfedcba9876543210), 'c', UINT64_C(0x8000000000000001), -5,
               UINT64_C(0x123456789abcdef0)) ==
              (UINT64_C(0xfedcba9876543210) ^ UINT64_C(0x8000000000000001) ^
               UINT64_C(0x123456789abcdef0)),
          "result of wide");
    check(doubles(1.25, -2.5F, 3.75, -4.125F, 5.5, -6.25F, 7.0, -8.5F, 9.875, -10.0F) == 14.875,
          "result of doubles");
    check(extended(7, 2.5L, -3.5) == 10.0L, "result of extended");
    l = many(3, (struct small){11, -12}, l);
    check(l.word[2] == 3 && l.word[3] == 4, "result of many");
    struct small s = few((struct small){round, -round});
    check(s.a == -round && s.b == round, "result of few");
    struct floats f = three(1.5F);
    check(f.x == 1.5F && f.y == -1.5F && f.z == 3.0F, "result of three");
    check(variadic(7, 0.5, 1, 1.5, 2, 2.5, 3, 3.5) == 14.0, "result of variadic");
    outer(round);
    if (setjmp(back) == 0)
        deep(back, 4);
}

/* ---- threads, signals -------------------------------------------------------------------------
 */

KEEP static long in_thread(long n)
{
    return n * 3 + 1;
}

static void *run(void *to)
{
    long *sum = to;

    for (long i = 0; i < CALLS; i++)
        *sum += in_thread(i);
    return NULL;
}

static volatile long handled;
static volatile sig_atomic_t is_handling;

KEEP static long both(long n)
{
    return n ^ 5;
}

static void on_alarm(int signal)
{
    (void)signal;
    is_handling = 1;
    handled += both(5) == 0;
    is_handling = 0;
}

static long count_with_signals(void)
{
    struct itimerval often = {{0, 2000}, {0, 2000}}, never = {{0, 0}, {0, 0}};
    struct sigaction action;
    long n = 0;

    memset(&action, 0, sizeof action);
    action.sa_handler = on_alarm;
    action.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    while (handled < 50 && n < 100000000) {
        both(n);
        n++;
    }
    setitimer(ITIMER_REAL, &never, NULL);
    return n;
}

/* ---- time -------------------------------------------------------------------------------------
 */

KEEP static unsigned burn(unsigned n)
{
    unsigned x = n;

    for (int i = 0; i < 200000; i++)
        x = x * 1664525 + (x >> 16) + 1013904223;
    return x;
}

/* CPU time for samples: below `levels` calls, so that stacks have something to show. */
KEEP static long use_time(int levels)
{
    static volatile unsigned sink;
    long n = 0;

    if (levels > 0)
        return use_time(levels - 1) + 0 * sink;
    for (clock_t end = clock() + CLOCKS_PER_SEC; clock() < end; n++)
        sink = burn(sink);
    return n;
}

/* ---- processes and libraries ------------------------------------------------------------------
 */

KEEP static int in_child(int n)
{
    return n + 1;
}

static void fork_one(void)
{
    int status = -1;
    pid_t child;

    fflush(stdout);
    child = fork();
    if (child == 0) {
        for (int i = 0; i < CHILD; i++)
            in_child(i);
        _exit(42);
    }
    check(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 42,
          "child");
    printf("child %ld\n", (long)child);
}

/* Some time passes before it ends: a tick of ours would kill it. */
static void exec_one(void)
{
    int status = -1;
    pid_t child;

    fflush(stdout);
    child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", "i=0; while test $i -lt 9999; do i=$((i + 1)); done; exit 41",
              (char *)NULL);
        _exit(errno == ENOEXEC ? 41 : 1);
    }
    check(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 41,
          "exec");
}

static void load_one(void)
{
#ifdef LIBRARY
    void *library = dlopen(LIBRARY, RTLD_NOW);
    int (*in_library)(int) = library != NULL ? (int (*)(int))dlsym(library, "in_library") : NULL;
    int sum = 0;

    for (int i = 0; in_library != NULL && i < 33; i++)
        sum += in_library(i);
    check(sum == 33 * 32, "library");
#endif
}

int main(void)
{
    pthread_t thread[THREADS];
    long sum[THREADS] = {0};

    for (int i = 0; i < ROUNDS; i++)
        all_kinds(i);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&thread[i], NULL, run, &sum[i]) != 0)
            printf("bad pthread_create\n");
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        check(sum[i] == CALLS * (CALLS - 1L) / 2 * 3 + CALLS, "threads");
    }
    long n = count_with_signals();
    fork_one();
    exec_one();
    load_one();
    long burnt = use_time(5);
    printf("fast %d\nin_registers %d\n", ROUNDS, ROUNDS);
    printf(
        "integers %d\nwide %d\ndoubles %d\nextended %d\nmany %d\nfew %d\nthree %d\nvariadic %d\n",
        ROUNDS, ROUNDS, ROUNDS, ROUNDS, ROUNDS, ROUNDS, ROUNDS, ROUNDS);
    printf("outer %d\nnested %d\ndeep %d\nall_kinds %d\n", ROUNDS, 2 * ROUNDS * NESTED, ROUNDS * 5,
           ROUNDS);
    printf("in_thread %ld\nboth %ld\nburn %ld\nuse_time 6\n", (long)THREADS * CALLS, n + handled,
           burnt);
    printf("on_alarm %ld\nrun %d\n", handled, THREADS);
    return 0;
}
