/* start.c - begin and pause of a profile
 *
 * Role: what the start-up code of -pg (gcrt1.o) and programs call. The profile begins with
 * __monstartup, which runs before constructors, or, in programs that are not linked with -pg, with
 * a constructor of ours. end.c has the other end.
 *
 * SPDX-License-Identifier: MIT
 */
#include "gmon.h"
#include "runtime/arch/entry.h"
#include "runtime/core/call_stacks.h"
#include "runtime/core/os.h"
#include "runtime/core/samples.h"
#include "runtime/core/threads.h"
#include "runtime/os/linux/linux.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void read_wishes(void)
{
    gm_read_environment(gm_external_function() == 0);
    gm_find_first_process();
    gm_dump_signals_init();
}

/* Constructors of libraries, such as ours, run before the start-up code of -pg. So what is said
 * and done in profiled programs alone (state.h) has to wait for that. */
static void become_profiled(void)
{
    if (gm_is_profiled())
        return;
    gm.is_linked = true;
    if (gm.start != 0)
        read_wishes();
}

/* Once in a process, with libc ready and before the program's own code. */
static void start(void)
{
    if (gm.start != 0)
        return;
    gm_find_program();
    gm.pid = gm.first_pid = gm_process();
    gm.time_start = gm_clock(CLOCK_REALTIME) / 1000000000U;
    gm.is_linked |= gm_external_function() != 0;
    read_wishes();
    if (gm_stacks_begin(gm_linux.wall ? GSTACK_WALL : GSTACK_CPU))
        gm_objects_start();
    gm_fork_init();
    gm_tick_signal_init();
    gm_end_init();
    gm_look_at_modules(); /* _exit and signals write with the list that there is */
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
    if (gm.start == 0)
        return;
    if (mode != 0) {
        gm_thread_self();
        gm_sampling_on();
        gm_watch_on();
    } else {
        gm_sampling_off();
    }
    gm_switch(mode != 0);
}

/* An empty range stands for all code of the program. */
static void start_range(uintptr_t low, uintptr_t high)
{
    int error = errno;

    start();
    if (low >= high) {
        low = gm.code;
        high = gm.end;
    }
    set_range(low, high);
    control(1);
    errno = error;
}

/* ---- what programs call --------------------------------------------------------------------- */

/* On some machines the start-up code of -pg is called from .preinit_array, before libc knows the
 * environment. Then our constructor begins the profile. */
static void start_linked(unsigned long low, unsigned long high)
{
    become_profiled();
    if (environ == NULL && !gm_linux.is_constructed) {
        gm_linux.early_low = low;
        gm_linux.early_high = high;
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

/* ---- programs that are not linked with -pg -------------------------------------------------- */

extern __typeof__(__monstartup) own_start GM_HIDDEN __attribute__((alias("__monstartup")));

/* A program that is linked with the archive and runs with the shared library, too, has two
 * runtimes. Its calls go to the archive's, so that one does everything. Whose start was called
 * early is no second one, even if the address of the function is that of an entry of the program's
 * procedure linkage table. */
static bool is_second(void)
{
    void (*volatile first)(unsigned long, unsigned long) = __monstartup;

    return first != own_start;
}

__attribute__((constructor(101))) static void start_alone(void)
{
    gm_linux.is_constructed = true;
    if (gm.start == 0 && (gm.is_linked || !is_second()))
        start_range(gm_linux.early_low, gm_linux.early_high);
}
