/* start.c - begin, pause and end of a profile; what a program may ask for meanwhile
 *
 * Role: what the start-up code of -pg (gcrt1.o) and programs call. The profile begins with
 * monstartup or __monstartup, or, in programs that are not linked with -pg, with a constructor of
 * ours; it is written by _mcleanup, which that start-up code has called at exit, and by a
 * destructor when calls were counted after that.
 *
 * SPDX-License-Identifier: MIT
 */
#include "gmon.h"
#include "runtime/arch/entry.h"
#include "runtime/core/dump.h"
#include "runtime/core/os.h"
#include "runtime/core/samples.h"
#include "runtime/core/threads.h"
#include "runtime/os/posix/posix.h"

#include <time.h>
#include <unistd.h>

extern char **environ;

/* Once in a process, with libc ready and before the program's own code. */
static void start(void)
{
    if (gm.start != 0)
        return;
    gm_posix.vector_bytes = gm_vector_bytes();
    gm_find_program();
    gm.pid = gm.first_pid = gm_process();
    gm.time_start = (uint64_t)time(NULL);
    gm.is_linked |= gm_external_function() != 0;
    gm_read_environment();
    gm_threads_init();
    gm_exec_init();
    gm_fork_init();
    gm_tick_init();
}

static void set_range(uintptr_t low, uintptr_t high)
{
    struct gm_interrupts old;

    gm_interrupts_off(&old);
    gm_lock(&gm.dump_lock);
    gm_sampling_off();
    gm_set_range(low, high);
    gm_unlock(&gm.dump_lock);
    gm_interrupts_restore(&old);
}

/* Not by the name moncontrol, which may be the program's own. */
static void control(int mode)
{
    int error = errno;

    if (gm.start == 0)
        return;
    if (mode != 0) {
        gm_thread_self();
        gm_sampling_on();
    } else {
        gm_sampling_off();
    }
    gm_switch(mode != 0);
    errno = error;
}

/* An empty range stands for all code of the program. */
static void start_range(uintptr_t low, uintptr_t high)
{
    int error = errno;

    start();
    if (gm.start == 0) /* the program was not found */
        return;
    if (low >= high) {
        low = gm.code;
        high = gm.end;
    }
    set_range(low, high);
    control(1);
    errno = error;
}

static void write_at_end(void)
{
    int error = errno;

    gm_finish();
    errno = error;
}

/* ---- what programs call --------------------------------------------------------------------- */

/* Constructors of libraries, such as ours, run before the start-up code of -pg. On some machines
 * that runs before libc knows the environment; then our constructor begins the profile. */
static void start_linked(unsigned long low, unsigned long high)
{
    if (!gm.is_linked) {
        gm.is_linked = true;
        if (gm.start != 0)
            gm_read_environment();
    }
    if (environ == NULL && !gm_posix.is_constructed) {
        gm_posix.early_low = low;
        gm_posix.early_high = high;
        return;
    }
    start_range(low, high);
}

GM_PUBLIC void __monstartup(unsigned long low, unsigned long high);
GM_PUBLIC void __monstartup(unsigned long low, unsigned long high)
{
    start_linked(low, high);
}

GM_WEAK void monstartup(unsigned long low, unsigned long high)
{
    start_linked(low, high);
}

GM_WEAK void moncontrol(int mode)
{
    control(mode);
}

GM_PUBLIC void __moncontrol(int mode);
GM_PUBLIC void __moncontrol(int mode)
{
    control(mode);
}

GM_PUBLIC void _mcleanup(void)
{
    write_at_end();
}

GM_PUBLIC int gmon_dump(const char *path)
{
    int error = errno;
    int result = gm_dump_to(path);

    errno = error;
    return result;
}

GM_PUBLIC void gmon_reset(void)
{
    int error = errno;

    gm_reset();
    errno = error;
}

/* ---- programs that are not linked with -pg -------------------------------------------------- */

extern __typeof__(__monstartup) own_start GM_HIDDEN __attribute__((alias("__monstartup")));

/* A program that is linked with the archive and runs with the shared library, too, has two
 * runtimes. Its calls go to the archive's, so that one does everything. */
static bool is_second(void)
{
    void (*volatile first)(unsigned long, unsigned long) = __monstartup;

    return first != own_start;
}

__attribute__((constructor(101))) static void start_alone(void)
{
    gm_posix.is_constructed = true;
    if (gm.start == 0 && !is_second())
        start_range(gm_posix.early_low, gm_posix.early_high);
}

__attribute__((destructor(101))) static void write_late(void)
{
    write_at_end();
}

/* ---- names that a static program's libc.a would bring in otherwise -------------------------- */

GM_PUBLIC void __write_profiling(void);
GM_PUBLIC void __write_profiling(void)
{
    gmon_dump(NULL);
}

GM_WEAK void write_profiling(void);
GM_WEAK void write_profiling(void)
{
    gmon_dump(NULL);
}

GM_PUBLIC const void *const __bb_head = NULL;
GM_PUBLIC const long _gmonparam[12] = {3}; /* its first field, the state: 3 is "off" */
