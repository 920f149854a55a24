/* end.c - the end of a profile, and what a program may ask for meanwhile
 *
 * Role: the profile is written by _mcleanup, which runs at exit, and again by a destructor when
 * calls were counted after that. _exit is wrapped (wrap_exit.c).
 *
 * SPDX-License-Identifier: MIT
 */
#include "gmon.h"
#include "runtime/core/dump.h"
#include "runtime/os/linux/linux.h"

#include <errno.h>
#include <stdlib.h>

static void write_at_end(void)
{
    int error = errno;

    gm_look_at_modules();
    gm_look_at_objects();
    gm_finish();
    errno = error;
}

GM_PUBLIC void _mcleanup(void)
{
    write_at_end();
}

__attribute__((destructor(101))) static void write_late(void)
{
    write_at_end();
}

void gm_end_init(void)
{
    (void)at_quick_exit(write_at_end);
}

GM_PUBLIC int gmon_dump(const char *path)
{
    int error = errno;

    gm_look_at_modules();
    gm_look_at_objects();
    int result = gm_dump_to(path);
    errno = error;
    return result;
}

GM_PUBLIC void gmon_reset(void)
{
    gm_reset();
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
