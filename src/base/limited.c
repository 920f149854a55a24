/* limited - processes that may use no more than the size of a file allows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/limited.h"

#include "base/budget.h"
#include "base/mem.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

void limited_end(bool ok)
{
    _exit(ok ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* Lets this process end with gprof, since nobody would read what it tells. */
static void end_with(pid_t gprof)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != gprof)
        limited_end(false);
}

static void limit_time(uint64_t bytes, unsigned percent)
{
    const uint64_t second = 1000000, most = UINT32_MAX;
    uint64_t time = (second / 2 + (bytes < most ? bytes : most)) / 100 * percent;
    struct itimerval timer = {.it_value = {(time_t)(time / second), (suseconds_t)(time % second)}};
    sigset_t ends;

    signal(SIGPROF, SIG_DFL);
    sigemptyset(&ends);
    sigaddset(&ends, SIGPROF);
    sigprocmask(SIG_UNBLOCK, &ends, NULL);
    setitimer(ITIMER_PROF, &timer, NULL);
}

static void limit_memory(uint64_t bytes)
{
    const uint64_t least = UINT64_C(16) << 20;
    FILE *sizes = fopen("/proc/self/statm", "re");
    unsigned long used, reserved;
    struct rlimit limit;

    if (sizes && fscanf(sizes, "%*u %lu %*u %*u %*u %lu", &used, &reserved) == 2 &&
        getrlimit(RLIMIT_DATA, &limit) == 0) {
        const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), has = used * page;
        bytes = bytes > has + least ? bytes - has : least;
        bytes = add_saturated(bytes, reserved * page);
        limit.rlim_cur = bytes < limit.rlim_cur ? (rlim_t)bytes : limit.rlim_cur;
        setrlimit(RLIMIT_DATA, &limit);
    }
    if (sizes)
        fclose(sizes);
}

/* Keeps what libraries say when memory runs out from the user. */
static void say_nothing(void)
{
    int nowhere = open("/dev/null", O_WRONLY);

    if (nowhere >= 0) {
        dup2(nowhere, STDERR_FILENO);
        close(nowhere);
    }
}

void limited_begin(pid_t gprof, uint64_t bytes, unsigned percent)
{
    const struct rlimit no_dump = {0};

    end_with(gprof);
    temporary_forget();
    say_nothing();
    setrlimit(RLIMIT_CORE, &no_dump);
    limit_time(bytes, percent);
    limit_memory(budget_of(bytes).left);
}
