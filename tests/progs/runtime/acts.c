/* acts.c - a random program that acts on the system, and prints what it saw of it
 *
 * Use: acts SEED [NAME,NAME... | COUNT [DEPTH]]
 *      acts    prints the names of all acts
 *
 * Each act is a call, or a few, that programs make: signals, masks, handlers, alternate stacks,
 * timers, threads, descriptors, files, memory, children, other programs, limits, sandboxes,
 * credentials. The transcript depends on the seed alone: no process ID, address or time is in it.
 * So it is the same with libgmon and without. Left out is what the table of libgmon(7) says can
 * be noticed:
 *
 *   timer slack         no act reads it
 *   SIGSTKFLT           no act uses it; masks in contexts are printed without SIGPROF; programs of
 *                       posix_spawn do not inherit that it is blocked or ignored
 *   closefrom() in another thread while libgmon writes: no thread acts beside another one
 *   files of the kernel about a process: SIGPROF in /proc/self/status, timers, threads
 *   a seccomp filter that forbids rt_sigaction: no process is to die of SIGPROF then
 *   pthread_sigqueue of SIGPROF: no act calls it
 *   limits              no act has one that is nearly used up; if no signal may be pending, no
 *                       thread but the first one sends SIGPROF
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include "acts.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

bool is_shut_in;
unsigned depth;
extern char **environ;

/* ---- random numbers -------------------------------------------------------------------------- */

static uint64_t state;

uint64_t new_seed(void)
{
    uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

unsigned below(unsigned n)
{
    return (unsigned)(new_seed() >> 33) % n;
}

void begin_anew(uint64_t seed)
{
    state = seed;
}

/* ---- the transcript -------------------------------------------------------------------------- */

static void write_line(const char *format, va_list list, const char *end)
{
    char line[1024];
    int error = errno;
    size_t n = 0;

    while (n < depth)
        line[n++] = ' ';
    n += (size_t)vsnprintf(line + n, sizeof line - 64, format, list);
    n = n < sizeof line - 64 ? n : sizeof line - 64;
    n += (size_t)snprintf(line + n, 64, "%s\n", end);
    if (write(TRANSCRIPT, line, n) != (ssize_t)n)
        _exit(120);
    errno = error;
}

void say(const char *format, ...)
{
    va_list list;

    va_start(list, format);
    write_line(format, list, "");
    va_end(list);
}

void result(long value, const char *format, ...)
{
    char end[64];
    va_list list;

    if (value == -1)
        snprintf(end, sizeof end, ": error %d", errno);
    else
        snprintf(end, sizeof end, ": %ld", value);
    va_start(list, format);
    write_line(format, list, end);
    va_end(list);
}

/* ---- what a process can read of itself ------------------------------------------------------- */

/* Lines of the thread's own status: another one may be inside libgmon, with all signals blocked.
 * SIGPROF is libgmon's there, and SIGSTKFLT. */
static void report_status(void)
{
    static const char *const shown[] = {"SigPnd", "ShdPnd",     "SigBlk", "SigIgn",
                                        "SigCgt", "CapEff",     "CapPrm", "Uid",
                                        "Gid",    "NoNewPrivs", "Umask",  "Seccomp:"};
    FILE *f = fopen("/proc/thread-self/status", "r");
    char line[4096];

    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
            if (strncmp(line, shown[i], strlen(shown[i])) == 0) {
                unsigned long long set = strtoull(line + 7, NULL, 16);
                line[strcspn(line, "\n")] = 0;
                if (line[0] == 'S' && line[1] != 'e')
                    say("%.7s%llx", line, set & ~(1ULL << (SIGPROF - 1) | 1ULL << (SIGSTKFLT - 1)));
                else
                    say("%s", line);
            }
    if (f != NULL)
        fclose(f);
}

static void report_signals(void)
{
    struct sigaction action;
    sigset_t pending;
    stack_t stack = {.ss_flags = 0};
    unsigned long long ignored = 0, taken = 0;

    for (int i = 1; i <= 64; i++)
        if (sigaction(i, NULL, &action) == 0) {
            if (action.sa_handler == SIG_IGN)
                ignored |= 1ULL << (i - 1);
            else if (action.sa_handler != SIG_DFL)
                taken |= 1ULL << (i - 1);
        }
    sigemptyset(&pending);
    sigpending(&pending);
    sigaltstack(NULL, &stack);
    say("blocked %llx pending %llx ignored %llx taken %llx stack %d %zu", blocked(), bits(&pending),
        ignored, taken, stack.ss_flags, stack.ss_size);
}

static void report_limits(void)
{
    static const int which[] = {RLIMIT_NOFILE, RLIMIT_FSIZE, RLIMIT_AS, RLIMIT_SIGPENDING,
                                RLIMIT_CORE};
    struct itimerval t;

    for (size_t i = 0; i < sizeof which / sizeof which[0]; i++) {
        struct rlimit l = {0, 0};
        int r = getrlimit((unsigned)which[i], &l);
        result(r, "limit %d %llx %llx", which[i], (unsigned long long)l.rlim_cur,
               (unsigned long long)l.rlim_max);
    }
    for (int i = 0; i < 3; i++) {
        memset(&t, 0, sizeof t);
        int r = getitimer((enum __itimer_which)i, &t);
        result(r, "timer %d %d %d", i, t.it_value.tv_sec + t.it_value.tv_usec > 0,
               t.it_interval.tv_sec + t.it_interval.tv_usec > 0);
    }
}

static void report_files(void)
{
    char name[64], to[4096];
    struct stat st;

    for (int i = 0; i <= TRANSCRIPT; i++) {
        snprintf(name, sizeof name, "/proc/self/fd/%d", i);
        ssize_t n = readlink(name, to, sizeof to - 1);
        if (n < 0 && fcntl(i, F_GETFD) < 0)
            continue;
        to[n < 0 ? 0 : n] = 0;
        to[strcspn(to, "[")] = 0; /* an inode's number */
        const char *base = strrchr(to, '/');
        if (fstat(i, &st) != 0)
            st.st_mode = 0;
        say("fd %d %s flags %d %x mode %o", i, base != NULL ? base + 1 : to, fcntl(i, F_GETFD),
            (unsigned)fcntl(i, F_GETFL), (unsigned)st.st_mode);
    }
}

static void report_environment(void)
{
    for (char **e = environ; e != NULL && *e != NULL; e++)
        if (strncmp(*e, "GMON_", 5) != 0 && strncmp(*e, "LD_PRELOAD=", 11) != 0)
            say("environment %.80s", *e);
}

void report(void)
{
    char name[17] = "", cwd[4096] = "";
    cpu_set_t set;

    report_signals();
    report_limits();
    report_files();
    report_environment();
    report_status();
    prctl(PR_GET_NAME, name);
    const char *base = getcwd(cwd, sizeof cwd) != NULL ? strrchr(cwd, '/') + 1 : "none";
    say("name %s directory %s dumpable %d seccomp %d", name, base, prctl(PR_GET_DUMPABLE),
        prctl(PR_GET_SECCOMP));
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        say("processors %d policy %d", CPU_COUNT(&set), sched_getscheduler(0));
}

/* ---- ends ------------------------------------------------------------------------------------ */

static void at_end(void)
{
    say("at exit");
}

static void die_of(int number)
{
    sigset_t set;

    if (signal(number, SIG_DFL) == SIG_ERR)
        return;
    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    kill(getpid(), number);
}

_Noreturn void leave(void)
{
    static const int deadly[] = {SIGTERM, PROF, SIGUSR1, SIGSEGV, SIGALRM, SIGKILL, SIGABRT};
    unsigned way = below(10), status = below(128);

    say("leave %u", way);
    switch (way) {
    case 0:
        _exit((int)status);
    case 1:
        quick_exit((int)status);
    case 2:
        syscall(SYS_exit_group, status);
        break;
    case 3:
        abort();
    case 4:
        die_of(deadly[below(sizeof deadly / sizeof deadly[0])]);
        break;
    case 5:
        at_quick_exit(at_end);
        quick_exit((int)status);
    case 6:
        atexit(at_end);
        printf("left in stdio's buffer %u\n", depth);
        exit((int)status);
    default:
        exit((int)status);
    }
    _exit(121);
}

/* ---- acts ------------------------------------------------------------------------------------ */

static const struct act *const kinds[] = {signal_acts, file_acts, memory_acts, process_acts,
                                          limit_acts};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void act_once(const struct act *a)
{
    say("- %s", a->name);
    errno = 0;
    a->run();
}

void act(unsigned n)
{
    while (n-- > 0) {
        const struct act *kind = kinds[below(KINDS)];
        unsigned many = 0;
        while (kind[many].run != NULL)
            many++;
        act_once(&kind[below(many)]);
    }
}

/* Calls `function` with each act, or with each of this name. */
static void for_each(void (*function)(const struct act *), const char *name)
{
    for (int k = 0; k < KINDS; k++)
        for (const struct act *a = kinds[k]; a->run != NULL; a++)
            if (name == NULL || strcmp(a->name, name) == 0)
                function(a);
}

static void print_name(const struct act *a)
{
    puts(a->name);
}

static void act_by_names(char *names)
{
    for (char *name = strtok(names, ","); name != NULL; name = strtok(NULL, ","))
        for_each(act_once, name);
}

int main(int argc, char **argv)
{
    static const struct rlimit no_core = {0, 0};
    bool has_count = argc > 2 && argv[2][0] >= '0' && argv[2][0] <= '9';

    if (argc < 2) {
        for_each(print_name, NULL);
        return 0;
    }
    begin_anew(strtoull(argv[1], NULL, 10) * UINT64_C(0xD1342543DE82EF95));
    depth = argc > 3 ? (unsigned)atoi(argv[3]) : 0;
    if (depth == 0) {
        setrlimit(RLIMIT_CORE, &no_core);
        if (dup2(1, TRANSCRIPT) != TRANSCRIPT)
            return 2;
    }
    report();
    if (argc > 2 && !has_count)
        act_by_names(argv[2]);
    else
        act(has_count ? (unsigned)atoi(argv[2]) : 20 + below(20));
    report();
    if (below(4) == 0)
        leave();
    return (int)below(128);
}
