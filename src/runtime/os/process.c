/* process.c - names of host and program; finds out whether this process is the first one
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/arch/entry.h"
#include "runtime/core/os.h"
#include "runtime/core/text.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/utsname.h>

size_t gm_host_name(char *to, size_t size)
{
    struct utsname name;

    if (gm_call(SYS_uname, (long)&name, 0, 0, 0, 0, 0) != 0)
        return gm_text(to, size, "host");
    return gm_text(to, size, "%s", name.nodename);
}

size_t gm_program_name(char *to, size_t size)
{
    char *path = gm_linux.temporary; /* no file is open yet */
    long n =
        gm_call(SYS_readlinkat, AT_FDCWD, (long)"/proc/self/exe", (long)path, GM_PATH - 1, 0, 0);

    if (n <= 0)
        return gm_text(to, size, "program");
    path[n] = 0;
    return gm_text(to, size, "%s", gm_base_name(path));
}

/* ---- parents -------------------------------------------------------------------------------- */

/* LD_PRELOAD goes on to programs that this one starts, and those must not take its file. What they
 * inherit besides their environment, descriptors and signals is the timer slack, by which the
 * kernel may be late to end a sleep, 50,000 ns. A profiled process makes that an odd number. */
void gm_find_first_process(void)
{
    if (gm.secure || gm_external_function() != 0 || !gm_is_profiled())
        return;
    long slack = gm_call(SYS_prctl, PR_GET_TIMERSLACK, 0, 0, 0, 0, 0);
    if (slack > 0 && slack % 2 != 0)
        gm.first_pid = 0;
    else if (slack > 0)
        gm_call(SYS_prctl, PR_SET_TIMERSLACK, slack + 1, 0, 0, 0, 0);
}
