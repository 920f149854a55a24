/* start.c - what other systems have behind the begin, pause and end of a profile (os/public.c)
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/arch/entry.h"
#include "runtime/core/os.h"
#include "runtime/os/posix/posix.h"

#include <time.h>

void gm_read_wishes(void)
{
    gm_read_environment();
}

void gm_start_system(void (*write_at_end)(void))
{
    (void)write_at_end; /* not all systems have quick_exit */
    gm_posix.vector_bytes = gm_vector_bytes();
    gm_find_program();
    gm.pid = gm.first_pid = gm_process();
    gm.time_start = (uint64_t)time(NULL);
    gm.is_linked |= gm_external_function() != 0;
    gm_read_wishes();
    gm_threads_init();
    gm_exec_init();
    gm_tick_init();
}

void gm_run_clock(bool on)
{
    if (on)
        gm_sampling_on();
    else
        gm_sampling_off();
}

/* Profiles of libraries and stacks are Linux's alone. */
void gm_look_around(void)
{
}

/* ---- in a forked child ---------------------------------------------------------------------- */

void gm_forget_parent(void)
{
    gm_numbers_after_fork();
}

/* Timers stay with the parent. */
void gm_run_clock_again(void)
{
    gm_timer_run(atomic_load(&gm_posix.is_sampling));
}
