/* test_launch - tests how programs are run, and what is known when they have ended
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/launch.h"
#include "unit.h"

static int run(struct launched *l, const char *script)
{
    char *const argv[] = {(char *)"sh", (char *)"-c", (char *)script, NULL};

    return launch(l, argv);
}

static void test_status(void)
{
    struct launched l;
    char *const missing[] = {(char *)"./missing", NULL}, *const refused[] = {(char *)"./f", NULL};

    is_int(run(&l, "exit 7"), 0, "a program is run");
    is_int(launched_status(&l), 7, "its status");
    is_int(run(&l, "kill -s KILL $$"), 0, "one that is killed");
    is_int(launched_status(&l), 128 + SIGKILL, "has the status of a shell");
    launched_end_alike(&l);
    ok(true, "a signal to the program alone does not end gprof");
    is_int(launch(&l, missing), ENOENT, "one that is missing");
    unit_spew("f", "", 0);
    is_int(launch(&l, refused), EACCES, "one that may not be run");
}

static void test_times(void)
{
    struct launched l;

    run(&l, "sh -c 'i=0; while test $i -lt 30000; do i=$((i + 1)); done'; exit 0");
    ok(l.seconds > 0, "time of a child counts: %g", l.seconds);
    ok(l.own_seconds < l.seconds, "and is not the program's own: %g", l.own_seconds);
}

static void test_signals(void)
{
    struct launched l;

    run(&l, "trap 'exit 3' TERM; kill -s TERM $PPID; while :; do sleep 0.1; done");
    is_int(launched_status(&l), 3, "a signal to gprof alone is passed on");
    is_int(sigismember(&l.received, SIGTERM), 1, "and noted");
}

static void test_left(void)
{
    pid_t left[4];
    struct launched l;
    size_t n;

    run(&l, "sleep 60 & exit 0");
    n = launch_left(left, UNIT_COUNT(left), -1);
    is_uint(n, 1, "a process that outlives the program");
    if (n == 1)
        kill(left[0], SIGKILL);
    n = launch_left(left, UNIT_COUNT(left), -1);
    is_uint(n, 0, "none is left");
}

static int give(void *context)
{
    return *(const int *)context;
}

static int die(void *context)
{
    (void)context;
    return raise(SIGKILL);
}

static void test_copy(void)
{
    int five = 5;

    is_int(launch_copy(give, &five), 5, "work in a copy of the process");
    is_int(launch_copy(die, NULL), 128 + SIGKILL, "which a signal ends");
}

UNIT_TESTS(test_status, test_times, test_signals, test_left, test_copy)
