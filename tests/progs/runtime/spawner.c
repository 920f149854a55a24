/* spawner.c - starts programs as spawners, shells and service managers do; takes SIGPROF over
 *
 * Use: spawner fork|signal|sysv|raw|vfork|posix_spawn N    N children, which exec true
 *      spawner default|ignore|threads             sets SIGPROF so, and goes on working
 *      spawner own                                its own handler, its own ITIMER_PROF at 50 ms
 *      spawner reads                              what it reads of SIGPROF
 *      spawner blocked|early                      blocks SIGPROF, early: before the first call that
 *                                                 is counted; then sets a handler
 *      spawner once|jumped                        so with SA_RESETHAND; and a jump to before that
 *      spawner exec|inherits|prints   blocks and ignores it, and becomes the second, which has a
 *                                     child by vfork, which becomes the third: is it blocked, is it
 *                                     ignored?
 *      spawner missing                blocks it; the program that it is to become is not there
 *      spawner suspended              blocks it, is sent one, and waits in sigsuspend
 *      spawner opened|sent|awaited    SIG_DFL, and one is sent: after it was blocked and let in,
 *                                     while it is blocked, in sigsuspend
 *      spawner full|again             the same in sigsuspend with all other signals blocked; again:
 *                                     it was blocked before, and a sigsuspend that returns is
 *                                     printed and called again
 *      spawner masked|onstack         works in a handler that blocks all signals; how many signals
 *                                     of its mask are read otherwise than they were set?
 *                                     onstack: with SA_ONSTACK
 *      spawner sigset|ssignal|bsd_signal|sysv_signal      sets a handler by this function
 *      spawner sighold|sigblock|sigsetmask|thread         blocks it by this function, or begins a
 *                                     thread so: is one pending after some work?
 *      spawner table                  what shows that it is not blocked as it seems: SIGSTKFLT,
 *                                     ucontext_t, a program of posix_spawn, one that a thread has
 *                                     queued for itself; and that it does not end the program where
 *                                     no handler may be set
 *
 * Prints how many children were killed by a signal, how often the handler ran, or what was read.
 * A child has all signals blocked while it sets every handler to SIG_DFL and closes 65,533
 * descriptors; then it restores the mask and execs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

/* What signal is with -std=c11, and older names. */
typedef void handler(int);
extern handler *__sysv_signal(int, handler *), *bsd_signal(int, handler *);

static volatile sig_atomic_t handled;

NOINLINE void work(void)
{
    for (volatile int i = 0; i < 100000; i++)
        ;
}

NOINLINE void work_masked(void)
{
    for (volatile int i = 0; i < 1000000; i++)
        ;
}

/* CPU time, in ms, of the calling thread. */
static void burn(long ms)
{
    struct timespec start, now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
    do {
        work();
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    } while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < ms);
}

NOINLINE static void all_to_default(const char *how)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    unsigned long raw[4] = {0}; /* the kernel's structure */

    for (int i = 1; i < 65; i++) {
        if (strcmp(how, "signal") == 0)
            signal(i, SIG_DFL);
        else if (strcmp(how, "sysv") == 0)
            __sysv_signal(i, SIG_DFL);
        else if (strcmp(how, "raw") == 0)
            syscall(SYS_rt_sigaction, i, raw, NULL, 8);
        else
            sigaction(i, &action, NULL);
    }
}

/* In the child; all signals are blocked. */
NOINLINE static void exec_true(const char *how, const sigset_t *mask)
{
    all_to_default(how);
    for (int i = 3; i < 65536; i++)
        close(i);
    sigprocmask(SIG_SETMASK, mask, NULL);
    for (int i = 3; i < 20000; i++)
        close(i);
    execl("/bin/true", "true", (char *)NULL);
    _exit(127);
}

static int killed(pid_t child)
{
    int status = 0;

    waitpid(child, &status, 0);
    return WIFSIGNALED(status);
}

static pid_t spawned(void)
{
    posix_spawnattr_t a;
    sigset_t all;
    pid_t child = 0;
    char *argv[] = {"true", NULL};

    posix_spawnattr_init(&a);
    sigfillset(&all);
    posix_spawnattr_setsigdefault(&a, &all);
    posix_spawnattr_setflags(&a, POSIX_SPAWN_SETSIGDEF);
    posix_spawn(&child, "/bin/true", NULL, &a, argv, NULL);
    return child;
}

static int spawn(const char *how, int n)
{
    sigset_t all, mask;
    int dead = 0;

    sigfillset(&all);
    for (int i = 0; i < n; i++) {
        pid_t child;
        work();
        sigprocmask(SIG_SETMASK, &all, &mask);
        if (strcmp(how, "posix_spawn") == 0) {
            child = spawned();
        } else {
            child = strcmp(how, "vfork") == 0 ? vfork() : fork();
            if (child == 0)
                exec_true(how, &mask);
        }
        sigprocmask(SIG_SETMASK, &mask, NULL);
        dead += killed(child);
    }
    return dead;
}

static void on_prof(int number)
{
    (void)number;
    handled++;
}

static void *busy(void *unused)
{
    burn(400);
    return unused;
}

/* Other threads are in the middle of their ticks. */
static void with_threads(void)
{
    pthread_t t[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, busy, NULL);
    burn(100);
    signal(SIGPROF, SIG_IGN);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
}

static int own(void)
{
    struct sigaction action = {.sa_handler = on_prof};
    struct itimerval t = {{0, 50000}, {0, 50000}};

    sigaction(SIGPROF, &action, NULL);
    setitimer(ITIMER_PROF, &t, NULL);
    burn(1200);
    return handled;
}

static int reads(void)
{
    struct sigaction first, second;
    struct sigaction action = {.sa_handler = SIG_DFL, .sa_flags = SA_RESTART | SA_NODEFER};

    sigaction(SIGPROF, NULL, &first);
    printf("%d %d ", first.sa_flags, sigismember(&first.sa_mask, SIGHUP));
    sigfillset(&action.sa_mask);
    sigaction(SIGPROF, &action, NULL);
    action.sa_handler = on_prof;
    sigaction(SIGPROF, &action, &second);
    printf("%d ", second.sa_flags);
    for (int i = 1; i < 65; i++)
        printf("%d", sigismember(&second.sa_mask, i));
    putchar(' ');
    return (first.sa_handler == SIG_DFL) + (second.sa_handler == SIG_DFL) +
           (signal(SIGPROF, SIG_IGN) == on_prof);
}

static void change_prof(int how)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGPROF);
    pthread_sigmask(how, &set, NULL);
}

static void on_masked(int number)
{
    (void)number;
    for (int i = 0; i < 600; i++)
        work_masked();
}

static int masked(int flags)
{
    struct sigaction action = {.sa_handler = on_masked, .sa_flags = flags}, now;
    int others = 0;

    sigfillset(&action.sa_mask);
    sigdelset(&action.sa_mask, SIGKILL);
    sigdelset(&action.sa_mask, SIGSTOP);
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    sigaction(SIGUSR1, NULL, &now);
    for (int i = 1; i < 65; i++)
        others += sigismember(&now.sa_mask, i) != sigismember(&action.sa_mask, i);
    return others;
}

/* Returns the number of the signal if one is pending after some work, else -1. */
static void *waits(void *result)
{
    const struct timespec none = {0, 0};
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGPROF);
    burn(200);
    *(int *)result = sigtimedwait(&set, NULL, &none);
    return NULL;
}

static int waits_in_thread(void)
{
    pthread_attr_t attributes;
    pthread_t t;
    sigset_t all;
    int result;

    sigfillset(&all);
    pthread_attr_init(&attributes);
#if defined __GLIBC__ && __GLIBC_PREREQ(2, 32)
    pthread_attr_setsigmask_np(&attributes, &all);
#endif
    pthread_create(&t, &attributes, waits, &result);
    pthread_join(t, NULL);
    return result;
}

/* By functions of older systems. */
static int older(const char *way)
{
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    static const struct {
        const char *name;
        handler *(*set)(int, handler *);
    } sets[] = {{"sigset", sigset},
                {"ssignal", ssignal},
                {"bsd_signal", bsd_signal},
                {"sysv_signal", sysv_signal}};
    int result = 0;

    for (int i = 0; i < 4; i++)
        if (strcmp(way, sets[i].name) == 0) {
            sets[i].set(SIGPROF, on_prof);
            burn(200);
            return handled;
        }
    if (strcmp(way, "sighold") == 0)
        sighold(SIGPROF);
    else if (strcmp(way, "sigblock") == 0)
        sigblock(1 << (SIGPROF - 1));
    else if (strcmp(way, "sigsetmask") == 0)
        sigsetmask(1 << (SIGPROF - 1));
    else
        return strcmp(way, "thread") == 0 ? waits_in_thread() : 0;
    waits(&result);
    return 10 * result + (sigset(SIGPROF, SIG_HOLD) == SIG_HOLD);
}

__attribute__((constructor, no_instrument_function)) static void block_early(int argc, char **argv)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGPROF);
    if (argc > 1 && strcmp(argv[1], "early") == 0)
        sigprocmask(SIG_BLOCK, &set, NULL);
}

static int is_blocked(int number)
{
    sigset_t set;

    sigprocmask(SIG_BLOCK, NULL, &set);
    return sigismember(&set, number);
}

static int is_pending(void)
{
    sigset_t set;

    sigpending(&set);
    return sigismember(&set, SIGPROF);
}

static int pipe_of_thread[2];

/* In a thread that has inherited the mask. */
static void *let_in(void *unused)
{
    char byte;

    while (read(pipe_of_thread[0], &byte, 1) < 0)
        ;
    change_prof(SIG_UNBLOCK);
    return unused;
}

static int blocked(void)
{
    struct sigaction action = {.sa_handler = on_prof, .sa_flags = SA_NODEFER};
    struct sigaction now;
    pthread_t t;

    change_prof(SIG_BLOCK);
    if (pipe(pipe_of_thread) != 0 || pthread_create(&t, NULL, let_in, NULL) != 0)
        return -1;
    burn(100);
    sigaction(SIGPROF, &action, NULL);
    raise(SIGPROF);
    kill(getpid(), SIGPROF);
    pthread_kill(t, SIGPROF);
    burn(100);
    sigaction(SIGPROF, NULL, &now);
    printf("%d %d ", now.sa_handler == on_prof, now.sa_flags & ~0x4000000); /* libc's SA_RESTORER */
    printf("%d %d %d ", handled, is_blocked(SIGPROF), is_pending());
    change_prof(SIG_UNBLOCK);
    burn(100);
    printf("%d %d ", handled, is_blocked(SIGPROF));
    if (write(pipe_of_thread[1], "", 1) == 1)
        pthread_join(t, NULL);
    return handled;
}

static int once(void)
{
    change_prof(SIG_BLOCK);
    __sysv_signal(SIGPROF, on_prof);
    raise(SIGPROF);
    printf("%d ", handled);
    change_prof(SIG_UNBLOCK);
    return 10 * handled + (signal(SIGPROF, SIG_IGN) == SIG_DFL);
}

static int jumped(void)
{
    sigjmp_buf before;

    if (sigsetjmp(before, 1) == 0) {
        change_prof(SIG_BLOCK);
        siglongjmp(before, 1);
    }
    signal(SIGPROF, on_prof);
    raise(SIGPROF);
    return 10 * handled + is_blocked(SIGPROF);
}

static int suspended(void)
{
    sigset_t before;

    sigprocmask(SIG_BLOCK, NULL, &before);
    change_prof(SIG_BLOCK);
    signal(SIGPROF, on_prof);
    kill(getpid(), SIGPROF);
    printf("%d %d ", handled, is_pending());
    printf("%d %d ", sigsuspend(&before), errno == EINTR);
    return 100 * handled + 10 * is_blocked(SIGPROF) + is_pending();
}

/* A child sends the signal. */
static void await(const sigset_t *mask)
{
    struct timespec t = {0, 50000000};

    if (fork() == 0) {
        nanosleep(&t, NULL);
        kill(getppid(), SIGPROF);
        _exit(0);
    }
    for (int i = 0; i < 2; i++) {
        printf("%d\n", sigsuspend(mask));
        fflush(stdout);
    }
}

static int is_ignored(void)
{
    struct sigaction now;

    return sigaction(SIGPROF, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

static void become(const char *way)
{
    execl("/proc/self/exe", "spawner", way, (char *)NULL);
}

static void start_printing(pid_t child)
{
    if (child == 0) {
        become("prints");
        _exit(127);
    }
    killed(child);
}

static void *queue(void *unused)
{
    union sigval value = {0};

    pthread_sigqueue(pthread_self(), SIGPROF, value);
    return unused;
}

static void forbid_handlers(void)
{
    struct sock_filter code[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0), /* the number of the call */
                                 BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigaction, 0, 1),
                                 BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
                                 BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog program = {4, code};

    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static int table(void)
{
    int said;
    char *argv[] = {"spawner", "prints", NULL};
    ucontext_t context;
    pid_t child = 0;
    pthread_t t;

    change_prof(SIG_BLOCK);
    getcontext(&context);
    printf("%d %d ", is_blocked(SIGSTKFLT), sigismember(&context.uc_sigmask, SIGPROF));
    fflush(stdout);
    posix_spawn(&child, "/proc/self/exe", NULL, NULL, argv, environ);
    killed(child);
    if (pthread_create(&t, NULL, queue, NULL) == 0)
        pthread_join(t, NULL);
    said = is_pending();
    forbid_handlers();
    change_prof(SIG_UNBLOCK);
    raise(SIGPROF);
    return said;
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "";
    int said = 0;

    if (argc > 2)
        said = spawn(way, atoi(argv[2]));
    burn(100);
    if (argc == 2)
        said = older(way);
    if (strcmp(way, "default") == 0)
        signal(SIGPROF, SIG_DFL);
    if (strcmp(way, "ignore") == 0)
        signal(SIGPROF, SIG_IGN);
    if (strcmp(way, "threads") == 0)
        with_threads();
    if (strcmp(way, "own") == 0)
        said = own();
    if (strcmp(way, "reads") == 0)
        said = reads();
    if (strcmp(way, "masked") == 0)
        said = masked(0);
    if (strcmp(way, "onstack") == 0)
        said = masked(SA_ONSTACK);
    if (strcmp(way, "blocked") == 0 || strcmp(way, "early") == 0)
        said = blocked();
    if (strcmp(way, "once") == 0)
        said = once();
    if (strcmp(way, "jumped") == 0)
        said = jumped();
    if (strcmp(way, "exec") == 0) {
        change_prof(SIG_BLOCK);
        signal(SIGPROF, SIG_IGN);
        become("inherits");
    }
    if (strcmp(way, "inherits") == 0)
        start_printing(vfork());
    if (strcmp(way, "prints") == 0)
        said = 10 * is_blocked(SIGPROF) + is_ignored();
    if (strcmp(way, "missing") == 0) {
        change_prof(SIG_BLOCK);
        execl("missing", "missing", (char *)NULL);
        said = is_blocked(SIGPROF);
    }
    if (strcmp(way, "suspended") == 0)
        said = suspended();
    if (strcmp(way, "table") == 0)
        said = table();
    if (strcmp(way, "opened") == 0) {
        change_prof(SIG_BLOCK);
        change_prof(SIG_UNBLOCK);
        signal(SIGPROF, SIG_DFL);
        raise(SIGPROF);
    }
    if (strcmp(way, "sent") == 0) {
        change_prof(SIG_BLOCK);
        kill(getpid(), SIGPROF);
        change_prof(SIG_UNBLOCK);
    }
    sigset_t mask;
    sigprocmask(SIG_BLOCK, NULL, &mask);
    if (strcmp(way, "awaited") == 0 || strcmp(way, "again") == 0)
        change_prof(SIG_BLOCK);
    if (strcmp(way, "full") == 0 || strcmp(way, "again") == 0) {
        sigfillset(&mask);
        sigdelset(&mask, SIGPROF);
    }
    if (strcmp(way, "awaited") == 0 || strcmp(way, "full") == 0 || strcmp(way, "again") == 0)
        await(&mask);
    if (argc == 2 && strcmp(way, "own") != 0)
        burn(200);
    printf("%d\n", said);
    return 0;
}
