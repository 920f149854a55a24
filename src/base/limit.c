/* limit - ends gprof with one line if a run costs too much, or if a library fails
 *
 * CPU time: a timer on the clock of the process. Memory: RLIMIT_DATA, not RLIMIT_AS, as arenas of
 * threads reserve address space that they never use. Stack: RLIMIT_STACK, if it is unlimited.
 * Output: a count in the sink. Only soft limits are set, and they are never raised above what the
 * user allows.
 *
 * Handlers of signals write the line, too. So they only put together texts that are there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/limit.h"

#include "base/arith.h"
#include "base/temporary.h"
#include "base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MB (UINT64_C(1) << 20)

/* What a run may cost: more than ten times what any sound file took (doc/PERF). */
enum { SECONDS_ALWAYS = 10, SECONDS_A_MB = 3, BYTES_A_BYTE = 200 };
static const uint64_t bytes_always = 512 * MB, stack_most = 64 * MB;

/* Sanitizers reserve terabytes, catch faults, and write to standard error. */
#ifdef __has_feature
#define HAS_FEATURE(name) __has_feature(name)
#else
#define HAS_FEATURE(name) 0
#endif
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__ ||                                 \
    HAS_FEATURE(address_sanitizer) || HAS_FEATURE(thread_sanitizer)
#define IS_SANITIZED true
#else
#define IS_SANITIZED false
#endif

enum resource { CPU_TIME, MEMORY, OUTPUT, RESOURCES };

static struct {
    bool is_set;
    const char *program;
    int messages; /* descriptor of gprof's own messages; 0: that of standard error */

    pthread_mutex_t raising; /* guards what follows, up to the empty line */
    uint64_t bytes;          /* bytes of all files so far */
    time_t seconds;          /* CPU time that they may cost */
    uint64_t memory;         /* RLIMIT_DATA as set here; 0: the user's is lower */
    char said[RESOURCES][120];

    uint64_t most; /* half of the memory that there is: the limit is not higher */
    struct rlimit users_data, users_stack; /* RLIMIT_DATA and RLIMIT_STACK before limit_begin */
    timer_t timer;
    uint64_t output;      /* bytes written so far */
    bool is_printed;      /* some of the output is on standard output */
    uint64_t stack[8192]; /* for handlers in the main thread, if its stack has ended */

    atomic_bool is_ending; /* a thread writes the line, and ends the program */
    char line[8192];
    size_t used;
} run;

/* Where a thread is. */
static _Thread_local struct {
    struct limit_place place;
    const char *volatile library; /* library that it is in a call of, for handlers; NULL: none */
} here;

/* ---- the line -------------------------------------------------------------------------------- */

static const struct {
    const char *work;
    const char *less;   /* how to do with less of it; NULL: not at all */
    const char *repair; /* what helps against failures; NULL: less */
} stages[] = {
    [LIMIT_WORDS] = {"reading the command line", "let no file of words name itself",
                     "name no directory behind @, and let no file of words name itself"},
    [LIMIT_SYMBOLS] = {"reading symbols", NULL, "copy or link the program again"},
    [LIMIT_DATA] = {"reading data files", "name fewer files", "copy the file again"},
    [LIMIT_STACKS] = {"reading call stacks", "leave them out (--estimated)", NULL},
    [LIMIT_LINES] = {"reading source lines", "leave them out (--no-lines)", NULL},
    [LIMIT_NAMES] = {"demangling names", "leave that out (--no-demangle)", NULL},
    [LIMIT_SUM] = {"writing the sum", "add up fewer files", NULL},
    [LIMIT_REPORT] = {"writing the report", "ask for a shorter one (--top)", NULL},
};

/* Adds a text, without what must not reach a terminal; what does not fit is left out. */
static void put(const char *text)
{
    uint32_t code;

    for (size_t bytes; *text; text += bytes) {
        bytes = utf8_next(text, &code);
        if (run.used + bytes >= sizeof run.line)
            return;
        if (utf8_is_unsafe(code))
            run.line[run.used++] = '?';
        else
            for (size_t i = 0; i < bytes; i++)
                run.line[run.used++] = text[i];
    }
}

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/* Returns the signals that are handled here. */
static sigset_t signals_of_limits(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGXCPU);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigaddset(&set, faults[i]);
    return set;
}

/* Writes the line `PROGRAM: FILE: TEXT...`, whose texts end with NULL, and ends the program. Only
 * one thread does so. */
static _Noreturn void end(const char *program, const char *file, ...)
{
    static const char erase[] = "\r\033[K"; /* erases a line of progress */
    int fd = run.messages > 0 ? run.messages : STDERR_FILENO;
    const char *text;
    const sigset_t ours = signals_of_limits();
    va_list texts;

    pthread_sigmask(SIG_BLOCK, &ours, NULL); /* or a handler would wait here for its own thread */
    while (atomic_exchange(&run.is_ending, true))
        pause();            /* another thread ends the program */
    temporary_remove_all(); /* the reader of the line may never read */
    if (isatty(fd)) {
        memcpy(run.line, erase, sizeof erase - 1);
        run.used = sizeof erase - 1;
    }
    put(program ? program : run.program ? run.program : "gprof");
    put(": ");
    if (file) {
        put(file);
        put(": ");
    }
    va_start(texts, file);
    while ((text = va_arg(texts, const char *)))
        put(text);
    va_end(texts);
    put(run.is_printed ? "; the report is not complete" : "");
    run.line[run.used++] = '\n';
    for (size_t done = 0; done < run.used;) {
        ssize_t n = write(fd, run.line + done, run.used - done);

        if (n <= 0)
            break;
        done += (size_t)n;
    }
    _exit(EXIT_FAILURE);
}

_Noreturn void limit_end(const char *program, const char *reason, const char *remedy)
{
    end(program, NULL, reason, "; ", remedy, NULL);
}

static _Noreturn void end_at_limit(enum resource reached)
{
    const char *less = stages[here.place.stage].less;

    end(run.program, here.place.file, stages[here.place.stage].work, run.said[reached],
        less ? less : "", less ? ", or " : "", "lift the limit (--no-limit)", NULL);
}

/* Ends the program because the library that gprof is in a call of has failed. */
static _Noreturn void end_by_library(const char *how)
{
    const char *less = stages[here.place.stage].less, *repair = stages[here.place.stage].repair;

    end(run.program, here.place.file, here.library, how, stages[here.place.stage].work, "; ",
        repair ? repair : less, NULL);
}

/* ---- what a run may cost --------------------------------------------------------------------- */

static uint64_t memory_for(uint64_t bytes)
{
    return bytes < (UINT64_MAX - bytes_always) / BYTES_A_BYTE ? bytes_always + BYTES_A_BYTE * bytes
                                                              : UINT64_MAX;
}

/* Puts together what will be said if the limit of a resource is reached. */
static void say(enum resource resource, double most, const char *unit)
{
    bool is_small = run.bytes < MB;

    snprintf(run.said[resource], sizeof run.said[resource],
             " takes more than %.0f %s, the limit for files of %.*f %s; ", most, unit, !is_small,
             (double)run.bytes / (double)(is_small ? MB >> 10 : MB), is_small ? "KB" : "MB");
}

/* Sets the limit for the files so far. */
static void set_limit(void)
{
    const uint64_t a_year = 365 * 24 * 3600;
    uint64_t megabytes = run.bytes / MB, memory = memory_for(run.bytes);
    uint64_t seconds = SECONDS_ALWAYS + SECONDS_A_MB * megabytes;
    struct itimerspec at = {0};
    struct rlimit data = run.users_data;

    at.it_value.tv_sec = run.seconds = (time_t)(seconds < a_year ? seconds : a_year);
    timer_settime(run.timer, TIMER_ABSTIME, &at, NULL); /* the clock began with the process */
    say(CPU_TIME, (double)run.seconds, "s of CPU time");
    say(OUTPUT, (double)(memory / MB), "MB of output");
    memory = memory < run.most ? memory : run.most;
    say(MEMORY, (double)(memory / MB), "MB of memory");
    if (memory < data.rlim_cur)
        data.rlim_cur = memory;
    run.memory = setrlimit(RLIMIT_DATA, &data) == 0 && data.rlim_cur == memory ? memory : 0;
}

void limit_add(uint64_t bytes)
{
    if (!run.is_set)
        return;
    pthread_mutex_lock(&run.raising);
    run.bytes = add_saturated(run.bytes, bytes);
    set_limit();
    pthread_mutex_unlock(&run.raising);
}

uint64_t limit_bytes_of(const char *path)
{
    const uint64_t a_block = 512;
    struct stat st;
    uint64_t bytes, on_disk;

    if (!run.is_set || stat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return 0;
    bytes = (uint64_t)st.st_size;
    on_disk = (uint64_t)st.st_blocks * a_block;
    return bytes < on_disk ? bytes : on_disk;
}

void limit_output(int fd, size_t bytes)
{
    if (!run.is_set)
        return;
    run.output += bytes;
    if (run.output > memory_for(run.bytes))
        end_at_limit(OUTPUT);
    run.is_printed = run.is_printed || (fd == STDOUT_FILENO && bytes > 0);
}

/* Returns the bytes that RLIMIT_DATA counts now; 0: not known. */
static uint64_t memory_in_use(void)
{
    enum { FIELD = 5 }; /* data, behind five other numbers: proc(5) */
    int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC), blanks = 0;
    uint64_t pages = 0;
    char c;

    while (fd >= 0 && blanks <= FIELD && read(fd, &c, 1) == 1) {
        blanks += c == ' ';
        if (blanks == FIELD && c >= '0' && c <= '9')
            pages = pages * 10 + (uint64_t)(c - '0');
    }
    if (fd >= 0)
        close(fd);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* A library does not tell how much it asked for. Then only a limit of the user's on the address
 * space can be another reason. */
void limit_refused(uint64_t bytes)
{
    struct rlimit space;

    if (run.memory == 0)
        return;
    if (add_saturated(memory_in_use(), bytes) > run.memory ||
        (bytes == 0 && getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur == RLIM_INFINITY))
        end_at_limit(MEMORY);
}

/* ---- the machine ----------------------------------------------------------------------------- */

/* Returns the least limit of a cgroup and of those around it. */
static uint64_t limit_of_group(const char *root, const char *controller, const char *group,
                               const char *file)
{
    uint64_t least = UINT64_MAX, n;
    size_t length = strlen(group);
    char path[4096];

    for (;;) {
        FILE *f;

        snprintf(path, sizeof path, "%s%s%.*s/%s", root, controller, (int)length, group, file);
        f = fopen(path, "re");
        if (f && fscanf(f, "%" SCNu64, &n) == 1 && n < least)
            least = n;
        if (f)
            fclose(f);
        if (length == 0)
            return least;
        while (length > 0 && group[--length] != '/')
            ;
    }
}

uint64_t limit_of_cgroups(const char *list, const char *root)
{
    static const char version_2[] = "0::", version_1[] = ":memory:";
    FILE *f = fopen(list, "re");
    char row[4096];
    uint64_t least = UINT64_MAX;

    while (f && fgets(row, sizeof row, f)) {
        const char *memory = strstr(row, version_1);
        uint64_t n = UINT64_MAX;

        row[strcspn(row, "\n")] = '\0';
        if (strncmp(row, version_2, strlen(version_2)) == 0)
            n = limit_of_group(root, "", row + strlen(version_2), "memory.max");
        else if (memory)
            n = limit_of_group(root, "/memory", memory + strlen(version_1),
                               "memory.limit_in_bytes");
        least = n < least ? n : least;
    }
    if (f)
        fclose(f);
    return least;
}

/* Returns half of the memory that the machine or the cgroup has. */
static uint64_t half_of_memory(void)
{
    uint64_t all = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t group = limit_of_cgroups("/proc/self/cgroup", "/sys/fs/cgroup");

    return (group < all ? group : all) / 2;
}

/* ---- failures of libraries ------------------------------------------------------------------- */

/* Outside of libraries a fault is gprof's: the signal ends it as without this handler. */
static void take_fault(int signum)
{
    if (!here.library) {
        temporary_remove_and_end(signum);
        return;
    }
    if (errno == ENOMEM)
        limit_refused(0);
    end_by_library(signum == SIGABRT ? " aborts while " : " crashes while ");
}

static void take_exit(void)
{
    if (here.library && errno == ENOMEM)
        limit_refused(0);
    if (here.library)
        end_by_library(" gives up while ");
    if (run.messages > 0) /* what else ends with the program, such as libgmon, may say something */
        dup2(run.messages, STDERR_FILENO);
}

static void take_time(int signum, siginfo_t *info, void *context)
{
    struct timespec used;

    (void)context;
    if (info->si_code != SI_TIMER || info->si_value.sival_ptr != &run)
        temporary_remove_and_end(signum); /* a limit of the user's */
    else if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0 || used.tv_sec >= run.seconds)
        end_at_limit(CPU_TIME); /* else the limit was raised meanwhile */
}

/* Catches faults, also those that the program that has started gprof ignored or blocked: the kernel
 * ends a program all the same. */
static void catch_failures(void)
{
    const struct sigaction ours = {.sa_handler = take_fault, .sa_flags = SA_ONSTACK};
    const struct sigaction time = {.sa_sigaction = take_time, .sa_flags = SA_ONSTACK | SA_SIGINFO};
    const stack_t stack = {.ss_sp = run.stack, .ss_size = sizeof run.stack};
    const sigset_t set = signals_of_limits();
    struct sigaction old;

    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (sigaction(faults[i], NULL, &old) == 0 &&
            (old.sa_handler == SIG_DFL || old.sa_handler == SIG_IGN))
            sigaction(faults[i], &ours, NULL);
    sigaction(SIGXCPU, &time, NULL);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    atexit(take_exit);
}

/* Gives `d` a descriptor of its own, and sends what libraries write to standard error nowhere. */
static void hush_libraries(struct diag *d)
{
    int fd = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    FILE *own = fd >= 0 ? fdopen(fd, "w") : NULL;
    int nowhere = own ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;

    if (nowhere >= 0) {
        setvbuf(own, NULL, _IONBF, 0); /* as standard error is */
        dup2(nowhere, STDERR_FILENO);
        close(nowhere);
        run.messages = fd;
        d->stream = own;
    } else if (own) {
        fclose(own);
    } else if (fd >= 0) {
        close(fd);
    }
}

void limit_begin(struct diag *d)
{
    struct sigevent event = {
        .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGXCPU, .sigev_value.sival_ptr = &run};
    struct rlimit stack = {.rlim_cur = stack_most};

    run.program = d->program;
    run.most = half_of_memory();
    if (IS_SANITIZED)
        return;
    hush_libraries(d);
    catch_failures();
    timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &run.timer);
    pthread_mutex_init(&run.raising, NULL);
    run.is_set = getrlimit(RLIMIT_DATA, &run.users_data) == 0 &&
                 getrlimit(RLIMIT_STACK, &run.users_stack) == 0;
    stack.rlim_max = run.users_stack.rlim_max;
    if (run.is_set && run.users_stack.rlim_cur == RLIM_INFINITY)
        setrlimit(RLIMIT_STACK, &stack);
    limit_add(0);
}

void limit_lift(void)
{
    if (!run.is_set)
        return;
    run.is_set = false;
    timer_delete(run.timer);
    setrlimit(RLIMIT_DATA, &run.users_data);
    setrlimit(RLIMIT_STACK, &run.users_stack);
    run.memory = 0;
}

/* ---- where gprof is -------------------------------------------------------------------------- */

struct limit_place limit_enter(enum limit_stage stage, const char *file)
{
    struct limit_place around = here.place;

    here.place = (struct limit_place){stage, file};
    return around;
}

void limit_leave(struct limit_place *around)
{
    here.place = *around;
}

const char *limit_enter_library(const char *name)
{
    const char *around = here.library;

    here.library = name;
    errno = 0;
    return around;
}

void limit_leave_library(const char **around)
{
    here.library = *around;
}

bool limit_lacked_memory(void)
{
    return errno == ENOMEM;
}
