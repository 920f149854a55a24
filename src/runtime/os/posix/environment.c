/* environment.c - what GMON_* asks for: read once, at the start
 *
 * Role: fills gm.opt with what this part can do. What it cannot, and what makes no sense, has one
 * line on stderr (os/variables.h).
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/text.h"
#include "runtime/os/variables.h"
#include "runtime/os/posix/posix.h"

#include <string.h>
#include <unistd.h>

#if defined(__FreeBSD__) || defined(__NetBSD__) || defined(__OpenBSD__) ||                         \
    defined(__DragonFly__) || defined(__APPLE__)
static bool is_secure(void)
{
    return issetugid() != 0;
}
#else
static bool is_secure(void)
{
    return getuid() != geteuid() || getgid() != getegid();
}
#endif

/* What os/linux has besides. */
static void refuse(void)
{
    static const char *const others[] = {"GMON_CLOCK", "GMON_DUMP_SIGNAL", "GMON_EXIT_SIGNALS",
                                         "GMON_MODULES", "GMON_STACKS"};

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const char *value = gm_value_of(others[i]);
        if (value != NULL && strcmp(value, "cpu") != 0 && strcmp(value, "0") != 0)
            gm_say("gmon: %s=%s: not on this system, so it is ignored; unset it", others[i], value);
    }
}

void gm_read_environment(void)
{
    gm.secure = is_secure();
    gm.opt.hz = GM_DEFAULT_HZ;
    if (gm.secure)
        return;
    gm.opt.all = gm_is_set("GMON_ALL", false);
    gm.opt.hz = gm_read_hz();
    gm.opt.verbose = gm_is_set("GMON_VERBOSE", false);
    gm_read_path();
    gm_read_rank();
    if (gm_is_profiled())
        refuse();
}
