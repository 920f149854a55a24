/* start.c - what Linux has behind the begin, pause and end of a profile (os/public.c)
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/arch/entry.h"
#include "runtime/core/call_stacks.h"
#include "runtime/core/os.h"
#include "runtime/core/threads.h"
#include "runtime/os/linux/linux.h"

#include <stdlib.h>
#include <time.h>

void gm_read_wishes(void)
{
    gm_read_environment(gm_external_function() == 0);
    gm_find_first_process();
    gm_dump_signals_init();
}

void gm_start_system(void (*write_at_end)(void))
{
    gm_find_program();
    gm.pid = gm.first_pid = gm_process();
    gm.time_start = gm_clock(CLOCK_REALTIME) / 1000000000U;
    gm.is_linked |= gm_external_function() != 0;
    gm_read_wishes();
    if (gm_stacks_begin(gm_linux.wall ? GSTACK_WALL : GSTACK_CPU))
        gm_objects_start();
    gm_tick_signal_init();
    (void)at_quick_exit(write_at_end);
    gm_look_at_modules(); /* _exit and signals write with the list that there is */
}

void gm_run_clock(bool on)
{
    if (on) {
        gm_sampling_on();
        gm_watch_on();
    } else {
        gm_sampling_off();
    }
}

void gm_look_around(void)
{
    gm_look_at_modules();
    gm_look_at_objects();
}

/* ---- in a forked child ---------------------------------------------------------------------- */

void gm_forget_parent(void)
{
    gm_look_again();
    gm_watch_after_fork();
}

void gm_run_clock_again(void)
{
    if (gm_self != NULL)
        gm_timer_start(gm_self);
    gm_watch_on();
}
