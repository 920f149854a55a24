/* acts_signals.c - acts of acts.c on signals: handlers, masks, waits, timers, alternate stacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include "acts.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

volatile sig_atomic_t is_quiet, handled[65];
static volatile sig_atomic_t must_jump;
static sigjmp_buf where;
static char *alternate; /* of the thread that has set one */
enum { ALTERNATE = 65536 };

unsigned long long bits(const sigset_t *set)
{
    unsigned long long found = 0;

    for (int i = 1; i <= 64; i++)
        if (i != SIGSTKFLT && sigismember(set, i) == 1)
            found |= 1ULL << (i - 1);
    return found;
}

unsigned long long blocked(void)
{
    sigset_t mask;

    sigemptyset(&mask);
    sigprocmask(SIG_BLOCK, NULL, &mask);
    return bits(&mask);
}

static unsigned long long pending(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigpending(&set);
    return bits(&set);
}

static bool has(unsigned long long set, int number)
{
    return number > 0 && number <= 64 && (set >> (number - 1) & 1) != 0;
}

static bool is_on_alternate(void)
{
    stack_t now = {.ss_flags = 0};

    return sigaltstack(NULL, &now) == 0 && (now.ss_flags & SS_ONSTACK) != 0;
}

static void on_plain(int number)
{
    int error = errno;

    handled[number]++;
    if (!is_quiet)
        say("  got %d blocked %llx alternate %d", number, blocked(), is_on_alternate());
    errno = error;
    if (must_jump && number == SIGSEGV)
        siglongjmp(where, 1);
}

/* The mask of a context, without SIGPROF, in whose place it may have SIGSTKFLT. */
static unsigned long long saved(const ucontext_t *context)
{
    return bits(&context->uc_sigmask) & ~(1ULL << (SIGPROF - 1));
}

static void on_info(int number, siginfo_t *info, void *context)
{
    const ucontext_t *interrupted = context;

    if (!is_quiet)
        say("  code %d value %d self %d interrupted %llx", info->si_code,
            info->si_code == SI_QUEUE ? info->si_value.sival_int : 0,
            info->si_code <= 0 && info->si_code != SI_TIMER && info->si_pid == getpid(),
            saved(interrupted));
    on_plain(number);
}

/* ---- choices --------------------------------------------------------------------------------- */

static int some_signal(void)
{
    const int all[] = {SIGHUP,  SIGUSR1,   SIGUSR2,      PROF,    PROF,     PROF,
                       SIGALRM, SIGVTALRM, SIGTERM,      SIGCHLD, SIGWINCH, SIGCONT,
                       SIGPIPE, SIGURG,    SIGRTMIN + 1, SIGXFSZ};
    unsigned n = below(20);
    int any = (int)below(66);

    return n < sizeof all / sizeof all[0] ? all[n] : any != SIGSTKFLT ? any : PROF;
}

static bool is_first_thread(void)
{
    return gettid() == getpid();
}

/* Returns false if the kernel cannot note what was sent to this thread alone. */
static bool is_noted(void)
{
    struct rlimit l;

    return is_first_thread() || (getrlimit(RLIMIT_SIGPENDING, &l) == 0 && l.rlim_cur > 0);
}

static int sendable(void)
{
    for (;;) {
        int number = some_signal();
        if ((number == PROF && is_noted()) || number == SIGHUP || number == SIGUSR1 ||
            number == SIGUSR2 || number == SIGTERM || number == SIGRTMIN + 1 ||
            number == SIGWINCH || number == SIGURG)
            return number;
    }
}

static void some_set(sigset_t *set)
{
    unsigned kind = below(8);

    sigemptyset(set);
    if (kind == 0)
        sigfillset(set);
    for (unsigned n = 1 + below(4); kind > 1 && n > 0; n--)
        sigaddset(set, some_signal());
    if (kind == 2)
        sigaddset(set, PROF);
}

bool survives(int number)
{
    struct sigaction now;

    if (sigaction(number, NULL, &now) != 0)
        return false;
    return has(blocked(), number) || now.sa_handler != SIG_DFL || number == SIGWINCH ||
           number == SIGURG || number == SIGCHLD || number == SIGCONT;
}

void make_harmless(int number)
{
    if (!survives(number))
        result(signal(number, SIG_IGN) == SIG_ERR ? -1 : 0, "ignores %d", number);
}

bool handle(int number, int flags)
{
    struct sigaction action = {.sa_flags = flags, .sa_handler = on_plain};

    sigemptyset(&action.sa_mask);
    return sigaction(number, &action, NULL) == 0;
}

void burn(unsigned ms)
{
    struct timespec start, now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
    do
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < (long)ms);
}

/* Sends to the process if this is its first thread; what another one sent so would be handled by
 * that one, sooner or later. */
static int send(int number)
{
    return is_first_thread() ? kill(getpid(), number) : pthread_kill(pthread_self(), number);
}

/* ---- handlers -------------------------------------------------------------------------------- */

static int kind_of(const struct sigaction *a)
{
    if (a->sa_handler == SIG_DFL)
        return 0;
    if (a->sa_handler == SIG_IGN)
        return 1;
    return a->sa_handler == on_plain ? 2 : a->sa_sigaction == on_info ? 3 : 4;
}

/* Without one of libc's own, which the kernel returns if a handler was ever set. */
static unsigned flags_of(const struct sigaction *a)
{
    return (unsigned)a->sa_flags & ~0x04000000U;
}

static void act_sigaction(void)
{
    static const int flags[] = {SA_RESTART, SA_NODEFER, (int)SA_RESETHAND, SA_ONSTACK,
                                SA_NOCLDSTOP};
    struct sigaction action = {.sa_flags = 0}, old = {.sa_flags = 0};
    int number = some_signal();
    unsigned kind = below(6);
    bool is_set = kind < 5 && number != SIGCHLD && number != SIGSEGV && number != SIGBUS;

    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        action.sa_flags |= below(3) == 0 ? flags[i] : 0;
    some_set(&action.sa_mask);
    action.sa_handler = kind == 0 ? SIG_DFL : kind == 1 ? SIG_IGN : on_plain;
    if (kind == 4) {
        action.sa_sigaction = on_info;
        action.sa_flags |= SA_SIGINFO;
    }
    int r = sigaction(number, is_set ? &action : NULL, &old);
    result(r, "%d %u, was %d flags %x mask %llx", number, kind, kind_of(&old), flags_of(&old),
           bits(&old.sa_mask));
}

extern void (*__sysv_signal(int number, void (*function)(int)))(int);

static void act_signal(void)
{
    struct sigaction old = {.sa_flags = 0};
    int number = some_signal();
    unsigned kind = below(3), way = below(4);
    void (*function)(int) = kind == 0 ? SIG_DFL : kind == 1 ? SIG_IGN : on_plain;

    if (number == SIGCHLD || number == SIGSEGV || number == SIGBUS)
        return;
    old.sa_handler = way == 0 ? __sysv_signal(number, function) : signal(number, function);
    if (old.sa_handler == SIG_ERR)
        result(-1, "%d", number);
    else
        say("%d %u %u: was %d", number, kind, way, kind_of(&old));
    sigaction(number, NULL, &old);
    say("now %d flags %x mask %llx", kind_of(&old), flags_of(&old), bits(&old.sa_mask));
}

/* As daemons, shells and spawners do. */
static void act_all_default(void)
{
    for (int i = 1; i <= 64; i++)
        if (i != SIGCHLD && !has(pending(), i))
            signal(i, SIG_DFL);
}

/* ---- masks ----------------------------------------------------------------------------------- */

static void act_mask(void)
{
    sigset_t set, old;
    int how = (int)below(3);
    bool is_posix = below(2) == 0;
    int r;

    some_set(&set);
    sigemptyset(&old);
    sigdelset(&set, SIGALRM); /* acts wait for it */
    r = is_posix ? sigprocmask(how, &set, &old) : pthread_sigmask(how, &set, &old);
    result(r, "%d %d %llx, was %llx", is_posix, how, bits(&set), bits(&old));
}

static void act_pending(void)
{
    say("%llx", pending());
}

/* ---- sending and waiting --------------------------------------------------------------------- */

static void act_send(void)
{
    int number = sendable();
    unsigned way = below(6);
    union sigval value = {.sival_int = (int)below(1000)};

    if (!survives(number))
        make_harmless(number);
    if (!survives(number))
        return;
    say("%d by %u", number, way);
    bool is_first = is_first_thread();
    long r = way == 0   ? raise(number)
             : way == 1 ? send(number)
             : way == 2 && number != PROF
                 ? pthread_sigqueue(pthread_self(), number, value)
             : way == 3 && is_first ? sigqueue(getpid(), number, value)
             : way < 5              ? pthread_kill(pthread_self(), number)
                                    : syscall(SYS_tgkill, getpid(), gettid(), number);
    result(r, "sent");
}

static void act_block_and_send(void)
{
    struct sigaction now = {.sa_flags = 0};
    sigset_t set, old;
    int number = sendable();

    sigemptyset(&set);
    sigaddset(&set, number);
    if (sigprocmask(SIG_BLOCK, &set, &old) != 0)
        return;
    result(send(number), "%d", number);
    act_pending();
    if (below(2) == 0)
        burn(5);
    act_pending();
    sigaction(number, NULL, &now);
    if (now.sa_handler != SIG_DFL && below(2) == 0)
        result(sigprocmask(SIG_SETMASK, &old, NULL), "back to %llx", bits(&old));
}

static void act_wait(void)
{
    struct timespec t = {0, below(2) * 1000000};
    siginfo_t info;
    sigset_t set;
    int number;

    some_set(&set);
    if (below(2) == 0)
        sigfillset(&set);
    memset(&info, 0, sizeof info);
    number = sigtimedwait(&set, &info, &t);
    result(number, "for %llx, code %d self %d", bits(&set), info.si_code,
           info.si_code <= 0 && info.si_pid == getpid());
}

static void act_sigwait(void)
{
    sigset_t set;
    int number = 0;

    if ((pending() & blocked()) == 0 || sigpending(&set) != 0)
        return;
    int error = sigwait(&set, &number);
    say("%d of %llx: %d", number, bits(&set), error);
}

static void act_signalfd(void)
{
    struct signalfd_siginfo info = {.ssi_signo = 0};
    sigset_t set;

    some_set(&set);
    int fd = signalfd(-1, &set, SFD_NONBLOCK);
    result(fd, "for %llx", bits(&set));
    if (fd >= 0) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        result(poll(&p, 1, 0), "poll");
        ssize_t n = read(fd, &info, sizeof info);
        result(n, "read %u", info.ssi_signo);
        close(fd);
    }
}

/* A signal that is blocked, and comes in sigsuspend(). */
static void act_suspend(void)
{
    sigset_t set, old;
    int number = below(2) == 0 ? PROF : SIGUSR1;

    sigemptyset(&set);
    sigaddset(&set, number);
    if (sigprocmask(SIG_BLOCK, &set, &old) != 0 || !handle(number, 0))
        return;
    send(number);
    set = old;
    sigdelset(&set, number);
    act_pending();
    if (has(pending(), number)) {
        set = old;
        sigdelset(&set, number);
        result(sigsuspend(&set), "suspended");
    }
    sigprocmask(SIG_SETMASK, &old, NULL);
}

/* Calls that are over after some time, but not before: no tick interrupts them. */
static void act_time_out(void)
{
    struct timespec t = {0, 2000000};
    struct timeval tv = {0, 2000};
    struct epoll_event event;
    sigset_t set;
    int fd, kind = (int)below(6);

    sigemptyset(&set);
    if (kind == 0)
        result(poll(NULL, 0, 2), "poll");
    else if (kind == 1)
        result(nanosleep(&t, NULL), "nanosleep");
    else if (kind == 2)
        result(select(0, NULL, NULL, NULL, &tv), "select");
    else if (kind == 3)
        result(sigtimedwait(&set, NULL, &t), "sigtimedwait");
    else if (kind == 4)
        result(ppoll(NULL, 0, &t, NULL), "ppoll");
    else if ((fd = epoll_create1(0)) >= 0) {
        result(epoll_wait(fd, &event, 1, 2), "epoll_wait");
        close(fd);
    }
}

/* ---- timers ---------------------------------------------------------------------------------- */

/* The signal is handled, and awaited, without a word. */
static void await(int number, sig_atomic_t before, bool is_of_work)
{
    struct timespec t = {0, 200000};

    for (int i = 0; handled[number] == before && i < 2000; i++)
        if (is_of_work)
            burn(1);
        else
            nanosleep(&t, NULL);
    say("came %d", handled[number] != before);
}

static void expect(int number)
{
    sigset_t set;

    is_quiet = 1;
    handle(number, below(2) == 0 ? SA_RESTART : 0);
    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static void act_itimer(void)
{
    static const enum __itimer_which timers[] = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};
    static const int numbers[] = {SIGALRM, SIGVTALRM, SIGPROF};
    struct itimerval t = {{0, 0}, {0, 1000}}, none = {{0, 0}, {0, 0}};
    unsigned which = below(3);

    expect(numbers[which]);
    sig_atomic_t before = handled[numbers[which]];
    if (gettid() == getpid()) /* or else another thread may get what comes last, later */
        t.it_interval.tv_usec = below(2) * 1000;
    int r = survives(numbers[which]) ? setitimer(timers[which], &t, NULL) : -1;
    result(r, "%u", which);
    if (r == 0)
        await(numbers[which], before, which > 0);
    setitimer(timers[which], &none, NULL);
    is_quiet = 0;
}

static void act_timer(void)
{
    static const clockid_t clocks[] = {CLOCK_MONOTONIC, CLOCK_REALTIME, CLOCK_PROCESS_CPUTIME_ID,
                                       CLOCK_THREAD_CPUTIME_ID};
    struct itimerspec when = {{0, 0}, {0, 1000000}};
    unsigned clock = below(4);
    int number = clock < 2 ? SIGALRM : SIGVTALRM;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = number};
    timer_t timer;

    expect(number);
    sig_atomic_t before = handled[number];
    int r = timer_create(clocks[clock], &event, &timer);
    result(r, "clock %u", clock);
    if (r == 0) {
        if (timer_settime(timer, 0, &when, NULL) == 0)
            await(number, before, clock >= 2);
        result(timer_delete(timer), "delete");
    }
    is_quiet = 0;
}

static void act_alarm(void)
{
    unsigned was = alarm(1000);

    say("alarm was %d then %d", was > 0, alarm(0) > 900);
}

/* ---- stacks ---------------------------------------------------------------------------------- */

static void act_alternate(void)
{
    stack_t stack = {.ss_flags = 0}, old = {.ss_flags = 0};
    unsigned kind = below(4);

    if (alternate == NULL)
        alternate = malloc(ALTERNATE);
    stack.ss_sp = alternate;
    stack.ss_size = kind == 1 ? 100 : ALTERNATE;
    stack.ss_flags = kind == 2 ? SS_DISABLE : 0;
    int r = sigaltstack(kind == 3 ? NULL : &stack, &old);
    result(r, "%u, was %d size %zu", kind, old.ss_flags, old.ss_size);
}

__attribute__((noinline)) static int use_up(volatile int *n)
{
    int more[256] = {*n};

    *n += 1;
    return *n > 0 ? use_up(n) + more[*n % 256] : 0;
}

static void *overflow(void *unused)
{
    volatile int n = 0;
    stack_t stack = {.ss_sp = alternate, .ss_size = ALTERNATE};

    sigaltstack(&stack, NULL);
    must_jump = 1;
    if (sigsetjmp(where, 1) == 0)
        use_up(&n);
    must_jump = 0;
    say("deep %d", n > 20);
    stack.ss_flags = SS_DISABLE;
    sigaltstack(&stack, NULL);
    return unused;
}

/* A thread's stack is used up, and a handler jumps out of it. */
static void act_overflow(void)
{
    struct sigaction old;
    pthread_attr_t a;
    pthread_t t;
    char *mine = alternate;

    sigaction(SIGSEGV, NULL, &old);
    alternate = malloc(ALTERNATE);
    handle(SIGSEGV, SA_ONSTACK);
    pthread_attr_init(&a);
    pthread_attr_setstacksize(&a, 131072);
    int error = pthread_create(&t, &a, overflow, NULL);
    if (error == 0)
        pthread_join(t, NULL);
    say("thread %d", error);
    sigaction(SIGSEGV, &old, NULL);
    free(alternate);
    alternate = mine;
}

static void jump_out(int number)
{
    (void)number;
    siglongjmp(where, 1);
}

static void act_jump(void)
{
    struct sigaction action = {.sa_handler = jump_out}, old;
    int number = below(2) == 0 ? PROF : SIGUSR2, saves = (int)below(2);

    if (has(blocked(), number) || sigaction(number, &action, &old) != 0)
        return;
    if (sigsetjmp(where, saves) == 0)
        raise(number);
    say("%d %d: blocked %llx", number, saves, blocked());
    sigaction(number, &old, NULL);
}

static ucontext_t here, there;

static void in_context(void)
{
    say("in a context: blocked %llx", blocked());
    burn(1);
}

/* A coroutine on a small stack. */
static void act_context(void)
{
    static char stack[16384];

    if (getcontext(&there) != 0)
        return;
    say("saved %llx", saved(&there));
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = sizeof stack;
    there.uc_link = &here;
    if (below(2) == 0)
        sigaddset(&there.uc_sigmask, SIGUSR1);
    makecontext(&there, in_context, 0);
    result(swapcontext(&here, &there), "swapped");
    say("blocked %llx", blocked());
}

const struct act signal_acts[] = {{"sigaction", act_sigaction},
                                  {"signal", act_signal},
                                  {"all default", act_all_default},
                                  {"mask", act_mask},
                                  {"pending", act_pending},
                                  {"send", act_send},
                                  {"block and send", act_block_and_send},
                                  {"wait", act_wait},
                                  {"sigwait", act_sigwait},
                                  {"signalfd", act_signalfd},
                                  {"suspend", act_suspend},
                                  {"time out", act_time_out},
                                  {"itimer", act_itimer},
                                  {"timer", act_timer},
                                  {"alarm", act_alarm},
                                  {"alternate", act_alternate},
                                  {"overflow", act_overflow},
                                  {"jump", act_jump},
                                  {"context", act_context},
                                  {0}};
